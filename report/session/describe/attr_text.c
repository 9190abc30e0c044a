/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints the fields of a perf_event_attr as perf does, for evlist -v and the header; fields that
 * are 0 are left out.
 */
#include "session/describe/attr_text.h"

#include "base/array.h"

#include <stdbool.h>

struct bit_name {
	uint64_t bit;
	const char *name;
};

/* The tables list the bits in perf's order, and only those for which perf has a name. */
/* clang-format off */
#define S(n) { PDATA_SAMPLE_##n, #n }
static const struct bit_name sample_bits[] = {
	S(IP), S(TID), S(TIME), S(ADDR), S(READ), S(CALLCHAIN), S(ID), S(CPU), S(PERIOD),
	S(STREAM_ID), S(RAW), S(BRANCH_STACK), S(REGS_USER), S(STACK_USER), S(IDENTIFIER),
	S(REGS_INTR), S(DATA_SRC), S(WEIGHT), S(PHYS_ADDR), S(AUX), S(CGROUP), S(DATA_PAGE_SIZE),
	S(CODE_PAGE_SIZE), S(WEIGHT_STRUCT),
	{ 0, NULL },
};
#undef S

#define B(n) { PDATA_BRANCH_##n, #n }
static const struct bit_name branch_bits[] = {
	B(USER), B(KERNEL), B(HV), B(ANY), B(ANY_CALL), B(ANY_RETURN), B(IND_CALL), B(ABORT_TX),
	B(IN_TX), B(NO_TX), B(COND), B(CALL_STACK), B(IND_JUMP), B(CALL), B(NO_FLAGS),
	B(NO_CYCLES), B(TYPE_SAVE), B(HW_INDEX), B(PRIV_SAVE),
	{ 0, NULL },
};
#undef B

#define F(n) { PDATA_FORMAT_##n, #n }
static const struct bit_name format_bits[] = {
	F(TOTAL_TIME_ENABLED), F(TOTAL_TIME_RUNNING), F(ID), F(GROUP), F(LOST),
	{ 0, NULL },
};
#undef F
/* clang-format on */

static const struct {
	enum pdata_attr_bit bit;
	unsigned mask;
	const char *name;
} flags[] = {
	{ PDATA_ATTR_DISABLED, 1, "disabled" },
	{ PDATA_ATTR_INHERIT, 1, "inherit" },
	{ PDATA_ATTR_PINNED, 1, "pinned" },
	{ PDATA_ATTR_EXCLUSIVE, 1, "exclusive" },
	{ PDATA_ATTR_EXCLUDE_USER, 1, "exclude_user" },
	{ PDATA_ATTR_EXCLUDE_KERNEL, 1, "exclude_kernel" },
	{ PDATA_ATTR_EXCLUDE_HV, 1, "exclude_hv" },
	{ PDATA_ATTR_EXCLUDE_IDLE, 1, "exclude_idle" },
	{ PDATA_ATTR_MMAP, 1, "mmap" },
	{ PDATA_ATTR_COMM, 1, "comm" },
	{ PDATA_ATTR_FREQ, 1, "freq" },
	{ PDATA_ATTR_INHERIT_STAT, 1, "inherit_stat" },
	{ PDATA_ATTR_ENABLE_ON_EXEC, 1, "enable_on_exec" },
	{ PDATA_ATTR_TASK, 1, "task" },
	{ PDATA_ATTR_WATERMARK, 1, "watermark" },
	{ PDATA_ATTR_PRECISE_IP, 3, "precise_ip" },
	{ PDATA_ATTR_MMAP_DATA, 1, "mmap_data" },
	{ PDATA_ATTR_SAMPLE_ID_ALL, 1, "sample_id_all" },
	{ PDATA_ATTR_EXCLUDE_HOST, 1, "exclude_host" },
	{ PDATA_ATTR_EXCLUDE_GUEST, 1, "exclude_guest" },
	{ PDATA_ATTR_EXCLUDE_CALLCHAIN_KERNEL, 1, "exclude_callchain_kernel" },
	{ PDATA_ATTR_EXCLUDE_CALLCHAIN_USER, 1, "exclude_callchain_user" },
	{ PDATA_ATTR_MMAP2, 1, "mmap2" },
	{ PDATA_ATTR_COMM_EXEC, 1, "comm_exec" },
	{ PDATA_ATTR_USE_CLOCKID, 1, "use_clockid" },
	{ PDATA_ATTR_CONTEXT_SWITCH, 1, "context_switch" },
	{ PDATA_ATTR_WRITE_BACKWARD, 1, "write_backward" },
	{ PDATA_ATTR_NAMESPACES, 1, "namespaces" },
	{ PDATA_ATTR_KSYMBOL, 1, "ksymbol" },
	{ PDATA_ATTR_BPF_EVENT, 1, "bpf_event" },
	{ PDATA_ATTR_AUX_OUTPUT, 1, "aux_output" },
	{ PDATA_ATTR_CGROUP, 1, "cgroup" },
	{ PDATA_ATTR_TEXT_POKE, 1, "text_poke" },
	{ PDATA_ATTR_BUILD_ID, 1, "build_id" },
	{ PDATA_ATTR_INHERIT_THREAD, 1, "inherit_thread" },
	{ PDATA_ATTR_REMOVE_ON_EXEC, 1, "remove_on_exec" },
	{ PDATA_ATTR_SIGTRAP, 1, "sigtrap" },
};

struct printer {
	struct out *o;
	const struct attr_style *style;
	bool begun;
};

static void print_attr_name(struct printer *p, const char *name)
{
	out_str(p->o, p->begun ? p->style->before : p->style->first);
	out_str(p->o, name);
	out_str(p->o, p->style->equals);
	p->begun = true;
}

static void print_attr_dec(struct printer *p, const char *name, uint64_t v)
{
	if (!v)
		return;
	print_attr_name(p, name);
	out_dec(p->o, v);
}

static void print_attr_hex(struct printer *p, const char *name, uint64_t v)
{
	if (!v)
		return;
	print_attr_name(p, name);
	out_str(p->o, "0x");
	out_hex(p->o, v);
}

static void print_attr_bits(struct printer *p, const char *name, uint64_t v,
			    const struct bit_name *bits)
{
	bool begun = false;

	if (!v)
		return;
	print_attr_name(p, name);
	for (; bits->name; bits++) {
		if (!(v & bits->bit))
			continue;
		if (begun)
			out_char(p->o, '|');
		out_str(p->o, bits->name);
		begun = true;
	}
	if (!begun) {
		out_str(p->o, "0x");
		out_hex(p->o, v);
	}
}

void attr_print(struct out *o, const struct pdata_attr *a, const struct attr_style *style)
{
	struct printer p = { o, style, false };

	print_attr_dec(&p, "type", a->type);
	print_attr_dec(&p, "size", a->size);
	print_attr_hex(&p, "config", a->config);
	print_attr_dec(&p, "{ sample_period, sample_freq }", a->sample_period);
	print_attr_bits(&p, "sample_type", a->sample_type, sample_bits);
	print_attr_bits(&p, "read_format", a->read_format, format_bits);
	for (size_t i = 0; i < REP_NR(flags); i++)
		print_attr_dec(&p, flags[i].name, a->flags >> flags[i].bit & flags[i].mask);
	print_attr_dec(&p, "{ wakeup_events, wakeup_watermark }", a->wakeup_events);
	print_attr_dec(&p, "bp_type", a->bp_type);
	print_attr_hex(&p, "{ bp_addr, config1 }", a->bp_addr);
	print_attr_hex(&p, "{ bp_len, config2 }", a->bp_len);
	print_attr_bits(&p, "branch_sample_type", a->branch_sample_type, branch_bits);
	print_attr_hex(&p, "sample_regs_user", a->sample_regs_user);
	print_attr_dec(&p, "sample_stack_user", a->sample_stack_user);
	if (a->clockid) {
		print_attr_name(&p, "clockid");
		out_sdec(o, a->clockid);
	}
	print_attr_hex(&p, "sample_regs_intr", a->sample_regs_intr);
	print_attr_dec(&p, "aux_watermark", a->aux_watermark);
	print_attr_dec(&p, "sample_max_stack", a->sample_max_stack);
	print_attr_dec(&p, "aux_sample_size", a->aux_sample_size);
	print_attr_dec(&p, "sig_data", a->sig_data);
}
