/* SPDX-License-Identifier: BSD-2-Clause */
/* Prints the fields of a line in perf's columns. */
#include "script/script_line.h"

#include "script/script.h"
#include "script/script_event.h"
#include "script/script_put.h"
#include "session/tracepoint/tp.h"

#include <time.h>

#define NS_PER_S 1000000000ull

static void print_comm(struct out *o, const char *comm, uint32_t who)
{
	if (who & SCRIPT_TASK_SHORT)
		out_printf(o, "%8.8s", comm);
	else if (who & SCRIPT_TASK_PAD)
		out_str_w(o, comm, 16);
	else
		out_str(o, comm);
	out_char(o, ' ');
}

static void print_pid_tid(struct out *o, int32_t pid, int32_t tid, uint32_t who)
{
	if (who & SCRIPT_TASK_PID && who & SCRIPT_TASK_TID)
		out_printf(o, "%5d/%-5d ", pid, tid);
	else if (who & (SCRIPT_TASK_PID | SCRIPT_TASK_TID))
		out_printf(o, "%5d ", who & SCRIPT_TASK_PID ? pid : tid);
}

static void print_task_columns(struct out *o, const struct script_line *l)
{
	const uint32_t who = l->e->who;

	if (who & SCRIPT_TASK_COMM)
		print_comm(o, l->th ? l->th->at.comm : ":-1", who);
	print_pid_tid(o, (int32_t)l->smp->pid, (int32_t)l->smp->tid, who);
}

/* This part is the same for all lines of a thread, so the thread keeps its text. */
void script_print_task(struct script *s, const struct script_line *l, const struct script_field *f)
{
	struct script_thread *th = l->th;
	struct out *o = &s->scratch;

	(void)f;
	if (!th || th->pid != l->smp->pid || th->tid != l->smp->tid) {
		print_task_columns(&s->out, l);
		return;
	}
	if (th->head_kind == l->e->who) {
		put_short_name(&s->out, th->head, th->head_len);
		return;
	}
	o->len = 0;
	print_task_columns(o, l);
	out_mem(&s->out, o->buf, o->len);
	if (o->len > SCRIPT_HEAD_MAX)
		return;
	memcpy(th->head, o->buf, o->len);
	th->head_len = (uint32_t)o->len;
	th->head_kind = l->e->who;
}

static void print_cpu(struct out *o, int32_t cpu)
{
	char *to = put_room(o, 6);

	if (!to)
		return;
	to[0] = '[';
	to[1] = (char)('0' + cpu / 100);
	memcpy(put_pair(to + 2, (unsigned)cpu % 100), "] ", 2);
	o->len += 6;
}

void script_print_cpu(struct script *s, const struct script_line *l, const struct script_field *f)
{
	const int32_t cpu = (int32_t)l->smp->cpu;

	(void)f;
	if (s->opts->latency)
		out_printf(&s->out, "%3d ", cpu);
	else if (cpu >= 0 && cpu < 1000)
		print_cpu(&s->out, cpu);
	else
		out_printf(&s->out, "[%03d] ", cpu);
}

void script_print_misc(struct script *s, const struct script_line *l, const struct script_field *f)
{
	static const char modes[][2] = { "K", "U", "H", "G", "g" };
	const uint16_t misc = l->rec->misc;
	const uint32_t type = l->rec->type;
	char text[12] = "";
	size_t len;

	(void)f;
	/* perf compares bits, not the number, so that misc 3 prints K, U and H. */
	for (unsigned i = 0; i < 5; i++)
		if ((misc & (i + 1)) == i + 1)
			strcat(text, modes[i]);
	if ((type == PDATA_RECORD_MMAP || type == PDATA_RECORD_MMAP2) &&
	    misc & PDATA_MISC_MMAP_DATA)
		strcat(text, "M");
	if (type == PDATA_RECORD_COMM && misc & PDATA_MISC_COMM_EXEC)
		strcat(text, "E");
	if ((type == PDATA_RECORD_SWITCH || type == PDATA_RECORD_SWITCH_CPU_WIDE) &&
	    misc & PDATA_MISC_SWITCH_OUT)
		strcat(text, misc & PDATA_MISC_SWITCH_OUT_PREEMPT ? "Sp" : "S");
	len = strlen(text);
	out_mem(&s->out, text, len);
	out_pad(&s->out, ' ', len < 5 ? 6 - len : len == 5 ? 1 : len - 6 > 1 ? len - 6 : 1);
}

/*
 * Print the wall clock time, if the recording has a wall clock time and the time of its own clock
 * at that moment.
 */
void script_print_tod(struct script *s, const struct script_line *l, const struct script_field *f)
{
	const uint64_t ns = s->tod_ns + (l->smp->time - s->tod_clock_ns);
	const time_t sec = (time_t)(ns / NS_PER_S);
	struct tm tm;
	char date[64];

	(void)f;
	if (!s->tod_known) {
		out_str(&s->out, "disabled ");
		return;
	}
	if (!localtime_r(&sec, &tm) || !strftime(date, sizeof(date), "%F %H:%M:%S", &tm)) {
		out_str(&s->out, "failed ");
		return;
	}
	out_str(&s->out, date);
	out_char(&s->out, '.');
	if (s->opts->nanosecs)
		out_dec_z(&s->out, ns % NS_PER_S, 9);
	else
		out_dec_z(&s->out, ns % NS_PER_S / 1000, 6);
	out_char(&s->out, ' ');
}

static uint64_t shown_time(struct script *s, uint64_t time)
{
	uint64_t t = time;

	if (s->opts->reltime) {
		if (!s->first_time)
			s->first_time = time;
		return time - s->first_time;
	}
	if (s->opts->deltatime) {
		t = s->prev_time ? time - s->prev_time : 0;
		s->prev_time = time;
	}
	return t;
}

/* The text of number @v, kept in @m because consecutive numbers are often equal. */
static const struct script_memo *memo(struct script_memo *m, uint64_t v, unsigned width,
				      struct out *scratch)
{
	if (m->len && m->value == v)
		return m;
	scratch->len = 0;
	out_dec_w(scratch, v, width);
	m->value = v;
	m->len = (uint32_t)scratch->len;
	memcpy(m->text, scratch->buf, m->len);
	return m;
}

static void put_micros(struct out *o, unsigned micros)
{
	char *to = put_room(o, 9);

	if (!to)
		return;
	*to++ = '.';
	to = put_pair(to, micros / 10000);
	to = put_pair(to, micros / 100 % 100);
	memcpy(put_pair(to, micros % 100), ": ", 2);
	o->len += 9;
}

void script_print_time(struct script *s, const struct script_line *l, const struct script_field *f)
{
	const uint64_t t = shown_time(s, l->smp->time);
	const struct script_memo *sec = memo(&s->sec, t / NS_PER_S, 5, &s->scratch);

	(void)f;
	put_short(&s->out, sec->text, sec->len);
	if (!s->opts->nanosecs) {
		put_micros(&s->out, (unsigned)(t % NS_PER_S / 1000));
		return;
	}
	out_char(&s->out, '.');
	out_dec_z(&s->out, t % NS_PER_S, 9);
	out_mem(&s->out, ": ", 2);
}

void script_line_start(struct script *s, const struct script_line *l)
{
	for (unsigned i = 0; i < l->e->nr_start; i++)
		script_print(s, l, &l->e->print[i]);
}

void script_print_period(struct script *s, const struct script_line *l,
			 const struct script_field *f)
{
	const struct script_memo *period = memo(&s->period, l->period, f->width, &s->scratch);

	put_short(&s->out, period->text, period->len);
	out_char(&s->out, ' ');
}

void script_print_event(struct script *s, const struct script_line *l, const struct script_field *f)
{
	(void)f;
	put_short_name(&s->out, l->e->title, l->e->title_len);
}

/* Only decoded AUX data has flags, so the column is empty. */
void script_print_flags(struct script *s, const struct script_line *l, const struct script_field *f)
{
	(void)f;
	(void)l;
	out_pad(&s->out, ' ', 2 + 21 + 1);
}

void script_print_trace(struct script *s, const struct script_line *l, const struct script_field *f)
{
	(void)f;
	if (l->e->tp && l->smp->have & PDATA_SAMPLE_RAW)
		tp_print(s->tp, l->e->tp, &s->out, l->smp->cpu, l->smp->raw, l->smp->raw_size);
}

void script_print_addr(struct script *s, const struct script_line *l, const struct script_field *f)
{
	const uint64_t names = SCRIPT_F(sym) | SCRIPT_F(symoff) | SCRIPT_F(dso);
	const uint64_t fields = s->types.type[l->e->type].fields & names;

	(void)f;
	if (l->e->addr_has_symbol)
		script_put_addr(s, l, l->rec->misc & PDATA_MISC_CPUMODE, l->smp->addr,
				SCRIPT_ADDR_DATA, fields | SCRIPT_F(ip));
	else
		out_hex_w(&s->out, l->smp->addr, 16);
}

void script_print_to_addr(struct script *s, const struct script_line *l,
			  const struct script_field *f)
{
	out_str(&s->out, " => ");
	script_print_addr(s, l, f);
}

uint64_t script_period(struct script *s, const struct script_line *l)
{
	(void)s;
	return l->period;
}

const char *script_comm(struct script *s, const struct script_line *l)
{
	(void)s;
	return l->th ? l->th->at.comm : NULL;
}

/*
 * The name of the process: the command of its first thread at that time; if it is not known, that
 * of the thread itself.
 */
const char *script_process_comm(struct script *s, const struct script_line *l)
{
	const char *comm = script_comm(s, l);
	struct pdata_thread_at at;

	pdata_tasks_at(s->ses.tasks, l->smp->pid, l->smp->pid, l->rec->time, l->rec->seq, &at);
	return at.comm_index != UINT32_MAX ? at.comm : comm ? comm : ":-1";
}

const char *script_event_name(struct script *s, const struct script_line *l)
{
	(void)s;
	return l->e->name;
}

const char *script_cgroup(struct script *s, const struct script_line *l)
{
	const char *name = cgroups_name(&s->cgroups, l->smp->cgroup);

	return name ? name : "unknown";
}
