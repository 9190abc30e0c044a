/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Finds the type of the data that an instruction accesses. DWARF gives the types of variables in
 * registers, on the stack and at fixed addresses, and of the memory to which pointers in them
 * point. Such pointers are followed through the instructions of the function.
 */

#include "object/disasm/disasm.h"

struct data_types;
struct pdata_object;
struct rep_session;

/* Texts for data_access.type where no type of the program is known. */
#define DATA_UNKNOWN "(unknown)"
#define DATA_STACK "(stack operation)"
#define DATA_CANARY "(stack canary)"

struct data_access {
	const char *type;  /* as in the source: "struct node", "long int", "char*" */
	const char *field; /* "tail.next"; "": a type without members; NULL: type is a DATA_* */
	uint64_t size;	   /* bytes of the type */
	uint64_t offset;   /* bytes from the beginning of the object to the accessed memory */
};

/*
 * Return: types that data_types_free() frees, together with the answers of data_types_find(); NULL:
 * memory is exhausted, which is an error of the session.
 */
struct data_types *data_types_new(struct rep_session *s);
void data_types_free(struct data_types *t);

/*
 * Find the data that the instruction at @addr accesses. @addr: address in the object, not in
 * memory. @obj may be NULL. Return: never NULL; exhausted memory is an error of the session.
 */
const struct data_access *data_types_find(struct data_types *t, const struct pdata_object *obj,
					  uint64_t addr);

/*
 * data_type_find.c: open the types of one object. Return: a file that type_file_close() closes,
 * together with @files; NULL, with @files closed: no types, or memory is exhausted (*@err is
 * -ENOMEM). @err must stay valid: *@err is also set to -ENOMEM when memory is exhausted later.
 */
struct sym_type_files;
struct type_file;

struct type_file *type_file_open(const struct sym_type_files *files, int *err);
void type_file_close(struct type_file *f);

#define DATA_TEXT_MAX 512u

/* A type and a field as text, with size and offset as in struct data_access. */
struct type_found {
	char type[DATA_TEXT_MAX], field[DATA_TEXT_MAX];
	uint64_t size, offset;
};

/* Reads and disassembles the code of the file. */
struct type_reader {
	struct disasm *dis;
	/*
	 * Read up to @max bytes of code at @pc into @code, and set *@len to their number. Return:
	 * false if there are none.
	 */
	bool (*read)(void *ctx, uint64_t pc, uint8_t *code, size_t max, size_t *len);
	void *ctx;
};

/* Find the data that the instruction at @pc of the file accesses. Return: false: not known. */
bool type_file_find(struct type_file *f, uint64_t pc, const struct type_reader *r,
		    struct type_found *out);
