/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PDATA_TRACING_H
#define PDATA_TRACING_H

/*
 * Reads the formats of tracepoints from the tracing data of a recording (feature TRACING_DATA, or
 * the payload of a TRACING_DATA record). A format has the fields of a tracepoint, with which a
 * program can decode the raw data of samples on any machine.
 *
 * Threads: any. Exception: only one thread at a time may call pdata_tracepoints_at() or
 *          pdata_tracepoints_find() with the same struct pdata_tracepoints, because these functions
 *          parse the format of a tracepoint when they return this tracepoint for the first time.
 */

#include "pdata.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A field of a tracepoint, as the format of the tracepoint declares it. Source: tracefs,
 * events/SYSTEM/EVENT/format; Linux, kernel/trace/trace_events.c.
 */
struct pdata_field {
	const char *name;
	/*
	 * C type from the declaration, without __data_loc and __rel_loc: "unsigned long", "char[]"
	 */
	const char *type;
	uint32_t offset; /* offset in bytes from the start of the raw data of a sample */
	/* size of the field in the raw data in bytes; 4 if @is_dynamic is not 0 */
	uint32_t size;
	/*
	 * if the field is an array: size in bytes of one element, or 0 if that size is unknown; if
	 * the field is not an array: equal to @size
	 */
	uint32_t element;
	/* not 0: the field is one of those that all tracepoints have (common_type ...) */
	uint8_t is_common;
	uint8_t is_signed;  /* not 0: the field is a signed integer, or an array of them */
	uint8_t is_pointer; /* not 0: the type of the field is a pointer */
	/*
	 * not 0: the type of the field has the word "long" in its name: "unsigned long", "long
	 * long" ...
	 */
	uint8_t is_long;
	/* not 0: the field is an array, of fixed size or dynamic (see @is_dynamic) */
	uint8_t is_array;
	uint8_t is_string; /* not 0: the field is an array of char, u8 or s8 */
	/*
	 * not 0: the field is a 32-bit word that tells where an array is in the raw data: the low
	 * 16 bits are the offset of the array, the high 16 bits its size in bytes
	 */
	uint8_t is_dynamic;
	/*
	 * how to read the field if it is a 32-bit word with the offset of an array (@is_dynamic is
	 * not 0). Not 0: this offset counts from the end of the word; 0: it counts from the start
	 * of the raw data. If @is_dynamic is 0, this member is 0
	 */
	uint8_t is_relative;
};

/*
 * A tracepoint. The pointers in this struct are valid until pdata_tracepoints_free() frees the
 * struct pdata_tracepoints that the tracepoint belongs to.
 */
struct pdata_tracepoint {
	/* name of the group, for example "sched"; "ftrace" for entries of the function tracer */
	const char *system;
	const char *name; /* name of the tracepoint, for example "sched_switch" */
	/*
	 * id of the tracepoint; attr.config of its events and the field common_type in its raw
	 * data have this value
	 */
	uint64_t id;
	uint32_t nr_fields; /* number of elements of @fields */
	/* fields, in the order in which the format declares them */
	const struct pdata_field *fields;
	struct pdata_str format; /* complete text of the tracefs file "format" */
	/* text after "print fmt:" in @format; .s is NULL if there is no such text */
	struct pdata_str print_fmt;
};

/*
 * All tracepoints of a recording, and the rest of its tracing data (kallsyms, printk formats,
 * saved command names ...).
 */
struct pdata_tracepoints;

/**
 * pdata_tracepoints_new - read tracing data
 * @out: receives the tracepoints; free them with pdata_tracepoints_free(). If the data is damaged
 *       (PDATA_E_FEATURE), *out has the parts that are complete. After any other error *out is
 *       NULL
 * @blob: @len bytes of tracing data in either byte order, valid and unchanged until the
 *        tracepoints are freed
 *
 * Return: 0; PDATA_E_KIND if the bytes are not tracing data; PDATA_E_NOMEM; PDATA_E_FEATURE if
 * the data is damaged, in which case @err has the location of the damage.
 */
PDATA_API int pdata_tracepoints_new(struct pdata_tracepoints **out, const void *blob, size_t len,
				    struct pdata_error *err);

/**
 * pdata_tracepoints_free - free tracepoints and everything that was returned for them
 * @t: the tracepoints; NULL is allowed
 */
PDATA_API void pdata_tracepoints_free(struct pdata_tracepoints *t);

/**
 * pdata_tracepoints_info - get the parts of the tracing data
 * @t: the tracepoints
 *
 * The parts are byte order, page size, the texts of all formats, kallsyms, printk formats and
 * saved command names. Parts that are damaged are empty. The member long_size is the size in bytes
 * of a long of the kernel, from the format of the header page (its field "commit" is a long). If
 * this format does not give the size, long_size is the size that the header of the tracing data
 * gives, in the byte after the one for the byte order.
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
 * @i: index of the tracepoint in ascending order of id. It must be below pdata_tracepoints_nr();
 *     the function does not check it
 *
 * The function parses the format of a tracepoint in the first call for this tracepoint.
 *
 * Return: the tracepoint, which belongs to @t; NULL if memory is exhausted, in which case
 * pdata_tracepoints_error() returns an error.
 * Threads: one at a time.
 */
PDATA_API const struct pdata_tracepoint *pdata_tracepoints_at(struct pdata_tracepoints *t,
							      size_t i);

/**
 * pdata_tracepoints_find - find a tracepoint by its id
 * @t: the tracepoints
 * @id: id of the tracepoint: attr.config of an event with the type PDATA_TYPE_TRACEPOINT
 *
 * The function parses the format of a tracepoint in the first call that finds this tracepoint.
 *
 * Return: the tracepoint, which belongs to @t; NULL if no tracepoint has this id; also NULL if
 * memory is exhausted, in which case pdata_tracepoints_error() returns an error.
 * Threads: one at a time.
 */
PDATA_API const struct pdata_tracepoint *pdata_tracepoints_find(struct pdata_tracepoints *t,
								uint64_t id);

/**
 * pdata_tracepoints_error - tell whether a call failed to return a tracepoint because memory was
 * exhausted
 * @t: the tracepoints
 *
 * Return: PDATA_E_NOMEM if memory was exhausted in any earlier call of pdata_tracepoints_at() or
 * pdata_tracepoints_find(), even if a later call returned the tracepoint; otherwise 0.
 */
PDATA_API int pdata_tracepoints_error(const struct pdata_tracepoints *t);

/**
 * pdata_tracepoint_field - find a field of a tracepoint by its name
 * @tp: the tracepoint
 * @name: name of the field, for example "prev_pid"
 *
 * Return: the field, which belongs to the struct pdata_tracepoints that returned @tp; NULL if the
 * tracepoint has no field with this name.
 */
PDATA_API const struct pdata_field *pdata_tracepoint_field(const struct pdata_tracepoint *tp,
							   const char *name);

/**
 * pdata_field_bytes - get the bytes of a field in the raw data of a sample
 * @t: the tracepoints that the field belongs to
 * @f: the field
 * @raw: raw data of a sample, @size bytes
 * @len: receives the size in bytes of the field, or of its array if f->is_dynamic is not 0
 *
 * Return: a pointer into @raw: to the field, or to its array if f->is_dynamic is not 0; NULL if
 * the field or its array is not completely in the raw data.
 */
PDATA_API const uint8_t *pdata_field_bytes(const struct pdata_tracepoints *t,
					   const struct pdata_field *f, const uint8_t *raw,
					   uint32_t size, uint32_t *len);

/**
 * pdata_field_number - get the value of an integer field in the raw data of a sample
 * @t: the tracepoints that the field belongs to
 * @f: a field of 1, 2, 4 or 8 bytes that is no array
 * @raw: raw data of a sample, @size bytes
 * @v: receives the value, sign-extended if f->is_signed is not 0
 *
 * Return: 0; PDATA_E_TRUNCATED if the field is not completely in the raw data; PDATA_E_FORMAT if
 * the field is an array or has another size.
 */
PDATA_API int pdata_field_number(const struct pdata_tracepoints *t, const struct pdata_field *f,
				 const uint8_t *raw, uint32_t size, uint64_t *v);

/**
 * pdata_tracepoints_printk - get the string that the kernel has at an address
 * @t: the tracepoints
 * @addr: kernel address of a format string, as in the raw data of samples. The function looks up
 *        the address in the printk formats of the tracing data, a list of addresses and strings
 *
 * Return: the string, which belongs to the tracepoints, without its quotes and its final newline;
 * NULL if the printk formats have no string with this address.
 */
PDATA_API const char *pdata_tracepoints_printk(const struct pdata_tracepoints *t, uint64_t addr);

/**
 * pdata_tracepoints_comm - get the command name that the tracing data has for a thread
 * @t: the tracepoints
 * @tid: the thread
 *
 * Return: the name, which belongs to the tracepoints; NULL if the tracing data has no name for
 * this thread.
 */
PDATA_API const char *pdata_tracepoints_comm(const struct pdata_tracepoints *t, uint32_t tid);

#ifdef __cplusplus
}
#endif
#endif
