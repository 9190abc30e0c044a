/* SPDX-License-Identifier: BSD-2-Clause */
/* Prints the records that perf itself writes, as perf does. */

#include "base/array.h"
#include "session/cpu_map.h"
#include "session/describe/record_text.h"

#define U(v) ((unsigned long long)(v))

/* Tags of STAT_CONFIG. */
enum { STAT_AGGR_MODE = 0, STAT_INTERVAL = 1, STAT_SCALE = 2 };

#define NS_PER_S 1000000000u
#define AUX_ERROR_ITRACE 1u
#define TIME_CONV_SHORT 32 /* bytes of a TIME_CONV without the members added later */

static void put_event_update(struct out *o, const struct pdata_record *rec,
			     const struct pdata_value *v)
{
	const struct pdata_event_update *e = &v->u.event_update;
	double scale;

	(void)rec;
	out_printf(o, "\n... id:    %llu\n... ", U(e->id));
	switch (e->type) {
	case PDATA_EVENT_UPDATE_SCALE:
		memcpy(&scale, &e->scale, sizeof(scale));
		out_printf(o, "scale: %f\n", scale);
		break;
	case PDATA_EVENT_UPDATE_UNIT:
		out_printf(o, "unit:  %s\n", e->text);
		break;
	case PDATA_EVENT_UPDATE_NAME:
		out_printf(o, "name:  %s\n", e->text);
		break;
	case PDATA_EVENT_UPDATE_CPUS:
		cpu_map_print(o, &e->cpus);
		out_char(o, '\n');
		break;
	default:
		out_str(o, "unknown type\n");
		break;
	}
}

static void put_round(struct out *o, const struct pdata_record *rec, const struct pdata_value *v)
{
	(void)rec;
	(void)v;
	out_char(o, '\n');
}

static void put_id_index(struct out *o, const struct pdata_record *rec, const struct pdata_value *v)
{
	const struct pdata_id_index *x = &v->u.id_index;

	(void)rec;
	out_printf(o, " nr: %llu\n", U(x->entries.nr));
	for (uint64_t i = 0; i < x->entries.nr; i++) {
		struct pdata_id_entry e = pdata_id_entry_at(&x->entries, i);

		out_printf(o, " ... id: %llu  idx: %llu  cpu: %lld  tid: %lld", U(e.id), U(e.idx),
			   (long long)e.cpu, (long long)e.tid);
		if (i < x->guests.nr) {
			struct pdata_id_guest g = pdata_id_guest_at(&x->guests, i);

			out_printf(o, "  machine_pid: %lld  vcpu: %llu", (long long)g.machine_pid,
				   U(g.vcpu));
		}
		out_char(o, '\n');
	}
}

static void put_auxtrace_info(struct out *o, const struct pdata_record *rec,
			      const struct pdata_value *v)
{
	(void)rec;
	out_printf(o, " type: %u\n", v->u.auxtrace_info.type);
}

static void put_auxtrace(struct out *o, const struct pdata_record *rec, const struct pdata_value *v)
{
	const struct pdata_auxtrace *a = &v->u.auxtrace;

	(void)rec;
	out_str(o, " size: ");
	record_text_hex(o, a->blob_size);
	out_str(o, "  offset: ");
	record_text_hex(o, a->offset);
	out_str(o, "  ref: ");
	record_text_hex(o, a->reference);
	out_printf(o, "  idx: %u  tid: %d  cpu: %d\n", a->idx, (int)a->tid, (int)a->cpu);
}

static void put_auxtrace_error(struct out *o, const struct pdata_record *rec,
			       const struct pdata_value *v)
{
	const struct pdata_auxtrace_error *e = &v->u.auxtrace_error;

	(void)rec;
	out_printf(o, " %s error type %u time ",
		   e->type == AUX_ERROR_ITRACE ? "instruction trace" : "unknown AUX", e->type);
	if (e->fmt && e->time)
		out_printf(o, "%llu.%09llu", U(e->time / NS_PER_S), U(e->time % NS_PER_S));
	else
		out_char(o, '0');
	if (e->fmt >= 2 && e->machine_pid)
		out_printf(o, " machine_pid %d vcpu %d", (int)e->machine_pid, (int)e->vcpu);
	out_printf(o, " cpu %d pid %d tid %d ip ", (int)e->cpu, (int)e->pid, (int)e->tid);
	record_text_hex(o, e->ip);
	out_printf(o, " code %u: ", e->code);
	out_mem(o, e->msg.s, strnlen(e->msg.s, e->msg.len));
	out_char(o, '\n');
}

static void put_thread_map(struct out *o, const struct pdata_record *rec,
			   const struct pdata_value *v)
{
	const struct pdata_view *e = &v->u.thread_map.entries;

	(void)rec;
	out_printf(o, " nr: %d thread%s: ", (int)e->nr, e->nr > 1 ? "s" : "");
	for (uint64_t i = 0; i < e->nr; i++)
		out_printf(o, "%s%d", i ? ", " : "", (int)pdata_thread_entry_at(e, i).tid);
	out_char(o, '\n');
}

static void put_cpu_map(struct out *o, const struct pdata_record *rec, const struct pdata_value *v)
{
	(void)rec;
	out_str(o, ": ");
	cpu_map_print(o, &v->u.cpu_map);
	out_char(o, '\n');
}

static void put_stat_config(struct out *o, const struct pdata_record *rec,
			    const struct pdata_value *v)
{
	const struct pdata_view *entries = &v->u.stat_config.entries;
	uint64_t value[STAT_SCALE + 1] = { 0 };

	(void)rec;
	for (uint64_t i = 0; i < entries->nr; i++) {
		struct pdata_stat_config_entry e = pdata_stat_config_entry_at(entries, i);

		if (e.tag < REP_NR(value))
			value[e.tag] = e.value;
	}
	out_printf(o, "\n... aggr_mode %d\n... scale     %d\n... interval  %u\n",
		   (int)value[STAT_AGGR_MODE], (int)value[STAT_SCALE],
		   (unsigned)value[STAT_INTERVAL]);
}

static void put_stat(struct out *o, const struct pdata_record *rec, const struct pdata_value *v)
{
	const struct pdata_stat *s = &v->u.stat;

	(void)rec;
	out_printf(o, "\n... id %llu, cpu %d, thread %d\n", U(s->id), (int)s->cpu, (int)s->thread);
	out_printf(o, "... value %llu, enabled %llu, running %llu\n", U(s->val), U(s->ena),
		   U(s->run));
}

static void put_stat_round(struct out *o, const struct pdata_record *rec,
			   const struct pdata_value *v)
{
	(void)rec;
	out_printf(o, "\n... time %llu, type %s\n", U(v->u.stat_round.time),
		   v->u.stat_round.type == 1 ? "FINAL" : "INTERVAL");
}

static void put_time_conv(struct out *o, const struct pdata_record *rec,
			  const struct pdata_value *v)
{
	const struct pdata_time_conv *t = &v->u.time_conv;

	out_printf(o,
		   "\n... Time Shift      %llu\n... Time Muliplier  %llu\n... Time Zero       "
		   "%llu\n",
		   U(t->time_shift), U(t->time_mult), U(t->time_zero));
	if (rec->size <= TIME_CONV_SHORT)
		return;
	out_printf(o, "... Time Cycles     %llu\n... Time Mask       ", U(t->time_cycles));
	record_text_hex(o, t->time_mask);
	out_printf(o, "\n... Cap Time Zero   %d\n... Cap Time Short  %d\n", t->cap_user_time_zero,
		   t->cap_user_time_short);
}

static const struct {
	uint32_t type;
	void (*put)(struct out *o, const struct pdata_record *rec, const struct pdata_value *v);
} rows[] = {
	{ PDATA_RECORD_EVENT_UPDATE, put_event_update },
	{ PDATA_RECORD_FINISHED_ROUND, put_round },
	{ PDATA_RECORD_ID_INDEX, put_id_index },
	{ PDATA_RECORD_AUXTRACE_INFO, put_auxtrace_info },
	{ PDATA_RECORD_AUXTRACE, put_auxtrace },
	{ PDATA_RECORD_AUXTRACE_ERROR, put_auxtrace_error },
	{ PDATA_RECORD_THREAD_MAP, put_thread_map },
	{ PDATA_RECORD_CPU_MAP, put_cpu_map },
	{ PDATA_RECORD_STAT_CONFIG, put_stat_config },
	{ PDATA_RECORD_STAT, put_stat },
	{ PDATA_RECORD_STAT_ROUND, put_stat_round },
	{ PDATA_RECORD_TIME_CONV, put_time_conv },
};

bool record_text_user(struct out *o, const struct pdata_record *rec, const struct pdata_value *v)
{
	for (size_t i = 0; i < REP_NR(rows); i++) {
		if (rows[i].type == rec->type) {
			rows[i].put(o, rec, v);
			return true;
		}
	}
	return false;
}
