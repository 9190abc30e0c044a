/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Formats addresses as text. The text of an address depends on its space: the maps of a process
 * during one epoch, or the kernel's maps between two changes. Within one space the same address
 * has the same text, so the text is made once.
 */

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

/* One generation of texts: the texts that one part of the recording needed. */
struct script_texts {
	struct script_text *slots; /* NULL: there are no texts */
	size_t mask;
	uint32_t nr;
	struct script_block *blocks; /* hold the texts */
	size_t bytes;
};

/*
 * The current generation of texts and the one before. Older texts are freed, because processes
 * come and go.
 */
struct script_addrs {
	struct script_texts now, before;
	uint32_t kernel_epoch; /* counts changes of the kernel's maps */
};

void script_addrs_init(struct script_addrs *a);
void script_addrs_free(struct script_addrs *a);

/* Whether the record may change the kernel's maps; if so, kernel_epoch is to be increased. */
bool script_changes_kernel(const struct pdata_record *rec);

/* The name of an object; @path: name a module by the file that it is loaded from. */
const char *script_object_name(struct symbols *syms, const struct pdata_object *o, bool path);

struct out;
void script_put_source(struct script *s, struct out *o, const struct location *w, const char *path,
		       uint32_t line);

/* Print address @ip in format @kind, with the fields @fields. */
void script_put_addr(struct script *s, const struct script_line *l, uint32_t cpumode, uint64_t ip,
		     enum script_addr_kind kind, uint64_t fields);
