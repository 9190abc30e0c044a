/* SPDX-License-Identifier: BSD-2-Clause */
/* Converts the payload of a header feature to text and back. */
#include "text/text_int.h"
#include "wire/feature.h"

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
	const bool topology = bit == PDATA_FEAT_CPU_TOPOLOGY;
	const struct pd_text_ctx x = { .swap = swap,
				       .nr_cpus = topology ? pd_topology_cpus(data, len, swap)
							   : 0 };
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
