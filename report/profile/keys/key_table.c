/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The table of all sort keys in perf's order, which decides what an abbreviation stands for; newer
 * keys come last.
 */

#include "profile/keys/key_table.h"
#include "profile/keys/key_kinds.h"
#include "profile/keys/keys_branch.h"
#include "profile/keys/keys_line.h"
#include "profile/keys/keys_mem.h"
#include "profile/keys/keys_names.h"
#include "profile/keys/keys_newer.h"
#include "profile/keys/keys_sample.h"
#include "profile/keys/keys_type.h"
#include "profile/keys/report_trace.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

#define SELF(member) offsetof(struct rep_row, self.member)
#define MORE(member) offsetof(struct row_more, member)

#define SUM(n, head, at, w, pct)                                                                   \
	{                                                                                          \
		.name = n, .header = head, .scope = KEY_SUM, .common = true, .min_width = w,       \
		.sum = at, .percent = pct                                                          \
	}
#define LATENCY(n, at, with_children)                                                              \
	{                                                                                          \
		.name = n, .header = "Latency", .scope = KEY_SUM, .common = true, .min_width = 8,  \
		.extras = HIST_X_PARALLELISM, .sum = at, .percent = true, .latency = true,         \
		.more = true, .acc = with_children                                                 \
	}
#define AVERAGE(n, head, at)                                                                       \
	{                                                                                          \
		.name = n, .header = head, .scope = KEY_SUM, .common = true, .min_width = 8,       \
		.extras = HIST_X_WEIGHT, .sum = at, .average = true, .more = true                  \
	}
#define KEY(n, head, place, id, w, x)                                                              \
	{                                                                                          \
		.name = n, .header = head, .scope = place, .common = true, .min_width = w,         \
		.extras = x, .old_cmp = key_##id##_cmp, .old_hash = key_##id##_hash,               \
		.old_print = key_##id##_print                                                      \
	}
#define KEY_W(n, head, place, id, w, x)                                                            \
	{                                                                                          \
		.name = n, .header = head, .scope = place, .common = true, .min_width = w,         \
		.extras = x, .old_cmp = key_##id##_cmp, .old_hash = key_##id##_hash,               \
		.old_width = key_##id##_width, .old_print = key_##id##_print                       \
	}
/* A thread's key, and one of the address, with a number. */
#define NUMBER(n, head, w, get, ...)                                                               \
	{                                                                                          \
		.name = n, .header = head, .scope = KEY_THREAD, .common = true, .min_width = w,    \
		.kind = &key_number, .number = get, __VA_ARGS__                                    \
	}
#define LOCATION_NUMBER(n, head, w, get, ...)                                                      \
	{                                                                                          \
		.name = n, .header = head, .scope = KEY_LOCATION, .min_width = w,                  \
		.kind = &key_number, .number = get, __VA_ARGS__                                    \
	}
#define TASK(n, head, get, comm, narrowest)                                                        \
	{                                                                                          \
		.name = n, .header = head, .scope = KEY_THREAD, .kind = &key_task, .number = get,  \
		.text = comm, .arg = narrowest                                                     \
	}
#define EXTRA(member) .arg = offsetof(struct hist_extra, member)
#define EXTRA64(member, bit) key_extra64, EXTRA(member), .extras = bit
#define EXTRA32(member, bit) key_extra32, EXTRA(member), .extras = bit
#define BRANCH(n, head, id, w, x)                                                                  \
	{                                                                                          \
		.name = n, .header = head, .scope = KEY_LOCATION, .min_width = w, .extras = x,     \
		.mode = REPORT_BRANCH, .old_cmp = branch_##id##_cmp,                               \
		.old_hash = branch_##id##_hash, .old_width = branch_##id##_width,                  \
		.old_print = branch_##id##_print                                                   \
	}
#define TYPE(n, head, id)                                                                          \
	{                                                                                          \
		.name = n, .header = head, .scope = KEY_LOCATION, .finer = true, .types = true,    \
		.old_cmp = key_##id##_cmp, .old_hash = key_##id##_hash,                            \
		.old_width = key_##id##_width, .old_print = key_##id##_print                       \
	}
#define HISTORY(n, head, id, w)                                                                    \
	{                                                                                          \
		.name = n, .header = head, .scope = KEY_THREAD, .common = true, .min_width = w,    \
		.history = true, .old_cmp = key_history_cmp, .old_hash = key_history_hash,         \
		.old_print = key_history_##id##_print                                              \
	}
#define MEM(n, head, place, id, w, x)                                                              \
	{                                                                                          \
		.name = n, .header = head, .scope = place, .min_width = w, .extras = x,            \
		.mode = REPORT_MEM, .old_cmp = key_##id##_cmp, .old_hash = key_##id##_hash,        \
		.old_print = key_##id##_print                                                      \
	}
#define MEM_W(n, head, id, w, x)                                                                   \
	{                                                                                          \
		.name = n, .header = head, .scope = KEY_LOCATION, .min_width = w, .extras = x,     \
		.mode = REPORT_MEM, .old_cmp = key_##id##_cmp, .old_hash = key_##id##_hash,        \
		.old_width = key_##id##_width, .old_print = key_##id##_print                       \
	}

static uint64_t row_tid(const struct report *rp, const struct rep_key *k, const struct rep_row *r)
{
	(void)rp;
	(void)k;
	return (uint64_t)(int32_t)r->who->tid;
}

static uint64_t row_pid(const struct report *rp, const struct rep_key *k, const struct rep_row *r)
{
	(void)rp;
	(void)k;
	return (uint64_t)(int32_t)r->who->pid;
}

const struct rep_key rep_keys[] = {
	TASK("pid", "    Pid:Command", row_tid, key_final_comm, 7),
	KEY_W("comm", "Command", KEY_THREAD, comm, 0, 0),
	KEY_W("dso", "Shared Object", KEY_LOCATION, object, 0, 0),
	{ .name = "symbol",
	  .header = "Symbol",
	  .scope = KEY_LOCATION,
	  .common = true,
	  .old_cmp = key_symbol_cmp,
	  .old_sort = key_symbol_order,
	  .old_hash = key_symbol_hash,
	  .old_width = key_symbol_width,
	  .old_print = key_symbol_print },
	{ .name = "parent",
	  .header = "Parent symbol",
	  .scope = KEY_THREAD,
	  .parent = true,
	  .old_cmp = key_parent_cmp,
	  .old_hash = key_parent_hash,
	  .old_width = key_parent_width,
	  .old_print = key_parent_print },
	NUMBER("cpu", "CPU", 3, key_cpu, .print = key_print_zeros, .extras = HIST_X_CPU),
	NUMBER("socket", "Socket", 6, key_socket, .print = key_print_zeros, .arg = 3,
	       .extras = HIST_X_CPU),
	{ .name = "srcline",
	  .header = "Source:Line",
	  .scope = KEY_LOCATION,
	  .finer = true,
	  .old_cmp = key_srcline_cmp,
	  .old_hash = key_srcline_hash,
	  .old_width = key_srcline_width,
	  .old_print = key_srcline_print },
	{ .name = "srcfile",
	  .header = "Source File",
	  .scope = KEY_LOCATION,
	  .finer = true,
	  .old_cmp = key_srcfile_cmp,
	  .old_hash = key_srcfile_hash,
	  .old_width = key_srcfile_width,
	  .old_print = key_srcfile_print },
	NUMBER("local_weight", "Local Weight", 12, EXTRA64(weight, HIST_X_WEIGHT),
	       .order = KEY_FALLS),
	NUMBER("weight", "Weight", 12, EXTRA64(weight, HIST_X_WEIGHT), .order = KEY_FALLS,
	       .text = key_total64),
	NUMBER("transaction", "Transaction                ", 0,
	       EXTRA64(transaction, HIST_X_TRANSACTION), .order = KEY_FALLS,
	       .text = key_transaction_text, .width = key_transaction_width),
	{ .name = "trace",
	  .header = "Trace output",
	  .scope = KEY_THREAD,
	  .common = true,
	  .extras = HIST_X_RAW,
	  .old_cmp = key_trace_cmp,
	  .old_hash = key_trace_hash,
	  .old_width = key_trace_width,
	  .old_print = key_trace_print },
	LOCATION_NUMBER("symbol_size", "Symbol size", 0, key_symbol_size, .common = true,
			.text = key_symbol_size_text, .missing = "unknown", .fit = KEY_RIGHT),
	LOCATION_NUMBER("dso_size", "DSO size", 0, key_object_size, .text = key_object_size_text,
			.missing = "unknown", .fit = KEY_RIGHT),
	NUMBER("cgroup", "Cgroup", 6, EXTRA64(cgroup, HIST_X_CGROUP), .text = key_cgroup_text,
	       .missing = "N/A", .fit = KEY_NO_PAD, .width = key_text_width),
	{ .name = "cgroup_id",
	  .header = "cgroup id (dev/inode)",
	  .scope = KEY_THREAD,
	  .common = true,
	  .min_width = 20,
	  .extras = HIST_X_CGROUP_ID,
	  .kind = &key_cgroup_id },
	{ .name = "ipc_null",
	  .header = "IPC   [IPC Coverage]",
	  .scope = KEY_LOCATION,
	  .common = true,
	  .old_cmp = key_symbol_cmp,
	  .old_hash = key_symbol_hash,
	  .old_print = key_ipc_print },
	NUMBER("time", "Time", 0, EXTRA64(time, HIST_X_TIME), .text = key_time_text,
	       .fit = KEY_CUT | KEY_NO_PAD, .width = key_time_width),
	NUMBER("code_page_size", "Code Page Size", 6, EXTRA64(code_page_size, HIST_X_CODE_PAGE),
	       .text = key_page_text, .missing = "N/A"),
	NUMBER("local_ins_lat", "Local INSTR Latency", 13, EXTRA32(ins_lat, HIST_X_WEIGHT),
	       .order = KEY_FALLS),
	NUMBER("ins_lat", "INSTR Latency", 13, EXTRA32(ins_lat, HIST_X_WEIGHT), .order = KEY_FALLS,
	       .text = key_total32),
	NUMBER("local_p_stage_cyc", "Local Pipeline Stage Cycle", 13, key_p_stage,
	       .extras = HIST_X_WEIGHT, .order = KEY_FALLS),
	NUMBER("p_stage_cyc", "Pipeline Stage Cycle", 13, key_p_stage, .extras = HIST_X_WEIGHT,
	       .order = KEY_FALLS, .text = key_total32),
	LOCATION_NUMBER("addr", "Address", 18, key_addr, .order = KEY_WRAPS, .text = key_addr_text),
	SUM("overhead", "Overhead", SELF(period), 8, true),
	SUM("overhead_sys", "sys", SELF(sys), 8, true),
	SUM("overhead_us", "usr", SELF(us), 8, true),
	SUM("overhead_guest_sys", "guest sys", SELF(guest_sys), 9, true),
	SUM("overhead_guest_us", "guest usr", SELF(guest_us), 9, true),
	{ .name = "overhead_children",
	  .header = "Children",
	  .scope = KEY_SUM,
	  .common = true,
	  .min_width = 8,
	  .sum = offsetof(struct rep_row, acc.period),
	  .percent = true,
	  .acc = true },
	SUM("sample", "Samples", SELF(nr), 12, false),
	SUM("period", "Period", SELF(period), 12, false),
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
	  .old_cmp = key_srcline_from_cmp,
	  .old_hash = key_srcline_from_hash,
	  .old_width = key_srcline_from_width,
	  .old_print = key_srcline_from_print },
	{ .name = "srcline_to",
	  .header = "To Source:Line",
	  .scope = KEY_LOCATION,
	  .mode = REPORT_BRANCH,
	  .old_cmp = key_srcline_to_cmp,
	  .old_hash = key_srcline_to_hash,
	  .old_width = key_srcline_to_width,
	  .old_print = key_srcline_to_print },
	{ .name = "ipc_lbr",
	  .header = "IPC   [IPC Coverage]",
	  .scope = KEY_LOCATION,
	  .mode = REPORT_BRANCH,
	  .old_cmp = key_symbol_cmp,
	  .old_hash = key_symbol_hash,
	  .old_print = key_ipc_lbr_print },
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
	{ .name = "phys_daddr",
	  .header = "Data Physical Address",
	  .scope = KEY_THREAD,
	  .mode = REPORT_MEM,
	  .min_width = KEY_NO_NAME_WIDTH,
	  .kind = &key_number,
	  .number = EXTRA64(phys_addr, HIST_X_PHYS),
	  .order = KEY_WRAPS,
	  .text = key_phys_text,
	  .fit = KEY_CUT },
	{ .name = "data_page_size",
	  .header = "Data Page Size",
	  .scope = KEY_THREAD,
	  .mode = REPORT_MEM,
	  .min_width = KEY_NO_NAME_WIDTH,
	  .kind = &key_number,
	  .number = EXTRA64(data_page_size, HIST_X_DATA_PAGE),
	  .order = KEY_WRAPS,
	  .text = key_page_text,
	  .missing = "N/A" },
	MEM("blocked", "Blocked", KEY_THREAD, mem_blocked, 10, HIST_X_DATA_SRC),
	/*
	 * Later than perf 6.1: behind all others, so that what abbreviations stand for stays what
	 * it was.
	 */
	TASK("tgid", "   Tgid:Command", row_pid, key_process_comm, 8),
	KEY_W("comm_nodigit", "CommandNoDigit", KEY_THREAD, comm_nodigit, 0, 0),
	{ .name = "symoff",
	  .header = "Symbol Offset",
	  .scope = KEY_LOCATION,
	  .finer = true,
	  .old_cmp = key_symoff_cmp,
	  .old_hash = key_symoff_hash,
	  .old_width = key_symoff_width,
	  .old_print = key_symoff_print },
	NUMBER("parallelism", "Parallelism", 11, EXTRA64(parallelism, HIST_X_PARALLELISM),
	       .fit = KEY_RIGHT),
	NUMBER("local_retire_lat", "Local Retire Latency", 13, EXTRA32(p_stage_cyc, HIST_X_WEIGHT),
	       .order = KEY_FALLS),
	NUMBER("retire_lat", "Retire Latency", 13, EXTRA32(p_stage_cyc, HIST_X_WEIGHT),
	       .order = KEY_FALLS, .text = key_total64),
	LATENCY("latency", MORE(latency), false),
	LATENCY("latency_children", MORE(acc_latency), true),
	AVERAGE("weight1", "Weight1", MORE(weight[0])),
	AVERAGE("weight2", "Weight2", MORE(weight[1])),
	AVERAGE("weight3", "Weight3", MORE(weight[2])),
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
