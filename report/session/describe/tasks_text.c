/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints the tasks of a recording as a tree of forks for `pdata report --tasks`, with the maps of
 * each process for --mmaps.
 */
#include "session/describe/tasks_text.h"

#include "base/memory.h"
#include "common/hash_table.h"
#include "object/symbols/dso_kind.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define NONE UINT32_MAX
#define TASK_COLUMNS 30 /* characters of a line before the task's name */
#define NR_BUCKETS 256u /* perf keeps threads in this many trees, which decides their order */

struct task {
	uint32_t pid, tid;
	uint32_t parent_tid;   /* NONE: the task began before the recording, or unknown */
	char *comm;	       /* NULL: no name */
	uint64_t end, end_seq; /* time and sequence number of its EXIT; UINT64_MAX: no EXIT */
	bool replaced;	       /* a later task has its tid */
	bool listed, printed;
	uint32_t up, first_child, last_child, next; /* the tree, as positions in all; or NONE */
};

struct task_list {
	struct task *all;
	uint32_t nr, cap;
	struct pd_hash_index index; /* tid to position + 1 */
	int err;		    /* 0 or -ENOMEM */
};

PD_HASH_INDEX(task, struct task_list, uint32_t, o->all[n - 1].tid == *k)

static uint32_t tid_tag(uint32_t tid)
{
	return tid * 2654435761u >> 7;
}

static uint32_t find_task(const struct task_list *l, uint32_t tid)
{
	return l->index.slots ? (uint32_t)*task_slot(&l->index, tid_tag(tid), l, &tid) - 1 : NONE;
}

/* Return: the position of a new task; NONE when memory is exhausted, with l->err set. */
static uint32_t add_task(struct task_list *l, uint32_t pid, uint32_t tid)
{
	if (!mem_room(&l->all, &l->cap, l->nr, sizeof(*l->all)) ||
	    !mem_check(!pd_hash_index_grow(&l->index, l->nr, 256))) {
		l->err = -ENOMEM;
		return NONE;
	}
	l->all[l->nr] = (struct task){ .pid = pid,
				       .tid = tid,
				       .parent_tid = NONE,
				       .end = UINT64_MAX,
				       .end_seq = UINT64_MAX,
				       .up = NONE,
				       .first_child = NONE,
				       .last_child = NONE,
				       .next = NONE };
	*task_slot(&l->index, tid_tag(tid), l, &tid) = pd_hash_index_entry(tid_tag(tid), ++l->nr);
	return l->nr - 1;
}

/*
 * Find or add a task; a new thread's process is added before it. Return: the position of the task;
 * NONE when memory is exhausted.
 */
static uint32_t get_task(struct task_list *l, uint32_t pid, uint32_t tid)
{
	uint32_t at = find_task(l, tid);

	if (at != NONE)
		return at;
	if (pid != tid && find_task(l, pid) == NONE)
		add_task(l, pid, pid);
	return add_task(l, pid, tid);
}

static void set_comm(struct task_list *l, uint32_t at, const char *comm)
{
	char *copy;

	if (at == NONE)
		return;
	copy = comm ? mem_strdup(comm) : NULL;
	if (comm && !copy)
		l->err = -ENOMEM;
	free(l->all[at].comm);
	l->all[at].comm = copy;
}

static void fork_task(struct task_list *l, const struct pdata_task *f)
{
	uint32_t parent = get_task(l, f->ppid, f->ptid), old, at;

	if (parent != NONE && l->all[parent].pid != f->ppid) {
		l->all[parent].replaced = true;
		parent = add_task(l, f->ppid, f->ptid);
	}
	if (parent == NONE)
		return;
	old = find_task(l, f->tid);
	if (old != NONE && old != parent)
		l->all[old].replaced = true;
	at = old == parent ? parent : add_task(l, f->pid, f->tid);
	if (at == NONE)
		return;
	l->all[at].parent_tid = l->all[parent].tid;
	if (at != parent && l->all[parent].comm)
		set_comm(l, at, l->all[parent].comm);
}

static void end_task(struct task_list *l, uint32_t at, const struct pdata_record *rec)
{
	if (at == NONE)
		return;
	l->all[at].end = rec->time;
	l->all[at].end_seq = rec->seq;
}

/* Add the task of a map record: it is listed with its maps even if no record has its name. */
static void process_map_record(struct task_list *l, const struct pdata_record *rec)
{
	const unsigned mode = rec->misc & PDATA_MISC_CPUMODE;
	struct pdata_value v;

	if (mode == PDATA_CPUMODE_KERNEL || mode == PDATA_CPUMODE_GUEST_KERNEL ||
	    pdata_record_decode(rec, &v, NULL))
		return;
	if (rec->type == PDATA_RECORD_MMAP)
		get_task(l, v.u.mmap.pid, v.u.mmap.tid);
	else
		get_task(l, v.u.mmap2.pid, v.u.mmap2.tid);
}

static void process_task_record(struct task_list *l, const struct pdata_record *rec)
{
	struct pdata_value v;

	if ((rec->type != PDATA_RECORD_COMM && rec->type != PDATA_RECORD_FORK &&
	     rec->type != PDATA_RECORD_EXIT) ||
	    pdata_record_decode(rec, &v, NULL))
		return;
	if (rec->type == PDATA_RECORD_COMM)
		set_comm(l, get_task(l, v.u.comm.pid, v.u.comm.tid), v.u.comm.comm);
	else if (rec->type == PDATA_RECORD_FORK)
		fork_task(l, &v.u.task);
	else
		end_task(l, find_task(l, v.u.task.tid), rec);
}

/* ---- the tree ---------------------------------------------------------------------------- */

static void append_child(struct task_list *l, uint32_t parent, uint32_t child)
{
	struct task *p = &l->all[parent];

	if (p->last_child == NONE)
		p->first_child = child;
	else
		l->all[p->last_child].next = child;
	p->last_child = child;
	l->all[child].up = parent;
}

/*
 * Link a task and its ancestors to their parents, up to one that is linked already. Return: the
 * root, if this reached one that was not linked; else NONE.
 */
static uint32_t hang(struct task_list *l, uint32_t at)
{
	while (!l->all[at].listed) {
		uint32_t parent =
			l->all[at].parent_tid == NONE ? NONE : find_task(l, l->all[at].parent_tid);

		l->all[at].listed = true;
		if (parent == NONE)
			return at;
		append_child(l, parent, at);
		at = parent;
	}
	return NONE;
}

static int by_bucket(const void *a, const void *b, void *list)
{
	const struct task_list *l = list;
	uint32_t x = l->all[*(const uint32_t *)a].tid, y = l->all[*(const uint32_t *)b].tid;

	if (x % NR_BUCKETS != y % NR_BUCKETS)
		return x % NR_BUCKETS < y % NR_BUCKETS ? -1 : 1;
	return (x > y) - (x < y);
}

/* ---- text -------------------------------------------------------------------------------- */

#define LEVEL_MAX 500 /* columns of indentation at most */

struct tasks_printer {
	struct rep_session *s;
	struct out *o;
	struct task_list *l;
	bool maps;
};

/* Print perf's name for a map: for JIT code it is the perf map that may have its symbols. */
static void put_map_name(struct out *o, const struct pdata_map *m)
{
	if (dso_kind_of(m->object) == DSO_KIND_PERF_MAP && m->prot & PROT_EXEC)
		out_printf(o, "/tmp/perf-%d.map\n", (int)m->object->pid);
	else
		out_printf(o, "%s\n", m->object->name);
}

/* Print the maps of a task at its end: of each the parts that no later map covers. */
static void put_maps(struct tasks_printer *p, const struct task *t, int indent)
{
	struct pdata_thread_at who;
	const struct pdata_map *m;
	uint64_t addr = 0, start, pgoff;

	pdata_tasks_at(p->s->tasks, t->pid, t->tid, t->end, t->end_seq, &who);
	for (uint64_t from = 0; (m = pdata_mapset_next(who.maps, &addr)); from = addr) {
		start = m->start > from ? m->start : from;
		pgoff = dso_kind_of(m->object) == DSO_KIND_VDSO ? 0 : m->pgoff;
		out_printf(p->o, "%*s  %" PRIx64 "-%" PRIx64 " %c%c%c%c %08" PRIx64 " %" PRIu64 " ",
			   indent, "", start, addr, m->prot & PROT_READ ? 'r' : '-',
			   m->prot & PROT_WRITE ? 'w' : '-', m->prot & PROT_EXEC ? 'x' : '-',
			   m->flags & MAP_SHARED ? 's' : 'p', pgoff + (start - m->start),
			   m->object->ino);
		put_map_name(p->o, m);
	}
}

static void print_task(struct tasks_printer *p, uint32_t at, int level)
{
	struct task *t = &p->l->all[at];

	t->printed = true;
	out_printf(p->o, "  %8d %8d %8d |%*s", (int)t->pid, (int)t->tid, (int)t->parent_tid, level,
		   "");
	if (t->comm)
		out_printf(p->o, "%s\n", t->comm);
	else
		out_printf(p->o, ":%d\n", (int)t->tid);
	if (p->maps)
		put_maps(p, t, TASK_COLUMNS + level);
}

/*
 * Return: @at or the first sibling after it that is not printed yet, because in a damaged file
 * tasks may be each other's parents; NONE: all are printed.
 */
static uint32_t first_unprinted(const struct task_list *l, uint32_t at)
{
	while (at != NONE && l->all[at].printed)
		at = l->all[at].next;
	return at;
}

/*
 * Print a tree depth first, without recursion, because a chain of forks may be as long as the
 * file. Indentation ends at LEVEL_MAX, lest the length of the text grow with the square of the
 * depth.
 */
static void put_tree(struct tasks_printer *p, uint32_t root)
{
	const struct task_list *l = p->l;
	uint32_t at = root;
	int level = 0;

	for (;;) {
		uint32_t next;

		print_task(p, at, level < LEVEL_MAX ? level : LEVEL_MAX);
		next = first_unprinted(l, l->all[at].first_child);
		level += next != NONE;
		while (next == NONE && level) {
			next = first_unprinted(l, l->all[at].next);
			if (next == NONE) {
				at = l->all[at].up;
				level--;
			}
		}
		if (next == NONE)
			return;
		at = next;
	}
}

static void put_all(struct tasks_printer *p)
{
	struct task_list *l = p->l;
	uint32_t *order = mem_alloc(l->nr + 1, sizeof(*order)),
		 *roots = mem_alloc(l->nr + 1, sizeof(*roots));
	uint32_t nr = 0, nr_roots = 0;

	if (!order || !roots) {
		l->err = -ENOMEM;
		free(order);
		free(roots);
		return;
	}
	for (uint32_t i = 0; i < l->nr; i++)
		if (!l->all[i].replaced)
			order[nr++] = i;
	qsort_r(order, nr, sizeof(*order), by_bucket, l);
	for (uint32_t i = 0; i < nr; i++) {
		uint32_t root = hang(l, order[i]);

		if (root != NONE)
			roots[nr_roots++] = root;
	}
	out_printf(p->o, "# %8s %8s %8s  %s\n", "pid", "tid", "ppid", "comm");
	for (uint32_t i = 0; i < nr_roots; i++)
		put_tree(p, roots[i]);
	for (uint32_t i = 0; i < nr; i++) /* tasks that are each other's parents: damaged file */
		if (!l->all[order[i]].printed)
			put_tree(p, order[i]);
	free(order);
	free(roots);
}

int rep_tasks_print(struct rep_session *s, struct out *o, bool maps)
{
	struct task_list l = { .nr = 0 };
	struct tasks_printer p = { .s = s, .o = o, .l = &l, .maps = maps };
	struct pdata_record rec;
	int rc = s->tasks ? rep_session_reread(s) : rep_session_tasks(s);

	if (rc != REP_OK)
		return rc;
	set_comm(&l, add_task(&l, 0, 0), "swapper");
	pdata_reader_set_order(s->reader, PDATA_ORDER_TIME);
	while (!l.err && (rc = pdata_reader_next(s->reader, &rec)) > 0)
		if (maps && (rec.type == PDATA_RECORD_MMAP || rec.type == PDATA_RECORD_MMAP2))
			process_map_record(&l, &rec);
		else
			process_task_record(&l, &rec);
	if (rc < 0)
		rep_session_failed(s);
	if (!l.err)
		put_all(&p);
	for (uint32_t i = 0; i < l.nr; i++)
		free(l.all[i].comm);
	free(l.all);
	pd_free(l.index.slots);
	session_set_err(s, l.err);
	return l.err ? REP_FAIL : REP_OK;
}
