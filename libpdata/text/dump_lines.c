/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Outputs the lines of a dump: as text, as JSON, as comments; bytes without a layout as HEX lines.
 */
#include "text/dump_int.h"

#define OUT_BYTES ((size_t)1 << 20)

void pd_dump_flush(struct dumper *d)
{
	if (d->out.len && !d->stopped && d->write(d->ctx, d->out.p, d->out.len))
		d->stopped = true;
	d->out.len = d->line = 0;
}

/*
 * Convert the current line to JSON. Comments are removed, except those about records inside
 * compressed ones.
 */
static void line_to_json(struct dumper *d)
{
	struct pd_buf json = { 0 };
	const char *text = d->out.p + d->line;
	size_t len = d->out.len - d->line;
	bool comment = len && *text == '#';
	int ret;

	if (d->out.err || (comment && !d->inside)) {
		d->out.len = d->line;
		return;
	}
	ret = pd_line_to_json(&json, text + 2 * comment, len - 2 * comment, comment || d->wrapped);
	if (!ret)
		pd_buf_str(&json, "\n");
	if (ret == PDATA_E_NOMEM || json.err)
		d->out.err = PDATA_E_NOMEM;
	d->out.len = d->line;
	pd_buf_put(&d->out, json.p, json.len);
	pd_buf_free(&json);
}

/* Convert the current line to a comment. */
static void line_to_comment(struct dumper *d)
{
	size_t len = d->out.len - d->line;

	pd_buf_put(&d->out, "# ", 2);
	if (d->out.err)
		return;
	memmove(d->out.p + d->line + 2, d->out.p + d->line, len);
	memcpy(d->out.p + d->line, "# ", 2);
}

void pd_dump_end_line(struct dumper *d)
{
	if (!d->inside && d->line < d->out.len && !d->out.err &&
	    pd_facts_learn(&d->facts, d->out.p + d->line, d->out.len - d->line, pd_dump_swap(d)))
		d->out.err = PDATA_E_NOMEM;
	/*
	 * If memory was exhausted for fields of a format, payloads were dumped as if the event had
	 * no format: that is an error.
	 */
	if (d->facts.points && pdata_tracepoints_error(d->facts.points))
		d->out.err = PDATA_E_NOMEM;
	if (d->wrapped && !d->opts.json)
		line_to_comment(d);
	if (d->opts.json)
		line_to_json(d);
	else
		pd_buf_str(&d->out, "\n");
	d->line = d->out.len;
	if (d->out.len >= OUT_BYTES)
		pd_dump_flush(d);
}

/* Step over a hole in the file, up to @to. Return: bytes of the hole. */
static uint64_t dump_skip_hole(struct pd_input *in, uint64_t *from, uint64_t to)
{
	const uint64_t was = *from, data = was < to ? pd_input_next_data(in, was) : was;

	*from = data < to ? data : to;
	return *from - was;
}

/* Dump bytes that have no layout, as HEX and ZERO lines. */
void pd_dump_hex(struct dumper *d, struct pd_input *in, uint64_t from, uint64_t to)
{
	uint8_t buf[PD_DUMP_HEX_BYTES];
	uint64_t zeros = 0;

	while (from < to) {
		size_t want = to - from < sizeof(buf) ? (size_t)(to - from) : sizeof(buf);
		size_t got = pd_input_pread(in, buf, want, from);
		bool zero = pd_all_zero(buf, got);

		if (!got)
			break;
		from += got;
		if (zero)
			zeros += got + dump_skip_hole(in, &from, to);
		if (zeros && (!zero || from >= to)) {
			pd_buf_fmt(&d->out, "ZERO n=%llu", (unsigned long long)zeros);
			pd_dump_end_line(d);
			zeros = 0;
		}
		if (!zero) {
			pd_buf_str(&d->out, "HEX data=");
			pd_buf_hex(&d->out, buf, got);
			pd_dump_end_line(d);
		}
	}
}
