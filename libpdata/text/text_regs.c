/* SPDX-License-Identifier: BSD-2-Clause */
/* Converts the registers of a sample to text and back. */
#include "text/text_facts.h"

#include <stdio.h>

static const char *text_reg_name(const char *arch, unsigned bit, char *buf, size_t len)
{
	const char *name = pdata_reg_name(arch, bit);

	if (name)
		return name;
	snprintf(buf, len, "bit%u", bit);
	return buf;
}

void pd_regs_to_text(struct pd_buf *out, const struct pdata_regs *r, const char *arch)
{
	uint64_t i = 0;
	char buf[8];

	pd_buf_fmt(out, "{abi=%llu", (unsigned long long)r->abi);
	if (!arch && r->abi != PDATA_REGS_ABI_NONE)
		pd_buf_str(out, " values=[");
	for (unsigned bit = 0; bit < 64 && r->abi != PDATA_REGS_ABI_NONE; bit++) {
		if (!(r->mask >> bit & 1))
			continue;
		if (arch)
			pd_buf_name(out, text_reg_name(arch, bit, buf, sizeof(buf)));
		else if (i)
			pd_buf_str(out, " ");
		pd_buf_fmt(out, "0x%llx", (unsigned long long)pdata_u64_at(&r->values, i++));
	}
	pd_buf_str(out, !arch && r->abi != PDATA_REGS_ABI_NONE ? "]}" : "}");
}

/*
 * Append the values of the mask's registers, 0 for those that the group does not have. *@used:
 * increased by the number of registers that it has.
 */
static int put_named(struct pd_buf *out, struct pd_line *l, const struct pd_node *g, uint64_t mask,
		     const char *arch, int swap, uint32_t *used)
{
	char buf[8];

	for (unsigned bit = 0; bit < 64; bit++) {
		const struct pd_node *n;
		uint64_t v = 0;

		if (!(mask >> bit & 1))
			continue;
		n = pd_node_find(l, g, text_reg_name(arch, bit, buf, sizeof(buf)));
		if (n && pd_node_u64(l, n, &v))
			return PDATA_E_TEXT;
		*used += n != NULL;
		pd_buf_num(out, v, 8, swap);
	}
	return 0;
}

int pd_regs_to_bytes(struct pd_buf *out, struct pd_line *l, const struct pd_node *g, uint64_t mask,
		     const char *arch, int swap)
{
	const struct pd_node *abi = pd_node_find(l, g, "abi"),
			     *values = pd_node_find(l, g, "values");
	uint32_t used = abi != NULL;
	uint64_t v = 0;

	if (abi && pd_node_u64(l, abi, &v))
		return PDATA_E_TEXT;
	pd_buf_num(out, v, 8, swap);
	if (values) {
		for (uint32_t i = values->child; i; i = l->nodes[i].next) {
			if (pd_node_u64(l, &l->nodes[i], &v))
				return PDATA_E_TEXT;
			pd_buf_num(out, v, 8, swap);
		}
		used++;
	} else if (v != PDATA_REGS_ABI_NONE && put_named(out, l, g, mask, arch, swap, &used)) {
		return PDATA_E_TEXT;
	}
	if (used == g->nr)
		return 0;
	snprintf(l->why, sizeof(l->why), "%s",
		 arch ? "a register has an unknown name or is not in the mask"
		      : "registers have names only if the feature ARCH is known");
	return PDATA_E_TEXT;
}
