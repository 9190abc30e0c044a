/* SPDX-License-Identifier: BSD-2-Clause */
/* Decodes, filters and prints samples. */
#include "script/script_sample.h"

#include "base/out_json.h"
#include "object/symbols/object_symbols.h"
#include "script/raw_dump.h"
#include "script/script.h"
#include "script/script_code.h"
#include "script/script_dump.h"
#include "script/script_event.h"
#include "script/script_insn.h"
#include "script/script_line.h"
#include "session/read_group.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/*
 * A sample is skipped if it lacks one of these fields and its event's sample_type has it. A sample
 * that lacks other fields was cut, and is printed.
 */
#define NEED (PDATA_SAMPLE_IP | PDATA_SAMPLE_TID | PDATA_SAMPLE_TIME)

/* Set members that the sample lacks to perf's default values. */
static void fill_missing(const struct script *s, const struct script_event *e,
			 struct pdata_sample *smp)
{
	const struct pdata_sample *d = &s->defaults;
	const uint64_t have = smp->have;

#define SAMPLE_NUMBER(name, bits, value)                                                           \
	if (!(have & (bits)))                                                                      \
		smp->name = d->name;
#define SAMPLE_PART(name, bits, value)
#include "session/sample_numbers.def"
	if (!(have & PDATA_SAMPLE_PERIOD))
		smp->period = e->ev->attr.sample_period;
}

static void print_line(struct script *s, const struct script_line *l)
{
	for (unsigned i = 0; i < l->e->nr_print; i++)
		script_print(s, l, &l->e->print[i]);
	out_char(&s->out, '\n');
	if (l->e->srccode)
		script_print_srccode(s, l);
}

/* Print one JSON object, with members named as in -F. */
static void print_json_line(struct script *s, const struct script_line *l)
{
	struct pd_json j = out_json(&s->out);

	pd_json_open(&j, NULL, '{');
	for (unsigned f = 0; f < SCRIPT_NR_FIELDS; f++)
		if (l->e->shown >> f & 1)
			script_field_json(s, l, &script_fields[f], &j);
	pd_json_close(&j, '}');
	out_char(&s->out, '\n');
}

/* perf skips samples of guests: guests have maps of their own, which are not in the file. */
static bool is_guest(const struct pdata_record *rec)
{
	const uint32_t mode = rec->misc & PDATA_MISC_CPUMODE;

	return mode == PDATA_CPUMODE_GUEST_KERNEL || mode == PDATA_CPUMODE_GUEST_USER;
}

/*
 * Whether a word of --symbols is the address of the sample's symbol, or an address less than
 * --addr-range bytes before the sample.
 */
static bool is_listed_address(const struct script_filter *f, const struct location *w, uint64_t ip)
{
	const uint64_t range = f->addr_range ? f->addr_range : 1;

	for (uint32_t i = 0; i < f->symbols.nr; i++) {
		const char *word = f->symbols.word[i];
		uint64_t addr;

		if (!word_is_address(word, &addr))
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
	struct location w;

	script_resolve(s, l, l->rec->misc & PDATA_MISC_CPUMODE, l->smp->ip, &w);
	if (f->dsos.given &&
	    (!w.map || (!word_list_has(&f->dsos, symbols_dso_short(s->ses.syms, w.map->object)) &&
			!word_list_has(&f->dsos, symbols_dso_long(s->ses.syms, w.map->object)))))
		return false;
	return !f->symbols.given || (w.sym && word_list_has(&f->symbols, w.sym->name)) ||
	       (w.map && is_listed_address(f, &w, l->smp->ip));
}

/* Whether --comms, --pid, --tid, --dsos and --symbols select the sample. */
static bool line_is_wanted(struct script *s, const struct script_line *l)
{
	if (s->filter.thread &&
	    !sample_filter_task(&s->filter, l->th->at.comm, l->th->pid, l->th->tid))
		return false;
	return !s->filter.location || line_passes_location(s, l);
}

static void deliver(struct script *s, struct script_line *l, const struct pdata_event *ev)
{
	l->e = &s->events[ev->index];
	if (!s->raw && !s->types.type[l->e->type].fields)
		return;
	if (!script_filter_time(&s->filter, l->smp->time) ||
	    !script_filter_cpu(&s->filter, l->smp->cpu))
		return;
	l->th = script_threads_at(&s->threads, l->smp->pid, l->smp->tid, l->rec->time, l->rec->seq);
	if (s->raw)
		raw_dump_location(s->raw, l->th, l->rec, l->smp);
	if (is_guest(l->rec) || !s->types.type[l->e->type].fields || !line_is_wanted(s, l))
		return;
	if (!script_filter_event(&s->filter, l->e->ev->index))
		return;
	if (l->e->dump) {
		script_dump_swap(s, l->e);
		script_dump_count(l->e);
	}
	if (s->opts->json)
		print_json_line(s, l);
	else
		print_line(s, l);
	if (l->e->dump)
		script_dump_swap(s, l->e);
}

void script_sample(struct script *s, const struct pdata_record *rec)
{
	const struct script_event *e = &s->events[rec->event->index];
	struct script_line l = { .rec = rec };
	struct read_part part;
	struct pdata_sample smp;

	/*
	 * Silent: the reader counts records that end inside a field, and a message was printed for
	 * a file without events.
	 */
	if (!e->ev || (pdata_sample_decode(rec, e->want, &smp, NULL) &&
		       rec->event->attr.sample_type & NEED & ~smp.have))
		return;
	if (s->use_chain && deferred_chain_join(&s->whole, &smp))
		session_set_err(&s->ses, -ENOMEM);
	if (e->want & ~smp.have || e->want != PDATA_SAMPLE_KNOWN)
		fill_missing(s, e, &smp);
	l.smp = &smp;
	l.period = smp.period;
	if (!s->group || !(smp.have & PDATA_SAMPLE_READ)) {
		deliver(s, &l, rec->event);
		return;
	}
	for (uint64_t i = 0; i < read_group_nr(&smp); i++) {
		if (!read_group_part(s->group, &smp, i, &part))
			continue;
		l.period = part.period;
		deliver(s, &l, part.event);
	}
}
