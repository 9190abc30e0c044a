/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Declares the internal types and functions of unwinding. */

#include "base/interner.h"
#include "object/elf/symbol_sources.h"
#include "session/unwind/unwind.h"
#include "session/unwind/unwind_cfi.h"

#define UNWIND_NO_REG UINT8_MAX

/*
 * The registers of an architecture: which bit of a sample's register mask (sample_regs_user)
 * belongs to which DWARF register number, and which registers have special roles.
 */
struct unwind_arch {
	const char *name;
	uint8_t word; /* size of a register and of an address, in bytes */
	uint8_t nr;   /* the DWARF register numbers 0 to @nr - 1 are used */
	/*
	 * bit numbers of the instruction pointer (@ip_bit) and of the stack pointer (@sp_bit) in a
	 * sample's register mask
	 */
	uint8_t ip_bit, sp_bit;
	/*
	 * DWARF numbers of the stack pointer (@sp) and of the frame pointer (@fp); @fp is
	 * UNWIND_NO_REG on architectures whose saved frame pointers do not form a chain
	 */
	uint8_t sp, fp;
	/* DWARF number of the instruction pointer; UNWIND_NO_REG: it has no DWARF number */
	uint8_t ip;
	/*
	 * DWARF number of the register with the scalable vector length (arm64), which is also the
	 * bit number of this register in the register mask; 0: there is no such register
	 */
	uint8_t vg;
	bool amd64; /* x86-64: unwinding continues or ends a call chain in the same cases as perf */
	bool thumb; /* ARM: the lowest bit of a code address marks Thumb code and is ignored */
	const uint8_t *
		/*
		 * array with the bit number that each register has in a sample's register mask,
		 * indexed by the DWARF number of the register; NULL: the bit number of a register
		 * is equal to its DWARF number
		 */
		bit;
};

/*
 * Return the architecture for samples whose registers have the ABI @abi (PERF_SAMPLE_REGS_ABI_) in
 * a recording with the header feature ARCH @name; if @name is NULL, x86_64 is assumed. If @abi is
 * the 32-bit ABI, the result is the 32-bit architecture that belongs to @name. Return: NULL if the
 * architecture is unknown.
 */
const struct unwind_arch *unwind_arch_find(const char *name, uint64_t abi);

/* The open ELF files of a mapped object, and their call frame information (CFI). */
struct unwind_object {
	struct sym_elf *elf; /* the file that was mapped in the recording */
	/* file with debugging information, which may have .debug_frame; NULL: no such file */
	struct sym_elf *debug;
	/*
	 * the sections .eh_frame_hdr (@hdr) and .eh_frame (@eh) of @elf, and .debug_frame of @elf
	 * or @debug; cfi_section.data is NULL if the section does not exist
	 */
	struct cfi_section hdr, eh, debug_frame;
	/*
	 * the mapped file has CFI sections whose contents @elf lacks: @elf is a debug file, or a
	 * copy in a bundle (files appended to the recording) that was made only for symbols
	 */
	bool lacks_cfi;
};

/* The build id of a mapped object, and the directories and servers that may have its files. */
struct unwind_files {
	struct sym_build_id id;
	const char *symfs;    /* --symfs directory that is put before all paths; NULL: none */
	bool foreign;	      /* the recorded machine has another architecture than this machine */
	uint64_t recorded_ns; /* as in struct symfs_roots */
	/* files that pdata has appended to the recording (bundle); NULL: there are none */
	const struct pdata_bundle_files *files;
	struct sym_debuginfod *server;
	struct sym_processes *processes;
};

/*
 * Find and open the ELF files of @obj, which is a user file or a vdso. @from says in which
 * directories and on which server the function looks for these files. Return: the open files,
 * which unwind_object_close() closes; NULL if no usable file is found.
 */
struct unwind_object *unwind_object_open(const struct pdata_object *obj,
					 const struct unwind_files *from);
/*
 * Make a struct unwind_object of two open files: @elf, the mapped file, and @debug, a file that
 * may have .debug_frame, or NULL. Return: the struct, which unwind_object_close() frees together
 * with both files; NULL if memory is exhausted: the function has then closed both files.
 */
struct unwind_object *unwind_object_make(struct sym_elf *elf, struct sym_elf *debug);
void unwind_object_close(struct unwind_object *im);
/*
 * Close the file descriptors of @im, but not @im itself. Afterwards unwind_object_row() still
 * finds unwind rows, but unwind_object_read() cannot read from the file.
 */
void unwind_object_release(struct unwind_object *im);
/*
 * Set *@addr to the address (as p_vaddr) of the byte at file offset @off of the mapped file
 * @im->elf. Return: true; false if no PT_LOAD segment contains this offset.
 */
bool unwind_object_addr(const struct unwind_object *im, uint64_t off, uint64_t *addr);
/*
 * Set *@lowest to the address (p_vaddr) of the first PT_LOAD segment of the mapped file @im->elf,
 * rounded down to a page, and *@hdr to the address of its section .eh_frame_hdr. Return: true;
 * false if the file has no .eh_frame_hdr.
 */
bool unwind_object_table(const struct unwind_object *im, uint64_t *lowest, uint64_t *hdr);
bool unwind_object_read(const struct unwind_object *im, uint64_t off, void *buf, size_t len);
bool unwind_object_swap(const struct unwind_object *im);
/*
 * Set *@row to the unwind row for @pc, a code address in the ELF file of @im. If @amd64 is true,
 * the function searches only the sections that perf uses on x86-64, which are .eh_frame_hdr and
 * .eh_frame. If @amd64 is false, the function also searches .debug_frame, and an .eh_frame for
 * which there is no .eh_frame_hdr. Return: see enum cfi_answer.
 */
enum cfi_answer unwind_object_row(struct unwind_object *im, bool amd64, uint64_t pc,
				  struct cfi_row *row);

struct unwind_object_slot {
	struct unwind_object *image;
	bool asked;
};

struct unwind_key {
	uint64_t pc; /* code address in the object's ELF file, not in memory */
	uint32_t object;
	uint32_t row; /* id of the unwind row in unwind.rows; 0: this element is not used */
};

/*
 * An entry of the cache of unwind biases. The bias @base is the memory address minus the address
 * in the ELF file, for @object in the process whose maps are @maps.
 */
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
	/* the --symfs directory of each object; NULL: @symfs is the directory of all objects */
	const struct symfs_roots *roots;
	/* symbols of the session, used only for symbols_build_id(); NULL: not used */
	struct symbols *syms;
	/* the recorded machine has another architecture than this machine */
	bool foreign;
	struct unwind_object_slot *objects; /* array, indexed by pdata_object.index */
	uint32_t nr_open;
	/*
	 * cached unwind rows: each string of the interner has the first CFI_ROW_SIZE(cfi_row.nr)
	 * bytes of a struct cfi_row, which contain all its rules that are set
	 */
	struct interner rows;
	struct unwind_key *keys;
	size_t mask;
	uint32_t nr_keys;
	/*
	 * @maps are the maps of the process that was checked last. @possible is the result of this
	 * check: whether perf would unwind samples of this process. @program: the first object of
	 * this process that is executable and is a file; NULL: no such object was found.
	 */
	const struct pdata_mapset *maps;
	bool possible;
	const struct pdata_object *program;
	/*
	 * @nr_cut: number of samples whose unwinding ended because the file of an object, or the
	 * CFI of the file, is missing. @missing: the first of these objects.
	 */
	uint64_t nr_cut;
	const struct pdata_object *missing;
	struct unwind_bias bases[UNWIND_BIASES];
	/*
	 * number of maps that unwinding may still examine; the limit bounds the work for hostile
	 * recordings. Unwinding examines maps to find an unwind bias (struct unwind_bias), and to
	 * decide whether perf would unwind a process
	 */
	uint64_t maps_left;
	uint64_t *ips;
	uint64_t cap_ips;
	int err; /* 0; -ENOMEM: memory was exhausted, so that frames are missing */
};

struct unwind_frame;

struct unwind_object *unwind_object_of(struct unwind *u, const struct pdata_object *obj);
/*
 * Count a sample whose unwinding ended in @obj, if @obj is a file that was not found on this
 * machine or was found only without its CFI (unwind_object.lacks_cfi).
 */
void unwind_count_cut(struct unwind *u, const struct pdata_object *obj);
/*
 * unwind_bias.c: convert @pc, a memory address that @map covers, to *@addr, the address (as
 * p_vaddr) in the ELF file of the map's object. @maps are all maps of the process. Return: true;
 * false: on x86-64, the unwind bias of the object (memory address minus address in the ELF file,
 * see struct unwind_bias) is not known; on other architectures, the file has no such address.
 */
bool unwind_file_addr(struct unwind *u, const struct unwind_arch *arch,
		      const struct pdata_mapset *maps, const struct pdata_map *map, uint64_t pc,
		      uint64_t *addr);

/*
 * Return the unwind row for @pc, a memory address that @map covers, from the cache if possible.
 * The member @answer of the result says whether a row was found. The result is never NULL, and
 * valid until the next call.
 */
const struct cfi_row *unwind_row(struct unwind_frame *f, const struct pdata_map *map, uint64_t pc);

enum unwind_state {
	UNWIND_UNDEFINED = 0, /* the register has no defined value in this frame */
	UNWIND_VALUE,
	UNWIND_UNREADABLE /* the register had a value, but the sample does not contain it */
};

/*
 * The frame that the unwinding of a sample has reached. Unwinding begins with the innermost frame.
 */
struct unwind_frame {
	struct unwind *u;
	const struct unwind_arch *arch;
	const struct unwind_sample *in;
	uint64_t stack_start, stack_end;
	/* the byte order of the stack copy is not that of this machine */
	bool swap;
	const struct pdata_map *map; /* result of the last call of unwind_map(); NULL: no map */
	uint64_t ip, cfa;
	/*
	 * @ip is a return address, so the frame's call instruction ends at @ip; false: @ip is the
	 * address of the next instruction, as in the innermost frame and in a frame that was
	 * interrupted by a signal
	 */
	bool called;
	uint64_t reg[CFI_REGS];
	uint8_t state[CFI_REGS];
	uint64_t vg; /* scalable vector length in units of 8 bytes (arm64); 0: not recorded */
};

/*
 * Read an integer of @size bytes at the memory address @addr into *@val, from the sample's stack
 * copy or from the file that is mapped there. Return: 0; 1 if a map covers @addr, but the memory
 * cannot be read: *@val is then 0; -1 if no map covers @addr.
 */
int unwind_mem(struct unwind_frame *f, uint64_t addr, unsigned size, uint64_t *val);
/*
 * Return true if a segment of a mapped ELF file contains the memory address @addr, even if the
 * bytes of the file cannot be read there.
 */
bool unwind_is_of_file(struct unwind_frame *f, uint64_t addr);
const struct pdata_map *unwind_map(struct unwind_frame *f, uint64_t addr);

/*
 * Replace the frame *@f by the frame of its caller, with CFI or, if CFI does not cover the frame,
 * with unwind_fallback(). Return: true; false if the call chain ends with *@f.
 */
bool unwind_step(struct unwind_frame *f);
/*
 * Replace the frame *@f, which CFI does not cover, by the frame of its caller. The function finds
 * the caller from the code of the PLT (x86-64) or from the frame pointer. Return: true; false if it
 * finds no caller, so that the call chain ends with *@f.
 */
bool unwind_fallback(struct unwind_frame *f);
