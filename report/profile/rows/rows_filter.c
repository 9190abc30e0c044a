/* SPDX-License-Identifier: BSD-2-Clause */
/* Filters of rows by names: --comms, --dsos, --symbols, --pid, --tid, and filter expressions. */
#include "profile/filter/filter_expr.h"
#include "profile/rows/rows_int.h"

#include <stdio.h>

static bool is_location_filtered(const struct report *rp, const struct rep_row *r)
{
	char addr[32];

	if (rp->dsos.given &&
	    (!r->map || (!word_list_has(&rp->dsos, r->dso) &&
			 !word_list_has(&rp->dsos, symbols_dso_long(rp->s->syms, r->map->object)))))
		return true;
	if (!rp->syms.given)
		return false;
	if (!r->sym)
		return true;
	snprintf(addr, sizeof(addr), "0x%llx",
		 (unsigned long long)r->sym->start - r->map->pgoff + r->map->start);
	return !word_list_has(&rp->syms, r->sym->name) && !word_list_has(&rp->syms, addr);
}

bool row_location_filtered(const struct report *rp, const struct rep_row *r,
			   const struct hist_location *p)
{
	return p->guest || is_location_filtered(rp, r);
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
