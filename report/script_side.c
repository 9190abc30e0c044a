/* SPDX-License-Identifier: BSD-2-Clause */
/* Side-band records as lines. */

#include "script.h"
#include "sym.h"

#include <sys/mman.h>

#define NO_TID UINT32_MAX

/* Whose line it is, by what the record says; pid and tid of the trailer where it does not say. */
struct who {
	uint32_t pid, tid;
	uint64_t time;
};

typedef void (*side_print_fn)(struct script *s, const struct pdata_record *rec, const struct pdata_value *v);
typedef void (*side_who_fn)(const struct pdata_value *v, struct who *who);

static void print_comm(struct script *s, const struct pdata_record *rec, const struct pdata_value *v)
{
	const struct pdata_comm *c = &v->u.comm;

	out_str(&s->out, rec->misc & PDATA_MISC_COMM_EXEC ? " exec: " : ": ");
	out_str(&s->out, c->comm);
	out_printf(&s->out, ":%d/%d\n", (int)c->pid, (int)c->tid);
}

static void print_task(struct script *s, const struct pdata_record *rec, const struct pdata_value *v)
{
	const struct pdata_task *t = &v->u.task;

	(void)rec;
	out_printf(&s->out, "(%d:%d):(%d:%d)\n", (int)t->pid, (int)t->tid, (int)t->ppid, (int)t->ptid);
}

/* As printf's %#lx: 0 has no prefix. */
static void put_alt_hex(struct out *o, uint64_t v)
{
	if (v)
		out_mem(o, "0x", 2);
	out_hex(o, v);
}

static void put_extent(struct out *o, uint32_t pid, uint32_t tid, uint64_t addr, uint64_t len, uint64_t pgoff)
{
	out_printf(o, " %d/%d: [", (int)pid, (int)tid);
	put_alt_hex(o, addr);
	out_char(o, '(');
	put_alt_hex(o, len);
	out_str(o, ") @ ");
	put_alt_hex(o, pgoff);
}

static void print_mmap(struct script *s, const struct pdata_record *rec, const struct pdata_value *v)
{
	const struct pdata_mmap *m = &v->u.mmap;

	put_extent(&s->out, m->pid, m->tid, m->addr, m->len, m->pgoff);
	out_str(&s->out, rec->misc & PDATA_MISC_MMAP_DATA ? "]: r " : "]: x ");
	out_str(&s->out, m->filename);
	out_char(&s->out, '\n');
}

static void put_build_id(struct out *o, const uint8_t *id, uint32_t size)
{
	for (uint32_t i = 0; i < size && i < PDATA_BUILD_ID_MAX; i++)
		out_printf(o, "%02x", id[i]);
}

static void print_mmap2(struct script *s, const struct pdata_record *rec, const struct pdata_value *v)
{
	const struct pdata_mmap2 *m = &v->u.mmap2;
	struct out *o = &s->out;

	put_extent(o, m->pid, m->tid, m->addr, m->len, m->pgoff);
	if (rec->misc & PDATA_MISC_MMAP_BUILD_ID) {
		out_str(o, " <");
		put_build_id(o, m->build_id, m->build_id_size);
		out_char(o, '>');
	} else {
		out_printf(o, " %02x:%02x ", m->maj, m->min);
		out_dec(o, m->ino);
		out_char(o, ' ');
		out_dec(o, m->ino_generation);
	}
	out_str(o, "]: ");
	out_char(o, m->prot & PROT_READ ? 'r' : '-');
	out_char(o, m->prot & PROT_WRITE ? 'w' : '-');
	out_char(o, m->prot & PROT_EXEC ? 'x' : '-');
	out_char(o, m->flags & MAP_SHARED ? 's' : 'p');
	out_char(o, ' ');
	out_str(o, m->filename);
	out_char(o, '\n');
}

static void print_namespaces(struct script *s, const struct pdata_record *rec, const struct pdata_value *v)
{
	static const char *const names[] = { "net", "uts", "ipc", "pid", "user", "mnt", "cgroup" };
	const struct pdata_namespaces *n = &v->u.namespaces;

	(void)rec;
	out_printf(&s->out, " %d/%d - nr_namespaces: %u\n\t\t[", (int)n->pid, (int)n->tid,
		   (uint32_t)n->nr_namespaces);
	for (uint64_t i = 0; i < n->links.nr; i++) {
		struct pdata_link link = pdata_link_at(&n->links, i);

		if (i && i % 4 == 0)
			out_str(&s->out, "\n\t\t ");
		out_printf(&s->out, "%u/%s: %llu/", (unsigned)i, i < REP_NR(names) ? names[i] : "UNKNOWN",
			   (unsigned long long)link.dev);
		put_alt_hex(&s->out, link.ino);
		out_str(&s->out, i + 1 < n->links.nr ? ", " : "]\n");
	}
}

static void print_cgroup(struct script *s, const struct pdata_record *rec, const struct pdata_value *v)
{
	(void)rec;
	out_str(&s->out, " cgroup: ");
	out_dec(&s->out, v->u.cgroup.id);
	out_char(&s->out, ' ');
	out_str(&s->out, v->u.cgroup.path);
	out_char(&s->out, '\n');
}

static void print_switch(struct script *s, const struct pdata_record *rec, const struct pdata_value *v)
{
	const bool out = rec->misc & PDATA_MISC_SWITCH_OUT;
	const bool preempt = rec->misc & PDATA_MISC_SWITCH_OUT_PREEMPT;
	const struct pdata_switch_cpu_wide *w = &v->u.switch_cpu_wide;

	out_str(&s->out, !out ? " IN         " : preempt ? " OUT preempt" : " OUT        ");
	if (rec->type == PDATA_RECORD_SWITCH_CPU_WIDE)
		out_printf(&s->out, "  %s pid/tid: %5d/%-5d", out ? "next" : "prev", (int)w->next_prev_pid,
			   (int)w->next_prev_tid);
	out_char(&s->out, '\n');
}

static void print_lost(struct script *s, const struct pdata_record *rec, const struct pdata_value *v)
{
	(void)rec;
	out_str(&s->out, " lost ");
	out_dec(&s->out, v->u.lost.lost);
	out_char(&s->out, '\n');
}

static void print_ksymbol(struct script *s, const struct pdata_record *rec, const struct pdata_value *v)
{
	const struct pdata_ksymbol *k = &v->u.ksymbol;

	(void)rec;
	out_printf(&s->out, " addr %llx len %u type %u flags 0x%x name ", (unsigned long long)k->addr,
		   k->len, k->ksym_type, k->flags);
	out_str(&s->out, k->name);
	out_char(&s->out, '\n');
}

static void print_bpf(struct script *s, const struct pdata_record *rec, const struct pdata_value *v)
{
	const struct pdata_bpf_event *b = &v->u.bpf_event;

	(void)rec;
	out_printf(&s->out, " type %u, flags %u, id %u\n", b->type, b->flags, b->id);
}

static void put_bytes(struct out *o, const char *title, const uint8_t *b, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		if (i % 16 == 0) {
			out_pad(o, ' ', 12);
			out_str(o, title);
		}
		out_printf(o, " %02x", b[i]);
		if (i % 16 == 15 || i == n - 1)
			out_char(o, '\n');
	}
}

static void print_text_poke(struct script *s, const struct pdata_record *rec, const struct pdata_value *v)
{
	const struct pdata_text_poke *t = &v->u.text_poke;
	const struct script_line l = { .rec = rec };
	struct out *o = &s->out;
	struct script_where w;

	out_char(o, ' ');
	out_hex(o, t->addr);
	out_char(o, ' ');
	script_resolve(s, &l, PDATA_CPUMODE_KERNEL, t->addr, &w);
	if (w.sym) {
		out_str(o, w.sym->name);
		out_str(o, "+0x");
		out_hex(o, w.addr - w.sym->start);
	}
	out_printf(o, " old len %u new len %u\n", t->old_len, t->new_len);
	put_bytes(o, "Old bytes:", t->old_bytes, t->old_len);
	put_bytes(o, "New bytes:", t->new_bytes, t->new_len);
}

static void print_round(struct script *s, const struct pdata_record *rec, const struct pdata_value *v)
{
	(void)rec;
	(void)v;
	out_char(&s->out, '\n');
}

static void who_comm(const struct pdata_value *v, struct who *who)
{
	who->pid = v->u.comm.pid;
	who->tid = v->u.comm.tid;
}

static void who_task(const struct pdata_value *v, struct who *who)
{
	*who = (struct who){ v->u.task.pid, v->u.task.tid, v->u.task.time };
}

static void who_mmap(const struct pdata_value *v, struct who *who)
{
	who->pid = v->u.mmap.pid;
	who->tid = v->u.mmap.tid;
}

static void who_mmap2(const struct pdata_value *v, struct who *who)
{
	who->pid = v->u.mmap2.pid;
	who->tid = v->u.mmap2.tid;
}

static void who_namespaces(const struct pdata_value *v, struct who *who)
{
	who->pid = v->u.namespaces.pid;
	who->tid = v->u.namespaces.tid;
}

/* @show: offset of the option that shows the record; @after: it takes effect before it is printed. */
static const struct side_row {
	uint32_t type;
	size_t show;
	side_who_fn who;
	bool after;
	side_print_fn print;
} rows[] = {
#define SHOW(opt) offsetof(struct script_opts, show_##opt)
	{ PDATA_RECORD_COMM, SHOW(task), who_comm, true, print_comm },
	{ PDATA_RECORD_FORK, SHOW(task), who_task, true, print_task },
	{ PDATA_RECORD_EXIT, SHOW(task), who_task, false, print_task },
	{ PDATA_RECORD_MMAP, SHOW(mmap), who_mmap, true, print_mmap },
	{ PDATA_RECORD_MMAP2, SHOW(mmap), who_mmap2, true, print_mmap2 },
	{ PDATA_RECORD_NAMESPACES, SHOW(namespaces), who_namespaces, true, print_namespaces },
	{ PDATA_RECORD_CGROUP, SHOW(cgroup), NULL, true, print_cgroup },
	{ PDATA_RECORD_SWITCH, SHOW(switch), NULL, true, print_switch },
	{ PDATA_RECORD_SWITCH_CPU_WIDE, SHOW(switch), NULL, true, print_switch },
	{ PDATA_RECORD_LOST, SHOW(lost), NULL, true, print_lost },
	{ PDATA_RECORD_KSYMBOL, SHOW(bpf), NULL, true, print_ksymbol },
	{ PDATA_RECORD_KSYMBOL, SHOW(text_poke), NULL, true, print_ksymbol },
	{ PDATA_RECORD_BPF_EVENT, SHOW(bpf), NULL, true, print_bpf },
	{ PDATA_RECORD_TEXT_POKE, SHOW(text_poke), NULL, true, print_text_poke },
	{ PDATA_RECORD_FINISHED_ROUND, SHOW(round), NULL, true, print_round },
#undef SHOW
};

static const struct side_row *find_row(const struct script *s, uint32_t type)
{
	for (size_t i = 0; i < REP_NR(rows); i++)
		if (rows[i].type == type && *(const bool *)((const char *)s->opts + rows[i].show))
			return &rows[i];
	return NULL;
}

/* The trailer as a sample; where records have none the record itself says who and when. */
static void fill_sample(const struct script *s, const struct pdata_record *rec, const struct pdata_value *v,
			const struct who *who, struct pdata_sample *smp)
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

static bool print_start(struct script *s, const struct side_row *row, const struct pdata_record *rec,
			const struct pdata_value *v)
{
	const bool has_tid = v->id.have & PDATA_SAMPLE_TID;
	struct who who = { has_tid ? v->id.pid : NO_TID, has_tid ? v->id.tid : NO_TID, 0 };
	struct script_line l = { .rec = rec, .e = &s->events[rec->event->index] };
	struct pdata_sample smp;

	if (row->who)
		row->who(v, &who);
	fill_sample(s, rec, v, &who, &smp);
	if (!script_filter_cpu(&s->filter, smp.cpu))
		return false;
	if (who.tid != NO_TID)
		l.th = script_threads_at(&s->threads, who.pid, who.tid, rec->time, rec->seq - !row->after);
	l.smp = &smp;
	script_line_start(s, &l);
	return true;
}

/* What a decoder of AUX data noted: said whether it was asked for or not. */
static void print_auxtrace_error(struct script *s, const struct pdata_record *rec)
{
	struct pdata_value v;
	const struct pdata_auxtrace_error *e = &v.u.auxtrace_error;

	if (s->opts->json || pdata_record_decode(rec, &v, NULL))
		return;
	out_printf(&s->out, " %s error type %u", e->type == 1 ? "instruction trace" : "unknown", e->type);
	if (e->fmt && e->time)
		out_printf(&s->out, " time %llu.%09llu", (unsigned long long)(e->time / 1000000000),
			   (unsigned long long)(e->time % 1000000000));
	else
		out_str(&s->out, " time 0");
	if (e->fmt >= 2 && e->machine_pid)
		out_printf(&s->out, " machine_pid %d vcpu %d", (int)e->machine_pid, (int)e->vcpu);
	out_printf(&s->out, " cpu %d pid %d tid %d ip ", (int)e->cpu, (int)e->pid, (int)e->tid);
	out_printf(&s->out, "%#llx", (unsigned long long)e->ip);
	out_printf(&s->out, " code %u: %.*s\n", e->code, (int)e->msg.len, e->msg.s);
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
	row->print(s, rec, &v);
}
