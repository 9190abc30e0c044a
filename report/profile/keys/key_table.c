/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The table of all sort keys in perf's order, which decides what an abbreviation stands for; newer
 * keys come last.
 */

#include "profile/keys/key_table.h"
#include "profile/hist/data_src.h"
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

/* A key: its name, header and scope, then the members of struct rep_key that are not zero. */
#define KEY(n, head, about, ...)                                                                   \
	{                                                                                          \
		.name = n, .header = head, .scope = KEY_##about, __VA_ARGS__                       \
	}
#define SUM(n, head, width, at, ...)                                                               \
	SUM_AT(n, head, width, offsetof(struct rep_row, at), __VA_ARGS__)
#define MORE(n, head, width, at, ...)                                                              \
	SUM_AT(n, head, width, offsetof(struct row_more, at), .more = true, __VA_ARGS__)
#define SUM_AT(n, head, width, at, ...)                                                            \
	KEY(n, head, SUM, .concurrent = true, .common = true, .min_width = width, .sum = at,       \
	    __VA_ARGS__)
#define LATENCY .extras = HIST_X_PARALLELISM, .percent = true, .latency = true
#define AVERAGE .extras = HIST_X_WEIGHT, .average = true

#define NUMBER(get) .kind = &key_number, .number = get
#define TEXT(get) .kind = &key_text, .text = get
#define EXTRA64(member, bit)                                                                       \
	NUMBER(key_extra64), .arg = offsetof(struct hist_extra, member), .extras = bit
#define EXTRA32(member, bit)                                                                       \
	NUMBER(key_extra32), .arg = offsetof(struct hist_extra, member), .extras = bit
#define WEIGHT(width) .order = KEY_FALLS, .common = true, .min_width = width

/* Values shared by keys about the ends and flags of branches, data, call graphs and types. */
#define END(which) .arg = KEY_END_##which, .mode = REPORT_BRANCH
#define FLAGS(bits)                                                                                \
	NUMBER(key_branch_flags), .arg = KEY_BRANCH_##bits, .extras = HIST_X_BRANCH_FLAGS,         \
				  .mode = REPORT_BRANCH, .order = KEY_DIFFERS,                     \
				  .text = key_branch_flags_text
#define ADDRESS(which)                                                                             \
	NUMBER(key_end_ip), .arg = KEY_END_##which, .mode = REPORT_MEM, .order = KEY_WRAPS,        \
			    .width = key_end_name_width, .print = key_end_name_print
#define DATA_SRC(part)                                                                             \
	NUMBER(key_data_src), .arg = DATA_SRC_##part, .extras = HIST_X_DATA_SRC,                   \
			      .mode = REPORT_MEM, .text = key_data_src_text
#define HISTORY(total)                                                                             \
	NUMBER(key_history), .arg = KEY_HISTORY_##total, .history = true, .common = true,          \
			     .text = key_history_text
#define TYPE(by) .kind = &key_type, .arg = KEY_TYPE_##by, .finer = true, .types = true

const struct rep_key rep_keys[] = {
	KEY("pid", "    Pid:Command", THREAD, .concurrent = true, .kind = &key_task,
	    .arg = KEY_TASK_THREAD, .text = key_final_comm),
	KEY("comm", "Command", THREAD, .concurrent = true, .kind = &key_comm, .text = key_comm_text,
	    .common = true, .fit = KEY_CUT),
	KEY("dso", "Shared Object", LOCATION, .concurrent = true, .kind = &key_object,
	    .text = key_object_text, .common = true, .missing = "[unknown]", .fit = KEY_CUT),
	KEY("symbol", "Symbol", LOCATION, .concurrent = true, .kind = &key_symbol, .common = true,
	    .sort = key_symbol_order, .width = key_symbol_width),
	KEY("parent", "Parent symbol", THREAD, TEXT(key_parent), .parent = true,
	    .missing = "[other]", .fit = KEY_CUT),
	KEY("cpu", "CPU", THREAD, .concurrent = true, NUMBER(key_cpu), .extras = HIST_X_CPU,
	    .common = true, .min_width = 3, .print = key_print_zeros),
	KEY("socket", "Socket", THREAD, .concurrent = true, NUMBER(key_socket),
	    .extras = HIST_X_CPU, .common = true, .min_width = 6, .print = key_print_zeros,
	    .arg = 3),
	KEY("srcline", "Source:Line", LOCATION, TEXT(key_line), .arg = KEY_LINE_ROW, .finer = true,
	    .lines = true, .fit = KEY_CUT | KEY_NO_PAD),
	KEY("srcfile", "Source File", LOCATION, TEXT(key_line), .arg = KEY_LINE_FILE, .finer = true,
	    .lines = true, .fit = KEY_CUT | KEY_NO_PAD),
	KEY("local_weight", "Local Weight", THREAD, .concurrent = true,
	    EXTRA64(weight, HIST_X_WEIGHT), WEIGHT(12)),
	KEY("weight", "Weight", THREAD, .concurrent = true, EXTRA64(weight, HIST_X_WEIGHT),
	    WEIGHT(12), .text = key_total64),
	KEY("transaction", "Transaction                ", THREAD, .concurrent = true,
	    EXTRA64(transaction, HIST_X_TRANSACTION), .order = KEY_FALLS, .common = true,
	    .text = key_transaction_text, .width = key_transaction_width),
	KEY("trace", "Trace output", THREAD, .kind = &key_trace, .text = key_trace_text,
	    .extras = HIST_X_RAW, .common = true, .missing = "N/A", .fit = KEY_CUT | KEY_NO_PAD),
	KEY("symbol_size", "Symbol size", LOCATION, .concurrent = true, NUMBER(key_symbol_size),
	    .common = true, .text = key_symbol_size_text, .missing = "unknown", .fit = KEY_RIGHT),
	KEY("dso_size", "DSO size", LOCATION, NUMBER(key_object_size), .text = key_object_size_text,
	    .missing = "unknown", .fit = KEY_RIGHT),
	KEY("cgroup", "Cgroup", THREAD, EXTRA64(cgroup, HIST_X_CGROUP), .common = true,
	    .min_width = 6, .text = key_cgroup_text, .missing = "N/A", .fit = KEY_NO_PAD,
	    .width = key_text_width),
	KEY("cgroup_id", "cgroup id (dev/inode)", THREAD, .kind = &key_cgroup_id,
	    .extras = HIST_X_CGROUP_ID, .common = true, .min_width = 20),
	KEY("ipc_null", "IPC   [IPC Coverage]", LOCATION, .kind = &key_symbol, .common = true,
	    .text = key_ipc_text, .missing = "-      -", .print = key_print_value),
	KEY("time", "Time", THREAD, .concurrent = true, EXTRA64(time, HIST_X_TIME), .common = true,
	    .text = key_time_text, .fit = KEY_CUT | KEY_NO_PAD, .width = key_time_width),
	KEY("code_page_size", "Code Page Size", THREAD, EXTRA64(code_page_size, HIST_X_CODE_PAGE),
	    .common = true, .min_width = 6, .text = key_page_text, .missing = "N/A"),
	KEY("local_ins_lat", "Local INSTR Latency", THREAD, .concurrent = true,
	    EXTRA32(ins_lat, HIST_X_WEIGHT), WEIGHT(13)),
	KEY("ins_lat", "INSTR Latency", THREAD, .concurrent = true, EXTRA32(ins_lat, HIST_X_WEIGHT),
	    WEIGHT(13), .text = key_total32),
	KEY("local_p_stage_cyc", "Local Pipeline Stage Cycle", THREAD, .concurrent = true,
	    NUMBER(key_p_stage), .extras = HIST_X_WEIGHT, WEIGHT(13)),
	KEY("p_stage_cyc", "Pipeline Stage Cycle", THREAD, .concurrent = true, NUMBER(key_p_stage),
	    .extras = HIST_X_WEIGHT, WEIGHT(13), .text = key_total32),
	KEY("addr", "Address", LOCATION, .concurrent = true, NUMBER(key_addr), .order = KEY_WRAPS,
	    .min_width = 18, .print = key_addr_print, .finer = true),
	SUM("overhead", "Overhead", 8, self.period, .percent = true),
	MORE("overhead_sys", "sys", 8, sys, .percent = true),
	MORE("overhead_us", "usr", 8, us, .percent = true),
	MORE("overhead_guest_sys", "guest sys", 9, guest_sys, .percent = true),
	MORE("overhead_guest_us", "guest usr", 9, guest_us, .percent = true),
	SUM("overhead_children", "Children", 8, acc.period, .percent = true, .acc = true),
	SUM("sample", "Samples", 12, self.nr, .percent = false),
	SUM("period", "Period", 12, self.period, .percent = false),
	KEY("dso_from", "Source Shared Object", LOCATION, TEXT(key_end_dso), END(FROM),
	    .order = KEY_FALLS, .missing = "[unknown]", .fit = KEY_CUT, .width = key_end_dso_width),
	KEY("dso_to", "Target Shared Object", LOCATION, TEXT(key_end_dso), END(TO),
	    .order = KEY_FALLS, .missing = "[unknown]", .fit = KEY_CUT, .width = key_end_dso_width),
	KEY("symbol_from", "Source Symbol", LOCATION, .kind = &key_end_symbol, END(FROM)),
	KEY("symbol_to", "Target Symbol", LOCATION, .kind = &key_end_symbol, END(TO)),
	KEY("mispredict", "Branch Mispredicted", LOCATION, .concurrent = true,
	    FLAGS(MISPREDICTED | KEY_BRANCH_PREDICTED), .missing = "N/A", .fit = KEY_CUT),
	KEY("in_tx", "Branch in transaction", LOCATION, .concurrent = true, FLAGS(IN_TX),
	    .missing = "."),
	KEY("abort", "Transaction abort", LOCATION, .concurrent = true, FLAGS(ABORT),
	    .missing = "."),
	KEY("cycles", "Basic Block Cycles", LOCATION, NUMBER(key_branch_cycles),
	    .extras = HIST_X_BRANCH_CYCLES, .mode = REPORT_BRANCH, .order = KEY_FALLS,
	    .text = key_branch_cycles_text, .missing = "-"),
	KEY("srcline_from", "From Source:Line", LOCATION, TEXT(key_line), .arg = KEY_LINE_FROM,
	    .lines = true, .mode = REPORT_BRANCH, .fit = KEY_CUT),
	KEY("srcline_to", "To Source:Line", LOCATION, TEXT(key_line), .arg = KEY_LINE_TO,
	    .lines = true, .mode = REPORT_BRANCH, .fit = KEY_CUT),
	KEY("ipc_lbr", "IPC   [IPC Coverage]", LOCATION, .kind = &key_symbol, .mode = REPORT_BRANCH,
	    .text = key_ipc_text, .missing = "-", .print = key_print_value),
	KEY("addr_from", "Source Address", LOCATION, .kind = &key_end_addr, END(FROM)),
	KEY("addr_to", "Target Address", LOCATION, .kind = &key_end_addr, END(TO)),
	KEY("symbol_daddr", "Data Symbol", LOCATION, ADDRESS(TO), .extras = HIST_X_ADDR),
	KEY("symbol_iaddr", "Code Symbol", LOCATION, ADDRESS(FROM)),
	KEY("dso_daddr", "Data Object", LOCATION, TEXT(key_end_dso), .arg = KEY_END_TO,
	    .extras = HIST_X_ADDR, .mode = REPORT_MEM, .missing = "[unknown]", .fit = KEY_CUT,
	    .width = key_end_dso_width),
	KEY("locked", "Locked", THREAD, DATA_SRC(LOCKED), .min_width = 6,
	    .fit = KEY_CUT | KEY_NO_PAD),
	KEY("tlb", "TLB access", THREAD, DATA_SRC(TLB), .min_width = 22),
	KEY("mem", "Memory access", THREAD, DATA_SRC(LEVEL), .min_width = 24),
	KEY("snoop", "Snoop", THREAD, DATA_SRC(SNOOP), .min_width = 12),
	KEY("dcacheline", "Data Cacheline", LOCATION, .kind = &key_cache_line, .arg = KEY_END_TO,
	    .extras = HIST_X_ADDR, .mode = REPORT_MEM),
	KEY("phys_daddr", "Data Physical Address", THREAD, EXTRA64(phys_addr, HIST_X_PHYS),
	    .mode = REPORT_MEM, .min_width = KEY_NO_NAME_WIDTH, .order = KEY_WRAPS,
	    .text = key_phys_text, .fit = KEY_CUT),
	KEY("data_page_size", "Data Page Size", THREAD, EXTRA64(data_page_size, HIST_X_DATA_PAGE),
	    .mode = REPORT_MEM, .min_width = KEY_NO_NAME_WIDTH, .order = KEY_WRAPS,
	    .text = key_page_text, .missing = "N/A"),
	KEY("blocked", "Blocked", THREAD, DATA_SRC(BLOCKED), .min_width = 10,
	    .fit = KEY_CUT | KEY_NO_PAD),
	/*
	 * Keys newer than perf 6.1 go last, so that abbreviations stand for the same keys as in
	 * 6.1.
	 */
	KEY("tgid", "   Tgid:Command", THREAD, .kind = &key_task, .arg = KEY_TASK_PROCESS,
	    .text = key_process_comm),
	KEY("comm_nodigit", "CommandNoDigit", THREAD, TEXT(key_comm_nodigit), .common = true,
	    .fit = KEY_CUT),
	KEY("symoff", "Symbol Offset", LOCATION, .concurrent = true, .kind = &key_symoff,
	    .finer = true),
	KEY("parallelism", "Parallelism", THREAD, .concurrent = true,
	    EXTRA64(parallelism, HIST_X_PARALLELISM), .common = true, .min_width = 11,
	    .fit = KEY_RIGHT),
	KEY("local_retire_lat", "Local Retire Latency", THREAD, EXTRA32(p_stage_cyc, HIST_X_WEIGHT),
	    WEIGHT(13)),
	KEY("retire_lat", "Retire Latency", THREAD, EXTRA32(p_stage_cyc, HIST_X_WEIGHT), WEIGHT(13),
	    .text = key_total64),
	MORE("latency", "Latency", 8, latency, LATENCY),
	MORE("latency_children", "Latency", 8, acc_latency, LATENCY, .acc = true),
	MORE("weight1", "Weight1", 8, weight[0], AVERAGE),
	MORE("weight2", "Weight2", 8, weight[1], AVERAGE),
	MORE("weight3", "Weight3", 8, weight[2], AVERAGE),
	KEY("callchain_branch_predicted", "Predicted", THREAD, HISTORY(PREDICTED), .min_width = 9,
	    .fit = KEY_CUT),
	KEY("callchain_branch_abort", "Abort", THREAD, HISTORY(ABORTED), .min_width = 5),
	KEY("callchain_branch_cycles", "Cycles", THREAD, HISTORY(CYCLES), .min_width = 6),
	KEY("type", "Data Type", LOCATION, TYPE(NAME)),
	KEY("typeoff", "Data Type Offset", LOCATION, TYPE(OFFSET)),
	KEY("typecln", "Data Type Cacheline", LOCATION, TYPE(CACHE_LINE)),
	KEY("pcomm", "Process", THREAD, TEXT(key_process_comm), .fit = KEY_CUT),
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

bool rep_key_is_newer(const struct rep_key *k)
{
	while (k->name && strcmp(k->name, "blocked")) /* the last key of perf 6.1 */
		k++;
	return !k->name;
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
