/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Converts the event names of perf-list(1) (hardware, software and cache events) to type and config
 * and back, and suggests names for misspelt ones.
 */
#include "kernel/event_symbols.h"
#include "base/util.h"
#include "common/word.h"
#include "kernel/tracefs.h"

#include "common/edit_distance.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* Event names of perf-list(1). If an event has several names, the first one is printed. */
static const struct rec_symbol symbols[] = {
	{ "cycles", PDATA_TYPE_HARDWARE, PDATA_COUNT_HW_CPU_CYCLES },
	{ "cpu-cycles", PDATA_TYPE_HARDWARE, PDATA_COUNT_HW_CPU_CYCLES },
	{ "instructions", PDATA_TYPE_HARDWARE, PDATA_COUNT_HW_INSTRUCTIONS },
	{ "cache-references", PDATA_TYPE_HARDWARE, PDATA_COUNT_HW_CACHE_REFERENCES },
	{ "cache-misses", PDATA_TYPE_HARDWARE, PDATA_COUNT_HW_CACHE_MISSES },
	{ "branches", PDATA_TYPE_HARDWARE, PDATA_COUNT_HW_BRANCH_INSTRUCTIONS },
	{ "branch-instructions", PDATA_TYPE_HARDWARE, PDATA_COUNT_HW_BRANCH_INSTRUCTIONS },
	{ "branch-misses", PDATA_TYPE_HARDWARE, PDATA_COUNT_HW_BRANCH_MISSES },
	{ "bus-cycles", PDATA_TYPE_HARDWARE, PDATA_COUNT_HW_BUS_CYCLES },
	{ "stalled-cycles-frontend", PDATA_TYPE_HARDWARE, PDATA_COUNT_HW_STALLED_CYCLES_FRONTEND },
	{ "idle-cycles-frontend", PDATA_TYPE_HARDWARE, PDATA_COUNT_HW_STALLED_CYCLES_FRONTEND },
	{ "stalled-cycles-backend", PDATA_TYPE_HARDWARE, PDATA_COUNT_HW_STALLED_CYCLES_BACKEND },
	{ "idle-cycles-backend", PDATA_TYPE_HARDWARE, PDATA_COUNT_HW_STALLED_CYCLES_BACKEND },
	{ "ref-cycles", PDATA_TYPE_HARDWARE, PDATA_COUNT_HW_REF_CPU_CYCLES },
	{ "cpu-clock", PDATA_TYPE_SOFTWARE, PDATA_COUNT_SW_CPU_CLOCK },
	{ "task-clock", PDATA_TYPE_SOFTWARE, PDATA_COUNT_SW_TASK_CLOCK },
	{ "page-faults", PDATA_TYPE_SOFTWARE, PDATA_COUNT_SW_PAGE_FAULTS },
	{ "faults", PDATA_TYPE_SOFTWARE, PDATA_COUNT_SW_PAGE_FAULTS },
	{ "context-switches", PDATA_TYPE_SOFTWARE, PDATA_COUNT_SW_CONTEXT_SWITCHES },
	{ "cs", PDATA_TYPE_SOFTWARE, PDATA_COUNT_SW_CONTEXT_SWITCHES },
	{ "cpu-migrations", PDATA_TYPE_SOFTWARE, PDATA_COUNT_SW_CPU_MIGRATIONS },
	{ "migrations", PDATA_TYPE_SOFTWARE, PDATA_COUNT_SW_CPU_MIGRATIONS },
	{ "minor-faults", PDATA_TYPE_SOFTWARE, PDATA_COUNT_SW_PAGE_FAULTS_MIN },
	{ "major-faults", PDATA_TYPE_SOFTWARE, PDATA_COUNT_SW_PAGE_FAULTS_MAJ },
	{ "alignment-faults", PDATA_TYPE_SOFTWARE, PDATA_COUNT_SW_ALIGNMENT_FAULTS },
	{ "emulation-faults", PDATA_TYPE_SOFTWARE, PDATA_COUNT_SW_EMULATION_FAULTS },
	{ "dummy", PDATA_TYPE_SOFTWARE, PDATA_COUNT_SW_DUMMY },
	{ "bpf-output", PDATA_TYPE_SOFTWARE, PDATA_COUNT_SW_BPF_OUTPUT },
	{ "cgroup-switches", PDATA_TYPE_SOFTWARE, PDATA_COUNT_SW_CGROUP_SWITCHES },
};

/*
 * A part of the name of a hardware cache event. Spellings of the same value are in consecutive
 * rows; the first one is printed.
 */
struct cache_word {
	const char *name;
	uint8_t value;
};

static const struct cache_word cache_types[] = {
	{ "L1-dcache", 0 }, { "l1-d", 0 },   { "l1d", 0 },   { "L1-data", 0 },
	{ "L1-icache", 1 }, { "l1-i", 1 },   { "l1i", 1 },   { "L1-instruction", 1 },
	{ "LLC", 2 },	    { "L2", 2 },     { "dTLB", 3 },  { "d-tlb", 3 },
	{ "Data-TLB", 3 },  { "iTLB", 4 },   { "i-tlb", 4 }, { "Instruction-TLB", 4 },
	{ "branches", 5 },  { "branch", 5 }, { "bpu", 5 },   { "btb", 5 },
	{ "bpc", 5 },	    { "node", 6 },
};

static const struct cache_word cache_ops[] = {
	{ "loads", 0 },
	{ "load", 0 },
	{ "read", 0 },
	{ "stores", 1 },
	{ "store", 1 },
	{ "write", 1 },
	{ "prefetches", 2 },
	{ "prefetch", 2 },
	{ "speculative-read", 2 },
	{ "speculative-load", 2 },
};

static const struct cache_word cache_results[] = {
	{ "refs", 0 },	 { "Reference", 0 }, { "ops", 0 },
	{ "access", 0 }, { "misses", 1 },    { "miss", 1 },
};

const struct rec_symbol *rec_symbol_at(size_t i)
{
	return i < REC_NR(symbols) ? &symbols[i] : NULL;
}

const struct rec_symbol *rec_symbol_find(const char *name, size_t len)
{
	for (size_t i = 0; i < REC_NR(symbols); i++)
		if (pd_word_is(name, len, symbols[i].name))
			return &symbols[i];
	return NULL;
}

/*
 * Find the longest word of a table with which the @len characters at *@s begin and that ends at a
 * '-' or at their end. *@s and *@len are moved after the word and the '-'. Return: NULL if none.
 */
static const struct cache_word *cache_word(const struct cache_word *w, size_t nr, const char **s,
					   size_t *len)
{
	const struct cache_word *best = NULL;
	size_t best_len = 0;

	for (size_t i = 0; i < nr; i++) {
		size_t n = strlen(w[i].name);

		if (n <= *len && n > best_len && !strncasecmp(w[i].name, *s, n) &&
		    (n == *len || (*s)[n] == '-')) {
			best = &w[i];
			best_len = n;
		}
	}
	if (best) {
		size_t skip = best_len + (best_len < *len);

		*s += skip;
		*len -= skip;
	}
	return best;
}

int rec_cache_find(const char *name, size_t len, uint64_t *config)
{
	/* The operations that each type of cache can count, as bits: read, write, prefetch. */
	static const uint8_t can[] = { 7, 5, 7, 7, 1, 1, 7 };
	const struct cache_word *type = cache_word(cache_types, REC_NR(cache_types), &name, &len);
	const struct cache_word *op = NULL, *result = NULL;

	if (!type)
		return -1;
	for (int i = 0; i < 2 && len; i++) {
		if (!op && (op = cache_word(cache_ops, REC_NR(cache_ops), &name, &len)))
			continue;
		if (!result)
			result = cache_word(cache_results, REC_NR(cache_results), &name, &len);
	}
	unsigned int o = op ? op->value : 0;

	if (len || !(can[type->value] >> o & 1))
		return -1;
	*config = type->value | (uint64_t)o << 8 | (uint64_t)(result ? result->value : 0) << 16;
	return 0;
}

static const char *first_word(const struct cache_word *w, size_t nr, uint64_t value)
{
	for (size_t i = 0; i < nr; i++)
		if (w[i].value == value)
			return w[i].name;
	return NULL;
}

static const char *hw_cache_event_name(struct rec_arena *a, uint64_t config)
{
	const char *type = first_word(cache_types, REC_NR(cache_types), config & 0xff);
	const char *op = first_word(cache_ops, REC_NR(cache_ops), config >> 8 & 0xff);

	if ((config & 0xff) == 5)
		type = "branch";
	if (!type || !op)
		return rec_printf(a, "unknown-hardware-cache-%llx", (unsigned long long)config);
	if (config >> 16 &
	    1) /* perf writes the singular of the operation here: "L1-dcache-load-misses" */
		return rec_printf(a, "%s-%.*s-misses", type,
				  (int)(strlen(op) - ((config >> 8 & 0xff) == 2 ? 2 : 1)), op);
	return rec_printf(a, "%s-%s", type, op);
}

static const char *base_name(struct rec_arena *a, const struct pdata_attr *at)
{
	for (size_t i = 0; i < REC_NR(symbols); i++)
		if (symbols[i].type == at->type && symbols[i].config == at->config)
			return symbols[i].name;
	if (at->type == PDATA_TYPE_HW_CACHE)
		return hw_cache_event_name(a, at->config);
	if (at->type == PDATA_TYPE_RAW)
		return rec_printf(a, "raw 0x%llx", (unsigned long long)at->config);
	return rec_printf(a, "unknown attr type: %u", at->type);
}

const char *rec_name_of_attr(struct rec_arena *a, const struct pdata_attr *at)
{
	static const char p[] = "ppp";
	char mod[16];
	size_t n = 0;
	unsigned int precise = (unsigned int)(at->flags >> PDATA_ATTR_PRECISE_IP & 3);
	bool host_only = false; /* exclude_guest is the default then and gets no modifier */

	if (pdata_attr_flag(at, PDATA_ATTR_EXCLUDE_KERNEL) ||
	    pdata_attr_flag(at, PDATA_ATTR_EXCLUDE_USER) ||
	    pdata_attr_flag(at, PDATA_ATTR_EXCLUDE_HV)) {
		if (!pdata_attr_flag(at, PDATA_ATTR_EXCLUDE_KERNEL))
			mod[n++] = 'k';
		if (!pdata_attr_flag(at, PDATA_ATTR_EXCLUDE_USER))
			mod[n++] = 'u';
		if (!pdata_attr_flag(at, PDATA_ATTR_EXCLUDE_HV))
			mod[n++] = 'h';
		host_only = true;
	}
	if (precise) {
		memcpy(mod + n, p, precise);
		n += precise;
		host_only = true;
	}
	if (pdata_attr_flag(at, PDATA_ATTR_EXCLUDE_HOST) ||
	    pdata_attr_flag(at, PDATA_ATTR_EXCLUDE_GUEST) == (int)host_only) {
		if (!pdata_attr_flag(at, PDATA_ATTR_EXCLUDE_HOST))
			mod[n++] = 'H';
		if (!pdata_attr_flag(at, PDATA_ATTR_EXCLUDE_GUEST))
			mod[n++] = 'G';
	}
	mod[n] = '\0';
	return rec_printf(a, "%s%s%s", base_name(a, at), n ? ":" : "", mod);
}

struct name_suggestions {
	const char *wanted;
	const char *name[3]; /* best first */
	int distance[3];
};

static void suggest_event_name(struct rec_arena *a, struct name_suggestions *n, const char *name)
{
	const size_t len = strlen(n->wanted);
	int d = pd_edit_distance(n->wanted, len, name, strlen(name));

	if (len >= 4 && strstr(name, n->wanted))
		d = d < 2 ? d : 2;
	if (d > (int)len / 3 || d >= n->distance[2])
		return;
	size_t i = 2;

	for (; i > 0 && d < n->distance[i - 1]; i--) {
		n->name[i] = n->name[i - 1];
		n->distance[i] = n->distance[i - 1];
	}
	n->name[i] = rec_strdup(a, name);
	n->distance[i] = d;
}

struct tp_suggestion {
	struct rec_arena *a;
	struct name_suggestions *n;
};

static void suggest_tracepoint(const char *system, const char *name, uint64_t id, void *data)
{
	struct tp_suggestion *t = data;
	char full[256];

	(void)id;
	if (snprintf(full, sizeof(full), "%s:%s", system, name) < (int)sizeof(full))
		suggest_event_name(t->a, t->n, full);
}

const char *rec_suggest_names(struct rec_arena *a, const char *name)
{
	struct name_suggestions n = { .wanted = name, .distance = { 1000, 1000, 1000 } };
	struct tp_suggestion t = { a, &n };

	for (size_t i = 0; i < REC_NR(symbols); i++)
		suggest_event_name(a, &n, symbols[i].name);
	if (strchr(name, ':'))
		rec_tp_match(a, "*", "*", suggest_tracepoint, &t);
	if (!n.name[0])
		return "";
	return rec_printf(a, "; did you mean %s%s%s%s%s?", n.name[0],
			  n.name[1] ? (n.name[2] ? ", " : " or ") : "", n.name[1] ? n.name[1] : "",
			  n.name[2] ? " or " : "", n.name[2] ? n.name[2] : "");
}
