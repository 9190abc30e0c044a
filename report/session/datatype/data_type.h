/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * What kind of data an instruction looks at: the variables that debugging information has in
 * registers, on the stack and at fixed addresses tell of what type the memory is, and what
 * pointers in it lead to. Through the instructions of the function such pointers are followed.
 */

#include "object/disasm/disasm.h"

struct data_types;
struct pdata_object;
struct rep_session;

/* One of these, or a type of the program. */
#define DATA_UNKNOWN "(unknown)"
#define DATA_STACK "(stack operation)"
#define DATA_CANARY "(stack canary)"

struct data_access {
	const char *type;  /* as in the source: "struct node", "long int", "char*" */
	const char *field; /* "tail.next", "" of a type without fields; NULL: type is no type */
	uint64_t size;
	uint64_t offset; /* from the begin of such a thing */
};

/* Answers live as long as this. NULL: memory is exhausted, which is an error of the session. */
struct data_types *data_types_new(struct rep_session *s);
void data_types_free(struct data_types *t);

/*
 * By the instruction at @addr, which is one of the object's own; @obj may be NULL. Never NULL;
 * memory that is exhausted is an error of the session.
 */
const struct data_access *data_types_find(struct data_types *t, const struct pdata_object *obj,
					  uint64_t addr);

/*
 * data_type_find.c: types in one file. NULL: it has none, or *@err is -ENOMEM, and @files are
 * closed. Else @files are closed with it, and *@err, which is the caller's, is set to -ENOMEM when
 * memory is exhausted later.
 */
struct sym_type_files;
struct type_file;

struct type_file *type_file_open(const struct sym_type_files *files, int *err);
void type_file_close(struct type_file *f);

#define DATA_TEXT_MAX 512u

/* Text of a type and of a field, as struct data_access has them. */
struct type_found {
	char type[DATA_TEXT_MAX], field[DATA_TEXT_MAX];
	uint64_t size, offset;
};

/* Reads and takes apart the code of the file. */
struct type_reader {
	struct disasm *dis;
	/* The bytes at @pc, up to @max: @len of them. Return: whether there are any. */
	bool (*read)(void *ctx, uint64_t pc, uint8_t *code, size_t max, size_t *len);
	void *ctx;
};

/* What the instruction at @pc of the file looks at. Return: whether that is known. */
bool type_file_find(struct type_file *f, uint64_t pc, const struct type_reader *r,
		    struct type_found *out);
