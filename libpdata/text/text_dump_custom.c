/* SPDX-License-Identifier: BSD-2-Clause */
/* Decodes to text the fields that schema rows cannot describe. */
#include "text/text_facts.h"
#include "wire/custom.h"

static void dump_read_entry(struct pd_buf *out, const struct pdata_read *r,
			    const struct pdata_read_entry *e)
{
	pd_buf_fmt(out, "value=%llu", (unsigned long long)e->value);
	if (r->format & PDATA_FORMAT_ID)
		pd_buf_fmt(out, " id=%llu", (unsigned long long)e->id);
	if (r->format & PDATA_FORMAT_LOST)
		pd_buf_fmt(out, " lost=%llu", (unsigned long long)e->lost);
}

static int dump_read(struct pd_buf *out, struct pd_cur *c, const struct pd_text_ctx *x)
{
	struct pdata_read r;

	if (pd_decode_read(c, x->attr ? x->attr->read_format : 0, &r))
		return c->err;
	pd_buf_str(out, " read={");
	if (r.format & PDATA_FORMAT_TOTAL_TIME_ENABLED)
		pd_buf_fmt(out, "time_enabled=%llu ", (unsigned long long)r.time_enabled);
	if (r.format & PDATA_FORMAT_TOTAL_TIME_RUNNING)
		pd_buf_fmt(out, "time_running=%llu ", (unsigned long long)r.time_running);
	if (!(r.format & PDATA_FORMAT_GROUP)) {
		dump_read_entry(out, &r, &r.single);
		pd_buf_str(out, "}");
		return 0;
	}
	pd_buf_str(out, "entries=[");
	for (uint64_t i = 0; i < r.nr; i++) {
		struct pdata_read_entry e = pdata_read_entry_at(&r, i);

		pd_buf_str(out, i ? " {" : "{");
		dump_read_entry(out, &r, &e);
		pd_buf_str(out, "}");
	}
	pd_buf_str(out, "]}");
	return 0;
}

static void dump_number_list(struct pd_buf *out, const char *name, const struct pdata_view *v)
{
	pd_buf_name(out, name);
	pd_buf_str(out, "[");
	for (uint64_t i = 0; i < v->nr; i++)
		pd_buf_fmt(out, "%s0x%llx", i ? " " : "", (unsigned long long)pdata_u64_at(v, i));
	pd_buf_str(out, "]");
}

static int dump_branch(struct pd_buf *out, struct pd_cur *c, const struct pd_text_ctx *x)
{
	uint64_t type = x->attr ? x->attr->branch_sample_type : 0;
	struct pdata_branch_stack b;

	if (pd_decode_branch(c, type, x->no_hw_idx, &b))
		return c->err;
	pd_buf_str(out, " branch={");
	if (type & PDATA_BRANCH_HW_INDEX && !x->no_hw_idx)
		pd_buf_fmt(out, "hw_idx=0x%llx ", (unsigned long long)b.hw_idx);
	pd_buf_str(out, "entries=[");
	for (uint64_t i = 0; i < b.nr; i++) {
		struct pdata_branch e = pdata_branch_at(&b.entries, i);

		pd_buf_fmt(out, "%s{from=0x%llx to=0x%llx flags=", i ? " " : "",
			   (unsigned long long)e.from, (unsigned long long)e.to);
		pd_buf_bits(out, e.flags, pd_bits_branch_flags);
		pd_buf_str(out, "}");
	}
	pd_buf_str(out, "]");
	if (type & PDATA_BRANCH_COUNTERS)
		dump_number_list(out, "counters", &b.counters);
	pd_buf_str(out, "}");
	return 0;
}

static int dump_regs(struct pd_buf *out, const char *name, struct pd_cur *c, uint64_t mask,
		     const struct pd_text_ctx *x)
{
	struct pdata_regs r;

	if (pd_decode_regs(c, mask, &r, name))
		return c->err;
	pd_buf_name(out, name);
	pd_regs_to_text(out, &r, x->facts ? x->facts->arch : NULL);
	return 0;
}

static int dump_stack(struct pd_buf *out, struct pd_cur *c)
{
	struct pdata_stack s;

	if (pd_decode_stack(c, &s))
		return c->err;
	pd_buf_str(out, " stack={");
	if (s.size) {
		pd_buf_fmt(out, "dyn_size=%llu data=", (unsigned long long)s.dyn_size);
		pd_buf_hex(out, s.data, (size_t)s.size);
	}
	pd_buf_str(out, "}");
	return 0;
}

int pd_custom_to_text(struct pd_buf *out, const char *name, struct pd_cur *c,
		      const struct pd_text_ctx *x)
{
	const struct pdata_attr *a = x->attr;

	if (!strcmp(name, "read"))
		return dump_read(out, c, x);
	if (!strcmp(name, "branch"))
		return dump_branch(out, c, x);
	if (!strcmp(name, "regs_user"))
		return dump_regs(out, name, c, a ? a->sample_regs_user : 0, x);
	if (!strcmp(name, "regs_intr"))
		return dump_regs(out, name, c, a ? a->sample_regs_intr : 0, x);
	return dump_stack(out, c);
}
