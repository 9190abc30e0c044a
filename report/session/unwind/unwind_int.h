/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Declares the internal types and functions of unwinding. */

#include "base/interner.h"
#include "object/elf/symbol_sources.h"
#include "session/unwind/unwind.h"
#include "session/unwind/unwind_cfi.h"

#define UNWIND_NO_REG UINT8_MAX

/*
 * Registers of an architecture: the bits in sample register masks by DWARF number, and the
 * registers with special roles.
 */
struct unwind_arch {
	const char *name;
	uint8_t word; /* size of a register and of an address, in bytes */
	uint8_t nr;   /* number of DWARF registers that are used, from number 0 on */
	/*
	 * bit numbers of the instruction pointer and the stack pointer in a sample's register mask
	 */
	uint8_t ip_bit, sp_bit;
	/*
	 * DWARF numbers of the stack pointer and the frame pointer; @fp is UNWIND_NO_REG on
	 * architectures whose frame pointers form no chain.
	 */
	uint8_t sp, fp;
	/* DWARF number of the instruction pointer; UNWIND_NO_REG: CFI has no column for it */
	uint8_t ip;
	/*
	 * DWARF number of the register with the scalable vector length, which is also the bit
	 * number of this register in the mask; 0: there is no such register
	 */
	uint8_t vg;
	bool amd64; /* decide as perf does on x86-64 how a chain continues and where it ends */
	bool thumb; /* the lowest bit of a code address is not part of the address */
	const uint8_t *
		/*
		 * indexed by the DWARF number of a register: bit number of the register in the
		 * mask; NULL: the bit number is the DWARF number
		 */
		bit;
};

/*
 * Return the architecture called @name in the header; @name may be NULL. @abi: the ABI of the
 * sample's registers. Return: NULL if the architecture is unknown.
 */
const struct unwind_arch *unwind_arch_find(const char *name, uint64_t abi);

/* The open ELF files of an object, and their call frame information. */
struct unwind_object {
	struct sym_elf *elf;   /* the file that the recorded process had mapped */
	struct sym_elf *debug; /* the file with .debug_frame; NULL: no such file */
	/* CFI sections of the files; cfi_section.data is NULL if the files lack the section */
	struct cfi_section hdr, eh, debug_frame;
};

/* Build id of an object, and the places in which its file is searched. */
struct unwind_files {
	struct sym_build_id id;
	const char *symfs; /* directory that is put before all paths; NULL: none */
	bool foreign;	   /* the recording was made on another architecture */
	/* files that are stored in the recording; NULL: none */
	const struct pdata_bundle_files *files;
	struct sym_debuginfod *server;
};

/* Open the file of the object @obj. Return: NULL if there is no usable file. */
struct unwind_object *unwind_object_open(const struct pdata_object *obj,
					 const struct unwind_files *from);
/*
 * Make an unwind_object of open files; unwind_object_close() closes the files. @debug: the file
 * with .debug_frame, or NULL. Return: NULL if memory is exhausted; the files are then already
 * closed.
 */
struct unwind_object *unwind_object_make(struct sym_elf *elf, struct sym_elf *debug);
void unwind_object_close(struct unwind_object *im);
/* Close the descriptors of the object's files. Afterwards only the CFI tables can be read. */
void unwind_object_release(struct unwind_object *im);
/*
 * Set *@addr to the address in the file of the byte at file offset @off. Return: false if no
 * segment has this byte.
 */
bool unwind_object_addr(const struct unwind_object *im, uint64_t off, uint64_t *addr);
/*
 * Set *@lowest to the lowest address of the file, rounded down to a page, and *@hdr to the address
 * of .eh_frame_hdr. Return: false if the file has no .eh_frame_hdr.
 */
bool unwind_object_table(const struct unwind_object *im, uint64_t *lowest, uint64_t *hdr);
bool unwind_object_read(const struct unwind_object *im, uint64_t off, void *buf, size_t len);
bool unwind_object_swap(const struct unwind_object *im);
/*
 * Find the unwind row for @pc, an address in the file. @amd64: use the same sections as perf on
 * x86-64.
 */
enum cfi_answer unwind_object_row(struct unwind_object *im, bool amd64, uint64_t pc,
				  struct cfi_row *row);

struct unwind_object_slot {
	struct unwind_object *image;
	bool asked;
};

struct unwind_key {
	uint64_t pc; /* address of the code in the file */
	uint32_t object;
	uint32_t row; /* id of the unwind row in the interner unwind.rows; 0: the slot is free */
};

/* Cached unwind bias of an object in a process: address in memory minus address in the file. */
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
	const struct symfs_roots *roots; /* directories of --symfs by object; NULL: none */
	/* symbols of the session, from which build ids are taken; NULL: none */
	struct symbols *syms;
	bool foreign;			    /* the recording was made on another architecture */
	struct unwind_object_slot *objects; /* by pdata_object.index */
	uint32_t nr_open;
	/*
	 * cached unwind rows: each string has the bytes of a struct cfi_row, cut off after its
	 * first cfi_row.nr rules
	 */
	struct interner rows;
	struct unwind_key *keys;
	size_t mask;
	uint32_t nr_keys;
	/*
	 * Result of the last check: @possible is true if perf would unwind a process with the maps
	 * @maps.
	 */
	const struct pdata_mapset *maps;
	bool possible;
	struct unwind_bias bases[UNWIND_BIASES];
	/* number of maps that may still be examined: a limit for hostile input */
	uint64_t maps_left;
	uint64_t *ips;
	uint64_t cap_ips;
	int err; /* 0, or -ENOMEM if memory was exhausted */
};

struct unwind_frame;

struct unwind_object *unwind_object_of(struct unwind *u, const struct pdata_object *obj);
/*
 * unwind_bias.c: convert @pc, an address in memory that @map covers, to the address in the file.
 * Return: false if the file has no such address, or if the bias is unknown.
 */
bool unwind_file_addr(struct unwind *u, const struct unwind_arch *arch,
		      const struct pdata_mapset *maps, const struct pdata_map *map, uint64_t pc,
		      uint64_t *addr);

/*
 * Return the unwind row for @pc, from the cache if possible. @answer of the row says whether a row
 * was found. Never NULL; valid until the next call.
 */
const struct cfi_row *unwind_row(struct unwind_frame *f, const struct pdata_map *map, uint64_t pc);

enum unwind_state {
	UNWIND_UNDEFINED = 0, /* the register has no value in this frame */
	UNWIND_VALUE,
	UNWIND_UNREADABLE /* the register has a value, but the sample does not contain it */
};

/* The current frame of a chain that is being unwound, from the innermost frame outwards. */
struct unwind_frame {
	struct unwind *u;
	const struct unwind_arch *arch;
	const struct unwind_sample *in;
	uint64_t stack_start, stack_end;
	bool swap;		     /* the byte order of the stack copy is not that of the host */
	const struct pdata_map *map; /* the map that the last search for an address found */
	uint64_t ip, cfa;
	bool called; /* @ip is a return address; the call instruction is before @ip */
	uint64_t reg[CFI_REGS];
	uint8_t state[CFI_REGS];
	uint64_t vg; /* scalable vector length in words of 8 bytes; 0: not recorded */
};

/*
 * Read an integer, @size bytes long, at the memory address @addr into *@val. Return: 0; 1: the
 * memory is mapped but cannot be read, and *@val is 0; -1: nothing is mapped at @addr.
 */
int unwind_mem(struct unwind_frame *f, uint64_t addr, unsigned size, uint64_t *val);
/*
 * Return true if @addr is mapped from bytes of an object's file, even if the bytes of the file
 * cannot be read.
 */
bool unwind_is_of_file(struct unwind_frame *f, uint64_t addr);
const struct pdata_map *unwind_map(struct unwind_frame *f, uint64_t addr);

/* Replace the frame @f by the frame of its caller, with CFI. Return: false if the chain ends. */
bool unwind_step(struct unwind_frame *f);
/*
 * Replace the frame @f, which has no CFI, by the frame of its caller. Return: false if the chain
 * ends.
 */
bool unwind_fallback(struct unwind_frame *f);
