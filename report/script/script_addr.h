/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Formats addresses as text and caches the texts. The key of a text has the address, the format,
 * and the address space: the maps of a process or of the kernel, as they are between two changes.
 * An address in an address space always has the same text, so the text is made once. User frames
 * of call chains have functions of their own in script_frame.h, because the text of a user frame
 * depends on the object, which is the same in all processes, and not on an address space.
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
	SCRIPT_ADDR_UNWOUND = 6, /* lines of a call chain: a frame and its inlined functions */
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
	uint32_t len; /* size of @s in bytes; SCRIPT_PUT_STEP bytes after @s are readable */
	char s[];
};

/* A set of address texts that are forgotten together. */
struct script_texts {
	/*
	 * hash index of the texts by key; an entry holds 1 + the offset of a text in @memory,
	 * divided by the size of a word
	 */
	struct pd_hash_index index;
	uint32_t nr;
	/* memory of struct script_text, each of which begins at a word; NULL: not allocated yet */
	char *memory;
	size_t used; /* bytes of @memory in use */
};

struct script_object;
struct script_recent_text;

/*
 * The cache of address texts. New texts go into @now. When @now is full, the texts in @before are
 * forgotten, @now becomes @before, and a new @now begins, so memory stays bounded while processes
 * come and go.
 */
struct script_addrs {
	struct script_texts now, before;
	uint32_t generation; /* count of generations that began so far */
	/*
	 * table of keys whose text was found lately in @now, for a look-up without the index and,
	 * for user frames, without the map; NULL: not allocated yet
	 */
	struct script_recent_text *recent;
	uint32_t kernel_epoch; /* count of changes of the kernel's maps so far */
	/*
	 * array for script_frame.c, indexed by pdata_object.index; NULL: script_frame.c has not
	 * allocated it yet
	 */
	struct script_object *objects;
	/* the texts that elements of @objects refer to; tails.index is not used */
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
 * Return: the name of object @o as perf script prints it. @path: for a kernel module, return the
 * path of its file, not the module name in brackets.
 */
const char *script_object_name(struct symbols *syms, const struct pdata_object *o, bool path);

struct out;

/*
 * Append to @o the symbol of the address @w, the offset of the address in the symbol, and the
 * object. Leave out each of them whose SCRIPT_F() bit is not in @fields.
 */
void script_put_names(struct script *s, struct out *o, const struct location *w, uint64_t fields);

_Static_assert(SCRIPT_FI_dsoff == SCRIPT_FI_ip + 5, "the fields of an address are neighbours");

/*
 * Return: the value of script_text_key.kind for an address that is printed in format @kind with the
 * fields @fields.
 */
static inline uint32_t script_text_kind(enum script_addr_kind kind, uint32_t cpumode,
					uint64_t fields)
{
	return (uint32_t)(fields >> SCRIPT_FI_ip & 63) << 8 | cpumode << 4 | kind;
}

/*
 * Return the cached text with the key @key, which is valid until the next call of this function or
 * of script_text_keep(). Return: NULL: the cache lacks the text, and the caller must make the text.
 */
const struct script_text *script_text_find(struct script_addrs *a,
					   const struct script_text_key *key);
/*
 * Return: the text that was found or remembered last for @key, which is valid until
 * script_addrs.generation changes; NULL: the table script_addrs.recent lacks the key.
 */
const struct script_text *script_text_recent(const struct script_addrs *a,
					     const struct script_text_key *key);
/*
 * Remember that the text with the key @of is also the text for @key. Nothing is stored if the cache
 * lacks the text.
 */
void script_text_remember(struct script_addrs *a, const struct script_text_key *key,
			  const struct script_text_key *of);
/*
 * Add a copy of the @len bytes at @text to the cache, unless it is too long. Call this function
 * only after script_text_find() has returned NULL for @key.
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
 * Print the address @ip, whose PDATA_CPUMODE_ is @cpumode, in the format @kind. @fields:
 * SCRIPT_F() bits of the fields to print with the address.
 */
void script_put_addr(struct script *s, const struct script_line *l, uint32_t cpumode, uint64_t ip,
		     enum script_addr_kind kind, uint64_t fields);
