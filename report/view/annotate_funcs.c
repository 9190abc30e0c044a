/* SPDX-License-Identifier: BSD-2-Clause */
/* Adds the samples of a report up by function and address. */
#include "console/command.h"
#include "view/annotate.h"

#include <stdlib.h>
#include <string.h>

static bool is_location_annotated(const struct annotate *a, const struct hist_location *p)
{
	const char *dso;

	if (a->only_sym && (p->sym != a->only_sym || !p->map || p->map->object != a->only_object))
		return false;
	if (!p->sym || !p->map || (a->opts->symbol && strcmp(p->sym->name, a->opts->symbol)))
		return false;
	if (!a->rp.dsos.given)
		return true;
	dso = symbols_dso_short(a->rp.s->syms, p->map->object);
	return word_list_has(&a->rp.dsos, dso) ||
	       word_list_has(&a->rp.dsos, symbols_dso_long(a->rp.s->syms, p->map->object));
}

static void gather_hits(struct annotate *a)
{
	struct report *rp = &a->rp;

	a->hits = rep_alloc(rp->hist->nr_entries + 1u, sizeof(*a->hits));
	for (uint32_t i = 0; i < rp->hist->nr_entries; i++) {
		const struct hist_entry *s = &rp->hist->entries[i];
		const struct hist_location *p = &rp->locations.all[rp->hist->entries[i].location];

		if (a->threads && !report_has_thread(rp, &rp->hist->whos[s->who]))
			continue;
		if (hist_entry_event(s) < rp->nr_ev && is_location_annotated(a, p))
			a->hits[a->nr_hits++] =
				(struct annotate_hit){ .addr = p->addr,
						       .nr = s->nr,
						       .period = s->period,
						       .object = p->map->object,
						       .sym = p->sym,
						       .event = hist_entry_event(s),
						       .leader =
							       rp->ev[hist_entry_event(s)].leader };
	}
}

static uint32_t members_of_group(const void *ctx, uint32_t leader)
{
	return ((const struct annotate *)ctx)->rp.ev[leader].members;
}

int annotate_gather(struct annotate *a)
{
	int err;

	a->sources.prefix = a->rp.opts->show.prefix;
	a->sources.strip = a->rp.opts->show.prefix_strip;
	gather_hits(a);
	err = annotate_make_funcs(&a->funcs, a->hits, a->nr_hits, members_of_group, a);
	session_set_err(a->rp.s, err);
	return err;
}

void annotate_free(struct annotate *a)
{
	sources_free(&a->sources);
	annotate_free_funcs(&a->funcs);
	free(a->hits);
}
