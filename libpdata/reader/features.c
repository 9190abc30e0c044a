/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Keeps the offsets of the header features of an open file, and decodes a feature when it is
 * requested.
 */
#include "reader/reader.h"
#include "wire/feature.h"

int pd_feat_add(struct pdata_reader *r, uint32_t bit, uint64_t off, uint64_t len,
		const uint8_t *data)
{
	struct pd_feat *ft = pd_arena_array(&r->arena, 1, sizeof(*ft));

	if (!ft)
		return PDATA_E_NOMEM;
	ft->f.bit = bit;
	ft->f.offset = off;
	ft->f.len = len;
	ft->f.data = data;
	ft->from_record = data != NULL;
	ft->next = r->feats;
	r->feats = ft;
	if (bit < PDATA_NR_FEATURES)
		r->info.features[bit / 64] |= 1ull << bit % 64;
	return 0;
}

void pd_feat_free(struct pdata_reader *r)
{
	for (struct pd_feat *ft = r->feats; ft; ft = ft->next)
		if (!ft->from_record)
			pd_free((void *)(uintptr_t)ft->f.data);
	r->feats = NULL;
}

/*
 * Read a section into memory; one that extends beyond the end of the file is read up to that end.
 */
static int load_bytes(struct pdata_reader *r, struct pd_feat *ft)
{
	uint64_t promised = ft->f.len, len = promised, off = ft->f.offset, left;
	uint8_t *buf;

	if (ft->from_record)
		return 0;
	left = off < r->in.size ? r->in.size - off : 0;
	if (len > left)
		len = left;
	ft->f.len = 0; /* until the bytes have been read */
	if (len > r->sections_left)
		return pd_error(&ft->err, PDATA_L_MEMORY, off, 0, pdata_feature_name(ft->f.bit),
				"the sections' sizes add up to more than the file");
	r->sections_left -= len;
	buf = len < SIZE_MAX ? pd_malloc((size_t)len) : NULL;
	if (!buf)
		return pd_error(&ft->err, PDATA_E_NOMEM, off, 0, pdata_feature_name(ft->f.bit),
				"%llu bytes", (unsigned long long)len);
	ft->f.data = buf;
	ft->f.len = pd_input_pread(&r->in, buf, (size_t)len, off);
	if (ft->f.len < promised)
		pd_error(&ft->err, PDATA_E_CUT, off, 0, pdata_feature_name(ft->f.bit),
			 "%llu of %llu bytes", (unsigned long long)ft->f.len,
			 (unsigned long long)promised);
	return 0;
}

static uint32_t nr_cpus_of_reader(struct pdata_reader *r)
{
	const struct pdata_feature *f;

	if (pdata_reader_feature(r, PDATA_FEAT_NRCPUS, &f, NULL))
		return 0;
	return f->u.nrcpus.available;
}

static void load_feature(struct pdata_reader *r, struct pd_feat *ft)
{
	uint32_t cpus = ft->f.bit == PDATA_FEAT_CPU_TOPOLOGY ? nr_cpus_of_reader(r) : 0;

	ft->loaded = true;
	if (load_bytes(r, ft) || ft->err.code)
		return;
	pd_feature_decode(&ft->f, (int)r->info.swap, cpus, &r->arena, &ft->err);
}

struct pd_feat *pd_feat_section(const struct pdata_reader *r, uint32_t bit)
{
	struct pd_feat *ft = r->feats;

	while (ft && (ft->f.bit != bit || ft->from_record))
		ft = ft->next;
	return ft;
}

/* Return the BUILD_ID section of the file with its bytes loaded, or NULL if it has none. */
static const struct pd_feat *build_id_section(struct pdata_reader *r)
{
	struct pd_feat *ft = pd_feat_section(r, PDATA_FEAT_BUILD_ID);

	if (ft && !ft->loaded)
		load_feature(r, ft);
	return ft;
}

/*
 * Add one feature with the build ids of BUILD_ID records and those of the section, if there is one:
 * a recorder may write only some of them as records early.
 */
static int build_ids_from_records(struct pdata_reader *r)
{
	const struct pd_feat *sec;
	uint64_t len;
	uint8_t *copy;

	if (r->build_ids_len == r->build_ids_seen)
		return 0;
	sec = build_id_section(r);
	len = sec && sec->f.data ? sec->f.len : 0;
	copy = pd_arena_array(&r->arena, len + r->build_ids_len, 1);
	if (!copy)
		return PDATA_E_NOMEM;
	memcpy(copy, r->build_ids, r->build_ids_len);
	if (len) /* put after the records, as zeros or damage may end the section */
		memcpy(copy + r->build_ids_len, sec->f.data, len);
	if (pd_feat_add(r, PDATA_FEAT_BUILD_ID, 0, len + r->build_ids_len, copy))
		return PDATA_E_NOMEM;
	r->build_ids_seen = r->build_ids_len;
	return 0;
}

int pdata_reader_feature(struct pdata_reader *r, uint32_t bit, const struct pdata_feature **out,
			 struct pdata_error *err)
{
	struct pd_feat *ft;

	*out = NULL;
	if (bit == PDATA_FEAT_BUILD_ID && build_ids_from_records(r))
		return pd_error(err, PDATA_E_NOMEM, 0, 0, "", "build ids");
	for (ft = r->feats; ft && ft->f.bit != bit; ft = ft->next)
		;
	if (!ft)
		return pd_error(err, PDATA_N_FEATURE, 0, 0, pdata_feature_name(bit), "bit %u", bit);
	if (!ft->loaded)
		load_feature(r, ft);
	*out = &ft->f;
	if (err && ft->err.code)
		*err = ft->err;
	return ft->err.code;
}
