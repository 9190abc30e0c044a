/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Finds the type of the data that an instruction accesses. DWARF gives the types of variables in
 * registers, on the stack and at fixed addresses, and the types to which pointers in these
 * variables point. Pointers are followed from instruction to instruction through the function.
 */

#include "object/disasm/disasm.h"

struct data_types;
struct pdata_object;
struct rep_session;

/* Texts of data_access.type if the type of the accessed data is not known. */
#define DATA_UNKNOWN "(unknown)"
#define DATA_STACK "(stack operation)"
#define DATA_CANARY "(stack canary)"

struct data_access {
	/* type as in the source: "struct node", "long int", "char*"; or a DATA_ text */
	const char *type;
	/*
	 * accessed member, such as "tail.next"; "": the type has no members; NULL: @type is a DATA_
	 * text
	 */
	const char *field;
	uint64_t size; /* size of the type in bytes */
	/* bytes from the beginning of the object of type @type to the accessed memory */
	uint64_t offset;
};

/*
 * Create the types of the recording's objects. Return: NULL if memory is exhausted; session_err()
 * then returns the error. data_types_free() frees the result, together with the results of
 * data_types_find().
 */
struct data_types *data_types_new(struct rep_session *s);
void data_types_free(struct data_types *t);

/*
 * Find the data that the instruction at @addr accesses. @addr is an address in the object @obj, not
 * in memory. @obj may be NULL. Return: never NULL. If memory is exhausted, session_err() returns
 * the error.
 */
const struct data_access *data_types_find(struct data_types *t, const struct pdata_object *obj,
					  uint64_t addr);

struct sym_type_files;
struct type_file;

/*
 * data_type_find.c: open the types of one object. Return: a type_file, which type_file_close()
 * closes together with @files. NULL: the object has no types, or memory is exhausted (*@err is
 * -ENOMEM); @files is then already closed. @err must stay valid: if memory is exhausted later,
 * *@err is also set to -ENOMEM.
 */
struct type_file *type_file_open(const struct sym_type_files *files, int *err);
void type_file_close(struct type_file *f);

#define DATA_TEXT_MAX 512u

/* A type and a field as texts; @size and @offset are as in struct data_access. */
struct type_found {
	char type[DATA_TEXT_MAX], field[DATA_TEXT_MAX];
	uint64_t size, offset;
};

/* Functions and data with which type_file_find() reads and disassembles code. */
struct type_reader {
	struct disasm *dis;
	/*
	 * Read up to @max bytes of code at @pc into @code. Set *@len to the number of bytes.
	 * Return: false if there is no code at @pc.
	 */
	bool (*read)(void *ctx, uint64_t pc, uint8_t *code, size_t max, size_t *len);
	void *ctx;
};

/*
 * Find the data that the instruction at @pc accesses, and store it in @out. @pc: address in the
 * debugging information of @f. Return: false if the data is not known.
 */
bool type_file_find(struct type_file *f, uint64_t pc, const struct type_reader *r,
		    struct type_found *out);
