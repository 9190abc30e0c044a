/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Formats addresses as text and caches the texts. The key of a text has the address, the format,
 * and the id of the address space. Here, an address space is one state of the maps of a process or
 * of the kernel: when the maps change, a new address space begins. In one address space, an address
 * always has the same text, so the text is made once. User frames of call chains have functions of
 * their own in script_frame.h, because the text of a user frame depends on the object, which is the
 * same in all processes, and not on an address space.
 */

#include "common/hash_table.h"
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
 * Formats of an address. script_text_key.kind combines the format with the cpumode and the
 * SCRIPT_F() bits of the fields to print.
 */
enum script_addr_kind {
	SCRIPT_ADDR_IP = 0,	/* "ADDR SYM+OFF (DSO)" */
	SCRIPT_ADDR_CHAIN = 1,	/* a line of a call chain, without inlined functions */
	SCRIPT_ADDR_BRANCH = 2, /* "0xADDR(DSO)" */
	SCRIPT_ADDR_BRANCH_SYM = 3,
	SCRIPT_ADDR_BRANCH_OFF = 4,
	SCRIPT_ADDR_DATA = 5,	 /* PERF_SAMPLE_ADDR with its symbol */
	SCRIPT_ADDR_UNWOUND = 6, /* a frame of a call chain, with a line per inlined function */
	SCRIPT_ADDR_CALLER = 7,	 /* as SCRIPT_ADDR_UNWOUND; the address is a return address */
	SCRIPT_ADDR_INSN = 8,	 /* the field insn: the bytes of the instruction at the address */
	SCRIPT_ADDR_INSNLEN = 9, /* the field insnlen: the length of the instruction */
	SCRIPT_ADDR_DISASM = 10	 /* the field disasm: the instruction as text */
};

struct script_text_key {
	uint64_t ip;
	uint64_t space;
	uint32_t kind;
};

struct script_text {
	struct script_text_key key;
	/* size of @s in bytes; the SCRIPT_PUT_STEP bytes after the end of @s are readable, too */
	uint32_t len;
	char s[];
};

/* A set of cached address texts, which are removed from the cache all at once. */
struct script_texts {
	/*
	 * hash index of the texts by key. The index holds the number n for the text that begins
	 * 8 * (n - 1) bytes after the start of @memory.
	 */
	struct pd_hash_index index;
	uint32_t nr;
	/*
	 * memory that has the structs script_text one after the other; the offset of each struct
	 * is a multiple of 8 bytes. NULL: the memory is not allocated yet
	 */
	char *memory;
	size_t used; /* bytes of @memory in use */
};

struct script_object;
struct script_recent_text;

/*
 * The cache of address texts. New texts, and texts that a search finds in @before, are added to
 * @now. When @now is full, the texts in @before are removed, @now becomes @before, and an empty
 * @now begins. Texts that are still in use therefore stay in the cache, and the memory of the cache
 * is bounded, however many processes a recording has.
 */
struct script_addrs {
	struct script_texts now, before;
	/* number of times that the texts in @now were moved to @before, and @now was emptied */
	uint32_t generation;
	/*
	 * table of the last keys (addresses and what their texts depend on) whose texts were found
	 * in the cache @now. With this table, a text is found without a search in the hash index,
	 * and the text of a user frame also without a search for the map of the address. NULL: the
	 * table is not allocated yet
	 */
	struct script_recent_text *recent;
	/*
	 * number of records so far that may change the kernel's maps or symbols
	 * (script_changes_kernel() has returned true for them)
	 */
	uint32_t kernel_epoch;
	/*
	 * array for script_frame.c, indexed by pdata_object.index; the element after the last
	 * object is for addresses that no map covers; NULL: script_frame.c has not allocated the
	 * array yet
	 */
	struct script_object *objects;
	/*
	 * memory for the texts to which elements of @objects point. If an object has no symbols,
	 * its frames are printed as different addresses, each followed by the same text: this text
	 * is stored here. tails.index is not used
	 */
	struct script_texts tails;
};

void script_addrs_init(struct script_addrs *a);
void script_addrs_free(struct script_addrs *a);

/*
 * Return: whether @rec may change the kernel's maps or symbols (an MMAP record of the kernel, or
 * KSYMBOL). If so, the caller adds 1 to script_addrs.kernel_epoch.
 */
bool script_changes_kernel(const struct pdata_record *rec);

/*
 * Return: the name of the object @o as perf script prints the name. The name of a kernel module is
 * the path of the module's file if @path is true, and otherwise the module name in brackets.
 */
const char *script_object_name(struct symbols *syms, const struct pdata_object *o, bool path);

struct out;
struct sym_frame;

/*
 * Append to @o the symbol of the address @w, the offset of the address in the symbol, and the
 * object. Leave out each of them whose SCRIPT_F() bit is not in @fields.
 */
void script_put_names(struct script *s, struct out *o, const struct location *w, uint64_t fields);

_Static_assert(SCRIPT_FI_dsoff == SCRIPT_FI_ip + 5, "the SCRIPT_FI_ constants of an address have "
						    "consecutive values");

/*
 * Return: the value of script_text_key.kind for an address that is printed in the format @kind
 * with the fields @fields (SCRIPT_F() bits). @cpumode: the PDATA_CPUMODE_ constant of the address.
 */
static inline uint32_t script_text_kind(enum script_addr_kind kind, uint32_t cpumode,
					uint64_t fields)
{
	return (uint32_t)(fields >> SCRIPT_FI_ip & 63) << 8 | cpumode << 4 | kind;
}

/*
 * Find the text with the key @key in the cache. Return: the text, which is valid until the next
 * call of this function or of script_text_keep(); NULL: the cache lacks the text, and the caller
 * must make the text.
 */
const struct script_text *script_text_find(struct script_addrs *a,
					   const struct script_text_key *key);
/*
 * Find the text for @key only in the table script_addrs.recent, into which script_text_find() and
 * script_text_remember() put keys and texts. Return: the text, which is valid until
 * script_addrs.generation changes; NULL: the table lacks the key.
 */
const struct script_text *script_text_recent(const struct script_addrs *a,
					     const struct script_text_key *key);
/*
 * Put the key @key into the table script_addrs.recent, with the text that the table has for the
 * key @of. script_text_recent() then finds this text for both keys. Nothing is stored if the table
 * lacks the key @of.
 */
void script_text_remember(struct script_addrs *a, const struct script_text_key *key,
			  const struct script_text_key *of);
/*
 * Add a copy of the text, the @len bytes at @text, to the cache with the key @key. A text that is
 * too long for the cache is not added. Call this function only after script_text_find() has
 * returned NULL for @key.
 */
void script_text_keep(struct script_addrs *a, const struct script_text_key *key, const char *text,
		      size_t len);
/*
 * Copy the @len bytes at @s to the memory of @t. Return: the copy, which @t owns; SCRIPT_PUT_STEP
 * bytes after its end are readable. NULL: @t has no room for the copy.
 */
const char *script_keep_text(struct script_texts *t, const char *s, size_t len);

void script_put_source(struct script *s, struct out *o, const struct location *w, const char *path,
		       uint32_t line);
/*
 * Print the value of the field srcline for the address @ip at the location @w: file and line
 * number. Without line information, print object and address; if only the function is known, print
 * the source file that the symbol table names and line 0, or else nothing, or "??:0" with @asked,
 * because perf asks addr2line about such frames.
 */
void script_put_line(struct script *s, struct out *o, const struct location *w, uint64_t ip,
		     bool asked);
/* Print the value of the field srcline for @f, a frame that script_inlines() returned for @w. */
void script_put_inlined_line(struct script *s, struct out *o, const struct location *w,
			     const struct sym_frame *f);
/*
 * Set *@frames to an array of the function at @w and the functions inlined there, as
 * symbols_inlines() does. Return: number of functions in the array; 0 if @kind is a format without
 * inlined functions, or if debugging information does not cover the address.
 */
uint32_t script_inlines(struct script *s, const struct location *w, enum script_addr_kind kind,
			const struct sym_frame **frames);

/*
 * Print the address @ip in the format @kind. @cpumode: the PDATA_CPUMODE_ constant of the address.
 * @fields: SCRIPT_F() bits of the fields to print with the address.
 */
void script_put_addr(struct script *s, const struct script_line *l, uint32_t cpumode, uint64_t ip,
		     enum script_addr_kind kind, uint64_t fields);
