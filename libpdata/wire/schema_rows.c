/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The schema as tables at run time: the .def files expanded to arrays of rows, which dump and
 * assemble interpret.
 */
#include "wire/schema_rows.h"

#include "base/bytes.h"
#include "wire/feature.h"
#include "wire/record.h"

#include <pdata/consts.h>

/* The table of each set of bits is bits.def with all other sets expanded to nothing. */
#define PD_NAME(n, s, w) { #n, s, w },
#define PD_NONE(n, s, w)
#define PD_BIT(set, n, s, w) PD_IN_##set(n, s, w)

#define PD_IN_SAMPLE PD_NAME
#define PD_IN_FORMAT PD_NONE
#define PD_IN_BRANCH PD_NONE
#define PD_IN_ATTR PD_NONE
#define PD_IN_AUX_ACTION PD_NONE
#define PD_IN_BRANCH_FLAGS PD_NONE
static const struct pd_bit_name bits_SAMPLE[] = {
#include "schema/bits.def"
	{ 0 }
};

#undef PD_IN_SAMPLE
#undef PD_IN_FORMAT
#define PD_IN_SAMPLE PD_NONE
#define PD_IN_FORMAT PD_NAME
static const struct pd_bit_name bits_FORMAT[] = {
#include "schema/bits.def"
	{ 0 }
};

#undef PD_IN_FORMAT
#undef PD_IN_BRANCH
#define PD_IN_FORMAT PD_NONE
#define PD_IN_BRANCH PD_NAME
static const struct pd_bit_name bits_BRANCH[] = {
#include "schema/bits.def"
	{ 0 }
};

#undef PD_IN_BRANCH
#undef PD_IN_ATTR
#define PD_IN_BRANCH PD_NONE
#define PD_IN_ATTR PD_NAME
static const struct pd_bit_name bits_ATTR[] = {
#include "schema/bits.def"
	{ 0 }
};

#undef PD_IN_ATTR
#undef PD_IN_AUX_ACTION
#define PD_IN_ATTR PD_NONE
#define PD_IN_AUX_ACTION PD_NAME
static const struct pd_bit_name bits_AUX_ACTION[] = {
#include "schema/bits.def"
	{ 0 }
};

#undef PD_IN_AUX_ACTION
#undef PD_IN_BRANCH_FLAGS
#define PD_IN_AUX_ACTION PD_NONE
#define PD_IN_BRANCH_FLAGS PD_NAME
const struct pd_bit_name pd_bits_branch_flags[] = {
#include "schema/bits.def"
	{ 0 }
};

#include "schema/features_undef.def"
#define PD_U8(f) { .kind = PD_K_UINT, .name = #f, .arg = 1 },
#define PD_U16(f) { .kind = PD_K_UINT, .name = #f, .arg = 2 },
#define PD_U32(f) { .kind = PD_K_UINT, .name = #f, .arg = 4 },
#define PD_U64(f) { .kind = PD_K_UINT, .name = #f, .arg = 8 },
#define PD_S32(f) { .kind = PD_K_SINT, .name = #f, .arg = 4 },
#define PD_S64(f) { .kind = PD_K_SINT, .name = #f, .arg = 8 },
#define PD_X32(f) { .kind = PD_K_HEX, .name = #f, .arg = 4 },
#define PD_X64(f) { .kind = PD_K_HEX, .name = #f, .arg = 8 },
#define PD_BITS64(f, s) { .kind = PD_K_BITS, .name = #f, .arg = 8, .set = bits_##s },
#define PD_MIRROR64(f, s, w)                                                                       \
	{ .kind = PD_K_BITS, .name = #f, .arg = 8, .set = bits_##s, .widths = w },
#define PD_MIRROR32(f, s, w)                                                                       \
	{ .kind = PD_K_BITS, .name = #f, .arg = 4, .set = bits_##s, .widths = w },
#define PD_STR(f) { .kind = PD_K_STR, .name = #f },
#define PD_FSTR(f, n) { .kind = PD_K_FSTR, .name = #f, .arg = n },
#define PD_FSTR_UPTO(f, n) { .kind = PD_K_FSTR_UPTO, .name = #f, .arg = n },
#define PD_BYTES(f, n) { .kind = PD_K_BYTES, .name = #f, .arg = n },
#define PD_BLOB(f, count) { .kind = PD_K_BLOB, .name = #f, .ref = #count },
#define PD_PAD8 { .kind = PD_K_PAD8 },
#define PD_PAD_U32(n) { .kind = PD_K_PAD_U32, .arg = n },
#define PD_TRACING(f) { .kind = PD_K_SUB, .name = #f, .sub = feat_TRACING_DATA },
#define PD_STR32(f) { .kind = PD_K_TEXT, .name = #f, .arg = 4 },
#define PD_ONES_OF(f, mask) { .kind = PD_K_ONES_OF, .name = #f, .ref = #mask },
#define PD_ZERO(n) { .kind = PD_K_ZERO, .arg = n },
#define PD_REST(f) { .kind = PD_K_REST, .name = #f },
#define PD_ATTR(f) { .kind = PD_K_ATTR, .name = #f },
#define PD_SUB(f, block) { .kind = PD_K_SUB, .name = #f, .sub = rows_##block },
#define PD_LIST(f, count, elem)                                                                    \
	{ .kind = PD_K_LIST, .name = #f, .ref = #count, .sub = elem_##elem },
#define PD_LIST_OR_NONE(f, count, elem) PD_LIST(f, count, elem)
#define PD_LIST16(f, count) { .kind = PD_K_LIST, .name = #f, .ref = #count, .arg = 2 },
#define PD_LIST32(f, count) { .kind = PD_K_LIST, .name = #f, .ref = #count, .arg = 4 },
#define PD_LISTX64(f, count)                                                                       \
	{ .kind = PD_K_LIST, .name = #f, .ref = #count, .arg = 8, .hex = true },
#define PD_LIST32_REST(f) { .kind = PD_K_LIST, .name = #f, .arg = 4 },
#define PD_LIST64_REST(f) { .kind = PD_K_LIST, .name = #f, .arg = 8 },
#define PD_LISTX64_REST(f) { .kind = PD_K_LIST, .name = #f, .arg = 8, .hex = true },
#define PD_CUSTOM(f) { .kind = PD_K_CUSTOM, .name = #f },
#define PD_IF_MISC(bit) { .kind = PD_K_IF_MISC, .arg = bit },
#define PD_IF_LEFT(n) { .kind = PD_K_IF_LEFT, .arg = n },
#define PD_IF_WORD_MAX(v) { .kind = PD_K_IF_WORD_MAX, .arg = v },
#define PD_IF_EQ(f, v) { .kind = PD_K_IF_EQ, .ref = #f, .arg = v },
#define PD_IF_NE(f, v) { .kind = PD_K_IF_NE, .ref = #f, .arg = v },
#define PD_ELSE { .kind = PD_K_ELSE },
#define PD_ENDIF { .kind = PD_K_ENDIF },
#define PD_IF_BITS(a, b) { .kind = PD_K_IF_BITS, .arg = PDATA_SAMPLE_##a | PDATA_SAMPLE_##b },
#define PD_IF_BIT(b) { .kind = PD_K_IF_BITS, .arg = PDATA_SAMPLE_##b },
#define PD_ENDIF_BITS(a, b) { .kind = PD_K_ENDIF },
#define PD_ENDIF_BIT(b) { .kind = PD_K_ENDIF },
#define PD_ELEM(name) static const struct pd_row elem_##name[] = {
#define PD_ELEM_END(name)                                                                          \
	{                                                                                          \
		.kind = PD_K_END                                                                   \
	}                                                                                          \
	}                                                                                          \
	;
#define PD_RECORD(NAME, type, member) static const struct pd_row rows_##NAME[] = {
#define PD_RECORD_EMPTY(NAME, type)                                                                \
	static const struct pd_row rows_##NAME[] = { { .kind = PD_K_END } };
#define PD_END(NAME, member)                                                                       \
	{                                                                                          \
		.kind = PD_K_END                                                                   \
	}                                                                                          \
	}                                                                                          \
	;
#define PD_FEATURE(NAME, bit, where) static const struct pd_row feat_##NAME[] = {
#define PD_FEATURE_EMPTY(NAME, bit)                                                                \
	static const struct pd_row feat_##NAME[] = { { .kind = PD_K_END } };
#define PD_FEATURE_END(NAME)                                                                       \
	{                                                                                          \
		.kind = PD_K_END                                                                   \
	}                                                                                          \
	}                                                                                          \
	;
#define PD_IF_EACH(size, nr) { .kind = PD_K_IF_EACH, .ref = #nr, .arg = size },
#define PD_PB_U64(n, m) { .kind = PD_K_PB_UINT, .name = #m, .arg = n },
#define PD_PB_X64(n, m) { .kind = PD_K_PB_HEX, .name = #m, .arg = n },
#define PD_PB_STR(n, m) { .kind = PD_K_PB_STR, .name = #m, .arg = n },
#define PD_PB_LIST(n, count, m) { .kind = PD_K_PB_LIST, .name = #m, .arg = n },
#define PD_PB_LIST_END(m) { .kind = PD_K_LIST_END, .name = #m },
#define PD_PB_GROUP(n, m, of, v) { .kind = PD_K_PB_LIST, .name = #m, .arg = n },
#define PD_PB_GROUP_END(m) { .kind = PD_K_LIST_END, .name = #m },
#define PD_PB_NUMBERS(n, count, m) { .kind = PD_K_PB_NUMBERS, .name = #m, .arg = n },
#define PD_SIZED { .kind = PD_K_SIZED, .name = "size", .arg = 4 },
#define PD_SIZED_END { .kind = PD_K_SIZED_END },
#define PD_HSTR(m) { .kind = PD_K_HSTR, .name = #m },
#define PD_CSTR(m) { .kind = PD_K_CSTR, .name = #m },
#define PD_TEXT32(m) { .kind = PD_K_TEXT, .name = #m, .arg = 4 },
#define PD_TEXT64(m) { .kind = PD_K_TEXT, .name = #m, .arg = 8 },
#define PD_ORDER_BY(m) { .kind = PD_K_ORDER_BY, .ref = #m },
#define PD_LIST_ALL(n, m) { .kind = PD_K_LIST_N, .name = #m },
#define PD_IF_PART(n, m) { .kind = PD_K_IF_LEFT, .arg = n },
#define PD_IF_GE(m, v) { .kind = PD_K_IF_GE, .ref = #m, .arg = v },
#define PD_HSTRS(m) { .kind = PD_K_HSTRS, .name = #m },
#define PD_ATTR_OF(m, size) { .kind = PD_K_ATTR, .name = #m, .ref = #size },
#define PD_LIST_N(n, m) { .kind = PD_K_LIST_N, .name = #m, .ref = #n },
#define PD_LIST_END(m) { .kind = PD_K_LIST_END, .name = #m },
#define PD_BLOB_AFTER(m, n, bytes) { .kind = PD_K_BLOB, .name = #m, .ref = #n, .arg = bytes },
#define PD_WORDS_OF(m, bits) { .kind = PD_K_WORDS_OF, .name = #m, .ref = #bits },
#define PD_FROM_CPUS(m) { .kind = PD_K_FROM_CPUS, .name = #m },
#define PD_U64S(m, n) { .kind = PD_K_LIST, .name = #m, .ref = #n, .arg = 8 },
#define PD_X64S(m, n) { .kind = PD_K_LIST, .name = #m, .ref = #n, .arg = 8, .hex = true },
#define PD_U32S(m, n) { .kind = PD_K_LIST, .name = #m, .ref = #n, .arg = 4 },

#include "schema/elems.def"

#include "schema/features.def"

#include "schema/records.def"

#include "schema/trailer.def"

/*
 * Entries are BUILD_ID records whose type is 0, back to back. decode_BUILD_ID() in feature.c reads
 * them.
 */
static const struct pd_row feat_BUILD_ID[] = {
	{ .kind = PD_K_LIST_N, .name = "entries" },
	{ .kind = PD_K_UINT, .name = "type", .arg = 4 },
	{ .kind = PD_K_HEX, .name = "misc", .arg = 2 },
	{ .kind = PD_K_RECORD_SIZE, .name = "size", .ref = "filename", .arg = 36 },
	{ .kind = PD_K_SINT, .name = "pid", .arg = 4 },
	{ .kind = PD_K_BYTES, .name = "build_id", .arg = PDATA_BUILD_ID_MAX },
	{ .kind = PD_K_UINT, .name = "id_size", .arg = 1 },
	{ .kind = PD_K_UINT, .name = "res1", .arg = 1 },
	{ .kind = PD_K_UINT, .name = "res2", .arg = 2 },
	{ .kind = PD_K_STR_SIZED, .name = "filename", .ref = "size", .arg = 36 },
	{ .kind = PD_K_LIST_END },
	{ .kind = PD_K_END }
};

const struct pd_row pd_rows_attr[] = {
#include "schema/attr.def"
	{ .kind = PD_K_END }
};

const struct pd_row pd_rows_sample[] = {
#include "schema/sample.def"
	{ .kind = PD_K_END }
};

const struct pd_row pd_rows_sample_id[] = {
#include "schema/sample_id.def"
	{ .kind = PD_K_END }
};
#include "schema/features_undef.def"

const struct pd_row *pd_rows_record(uint32_t type)
{
	static const struct pd_row *const all[PD_RECORD_SLOTS] = {
#include "schema/no_rows.def"
#define PD_RECORD(NAME, num, member) [PD_SLOT(num)] = rows_##NAME,
#define PD_RECORD_EMPTY(NAME, num) [PD_SLOT(num)] = rows_##NAME,
#include "schema/records.def"

#include "schema/undef.def"
	};

	uint32_t slot = pd_record_slot(type);

	return slot < PD_RECORD_SLOTS ? all[slot] : NULL;
}

const struct pd_row *pd_rows_feature(uint32_t bit)
{
	static const struct pd_row *const all[PD_NR_PAYLOADS] = {
		[PDATA_FEAT_BUILD_ID] = feat_BUILD_ID,
#include "schema/features_no_rows.def"
#define PD_FEATURE(NAME, num, where) [num] = feat_##NAME,
#define PD_FEATURE_EMPTY(NAME, num) [num] = feat_##NAME,
#include "schema/features.def"

#include "schema/trailer.def"

#include "schema/features_undef.def"
	};

	return bit < PD_NR_PAYLOADS ? all[bit] : NULL;
}
