/* SPDX-License-Identifier: BSD-2-Clause */
/* Prints side-band records as lines. */
#include "script/script_sideband.h"

#include "object/symbols/object_symbols.h"
#include "script/script.h"
#include "script/script_code.h"
#include "script/script_event.h"
#include "script/script_line.h"
#include "session/describe/record_text.h"

#define NO_TID UINT32_MAX

/*
 * The thread and time of a line, from the record's fields; pid and tid of the sample_id trailer
 * where the record has no such fields.
 */
struct side_task {
	uint32_t pid, tid;
	uint64_t time;
};

typedef void (*side_task_fn)(const struct pdata_value *v, struct side_task *who);

static void task_of_comm(const struct pdata_value *v, struct side_task *who)
{
	who->pid = v->u.comm.pid;
	who->tid = v->u.comm.tid;
}

static void task_of_task(const struct pdata_value *v, struct side_task *who)
{
	*who = (struct side_task){ v->u.task.pid, v->u.task.tid, v->u.task.time };
}

static void task_of_mmap(const struct pdata_value *v, struct side_task *who)
{
	who->pid = v->u.mmap.pid;
	who->tid = v->u.mmap.tid;
}

static void task_of_mmap2(const struct pdata_value *v, struct side_task *who)
{
	who->pid = v->u.mmap2.pid;
	who->tid = v->u.mmap2.tid;
}

static void task_of_namespaces(const struct pdata_value *v, struct side_task *who)
{
	who->pid = v->u.namespaces.pid;
	who->tid = v->u.namespaces.tid;
}

/*
 * @show: offset in struct script_opts of the option that prints the record. @after: perf applies
 * the record before it prints the line.
 */
static const struct side_row {
	uint32_t type;
	size_t show;
	side_task_fn who;
	bool after;
} rows[] = {
#define SHOW(opt) offsetof(struct script_opts, show_##opt)
	{ PDATA_RECORD_COMM, SHOW(task), task_of_comm, true },
	{ PDATA_RECORD_FORK, SHOW(task), task_of_task, true },
	{ PDATA_RECORD_EXIT, SHOW(task), task_of_task, false },
	{ PDATA_RECORD_MMAP, SHOW(mmap), task_of_mmap, true },
	{ PDATA_RECORD_MMAP2, SHOW(mmap), task_of_mmap2, true },
	{ PDATA_RECORD_NAMESPACES, SHOW(namespaces), task_of_namespaces, true },
	{ PDATA_RECORD_CGROUP, SHOW(cgroup), NULL, true },
	{ PDATA_RECORD_SWITCH, SHOW(switch), NULL, true },
	{ PDATA_RECORD_SWITCH_CPU_WIDE, SHOW(switch), NULL, true },
	{ PDATA_RECORD_LOST, SHOW(lost), NULL, true },
	{ PDATA_RECORD_KSYMBOL, SHOW(bpf), NULL, true },
	{ PDATA_RECORD_KSYMBOL, SHOW(text_poke), NULL, true },
	{ PDATA_RECORD_BPF_EVENT, SHOW(bpf), NULL, true },
	{ PDATA_RECORD_TEXT_POKE, SHOW(text_poke), NULL, true },
	{ PDATA_RECORD_FINISHED_ROUND, SHOW(round), NULL, true },
#undef SHOW
};

static const struct side_row *find_row(const struct script *s, uint32_t type)
{
	for (size_t i = 0; i < REP_NR(rows); i++)
		if (rows[i].type == type && *(const bool *)((const char *)s->opts + rows[i].show))
			return &rows[i];
	return NULL;
}

/* Fill a sample from the sample_id trailer; for events without sample_id_all, from @who. */
static void fill_sample(const struct script *s, const struct pdata_record *rec,
			const struct pdata_value *v, const struct side_task *who,
			struct pdata_sample *smp)
{
	const struct pdata_sample_id *id = &v->id;

	*smp = s->defaults;
	if (!pdata_attr_flag(&rec->event->attr, PDATA_ATTR_SAMPLE_ID_ALL)) {
		smp->cpu = 0;
		smp->time = who->time;
		smp->pid = who->pid;
		smp->tid = who->tid;
		return;
	}
	if (id->have & PDATA_SAMPLE_TID) {
		smp->pid = id->pid;
		smp->tid = id->tid;
	}
	if (id->have & PDATA_SAMPLE_TIME)
		smp->time = id->time;
	if (id->have & PDATA_SAMPLE_CPU)
		smp->cpu = id->cpu;
}

static bool print_start(struct script *s, const struct side_row *row,
			const struct pdata_record *rec, const struct pdata_value *v)
{
	const bool has_tid = v->id.have & PDATA_SAMPLE_TID;
	struct side_task who = { has_tid ? v->id.pid : NO_TID, has_tid ? v->id.tid : NO_TID, 0 };
	struct script_line l = { .rec = rec, .e = &s->events[rec->event->index] };
	struct pdata_sample smp;

	if (row->who)
		row->who(v, &who);
	fill_sample(s, rec, v, &who, &smp);
	if (!script_filter_cpu(&s->filter, smp.cpu))
		return false;
	if (who.tid != NO_TID)
		l.th = script_threads_at(&s->threads, who.pid, who.tid, rec->time,
					 rec->seq - !row->after);
	l.smp = &smp;
	script_line_start(s, &l);
	return true;
}

/* Print an error of an AUX data decoder; no option is needed for that. */
static void print_auxtrace_error(struct script *s, const struct pdata_record *rec)
{
	struct pdata_value v;

	if (!s->opts->json && !pdata_record_decode(rec, &v, NULL))
		record_text_user(&s->out, rec, &v);
}

static void print_sideband_text(struct script *s, const struct pdata_record *rec,
				const struct pdata_value *v)
{
	const struct script_line l = { .rec = rec };
	struct location w;

	if (rec->type != PDATA_RECORD_TEXT_POKE) {
		if (!record_text(&s->out, rec, v))
			out_char(&s->out, '\n');
		return;
	}
	script_resolve(s, &l, PDATA_CPUMODE_KERNEL, v->u.text_poke.addr, &w);
	record_text_poke(&s->out, &v->u.text_poke, w.sym ? w.sym->name : NULL,
			 w.sym ? w.addr - w.sym->start : 0);
}

void script_side(struct script *s, const struct pdata_record *rec)
{
	const struct side_row *row = find_row(s, rec->type);
	struct pdata_value v;

	if (rec->type == PDATA_RECORD_AUXTRACE_ERROR)
		print_auxtrace_error(s, rec);
	if (!row || s->opts->json || pdata_record_decode(rec, &v, NULL))
		return;
	if (rec->event && !s->nr_events)
		return;
	if (rec->event && !print_start(s, row, rec, &v))
		return;
	out_str(&s->out, "PERF_RECORD_");
	out_str(&s->out, pdata_record_name(rec->type));
	print_sideband_text(s, rec, &v);
}
