/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The table of all sort keys in perf's order, which decides what an abbreviation stands for; newer
 * keys come last.
 */

#include "profile/keys/key_table.h"
#include "profile/keys/keys_branch.h"
#include "profile/keys/keys_line.h"
#include "profile/keys/keys_mem.h"
#include "profile/keys/keys_names.h"
#include "profile/keys/keys_newer.h"
#include "profile/keys/keys_sample.h"
#include "profile/keys/keys_type.h"
#include "profile/keys/report_trace.h"

#include <string.h>
#include <strings.h>

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
		.name = n, .header = head, .scope = KEY_THREAD, .common = true, .min_width = w,    \
		.extras = x, .cmp = key_##id##_cmp, .hash = key_##id##_hash,                       \
		.print = key_local_##id##_print                                                    \
	}
#define BRANCH(n, head, id, w, x)                                                                  \
	{                                                                                          \
		.name = n, .header = head, .scope = KEY_LOCATION, .min_width = w, .extras = x,     \
		.mode = REPORT_BRANCH, .cmp = branch_##id##_cmp, .hash = branch_##id##_hash,       \
		.width = branch_##id##_width, .print = branch_##id##_print                         \
	}
#define TYPE(n, head, id)                                                                          \
	{                                                                                          \
		.name = n, .header = head, .scope = KEY_LOCATION, .finer = true, .types = true,    \
		.cmp = key_##id##_cmp, .hash = key_##id##_hash, .width = key_##id##_width,         \
		.print = key_##id##_print                                                          \
	}
#define HISTORY(n, head, id, w)                                                                    \
	{                                                                                          \
		.name = n, .header = head, .scope = KEY_THREAD, .common = true, .min_width = w,    \
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
		.name = n, .header = head, .scope = KEY_LOCATION, .min_width = w, .extras = x,     \
		.mode = REPORT_MEM, .cmp = key_##id##_cmp, .hash = key_##id##_hash,                \
		.width = key_##id##_width, .print = key_##id##_print                               \
	}

const struct rep_key rep_keys[] = {
	{ .name = "pid",
	  .header = "    Pid:Command",
	  .scope = KEY_THREAD,
	  .cmp = key_pid_cmp,
	  .hash = key_pid_hash,
	  .width = key_pid_width,
	  .print = key_pid_print },
	KEY_W("comm", "Command", KEY_THREAD, comm, 0, 0),
	KEY_W("dso", "Shared Object", KEY_LOCATION, object, 0, 0),
	{ .name = "symbol",
	  .header = "Symbol",
	  .scope = KEY_LOCATION,
	  .common = true,
	  .cmp = key_symbol_cmp,
	  .sort = key_symbol_order,
	  .hash = key_symbol_hash,
	  .width = key_symbol_width,
	  .print = key_symbol_print },
	{ .name = "parent",
	  .header = "Parent symbol",
	  .scope = KEY_THREAD,
	  .parent = true,
	  .cmp = key_parent_cmp,
	  .hash = key_parent_hash,
	  .width = key_parent_width,
	  .print = key_parent_print },
	KEY("cpu", "CPU", KEY_THREAD, cpu, 3, HIST_X_CPU),
	KEY("socket", "Socket", KEY_THREAD, socket, 6, HIST_X_CPU),
	{ .name = "srcline",
	  .header = "Source:Line",
	  .scope = KEY_LOCATION,
	  .finer = true,
	  .cmp = key_srcline_cmp,
	  .hash = key_srcline_hash,
	  .width = key_srcline_width,
	  .print = key_srcline_print },
	{ .name = "srcfile",
	  .header = "Source File",
	  .scope = KEY_LOCATION,
	  .finer = true,
	  .cmp = key_srcfile_cmp,
	  .hash = key_srcfile_hash,
	  .width = key_srcfile_width,
	  .print = key_srcfile_print },
	LOCAL("local_weight", "Local Weight", weight, 12, HIST_X_WEIGHT),
	KEY("weight", "Weight", KEY_THREAD, weight, 12, HIST_X_WEIGHT),
	KEY_W("transaction", "Transaction                ", KEY_THREAD, transaction, 0,
	      HIST_X_TRANSACTION),
	{ .name = "trace",
	  .header = "Trace output",
	  .scope = KEY_THREAD,
	  .common = true,
	  .extras = HIST_X_RAW,
	  .cmp = key_trace_cmp,
	  .hash = key_trace_hash,
	  .width = key_trace_width,
	  .print = key_trace_print },
	KEY("symbol_size", "Symbol size", KEY_LOCATION, symbol_size, 0, 0),
	{ .name = "dso_size",
	  .header = "DSO size",
	  .scope = KEY_LOCATION,
	  .cmp = key_object_size_cmp,
	  .hash = key_object_size_hash,
	  .print = key_object_size_print },
	KEY_W("cgroup", "Cgroup", KEY_THREAD, cgroup, 6, HIST_X_CGROUP),
	KEY("cgroup_id", "cgroup id (dev/inode)", KEY_THREAD, cgroup_id, 20, HIST_X_CGROUP_ID),
	{ .name = "ipc_null",
	  .header = "IPC   [IPC Coverage]",
	  .scope = KEY_LOCATION,
	  .common = true,
	  .cmp = key_symbol_cmp,
	  .hash = key_symbol_hash,
	  .print = key_ipc_print },
	KEY_W("time", "Time", KEY_THREAD, time, 0, HIST_X_TIME),
	KEY("code_page_size", "Code Page Size", KEY_THREAD, code_page, 6, HIST_X_CODE_PAGE),
	LOCAL("local_ins_lat", "Local INSTR Latency", ins_lat, 13, HIST_X_WEIGHT),
	KEY("ins_lat", "INSTR Latency", KEY_THREAD, ins_lat, 13, HIST_X_WEIGHT),
	LOCAL("local_p_stage_cyc", "Local Pipeline Stage Cycle", p_stage, 13, HIST_X_WEIGHT),
	KEY("p_stage_cyc", "Pipeline Stage Cycle", KEY_THREAD, p_stage, 13, HIST_X_WEIGHT),
	{ .name = "addr",
	  .header = "Address",
	  .scope = KEY_LOCATION,
	  .min_width = 18,
	  .cmp = key_addr_cmp,
	  .hash = key_addr_hash,
	  .print = key_addr_print },
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
	  .scope = KEY_LOCATION,
	  .mode = REPORT_BRANCH,
	  .cmp = key_srcline_from_cmp,
	  .hash = key_srcline_from_hash,
	  .width = key_srcline_from_width,
	  .print = key_srcline_from_print },
	{ .name = "srcline_to",
	  .header = "To Source:Line",
	  .scope = KEY_LOCATION,
	  .mode = REPORT_BRANCH,
	  .cmp = key_srcline_to_cmp,
	  .hash = key_srcline_to_hash,
	  .width = key_srcline_to_width,
	  .print = key_srcline_to_print },
	{ .name = "ipc_lbr",
	  .header = "IPC   [IPC Coverage]",
	  .scope = KEY_LOCATION,
	  .mode = REPORT_BRANCH,
	  .cmp = key_symbol_cmp,
	  .hash = key_symbol_hash,
	  .print = key_ipc_lbr_print },
	BRANCH("addr_from", "Source Address", addr_from, 0, 0),
	BRANCH("addr_to", "Target Address", addr_to, 0, 0),
	MEM_W("symbol_daddr", "Data Symbol", mem_daddr, 0, HIST_X_ADDR),
	MEM_W("symbol_iaddr", "Code Symbol", mem_iaddr, 0, 0),
	MEM_W("dso_daddr", "Data Object", mem_dso, 0, HIST_X_ADDR),
	MEM("locked", "Locked", KEY_THREAD, mem_locked, 6, HIST_X_DATA_SRC),
	MEM("tlb", "TLB access", KEY_THREAD, mem_tlb, 22, HIST_X_DATA_SRC),
	MEM("mem", "Memory access", KEY_THREAD, mem_level, 24, HIST_X_DATA_SRC),
	MEM("snoop", "Snoop", KEY_THREAD, mem_snoop, 12, HIST_X_DATA_SRC),
	MEM_W("dcacheline", "Data Cacheline", mem_line, 0, HIST_X_ADDR),
	MEM("phys_daddr", "Data Physical Address", KEY_THREAD, mem_phys, KEY_NO_NAME_WIDTH,
	    HIST_X_PHYS),
	MEM("data_page_size", "Data Page Size", KEY_THREAD, mem_page, KEY_NO_NAME_WIDTH,
	    HIST_X_DATA_PAGE),
	MEM("blocked", "Blocked", KEY_THREAD, mem_blocked, 10, HIST_X_DATA_SRC),
	/*
	 * Later than perf 6.1: behind all others, so that what abbreviations stand for stays what
	 * it was.
	 */
	{ .name = "tgid",
	  .header = "   Tgid:Command",
	  .scope = KEY_THREAD,
	  .cmp = key_tgid_cmp,
	  .hash = key_tgid_hash,
	  .width = key_tgid_width,
	  .print = key_tgid_print },
	KEY_W("comm_nodigit", "CommandNoDigit", KEY_THREAD, comm_nodigit, 0, 0),
	{ .name = "symoff",
	  .header = "Symbol Offset",
	  .scope = KEY_LOCATION,
	  .finer = true,
	  .cmp = key_symoff_cmp,
	  .hash = key_symoff_hash,
	  .width = key_symoff_width,
	  .print = key_symoff_print },
	KEY_W("parallelism", "Parallelism", KEY_THREAD, parallelism, 11, HIST_X_PARALLELISM),
	LOCAL("local_retire_lat", "Local Retire Latency", retire_lat, 13, HIST_X_WEIGHT),
	KEY("retire_lat", "Retire Latency", KEY_THREAD, retire_lat, 13, HIST_X_WEIGHT),
	LATENCY("latency", latency, false),
	LATENCY("latency_children", latency_children, true),
	AVERAGE("weight1", "Weight1", weight1),
	AVERAGE("weight2", "Weight2", weight2),
	AVERAGE("weight3", "Weight3", weight3),
	HISTORY("callchain_branch_predicted", "Predicted", predicted, 9),
	HISTORY("callchain_branch_abort", "Abort", aborted, 5),
	HISTORY("callchain_branch_cycles", "Cycles", cycles, 6),
	TYPE("type", "Data Type", type),
	TYPE("typeoff", "Data Type Offset", typeoff),
	TYPE("typecln", "Data Type Cacheline", typecln),
	{ 0 }
};

static const struct rep_key *find_sort_key(const char *word, size_t len)
{
	for (const struct rep_key *k = rep_keys; k->name; k++)
		if (!strncasecmp(word, k->name, len) && strlen(k->name) >= len)
			return k;
	return NULL;
}

const struct rep_key *rep_key_find(const char *word, size_t len, enum report_mode mode)
{
	const struct rep_key *k = find_sort_key(word, len);

	return k && (k->mode == REPORT_NORMAL || k->mode == mode) ? k : NULL;
}

enum report_mode rep_key_mode(const char *word, size_t len)
{
	const struct rep_key *k = find_sort_key(word, len);

	return k ? k->mode : REPORT_NORMAL;
}

bool rep_has_key(const struct report *rp, const char *name)
{
	for (uint32_t i = 0; i < rp->nr_keys; i++)
		if (!strcmp(rp->keys[i]->name, name))
			return true;
	return false;
}
