/* SPDX-License-Identifier: BSD-2-Clause */
#include "keys.h"

#include "keys_branch.h"
#include "keys_later.h"
#include "keys_line.h"
#include "keys_mem.h"
#include "keys_sample.h"
#include "report_trace.h"
#include "sym_kind.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#define CMP(a, b) ((a) < (b) ? -1 : (a) > (b))

/* What is missing comes last where lists rise. */
static int missing_cmp(const void *a, const void *b)
{
	return !a && !b ? 0 : !a ? -1 : 1;
}

uint64_t key_text_hash(const char *s)
{
	uint64_t h = 1469598103934665603ull;

	if (!s)
		return 0;
	for (; *s; s++)
		h = (h ^ (unsigned char)*s) * 1099511628211ull;
	return h;
}

/* ---- thread ------------------------------------------------------------------------------ */

/* What the thread is called in the end: perf makes columns as wide as that. */
static const char *last_comm(const struct hist_who *w)
{
	return w->last_comm[0] ? w->last_comm : w->comm;
}

static int comm_cmp(const struct report *rp, const struct rep_row *a, const struct rep_row *b)
{
	(void)rp;
	return a->who->comm_index == b->who->comm_index ? 0 : strcmp(b->who->comm, a->who->comm);
}

static uint64_t comm_hash(const struct report *rp, const struct rep_row *r)
{
	(void)rp;
	return r->who->comm_index;
}

static unsigned comm_width(const struct report *rp, const struct rep_row *r)
{
	(void)rp;
	return (unsigned)strlen(last_comm(r->who));
}

static int comm_print(const struct report *rp, const struct rep_row *r, char *buf, size_t size,
		      unsigned width)
{
	(void)rp;
	return snprintf(buf, size, "%-*.*s", (int)width, (int)width, r->who->comm);
}

static int pid_cmp(const struct report *rp, const struct rep_row *a, const struct rep_row *b)
{
	(void)rp;
	return CMP((int32_t)b->who->tid, (int32_t)a->who->tid);
}

static uint64_t pid_hash(const struct report *rp, const struct rep_row *r)
{
	(void)rp;
	return r->who->tid;
}

static unsigned pid_width(const struct report *rp, const struct rep_row *r)
{
	return comm_width(rp, r) + 8;
}

static int pid_print(const struct report *rp, const struct rep_row *r, char *buf, size_t size,
		     unsigned width)
{
	int w = (int)(width < 7 ? 7 : width) - 8;

	(void)rp;
	return snprintf(buf, size, "%7d:%-*.*s", (int32_t)r->who->tid, w, w, last_comm(r->who));
}

/* ---- place ------------------------------------------------------------------------------- */

int key_dso_cmp(const char *a, const char *b)
{
	if (!a || !b)
		return missing_cmp(b, a);
	return a == b ? 0 : strcmp(a, b);
}

static int dso_cmp(const struct report *rp, const struct rep_row *a, const struct rep_row *b)
{
	(void)rp;
	return key_dso_cmp(b->dso, a->dso);
}

static uint64_t dso_hash(const struct report *rp, const struct rep_row *r)
{
	(void)rp;
	return key_text_hash(r->dso);
}

static unsigned dso_width(const struct report *rp, const struct rep_row *r)
{
	const struct report_opts *o = rp->opts;
	unsigned w = r->dso ? (unsigned)strlen(r->dso) : 0;

	if (!r->sym && w < 16 && !o->widths && !o->separator && !o->dso_list)
		w = 16;
	return w;
}

static int dso_print(const struct report *rp, const struct rep_row *r, char *buf, size_t size,
		     unsigned width)
{
	(void)rp;
	return snprintf(buf, size, "%-*.*s", (int)width, (int)width, r->dso ? r->dso : "[unknown]");
}

int key_sym_cmp(const struct sym *a, const struct sym *b)
{
	if (!a || !b)
		return missing_cmp(a, b);
	if (a == b)
		return 0;
	/* Functions that are inlined into neighbours are one, as in perf. */
	if (a->inlined || b->inlined) {
		int c = strcmp(a->name, b->name);

		if (c || (a->start <= b->end && a->end >= b->start))
			return c;
	}
	if (a->start != b->start)
		return (int64_t)(b->start - a->start) < 0 ? -1 : 1;
	return a->end == b->end ? 0 : (int64_t)(b->end - a->end) < 0 ? -1 : 1;
}

static int addr_order(uint64_t a, uint64_t b)
{
	return a == b ? 0 : (int64_t)(b - a) < 0 ? -1 : 1;
}

static int sym_cmp(const struct report *rp, const struct rep_row *a, const struct rep_row *b)
{
	int c;

	if (!a->sym && !b->sym)
		return addr_order(a->addr, b->addr);
	if (!rp->has_dso && (c = dso_cmp(rp, a, b)))
		return c;
	return key_sym_cmp(a->sym, b->sym);
}

static int sym_print_order(const struct report *rp, const struct rep_row *a,
			   const struct rep_row *b)
{
	(void)rp;
	if (!a->sym || !b->sym)
		return missing_cmp(a->sym, b->sym);
	return strcmp(b->sym->name, a->sym->name);
}

static uint64_t sym_hash(const struct report *rp, const struct rep_row *r)
{
	(void)rp;
	/* Inlined functions are known by their names. */
	return r->sym ? key_text_hash(r->sym->name) : r->addr;
}

static unsigned sym_width(const struct report *rp, const struct rep_row *r)
{
	(void)rp;
	return r->sym ? (unsigned)strlen(r->sym->name) + 4 : KEY_NO_NAME_WIDTH;
}

int key_print_sym(const struct sym *sym, const struct pdata_map *map, uint64_t addr, char level,
		  char *buf, size_t size, unsigned width)
{
	if (sym && map && sym->object)
		return snprintf(buf, size, "[%c] %s+0x%" PRIx64, level, sym->name,
				addr - sym_memory_addr(map, sym->start));
	if (sym && map)
		return snprintf(buf, size, "[%c] %.*s%s", level, (int)width - 4, sym->name,
				sym->inlined ? " (inlined)" : "");
	return snprintf(buf, size, "[%c] %-#.16" PRIx64, level, addr);
}

static int sym_print(const struct report *rp, const struct rep_row *r, char *buf, size_t size,
		     unsigned width)
{
	(void)rp;
	return key_print_sym(r->sym, r->map, r->addr, r->level, buf, size, width);
}

static uint64_t sym_size(const struct rep_row *r)
{
	return r->sym ? r->sym->end - r->sym->start : 0;
}

static int sym_size_cmp(const struct report *rp, const struct rep_row *a, const struct rep_row *b)
{
	(void)rp;
	return CMP((int64_t)sym_size(b), (int64_t)sym_size(a));
}

static uint64_t sym_size_hash(const struct report *rp, const struct rep_row *r)
{
	(void)rp;
	return sym_size(r);
}

static int size_print(bool known, uint64_t size_of, char *buf, size_t size, unsigned width)
{
	if (!known)
		return snprintf(buf, size, "%*s", (int)width, "unknown");
	return snprintf(buf, size, "%*d", (int)width, (int)size_of);
}

static int sym_size_print(const struct report *rp, const struct rep_row *r, char *buf, size_t size,
			  unsigned width)
{
	(void)rp;
	return size_print(r->sym, sym_size(r), buf, size, width);
}

/* A list of the kernel's symbols says where it begins and ends. */
static uint64_t kernel_size(const struct report *rp, const struct pdata_map *map)
{
	const struct sym_table *t = symbols_table(rp->s->syms, map->object);

	if (!t->nr || !t->path || (!rp->opts->in.kallsyms && !strstr(t->path, "kallsyms")))
		return map->end - map->start;
	return t->syms[t->nr - 1].end - t->syms[0].start;
}

/* What later maps left of the map around the row's address. */
static uint64_t user_size(const struct rep_row *r)
{
	const uint64_t ip = r->first_pos ? r->addr : sym_memory_addr(r->map, r->addr);
	const struct pdata_map *m;
	uint64_t at = 0, from = 0;

	while ((m = pdata_mapset_next(r->who->maps, &at)) && at <= ip)
		from = at;
	if (m != r->map)
		return r->map->end - r->map->start;
	return at - (m->start > from ? m->start : from);
}

static uint64_t map_size(const struct report *rp, const struct rep_row *r)
{
	if (!r->map)
		return 0;
	if (sym_kind_of(r->map->object) == SYM_KIND_KERNEL)
		return kernel_size(rp, r->map);
	return r->level == '.' ? user_size(r) : r->map->end - r->map->start;
}

static int dso_size_cmp(const struct report *rp, const struct rep_row *a, const struct rep_row *b)
{
	return CMP((int64_t)map_size(rp, b), (int64_t)map_size(rp, a));
}

static uint64_t dso_size_hash(const struct report *rp, const struct rep_row *r)
{
	return map_size(rp, r);
}

static int dso_size_print(const struct report *rp, const struct rep_row *r, char *buf, size_t size,
			  unsigned width)
{
	return size_print(r->map, map_size(rp, r), buf, size, width);
}

/* The address itself again; frames of a chain keep theirs, so for them this is none, as in perf. */
static uint64_t unmapped(const struct rep_row *r)
{
	return r->map ? r->addr - (sym_object_addr(r->map, r->map->start) - r->map->start)
		      : r->addr;
}

static int addr_cmp(const struct report *rp, const struct rep_row *a, const struct rep_row *b)
{
	(void)rp;
	return addr_order(unmapped(a), unmapped(b));
}

static uint64_t addr_hash(const struct report *rp, const struct rep_row *r)
{
	(void)rp;
	return unmapped(r);
}

static int addr_print(const struct report *rp, const struct rep_row *r, char *buf, size_t size,
		      unsigned width)
{
	(void)rp;
	return snprintf(buf, size, "%-#*" PRIx64, (int)width, unmapped(r));
}

/* ---- sums -------------------------------------------------------------------------------- */

#define SUM_FN(id, expr)                                                                           \
	static uint64_t sum_##id(const struct rep_row *r)                                          \
	{                                                                                          \
		return r->expr;                                                                    \
	}

SUM_FN(overhead, self.period)
SUM_FN(sys, self.sys)
SUM_FN(us, self.us)
SUM_FN(guest_sys, self.guest_sys)
SUM_FN(guest_us, self.guest_us)
SUM_FN(children, acc.period)
SUM_FN(samples, self.nr)

/* Rows that another event of a group has, and this one has not, are without. */
#define MORE_FN(id, expr)                                                                          \
	static uint64_t sum_##id(const struct rep_row *r)                                          \
	{                                                                                          \
		return r->more ? r->more->expr : 0;                                                \
	}

MORE_FN(latency, latency)
MORE_FN(latency_children, acc_latency)
MORE_FN(weight1, weight[0])
MORE_FN(weight2, weight[1])
MORE_FN(weight3, weight[2])

#define SUM(n, head, id, w, pct)                                                                   \
	{                                                                                          \
		.name = n, .header = head, .scope = KEY_SUM, .common = true, .min_width = w,       \
		.sum = sum_##id, .percent = pct                                                    \
	}
#define LATENCY(n, id, with_children)                                                              \
	{                                                                                          \
		.name = n, .header = "Latency", .scope = KEY_SUM, .common = true, .min_width = 8,  \
		.extras = HIST_X_PARALLELISM, .sum = sum_##id, .percent = true, .latency = true,   \
		.more = true, .acc = with_children                                                 \
	}
#define AVERAGE(n, head, id)                                                                       \
	{                                                                                          \
		.name = n, .header = head, .scope = KEY_SUM, .common = true, .min_width = 8,       \
		.extras = HIST_X_WEIGHT, .sum = sum_##id, .average = true, .more = true            \
	}
#define KEY(n, head, place, id, w, x)                                                              \
	{                                                                                          \
		.name = n, .header = head, .scope = place, .common = true, .min_width = w,         \
		.extras = x, .cmp = key_##id##_cmp, .hash = key_##id##_hash,                       \
		.print = key_##id##_print                                                          \
	}
#define KEY_W(n, head, place, id, w, x)                                                            \
	{                                                                                          \
		.name = n, .header = head, .scope = place, .common = true, .min_width = w,         \
		.extras = x, .cmp = key_##id##_cmp, .hash = key_##id##_hash,                       \
		.width = key_##id##_width, .print = key_##id##_print                               \
	}
#define LOCAL(n, head, id, w, x)                                                                   \
	{                                                                                          \
		.name = n, .header = head, .scope = KEY_WHO, .common = true, .min_width = w,       \
		.extras = x, .cmp = key_##id##_cmp, .hash = key_##id##_hash,                       \
		.print = key_local_##id##_print                                                    \
	}
#define BRANCH(n, head, id, w, x)                                                                  \
	{                                                                                          \
		.name = n, .header = head, .scope = KEY_PLACE, .min_width = w, .extras = x,        \
		.mode = REPORT_BRANCH, .cmp = branch_##id##_cmp, .hash = branch_##id##_hash,       \
		.width = branch_##id##_width, .print = branch_##id##_print                         \
	}
#define HISTORY(n, head, id, w)                                                                    \
	{                                                                                          \
		.name = n, .header = head, .scope = KEY_WHO, .common = true, .min_width = w,       \
		.history = true, .cmp = key_history_cmp, .hash = key_history_hash,                 \
		.print = key_history_##id##_print                                                  \
	}
#define MEM(n, head, place, id, w, x)                                                              \
	{                                                                                          \
		.name = n, .header = head, .scope = place, .min_width = w, .extras = x,            \
		.mode = REPORT_MEM, .cmp = key_##id##_cmp, .hash = key_##id##_hash,                \
		.print = key_##id##_print                                                          \
	}
#define MEM_W(n, head, id, w, x)                                                                   \
	{                                                                                          \
		.name = n, .header = head, .scope = KEY_PLACE, .min_width = w, .extras = x,        \
		.mode = REPORT_MEM, .cmp = key_##id##_cmp, .hash = key_##id##_hash,                \
		.width = key_##id##_width, .print = key_##id##_print                               \
	}

const struct rep_key rep_keys[] = {
	{ .name = "pid",
	  .header = "    Pid:Command",
	  .scope = KEY_WHO,
	  .cmp = pid_cmp,
	  .hash = pid_hash,
	  .width = pid_width,
	  .print = pid_print },
	{ .name = "comm",
	  .header = "Command",
	  .scope = KEY_WHO,
	  .common = true,
	  .cmp = comm_cmp,
	  .hash = comm_hash,
	  .width = comm_width,
	  .print = comm_print },
	{ .name = "dso",
	  .header = "Shared Object",
	  .scope = KEY_PLACE,
	  .common = true,
	  .cmp = dso_cmp,
	  .hash = dso_hash,
	  .width = dso_width,
	  .print = dso_print },
	{ .name = "symbol",
	  .header = "Symbol",
	  .scope = KEY_PLACE,
	  .common = true,
	  .cmp = sym_cmp,
	  .sort = sym_print_order,
	  .hash = sym_hash,
	  .width = sym_width,
	  .print = sym_print },
	{ .name = "parent",
	  .header = "Parent symbol",
	  .scope = KEY_WHO,
	  .parent = true,
	  .cmp = key_parent_cmp,
	  .hash = key_parent_hash,
	  .width = key_parent_width,
	  .print = key_parent_print },
	KEY("cpu", "CPU", KEY_WHO, cpu, 3, HIST_X_CPU),
	KEY("socket", "Socket", KEY_WHO, socket, 6, HIST_X_CPU),
	{ .name = "srcline",
	  .header = "Source:Line",
	  .scope = KEY_PLACE,
	  .finer = true,
	  .cmp = key_srcline_cmp,
	  .hash = key_srcline_hash,
	  .width = key_srcline_width,
	  .print = key_srcline_print },
	{ .name = "srcfile",
	  .header = "Source File",
	  .scope = KEY_PLACE,
	  .finer = true,
	  .cmp = key_srcfile_cmp,
	  .hash = key_srcfile_hash,
	  .width = key_srcfile_width,
	  .print = key_srcfile_print },
	LOCAL("local_weight", "Local Weight", weight, 12, HIST_X_WEIGHT),
	KEY("weight", "Weight", KEY_WHO, weight, 12, HIST_X_WEIGHT),
	KEY_W("transaction", "Transaction                ", KEY_WHO, transaction, 0,
	      HIST_X_TRANSACTION),
	{ .name = "trace",
	  .header = "Trace output",
	  .scope = KEY_WHO,
	  .common = true,
	  .extras = HIST_X_RAW,
	  .cmp = key_trace_cmp,
	  .hash = key_trace_hash,
	  .width = key_trace_width,
	  .print = key_trace_print },
	{ .name = "symbol_size",
	  .header = "Symbol size",
	  .scope = KEY_PLACE,
	  .common = true,
	  .cmp = sym_size_cmp,
	  .hash = sym_size_hash,
	  .print = sym_size_print },
	{ .name = "dso_size",
	  .header = "DSO size",
	  .scope = KEY_PLACE,
	  .cmp = dso_size_cmp,
	  .hash = dso_size_hash,
	  .print = dso_size_print },
	KEY_W("cgroup", "Cgroup", KEY_WHO, cgroup, 6, HIST_X_CGROUP),
	KEY("cgroup_id", "cgroup id (dev/inode)", KEY_WHO, cgroup_id, 20, HIST_X_CGROUP_ID),
	{ .name = "ipc_null",
	  .header = "IPC   [IPC Coverage]",
	  .scope = KEY_PLACE,
	  .common = true,
	  .cmp = sym_cmp,
	  .hash = sym_hash,
	  .print = key_ipc_print },
	KEY_W("time", "Time", KEY_WHO, time, 0, HIST_X_TIME),
	KEY("code_page_size", "Code Page Size", KEY_WHO, code_page, 6, HIST_X_CODE_PAGE),
	LOCAL("local_ins_lat", "Local INSTR Latency", ins_lat, 13, HIST_X_WEIGHT),
	KEY("ins_lat", "INSTR Latency", KEY_WHO, ins_lat, 13, HIST_X_WEIGHT),
	LOCAL("local_p_stage_cyc", "Local Pipeline Stage Cycle", p_stage, 13, HIST_X_WEIGHT),
	KEY("p_stage_cyc", "Pipeline Stage Cycle", KEY_WHO, p_stage, 13, HIST_X_WEIGHT),
	{ .name = "addr",
	  .header = "Address",
	  .scope = KEY_PLACE,
	  .min_width = 18,
	  .cmp = addr_cmp,
	  .hash = addr_hash,
	  .print = addr_print },
	SUM("overhead", "Overhead", overhead, 8, true),
	SUM("overhead_sys", "sys", sys, 8, true),
	SUM("overhead_us", "usr", us, 8, true),
	SUM("overhead_guest_sys", "guest sys", guest_sys, 9, true),
	SUM("overhead_guest_us", "guest usr", guest_us, 9, true),
	{ .name = "overhead_children",
	  .header = "Children",
	  .scope = KEY_SUM,
	  .common = true,
	  .min_width = 8,
	  .sum = sum_children,
	  .percent = true,
	  .acc = true },
	SUM("sample", "Samples", samples, 12, false),
	SUM("period", "Period", overhead, 12, false),
	BRANCH("dso_from", "Source Shared Object", dso_from, 0, 0),
	BRANCH("dso_to", "Target Shared Object", dso_to, 0, 0),
	BRANCH("symbol_from", "Source Symbol", sym_from, 0, 0),
	BRANCH("symbol_to", "Target Symbol", sym_to, 0, 0),
	BRANCH("mispredict", "Branch Mispredicted", mispredict, 0, HIST_X_BRANCH_FLAGS),
	BRANCH("in_tx", "Branch in transaction", in_tx, 0, HIST_X_BRANCH_FLAGS),
	BRANCH("abort", "Transaction abort", abort, 0, HIST_X_BRANCH_FLAGS),
	BRANCH("cycles", "Basic Block Cycles", cycles, 0, HIST_X_BRANCH_CYCLES),
	{ .name = "srcline_from",
	  .header = "From Source:Line",
	  .scope = KEY_PLACE,
	  .mode = REPORT_BRANCH,
	  .cmp = key_srcline_from_cmp,
	  .hash = key_srcline_from_hash,
	  .width = key_srcline_from_width,
	  .print = key_srcline_from_print },
	{ .name = "srcline_to",
	  .header = "To Source:Line",
	  .scope = KEY_PLACE,
	  .mode = REPORT_BRANCH,
	  .cmp = key_srcline_to_cmp,
	  .hash = key_srcline_to_hash,
	  .width = key_srcline_to_width,
	  .print = key_srcline_to_print },
	{ .name = "ipc_lbr",
	  .header = "IPC   [IPC Coverage]",
	  .scope = KEY_PLACE,
	  .mode = REPORT_BRANCH,
	  .cmp = sym_cmp,
	  .hash = sym_hash,
	  .print = key_ipc_lbr_print },
	BRANCH("addr_from", "Source Address", addr_from, 0, 0),
	BRANCH("addr_to", "Target Address", addr_to, 0, 0),
	MEM_W("symbol_daddr", "Data Symbol", mem_daddr, 0, HIST_X_ADDR),
	MEM_W("symbol_iaddr", "Code Symbol", mem_iaddr, 0, 0),
	MEM_W("dso_daddr", "Data Object", mem_dso, 0, HIST_X_ADDR),
	MEM("locked", "Locked", KEY_WHO, mem_locked, 6, HIST_X_DATA_SRC),
	MEM("tlb", "TLB access", KEY_WHO, mem_tlb, 22, HIST_X_DATA_SRC),
	MEM("mem", "Memory access", KEY_WHO, mem_level, 24, HIST_X_DATA_SRC),
	MEM("snoop", "Snoop", KEY_WHO, mem_snoop, 12, HIST_X_DATA_SRC),
	MEM_W("dcacheline", "Data Cacheline", mem_line, 0, HIST_X_ADDR),
	MEM("phys_daddr", "Data Physical Address", KEY_WHO, mem_phys, KEY_NO_NAME_WIDTH,
	    HIST_X_PHYS),
	MEM("data_page_size", "Data Page Size", KEY_WHO, mem_page, KEY_NO_NAME_WIDTH,
	    HIST_X_DATA_PAGE),
	MEM("blocked", "Blocked", KEY_WHO, mem_blocked, 10, HIST_X_DATA_SRC),
	/* Later than perf 6.1: behind all others, so that what abbreviations stand for stays what it was. */
	{ .name = "tgid",
	  .header = "   Tgid:Command",
	  .scope = KEY_WHO,
	  .cmp = key_tgid_cmp,
	  .hash = key_tgid_hash,
	  .width = key_tgid_width,
	  .print = key_tgid_print },
	KEY_W("comm_nodigit", "CommandNoDigit", KEY_WHO, comm_nodigit, 0, 0),
	{ .name = "symoff",
	  .header = "Symbol Offset",
	  .scope = KEY_PLACE,
	  .finer = true,
	  .cmp = key_symoff_cmp,
	  .hash = key_symoff_hash,
	  .width = key_symoff_width,
	  .print = key_symoff_print },
	KEY_W("parallelism", "Parallelism", KEY_WHO, parallelism, 11, HIST_X_PARALLELISM),
	LOCAL("local_retire_lat", "Local Retire Latency", retire_lat, 13, HIST_X_WEIGHT),
	KEY("retire_lat", "Retire Latency", KEY_WHO, retire_lat, 13, HIST_X_WEIGHT),
	LATENCY("latency", latency, false),
	LATENCY("latency_children", latency_children, true),
	AVERAGE("weight1", "Weight1", weight1),
	AVERAGE("weight2", "Weight2", weight2),
	AVERAGE("weight3", "Weight3", weight3),
	HISTORY("callchain_branch_predicted", "Predicted", predicted, 9),
	HISTORY("callchain_branch_abort", "Abort", aborted, 5),
	HISTORY("callchain_branch_cycles", "Cycles", cycles, 6),
	{ 0 }
};

static const struct rep_key *find_key(const char *word, size_t len)
{
	for (const struct rep_key *k = rep_keys; k->name; k++)
		if (!strncasecmp(word, k->name, len) && strlen(k->name) >= len)
			return k;
	return NULL;
}

const struct rep_key *rep_key_find(const char *word, size_t len, enum report_mode mode)
{
	const struct rep_key *k = find_key(word, len);

	return k && (k->mode == REPORT_NORMAL || k->mode == mode) ? k : NULL;
}

enum report_mode rep_key_mode(const char *word, size_t len)
{
	const struct rep_key *k = find_key(word, len);

	return k ? k->mode : REPORT_NORMAL;
}
