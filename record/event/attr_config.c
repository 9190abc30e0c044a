/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Fills the perf_event_attr of every event from the options and the event's terms: sample type,
 * period, call chains, and side-band flags.
 */
#include "base/output_opts.h"
#include "base/recorder.h"
#include "event/aux_opts.h"
#include "event/aux_unit.h"
#include "event/count_opts.h"
#include "event/event_parser.h"
#include "event/events.h"
#include "event/sample_opts.h"
#include "event/side_opts.h"
#include "kernel/open_errors.h"
#include "kernel/sample_regs.h"
#include "kernel/target_opts.h"

#include <string.h>

/*
 * The attrs are those of perf-record(1) with the same options, so that recordings of both can be
 * compared field by field.
 */

static void set_event_attr_flag(struct pdata_attr *at, enum pdata_attr_bit bit, bool on)
{
	at->flags = (at->flags & ~(UINT64_C(1) << bit)) | (uint64_t)on << bit;
}

static void config_callchain(struct rec_event *e, const struct rec_opts *o,
			     const struct rec_callchain *c)
{
	struct pdata_attr *at = &e->attr;

	at->sample_type |= PDATA_SAMPLE_CALLCHAIN;
	at->sample_max_stack = c->max_stack;
	if (o->sample->kernel_callchains)
		set_event_attr_flag(at, PDATA_ATTR_EXCLUDE_CALLCHAIN_USER, true);
	if (o->sample->user_callchains)
		set_event_attr_flag(at, PDATA_ATTR_EXCLUDE_CALLCHAIN_KERNEL, true);
	if (c->mode == REC_CG_LBR) {
		if (o->sample->branch || pdata_attr_flag(at, PDATA_ATTR_EXCLUDE_USER)) {
			rec_warn("%s: --call-graph lbr does not work with -b, -j or the modifier "
				 ":k; call chains are recorded by frame pointers (fp) instead",
				 e->name);
			return;
		}
		at->sample_type |= PDATA_SAMPLE_BRANCH_STACK;
		at->branch_sample_type = PDATA_BRANCH_USER | PDATA_BRANCH_CALL_STACK |
					 PDATA_BRANCH_NO_CYCLES | PDATA_BRANCH_NO_FLAGS |
					 PDATA_BRANCH_HW_INDEX;
	}
	if (c->mode == REC_CG_DWARF) {
		at->sample_type |= PDATA_SAMPLE_REGS_USER | PDATA_SAMPLE_STACK_USER;
		if (o->sample->user_regs)
			rec_warn("--user-regs may leave out registers that --call-graph dwarf "
				 "needs; call chains may be incomplete");
		at->sample_regs_user |= o->sample->user_regs ? rec_regs_minimal()
							     : rec_regs_all_user();
		at->sample_stack_user = c->stack_size;
		set_event_attr_flag(at, PDATA_ATTR_EXCLUDE_CALLCHAIN_USER, true);
	}
}

static void reset_callchain(struct rec_event *e, const struct rec_callchain *c)
{
	struct pdata_attr *at = &e->attr;

	at->sample_type &= ~PDATA_SAMPLE_CALLCHAIN;
	if (c->mode == REC_CG_LBR) {
		at->sample_type &= ~PDATA_SAMPLE_BRANCH_STACK;
		at->branch_sample_type = 0;
	}
	if (c->mode == REC_CG_DWARF) {
		at->sample_type &= ~(PDATA_SAMPLE_REGS_USER | PDATA_SAMPLE_STACK_USER);
		at->sample_regs_user = 0;
		at->sample_stack_user = 0;
		set_event_attr_flag(at, PDATA_ATTR_EXCLUDE_CALLCHAIN_USER, false);
	}
}

static void callchain_terms(struct rec_event *e, const struct rec_opts *o)
{
	struct rec_callchain c = { .mode = o->sample->callchain.mode, .stack_size = 8192 };
	const struct rec_terms *t = &e->terms;

	if (!(t->set & (REC_TERM_CALLGRAPH | REC_TERM_STACK_SIZE | REC_TERM_MAX_STACK)))
		return;
	bool on = false;

	if (t->set & REC_TERM_CALLGRAPH) {
		rec_parse_callgraph(t->callgraph,
				    &c); /* cannot fail: term_callgraph() checked it */
		on = c.mode != REC_CG_NONE;
	} else if (t->set & REC_TERM_MAX_STACK) {
		c.mode = REC_CG_FP;
		on = true;
	}
	if (t->set & REC_TERM_MAX_STACK)
		c.max_stack = t->max_stack;
	if (t->set & REC_TERM_STACK_SIZE)
		c.stack_size = t->stack_size;
	if (o->sample->callchain.mode != REC_CG_NONE)
		reset_callchain(e, &o->sample->callchain);
	if (!on)
		return;
	if (c.mode == REC_CG_DWARF) {
		e->attr.sample_type |= PDATA_SAMPLE_ADDR | PDATA_SAMPLE_DATA_SRC;
		set_event_attr_flag(&e->attr, PDATA_ATTR_MMAP_DATA, e->tracking);
	}
	config_callchain(e, o, &c);
}

static void apply_terms(struct rec_event *e, const struct rec_opts *o)
{
	const struct rec_terms *t = &e->terms;
	struct pdata_attr *at = &e->attr;

	if (t->set & REC_TERM_PERIOD) {
		at->sample_period = t->period;
		set_event_attr_flag(at, PDATA_ATTR_FREQ, false);
		at->sample_type &= ~PDATA_SAMPLE_PERIOD;
	}
	if (t->set & REC_TERM_FREQ) {
		at->sample_period = t->freq;
		set_event_attr_flag(at, PDATA_ATTR_FREQ, true);
		at->sample_type |= PDATA_SAMPLE_PERIOD;
	}
	if (t->set & REC_TERM_TIME)
		at->sample_type = (at->sample_type & ~PDATA_SAMPLE_TIME) |
				  (t->time ? PDATA_SAMPLE_TIME : 0);
	if (t->set & REC_TERM_BRANCH) {
		at->branch_sample_type = t->branch;
		at->sample_type &= ~PDATA_SAMPLE_BRANCH_STACK;
		if (t->branch)
			at->sample_type |= PDATA_SAMPLE_BRANCH_STACK;
	}
	if (t->set & REC_TERM_INHERIT)
		set_event_attr_flag(at, PDATA_ATTR_INHERIT, t->inherit);
	if (t->set & REC_TERM_OVERWRITE)
		set_event_attr_flag(at, PDATA_ATTR_WRITE_BACKWARD, t->overwrite);
	callchain_terms(e, o);
}

static void config_period(struct rec_event *e, const struct rec_opts *o)
{
	struct pdata_attr *at = &e->attr;

	if (!at->sample_period || o->count->freq || o->count->period) {
		set_event_attr_flag(at, PDATA_ATTR_FREQ, !o->count->period);
		at->sample_period = o->count->period ? o->count->period
				    : o->count->freq ? o->count->freq
						     : 4000;
	}
	if (pdata_attr_flag(at, PDATA_ATTR_FREQ))
		at->sample_type |= PDATA_SAMPLE_PERIOD;
	if (o->count->no_samples)
		at->sample_period = 0;
}

/* Set the bits of sample_type that follow from the options alone. */
static void config_sample_type(struct rec_event *e, const struct rec_opts *o,
			       const struct rec_targets *t)
{
	const struct {
		bool on;
		uint64_t bits;
	} rows[] = {
		{ o->sample->data_addr, PDATA_SAMPLE_ADDR | PDATA_SAMPLE_DATA_SRC },
		{ t->has_cpu || o->sample->sample_cpu, PDATA_SAMPLE_CPU },
		{ o->sample->time && (!o->target->no_inherit || t->has_cpu ||
				      !o->target->per_thread || o->sample->time_set),
		  PDATA_SAMPLE_TIME },
		{ o->sample->raw, PDATA_SAMPLE_TIME | PDATA_SAMPLE_RAW | PDATA_SAMPLE_CPU },
		{ o->sample->phys_data, PDATA_SAMPLE_PHYS_ADDR },
		{ o->sample->branch && !rec_is_dummy(e), PDATA_SAMPLE_BRANCH_STACK },
		{ o->sample->weight, PDATA_SAMPLE_WEIGHT_STRUCT },
		{ o->side->cgroups, PDATA_SAMPLE_CGROUP },
		{ o->sample->data_page_size, PDATA_SAMPLE_DATA_PAGE_SIZE },
		{ o->sample->code_page_size, PDATA_SAMPLE_CODE_PAGE_SIZE },
		{ o->sample->transaction, PDATA_SAMPLE_TRANSACTION },
		{ o->sample->intr_regs && !rec_is_dummy(e), PDATA_SAMPLE_REGS_INTR },
		{ o->sample->user_regs && !rec_is_dummy(e), PDATA_SAMPLE_REGS_USER },
	};

	for (size_t i = 0; i < REC_NR(rows); i++)
		if (rows[i].on)
			e->attr.sample_type |= rows[i].bits;
	if (o->sample->branch && !rec_is_dummy(e))
		e->attr.branch_sample_type = o->sample->branch;
	if (!rec_is_dummy(e)) {
		e->attr.sample_regs_intr = o->sample->intr_regs;
		e->attr.sample_regs_user |= o->sample->user_regs;
	}
}

static void config_tracking(struct rec_event *e, const struct rec_opts *o,
			    const struct rec_targets *t)
{
	struct pdata_attr *at = &e->attr;
	const bool on = e->tracking;

	set_event_attr_flag(at, PDATA_ATTR_TASK, on);
	set_event_attr_flag(at, PDATA_ATTR_MMAP, on);
	set_event_attr_flag(at, PDATA_ATTR_MMAP2, on);
	set_event_attr_flag(at, PDATA_ATTR_COMM, on);
	set_event_attr_flag(at, PDATA_ATTR_COMM_EXEC, on);
	set_event_attr_flag(at, PDATA_ATTR_KSYMBOL, on);
	set_event_attr_flag(at, PDATA_ATTR_BPF_EVENT, on && !o->side->no_bpf_event);
	set_event_attr_flag(at, PDATA_ATTR_BUILD_ID, on && !o->side->no_build_id);
	if (o->sample->data_addr)
		set_event_attr_flag(at, PDATA_ATTR_MMAP_DATA, on);
	if (o->side->namespaces)
		set_event_attr_flag(at, PDATA_ATTR_NAMESPACES, on);
	if (o->side->cgroups)
		set_event_attr_flag(at, PDATA_ATTR_CGROUP, on);
	if (o->side->switch_events)
		set_event_attr_flag(at, PDATA_ATTR_CONTEXT_SWITCH, on);
	/* The kernel writes TEXT_POKE records for CPU-wide events only. */
	if (o->out->kcore)
		set_event_attr_flag(at, PDATA_ATTR_TEXT_POKE, on && t->has_cpu);
}

static void config_start(struct rec_event *e, uint32_t index, const struct rec_opts *o,
			 const struct rec_targets *t)
{
	struct pdata_attr *at = &e->attr;

	if (e->leader == index)
		set_event_attr_flag(at, PDATA_ATTR_DISABLED, true);
	if (t->command_only && e->leader == index && (!o->count->delay_ms || e->on_exec))
		set_event_attr_flag(at, PDATA_ATTR_ENABLE_ON_EXEC, true);
	if (e->immediate) {
		set_event_attr_flag(at, PDATA_ATTR_DISABLED, false);
		set_event_attr_flag(at, PDATA_ATTR_ENABLE_ON_EXEC, false);
	}
}

static void config_event(struct rec_evlist *l, uint32_t index, const struct rec_opts *o,
			 const struct rec_targets *t)
{
	struct rec_event *e = &l->ev[index];
	struct pdata_attr *at = &e->attr;

	set_event_attr_flag(at, PDATA_ATTR_SAMPLE_ID_ALL, true);
	/*
	 * The ring of the side-band event is not in overwrite mode, because samples cannot be
	 * interpreted without the oldest records of tasks and maps.
	 */
	set_event_attr_flag(at, PDATA_ATTR_WRITE_BACKWARD,
			    o->count->overwrite && !(rec_is_dummy(e) && e->tracking));
	set_event_attr_flag(at, PDATA_ATTR_INHERIT, !o->target->no_inherit);
	at->read_format = PDATA_FORMAT_LOST | PDATA_FORMAT_ID;
	at->sample_type |= PDATA_SAMPLE_IP | PDATA_SAMPLE_TID;
	if (e->sample_read) {
		at->sample_type |= PDATA_SAMPLE_READ | PDATA_SAMPLE_ID;
		if (l->ev[e->leader].nr_members > 1) {
			at->read_format |= PDATA_FORMAT_GROUP;
			set_event_attr_flag(at, PDATA_ATTR_INHERIT, false);
		}
	}
	config_period(e, o);
	if (o->count->inherit_stat) {
		at->read_format |= PDATA_FORMAT_TOTAL_TIME_ENABLED |
				   PDATA_FORMAT_TOTAL_TIME_RUNNING;
		set_event_attr_flag(at, PDATA_ATTR_INHERIT_STAT, true);
	}
	if (o->count->running_time)
		at->read_format |= PDATA_FORMAT_TOTAL_TIME_ENABLED |
				   PDATA_FORMAT_TOTAL_TIME_RUNNING;
	if (o->sample->callchain.mode != REC_CG_NONE)
		config_callchain(e, o, &o->sample->callchain);
	config_sample_type(e, o, t);
	config_tracking(e, o, t);
	if (o->count->no_buffering)
		at->wakeup_events = 1;
	config_start(e, index, o, t);
	if (o->count->use_clockid) {
		set_event_attr_flag(at, PDATA_ATTR_USE_CLOCKID, true);
		at->clockid = o->count->clockid;
	}
	if (e->precise_max)
		at->flags |= UINT64_C(3) << PDATA_ATTR_PRECISE_IP;
	if (o->count->all_user || o->count->all_kernel) {
		set_event_attr_flag(at, PDATA_ATTR_EXCLUDE_KERNEL, o->count->all_user);
		set_event_attr_flag(at, PDATA_ATTR_EXCLUDE_USER, o->count->all_kernel);
	}
	apply_terms(e, o);
	if (o->sample->sample_period_set)
		at->sample_type = (at->sample_type & ~PDATA_SAMPLE_PERIOD) |
				  (o->sample->sample_period ? PDATA_SAMPLE_PERIOD : 0);
	if (rec_is_dummy(e))
		at->sample_type &= ~PDATA_SAMPLE_BRANCH_STACK;
}

/* Members of a :S group do not sample: the leader's samples have the counts of all members. */
static void config_group_read(struct rec_evlist *l)
{
	for (uint32_t i = 0; i < l->nr; i++) {
		struct rec_event *e = &l->ev[i], *leader = &l->ev[e->leader];

		if (e == leader || !leader->sample_read)
			continue;
		if (!(e->terms.set & (REC_TERM_PERIOD | REC_TERM_FREQ))) {
			set_event_attr_flag(&e->attr, PDATA_ATTR_FREQ, false);
			e->attr.sample_period = 0;
		}
		e->attr.sample_type = leader->attr.sample_type;
	}
}

/*
 * With several events each record must have the id of its event. If their sample_types differ,
 * PERF_SAMPLE_IDENTIFIER is used, because its position is the same in all records.
 */
static void config_ids(struct rec_evlist *l, const struct rec_opts *o)
{
	bool differ = o->sample->sample_identifier;

	for (uint32_t i = 1; i < l->nr; i++)
		if (l->ev[i].attr.sample_type != l->ev[0].attr.sample_type)
			differ = true;
	if (l->nr < 2 && !differ && !o->out->pipe)
		return;
	for (uint32_t i = 0; i < l->nr; i++) {
		uint64_t *st = &l->ev[i].attr.sample_type;

		if (differ)
			*st = (*st & ~PDATA_SAMPLE_ID) | PDATA_SAMPLE_IDENTIFIER;
		else
			*st |= PDATA_SAMPLE_ID;
	}
}

/*
 * Add a dummy event that gets the side-band records, where the tracking event would miss some of
 * them: while events are not enabled yet (-D, or system-wide synthesis of what already runs) tasks
 * and maps already change, and a ring in overwrite mode loses its oldest records.
 */
static void add_side_band(struct rec_opts *o, struct rec_evlist *l, const struct rec_targets *t)
{
	struct rec_event *e = NULL;

	if (!o->count->delay_ms && !o->count->nr_toggles && !t->has_cpu &&
	    !o->count->overwrite_any && !o->aux->aux_bytes)
		return;
	for (uint32_t i = 0; i < l->nr && !e; i++)
		if (l->ev[i].tracking && rec_is_dummy(&l->ev[i]))
			e = &l->ev[i];
	if (!e) {
		const struct pdata_attr at = { .type = PDATA_TYPE_SOFTWARE,
					       .config = PDATA_COUNT_SW_DUMMY,
					       .sample_period = 1 };

		for (uint32_t i = 0; i < l->nr; i++)
			l->ev[i].tracking = false;
		e = rec_event_add(l, &at, NULL);
		e->name = "dummy:HG";
		e->tracking = true;
		e->made_up = true;
	}
	if (t->command_only)
		e->on_exec = true;
	else
		e->immediate = true;
}

static int config_freq(struct rec_opts *o)
{
	const char *setting = rec_sysctl(REC_SYSCTL_RATE)->name;
	int64_t max = rec_sysctl_value(REC_SYSCTL_RATE);

	if (o->count->freq_max)
		o->count->freq = max > 0 ? (uint64_t)max : 4000;
	if (o->count->freq && o->count->period)
		return rec_error("-F and -c exclude each other");
	if (max <= 0 || o->count->period ||
	    (o->count->freq ? o->count->freq : 4000) <= (uint64_t)max)
		return 0;
	if (o->count->strict_freq)
		return rec_error("-F %llu is above the limit kernel.%s (%lld); without "
				 "--strict-freq the recorder lowers -F to the limit",
				 (unsigned long long)o->count->freq, setting, (long long)max);
	rec_warn("-F is lowered to %lld Hz, the limit of kernel.%s", (long long)max, setting);
	o->count->freq = (uint64_t)max;
	return 0;
}

/*
 * Add the event of --off-cpu, whose samples the recorder makes itself. Options that exclude it are
 * an error.
 */
static int add_offcpu_event(struct rec_opts *o, struct rec_evlist *l)
{
	const struct pdata_attr at = { .type = PDATA_TYPE_SOFTWARE,
				       .config = PDATA_COUNT_SW_BPF_OUTPUT,
				       .sample_type = PDATA_SAMPLE_CALLCHAIN,
				       .sample_period = 1,
				       .flags = UINT64_C(1) << PDATA_ATTR_FREQ };
	struct rec_event *e;

	if (!o->count->off_cpu)
		return 0;
	if (o->target->cgroups_of || o->out->sw.enabled)
		return rec_error("--off-cpu and %s exclude each other",
				 o->target->cgroups_of ? "-G" : "--switch-output");
	e = rec_event_add(l, &at, REC_OFFCPU_NAME);
	e->named = true;
	e->off_cpu = true;
	return 0;
}

/* Keep only the sample fields that the recorder can fill. */
static void restrict_offcpu_attr(struct rec_event *e)
{
	if (e->off_cpu)
		e->attr.sample_type &= PDATA_SAMPLE_IDENTIFIER | PDATA_SAMPLE_IP |
				       PDATA_SAMPLE_TID | PDATA_SAMPLE_TIME | PDATA_SAMPLE_ID |
				       PDATA_SAMPLE_CPU | PDATA_SAMPLE_PERIOD |
				       PDATA_SAMPLE_CALLCHAIN;
}

int rec_attr_config(struct rec_opts *o, struct rec_evlist *l, const struct rec_targets *t)
{
	if (config_freq(o))
		return -1;
	if (o->sample->callchain.mode == REC_CG_DWARF)
		o->sample->data_addr =
			true; /* for mmap_data: unwinding must know the maps of data */
	o->count->overwrite_any = o->count->overwrite;
	for (uint32_t i = 0; i < l->nr; i++)
		if ((l->ev[i].terms.set & REC_TERM_OVERWRITE) && l->ev[i].terms.overwrite)
			o->count->overwrite_any = true;
	if (add_offcpu_event(o, l) || rec_aux_config(o, l))
		return -1;
	add_side_band(o, l, t);
	if (o->count->group)
		for (uint32_t i = 0; i < l->nr; i++) {
			l->ev[i].leader = 0;
			l->ev[0].nr_members = l->nr;
		}
	for (uint32_t i = 0; i < l->nr; i++)
		config_event(l, i, o, t);
	for (uint32_t i = 0; i < l->nr; i++)
		restrict_offcpu_attr(&l->ev[i]);
	config_group_read(l);
	if (rec_aux_attrs(o, l, t))
		return -1;
	config_ids(l, o);
	return 0;
}
