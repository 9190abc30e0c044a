/* SPDX-License-Identifier: BSD-2-Clause */
/* Filters of rows by names: --comms, --dsos, --symbols, --pid, --tid, and filter expressions. */
#include "profile/filter/filter_expr.h"
#include "profile/rows/rows_int.h"

#include <stdio.h>

/* Whether a word of --symbols is the address of the samples of a hist entry. */
static bool is_address_listed(const struct word_list *l, uint64_t ip)
{
	uint64_t addr;

	for (uint32_t i = 0; i < l->nr; i++)
		if (word_is_address(l->word[i], &addr) && addr == ip)
			return true;
	return false;
}

static bool is_location_filtered(const struct report *rp, const struct rep_row *r, uint64_t ip)
{
	char addr[32];

	if (rp->dsos.given &&
	    (!r->map || (!word_list_has(&rp->dsos, r->dso) &&
			 !word_list_has(&rp->dsos, symbols_dso_long(rp->s->syms, r->map->object)))))
		return true;
	if (!rp->syms.given)
		return false;
	if (!r->map || !r->sym)
		return !r->map || !is_address_listed(&rp->syms, ip);
	snprintf(addr, sizeof(addr), "0x%llx",
		 (unsigned long long)r->sym->start - r->map->pgoff + r->map->start);
	return !word_list_has(&rp->syms, r->sym->name) && !word_list_has(&rp->syms, addr) &&
	       !is_address_listed(&rp->syms, ip);
}

bool row_location_filtered(const struct report *rp, const struct rep_row *r,
			   const struct hist_location *p, uint64_t ip)
{
	return p->guest || is_location_filtered(rp, r, ip);
}

bool row_expr_holds(const struct report *rp, const struct rep_row *r)
{
	const struct filter_names names = {
		.event = rp->ev[r->event].name,
		.comm = r->who->comm,
		.sym = r->sym ? r->sym->name : NULL,
		.dso = r->dso ? r->dso : "[unknown]",
		.path = r->map ? symbols_dso_long(rp->s->syms, r->map->object) : "[unknown]",
	};
	const int rc = filter_expr_holds(rp->expr, row_extra(rp, r)->numbers, &names);

	if (rc < 0)
		report_no_memory(rp);
	return rc > 0;
}
