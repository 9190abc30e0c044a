/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Facts about record types and sizes that several files need. */

#include "base/bytes.h"
#include "base/err.h"

struct pd_event;

/*
 * Bytes of the sample_id at the end of the event's kernel records other than SAMPLE; 0 if @a is
 * NULL.
 */
unsigned pd_sample_id_size(const struct pdata_attr *a);

/*
 * SAMPLE fields of 8 bytes that precede all others, and SAMPLE fields whose length is in the
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
 * Check that all fields of the SAMPLE @rec, which comes from the reader, are inside the record.
 * Return: as pdata_sample_decode(). Faster than decoding the record.
 */
int pd_sample_check(const struct pdata_record *rec, struct pdata_error *err);

/*
 * Return the offset after the stack copy (PERF_SAMPLE_STACK_USER) of a SAMPLE whose first @have
 * bytes are at @data; 0: these bytes are not enough to tell.
 */
size_t pd_sample_stack_end(const struct pd_event *ev, const uint8_t *data, size_t have, int swap);

/* Index of a record type in tables: simpleperf's types follow the others. */
#define PD_SIMPLEPERF_FIRST ((uint32_t)PDATA_RECORD_SIMPLEPERF_KERNEL_SYMBOL)
#define PD_SLOT(type)                                                                              \
	((type) < PDATA_RECORD_MAX ? (type) : (type)-PD_SIMPLEPERF_FIRST + PDATA_RECORD_MAX)
#define PD_RECORD_SLOTS (PD_SLOT(PDATA_RECORD_SIMPLEPERF_MAX))

/* Return the index of @type in such tables, or PD_RECORD_SLOTS for an unknown type. */
static inline uint32_t pd_record_slot(uint32_t type)
{
	if (type < PDATA_RECORD_MAX ||
	    (type >= PD_SIMPLEPERF_FIRST && type < PDATA_RECORD_SIMPLEPERF_MAX))
		return PD_SLOT(type);
	return PD_RECORD_SLOTS;
}

static inline uint32_t pd_record_of_slot(uint32_t slot)
{
	return slot < PDATA_RECORD_MAX ? slot : slot - PDATA_RECORD_MAX + PD_SIMPLEPERF_FIRST;
}

/*
 * Bytes that follow an AUXTRACE or TRACING_DATA record; 0 if simpleperf has put the tracing data
 * into the record.
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

/* Whether the writer pads records of this type to a multiple of 8 bytes. */
static inline int pd_record_is_padded(uint32_t type)
{
	return type != PDATA_RECORD_HEADER_FEATURE && type != PDATA_RECORD_COMPRESSED &&
	       type != PDATA_RECORD_SIMPLEPERF_KERNEL_SYMBOL &&
	       type != PDATA_RECORD_SIMPLEPERF_SPLIT &&
	       type != PDATA_RECORD_SIMPLEPERF_TRACING_DATA;
}
