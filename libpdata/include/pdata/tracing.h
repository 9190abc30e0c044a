/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PDATA_TRACING_H
#define PDATA_TRACING_H

/*
 * Reads the formats of tracepoints, with the fields of each tracepoint, from the tracing data of a
 * recording (feature TRACING_DATA, or the payload of a TRACING_DATA record). With the fields, the
 * raw data of samples can be decoded on any machine.
 *
 * Threads: any; but only one thread at a time may call pdata_tracepoints_at() and
 *          pdata_tracepoints_find(), because they parse a format when it is needed first.
 */

#include "pdata.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A field of a tracepoint, as its format declares it. Source: tracefs, events/SYSTEM/EVENT/format;
 * Linux, kernel/trace/trace_events.c.
 */
struct pdata_field {
	const char *name;
	/* C type without __data_loc and __rel_loc: "unsigned long", "char[]" */
	const char *type;
	uint32_t offset; /* bytes from the start of the raw data */
	uint32_t size;	 /* size of the field in bytes; 4 if @is_dynamic is set */
	/* size of an array element in bytes; equal to @size if the field is no array; 0: unknown */
	uint32_t element;
	uint8_t is_common;  /* not 0: one of the fields that all tracepoints have */
	uint8_t is_signed;  /* not 0: a signed integer */
	uint8_t is_pointer; /* not 0: a pointer */
	uint8_t is_long;    /* not 0: as wide as the recorded machine's long */
	uint8_t is_array;   /* not 0: an array */
	uint8_t is_string;  /* not 0: an array of char or u8 */
	/*
	 * not 0: the field is a 32-bit word with the offset (low 16 bits) and the size in bytes
	 * (high 16 bits) of an array
	 */
	uint8_t is_dynamic;
	/* not 0: @is_dynamic is set, and the offset in the word counts from the end of the word */
	uint8_t is_relative;
};

/* A tracepoint. Its pointers are valid until the tracepoints are freed. */
struct pdata_tracepoint {
	const char *system; /* "sched"; "ftrace" for entries of the function tracer */
	const char *name;   /* "sched_switch" */
	/* attr.config of the tracepoint's events, and field common_type of its raw data */
	uint64_t id;
	uint32_t nr_fields;		  /* number of fields */
	const struct pdata_field *fields; /* in the order of the format */
	struct pdata_str format;	  /* complete text of the format */
	struct pdata_str print_fmt;	  /* text after "print fmt:"; .s is NULL without it */
};

/* The tracepoints of a recording. */
struct pdata_tracepoints;

/**
 * pdata_tracepoints_new - read tracing data
 * @out: receives the tracepoints, also with PDATA_E_FEATURE; free them with
 *      pdata_tracepoints_free()
 * @blob: @len bytes of tracing data in either byte order, valid until the tracepoints are freed
 *
 * Return: 0; PDATA_E_MAGIC (not tracing data), PDATA_E_NOMEM, PDATA_E_FEATURE (the data is
 * damaged). With PDATA_E_FEATURE, *out has the complete parts and @err has the location of the
 * damage. With the other errors *out is NULL.
 */
PDATA_API int pdata_tracepoints_new(struct pdata_tracepoints **out, const void *blob, size_t len,
				    struct pdata_error *err);

/**
 * pdata_tracepoints_free - free tracepoints and everything that they returned
 * @t: the tracepoints; NULL is allowed
 */
PDATA_API void pdata_tracepoints_free(struct pdata_tracepoints *t);

/**
 * pdata_tracepoints_info - get the parts of the tracing data
 * @t: the tracepoints
 *
 * The parts are byte order, page size, the texts of all formats, kallsyms, printk formats and saved
 * command names. Parts that are damaged are empty. If the tracing data and the format of the
 * kernel's header page give different sizes of a long, long_size is the size in the header page.
 *
 * Return: a struct that belongs to the tracepoints, never NULL.
 */
PDATA_API const struct pdata_tracing *pdata_tracepoints_info(const struct pdata_tracepoints *t);

/**
 * pdata_tracepoints_nr - get the number of tracepoints
 * @t: the tracepoints
 *
 * Return: the number of tracepoints.
 */
PDATA_API size_t pdata_tracepoints_nr(const struct pdata_tracepoints *t);

/**
 * pdata_tracepoints_at - get a tracepoint by its index
 * @t: the tracepoints
 * @i: index of the tracepoint in ascending order of id, below pdata_tracepoints_nr()
 *
 * Return: the tracepoint; NULL if memory is exhausted, in which case pdata_tracepoints_error()
 * returns an error.
 * Threads: one at a time.
 */
PDATA_API const struct pdata_tracepoint *pdata_tracepoints_at(struct pdata_tracepoints *t,
							      size_t i);

/**
 * pdata_tracepoints_find - find a tracepoint by its id
 * @t: the tracepoints
 * @id: attr.config of an event with the type PDATA_TYPE_TRACEPOINT
 *
 * Return: the tracepoint; NULL if no tracepoint has this id, or if memory is exhausted, in which
 * case pdata_tracepoints_error() returns an error.
 * Threads: one at a time.
 */
PDATA_API const struct pdata_tracepoint *pdata_tracepoints_find(struct pdata_tracepoints *t,
								uint64_t id);

/**
 * pdata_tracepoints_error - tell whether a call failed to return a tracepoint because memory was
 * exhausted
 * @t: the tracepoints
 *
 * Return: 0; PDATA_E_NOMEM if memory was exhausted in any earlier call, even if a later call
 * returned the tracepoint.
 */
PDATA_API int pdata_tracepoints_error(const struct pdata_tracepoints *t);

/**
 * pdata_tracepoint_field - find a field by its name
 * @tp: the tracepoint
 * @name: name of the field, for example "prev_pid"
 *
 * Return: the field, which belongs to the tracepoints; NULL if no field has this name.
 */
PDATA_API const struct pdata_field *pdata_tracepoint_field(const struct pdata_tracepoint *tp,
							   const char *name);

/**
 * pdata_field_bytes - get the bytes of a field
 * @t: the tracepoints that the field belongs to
 * @f: the field
 * @raw: raw data of a sample, @size bytes
 * @len: receives the size of the field in bytes; for a dynamic field, the size of its array
 *
 * Return: a pointer into @raw, for a dynamic field to its array; NULL if the bytes are not
 * completely in the raw data.
 */
PDATA_API const uint8_t *pdata_field_bytes(const struct pdata_tracepoints *t,
					   const struct pdata_field *f, const uint8_t *raw,
					   uint32_t size, uint32_t *len);

/**
 * pdata_field_number - get the value of a field that is an integer
 * @t: the tracepoints that the field belongs to
 * @f: a field of 1, 2, 4 or 8 bytes
 * @raw: raw data of a sample, @size bytes
 * @v: receives the value, sign-extended if the field is signed
 *
 * Return: 0; PDATA_E_TRUNCATED (the field is not completely in the raw data), PDATA_E_FORMAT (the
 * field is not an integer).
 */
PDATA_API int pdata_field_number(const struct pdata_tracepoints *t, const struct pdata_field *f,
				 const uint8_t *raw, uint32_t size, uint64_t *v);

/**
 * pdata_tracepoints_printk - get a string of the kernel whose address is in raw data
 * @t: the tracepoints
 * @addr: address of the string, from the printk formats
 *
 * Return: the string, which belongs to the tracepoints, without its quotes and its final newline;
 * NULL if the printk formats have no string at this address.
 */
PDATA_API const char *pdata_tracepoints_printk(const struct pdata_tracepoints *t, uint64_t addr);

/**
 * pdata_tracepoints_comm - get the saved command name of a thread
 * @t: the tracepoints
 * @tid: the thread
 *
 * Return: the name, which belongs to the tracepoints; NULL if no name was saved for this thread.
 */
PDATA_API const char *pdata_tracepoints_comm(const struct pdata_tracepoints *t, uint32_t tid);

#ifdef __cplusplus
}
#endif
#endif
