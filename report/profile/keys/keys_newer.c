/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sort keys that perf added after 6.1: tgid, comm_nodigit, parallelism, symoff, retire_lat and
 * branch history totals.
 */
#include "profile/keys/keys_newer.h"

#include "base/array.h"
#include "object/symbols/location.h"
#include "object/symbols/object_symbols.h"
#include "profile/callgraph/report_history.h"
#include "profile/keys/key_kinds.h"
#include "profile/keys/keys_names.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- thread ------------------------------------------------------------------------------ */

/* The last command of the process, which is that of its first thread. */
const char *key_process_comm(const struct report *rp, const struct rep_key *k,
			     const struct rep_row *r, char scratch[KEY_SCRATCH])
{
	struct pdata_thread_at at;

	(void)k;
	(void)scratch;
	pdata_tasks_at(rp->s->tasks, r->who->pid, r->who->pid, UINT64_MAX, UINT64_MAX, &at);
	return at.comm_index == UINT32_MAX ? r->who->comm : at.comm;
}

/* The command with "<N>" in place of each number. */
const char *key_comm_nodigit(const struct report *rp, const struct rep_key *k,
			     const struct rep_row *r, char scratch[KEY_SCRATCH])
{
	const char *comm = r->who->comm;
	size_t len = 0;

	(void)rp;
	(void)k;
	while (*comm && len + 4 < KEY_SCRATCH) {
		if (isdigit((unsigned char)*comm)) {
			memcpy(scratch + len, "<N>", 3);
			len += 3;
			comm += strspn(comm, "0123456789");
		} else {
			scratch[len++] = *comm++;
		}
	}
	scratch[len] = 0;
	return scratch;
}

/* ---- location ---------------------------------------------------------------------------- */

/*
 * The row's offset in its function. A caller's row has an address in memory, others one in the
 * object.
 */
static uint64_t offset_of(const struct rep_row *r)
{
	return (r->first_pos && r->map ? resolve_object_addr(r->map, r->addr) : r->addr) -
	       r->sym->start;
}

static int symoff_cmp(const struct report *rp, const struct rep_key *k, const struct rep_row *a,
		      const struct rep_row *b)
{
	int c;

	(void)k;
	if (!a->sym || !b->sym)
		return !a->sym && !b->sym ? KEY_CMP(b->addr, a->addr) : !a->sym ? -1 : 1;
	c = !rp->has_dso ? key_text_order(a->dso, b->dso) : 0;
	c = c ? c : key_sym_cmp(a->sym, b->sym);
	return c ? c : KEY_CMP(offset_of(b), offset_of(a));
}

static uint64_t symoff_hash(const struct report *rp, const struct rep_key *k,
			    const struct rep_row *r)
{
	(void)rp;
	(void)k;
	return r->sym ? hash_mix(key_text_hash(r->sym->name), offset_of(r)) : r->addr;
}

static int symoff_print(const struct report *rp, const struct rep_key *k, const struct rep_row *r,
			char *buf, size_t size, unsigned width)
{
	(void)rp;
	(void)k;
	(void)width;
	if (!r->sym)
		return snprintf(buf, size, "[%c] %-#.16" PRIx64, r->level, r->addr);
	return snprintf(buf, size, "[%c] %s+0x%" PRIx64, r->level, r->sym->name, offset_of(r));
}

const struct key_kind key_symoff = { symoff_cmp, symoff_hash, key_print_width, symoff_print, NULL };

/* ---- branches of the call graph ---------------------------------------------------------- */

/* These keys do not distinguish rows. */
uint64_t key_history(const struct report *rp, const struct rep_key *k, const struct rep_row *r)
{
	(void)rp;
	(void)k;
	(void)r;
	return 0;
}

const char *key_history_text(const struct report *rp, const struct rep_key *k,
			     const struct rep_row *r, char scratch[KEY_SCRATCH])
{
	struct history_total t = { .nr = 0 };

	if (rp->history)
		report_history_total(rp->history, r, &t);
	if (k->arg == KEY_HISTORY_PREDICTED)
		snprintf(scratch, KEY_SCRATCH, "%.1f%%",
			 t.nr ? (double)t.predicted * 100.0 / (double)t.nr : 0.0);
	else
		snprintf(scratch, KEY_SCRATCH, "%" PRIu64,
			 k->arg == KEY_HISTORY_ABORTED ? t.aborted
			 : t.nr			       ? t.cycles / t.nr
						       : 0);
	return scratch;
}

/* ---- keys that pdata lacks --------------------------------------------------------------- */

#define NO_SHARES "use the keys mem, snoop and tlb, which show the kinds of access"

const char *key_absent_why(const char *word, size_t len)
{
	static const struct {
		const char *name, *why;
	} absent[] = {
		{ "simd", "the key needs Arm SPE traces, which pdata does not decode" },
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
