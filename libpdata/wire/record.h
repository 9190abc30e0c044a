/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Declares functions and masks for types, sizes and fields of records, which several source files
 * need.
 */

#include "base/bytes.h"
#include "base/err.h"

#include <stdbool.h>

struct pd_event;

#define PD_FILE_EVENTS_MAX 65536u /* largest number of events in the attrs section of a file */

/*
 * Return the size in bytes of the sample_id at the end of kernel records other than SAMPLE, for an
 * event with the attr @a; 0 if @a is NULL.
 */
unsigned pd_sample_id_size(const struct pdata_attr *a);

/*
 * Masks of sample_type. PD_SAMPLE_HEAD: bits of the 8-byte fields that precede all other fields of
 * a SAMPLE. PD_SAMPLE_VARIABLE: bits of the fields of variable size, which have their size in the
 * record.
 */
#define PD_SAMPLE_HEAD                                                                             \
	(PDATA_SAMPLE_IDENTIFIER | PDATA_SAMPLE_IP | PDATA_SAMPLE_TID | PDATA_SAMPLE_TIME |        \
	 PDATA_SAMPLE_ADDR | PDATA_SAMPLE_ID | PDATA_SAMPLE_STREAM_ID | PDATA_SAMPLE_CPU |         \
	 PDATA_SAMPLE_PERIOD)
#define PD_SAMPLE_VARIABLE                                                                         \
	(PDATA_SAMPLE_READ | PDATA_SAMPLE_CALLCHAIN | PDATA_SAMPLE_RAW |                           \
	 PDATA_SAMPLE_BRANCH_STACK | PDATA_SAMPLE_REGS_USER | PDATA_SAMPLE_STACK_USER |            \
	 PDATA_SAMPLE_REGS_INTR | PDATA_SAMPLE_AUX)

/*
 * Return the offset of the end of the fields of the SAMPLE of @size bytes at @data; 0: not all of
 * its fields are inside these bytes. Fields are those that pdata_sample_decode() decodes.
 */
size_t pd_sample_end(const struct pd_event *ev, const uint8_t *data, size_t size, int swap);
/*
 * Check that all fields of the SAMPLE @rec, which must come from the reader, are inside the record.
 * This is faster than decoding the record. Return: 0, or the error that pdata_sample_decode() would
 * return.
 */
int pd_sample_check(const struct pdata_record *rec, struct pdata_error *err);

/*
 * Return the end offset of the user stack copy (PERF_SAMPLE_STACK_USER) in the SAMPLE whose first
 * @have bytes are at @data; 0: the SAMPLE has no such copy, a branch stack precedes the copy, or
 * the bytes at @data are not enough to find the end of the copy.
 */
size_t pd_sample_stack_end(const struct pd_event *ev, const uint8_t *data, size_t have, int swap);

/*
 * PD_SLOT() converts a known record type to its index in tables that have an element for each
 * known type. In these tables, the types of simpleperf, from PD_SIMPLEPERF_FIRST on, follow the
 * types of perf. PD_RECORD_SLOTS is the number of elements.
 */
#define PD_SIMPLEPERF_FIRST ((uint32_t)PDATA_RECORD_SIMPLEPERF_KERNEL_SYMBOL)
#define PD_SLOT(type)                                                                              \
	((type) < PDATA_RECORD_MAX ? (type) : (type)-PD_SIMPLEPERF_FIRST + PDATA_RECORD_MAX)
#define PD_RECORD_SLOTS (PD_SLOT(PDATA_RECORD_SIMPLEPERF_MAX))

/* Return whether @type is the type of a record of simpleperf. */
static inline bool pd_is_simpleperf(uint32_t type)
{
	return type >= PD_SIMPLEPERF_FIRST && type < PDATA_RECORD_SIMPLEPERF_MAX;
}

/*
 * Return the index of the record type @type in tables that have an element for each known type;
 * PD_RECORD_SLOTS: the type is unknown.
 */
static inline uint32_t pd_record_slot(uint32_t type)
{
	if (type < PDATA_RECORD_MAX || pd_is_simpleperf(type))
		return PD_SLOT(type);
	return PD_RECORD_SLOTS;
}

static inline uint32_t pd_record_of_slot(uint32_t slot)
{
	return slot < PDATA_RECORD_MAX ? slot : slot - PDATA_RECORD_MAX + PD_SIMPLEPERF_FIRST;
}

/*
 * Return the size in bytes of the payload that follows the AUXTRACE or TRACING_DATA record @rec,
 * whose decoded fields are in @v; 0: the record itself has the tracing data (simpleperf).
 */
static inline uint64_t pd_record_payload(const struct pdata_record *rec,
					 const struct pdata_value *v)
{
	if (rec->type == PDATA_RECORD_AUXTRACE)
		return v->u.auxtrace.blob_size;
	if (v->u.tracing_data.blob.len)
		return 0;
	return PD_ALIGN8((uint64_t)v->u.tracing_data.blob_size);
}

/* Return whether writers pad records of type @type to a multiple of 8 bytes. */
static inline int pd_record_is_padded(uint32_t type)
{
	return type != PDATA_RECORD_HEADER_FEATURE && type != PDATA_RECORD_COMPRESSED &&
	       type != PDATA_RECORD_SIMPLEPERF_KERNEL_SYMBOL &&
	       type != PDATA_RECORD_SIMPLEPERF_SPLIT &&
	       type != PDATA_RECORD_SIMPLEPERF_TRACING_DATA;
}
