/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Types and functions shared by the files that unwind call chains. */

#include "base/interner.h"
#include "object/elf/symbol_sources.h"
#include "session/unwind/unwind.h"
#include "session/unwind/unwind_cfi.h"

#define UNWIND_NO_REG UINT8_MAX

/*
 * An architecture's registers: their bits in sample masks by DWARF number, and the special ones.
 */
struct unwind_arch {
	const char *name;
	uint8_t word;		/* bytes of a register and an address */
	uint8_t nr;		/* DWARF registers from 0 */
	uint8_t ip_bit, sp_bit; /* bits in the sample's mask */
	/* DWARF numbers; fp is UNWIND_NO_REG where frame pointers form no chain. */
	uint8_t sp, fp;
	uint8_t ip; /* DWARF number, if CFI tables have a column for ip */
	/* DWARF number and mask bit of the scalable vector length; 0: none. */
	uint8_t vg;
	bool amd64; /* apply the chain ends and fallbacks of x86-64 */
	bool thumb; /* the lowest bit of a code address is not part of it */
	const uint8_t *
		bit; /* by DWARF number of a register: its bit in the mask; NULL: the same number */
};

/*
 * Find an architecture. @name: the name in the header, or NULL; @abi: the ABI of the sample's
 * registers. Return: NULL if the architecture is unknown.
 */
const struct unwind_arch *unwind_arch_find(const char *name, uint64_t abi);

/* The ELF files of an object and their call frame information. */
struct unwind_object {
	struct sym_elf *elf;   /* the file that was mapped */
	struct sym_elf *debug; /* the file with .debug_frame, or NULL */
	/* sections of the file; data is NULL if the file lacks the section */
	struct cfi_section hdr, eh, debug_frame;
};

/* The build id and the sources of an object's file. */
struct unwind_files {
	struct sym_build_id id;
	const char *symfs;			/* or NULL */
	bool foreign;				/* recorded on another architecture */
	const struct pdata_bundle_files *files; /* files stored in the recording, or NULL */
	struct sym_debuginfod *server;
};

/* Open the object's file. Return: NULL when no usable file exists. */
struct unwind_object *unwind_object_open(const struct pdata_object *obj,
					 const struct unwind_files *from);
/*
 * Make an object of open files, which are closed with it. @debug: the file with .debug_frame, or
 * NULL. Return: NULL when memory is exhausted; the files are then closed.
 */
struct unwind_object *unwind_object_make(struct sym_elf *elf, struct sym_elf *debug);
void unwind_object_close(struct unwind_object *im);
/* Close the descriptor; from then on only the CFI tables can be read. */
void unwind_object_release(struct unwind_object *im);
/* Convert file offset @off to an address of the file. */
bool unwind_object_addr(const struct unwind_object *im, uint64_t off, uint64_t *addr);
/*
 * Set *@lowest to the page of the file's lowest address, and *@hdr to the address of
 * .eh_frame_hdr. Return: false if the file has no .eh_frame_hdr.
 */
bool unwind_object_table(const struct unwind_object *im, uint64_t *lowest, uint64_t *hdr);
bool unwind_object_read(const struct unwind_object *im, uint64_t off, void *buf, size_t len);
bool unwind_object_swap(const struct unwind_object *im);
/* Find the unwind row for the file's address @pc. */
enum cfi_answer unwind_object_row(struct unwind_object *im, bool amd64, uint64_t pc,
				  struct cfi_row *row);

struct unwind_object_slot {
	struct unwind_object *image;
	bool asked;
};

struct unwind_key {
	uint64_t pc; /* address in the file */
	uint32_t object;
	uint32_t row; /* number in rows; 0: free */
};

/* The unwind bias of an object in a process: address in memory less address in the file. */
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
	bool foreign;			    /* recorded on another architecture */
	struct unwind_object_slot *objects; /* by index */
	uint32_t nr_open;
	struct interner rows; /* the cached rows, each a struct cfi_row without its unused rules */
	struct unwind_key *keys;
	size_t mask;
	uint32_t nr_keys;
	/* the mapset of the last question, and whether it can be unwound */
	const struct pdata_mapset *maps;
	bool possible;
	struct unwind_bias bases[UNWIND_BIASES];
	/* maps that the search for unwind biases may still look at: a limit for hostile input */
	uint64_t maps_left;
	uint64_t *ips;
	uint64_t cap_ips;
	int err; /* 0 or -ENOMEM */
};

struct unwind_frame;

struct unwind_object *unwind_object_of(struct unwind *u, const struct pdata_object *obj);
/*
 * unwind_bias.c: convert @pc, an address in memory that @map covers, to the address in the file.
 * Return: false if @pc has no such address, or the bias is unknown.
 */
bool unwind_file_addr(struct unwind *u, const struct unwind_arch *arch,
		      const struct pdata_mapset *maps, const struct pdata_map *map, uint64_t pc,
		      uint64_t *addr);

/*
 * The cached row for @pc; row->answer says whether one was found. Never NULL. Valid until the next
 * call.
 */
const struct cfi_row *unwind_row(struct unwind_frame *f, const struct pdata_map *map, uint64_t pc);

enum unwind_state {
	UNWIND_UNDEFINED = 0, /* the register has no value in this frame */
	UNWIND_VALUE,
	UNWIND_UNREADABLE /* the sample does not have the value */
};

/* The current frame while unwinding outwards. */
struct unwind_frame {
	struct unwind *u;
	const struct unwind_arch *arch;
	const struct unwind_sample *in;
	uint64_t stack_start, stack_end;
	bool swap;		     /* byte order of the stack */
	const struct pdata_map *map; /* the last one found */
	uint64_t ip, cfa;
	bool called; /* ip is a return address; the call instruction is before ip */
	uint64_t reg[CFI_REGS];
	uint8_t state[CFI_REGS];
	uint64_t vg; /* scalable vector length in words of 8 bytes, 0: not recorded */
};

/* Read memory. Return: 0; 1 with *@val 0: mapped but not readable; -1: nothing is mapped there. */
int unwind_mem(struct unwind_frame *f, uint64_t addr, unsigned size, uint64_t *val);
/* Whether @addr is mapped from bytes of an object's file, readable or not. */
bool unwind_is_of_file(struct unwind_frame *f, uint64_t addr);
const struct pdata_map *unwind_map(struct unwind_frame *f, uint64_t addr);

/* Turn @f into its caller's frame. Return: false when the chain ends. */
bool unwind_step(struct unwind_frame *f);
/* Turn @f, a frame without CFI, into its caller's frame. Return: false when the chain ends. */
bool unwind_fallback(struct unwind_frame *f);
