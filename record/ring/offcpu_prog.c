/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Assembles and loads the BPF programs of --off-cpu. */
#include "ring/offcpu_prog.h"
#include "base/bpf.h"
#include "kernel/tracefs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The kernel offers the helpers for stacks to programs with a GPL-compatible licence only. */
static const char licence[] = "Dual BSD/GPL";

#define CLONE_THREAD 0x10000
#define SLEEPS 3	    /* TASK_INTERRUPTIBLE | TASK_UNINTERRUPTIBLE */
#define PREEMPTED 255	    /* a prev_state above this is that of a runnable task */
#define STACKID_FLAGS 0x300 /* BPF_F_USER_STACK | BPF_F_FAST_STACK_CMP */

/* ---- where fields of tracepoints are ---- */

struct field {
	int off;
	bool wide; /* 8 bytes, else 4 */
};

struct tracepoint {
	uint64_t id;
	struct field fields[3];
};

/* Return the number after @word in @s, or 0 if @word is not in it. */
static unsigned long number_behind(const char *s, const char *word)
{
	const char *at = strstr(s, word);

	return at ? strtoul(at + strlen(word), NULL, 10) : 0;
}

/*
 * Find a field in a tracepoint's format, which has one line for each field, as
 * "\tfield:pid_t next_pid;\toffset:56;\tsize:4;\tsigned:1;".
 */
static bool find_field(const char *format, const char *name, struct field *out)
{
	const char *line = strstr(format, name);
	const unsigned long off = line ? number_behind(line, "offset:") : 0,
			    size = line ? number_behind(line, "size:") : 0;

	*out = (struct field){ (int)off, size == 8 };
	return off && off <= 4096 && (size == 4 || size == 8);
}

static int find_fields(struct rec *r, const char *tracepoint, const char *const *names, uint32_t nr,
		       struct tracepoint *out)
{
	const char *dir = rec_tracefs(),
		   *path = rec_printf(&r->arena, "%s/events/%s", dir ? dir : "", tracepoint),
		   *text = rec_read_all(&r->arena, rec_printf(&r->arena, "%s/format", path), NULL);

	out->id = text ? (uint64_t)rec_read_number(rec_printf(&r->arena, "%s/id", path), 0) : 0;
	if (!out->id)
		return rec_error("--off-cpu: tracepoint %s cannot be read%s", tracepoint,
				 dir ? "" : ": no tracefs at /sys/kernel/tracing");
	for (uint32_t i = 0; i < nr; i++)
		if (!find_field(text, names[i], &out->fields[i]))
			return rec_error("--off-cpu: tracepoint %s has no usable field%.*s",
					 tracepoint, (int)strlen(names[i]) - 1, names[i]);
	return 0;
}

/* ---- the programs ---- */

enum { TO_NEXT, TO_END, TO_ADD };

/* BPF registers: r0 has results, r1-r5 arguments, r6-r9 survive calls, r10 is the frame pointer. */
static void emit_map_lookup(struct rec_bpf_prog *p, int map, int key_off)
{
	rec_bpf_map(p, 1, map);
	rec_bpf_emit(p, REC_BPF_MOV, 2, 10, 0, 0);
	rec_bpf_emit(p, REC_BPF_ADDI, 2, 0, 0, key_off);
	rec_bpf_call(p, REC_BPF_LOOKUP);
}

static void update(struct rec_bpf_prog *p, int map, int key_off, int value_off)
{
	rec_bpf_map(p, 1, map);
	rec_bpf_emit(p, REC_BPF_MOV, 2, 10, 0, 0);
	rec_bpf_emit(p, REC_BPF_ADDI, 2, 0, 0, key_off);
	rec_bpf_emit(p, REC_BPF_MOV, 3, 10, 0, 0);
	rec_bpf_emit(p, REC_BPF_ADDI, 3, 0, 0, value_off);
	rec_bpf_emit(p, REC_BPF_MOVI, 4, 0, 0, 0);
	rec_bpf_call(p, REC_BPF_UPDATE);
}

static void emit_load_field(struct rec_bpf_prog *p, int dst, struct field f)
{
	rec_bpf_emit(p, f.wide ? REC_BPF_LD8 : REC_BPF_LD4, dst, 6, f.off, 0);
}

/* Return 1: a program that returns 0 would hide the tracepoint from other recorders. */
static void emit_exit(struct rec_bpf_prog *p)
{
	rec_bpf_label(p, TO_END);
	rec_bpf_emit(p, REC_BPF_MOVI, 0, 0, 0, 1);
	rec_bpf_emit(p, REC_BPF_EXIT, 0, 0, 0, 0);
}

/* Look up the counter of lost sleeps: r0 becomes its address. If it is not there, go to @label. */
static void emit_find_lost(struct rec_bpf_prog *p, const struct rec_offcpu_maps *c, int key_off,
			   int label)
{
	rec_bpf_emit(p, REC_BPF_ST4I, 10, 0, key_off, REC_OFFCPU_LOST);
	emit_map_lookup(p, c->words, key_off);
	rec_bpf_jump(p, REC_BPF_JEQI, 0, 0, label);
}

#define KEY (-4) /* stack offsets: a key that is looked up, and the structs of that name */
#define START (-40)
#define SUM (-64)
#define DELTA (-72)

static void if_enabled(struct rec_bpf_prog *p, const struct rec_offcpu_maps *c)
{
	rec_bpf_emit(p, REC_BPF_MOV, 6, 1, 0, 0);
	rec_bpf_emit(p, REC_BPF_ST4I, 10, 0, KEY, REC_OFFCPU_ENABLED);
	emit_map_lookup(p, c->words, KEY);
	rec_bpf_jump(p, REC_BPF_JEQI, 0, 0, TO_END);
	rec_bpf_emit(p, REC_BPF_LD8, 1, 0, 0, 0);
	rec_bpf_jump(p, REC_BPF_JEQI, 1, 0, TO_END);
}

/* Store time and stack of the task that goes to sleep, prev, which is the current task. */
static void leaves(struct rec_bpf_prog *p, const struct rec_offcpu_maps *c, struct field state)
{
	emit_load_field(p, 9, state);
	rec_bpf_jump(p, REC_BPF_JGTI, 9, PREEMPTED, TO_NEXT);
	rec_bpf_emit(p, REC_BPF_ANDI, 9, 0, 0, SLEEPS);
	rec_bpf_jump(p, REC_BPF_JEQI, 9, 0, TO_NEXT);
	if (c->cpus >= 0) {
		rec_bpf_call(p, REC_BPF_CPU);
		rec_bpf_emit(p, REC_BPF_ST4, 10, 0, KEY, 0);
		emit_map_lookup(p, c->cpus, KEY);
		rec_bpf_jump(p, REC_BPF_JEQI, 0, 0, TO_NEXT);
	}
	rec_bpf_call(p, REC_BPF_PID_TGID);
	rec_bpf_emit(p, REC_BPF_MOV, 8, 0, 0, 0);
	if (c->filter >= 0) {
		if (c->by_process)
			rec_bpf_emit(p, REC_BPF_SHRI, 0, 0, 0, 32);
		rec_bpf_emit(p, REC_BPF_ST4, 10, 0, KEY, 0);
		emit_map_lookup(p, c->filter, KEY);
		rec_bpf_jump(p, REC_BPF_JEQI, 0, 0, TO_NEXT);
	}
	rec_bpf_emit(p, REC_BPF_MOV, 1, 6, 0, 0);
	rec_bpf_map(p, 2, c->stacks);
	rec_bpf_emit(p, REC_BPF_MOVI, 3, 0, 0, STACKID_FLAGS);
	rec_bpf_call(p, REC_BPF_STACKID);
	/* bpf_get_stackid() returns -EFAULT for kernel threads, which have no user stack. */
	rec_bpf_jump(p, REC_BPF_JEQI, 0, -EFAULT, TO_NEXT);
	rec_bpf_emit(p, REC_BPF_ST8, 10, 7, START, 0);
	rec_bpf_emit(p, REC_BPF_ST4, 10, 0, START + 8, 0);
	rec_bpf_emit(p, REC_BPF_ST4, 10, 8, KEY, 0);
	rec_bpf_emit(p, REC_BPF_SHRI, 8, 0, 0, 32);
	rec_bpf_emit(p, REC_BPF_ST4, 10, 8, START + 12, 0);
	rec_bpf_emit(p, REC_BPF_ST4, 10, 9, START + 16, 0);
	rec_bpf_emit(p, REC_BPF_ST4I, 10, 0, START + 20, 0);
	update(p, c->starts, KEY, START);
	rec_bpf_jump(p, REC_BPF_JEQI, 0, 0, TO_NEXT);
	emit_find_lost(p, c, KEY, TO_NEXT);
	rec_bpf_emit(p, REC_BPF_MOVI, 1, 0, 0, 1);
	rec_bpf_emit(p, REC_BPF_XADD8, 0, 1, 0, 0);
}

/* Add the time for which the task that wakes up, next, has slept to its sum. */
static void comes(struct rec_bpf_prog *p, const struct rec_offcpu_maps *c, struct field next)
{
	emit_load_field(p, 1, next);
	rec_bpf_emit(p, REC_BPF_ST4, 10, 1, KEY, 0);
	rec_bpf_emit(p, REC_BPF_ST4, 10, 1, SUM, 0);
	emit_map_lookup(p, c->starts, KEY);
	rec_bpf_jump(p, REC_BPF_JEQI, 0, 0, TO_END);
	rec_bpf_emit(p, REC_BPF_LD8, 1, 0, 0, 0);
	rec_bpf_emit(p, REC_BPF_SUB, 7, 1, 0, 0);
	rec_bpf_emit(p, REC_BPF_ST8, 10, 7, DELTA, 0);
	rec_bpf_emit(p, REC_BPF_LD4, 1, 0, 8, 0);
	rec_bpf_emit(p, REC_BPF_ST4, 10, 1, SUM + 8, 0);
	rec_bpf_emit(p, REC_BPF_LD4, 1, 0, 12, 0);
	rec_bpf_emit(p, REC_BPF_ST4, 10, 1, SUM + 4, 0);
	rec_bpf_emit(p, REC_BPF_LD4, 1, 0, 16, 0);
	rec_bpf_emit(p, REC_BPF_ST4, 10, 1, SUM + 12, 0);
	rec_bpf_map(p, 1, c->starts);
	rec_bpf_emit(p, REC_BPF_MOV, 2, 10, 0, 0);
	rec_bpf_emit(p, REC_BPF_ADDI, 2, 0, 0, KEY);
	rec_bpf_call(p, REC_BPF_DELETE);
	emit_map_lookup(p, c->sums, SUM);
	rec_bpf_jump(p, REC_BPF_JNEI, 0, 0, TO_ADD);
	update(p, c->sums, SUM, DELTA);
	rec_bpf_jump(p, REC_BPF_JEQI, 0, 0, TO_END);
	emit_find_lost(p, c, KEY, TO_END);
	rec_bpf_emit(p, REC_BPF_MOVI, 7, 0, 0, 1);
	rec_bpf_label(p, TO_ADD);
	rec_bpf_emit(p, REC_BPF_XADD8, 0, 7, 0, 0);
}

int rec_offcpu_load_switch(struct rec *r, const struct rec_offcpu_maps *c, uint64_t *id)
{
	static const char *const names[] = { " prev_state;", " next_pid;" };
	struct rec_bpf_prog p = { .nr = 0 };
	struct tracepoint tp;

	if (find_fields(r, "sched/sched_switch", names, 2, &tp))
		return -1;
	*id = tp.id;
	if_enabled(&p, c);
	rec_bpf_call(&p, REC_BPF_KTIME);
	rec_bpf_emit(&p, REC_BPF_MOV, 7, 0, 0, 0);
	leaves(&p, c, tp.fields[0]);
	rec_bpf_label(&p, TO_NEXT);
	comes(&p, c, tp.fields[1]);
	emit_exit(&p);
	return rec_bpf_load(&p, licence);
}

/* The program runs in the parent of the new task. */
int rec_offcpu_load_newtask(struct rec *r, const struct rec_offcpu_maps *c, uint64_t *id)
{
	static const char *const names[] = { " pid;", " clone_flags;" };
	struct rec_bpf_prog p = { .nr = 0 };
	struct tracepoint tp;

	if (find_fields(r, "task/task_newtask", names, 2, &tp))
		return -1;
	*id = tp.id;
	rec_bpf_emit(&p, REC_BPF_MOV, 6, 1, 0, 0);
	rec_bpf_call(&p, REC_BPF_PID_TGID);
	rec_bpf_emit(&p, REC_BPF_SHRI, 0, 0, 0, 32);
	rec_bpf_emit(&p, REC_BPF_ST4, 10, 0, KEY, 0);
	emit_map_lookup(&p, c->filter, KEY);
	rec_bpf_jump(&p, REC_BPF_JEQI, 0, 0, TO_END);
	emit_load_field(&p, 1, tp.fields[1]);
	rec_bpf_jump(&p, REC_BPF_JSETI, 1, CLONE_THREAD, TO_END);
	emit_load_field(&p, 1, tp.fields[0]);
	rec_bpf_emit(&p, REC_BPF_ST4, 10, 1, KEY, 0);
	rec_bpf_emit(&p, REC_BPF_ST1I, 10, 0, START, 1);
	update(&p, c->filter, KEY, START);
	emit_exit(&p);
	return rec_bpf_load(&p, licence);
}
