/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The field ip: one address, or the call chain, whose user frames may be unwound from
 * PERF_SAMPLE_REGS_USER and STACK_USER.
 */
#include "script/script_chain.h"

#include "common/json.h"
#include "console/command.h"
#include "object/symbols/location.h"
#include "object/symbols/object_symbols.h"
#include "script/script.h"
#include "script/script_code.h"
#include "script/script_event.h"
#include "script/script_frame.h"
#include "script/script_line.h"
#include "script/script_put.h"
#include "session/unwind/unwind.h"

#include <stdlib.h>

#define FRAMES_TOGETHER 16u /* frames whose maps are looked up together */

/* State of the walk over a chain. */
struct walk {
	struct script_frames *to;
	uint32_t cpumode;
};

static void add_frame(struct script_frames *f, uint32_t cpumode, uint64_t ip)
{
	if (f->nr == f->cap) {
		f->cap = f->cap ? f->cap * 2 : 256;
		f->frame = rep_grow(f->frame, f->cap, sizeof(*f->frame));
	}
	f->frame[f->nr++] = (struct script_frame){ ip, cpumode, false };
}

/*
 * Add a frame, or apply a PERF_CONTEXT_ mark, which sets the cpumode of the next frames. Return:
 * false if perf does not know the mark.
 */
static bool add_chain_entry(struct walk *w, uint64_t ip)
{
	if (ip < PDATA_CONTEXT_MAX) {
		add_frame(w->to, w->cpumode, ip);
		return true;
	}
	switch (ip) {
	case PDATA_CONTEXT_HV:
		w->cpumode = PDATA_CPUMODE_HYPERVISOR;
		return true;
	case PDATA_CONTEXT_KERNEL:
		w->cpumode = PDATA_CPUMODE_KERNEL;
		return true;
	case PDATA_CONTEXT_USER:
		w->cpumode = PDATA_CPUMODE_USER;
		return true;
	default:
		return false;
	}
}

/* Add the frames of PERF_SAMPLE_CALLCHAIN. perf drops the whole chain at an unknown mark. */
static void add_kernel_chain(struct script_frames *f, const struct pdata_view *ips,
			     uint64_t max_stack)
{
	struct walk w = { f, PDATA_CPUMODE_USER };
	uint64_t nr = 0;

	for (uint64_t i = 0; i < ips->nr && nr < max_stack; i++) {
		uint64_t ip = pdata_u64_at(ips, i);

		nr += ip < PDATA_CONTEXT_MAX;
		if (!add_chain_entry(&w, ip)) {
			f->nr = 0;
			return;
		}
	}
}

/*
 * Add a chain whose user frames come from the hardware call stack. Return: false if the chain has
 * no user part.
 */
static bool add_branch_chain(struct script_frames *f, const struct pdata_sample *smp,
			     uint64_t max_stack)
{
	struct walk w = { f, PDATA_CPUMODE_USER };
	const struct pdata_view *ips = &smp->ips;
	uint64_t nr = ips->nr < max_stack ? ips->nr : max_stack, user = 0;

	while (user < nr && pdata_u64_at(ips, user) != PDATA_CONTEXT_USER)
		user++;
	if (user == nr)
		return false;
	for (uint64_t i = 0; i <= user; i++) {
		if (!add_chain_entry(&w, pdata_u64_at(ips, i))) {
			f->nr = 0;
			return false;
		}
	}
	if (smp->branch.nr)
		add_frame(f, PDATA_CPUMODE_USER, pdata_branch_at(&smp->branch.entries, 0).to);
	for (uint64_t i = 0; i < smp->branch.nr; i++)
		add_frame(f, PDATA_CPUMODE_USER, pdata_branch_at(&smp->branch.entries, i).from);
	return true;
}

static bool has_call_stack(const struct script_line *l)
{
	return l->smp->have & PDATA_SAMPLE_BRANCH_STACK &&
	       l->e->ev->attr.branch_sample_type & PDATA_BRANCH_CALL_STACK;
}

static bool has_user_stack(const struct pdata_sample *smp)
{
	const uint64_t bits = PDATA_SAMPLE_REGS_USER | PDATA_SAMPLE_STACK_USER;

	return (smp->have & bits) == bits && smp->regs_user.values.nr && smp->stack.dyn_size;
}

/*
 * Add the frames unwound from the sample's registers and stack, innermost first. Return: false if
 * the sample gets no chain.
 */
static bool add_unwound_frames(struct unwind *u, const struct script_line *l, uint64_t max_stack,
			       struct script_frames *f)
{
	const struct unwind_sample in = {
		.maps = l->th ? l->th->at.maps : NULL,
		.regs = &l->smp->regs_user,
		.stack = &l->smp->stack,
	};
	const uint64_t *ips;
	uint32_t nr;

	if (!in.maps)
		return true;
	if (unwind_is_refused(u, &in, max_stack))
		return false;
	nr = unwind_frames(u, &in, max_stack, &ips);
	if (f->nr + nr > f->cap) {
		f->cap = f->nr + nr;
		f->frame = rep_grow(f->frame, f->cap, sizeof(*f->frame));
	}
	for (uint32_t i = 0; i < nr; i++)
		f->frame[f->nr++] = (struct script_frame){ ips[i], PDATA_CPUMODE_USER, true };
	return true;
}

bool script_has_cursor(const struct script *s, const struct script_line *l)
{
	return s->use_chain && l->smp->have & PDATA_SAMPLE_CALLCHAIN;
}

bool script_make_chain(struct script *s, const struct script_line *l)
{
	struct script_frames *f = &s->frames;
	const uint64_t max = s->opts->max_stack;

	f->nr = 0;
	if (!has_call_stack(l) || !add_branch_chain(f, l->smp, max))
		add_kernel_chain(f, &l->smp->ips, max);
	return !s->unwind || !has_user_stack(l->smp) || add_unwound_frames(s->unwind, l, max, f);
}

/* perf shows inlined functions in unwound chains only. */
static enum script_addr_kind frame_addr_kind(const struct script *s, const struct script_frame *f,
					     bool caller)
{
	const struct rep_input *in = &s->opts->in;

	if (f->unwound)
		return in->inline_frames || in->inline_all ? SCRIPT_ADDR_UNWOUND
							   : SCRIPT_ADDR_CHAIN;
	if (!in->inline_all || f->cpumode != PDATA_CPUMODE_USER)
		return SCRIPT_ADDR_CHAIN;
	return caller ? SCRIPT_ADDR_CALLER : SCRIPT_ADDR_UNWOUND;
}

/* Whether the chain ends with this frame (--stop-bt). */
static bool is_last(struct script *s, const struct script_line *l, const struct script_frame *f)
{
	struct location w;

	if (!s->filter.stops.nr)
		return false;
	script_resolve(s, l, f->cpumode, f->ip, &w);
	return w.sym && script_filter_stops(&s->filter, w.sym->name);
}

/* Frames of a call chain whose maps are looked up together. */
struct frame_group {
	/* lines of the user frames that were printed lately; NULL: of other frames */
	const struct script_text *line[FRAMES_TOGETHER];
	uint32_t generation;			 /* script_addrs.generation when @line was filled */
	struct pdata_map_at at[FRAMES_TOGETHER]; /* the user frames without a line */
	uint32_t used;				 /* elements of @at whose frames are printed */
};

/* Fill @g with the lines or the maps of those of @nr frames that are user frames. */
static void find_frame_lines(const struct script *s, const struct script_line *l,
			     const struct script_frame *f, uint32_t nr, uint64_t fields,
			     struct frame_group *g)
{
	const struct pdata_thread_at *th = &l->th->at;
	uint32_t n = 0;

	for (uint32_t i = 0; i < nr; i++) {
		g->line[i] = NULL;
		if (f[i].cpumode != PDATA_CPUMODE_USER)
			continue;
		g->line[i] = script_recent_frame(s, th->epoch, f[i].ip, fields);
		if (!g->line[i])
			g->at[n++] = (struct pdata_map_at){ .maps = th->maps, .addr = f[i].ip };
	}
	g->generation = s->addrs.generation;
	g->used = 0;
	resolve_user_maps(g->at, n);
}

/* Print @f, a user frame, which is the frame @n of the group @g. */
static void print_user_frame(struct script *s, const struct script_line *l,
			     const struct script_frame *f, uint64_t fields, struct frame_group *g,
			     uint32_t n)
{
	const struct script_text *line = g->line[n];

	if (line && g->generation == s->addrs.generation)
		put_short(&s->out, line->s, line->len);
	else if (line)
		script_put_addr(s, l, f->cpumode, f->ip, SCRIPT_ADDR_CHAIN, fields);
	else
		script_put_user_frame(s, l->th->at.epoch, &g->at[g->used++], fields);
}

static void print_chain(struct script *s, const struct script_line *l, uint64_t fields)
{
	const struct script_frames *f = &s->frames;
	/* All user frames are SCRIPT_ADDR_CHAIN, and no frame ends the chain early. */
	const bool straight = l->th && script_frame_is_plain(fields) && !s->unwind &&
			      !s->opts->in.inline_all && !s->filter.stops.nr;
	struct frame_group g;
	bool caller = false; /* the first user frame is no return address */

	out_char(&s->out, '\n');
	for (uint32_t i = 0; i < f->nr; i++) {
		const struct script_frame *fr = &f->frame[i];
		const bool user = fr->cpumode == PDATA_CPUMODE_USER;
		const uint32_t n = i % FRAMES_TOGETHER, left = f->nr - i;

		if (straight && !n)
			find_frame_lines(s, l, fr, left < FRAMES_TOGETHER ? left : FRAMES_TOGETHER,
					 fields, &g);
		if (straight && user)
			print_user_frame(s, l, fr, fields, &g, n);
		else
			script_put_addr(s, l, fr->cpumode, fr->ip, frame_addr_kind(s, fr, caller),
					fields);
		if (!straight && is_last(s, l, fr))
			break;
		caller |= user;
	}
}

void script_print_ip(struct script *s, const struct script_line *l, const struct script_field *f)
{
	const uint64_t fields = s->types.type[l->e->type].ip_fields;

	(void)f;
	if (script_has_cursor(s, l) && script_make_chain(s, l)) {
		print_chain(s, l, fields);
		return;
	}
	out_char(&s->out, ' ');
	script_put_addr(s, l, l->rec->misc & PDATA_MISC_CPUMODE, l->smp->ip, SCRIPT_ADDR_IP,
			fields);
}

/* Add the field srcline. @in: the frame of debugging information; NULL: there is none. */
static void add_json_line(struct script *s, struct pd_json *j, const struct location *w,
			  uint64_t ip, enum script_addr_kind kind, const struct sym_frame *in)
{
	struct out *o = &s->scratch;

	o->len = 0;
	if (in)
		script_put_inlined_line(s, o, w, in);
	else
		script_put_line(s, o, w, ip,
				kind == SCRIPT_ADDR_UNWOUND || kind == SCRIPT_ADDR_CALLER);
	if (o->len)
		pd_json_mem(j, "srcline", o->buf, o->len);
}

static void add_json_function(struct script *s, struct pd_json *j, const struct script_line *l,
			      const struct location *w, uint64_t ip, enum script_addr_kind kind,
			      const struct sym_frame *in)
{
	const uint64_t fields = l->e->fields;

	pd_json_open(j, NULL, '{');
	pd_json_addr(j, "ip", ip);
	if (fields & SCRIPT_F(sym) && w->sym)
		pd_json_str(j, "sym", w->sym->name);
	if (fields & SCRIPT_F(symoff) && w->sym)
		pd_json_u64(j, "symoff", w->addr - w->sym->start);
	if (fields & SCRIPT_F(dso) && w->map)
		pd_json_str(j, "dso", symbols_dso_long(s->ses.syms, w->map->object));
	if (fields & SCRIPT_F(dsoff) && w->map)
		pd_json_addr(j, "dsoff", w->addr);
	if (fields & SCRIPT_F(srcline))
		add_json_line(s, j, w, ip, kind, in);
	if (in && w->sym && w->sym->inlined)
		pd_json_fmt(j, "inlined", "true");
	pd_json_close(j, '}');
}

/* Add the functions at the address @ip: the function of the symbol after those inlined there. */
static void add_json_frame(struct script *s, struct pd_json *j, const struct script_line *l,
			   uint32_t cpumode, uint64_t ip, enum script_addr_kind kind)
{
	const struct sym_frame *f;
	struct location w;
	uint32_t nr;

	script_resolve(s, l, cpumode, ip, &w);
	nr = script_inlines(s, &w, kind, &f);
	if (!nr)
		add_json_function(s, j, l, &w, ip, kind, NULL);
	for (uint32_t i = 0; i < nr; i++) {
		w.sym = f[i].sym;
		add_json_function(s, j, l, &w, ip, kind, &f[i]);
	}
}

static void add_json_chain(struct script *s, struct pd_json *j, const struct script_line *l)
{
	const struct script_frames *f = &s->frames;
	bool caller = false; /* see print_chain() */

	for (uint32_t i = 0; i < f->nr; i++) {
		const struct script_frame *fr = &f->frame[i];

		add_json_frame(s, j, l, fr->cpumode, fr->ip, frame_addr_kind(s, fr, caller));
		if (is_last(s, l, fr))
			break;
		caller |= fr->cpumode == PDATA_CPUMODE_USER;
	}
}

/*
 * Add the frames of the chain to the JSON object, innermost first; without a chain the sample's ip
 * alone.
 */
void script_json_frames(struct script *s, const struct script_line *l,
			const struct script_field *field, struct pd_json *j)
{
	pd_json_open(j, field->json_name, '[');
	if (script_has_cursor(s, l) && script_make_chain(s, l))
		add_json_chain(s, j, l);
	else
		add_json_frame(s, j, l, l->rec->misc & PDATA_MISC_CPUMODE, l->smp->ip,
			       SCRIPT_ADDR_IP);
	pd_json_close(j, ']');
}

void script_chain_init(struct script *s)
{
	s->unwind = s->use_chain ? unwind_open(&s->ses) : NULL;
}

int script_chain_err(const struct script *s)
{
	return unwind_err(s->unwind);
}

void script_chain_free(struct script *s)
{
	unwind_warn(s->unwind, &s->ses);
	unwind_free(s->unwind);
	s->unwind = NULL;
	free(s->frames.frame);
	s->frames = (struct script_frames){ 0 };
}
