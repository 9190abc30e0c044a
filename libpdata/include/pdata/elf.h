/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PDATA_ELF_H
#define PDATA_ELF_H

/*
 * ELF files as far as naming addresses needs them: sections, segments, symbols, build ids, of
 * either class and byte order; and copies of such files that have only what names some addresses.
 * Every number is checked against the bytes there are. Source: System V ABI, chapters 4 and 5.
 */

#include "pdata.h"

#ifdef __cplusplus
extern "C" {
#endif

struct pdata_elf;

struct pdata_elf_info {
	uint64_t size;		/* bytes of the file */
	uint32_t wide;		/* not 0: ELFCLASS64 */
	uint32_t swap;		/* not 0: its byte order is not the host's */
	uint16_t type, machine; /* e_type: 1 object, 2 program, 3 shared; e_machine */
	uint32_t nr_sections, nr_segments;
	uint32_t names; /* number of the section with the sections' names, 0: none */
};

/* A section header. */
struct pdata_elf_section {
	const char *name; /* "" where it cannot be read; lives as long as the file */
	uint32_t type, link, info;
	uint64_t flags, addr, off, size, align, entsize;
	uint64_t reserved[2];
};

/* A program header. */
struct pdata_elf_segment {
	uint32_t type, flags;
	uint64_t off, addr, filesz, memsz, align;
	uint64_t reserved[2]; /* 0 */
};

/* A symbol. */
struct pdata_elf_sym {
	uint64_t value, size;
	uint32_t name;	  /* offset in the table of strings that the symbol table links to */
	uint16_t section; /* st_shndx */
	uint8_t type, binding, visibility;
	uint8_t reserved[7];
};

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
 * pdata_elf_open_fd - read the headers of an ELF file
 * @fd: must be able to seek; must stay open as long as the file is used
 *
 * Nothing is mapped: a file that is cut meanwhile gives PDATA_E_CUT, no signal.
 * Return: 0, PDATA_E_MAGIC (no ELF file), PDATA_E_HEADER (of no known class or order, or neither
 * its sections nor its segments can be read), PDATA_E_SYS, PDATA_E_NOMEM.
 */
PDATA_API int pdata_elf_open_fd(struct pdata_elf **out, int fd, struct pdata_error *err);

/** pdata_elf_open_mem - the same from @len bytes at @buf, which must outlive it. */
PDATA_API int pdata_elf_open_mem(struct pdata_elf **out, const void *buf, size_t len,
				 struct pdata_error *err);

/** pdata_elf_close - free it and all that it handed out. NULL is allowed. */
PDATA_API void pdata_elf_close(struct pdata_elf *e);

/** pdata_elf_info - what the header says; never NULL. */
PDATA_API const struct pdata_elf_info *pdata_elf_info(const struct pdata_elf *e);

/** pdata_elf_section - section @i. Return: 0, PDATA_E_ARG (there is none). */
PDATA_API int pdata_elf_section(const struct pdata_elf *e, uint32_t i,
				struct pdata_elf_section *out);

/** pdata_elf_find - the number of the first section of this name. Return: 0: there is none. */
PDATA_API uint32_t pdata_elf_find(const struct pdata_elf *e, const char *name);

/** pdata_elf_segment - segment @i. Return: 0, PDATA_E_ARG (there is none). */
PDATA_API int pdata_elf_segment(const struct pdata_elf *e, uint32_t i,
				struct pdata_elf_segment *out);

/**
 * pdata_elf_offset - where in the file address @addr is, by its loaded segments. Return: 0,
 * PDATA_E_ARG.
 */
PDATA_API int pdata_elf_offset(const struct pdata_elf *e, uint64_t addr, uint64_t *off);

/** pdata_elf_addr - the address of what is at @off of the file. Return: 0, PDATA_E_ARG. */
PDATA_API int pdata_elf_addr(const struct pdata_elf *e, uint64_t off, uint64_t *addr);

/** pdata_elf_read - up to @len bytes at @off of the file. Return: bytes read, less at its end. */
PDATA_API size_t pdata_elf_read(struct pdata_elf *e, uint64_t off, void *buf, size_t len);

/**
 * pdata_elf_bytes - the bytes of section @i as they are in the file
 * @max: more bytes than this are too many
 * @out: set to a new buffer of the returned length, with a NUL behind it; free it with
 *      pdata_free()
 *
 * Return: bytes, PDATA_E_ARG (no such section, or none with bytes), PDATA_E_CUT, PDATA_L_MEMORY,
 * PDATA_E_NOMEM.
 */
PDATA_API int64_t pdata_elf_bytes(struct pdata_elf *e, uint32_t i, uint64_t max, uint8_t **out);

/**
 * pdata_elf_content - the same, decompressed if it is compressed (zlib, zstd)
 *
 * Return: as pdata_elf_bytes(), PDATA_E_COMPRESSED, PDATA_E_CODEC.
 */
PDATA_API int64_t pdata_elf_content(struct pdata_elf *e, uint32_t i, uint64_t max, uint8_t **out);

/* Called with each symbol and its number. Return: 0 to go on, else that ends the walk. */
typedef int (*pdata_elf_sym_fn)(void *arg, uint32_t i, const struct pdata_elf_sym *sym);

/**
 * pdata_elf_symbols - walk symbol table @section
 *
 * Reads some thousand symbols at a time.
 * Return: 0, what @fn returned, PDATA_E_ARG (not a symbol table), PDATA_E_CUT, PDATA_E_NOMEM.
 */
PDATA_API int pdata_elf_symbols(struct pdata_elf *e, uint32_t section, pdata_elf_sym_fn fn,
				void *arg);

/**
 * pdata_elf_build_id - the build id, out of note segments or sections
 * Return: its bytes (20 at most), 0: it has none.
 */
PDATA_API uint32_t pdata_elf_build_id(struct pdata_elf *e, uint8_t id[20]);

/**
 * pdata_elf_note_build_id - the build id among ELF notes
 * @align: of the segment or section: 8, else 4
 * @swap:  not 0: their byte order is not the host's
 *
 * Return: its bytes (20 at most), 0: there is none. Threads: any.
 */
PDATA_API uint32_t pdata_elf_note_build_id(const void *notes, size_t len, uint64_t align, int swap,
					   uint8_t id[20]);

/* What a copy is to have. */
enum pdata_elf_keep {
	PDATA_ELF_KEEP_SYMBOLS = 1, /* whole symbol tables, not what names the addresses */
	PDATA_ELF_KEEP_UNWIND = 2,  /* .eh_frame, .debug_frame and their like */
	PDATA_ELF_KEEP_DEBUG = 4,   /* .debug_info, .debug_line and what they lead into */
};

struct pdata_elf_cut {
	const struct pdata_elf
		*mapped;       /* the file that was mapped, where it is another one; or NULL */
	const uint64_t *addrs; /* ascending: file offsets, of an object (type 1) offsets in .text */
	uint32_t nr;
	uint32_t keep;	      /* PDATA_ELF_KEEP_ */
	uint64_t max;	      /* bytes of the copy, at most */
	uint64_t reserved[2]; /* 0 */
};

/**
 * pdata_elf_cut - a copy of an ELF file that has only what names some addresses
 * @out: set to a new buffer of the returned length; free it with pdata_free()
 *
 * The copy has the header, all segments, and all sections under their numbers with their
 * addresses; those that are not needed are empty (SHT_NOBITS, sh_offset as it was). Of symbol
 * tables it has the symbols that cover an address, and those that decide where others end; where
 * these overlap, where functions are reached through .plt or .opd, whole tables. New tables of
 * strings stand behind the old sections. Notes are kept, and .gnu_debugdata if it is not large.
 * Return: bytes, PDATA_L_MEMORY (more than @cut->max), PDATA_E_CUT, PDATA_E_NOMEM, PDATA_E_FORMAT
 * (too many sections).
 */
PDATA_API int64_t pdata_elf_cut(struct pdata_elf *e, const struct pdata_elf_cut *cut,
				uint8_t **out);

/**
 * pdata_elf_core - the head of a file with other segments than @like has, and no sections
 * @segments: their offsets are in the new file, behind the head
 * @out: set to a new buffer of the returned length, header and program headers; free it with
 *       pdata_free()
 *
 * Class, byte order, machine, type and flags are those of @like: a core file stays one.
 * Return: bytes, PDATA_E_ARG (too many segments), PDATA_E_CUT, PDATA_E_NOMEM.
 */
PDATA_API int64_t pdata_elf_core(struct pdata_elf *like, const struct pdata_elf_segment *segments,
				 uint32_t nr, uint8_t **out);

#ifdef __cplusplus
}
#endif
#endif
