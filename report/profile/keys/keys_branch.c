/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sort keys about branches (--branch-stack): symbol, object and address of both ends, and the
 * mispredict, transaction and cycles fields.
 */
#include "profile/keys/keys_branch.h"
#include "profile/keys/key_kinds.h"
#include "profile/keys/keys_names.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

const struct hist_location *key_end(const struct report *rp, const struct rep_key *k,
				    const struct rep_row *r)
{
	return &rp->locations.all[k->arg == KEY_END_TO ? r->more->to : r->more->from];
}

const char *key_end_dso(const struct report *rp, const struct rep_key *k, const struct rep_row *r,
			char scratch[KEY_SCRATCH])
{
	(void)scratch;
	return location_dso(&rp->locations, key_end(rp, k, r));
}

/* perf tests the symbol for the end of a branch, but the map for data. */
unsigned key_end_dso_width(const struct report *rp, const struct rep_key *k,
			   const struct rep_row *r)
{
	const struct hist_location *p = key_end(rp, k, r);

	if (k->mode == REPORT_BRANCH ? p->sym != NULL : p->map != NULL)
		return (unsigned)strlen(location_dso(&rp->locations, p));
	return key_no_object_width(rp);
}

uint64_t key_end_ip(const struct report *rp, const struct rep_key *k, const struct rep_row *r)
{
	return key_end(rp, k, r)->ip;
}

/* ---- functions --------------------------------------------------------------------------- */

static int end_symbol_cmp(const struct report *rp, const struct rep_key *k, const struct rep_row *a,
			  const struct rep_row *b)
{
	const struct hist_location *p = key_end(rp, k, a), *q = key_end(rp, k, b);

	return !p->sym && !q->sym ? key_addr_order(p->ip, q->ip) : key_sym_cmp(p->sym, q->sym);
}

static uint64_t end_symbol_hash(const struct report *rp, const struct rep_key *k,
				const struct rep_row *r)
{
	const struct hist_location *p = key_end(rp, k, r);

	return p->sym ? hash_mix(p->sym->start, p->sym->end) : p->ip;
}

static unsigned end_symbol_width(const struct report *rp, const struct rep_key *k,
				 const struct rep_row *r)
{
	const struct hist_location *p = key_end(rp, k, r);

	return p->sym ? (unsigned)strlen(p->sym->name) + 4 : KEY_NO_NAME_WIDTH;
}

static int end_symbol_print(const struct report *rp, const struct rep_key *k,
			    const struct rep_row *r, char *buf, size_t size, unsigned width)
{
	const struct hist_location *p = key_end(rp, k, r);

	return key_print_sym(p->sym, p->map, p->addr, p->level, buf, size, width);
}

const struct key_kind key_end_symbol = { end_symbol_cmp, end_symbol_hash, end_symbol_width,
					 end_symbol_print, NULL };

/* ---- addresses --------------------------------------------------------------------------- */

static int end_addr_cmp(const struct report *rp, const struct rep_key *k, const struct rep_row *a,
			const struct rep_row *b)
{
	const struct hist_location *p = key_end(rp, k, a), *q = key_end(rp, k, b);
	const int c =
		key_text_order(location_dso(&rp->locations, q), location_dso(&rp->locations, p));

	return c ? c : key_addr_order(p->ip, q->ip);
}

static unsigned end_addr_width(const struct report *rp, const struct rep_key *k,
			       const struct rep_row *r)
{
	return key_end(rp, k, r)->sym ? 0 : KEY_NO_NAME_WIDTH;
}

static int end_addr_print(const struct report *rp, const struct rep_key *k, const struct rep_row *r,
			  char *buf, size_t size, unsigned width)
{
	const struct hist_location *p = key_end(rp, k, r);
	int n = key_print_sym(p->sym, p->map, p->addr, r->level, buf, size, width);

	if (p->sym && p->map && !p->sym->object && p->addr != p->sym->start && n > 0 &&
	    (size_t)n < size)
		n += snprintf(buf + n, size - (size_t)n, "+0x%" PRIx64, p->addr - p->sym->start);
	return n;
}

const struct key_kind key_end_addr = { end_addr_cmp, key_end_ip, end_addr_width, end_addr_print,
				       NULL };

/* ---- flags ------------------------------------------------------------------------------- */

uint64_t key_branch_flags(const struct report *rp, const struct rep_key *k, const struct rep_row *r)
{
	(void)rp;
	return row_extra(rp, r)->branch_flags & k->arg;
}

const char *key_branch_flags_text(const struct report *rp, const struct rep_key *k,
				  const struct rep_row *r, char scratch[KEY_SCRATCH])
{
	const uint64_t flags = key_branch_flags(rp, k, r);

	(void)scratch;
	if (flags & KEY_BRANCH_PREDICTED)
		return "N";
	return flags & KEY_BRANCH_MISPREDICTED ? "Y"
	       : flags & KEY_BRANCH_IN_TX      ? "T"
	       : flags & KEY_BRANCH_ABORT      ? "A"
					       : NULL;
}

uint64_t key_branch_cycles(const struct report *rp, const struct rep_key *k,
			   const struct rep_row *r)
{
	(void)rp;
	(void)k;
	return row_extra(rp, r)->branch_flags >> 4 & 0xffff;
}

const char *key_branch_cycles_text(const struct report *rp, const struct rep_key *k,
				   const struct rep_row *r, char scratch[KEY_SCRATCH])
{
	const uint64_t cycles = key_branch_cycles(rp, k, r);

	if (!cycles)
		return NULL;
	snprintf(scratch, KEY_SCRATCH, "%hd", (short)cycles);
	return scratch;
}
