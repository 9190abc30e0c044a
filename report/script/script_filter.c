/* SPDX-License-Identifier: BSD-2-Clause */
/* Which samples of `pdata script` pass the options --comms, --dsos, --symbols and --addr-range. */
#include "object/symbols/object_symbols.h"
#include "profile/filter/sample_filter.h"
#include "script/script.h"
#include "script/script_addr.h"
#include "script/script_code.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool passes_thread(const struct script_filter *f, const struct script_line *l)
{
	return (!f->comms.given || word_list_has(&f->comms, l->th->at.comm)) &&
	       script_filter_thread(f, l->th->pid, l->th->tid);
}

/*
 * Words of --symbols may be addresses: where a symbol begins, or the sample itself, or what is
 * near before it.
 */
static bool is_listed_address(const struct script_filter *f, const struct script_location *w,
			      uint64_t ip)
{
	const uint64_t range = f->addr_range ? f->addr_range : 1;
	char *end;

	for (uint32_t i = 0; i < f->symbols.nr; i++) {
		const char *word = f->symbols.word[i];
		uint64_t addr;

		errno = 0;
		addr = strtoull(word, &end, 16);
		if (errno || end == word || *end)
			continue;
		if (ip >= addr && ip - addr < range)
			return true;
		if (w->sym && !strncmp(word, "0x", 2) && ip - (w->addr - w->sym->start) == addr)
			return true;
	}
	return false;
}

static bool line_passes_location(struct script *s, const struct script_line *l)
{
	const struct script_filter *f = &s->filter;
	struct script_location w;

	script_resolve(s, l, l->rec->misc & PDATA_MISC_CPUMODE, l->smp->ip, &w);
	if (f->dsos.given &&
	    (!w.map || (!word_list_has(&f->dsos, symbols_dso_short(s->ses.syms, w.map->object)) &&
			!word_list_has(&f->dsos, symbols_dso_long(s->ses.syms, w.map->object)))))
		return false;
	return !f->symbols.given || (w.sym && word_list_has(&f->symbols, w.sym->name)) ||
	       (w.map && is_listed_address(f, &w, l->smp->ip));
}

bool script_line_wanted(struct script *s, const struct script_line *l)
{
	if (s->filter.thread && !passes_thread(&s->filter, l))
		return false;
	return !s->filter.place || line_passes_location(s, l);
}
