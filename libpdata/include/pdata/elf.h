/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PDATA_ELF_H
#define PDATA_ELF_H

/*
 * Reads the parts of ELF files that are needed to find the symbols of addresses: sections,
 * segments, symbols and build ids, for both ELF classes and both byte orders. It also makes copies
 * of ELF files that have only the parts that are needed to find the symbols of given addresses.
 * Every size and offset is checked against the size of the file. Source: System V ABI, chapters 4
 * and 5.
 */

#include "pdata.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An open ELF file. */
struct pdata_elf;

/* Facts from the header of an ELF file. */
struct pdata_elf_info {
	uint64_t size;			   /* bytes of the file */
	uint32_t wide;			   /* not 0: ELFCLASS64 */
	uint32_t swap;			   /* not 0: the file's byte order is not the host's */
	uint16_t type, machine;		   /* e_type (1 object, 2 program, 3 shared), e_machine */
	uint32_t nr_sections, nr_segments; /* number of sections and of segments */
	/* index of the section that has the names of the sections (e_shstrndx); 0: none */
	uint32_t names;
};

/* A section header; the members without a comment are as in Elf64_Shdr. */
struct pdata_elf_section {
	const char *name; /* "" if the name cannot be read; valid until the file is closed */
	uint32_t type, link, info;
	uint64_t flags, addr, off, size, align, entsize;
	uint64_t reserved[2];
};

/* A program header; the members are as in Elf64_Phdr. */
struct pdata_elf_segment {
	uint32_t type, flags;
	uint64_t off, addr, filesz, memsz, align;
	uint64_t reserved[2]; /* 0 */
};

/* A symbol. */
struct pdata_elf_sym {
	uint64_t value, size; /* st_value, st_size */
	uint32_t name;	      /* offset of the name in the string table of the symbol table */
	uint16_t section;     /* st_shndx */
	uint8_t type, binding, visibility; /* parts of st_info and st_other */
	uint8_t reserved[7];
};

/* Constants of ELF, under the names of <elf.h>. */
enum pdata_elf_const {
	PDATA_SHT_PROGBITS = 1,
	PDATA_SHT_SYMTAB = 2,
	PDATA_SHT_STRTAB = 3,
	PDATA_SHT_NOTE = 7,
	PDATA_SHT_NOBITS = 8,
	PDATA_SHT_DYNSYM = 11,
	PDATA_SHF_ALLOC = 2,
	PDATA_SHF_COMPRESSED = 0x800,
	PDATA_PT_LOAD = 1,
	PDATA_PT_NOTE = 4,
	PDATA_PF_X = 1,
	PDATA_PF_W = 2,
	PDATA_PF_R = 4,
	PDATA_STT_NOTYPE = 0,
	PDATA_STT_OBJECT = 1,
	PDATA_STT_FUNC = 2,
	PDATA_STT_GNU_IFUNC = 10,
	PDATA_SHN_LORESERVE = 0xff00,
};

/**
 * pdata_elf_open_fd - open an ELF file from a file descriptor
 * @out: receives the file; free it with pdata_elf_close()
 * @fd: a seekable descriptor. It must stay open until the file is closed, and remains the caller's
 *
 * The function reads the headers and does not map the file into memory: if the file is truncated
 * later, other functions fail with PDATA_E_CUT, and no signal (SIGBUS) is raised.
 *
 * Return: 0; PDATA_E_MAGIC (not an ELF file), PDATA_E_HEADER (unknown class or byte order, or
 * neither the sections nor the segments can be read), PDATA_E_SYS, PDATA_E_NOMEM.
 */
PDATA_API int pdata_elf_open_fd(struct pdata_elf **out, int fd, struct pdata_error *err);

/**
 * pdata_elf_open_mem - open an ELF file from memory
 * @out: receives the file; free it with pdata_elf_close()
 * @buf: @len bytes, valid and unchanged until the file is closed
 *
 * Return: as pdata_elf_open_fd().
 */
PDATA_API int pdata_elf_open_mem(struct pdata_elf **out, const void *buf, size_t len,
				 struct pdata_error *err);

/**
 * pdata_elf_close - free an ELF file and everything that it returned
 * @e: the file; NULL is allowed
 */
PDATA_API void pdata_elf_close(struct pdata_elf *e);

/**
 * pdata_elf_info - get facts from the header of an ELF file
 * @e: the file
 *
 * Return: a struct that belongs to the file, never NULL.
 */
PDATA_API const struct pdata_elf_info *pdata_elf_info(const struct pdata_elf *e);

/**
 * pdata_elf_section - get a section header by its index
 * @e: the file
 * @i: index of the section, from 0
 * @out: receives the section header
 *
 * Return: 0; PDATA_E_ARG if there is no section with this index.
 */
PDATA_API int pdata_elf_section(const struct pdata_elf *e, uint32_t i,
				struct pdata_elf_section *out);

/**
 * pdata_elf_find - find the first section that has a given name
 * @e: the file
 * @name: name of the section, for example ".text"
 *
 * Return: index of the section; 0 if no section has this name.
 */
PDATA_API uint32_t pdata_elf_find(const struct pdata_elf *e, const char *name);

/**
 * pdata_elf_segment - get a program header by its index
 * @e: the file
 * @i: index of the segment, from 0
 * @out: receives the program header
 *
 * Return: 0; PDATA_E_ARG if there is no segment with this index.
 */
PDATA_API int pdata_elf_segment(const struct pdata_elf *e, uint32_t i,
				struct pdata_elf_segment *out);

/**
 * pdata_elf_offset - convert an address to a file offset by the PT_LOAD segments
 * @e: the file
 * @addr: virtual address in the file
 * @off: receives the file offset
 *
 * Return: 0; PDATA_E_ARG if no segment has the address.
 */
PDATA_API int pdata_elf_offset(const struct pdata_elf *e, uint64_t addr, uint64_t *off);

/**
 * pdata_elf_addr - convert a file offset to an address by the PT_LOAD segments
 * @e: the file
 * @off: file offset
 * @addr: receives the virtual address
 *
 * Return: 0; PDATA_E_ARG if no segment has the offset.
 */
PDATA_API int pdata_elf_addr(const struct pdata_elf *e, uint64_t off, uint64_t *addr);

/**
 * pdata_elf_read - read bytes of the file
 * @e: the file
 * @off: file offset of the bytes
 * @buf: receives up to @len bytes
 *
 * Return: bytes read, fewer than @len at the end of the file.
 */
PDATA_API size_t pdata_elf_read(struct pdata_elf *e, uint64_t off, void *buf, size_t len);

/**
 * pdata_elf_bytes - read a section as it is in the file
 * @e: the file
 * @i: index of the section
 * @max: limit of the size in bytes
 * @out: receives a new buffer of the returned length, and a NUL after it; free it with
 *      pdata_free()
 *
 * Return: bytes of the section; PDATA_E_ARG (there is no section @i, or it has no bytes in the
 * file), PDATA_E_CUT, PDATA_L_MEMORY (more than @max), PDATA_E_NOMEM.
 */
PDATA_API int64_t pdata_elf_bytes(struct pdata_elf *e, uint32_t i, uint64_t max, uint8_t **out);

/**
 * pdata_elf_content - read a section, and decompress it if it is compressed (zlib, zstd)
 * @e: the file
 * @i: index of the section
 * @max: limit of the decompressed size in bytes
 * @out: as in pdata_elf_bytes()
 *
 * Return: as pdata_elf_bytes(), and PDATA_E_COMPRESSED, PDATA_E_CODEC.
 */
PDATA_API int64_t pdata_elf_content(struct pdata_elf *e, uint32_t i, uint64_t max, uint8_t **out);

/*
 * Called with a symbol and its index @i in the symbol table; @sym is valid during the call. Returns
 * 0 to continue; another value stops the walk.
 */
typedef int (*pdata_elf_sym_fn)(void *arg, uint32_t i, const struct pdata_elf_sym *sym);

/**
 * pdata_elf_symbols - call a function with each symbol of a symbol table
 * @e: the file
 * @section: index of a section of type PDATA_SHT_SYMTAB or PDATA_SHT_DYNSYM
 * @fn: the function
 * @arg: first argument of @fn
 *
 * The table is read in parts of some thousand symbols.
 *
 * Return: 0, or the value with which @fn stopped the walk; PDATA_E_ARG (not a symbol table),
 * PDATA_E_CUT, PDATA_E_NOMEM.
 */
PDATA_API int pdata_elf_symbols(struct pdata_elf *e, uint32_t section, pdata_elf_sym_fn fn,
				void *arg);

/**
 * pdata_elf_build_id - get the build id of an ELF file from its note segments or note sections
 * @e: the file
 * @id: receives the build id
 *
 * Return: bytes of the build id, at most 20; 0 if there is none.
 */
PDATA_API uint32_t pdata_elf_build_id(struct pdata_elf *e, uint8_t id[20]);

/**
 * pdata_elf_note_build_id - find the build id in ELF notes
 * @notes: @len bytes of notes
 * @align: alignment of the segment or section that contains the notes. 8: the notes are aligned to
 *         8 bytes; any other value: to 4 bytes
 * @swap: not 0: the byte order of the notes is not the host's
 * @id: receives the build id
 *
 * Return: bytes of the build id, at most 20; 0 if there is none.
 * Threads: any.
 */
PDATA_API uint32_t pdata_elf_note_build_id(const void *notes, size_t len, uint64_t align, int swap,
					   uint8_t id[20]);

/* Bits that select the parts of an ELF file that pdata_elf_cut() keeps in the copy. */
enum pdata_elf_keep {
	PDATA_ELF_KEEP_SYMBOLS = 1, /* complete symbol tables */
	PDATA_ELF_KEEP_UNWIND = 2,  /* call frame information: .eh_frame, .debug_frame ... */
	PDATA_ELF_KEEP_DEBUG = 4,   /* .debug_info, .debug_line and sections that they use */
};

/* The parts of a file that pdata_elf_cut() copies. */
struct pdata_elf_cut {
	/*
	 * NULL, or the file that the recorded process mapped if the symbols are in a different file
	 */
	const struct pdata_elf *mapped;
	/*
	 * the addresses: file offsets, ascending; for an object file (e_type 1), offsets in .text
	 */
	const uint64_t *addrs;
	uint32_t nr;	      /* number of elements of @addrs */
	uint32_t keep;	      /* PDATA_ELF_KEEP_ bits */
	uint64_t max;	      /* limit of the copy in bytes */
	uint64_t reserved[2]; /* 0 */
};

/**
 * pdata_elf_cut - copy the parts of an ELF file that have the symbols of given addresses
 * @e: the file
 * @cut: the addresses and the parts to keep
 * @out: receives a new buffer of the returned length; free it with pdata_free()
 *
 * The copy has the ELF header, all program headers, and all section headers with unchanged indexes
 * and addresses. In the copy, sections that are not needed have the type SHT_NOBITS and an
 * unchanged sh_offset. Symbol tables have the symbols that cover one of the addresses, and the
 * neighbours of these symbols. A symbol table is copied completely if symbols overlap, or if
 * functions are called through .plt or .opd. New string tables follow the old sections. Notes are
 * always kept; .gnu_debugdata is kept if it is small.
 *
 * Return: bytes of the copy; PDATA_L_MEMORY (more than cut->max), PDATA_E_CUT, PDATA_E_NOMEM,
 * PDATA_E_FORMAT (too many sections).
 */
PDATA_API int64_t pdata_elf_cut(struct pdata_elf *e, const struct pdata_elf_cut *cut,
				uint8_t **out);

/**
 * pdata_elf_core - make the ELF header and program headers of a new file with given segments
 * @like: ELF file from which class, byte order, machine, type and flags of the new header are taken
 * @segments: @nr program headers; the file offsets in them are offsets in the new file
 * @out: receives a new buffer of the returned length; free it with pdata_free()
 *
 * The new file has no sections. Use the function to make a copy of a core file that has only some
 * of the core file's segments.
 *
 * Return: bytes of the headers; PDATA_E_ARG (too many segments), PDATA_E_CUT, PDATA_E_NOMEM.
 */
PDATA_API int64_t pdata_elf_core(struct pdata_elf *like, const struct pdata_elf_segment *segments,
				 uint32_t nr, uint8_t **out);

#ifdef __cplusplus
}
#endif
#endif
