/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Dumps a file with header and sections: each region (header, ids, attrs, data, feature table,
 * features, trailer) becomes lines that give exactly its bytes, and bytes between them become HEX
 * lines.
 */
#include "text/dump_int.h"

static void dump_override(struct dumper *d, const char *name, uint64_t is, uint64_t computed)
{
	if (is != computed)
		pd_buf_fmt(&d->out, " %s=%llu", name, (unsigned long long)is);
}

/*
 * Compute the data size that assemble would compute: up to the feature table, a feature or the
 * trailer after the data, or to the end of the file.
 */
static uint64_t assembled_data_size(const struct dumper *d, const struct region *data)
{
	if (!data)
		return 0;
	for (size_t i = 0; i < d->nr_regions; i++) {
		const struct region *g = &d->regions[i];

		if (g->done && g->off >= data->off + data->len &&
		    (g->kind == R_TABLE || g->kind == R_FEATURE || g->kind == R_TRAILER))
			return g->off - data->off;
	}
	return d->r->in.size - data->off;
}

/* Dump the FILE line. Members of the header are given if assemble would compute another value. */
static void dump_file_header(struct dumper *d)
{
	const struct pdata_file_info *i = &d->r->info;
	const struct region *attrs = pd_dump_region(d, R_ATTRS, 0),
			    *data = pd_dump_region(d, R_DATA, 0);
	uint64_t off, size, words[PDATA_NR_FEATURES / 64], want[PDATA_NR_FEATURES / 64] = { 0 };
	uint8_t bitmap[PDATA_NR_FEATURES / 8] = { 0 };

	pd_buf_fmt(&d->out, "FILE mode=file order=%s", i->big_endian ? "be" : "le");
	if (i->version != 2)
		pd_buf_fmt(&d->out, " version=%u", i->version);
	dump_override(d, "header_size", i->header_size, PDATA_HEADER_SIZE);
	pd_buf_fmt(&d->out, " attr_size=%llu", (unsigned long long)i->attr_size);
	pd_dump_section(d, 16, &off, &size);
	dump_override(d, "header_attr_size", off, i->attr_size);
	pd_dump_section(d, 24, &off, &size);
	dump_override(d, "attrs_offset", off, attrs ? attrs->off : 0);
	dump_override(d, "attrs_size", size, attrs ? attrs->len : 0);
	pd_dump_section(d, 40, &off, &size);
	dump_override(d, "data_offset", off, data ? data->off : 0);
	dump_override(d, "data_size", size, assembled_data_size(d, data));
	pd_dump_section(d, 56, &off, &size);
	dump_override(d, "event_types_offset", off, 0);
	dump_override(d, "event_types_size", size, 0);
	if (i->header_size != PDATA_HEADER_SIZE_OLD) {
		bool same = true;

		pd_input_pread(&d->r->in, bitmap, sizeof(bitmap), 72);
		for (size_t k = 0; k < d->nr_regions; k++)
			if (d->regions[k].kind == R_FEATURE && d->regions[k].done)
				want[d->regions[k].n / 64] |= 1ull << d->regions[k].n % 64;
		for (unsigned k = 0; k < PDATA_NR_FEATURES / 64; k++) {
			words[k] = pd_ld64(bitmap + 8 * k, pd_dump_swap(d));
			same = same && words[k] == want[k];
		}
		if (!same) {
			pd_buf_str(&d->out, " features=[");
			for (unsigned k = 0; k < PDATA_NR_FEATURES / 64; k++)
				pd_buf_fmt(&d->out, "%s%#llx", k ? " " : "",
					   (unsigned long long)words[k]);
			pd_buf_str(&d->out, "]");
		}
	}
	pd_dump_end_line(d);
}

static void dump_ids(struct dumper *d, const struct region *g)
{
	pd_buf_fmt(&d->out, "IDS event=%u ids=[", g->n);
	for (uint64_t at = g->off; at < g->off + g->len; at += 8) {
		uint8_t b[8] = { 0 };

		pd_input_pread(&d->r->in, b, sizeof(b), at);
		pd_buf_fmt(&d->out, "%s%llu", at > g->off ? " " : "",
			   (unsigned long long)pd_ld64(b, pd_dump_swap(d)));
	}
	pd_buf_str(&d->out, "]");
	pd_dump_end_line(d);
}

static int put_attrs(struct dumper *d, const struct region *g)
{
	size_t stride = (size_t)d->r->info.attr_size;
	uint8_t *buf = pd_malloc(stride);

	if (!buf)
		return PDATA_E_NOMEM;
	for (uint32_t k = 0; k < d->r->nr_events; k++) {
		const struct region *ids = pd_dump_region(d, R_IDS, k);
		struct pd_cur c = pd_cur_init(buf, stride, pd_dump_swap(d));
		uint64_t off, size, at = g->off + k * stride;
		size_t name = d->out.len;

		pd_input_pread(&d->r->in, buf, stride, at);
		pd_buf_str(&d->out, "ATTR");
		pd_attr_to_text(&d->out, &c, stride - 16);
		pd_dump_section(d, at + stride - 16, &off, &size);
		dump_override(d, "ids_offset", off, ids ? ids->off : 0);
		dump_override(d, "ids_size", size, ids ? ids->len : 0);
		if (d->r->events[k]->pub.name && d->out.len > name) {
			pd_dump_end_line(d);
			pd_buf_fmt(&d->out, "# event %u is ", k);
			pd_buf_quoted(&d->out, d->r->events[k]->pub.name,
				      strlen(d->r->events[k]->pub.name));
		}
		pd_dump_end_line(d);
	}
	pd_free(buf);
	return 0;
}

/*
 * Whether the feature table of the file has this feature: records may have announced others since.
 */
static bool is_in_table(const struct dumper *d, unsigned bit)
{
	for (size_t i = 0; i < d->nr_regions; i++)
		if (d->regions[i].kind == R_FEATURE && d->regions[i].n == bit)
			return true;
	return false;
}

/*
 * Dump the feature table. Its entries are given only if they differ from the features' own offsets
 * and sizes.
 */
static void dump_feature_table(struct dumper *d, const struct region *g)
{
	bool plain = true;
	uint64_t at = g->off;

	for (unsigned bit = 0; bit < PDATA_NR_FEATURES; bit++) {
		const struct region *f = pd_dump_region(d, R_FEATURE, bit);
		uint64_t off, size;

		if (!is_in_table(d, bit) || at >= g->off + g->len)
			continue;
		pd_dump_section(d, at, &off, &size);
		at += 16;
		plain = plain && f && f->off == off && f->len == size;
	}
	pd_buf_str(&d->out, "FEATURE_TABLE");
	if (!plain) {
		pd_buf_str(&d->out, " entries=[");
		for (at = g->off; at < g->off + g->len; at += 16) {
			uint64_t off, size;

			pd_dump_section(d, at, &off, &size);
			pd_buf_fmt(&d->out, "%s{offset=%llu size=%llu}", at > g->off ? " " : "",
				   (unsigned long long)off, (unsigned long long)size);
		}
		pd_buf_str(&d->out, "]");
	}
	pd_dump_end_line(d);
}

static int feature_line(struct dumper *d, const struct region *g, struct pd_buf *out)
{
	uint8_t *buf = pd_malloc((size_t)g->len);

	if (!buf)
		return PDATA_E_NOMEM;
	pd_input_pread(&d->r->in, buf, (size_t)g->len, g->off);
	pd_feature_to_text(out, "FEATURE", g->n, buf, (size_t)g->len, pd_dump_swap(d));
	pd_free(buf);
	return out->err;
}

/*
 * Learn what features tell about samples before the samples are dumped, because samples come first
 * in the file. The lines that these features will become are used for that.
 */
static int learn_features(struct dumper *d)
{
	struct pd_buf line = { 0 };
	int ret = 0;

	for (size_t i = 0; i < d->nr_regions && !ret; i++) {
		const struct region *g = &d->regions[i];

		if (g->kind != R_FEATURE || !g->done || !pd_facts_need_feature(g->n))
			continue;
		line.len = 0;
		ret = feature_line(d, g, &line);
		if (!ret)
			ret = pd_facts_learn(&d->facts, line.p, line.len, pd_dump_swap(d));
	}
	pd_buf_free(&line);
	return ret;
}

/* Dump the records inside a compressed one as comments for the reader of the text. */
static void put_inside(struct dumper *d, uint64_t off)
{
	size_t member = d->r->cur;

	while (d->have_next == 1 &&
	       (d->inner->cur < member || (d->inner->cur == member && d->next.off <= off))) {
		if (d->inner->cur == member && d->next.off == off) {
			d->inside = true;
			pd_buf_str(&d->out, "# ");
			pd_record_to_text(&d->out, &d->next, d->r->nr_events > 1, &d->facts);
			pd_dump_end_line(d);
			d->inside = false;
		}
		d->have_next = pdata_reader_next(d->inner, &d->next);
	}
}

/* Dump the tracing data that follow their record, as far as the file has them. */
static int dump_tracing_data(struct dumper *d, const struct pdata_record *rec)
{
	uint8_t *blob = pd_malloc((size_t)rec->payload);
	int64_t got;

	if (!blob)
		return PDATA_E_NOMEM;
	got = pdata_reader_payload(d->r, blob, (size_t)rec->payload);
	if (got > 0) {
		pd_feature_to_text(&d->out, "PAYLOAD", PDATA_FEAT_TRACING_DATA, blob, (size_t)got,
				   pd_dump_swap(d));
		pd_dump_end_line(d);
	}
	pd_free(blob);
	return 0;
}

/* Dump the bytes that follow a record and belong to it. */
static void dump_payload(struct dumper *d, const struct pdata_record *rec)
{
	uint8_t buf[PD_DUMP_HEX_BYTES];
	int64_t got;

	if (rec->type == PDATA_RECORD_TRACING_DATA && rec->payload &&
	    rec->payload <= d->r->info.file_size) {
		if (dump_tracing_data(d, rec))
			d->out.err = PDATA_E_NOMEM;
		return;
	}
	while (rec->payload && (got = pdata_reader_payload(d->r, buf, sizeof(buf))) > 0) {
		pd_buf_str(&d->out, "PAYLOAD data=");
		pd_buf_hex(&d->out, buf, (size_t)got);
		pd_dump_end_line(d);
	}
}

static bool is_compressed_type(uint32_t type)
{
	return type == PDATA_RECORD_COMPRESSED || type == PDATA_RECORD_COMPRESSED2;
}

/* Dump the records of one member; bytes between them that are no records become HEX lines. */
int pd_dump_records(struct dumper *d, size_t member, struct pdata_record *rec, int *have)
{
	struct pd_input *in = d->r->members[member].in;
	uint64_t at = d->r->members[member].start, end = d->r->members[member].end;

	while (*have == 1 && d->r->cur == member) {
		uint64_t before;

		pd_dump_hex(d, in, at, rec->off);
		if (d->no_attrs)
			rec->event = NULL;
		pd_record_to_text(&d->out, rec, d->r->nr_events > 1, &d->facts);
		pd_dump_end_line(d);
		at = rec->off + rec->size;
		before = d->r->payload_left;
		dump_payload(d, rec);
		at += before - d->r->payload_left;
		if (is_compressed_type(rec->type))
			put_inside(d, rec->off);
		if (d->out.err || d->stopped)
			return d->out.err ? d->out.err : PDATA_E_SYS;
		*have = pdata_reader_next(d->r, rec);
	}
	if (end == UINT64_MAX)
		end = in->size;
	pd_dump_hex(d, in, at, end);
	return *have < 0 ? *have : 0;
}

/* Dump the blocks of d->trailer; a block becomes HEX lines if no BLOCK line gives its bytes. */
static int dump_trailer(struct dumper *d)
{
	const struct pdata_trailer_info *i = pdata_trailer_info(d->trailer);
	struct pd_footer computed = { .version = PD_TRAILER_VERSION, .off = i->off };
	uint64_t at = i->off, end = i->off + i->size - PD_FOOTER;
	uint8_t foot[PD_FOOTER] = { 0 };

	for (uint32_t k = 0; k < i->nr_blocks; k++) {
		size_t len =
			PD_BLOCK_HEAD + (size_t)PD_ALIGN8(pdata_trailer_block(d->trailer, k)->size);
		uint8_t *buf = pd_malloc(len);

		if (!buf)
			return PDATA_E_NOMEM;
		pd_input_pread(&d->r->in, buf, len, at);
		if (pd_block_to_text(&d->out, buf, len, (int)i->swap)) {
			computed.nr_blocks++;
			computed.off = computed.nr_blocks == 1 ? at : computed.off;
			pd_dump_end_line(d);
		} else {
			pd_dump_hex(d, &d->r->in, at, at + len);
		}
		pd_free(buf);
		at += len;
	}
	computed.off = computed.nr_blocks ? computed.off : end;
	computed.size = end - computed.off;
	pd_input_pread(&d->r->in, foot, sizeof(foot), end);
	pd_footer_to_text(&d->out, foot, &computed, (int)i->swap);
	pd_dump_end_line(d);
	return 0;
}

int pd_dump_regions(struct dumper *d, struct pdata_record *rec, int *have)
{
	uint64_t at = 0;
	int ret = pd_dump_find_regions(d);

	if (ret)
		return ret;
	d->no_attrs = !pd_dump_region(d, R_ATTRS, 0);
	ret = learn_features(d);
	for (size_t i = 0; i < d->nr_regions && !ret; i++) {
		const struct region *g = &d->regions[i];

		if (!g->done)
			continue;
		pd_dump_hex(d, &d->r->in, at, g->off);
		at = g->off + g->len;
		switch (g->kind) {
		case R_HEADER:
			dump_file_header(d);
			break;
		case R_IDS:
			dump_ids(d, g);
			break;
		case R_ATTRS:
			ret = put_attrs(d, g);
			break;
		case R_TABLE:
			dump_feature_table(d, g);
			break;
		case R_FEATURE:
			ret = feature_line(d, g, &d->out);
			pd_dump_end_line(d);
			break;
		case R_TRAILER:
			ret = dump_trailer(d);
			break;
		case R_DATA:
			pd_buf_str(&d->out, "DATA");
			pd_dump_end_line(d);
			ret = pd_dump_records(d, 0, rec, have);
			break;
		}
	}
	pd_dump_hex(d, &d->r->in, at, d->r->in.size);
	return ret;
}
