/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* What the parts of unwinding share. */

#include "base/interner.h"
#include "object/elf/symbol_sources.h"
#include "session/unwind/unwind.h"
#include "session/unwind/unwind_cfi.h"

#define UNWIND_NO_REG UINT8_MAX

/* A machine's registers: where samples have DWARF's, and which are special. */
struct unwind_arch {
	const char *name;
	uint8_t word;		/* bytes of a register and an address */
	uint8_t nr;		/* DWARF registers from 0 */
	uint8_t ip_bit, sp_bit; /* in the sample's mask */
	uint8_t sp, fp;		/* DWARF numbers; fp: UNWIND_NO_REG where its chain means nothing */
	uint8_t ip;		/* the same, where it is a column of the tables */
	uint8_t vg; /* DWARF number and sample's bit of the length of scalable vectors, 0: none */
	bool amd64; /* ends and guesses of x86-64 */
	bool thumb; /* the lowest bit of a code address is no part of it */
	const uint8_t *bit; /* of the sample's mask, by DWARF number; NULL: the same */
};

/* @name as in the header, or NULL; @abi of the sample's registers. NULL: not known. */
const struct unwind_arch *unwind_arch_find(const char *name, uint64_t abi);

/* An object's file. */
struct unwind_object {
	struct sym_elf *elf;			 /* what was mapped */
	struct sym_elf *debug;			 /* with .debug_frame, or NULL */
	struct cfi_section hdr, eh, debug_frame; /* data is NULL: not there */
};

/* Where files may come from. */
struct unwind_files {
	struct sym_build_id id;
	const char *symfs;			/* or NULL */
	bool foreign;				/* another kind of machine's recording */
	const struct pdata_bundle_files *files; /* that the recording carries, or NULL */
	struct sym_debuginfod *server;
};

/* NULL: there is none that may be used. */
struct unwind_object *unwind_object_open(const struct pdata_object *obj,
					 const struct unwind_files *from);
/*
 * Of files that are open; they are closed with it. @debug: with .debug_frame, or NULL. Return: NULL
 * when memory is exhausted; the files are closed.
 */
struct unwind_object *unwind_object_make(struct sym_elf *elf, struct sym_elf *debug);
void unwind_object_close(struct unwind_object *im);
/* Give up the descriptor: what lies outside the tables cannot be read any more. */
void unwind_object_release(struct unwind_object *im);
/* The file's own address of what is at @off in it. */
bool unwind_object_addr(const struct unwind_object *im, uint64_t off, uint64_t *addr);
/* The page of the lowest address, and where .eh_frame_hdr is; false: it has none. */
bool unwind_object_table(const struct unwind_object *im, uint64_t *lowest, uint64_t *hdr);
bool unwind_object_read(const struct unwind_object *im, uint64_t off, void *buf, size_t len);
bool unwind_object_swap(const struct unwind_object *im);
/* What the frame descriptions say about address @pc of the file. */
enum cfi_answer unwind_object_row(struct unwind_object *im, bool amd64, uint64_t pc,
				  struct cfi_row *row);

struct unwind_object_slot {
	struct unwind_object *image;
	bool asked;
};

struct unwind_key {
	uint64_t pc; /* in the file's own addresses */
	uint32_t object;
	uint32_t row; /* number in rows; 0: free */
};

/* By how much the addresses of an object in a process are more than the file's own. */
struct unwind_bias {
	const struct pdata_mapset *maps;
	const struct pdata_object *object;
	uint64_t base;
	bool known;
};

#define UNWIND_BIASES 1024u

struct unwind {
	const struct pdata_tasks *tasks;
	char *arch, *symfs;
	const struct symfs_roots *roots;    /* or NULL */
	struct symbols *syms;		    /* or NULL */
	bool foreign;			    /* another kind of machine's recording */
	struct unwind_object_slot *objects; /* by index */
	uint32_t nr_open;
	struct interner rows; /* struct cfi_row, cut to its rules */
	struct unwind_key *keys;
	size_t mask;
	uint32_t nr_keys;
	/* the last one asked about, and whether it can be unwound */
	const struct pdata_mapset *maps;
	bool possible;
	struct unwind_bias bases[UNWIND_BIASES];
	/* that may still be looked at to find bases: a bound for hostile input */
	uint64_t maps_left;
	uint64_t *ips;
	uint64_t cap_ips;
	int err; /* 0 or -ENOMEM */
};

struct unwind_frame;

struct unwind_object *unwind_object_of(struct unwind *u, const struct pdata_object *obj);
/* Which of the file's own addresses @pc of @map is. false: none, or not known. unwind_bias.c */
bool unwind_file_addr(struct unwind *u, const struct unwind_arch *arch,
		      const struct pdata_mapset *maps, const struct pdata_map *map, uint64_t pc,
		      uint64_t *addr);

/* The row for @pc, kept. Never NULL; its answer says what it is. Valid until the next call. */
const struct cfi_row *unwind_row(struct unwind_frame *f, const struct pdata_map *map, uint64_t pc);

enum unwind_state {
	UNWIND_UNDEFINED = 0, /* has no value in this frame */
	UNWIND_VALUE,
	UNWIND_UNREADABLE /* was not recorded */
};

/* A frame on the way outwards. */
struct unwind_frame {
	struct unwind *u;
	const struct unwind_arch *arch;
	const struct unwind_sample *in;
	uint64_t stack_start, stack_end;
	bool swap;		     /* byte order of the stack */
	const struct pdata_map *map; /* the last one found */
	uint64_t ip, cfa;
	bool called; /* ip is where a call returns to: the call is before it */
	uint64_t reg[CFI_REGS];
	uint8_t state[CFI_REGS];
	uint64_t vg; /* length of scalable vectors in words of 8 bytes, 0: not recorded */
};

/* 0 or 1: read, 1 with @val 0 where something is mapped that cannot be read; -1: nothing there. */
int unwind_mem(struct unwind_frame *f, uint64_t addr, unsigned size, uint64_t *val);
/* Is @addr mapped out of what its object's file has, be it readable or not? */
bool unwind_is_of_file(struct unwind_frame *f, uint64_t addr);
const struct pdata_map *unwind_map(struct unwind_frame *f, uint64_t addr);

/* Make @f its caller's frame. false: the chain ends. */
bool unwind_step(struct unwind_frame *f);
/* The same without a description. */
bool unwind_fallback(struct unwind_frame *f);
