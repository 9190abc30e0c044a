/* SPDX-License-Identifier: BSD-2-Clause */
/* Encodes the fields of a parsed line that schema rows cannot describe. */
#include "text/text_facts.h"

#include <stdio.h>

struct build {
	struct pd_buf *out;
	struct pd_line *l;
	const struct pd_text_ctx *x;
};

/* Get a number of group @g by name, or 0 if it is not there. *@given: set to whether it is. */
static int get_group_number(const struct build *b, const struct pd_node *g, const char *name,
			    uint64_t *v, bool *given)
{
	const struct pd_node *n = pd_node_find(b->l, g, name);

	*v = 0;
	*given = n != NULL;
	return n ? pd_node_u64(b->l, n, v) : 0;
}

static int build_group_number(const struct build *b, const struct pd_node *g, const char *name)
{
	uint64_t v;
	bool given;

	if (get_group_number(b, g, name, &v, &given))
		return PDATA_E_TEXT;
	pd_buf_num(b->out, v, 8, b->x->swap);
	return 0;
}

static int read_tail(const struct build *b, const struct pd_node *e, uint64_t format)
{
	if (format & PDATA_FORMAT_ID && build_group_number(b, e, "id"))
		return PDATA_E_TEXT;
	if (format & PDATA_FORMAT_LOST && build_group_number(b, e, "lost"))
		return PDATA_E_TEXT;
	return 0;
}

static int build_read(const struct build *b, const struct pd_node *g)
{
	uint64_t format = b->x->attr ? b->x->attr->read_format : 0;
	const struct pd_node *entries = pd_node_find(b->l, g, "entries");
	bool group = format & PDATA_FORMAT_GROUP;

	if (group)
		pd_buf_num(b->out, entries ? entries->nr : 0, 8, b->x->swap);
	else if (build_group_number(b, g, "value"))
		return PDATA_E_TEXT;
	if (format & PDATA_FORMAT_TOTAL_TIME_ENABLED && build_group_number(b, g, "time_enabled"))
		return PDATA_E_TEXT;
	if (format & PDATA_FORMAT_TOTAL_TIME_RUNNING && build_group_number(b, g, "time_running"))
		return PDATA_E_TEXT;
	if (!group)
		return read_tail(b, g, format);
	for (uint32_t i = entries ? entries->child : 0; i; i = b->l->nodes[i].next)
		if (build_group_number(b, &b->l->nodes[i], "value") ||
		    read_tail(b, &b->l->nodes[i], format))
			return PDATA_E_TEXT;
	return 0;
}

static int build_number_list(const struct build *b, const struct pd_node *g, const char *name)
{
	const struct pd_node *n = pd_node_find(b->l, g, name);

	if (n && n->kind != PD_N_LIST) {
		snprintf(b->l->why, sizeof(b->l->why), "%s: expected a list", name);
		return PDATA_E_TEXT;
	}
	for (uint32_t i = n ? n->child : 0; i; i = b->l->nodes[i].next) {
		uint64_t v;

		if (pd_node_u64(b->l, &b->l->nodes[i], &v))
			return PDATA_E_TEXT;
		pd_buf_num(b->out, v, 8, b->x->swap);
	}
	return 0;
}

static int build_branch_stack(const struct build *b, const struct pd_node *g)
{
	const bool be = b->x->swap ? !PD_HOST_BE : PD_HOST_BE;
	const struct pd_node *entries = pd_node_find(b->l, g, "entries"), *f;
	uint64_t hw_idx, flags;
	bool given;

	pd_buf_num(b->out, entries ? entries->nr : 0, 8, b->x->swap);
	if (get_group_number(b, g, "hw_idx", &hw_idx, &given))
		return PDATA_E_TEXT;
	if (given)
		pd_buf_num(b->out, hw_idx, 8, b->x->swap);
	for (uint32_t i = entries ? entries->child : 0; i; i = b->l->nodes[i].next) {
		const struct pd_node *e = &b->l->nodes[i];

		flags = 0;
		f = pd_node_find(b->l, e, "flags");
		if (build_group_number(b, e, "from") || build_group_number(b, e, "to") ||
		    (f && pd_node_bits(b->l, f, pd_bits_branch_flags, &flags)))
			return PDATA_E_TEXT;
		pd_buf_num(b->out, be ? pd_mirror(flags, 64, pd_branch_widths, 0) : flags, 8,
			   b->x->swap);
	}
	return build_number_list(b, g, "counters");
}

static int build_stack(const struct build *b, const struct pd_node *g)
{
	const struct pd_node *data = pd_node_find(b->l, g, "data");
	int ret;

	pd_buf_num(b->out, data ? data->len / 2 : 0, 8, b->x->swap);
	if (!data || !data->len)
		return 0;
	ret = pd_node_hex_put(b->out, b->l, data, "stack.data");
	return ret ? ret : build_group_number(b, g, "dyn_size");
}

int pd_custom_to_bytes(struct pd_buf *out, const char *name, struct pd_line *l,
		       const struct pd_node *in, const struct pd_text_ctx *x)
{
	static const struct pd_node none = { .kind = PD_N_GROUP };
	static const struct pdata_attr no_attr;
	const struct pdata_attr *a = x->attr ? x->attr : &no_attr;
	const struct pd_node *found = pd_node_find(l, in, name), *g = found ? found : &none;
	const struct build b = { out, l, x };

	if (!strcmp(name, "read"))
		return build_read(&b, g);
	if (!strcmp(name, "branch"))
		return build_branch_stack(&b, g);
	if (!strcmp(name, "stack"))
		return build_stack(&b, g);
	return pd_regs_to_bytes(
		out, l, g, !strcmp(name, "regs_user") ? a->sample_regs_user : a->sample_regs_intr,
		x->facts ? x->facts->arch : NULL, x->swap);
}
