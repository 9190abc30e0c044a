/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds which bytes of a file belong to what, by the header, the attrs and the feature table. */
#include "text/dump_int.h"

#include <stdlib.h>

static int add_region(struct dumper *d, enum region_kind kind, uint32_t n, uint64_t off,
		      uint64_t len)
{
	if (pd_grow(&d->regions, &d->regions_cap, d->nr_regions + 1, sizeof(*d->regions)))
		return PDATA_E_NOMEM;
	d->regions[d->nr_regions++] = (struct region){ off, len, kind, n, false };
	return 0;
}

static int by_offset(const void *pa, const void *pb)
{
	const struct region *a = pa, *b = pb;

	if (a->off != b->off)
		return a->off < b->off ? -1 : 1;
	if (!a->len != !b->len)
		return a->len ? 1 : -1;
	if (a->kind != b->kind)
		return a->kind < b->kind ? -1 : 1;
	return a->n < b->n ? -1 : a->n > b->n;
}

void pd_dump_section(struct dumper *d, uint64_t at, uint64_t *off, uint64_t *size)
{
	uint8_t b[16] = { 0 };

	pd_input_pread(&d->r->in, b, sizeof(b), at);
	*off = pd_ld64(b, pd_dump_swap(d));
	*size = pd_ld64(b + 8, pd_dump_swap(d));
}

static uint64_t header_attrs_off(struct dumper *d)
{
	uint64_t off, size;

	pd_dump_section(d, 24, &off, &size);
	return off;
}

static bool regions_overlap(const struct region *a, const struct region *b)
{
	return a != b && a->off < b->off + b->len && b->off < a->off + a->len;
}

static bool is_first_class(const struct region *g)
{
	return g->kind == R_HEADER || g->kind == R_ATTRS || g->kind == R_DATA;
}

/*
 * Choose the regions that are dumped in their own form: those inside the file that overlap no
 * region chosen before. Header, attrs and data are chosen first, because without attrs no record
 * has a typed form.
 */
static void choose_regions(struct dumper *d)
{
	struct region *first[3];
	size_t nr_first = 0;
	uint64_t at = 0;

	for (size_t i = 0; i < d->nr_regions; i++) {
		struct region *g = &d->regions[i];
		bool free_place = is_first_class(g) && g->len <= d->r->in.size &&
				  g->off <= d->r->in.size - g->len;

		for (size_t k = 0; k < nr_first && free_place; k++)
			free_place = !regions_overlap(g, first[k]);
		if (free_place && nr_first < 3)
			first[nr_first++] = g;
	}
	for (size_t i = 0; i < d->nr_regions; i++) {
		struct region *g = &d->regions[i];
		bool chosen = false;

		if (g->off < at || g->len > d->r->in.size || g->off > d->r->in.size - g->len)
			continue;
		/*
		 * A feature at offset 0, or without a number that a text can give: the feature
		 * table has it.
		 */
		if (g->kind == R_FEATURE && (!g->off || !g->n))
			continue;
		for (size_t k = 0; k < nr_first && !chosen; k++)
			chosen = regions_overlap(g, first[k]);
		g->done = !chosen;
		if (g->done)
			at = g->off + g->len;
	}
}

int pd_dump_find_regions(struct dumper *d)
{
	const struct pdata_file_info *i = &d->r->info;
	uint64_t header = i->header_size == PDATA_HEADER_SIZE_OLD ? PDATA_HEADER_SIZE_OLD
								  : PDATA_HEADER_SIZE;
	uint64_t attrs = header_attrs_off(d), nr = d->r->nr_events, table = 0;
	const struct pd_member *data = &d->r->members[0];
	int ret = add_region(d, R_HEADER, 0, 0, header);

	if (nr)
		ret |= add_region(d, R_ATTRS, 0, attrs, nr * i->attr_size);
	for (uint32_t k = 0; k < nr; k++) {
		uint64_t off, size;

		pd_dump_section(d, attrs + (k + 1) * i->attr_size - 16, &off, &size);
		if (size && size % 8 == 0)
			ret |= add_region(d, R_IDS, k, off, size);
	}
	ret |= add_region(d, R_DATA, 0, data->start, data->end - data->start);
	for (struct pd_feat *ft = d->r->feats; ft; ft = ft->next) {
		if (ft->from_record)
			continue;
		table += 16;
		ret |= add_region(d, R_FEATURE, ft->f.bit, ft->f.offset, ft->f.len);
	}
	if (table)
		ret |= add_region(d, R_TABLE, 0, i->feat_offset, table);
	ret |= pd_trailer_open_at(&d->trailer, &d->r->in, i->end, NULL) == PDATA_E_NOMEM;
	/* The rest of a trailer that was cut short is dumped as bytes. */
	if (d->trailer && pdata_trailer_info(d->trailer)->state == PDATA_TRAILER_WHOLE)
		ret |= add_region(d, R_TRAILER, 0, pdata_trailer_info(d->trailer)->off,
				  pdata_trailer_info(d->trailer)->size);
	if (ret)
		return PDATA_E_NOMEM;
	qsort(d->regions, d->nr_regions, sizeof(*d->regions), by_offset);
	choose_regions(d);
	return 0;
}

const struct region *pd_dump_region(const struct dumper *d, enum region_kind kind, uint32_t n)
{
	for (size_t i = 0; i < d->nr_regions; i++)
		if (d->regions[i].kind == kind && d->regions[i].n == n && d->regions[i].done)
			return &d->regions[i];
	return NULL;
}
