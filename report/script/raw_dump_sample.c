/* SPDX-License-Identifier: BSD-2-Clause */
/* Prints samples with all of their fields for --dump-raw-trace. */

#include "object/symbols/location.h"
#include "script/raw_dump.h"
#include "script/script.h"
#include "script/script_kinds.h"
#include "session/describe/branch_types.h"
#include "session/describe/record_text.h"
#include "session/describe/reg_names.h"

#define U(v) ((unsigned long long)(v))
#define WORD 8u

static void put_chain(struct out *o, const char *what, uint64_t nr, const struct pdata_view *ips)
{
	out_printf(o, "... %s chain: nr:%llu\n", what, U(nr));
	for (uint64_t i = 0; i < ips->nr; i++) {
		out_str(o, "..... ");
		out_dec_w(o, (uint32_t)i, 2);
		out_str(o, ": ");
		out_hex_z16(o, pdata_u64_at(ips, i));
		out_char(o, '\n');
	}
}

/*
 * The LBR call chain is the kernel's part of the chain, followed by the branches, which are calls.
 */
static void put_lbr_chain(struct out *o, const struct pdata_sample *s)
{
	const struct pdata_branch_stack *b = &s->branch;
	uint64_t nr = 0;

	while (nr < s->ips.nr && pdata_u64_at(&s->ips, nr) != PDATA_CONTEXT_USER)
		nr++;
	if (nr == s->ips.nr || !b->nr)
		return;
	out_printf(o, "... LBR call chain: nr:%llu\n", U(nr + 1 + b->nr + 1));
	for (uint64_t i = 0; i <= nr; i++)
		out_printf(o, "..... %2d: %016llx\n", (int)i, U(pdata_u64_at(&s->ips, i)));
	for (uint64_t i = 0; i <= b->nr; i++) {
		struct pdata_branch e = pdata_branch_at(&b->entries, i ? i - 1 : 0);

		out_printf(o, "..... %2d: %016llx\n", (int)(nr + 1 + i), U(i ? e.from : e.to));
	}
}

static void raw_print_branches(struct out *o, const struct pdata_branch_stack *b)
{
	out_printf(o, "... branch stack: nr:%llu\n", U(b->nr));
	for (uint64_t i = 0; i < b->nr; i++) {
		struct pdata_branch e = pdata_branch_at(&b->entries, i);

		out_printf(o, "..... %2llu: %016llx -> %016llx %u cycles %s%s%s%s %x %s\n", U(i),
			   U(e.from), U(e.to), (unsigned)(e.flags >> 4 & 0xffff),
			   e.flags & 1 ? "M" : " ", e.flags & 2 ? "P" : " ",
			   e.flags & 8 ? "A" : " ", e.flags & 4 ? "T" : " ",
			   (unsigned)(e.flags >> 33), branch_type_name(e.flags));
	}
}

static void put_branch_calls(struct out *o, const struct pdata_branch_stack *b)
{
	out_printf(o, "... branch callstack: nr:%llu\n", U(b->nr + 1));
	for (uint64_t i = 0; i < b->nr; i++) {
		struct pdata_branch e = pdata_branch_at(&b->entries, i);

		if (!i)
			out_printf(o, "..... %2llu: %016llx\n", U(i), U(e.to));
		out_printf(o, "..... %2llu: %016llx\n", U(i + 1), U(e.from));
	}
}

static void put_reg(struct out *o, const char *name, uint64_t value)
{
	out_str(o, ".... ");
	out_str_w(o, name, -5);
	out_str(o, " 0x");
	out_hex_z16(o, value);
	out_char(o, '\n');
}

static void raw_print_regs(struct raw_dump *d, const char *what, const struct pdata_regs *r)
{
	static const char *const abis[] = { "none", "32-bit", "64-bit" };
	uint64_t i = 0;

	if (!r->abi)
		return;
	out_printf(d->o, "... %s regs: mask 0x%llx ABI %s\n", what, U(r->mask),
		   r->abi < 3 ? abis[r->abi] : "unknown");
	for (unsigned bit = 0; bit < 64; bit++)
		if (r->mask >> bit & 1 && i < r->values.nr)
			put_reg(d->o, script_reg_name(d->arch, bit), pdata_u64_at(&r->values, i++));
}

/*
 * Offset in the record of the word that holds the stack's size. If the stack has no bytes, the
 * offset is computed from the record's end: the sizes of all later fields are known.
 */
static uint32_t stack_offset(const struct pdata_record *rec, const struct pdata_sample *s)
{
	static const uint64_t words[] = {
		PDATA_SAMPLE_WEIGHT | PDATA_SAMPLE_WEIGHT_STRUCT,
		PDATA_SAMPLE_DATA_SRC,
		PDATA_SAMPLE_TRANSACTION,
		PDATA_SAMPLE_REGS_INTR,
		PDATA_SAMPLE_PHYS_ADDR,
		PDATA_SAMPLE_AUX,
		PDATA_SAMPLE_CGROUP,
		PDATA_SAMPLE_DATA_PAGE_SIZE,
		PDATA_SAMPLE_CODE_PAGE_SIZE,
	};
	uint64_t behind = WORD;

	if (s->stack.size)
		return (uint32_t)(s->stack.data - rec->data) - WORD;
	for (size_t i = 0; i < REP_NR(words); i++)
		behind += s->have & words[i] ? WORD : 0;
	if (s->have & PDATA_SAMPLE_REGS_INTR && s->regs_intr.abi)
		behind += s->regs_intr.values.nr * WORD;
	if (s->have & PDATA_SAMPLE_AUX)
		behind += s->aux_size;
	return rec->size < behind ? 0 : rec->size - (uint32_t)behind;
}

static void put_page_size(struct out *o, const char *what, uint64_t size)
{
	out_printf(o, " .. %s page size:", what);
	script_put_page_size(o, size);
	out_char(o, '\n');
}

/* The counter values. */
static void raw_print_sample_read(struct raw_dump *d, const struct pdata_read *r)
{
	const bool group = r->format & PDATA_FORMAT_GROUP;

	out_str(d->o, "... sample_read:\n");
	if (r->format & PDATA_FORMAT_TOTAL_TIME_ENABLED)
		out_printf(d->o, "...... time enabled %016llx\n", U(r->time_enabled));
	if (r->format & PDATA_FORMAT_TOTAL_TIME_RUNNING)
		out_printf(d->o, "...... time running %016llx\n", U(r->time_running));
	if (group)
		out_printf(d->o, ".... group nr %llu\n", U(r->nr));
	for (uint64_t i = 0; i < (group ? r->nr : 1); i++) {
		struct pdata_read_entry e = group ? pdata_read_entry_at(r, i) : r->single;

		out_printf(d->o, "..... id %016llx, value %016llx",
			   U(r->format & PDATA_FORMAT_ID ? e.id : 0), U(e.value));
		if (r->format & PDATA_FORMAT_LOST)
			out_printf(d->o, ", lost %llu", U(e.lost));
		out_char(d->o, '\n');
	}
}

static void put_weight(struct out *o, const struct pdata_sample *s)
{
	const bool parts = s->have & PDATA_SAMPLE_WEIGHT_STRUCT;

	out_printf(o, "... weight: %llu", U(parts ? s->weight & UINT32_MAX : s->weight));
	if (parts)
		out_printf(o, ",0x%llx,0x%llx", U(s->weight >> 32 & UINT16_MAX),
			   U(s->weight >> 48));
	out_char(o, '\n');
}

/* Print the fields that are lists: chains, branches, registers, the stack. */
static void put_lists(struct raw_dump *d, const struct pdata_record *rec,
		      const struct pdata_sample *s)
{
	const bool calls = rec->event->attr.branch_sample_type & PDATA_BRANCH_CALL_STACK;

	if (s->have & PDATA_SAMPLE_CALLCHAIN) {
		if (calls && s->have & PDATA_SAMPLE_BRANCH_STACK)
			put_lbr_chain(d->o, s);
		put_chain(d->o, "FP", s->nr_ips, &s->ips);
	}
	if (s->have & PDATA_SAMPLE_BRANCH_STACK && calls)
		put_branch_calls(d->o, &s->branch);
	else if (s->have & PDATA_SAMPLE_BRANCH_STACK)
		raw_print_branches(d->o, &s->branch);
	if (s->have & PDATA_SAMPLE_REGS_USER)
		raw_print_regs(d, "user", &s->regs_user);
	if (s->have & PDATA_SAMPLE_REGS_INTR)
		raw_print_regs(d, "intr", &s->regs_intr);
	if (s->have & PDATA_SAMPLE_STACK_USER)
		out_printf(d->o, "... ustack: size %llu, offset 0x%x\n",
			   U(s->stack.size ? s->stack.dyn_size : 0), stack_offset(rec, s));
}

void raw_dump_sample(struct raw_dump *d, const struct pdata_record *rec,
		     const struct pdata_sample *s)
{
	const uint64_t have = s->have;
	struct out *o = d->o;

	out_str(o, "(IP, 0x");
	out_hex(o, rec->misc);
	out_str(o, "): ");
	out_sdec(o, have & PDATA_SAMPLE_TID ? (int32_t)s->pid : -1);
	out_char(o, '/');
	out_sdec(o, have & PDATA_SAMPLE_TID ? (int32_t)s->tid : -1);
	out_str(o, ": ");
	record_text_hex(o, have & PDATA_SAMPLE_IP ? s->ip : 0);
	out_str(o, " period: ");
	out_dec(o, have & PDATA_SAMPLE_PERIOD ? s->period : rec->event->attr.sample_period);
	out_str(o, " addr: ");
	record_text_hex(o, have & PDATA_SAMPLE_ADDR ? s->addr : 0);
	out_char(o, '\n');
	put_lists(d, rec, s);
	if (have & (PDATA_SAMPLE_WEIGHT | PDATA_SAMPLE_WEIGHT_STRUCT))
		put_weight(o, s);
	if (have & PDATA_SAMPLE_DATA_SRC)
		out_printf(o, " . data_src: 0x%llx\n", U(s->data_src));
	if (have & PDATA_SAMPLE_PHYS_ADDR)
		out_printf(o, " .. phys_addr: 0x%llx\n", U(s->phys_addr));
	if (have & PDATA_SAMPLE_DATA_PAGE_SIZE)
		put_page_size(o, "data", s->data_page_size);
	if (have & PDATA_SAMPLE_CODE_PAGE_SIZE)
		put_page_size(o, "code", s->code_page_size);
	if (have & PDATA_SAMPLE_TRANSACTION)
		out_printf(o, "... transaction: %llx\n", U(s->transaction));
	if (have & PDATA_SAMPLE_READ)
		raw_print_sample_read(d, &s->read);
}

static const struct pdata_map *map_of(const struct raw_dump *d, const struct script_thread *th,
				      const struct pdata_record *rec, uint64_t ip)
{
	const struct resolve_ctx at = { .maps = th->at.maps, .time = rec->time, .seq = rec->seq };

	return resolve_map(d->ses->syms, &at, rec->misc & PDATA_MISC_CPUMODE, ip);
}

void raw_dump_location(struct raw_dump *d, const struct script_thread *th,
		       const struct pdata_record *rec, const struct pdata_sample *s)
{
	const struct pdata_map *m = map_of(d, th, rec, s->ip);
	const uint32_t mode = rec->misc & PDATA_MISC_CPUMODE;

	out_str(d->o, " ... thread: ");
	out_str(d->o, th->at.comm);
	out_char(d->o, ':');
	out_sdec(d->o, (int32_t)s->tid);
	out_str(d->o, "\n ...... dso: ");
	out_str(d->o, m ? script_object_name(d->ses->syms, m->object, true)
		      : mode == PDATA_CPUMODE_KERNEL || mode == PDATA_CPUMODE_USER ? "<not found>"
										   : "[hypervisor"
										     "]");
	out_char(d->o, '\n');
}
