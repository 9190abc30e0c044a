/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PDATA_TRACING_H
#define PDATA_TRACING_H

/*
 * What tracepoints of a recording look like: the tracing data of a file (feature TRACING_DATA, or
 * the bytes behind a TRACING_DATA record) read down to the fields of each event, so that RAW bytes
 * of samples can be told on any machine.
 */

#include "pdata.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A field of a payload, as the event's format declares it. Source: tracefs,
 * events/SYSTEM/EVENT/format; linux kernel/trace/trace_events.c.
 */
struct pdata_field {
	const char *name;
	const char *type; /* in C, without __data_loc and __rel_loc: "unsigned long", "char[]" */
	uint32_t offset;  /* bytes from the start of the payload */
	uint32_t size;	  /* bytes there; of a dynamic field: of its word */
	/* bytes of an element of an array; the size where there is one; 0: not told */
	uint32_t element;
	uint8_t is_common; /* one of those that all events have */
	uint8_t is_signed;
	uint8_t is_pointer;
	uint8_t is_long; /* as wide as the recorded machine's long */
	uint8_t is_array;
	uint8_t is_string;   /* an array of characters, or of u8 */
	uint8_t is_dynamic;  /* a word of where (low 16 bits) and how many bytes (high 16 bits) */
	uint8_t is_relative; /* dynamic, and "where" counts from the end of the word */
};

/* One event. Pointers live as long as the tracepoints they are of. */
struct pdata_tracepoint {
	const char *system; /* "sched"; "ftrace" for the tracer's own */
	const char *name;   /* "sched_switch" */
	uint64_t id;	    /* attr.config, and the field common_type of its payloads */
	uint32_t nr_fields;
	const struct pdata_field *fields; /* in the order of the format */
	struct pdata_str format;	  /* the whole text */
	struct pdata_str print_fmt;	  /* what follows "print fmt:"; s is NULL without */
};

struct pdata_tracepoints;

/**
 * pdata_tracepoints_new - read tracing data
 * @out: the tracepoints, or NULL when it is no tracing data
 * @blob: @len bytes that must outlive the answer, in either byte order
 *
 * Of data that are cut or damaged what is whole is kept.
 * Return: 0; PDATA_E_FEATURE: *out has what is whole, @err says where the rest goes wrong;
 * PDATA_E_MAGIC and PDATA_E_NOMEM: *out is NULL. Threads: any.
 */
PDATA_API int pdata_tracepoints_new(struct pdata_tracepoints **out, const void *blob, size_t len,
				    struct pdata_error *err);

/** pdata_tracepoints_free - free them and all they handed out. NULL is allowed. */
PDATA_API void pdata_tracepoints_free(struct pdata_tracepoints *t);

/**
 * pdata_tracepoints_info - the parts of the data as they stand in it; never NULL
 *
 * Byte order, page size, the texts of all formats, kallsyms, printk formats, saved command names.
 * Texts that damage took are empty, and long_size is that of the kernel where its page header
 * tells another.
 */
PDATA_API const struct pdata_tracing *pdata_tracepoints_info(const struct pdata_tracepoints *t);

/** pdata_tracepoints_nr - how many events there are. */
PDATA_API size_t pdata_tracepoints_nr(const struct pdata_tracepoints *t);

/**
 * pdata_tracepoints_at - event @i in order of id; below pdata_tracepoints_nr()
 *
 * Its fields are read when it is first asked for: one thread at a time.
 * Return: NULL when memory ran out, which pdata_tracepoints_error() tells, too.
 */
PDATA_API const struct pdata_tracepoint *pdata_tracepoints_at(struct pdata_tracepoints *t,
							      size_t i);

/**
 * pdata_tracepoints_find - the event with this id (attr.config). As pdata_tracepoints_at().
 *
 * Return: NULL where there is none, or when memory ran out: pdata_tracepoints_error() tells.
 */
PDATA_API const struct pdata_tracepoint *pdata_tracepoints_find(struct pdata_tracepoints *t,
								uint64_t id);

/**
 * pdata_tracepoints_error - 0, or PDATA_E_NOMEM once an event was not given for want of memory
 *
 * It stays so, also where that event was given when it was asked for again.
 */
PDATA_API int pdata_tracepoints_error(const struct pdata_tracepoints *t);

/** pdata_tracepoint_field - the field with this name, or NULL. Threads: any. */
PDATA_API const struct pdata_field *pdata_tracepoint_field(const struct pdata_tracepoint *tp,
							   const char *name);

/**
 * pdata_field_bytes - where a field's bytes lie in a payload
 * @raw: @size bytes of a sample's RAW field
 * @len: set to how many bytes they are: those of the array that its word tells when it is dynamic
 *
 * Return: NULL when they are not all inside the payload. Threads: any.
 */
PDATA_API const uint8_t *pdata_field_bytes(const struct pdata_tracepoints *t,
					   const struct pdata_field *f, const uint8_t *raw,
					   uint32_t size, uint32_t *len);

/**
 * pdata_field_number - the number that a field of 1, 2, 4 or 8 bytes holds
 * @v: set to it, with its sign where it has one
 *
 * Return: 0, PDATA_E_TRUNCATED when it is not inside the payload, PDATA_E_FORMAT when it is no
 * number. Threads: any.
 */
PDATA_API int pdata_field_number(const struct pdata_tracepoints *t, const struct pdata_field *f,
				 const uint8_t *raw, uint32_t size, uint64_t *v);

/**
 * pdata_tracepoints_printk - the text that payloads name by its address @addr in the kernel, or
 * NULL
 *
 * Without the quotes around it and the line end at its end. Threads: any.
 */
PDATA_API const char *pdata_tracepoints_printk(const struct pdata_tracepoints *t, uint64_t addr);

/** pdata_tracepoints_comm - the saved command name of thread @tid, or NULL. Threads: any. */
PDATA_API const char *pdata_tracepoints_comm(const struct pdata_tracepoints *t, uint32_t tid);

#ifdef __cplusplus
}
#endif
#endif
