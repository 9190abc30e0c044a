/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PDATA_RECORDS_H
#define PDATA_RECORDS_H

/*
 * Decodes records and samples into the structs of types.h, and encodes these structs and header
 * features. <pdata/pdata.h> includes this header.
 */

#include "pdata.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- decoding ---------------------------------------------------------------------------- */

/**
 * pdata_record_decode - decode a record other than SAMPLE
 * @rec: a record from pdata_reader_next(); or a record whose members type, misc, size, data, swap
 *       and event the caller has set. If event is NULL, the function does not decode the sample_id
 *       fields at the end of a kernel record (a record with a type below 64)
 * @v: receives the fields; pointers in @v point into rec->data and are valid as long as rec->data
 *     is valid
 *
 * Return: 0; PDATA_N_RECORD if the library has no layout of this type; PDATA_E_TRUNCATED if the
 * record ends inside a field; PDATA_E_COUNT if a count is larger than the bytes left;
 * PDATA_E_STRING if a string has no NUL; PDATA_E_ATTR if the attr in a HEADER_ATTR record is
 * damaged; PDATA_E_FORMAT if the record is a READ and the read_format of its event has unknown
 * bits. After an error, @v has the fields before the damaged one, and all other members are 0.
 * Threads: any.
 * Cost: no allocation.
 */
PDATA_API int pdata_record_decode(const struct pdata_record *rec, struct pdata_value *v,
				  struct pdata_error *err);

/**
 * pdata_sample_decode - decode a SAMPLE record
 * @rec: a record from pdata_reader_next(); or a record whose members type, size, data, swap and
 *       event the caller has set. The attr of this event tells which fields the record has
 * @want: PDATA_SAMPLE_ bits of the fields that the caller needs, ~0 for all. Decoding is faster
 *        with fewer bits; the function may also decode fields whose bit is not in @want
 * @s: receives the fields; s->have receives the PDATA_SAMPLE_ bits of the decoded fields. Pointers
 *     in @s point into rec->data and are valid as long as rec->data is valid
 *
 * If the attr's sample_type has unknown bits, the function does not decode AUX data, because the
 * fields of these bits may be before them. This is no error.
 *
 * Return: 0; PDATA_E_NOEVENT if rec->event is NULL; PDATA_E_TRUNCATED if the record ends inside a
 * field; PDATA_E_COUNT if a count is larger than the bytes left; PDATA_E_FORMAT if the ABI of
 * registers is unknown, or if the sample has counter values and its attr.read_format has unknown
 * bits. After an error, s->have has the bits of the fields before the damaged field; lists and byte
 * ranges whose bit is not in s->have are empty.
 * Threads: any.
 * Cost: no allocation.
 */
PDATA_API int pdata_sample_decode(const struct pdata_record *rec, uint64_t want,
				  struct pdata_sample *s, struct pdata_error *err);

/*
 * These functions return element @i of the view @v in host byte order. @i must be below v->nr; the
 * functions do not check this. pdata_read_entry_at() returns entry @i of the counter values @r,
 * whether or not r->format has PDATA_FORMAT_GROUP; here @i must be below r->nr.
 *
 * Threads: any.
 */
PDATA_API struct pdata_link pdata_link_at(const struct pdata_view *v, uint64_t i);
PDATA_API struct pdata_id_entry pdata_id_entry_at(const struct pdata_view *v, uint64_t i);
PDATA_API struct pdata_id_guest pdata_id_guest_at(const struct pdata_view *v, uint64_t i);
PDATA_API struct pdata_thread_entry pdata_thread_entry_at(const struct pdata_view *v, uint64_t i);
PDATA_API struct pdata_stat_config_entry pdata_stat_config_entry_at(const struct pdata_view *v,
								    uint64_t i);
PDATA_API struct pdata_bpf_metadata_entry pdata_bpf_metadata_entry_at(const struct pdata_view *v,
								      uint64_t i);
PDATA_API struct pdata_sp_event_id_entry pdata_sp_event_id_entry_at(const struct pdata_view *v,
								    uint64_t i);
PDATA_API struct pdata_branch pdata_branch_at(const struct pdata_view *v, uint64_t i);
PDATA_API struct pdata_read_entry pdata_read_entry_at(const struct pdata_read *r, uint64_t i);
PDATA_API uint16_t pdata_u16_at(const struct pdata_view *v, uint64_t i);
PDATA_API uint32_t pdata_u32_at(const struct pdata_view *v, uint64_t i);

/*
 * These exported functions do the same as the inline functions pdata_u64_at() and
 * pdata_attr_flag(), for callers that cannot use inline functions (other languages, dlsym(3)).
 *
 * Threads: any.
 */
PDATA_API uint64_t pdata_u64_at_fn(const struct pdata_view *v, uint64_t i);
PDATA_API int pdata_attr_flag_fn(const struct pdata_attr *a, enum pdata_attr_bit bit);

/* ---- encoding ---------------------------------------------------------------------------- */

/**
 * pdata_record_encode - encode a record other than SAMPLE
 * @type: enum pdata_record_type
 * @misc: PDATA_MISC_ bits of the record
 * @v: fields of the record
 * @attr: attr of the record's event. Its sample_type and its flag PDATA_ATTR_SAMPLE_ID_ALL select
 *        the fields of v->id that the function writes at the end of a kernel record. NULL: the
 *        function writes no fields of v->id
 * @swap: 0: write the host's byte order; not 0: write the other byte order
 * @buf: receives the record, at most @len bytes
 *
 * The function writes all integers in the byte order that @swap selects. In @v, integer members
 * are in host byte order; views and the attr of a HEADER_ATTR can be in either byte order, which
 * their member .swap tells. The function copies ranges of bytes, such as build ids, without a
 * change, and pads strings with zeros to a multiple of 8 bytes. The bytes of HEADER_FEATURE,
 * COMPRESSED, COMPRESSED2 and SIMPLEPERF_SPLIT contain integers at unknown offsets, so the
 * function writes these records only in the byte order that their bytes already have.
 *
 * A list (a struct pdata_view) and the member with its count must agree: list.nr and that member
 * have the same value. Exception: the list guests of an ID_INDEX may also be empty. nr_regs of a
 * SIMPLEPERF_UNWINDING_RESULT must be the number of bits that are set in mask. The format of a READ
 * must be attr->read_format, unless @attr is NULL, and must have no unknown bits. A pointer to
 * bytes or list elements may be NULL only if the count is 0, but a string that is NULL counts as
 * empty, and a build id or tag that is NULL as zeros. The function ignores members that the record
 * does not have.
 *
 * Return: number of bytes written, a multiple of 8 for types below 64; PDATA_L_RECORD if the
 * record is larger than @len or than 65535 bytes; PDATA_N_RECORD if the library has no layout of
 * this type; PDATA_E_ARG in two cases. Case 1: @v breaks one of the rules above. Case 2: the
 * function cannot convert the record to the byte order that @swap selects, because the content of
 * some bytes is unknown, or the attr of a HEADER_ATTR has members that the library does not know.
 * Threads: any.
 */
PDATA_API int pdata_record_encode(uint32_t type, uint16_t misc, const struct pdata_value *v,
				  const struct pdata_attr *attr, int swap, uint8_t *buf,
				  size_t len);

/**
 * pdata_sample_encode - encode a SAMPLE record
 * @misc: PDATA_MISC_ bits of the record
 * @s: fields of the sample
 * @attr: attr of the sample's event; its sample_type and related members select the fields of @s
 *        that the function writes
 * @swap: 0: write the host's byte order; not 0: write the other byte order
 * @buf: receives the record, at most @len bytes
 *
 * Arrays of @s that are a struct pdata_view, such as the call chain, can be in the bytes of a
 * record that was read; the function converts their elements to the byte order that @swap selects.
 * It copies the bytes of raw data, user stacks and AUX data as they are. (Tracepoint data in s->raw
 * has the byte order of the recording's tracing data, whatever the byte order of the file is.)
 *
 * The members of the fields that @attr selects must agree: s->ips.nr must be s->nr_ips,
 * s->branch.entries.nr (and s->branch.counters.nr, with PDATA_BRANCH_COUNTERS) must be
 * s->branch.nr, s->read.format must be attr->read_format and have no unknown bits, and with
 * PDATA_FORMAT_GROUP s->read.entries.nr must be s->read.nr. If the abi of registers is not 0, it
 * must be a PDATA_REGS_ABI_ value, mask must be the mask in @attr, and values.nr the number of bits
 * that are set in it. A pointer to bytes or list elements may be NULL only if the count is 0.
 *
 * Return: number of bytes written; PDATA_L_RECORD if the record is larger than @len or than 65535
 * bytes; PDATA_E_ARG if members of @s contradict each other or @attr, or a pointer is NULL, against
 * the rules above.
 * Threads: any.
 */
PDATA_API int pdata_sample_encode(uint16_t misc, const struct pdata_sample *s,
				  const struct pdata_attr *attr, int swap, uint8_t *buf,
				  size_t len);

/**
 * pdata_feature_encode - encode the bytes of a header feature or trailer block
 * @f: the feature or block. The value f->bit selects the member of f->u that the function encodes.
 *     If the library does not know the layout of the feature, or if the feature is TRACING_DATA and
 *     f->u.tracing.magic is NULL, the function copies the f->len bytes at f->data instead
 * @swap: 0: write the host's byte order; not 0: write the other byte order
 * @out: receives a new buffer of the returned length; free it with pdata_free()
 *
 * Return: number of bytes of the feature; PDATA_E_NOMEM; PDATA_E_ARG if
 * f->u.event_desc.attr_size is below 64; PDATA_L_RECORD if an entry of BUILD_ID has
 * a file name that does not fit into a record.
 * Threads: any.
 */
PDATA_API int64_t pdata_feature_encode(const struct pdata_feature *f, int swap, uint8_t **out);

#ifdef __cplusplus
}
#endif
#endif
