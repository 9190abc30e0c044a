/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Formats addresses as text. The text of an address depends on its space: the maps of a process
 * during one epoch, or the kernel's maps between two changes. Within one space the same address
 * has the same text, so the text is made once. User frames of call chains have their own functions
 * in script_frame.h: the space of an address in an object is that object, in all processes.
 */

#include "script/script_fields.h"

#include <pdata/tasks.h>
#include <stdbool.h>
#include <stddef.h>

struct script;
struct script_line;
struct location;
struct sym;
struct symbols;

/*
 * Formats of an address. script_text.kind combines them with the SCRIPT_F() bits of the fields to
 * print.
 */
enum script_addr_kind {
	SCRIPT_ADDR_IP = 0,	/* "ADDR SYM+OFF (DSO)" */
	SCRIPT_ADDR_CHAIN = 1,	/* a line of a call chain */
	SCRIPT_ADDR_BRANCH = 2, /* "0xADDR(DSO)" */
	SCRIPT_ADDR_BRANCH_SYM = 3,
	SCRIPT_ADDR_BRANCH_OFF = 4,
	SCRIPT_ADDR_DATA = 5,	 /* the sample's addr with its symbol */
	SCRIPT_ADDR_UNWOUND = 6, /* lines of a call chain, with the functions inlined there */
	SCRIPT_ADDR_CALLER = 7,	 /* as UNWOUND, for a return address */
	SCRIPT_ADDR_INSN = 8,	 /* the bytes of the instruction at the address */
	SCRIPT_ADDR_INSNLEN = 9, /* the number of these bytes */
	SCRIPT_ADDR_DISASM = 10	 /* the instruction as text */
};

struct script_text {
	uint64_t ip;
	uint64_t space;
	uint32_t kind;
	uint32_t len;
	const char *s; /* NULL: free slot */
};

struct script_block;

/* One generation of texts: those that one part of the recording needed. */
struct script_texts {
	struct script_text *slots; /* NULL: there are no texts */
	size_t mask;
	uint32_t nr;
	struct script_block *blocks; /* hold the texts */
	size_t bytes;
};

struct script_object;

/*
 * The current generation of texts and the one before. Older texts are freed, because processes
 * come and go.
 */
struct script_addrs {
	struct script_texts now, before;
	uint32_t kernel_epoch;	       /* number of changes of the kernel's maps so far */
	struct script_object *objects; /* see script_frame.c; NULL: not needed so far */
	struct script_texts tails;     /* holds texts of objects */
};

void script_addrs_init(struct script_addrs *a);
void script_addrs_free(struct script_addrs *a);

/* Whether @rec may change the kernel's maps. If so, the caller must increase kernel_epoch. */
bool script_changes_kernel(const struct pdata_record *rec);

/* Return the name of an object. @path: a module is named by its file, not by its module name. */
const char *script_object_name(struct symbols *syms, const struct pdata_object *o, bool path);

struct out;

/* Print sym, symoff and dso, which follow an address. */
void script_put_names(struct script *s, struct out *o, const struct location *w, uint64_t fields);

_Static_assert(SCRIPT_FI_dsoff == SCRIPT_FI_ip + 5, "the fields of an address are neighbours");

/* The script_text.kind of an address in format @kind with the fields @fields. */
static inline uint32_t script_text_kind(enum script_addr_kind kind, uint32_t cpumode,
					uint64_t fields)
{
	return (uint32_t)(fields >> SCRIPT_FI_ip & 63) << 8 | cpumode << 4 | kind;
}

/* Return: the text of @like in the cache, valid until the next call; NULL: it has to be made. */
const struct script_text *script_text_find(struct script_addrs *a, const struct script_text *like);
/* Add a text that script_text_find() has not found. */
const struct script_text *script_text_keep(struct script_addrs *a, const struct script_text *like,
					   const char *text, size_t len);
/* Copy a text; SCRIPT_PUT_STEP bytes after its end are readable. */
const char *script_keep_text(struct script_texts *t, const char *s, size_t len);

void script_put_source(struct script *s, struct out *o, const struct location *w, const char *path,
		       uint32_t line);

/* Print address @ip in format @kind, with the fields @fields. */
void script_put_addr(struct script *s, const struct script_line *l, uint32_t cpumode, uint64_t ip,
		     enum script_addr_kind kind, uint64_t fields);
