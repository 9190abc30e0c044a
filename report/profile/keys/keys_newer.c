/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sort keys that perf added after 6.1: tgid, comm_nodigit, parallelism, symoff, retire_lat and
 * branch history totals.
 */
#include "profile/keys/keys_newer.h"

#include "base/array.h"
#include "object/symbols/object_symbols.h"
#include "profile/callgraph/report_history.h"
#include "profile/keys/keys_names.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define CMP(a, b) ((a) < (b) ? -1 : (a) > (b))

/* ---- thread ------------------------------------------------------------------------------ */

/* What the process is called in the end, by its first thread. */
const char *key_process_comm(const struct report *rp, const struct rep_key *k,
			     const struct rep_row *r, char scratch[KEY_SCRATCH])
{
	struct pdata_thread_at at;

	(void)k;
	(void)scratch;
	pdata_tasks_at(rp->s->tasks, r->who->pid, r->who->pid, UINT64_MAX, UINT64_MAX, &at);
	return at.comm_index == UINT32_MAX ? r->who->comm : at.comm;
}

/* The name with "<N>" for each number in it. */
static size_t without_digits(const char *comm, char *buf, size_t size)
{
	size_t len = 0;

	while (*comm && len + 4 < size) {
		if (isdigit((unsigned char)*comm)) {
			memcpy(buf + len, "<N>", 3);
			len += 3;
			comm += strspn(comm, "0123456789");
		} else {
			buf[len++] = *comm++;
		}
	}
	buf[len] = 0;
	return len;
}

#define COMM_ROOM 256u

int key_comm_nodigit_cmp(const struct report *rp, const struct rep_row *a, const struct rep_row *b)
{
	char x[COMM_ROOM], y[COMM_ROOM];

	(void)rp;
	without_digits(a->who->comm, x, sizeof(x));
	without_digits(b->who->comm, y, sizeof(y));
	return strcmp(y, x);
}

uint64_t key_comm_nodigit_hash(const struct report *rp, const struct rep_row *r)
{
	char text[COMM_ROOM];

	(void)rp;
	without_digits(r->who->comm, text, sizeof(text));
	return key_text_hash(text);
}

unsigned key_comm_nodigit_width(const struct report *rp, const struct rep_row *r)
{
	char text[COMM_ROOM];

	(void)rp;
	return (unsigned)without_digits(r->who->comm, text, sizeof(text));
}

int key_comm_nodigit_print(const struct report *rp, const struct rep_row *r, char *buf, size_t size,
			   unsigned width)
{
	char text[COMM_ROOM];

	(void)rp;
	without_digits(r->who->comm, text, sizeof(text));
	return snprintf(buf, size, "%-*.*s", (int)width, (int)width, text);
}

/* ---- place ------------------------------------------------------------------------------- */

/*
 * In the function, whether the row is a sample's own or a caller, which keeps its address in
 * memory.
 */
static uint64_t offset_of(const struct rep_row *r)
{
	return (r->first_pos && r->map ? sym_object_addr(r->map, r->addr) : r->addr) -
	       r->sym->start;
}

int key_symoff_cmp(const struct report *rp, const struct rep_row *a, const struct rep_row *b)
{
	int c;

	if (!a->sym || !b->sym)
		return !a->sym && !b->sym ? CMP(b->addr, a->addr) : !a->sym ? -1 : 1;
	c = !rp->has_dso ? key_dso_cmp(b->dso, a->dso) : 0;
	c = c ? c : key_sym_cmp(a->sym, b->sym);
	return c ? c : CMP(offset_of(b), offset_of(a));
}

uint64_t key_symoff_hash(const struct report *rp, const struct rep_row *r)
{
	(void)rp;
	return r->sym ? hash_mix(key_text_hash(r->sym->name), offset_of(r)) : r->addr;
}

static int symoff_text(const struct rep_row *r, char *buf, size_t size)
{
	if (!r->sym)
		return snprintf(buf, size, "[%c] %-#.16" PRIx64, r->level, r->addr);
	/* cppcheck-suppress nullPointer ; of size 0 */
	return snprintf(buf, size, "[%c] %s+0x%" PRIx64, r->level, r->sym->name, offset_of(r));
}

unsigned key_symoff_width(const struct report *rp, const struct rep_row *r)
{
	(void)rp;
	return (unsigned)symoff_text(r, NULL, 0);
}

int key_symoff_print(const struct report *rp, const struct rep_row *r, char *buf, size_t size,
		     unsigned width)
{
	(void)rp;
	(void)width;
	return symoff_text(r, buf, size);
}

/* ---- branches of the call graph ---------------------------------------------------------- */

int key_history_cmp(const struct report *rp, const struct rep_row *a, const struct rep_row *b)
{
	(void)rp;
	(void)a;
	(void)b;
	return 0;
}

uint64_t key_history_hash(const struct report *rp, const struct rep_row *r)
{
	(void)rp;
	(void)r;
	return 0;
}

static struct history_total get_history_total(const struct report *rp, const struct rep_row *r)
{
	struct history_total t = { .nr = 0 };

	if (rp->history)
		report_history_total(rp->history, r, &t);
	return t;
}

int key_history_predicted_print(const struct report *rp, const struct rep_row *r, char *buf,
				size_t size, unsigned width)
{
	const struct history_total t = get_history_total(rp, r);
	char text[32];

	snprintf(text, sizeof(text), "%.1f%%",
		 t.nr ? (double)t.predicted * 100.0 / (double)t.nr : 0.0);
	return snprintf(buf, size, "%-*.*s", (int)width, (int)width, text);
}

int key_history_aborted_print(const struct report *rp, const struct rep_row *r, char *buf,
			      size_t size, unsigned width)
{
	return snprintf(buf, size, "%-*" PRIu64, (int)width, get_history_total(rp, r).aborted);
}

int key_history_cycles_print(const struct report *rp, const struct rep_row *r, char *buf,
			     size_t size, unsigned width)
{
	const struct history_total t = get_history_total(rp, r);

	return snprintf(buf, size, "%-*" PRIu64, (int)width, t.nr ? t.cycles / t.nr : 0);
}

/* ---- what is not here -------------------------------------------------------------------- */

#define NO_SHARES                                                                                  \
	"it is the share of each kind of access: the keys mem, snoop and tlb tell them apart"

const char *key_absent_why(const char *word, size_t len)
{
	static const struct {
		const char *name, *why;
	} absent[] = {
		{ "simd", "it comes out of traces of Arm SPE, which are not decoded" },
		{ "op", NO_SHARES },
		{ "cache", NO_SHARES },
		{ "memory", NO_SHARES },
		{ "dtlb", NO_SHARES },
	};

	for (size_t i = 0; i < REP_NR(absent); i++)
		if (strlen(absent[i].name) == len && !strncmp(word, absent[i].name, len))
			return absent[i].why;
	return NULL;
}
