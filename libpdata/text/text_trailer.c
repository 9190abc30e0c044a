/* SPDX-License-Identifier: BSD-2-Clause */
/* Converts blocks and the footer of a trailer to lines and back. */
#include "text/text_int.h"
#include "trailer/trailer_int.h"
#include "wire/feature.h"

static void dump_trailer_override(struct pd_buf *out, const char *name, uint64_t is,
				  uint64_t computed)
{
	if (is != computed)
		pd_buf_fmt(out, " %s=%llu", name, (unsigned long long)is);
}

static void override_sum(struct pd_buf *out, uint64_t is, uint64_t computed)
{
	if (is != computed)
		pd_buf_fmt(out, " xxh3=%#llx", (unsigned long long)is);
}

uint32_t pd_block_by_name(const char *name, size_t len)
{
	for (uint32_t i = PDATA_NR_FEATURES; i < PD_NR_PAYLOADS; i++) {
		const char *s = pdata_block_name(i);

		if (s && strlen(s) == len && !memcmp(s, name, len))
			return i;
	}
	return 0;
}

/* Append the bytes of a payload from its fields. */
static int payload_of(struct pd_buf *out, uint32_t type, struct pd_line *l, int swap)
{
	static const struct pd_row raw[] = { { .kind = PD_K_REST, .name = "data" },
					     { .kind = PD_K_END } };
	const struct pd_text_ctx x = { .swap = swap };
	const struct pd_node *top = &l->nodes[0];
	const struct pd_row *rows = type >= PDATA_NR_FEATURES ? pd_rows_feature(type) : NULL;

	if (!rows || pd_node_find(l, top, "data"))
		rows = raw;
	return pd_rows_to_bytes(out, rows, l, top, &x);
}

int pd_block_to_bytes(struct pd_buf *out, struct pd_line *l, int swap)
{
	const struct pd_node *name = pd_node_find(l, &l->nodes[0], "name");
	const bool has_sum = pd_node_find(l, &l->nodes[0], "xxh3");
	struct pd_block_head h = { .magic = PD_BLOCK_MAGIC };
	struct pd_buf payload = { 0 };
	uint64_t type = 0, flags, member, sum;
	int ret;

	if (pd_line_u64(l, "type", 0, &type) || pd_line_u64(l, "flags", 0, &flags) ||
	    pd_line_u64(l, "member", 0, &member) || pd_line_u64(l, "xxh3", 0, &sum))
		return PDATA_E_TEXT;
	if (name && name->kind == PD_N_WORD)
		type = pd_block_by_name(name->text, name->len);
	h.type = (uint32_t)type;
	h.flags = (uint32_t)flags;
	h.member = (uint32_t)member;
	ret = payload_of(&payload, h.type, l, swap);
	h.size = payload.len;
	if (!ret)
		ret = pd_line_u64(l, "raw_size", h.size, &h.raw_size);
	if (!ret)
		pd_trailer_put_block(out, &h, (const uint8_t *)payload.p, swap,
				     has_sum ? &sum : NULL);
	pd_buf_free(&payload);
	return ret ? ret : out->err;
}

/*
 * Whether the line of @out that begins at @at gives these bytes again. If memory is exhausted,
 * out->err is set and the answer is false.
 */
static bool block_line_roundtrips(struct pd_buf *out, size_t at, const uint8_t *bytes, size_t len,
				  int swap)
{
	struct pd_line l = { 0 };
	struct pd_buf again = { 0 };
	bool ok = false;
	int ret = pd_line_parse(&l, out->p + at, out->len - at);

	if (!ret)
		ret = pd_block_to_bytes(&again, &l, swap);
	if (!ret)
		ok = again.len == len && !memcmp(again.p, bytes, len);
	if (ret == PDATA_E_NOMEM)
		out->err = PDATA_E_NOMEM;
	pd_line_free(&l);
	pd_buf_free(&again);
	return ok;
}

bool pd_block_to_text(struct pd_buf *out, const uint8_t *bytes, size_t len, int swap)
{
	const char *name;
	struct pd_block_head h;
	size_t at = out->len, values;

	pd_block_head_get(&h, bytes, swap);
	name = pdata_block_name(h.type);
	if (name)
		pd_buf_fmt(out, "BLOCK name=%s", name);
	else
		pd_buf_fmt(out, "BLOCK type=%u", h.type);
	dump_trailer_override(out, "flags", h.flags, 0);
	dump_trailer_override(out, "member", h.member, 0);
	dump_trailer_override(out, "raw_size", h.raw_size, h.size);
	override_sum(out, h.xxh3, pd_block_sum(bytes, bytes + PD_BLOCK_HEAD, len - PD_BLOCK_HEAD));
	values = out->len;
	if (name && !h.flags &&
	    !pd_feature_values_to_text(out, h.type, bytes + PD_BLOCK_HEAD, (size_t)h.size, swap) &&
	    block_line_roundtrips(out, at, bytes, len, swap))
		return true;
	out->len = values;
	pd_buf_str(out, " data=");
	pd_buf_hex(out, bytes + PD_BLOCK_HEAD, (size_t)h.size);
	if (block_line_roundtrips(out, at, bytes, len, swap))
		return true;
	out->len = at;
	return false;
}

int pd_footer_to_bytes(struct pd_buf *out, struct pd_line *l, const struct pd_footer *computed,
		       int swap)
{
	const bool has_sum = pd_node_find(l, &l->nodes[0], "xxh3");
	struct pd_footer f = { .begin = PD_FOOTER_BEGIN, .end = PD_FOOTER_END };
	uint64_t version, nr, sum;

	if (pd_line_u64(l, "version", computed->version, &version) ||
	    pd_line_u64(l, "nr_blocks", computed->nr_blocks, &nr) ||
	    pd_line_u64(l, "offset", computed->off, &f.off) ||
	    pd_line_u64(l, "size", computed->size, &f.size) || pd_line_u64(l, "xxh3", 0, &sum))
		return PDATA_E_TEXT;
	f.version = (uint32_t)version;
	f.nr_blocks = (uint32_t)nr;
	pd_trailer_put_footer(out, &f, swap, has_sum ? &sum : NULL);
	return out->err;
}

void pd_footer_to_text(struct pd_buf *out, const uint8_t *bytes, const struct pd_footer *computed,
		       int swap)
{
	struct pd_footer f;

	pd_footer_get(&f, bytes, swap);
	pd_buf_str(out, "FOOTER");
	dump_trailer_override(out, "version", f.version, computed->version);
	dump_trailer_override(out, "nr_blocks", f.nr_blocks, computed->nr_blocks);
	dump_trailer_override(out, "offset", f.off, computed->off);
	dump_trailer_override(out, "size", f.size, computed->size);
	override_sum(out, f.xxh3, pd_footer_sum(bytes));
}
