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

/* Texts that data_access.type has if the type of the accessed data is not known. */
#define DATA_UNKNOWN "(unknown)"
#define DATA_STACK "(stack operation)"
#define DATA_CANARY "(stack canary)"

struct data_access {
	/*
	 * type of the accessed data as in the source, such as "struct node", "long int" or
	 * "char*"; DATA_UNKNOWN, DATA_STACK or DATA_CANARY: the type is not known
	 */
	const char *type;
	/*
	 * member of @type that is accessed, such as "tail.next"; "": @type has no members, or none
	 * at @offset; NULL: the type is not known
	 */
	const char *field;
	uint64_t size; /* size in bytes of the type @type; 0: the type is not known */
	/*
	 * offset in bytes of the accessed byte from the beginning of the data with the type @type
	 * (a variable or allocated memory)
	 */
	uint64_t offset;
};

/*
 * Create a struct data_types, with which data_types_find() finds types in the mapped objects of
 * the recording @s. Return: the struct; NULL if memory is exhausted: session_err() then returns
 * -ENOMEM. data_types_free() frees the struct, together with the results of data_types_find().
 */
struct data_types *data_types_new(struct rep_session *s);
void data_types_free(struct data_types *t);

/*
 * Find the type and the member of the data that the instruction at @addr accesses. @addr is an
 * address in the mapped object @obj and has the meaning of sym.start (for a user file, it is a file
 * offset). Return: the type and member, never NULL. If @obj is NULL or the type is not known,
 * data_access.type is DATA_UNKNOWN, DATA_STACK or DATA_CANARY. If memory is exhausted,
 * session_err() returns -ENOMEM.
 */
const struct data_access *data_types_find(struct data_types *t, const struct pdata_object *obj,
					  uint64_t addr);

struct sym_type_files;
struct type_file;

/*
 * data_type_find.c: prepare @files, the open files that describe the data types of one mapped
 * object, for finding types. @err points to a variable that stays valid until type_file_close().
 * The variable is set to -ENOMEM if memory is exhausted in this or a later call. Return: a struct
 * type_file, which type_file_close() closes together with @files; NULL if the files have no types
 * that can be read, or if memory is exhausted. If the result is NULL, the function has closed
 * @files.
 */
struct type_file *type_file_open(const struct sym_type_files *files, int *err);
void type_file_close(struct type_file *f);

#define DATA_TEXT_MAX 512u

/* The result of type_file_find(); its members have the meaning of those in struct data_access. */
struct type_found {
	char type[DATA_TEXT_MAX], field[DATA_TEXT_MAX];
	uint64_t size, offset;
};

/* The disassembler and the read function with which type_file_find() examines code. */
struct type_reader {
	struct disasm *dis;
	/*
	 * Function that reads up to @max bytes of code at the address @pc, as in the debugging
	 * information, into @code, and sets *@len to the number of bytes. Return: true; false if
	 * there is no code at @pc.
	 */
	bool (*read)(void *ctx, uint64_t pc, uint8_t *code, size_t max, size_t *len);
	void *ctx;
};

/*
 * Find the type and the member of the data that the instruction at @pc accesses, and store them in
 * *@out. @pc is an address as in the debugging information of @f. @r reads and disassembles the
 * code of the function. Return: true; false if the type is not known.
 */
bool type_file_find(struct type_file *f, uint64_t pc, const struct type_reader *r,
		    struct type_found *out);
