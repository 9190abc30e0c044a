/* SPDX-License-Identifier: BSD-2-Clause */
/* Converts the payload of a header feature to text and back. */
#include "text/text_int.h"

uint32_t pd_feature_by_name(const char *name, size_t len)
{
	for (uint32_t i = 1; i < PDATA_NR_FEATURES; i++) {
		const char *s = pdata_feature_name(i);

		if (s && strlen(s) == len && !memcmp(s, name, len))
			return i;
	}
	return 0;
}

static const struct pd_row raw_rows[] = { { .kind = PD_K_REST, .name = "data" },
					  { .kind = PD_K_END } };

static const struct pd_row *rows_of(uint32_t bit)
{
	const struct pd_row *rows = pd_rows_feature(bit);

	return rows ? rows : raw_rows;
}

int pd_feature_to_bytes(struct pd_buf *out, uint32_t bit, struct pd_line *l, int swap)
{
	const struct pd_text_ctx x = { .swap = swap };
	const struct pd_node *top = &l->nodes[0];
	const struct pd_row *rows = pd_node_find(l, top, "data") ? raw_rows : rows_of(bit);

	return pd_rows_to_bytes(out, rows, l, top, &x);
}

/*
 * Step over a list of header strings, each of which must begin with a printable character. Return:
 * their number; 0 with c->err set if the bytes are no such list.
 */
static uint32_t skip_hstrs(struct pd_cur *c)
{
	uint32_t nr = pd_has(c, 4) ? pd_get_u32(c, c->swap) : 0;

	for (uint32_t i = 0; i < nr; i++) {
		uint32_t len = pd_has(c, 4) ? pd_get_u32(c, c->swap) : UINT32_MAX;

		if (!pd_has(c, len) || !len || *c->pos < ' ' || *c->pos > '~') {
			c->err = PDATA_E_COUNT;
			return 0;
		}
		c->pos += len;
	}
	return nr;
}

/*
 * Get the number of CPUs of CPU_TOPOLOGY, which has ids for each available CPU. Another feature has
 * that number; because it is not at hand here, the bytes left give it: two lists are followed by 8
 * bytes for each CPU, a list of dies and 4 bytes for each CPU. Ids of CPUs may look like a list of
 * dies, but dies are text. Return: 0 for another feature, or if the bytes do not fit.
 */
static uint32_t cpus_of(uint32_t bit, const uint8_t *data, size_t len, int swap)
{
	struct pd_cur c = pd_cur_init(data, len, swap);
	size_t most;

	if (bit != PDATA_FEAT_CPU_TOPOLOGY)
		return 0;
	skip_hstrs(&c);
	skip_hstrs(&c);
	most = c.err ? 0 : pd_left(&c) / 8;
	for (size_t n = 1; n <= most; n++) {
		struct pd_cur d = c;

		d.pos += 8 * n;
		if (d.pos == d.end)
			return (uint32_t)n;
		if (skip_hstrs(&d) && !d.err && pd_left(&d) == 4 * n)
			return (uint32_t)n;
	}
	return 0;
}

/*
 * Whether the line of @out that begins at @at gives these bytes again. If memory is exhausted,
 * out->err is set and the answer is false.
 */
static bool feature_line_roundtrips(struct pd_buf *out, size_t at, uint32_t bit,
				    const uint8_t *data, size_t len, int swap)
{
	struct pd_line l = { 0 };
	struct pd_buf bytes = { 0 };
	bool ok = false;
	int ret = pd_line_parse(&l, out->p + at, out->len - at);

	if (!ret)
		ret = pd_feature_to_bytes(&bytes, bit, &l, swap);
	if (!ret)
		ok = bytes.len == len && (!len || !memcmp(bytes.p, data, len));
	if (ret == PDATA_E_NOMEM || bytes.err)
		out->err = PDATA_E_NOMEM;
	pd_line_free(&l);
	pd_buf_free(&bytes);
	return ok;
}

int pd_feature_values_to_text(struct pd_buf *out, uint32_t bit, const uint8_t *data, size_t len,
			      int swap)
{
	const struct pd_text_ctx x = { .swap = swap, .nr_cpus = cpus_of(bit, data, len, swap) };
	struct pd_cur c = pd_cur_init(data, len, swap);

	if (pd_rows_to_text(out, rows_of(bit), &c, &x))
		return c.err;
	return c.pos == c.end ? 0 : PDATA_E_FEATURE;
}

void pd_feature_to_text(struct pd_buf *out, const char *line, uint32_t bit, const uint8_t *data,
			size_t len, int swap)
{
	const char *name = pdata_feature_name(bit);
	size_t at = out->len, values;

	pd_buf_str(out, line);
	if (name)
		pd_buf_fmt(out, " name=%s", name);
	else
		pd_buf_fmt(out, " bit=%u", bit);
	values = out->len;
	if (!pd_feature_values_to_text(out, bit, data, len, swap) &&
	    feature_line_roundtrips(out, at, bit, data, len, swap))
		return;
	out->len = values;
	pd_buf_str(out, " data=");
	pd_buf_hex(out, data, len);
}
