/* SPDX-License-Identifier: BSD-2-Clause */
/* Prints the records that the kernel writes, as perf does. */

#include "session/describe/record_text.h"

#include "base/array.h"

#include <string.h>
#include <sys/mman.h>

/* Flags of PERF_RECORD_AUX: PERF_AUX_FLAG_ in perf_event.h. */
enum { AUX_TRUNCATED = 1, AUX_OVERWRITE = 2, AUX_PARTIAL = 4 };

const char *record_perf_name(uint32_t type)
{
	static const char header[] = "HEADER_";
	const char *name = pdata_record_name(type);

	return name && !strncmp(name, header, sizeof(header) - 1) ? name + sizeof(header) - 1
								  : name;
}

void record_text_hex(struct out *o, uint64_t v)
{
	if (v)
		out_mem(o, "0x", 2);
	out_hex(o, v);
}

static void print_comm_record(struct out *o, const struct pdata_record *rec,
			      const struct pdata_value *v)
{
	const struct pdata_comm *c = &v->u.comm;

	out_str(o, rec->misc & PDATA_MISC_COMM_EXEC ? " exec: " : ": ");
	out_str(o, c->comm);
	out_printf(o, ":%d/%d\n", (int)c->pid, (int)c->tid);
}

static void print_task_record(struct out *o, const struct pdata_record *rec,
			      const struct pdata_value *v)
{
	const struct pdata_task *t = &v->u.task;

	(void)rec;
	out_printf(o, "(%d:%d):(%d:%d)\n", (int)t->pid, (int)t->tid, (int)t->ppid, (int)t->ptid);
}

static void put_extent(struct out *o, uint32_t pid, uint32_t tid, uint64_t addr, uint64_t len,
		       uint64_t pgoff)
{
	out_printf(o, " %d/%d: [", (int)pid, (int)tid);
	record_text_hex(o, addr);
	out_char(o, '(');
	record_text_hex(o, len);
	out_str(o, ") @ ");
	record_text_hex(o, pgoff);
}

static void put_mmap(struct out *o, const struct pdata_record *rec, const struct pdata_value *v)
{
	const struct pdata_mmap *m = &v->u.mmap;

	put_extent(o, m->pid, m->tid, m->addr, m->len, m->pgoff);
	out_str(o, rec->misc & PDATA_MISC_MMAP_DATA ? "]: r " : "]: x ");
	out_str(o, m->filename);
	out_char(o, '\n');
}

static void print_build_id(struct out *o, const uint8_t *id, uint32_t size)
{
	for (uint32_t i = 0; i < size && i < PDATA_BUILD_ID_MAX; i++)
		out_printf(o, "%02x", id[i]);
}

static void put_mmap2(struct out *o, const struct pdata_record *rec, const struct pdata_value *v)
{
	const struct pdata_mmap2 *m = &v->u.mmap2;

	put_extent(o, m->pid, m->tid, m->addr, m->len, m->pgoff);
	if (rec->misc & PDATA_MISC_MMAP_BUILD_ID) {
		out_str(o, " <");
		print_build_id(o, m->build_id, m->build_id_size);
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

static void put_namespaces(struct out *o, const struct pdata_record *rec,
			   const struct pdata_value *v)
{
	static const char *const names[] = { "net", "uts", "ipc", "pid", "user", "mnt", "cgroup" };
	const struct pdata_namespaces *n = &v->u.namespaces;

	(void)rec;
	out_printf(o, " %d/%d - nr_namespaces: %u\n\t\t[", (int)n->pid, (int)n->tid,
		   (uint32_t)n->nr_namespaces);
	for (uint64_t i = 0; i < n->links.nr; i++) {
		struct pdata_link link = pdata_link_at(&n->links, i);

		if (i && i % 4 == 0)
			out_str(o, "\n\t\t ");
		out_printf(o, "%u/%s: %llu/", (unsigned)i, i < REP_NR(names) ? names[i] : "UNKNOWN",
			   (unsigned long long)link.dev);
		record_text_hex(o, link.ino);
		out_raw_str(o, i + 1 < n->links.nr ? ", " : "]\n");
	}
}

static void put_cgroup(struct out *o, const struct pdata_record *rec, const struct pdata_value *v)
{
	(void)rec;
	out_str(o, " cgroup: ");
	out_dec(o, v->u.cgroup.id);
	out_char(o, ' ');
	out_str(o, v->u.cgroup.path);
	out_char(o, '\n');
}

static void put_switch(struct out *o, const struct pdata_record *rec, const struct pdata_value *v)
{
	const bool out = rec->misc & PDATA_MISC_SWITCH_OUT;
	const bool preempt = rec->misc & PDATA_MISC_SWITCH_OUT_PREEMPT;
	const struct pdata_switch_cpu_wide *w = &v->u.switch_cpu_wide;

	out_str(o, !out ? " IN         " : preempt ? " OUT preempt" : " OUT        ");
	if (rec->type == PDATA_RECORD_SWITCH_CPU_WIDE)
		out_printf(o, "  %s pid/tid: %5d/%-5d", out ? "next" : "prev",
			   (int)w->next_prev_pid, (int)w->next_prev_tid);
	out_char(o, '\n');
}

static void print_lost_record(struct out *o, const struct pdata_record *rec,
			      const struct pdata_value *v)
{
	(void)rec;
	out_str(o, " lost ");
	out_dec(o, v->u.lost.lost);
	out_char(o, '\n');
}

static void put_ksymbol(struct out *o, const struct pdata_record *rec, const struct pdata_value *v)
{
	const struct pdata_ksymbol *k = &v->u.ksymbol;

	(void)rec;
	out_printf(o, " addr %llx len %u type %u flags 0x%x name ", (unsigned long long)k->addr,
		   k->len, k->ksym_type, k->flags);
	out_str(o, k->name);
	out_char(o, '\n');
}

static void put_bpf(struct out *o, const struct pdata_record *rec, const struct pdata_value *v)
{
	const struct pdata_bpf_event *b = &v->u.bpf_event;

	(void)rec;
	out_printf(o, " type %u, flags %u, id %u\n", b->type, b->flags, b->id);
}

static void print_hex_bytes(struct out *o, const char *title, const uint8_t *b, uint32_t n)
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

void record_text_poke(struct out *o, const struct pdata_text_poke *t, const char *sym, uint64_t off)
{
	out_char(o, ' ');
	out_hex(o, t->addr);
	out_char(o, ' ');
	if (sym) {
		out_str(o, sym);
		out_str(o, "+0x");
		out_hex(o, off);
	}
	out_printf(o, " old len %u new len %u\n", t->old_len, t->new_len);
	print_hex_bytes(o, "Old bytes:", t->old_bytes, t->old_len);
	print_hex_bytes(o, "New bytes:", t->new_bytes, t->new_len);
}

static void put_aux(struct out *o, const struct pdata_record *rec, const struct pdata_value *v)
{
	const struct pdata_aux *a = &v->u.aux;

	(void)rec;
	out_str(o, " offset: ");
	record_text_hex(o, a->aux_offset);
	out_str(o, " size: ");
	record_text_hex(o, a->aux_size);
	out_str(o, " flags: ");
	record_text_hex(o, a->flags);
	out_printf(o, " [%s%s%s]\n", a->flags & AUX_TRUNCATED ? "T" : "",
		   a->flags & AUX_OVERWRITE ? "O" : "", a->flags & AUX_PARTIAL ? "P" : "");
}

static void put_itrace_start(struct out *o, const struct pdata_record *rec,
			     const struct pdata_value *v)
{
	(void)rec;
	out_printf(o, " pid: %u tid: %u\n", v->u.itrace_start.pid, v->u.itrace_start.tid);
}

static void put_hw_id(struct out *o, const struct pdata_record *rec, const struct pdata_value *v)
{
	(void)rec;
	out_str(o, " hw_id: ");
	record_text_hex(o, v->u.aux_output_hw_id.hw_id);
	out_char(o, '\n');
}

static const struct {
	uint32_t type;
	void (*put)(struct out *o, const struct pdata_record *rec, const struct pdata_value *v);
} rows[] = {
	{ PDATA_RECORD_COMM, print_comm_record },
	{ PDATA_RECORD_FORK, print_task_record },
	{ PDATA_RECORD_EXIT, print_task_record },
	{ PDATA_RECORD_MMAP, put_mmap },
	{ PDATA_RECORD_MMAP2, put_mmap2 },
	{ PDATA_RECORD_NAMESPACES, put_namespaces },
	{ PDATA_RECORD_CGROUP, put_cgroup },
	{ PDATA_RECORD_SWITCH, put_switch },
	{ PDATA_RECORD_SWITCH_CPU_WIDE, put_switch },
	{ PDATA_RECORD_LOST, print_lost_record },
	{ PDATA_RECORD_KSYMBOL, put_ksymbol },
	{ PDATA_RECORD_BPF_EVENT, put_bpf },
	{ PDATA_RECORD_AUX, put_aux },
	{ PDATA_RECORD_ITRACE_START, put_itrace_start },
	{ PDATA_RECORD_AUX_OUTPUT_HW_ID, put_hw_id },
};

bool record_text(struct out *o, const struct pdata_record *rec, const struct pdata_value *v)
{
	for (size_t i = 0; i < REP_NR(rows); i++) {
		if (rows[i].type == rec->type) {
			rows[i].put(o, rec, v);
			return true;
		}
	}
	return false;
}
