/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PDATA_ELF_H
#define PDATA_ELF_H

/*
 * Reads the parts of ELF files that are needed to find the symbols of addresses: sections,
 * segments, symbols and build ids, for both ELF classes and both byte orders. pdata_elf_cut()
 * copies only those parts of an ELF file that are needed to find the symbols of given addresses.
 * The functions check every size and offset against the size of the file. Source: System V ABI,
 * chapters 4 and 5.
 */

#include "pdata.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An open ELF file. */
struct pdata_elf;

/* Facts from the header of an ELF file. */
struct pdata_elf_info {
	uint64_t size; /* size of the file in bytes */
	uint32_t wide; /* not 0: ELFCLASS64; 0: ELFCLASS32 */
	uint32_t swap; /* not 0: the file's byte order is not the host's */
	/* e_type (1 relocatable object file, 2 program, 3 shared object, 4 core), and e_machine */
	uint16_t type, machine;
	/*
	 * number of section headers, and of program headers; 0: the file has none, or they cannot
	 * be read
	 */
	uint32_t nr_sections, nr_segments;
	/* index of the section that has the names of the sections (e_shstrndx); 0: none */
	uint32_t names;
};

/*
 * A section header (Elf64_Shdr) in host byte order. The members without a comment have the value
 * of the field with the same name and the prefix sh_ (off: sh_offset, align: sh_addralign).
 */
struct pdata_elf_section {
	/* name of the section, "" if it cannot be read; valid until pdata_elf_close() */
	const char *name;
	uint32_t type, link, info;
	uint64_t flags, addr, off, size, align, entsize;
	uint64_t reserved[2];
};

/*
 * A program header (Elf64_Phdr) in host byte order. The members have the value of the field with
 * the same name and the prefix p_ (off: p_offset, addr: p_vaddr).
 */
struct pdata_elf_segment {
	uint32_t type, flags;
	uint64_t off, addr, filesz, memsz, align;
	uint64_t reserved[2]; /* 0 */
};

/* An entry of a symbol table (Elf64_Sym) in host byte order. */
struct pdata_elf_sym {
	uint64_t value, size; /* st_value, and st_size */
	/* st_name: offset of the name in the section that sh_link of the symbol table selects */
	uint32_t name;
	uint16_t section; /* st_shndx: index of the symbol's section, or a special index */
	/* type (PDATA_STT_) and binding from st_info, and visibility from st_other */
	uint8_t type, binding, visibility;
	uint8_t reserved[3];
	/*
	 * index of the symbol's section; 0: the symbol is undefined, or @section is a special index
	 * such as that of absolute symbols. If @section is PDATA_SHN_XINDEX, the index is that of
	 * the section SHT_SYMTAB_SHNDX: a file can have more sections than @section can count
	 */
	uint32_t section_index;
};

/* Constants of ELF, under the names of <elf.h>. */
enum pdata_elf_const {
	PDATA_SHT_PROGBITS = 1,
	PDATA_SHT_SYMTAB = 2,
	PDATA_SHT_STRTAB = 3,
	PDATA_SHT_NOTE = 7,
	PDATA_SHT_NOBITS = 8,
	PDATA_SHT_DYNSYM = 11,
	PDATA_SHT_SYMTAB_SHNDX = 18,
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
	PDATA_SHN_XINDEX = 0xffff,
};

/**
 * pdata_elf_open_fd - open an ELF file from a file descriptor
 * @out: receives the open file; free it with pdata_elf_close()
 * @fd: descriptor of a regular file. It must stay open until pdata_elf_close(), and remains the
 *      caller's
 *
 * The function reads the ELF header, the section headers and the program headers. It does not map
 * the file into memory: if the file is truncated later, the functions that read its content fail
 * with PDATA_E_CUT or return fewer bytes, and no signal (SIGBUS) is raised.
 *
 * Return: 0; PDATA_E_KIND if @fd is not an ELF file or not a regular file; PDATA_E_HEADER if the
 * class or byte order is unknown, if the ELF header is incomplete, or if neither the section
 * headers nor the program headers can be read; PDATA_E_SYS; PDATA_E_NOMEM.
 */
PDATA_API int pdata_elf_open_fd(struct pdata_elf **out, int fd, struct pdata_error *err);

/**
 * pdata_elf_open_mem - open an ELF file from memory
 * @out: receives the open file; free it with pdata_elf_close()
 * @buf: content of the file, @len bytes, valid and unchanged until pdata_elf_close()
 *
 * Return: as pdata_elf_open_fd().
 */
PDATA_API int pdata_elf_open_mem(struct pdata_elf **out, const void *buf, size_t len,
				 struct pdata_error *err);

/**
 * pdata_elf_close - free an open ELF file and everything that belongs to it
 * @e: the file; NULL is allowed. Buffers that the caller frees with pdata_free() remain valid
 */
PDATA_API void pdata_elf_close(struct pdata_elf *e);

/**
 * pdata_elf_info - get facts from the header of an ELF file
 * @e: the file
 *
 * Return: a struct that belongs to @e and is valid until pdata_elf_close(), never NULL.
 */
PDATA_API const struct pdata_elf_info *pdata_elf_info(const struct pdata_elf *e);

/**
 * pdata_elf_section - get a section header by its index
 * @e: the file
 * @i: index of the section, from 0
 * @out: receives the section header; out->name is valid until pdata_elf_close()
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
 * pdata_elf_offset - convert an address to a file offset with the PT_LOAD segments
 * @e: the file
 * @addr: virtual address, as in the program headers of the file
 * @off: receives the file offset
 *
 * Return: 0; PDATA_E_ARG if no PT_LOAD segment has this address, or if the byte at this address is
 * not in the file (it is after the first p_filesz bytes of the segment).
 */
PDATA_API int pdata_elf_offset(const struct pdata_elf *e, uint64_t addr, uint64_t *off);

/**
 * pdata_elf_addr - convert a file offset to an address by the PT_LOAD segments
 * @e: the file
 * @off: file offset
 * @addr: receives the virtual address, as in the program headers of the file
 *
 * Return: 0; PDATA_E_ARG if no PT_LOAD segment has the byte at this file offset.
 */
PDATA_API int pdata_elf_addr(const struct pdata_elf *e, uint64_t off, uint64_t *addr);

/**
 * pdata_elf_read - read bytes of an ELF file
 * @e: the file
 * @off: file offset of the bytes
 * @buf: receives up to @len bytes
 *
 * Return: count of bytes read; below @len if the file ends before @off + @len or cannot be read.
 */
PDATA_API size_t pdata_elf_read(struct pdata_elf *e, uint64_t off, void *buf, size_t len);

/**
 * pdata_elf_bytes - read the bytes of a section as they are in the file
 * @e: the file
 * @i: index of the section
 * @max: maximum size of the section in bytes
 * @out: receives a new buffer with the bytes of the section and a NUL after them; free it with
 *       pdata_free(). NULL on failure
 *
 * Return: size of the section in bytes, without the added NUL; PDATA_E_ARG if there is no section
 * @i, or if the section has no bytes in the file (SHT_NULL, SHT_NOBITS); PDATA_E_CUT if the
 * section goes past the end of the file; PDATA_L_MEMORY if the section is larger than @max;
 * PDATA_E_NOMEM.
 */
PDATA_API int64_t pdata_elf_bytes(struct pdata_elf *e, uint32_t i, uint64_t max, uint8_t **out);

/**
 * pdata_elf_content - read a section, and decompress it if it is compressed (zlib, zstd)
 * @e: the file
 * @i: index of the section
 * @max: maximum size in bytes, both of the section in the file and of its decompressed content
 * @out: receives a new buffer with the decompressed content and a NUL after it; free it with
 *       pdata_free(). NULL on failure
 *
 * A section is compressed if its flags have PDATA_SHF_COMPRESSED, or if its name begins with
 * ".zdebug_" and its bytes with "ZLIB", as old tools wrote them.
 *
 * Return: size of the content in bytes, without the added NUL; the errors of pdata_elf_bytes();
 * PDATA_E_COMPRESSED if the compressed data is damaged; PDATA_E_CODEC if the compression is
 * unknown, or if the library was built without the code to decompress it.
 */
PDATA_API int64_t pdata_elf_content(struct pdata_elf *e, uint32_t i, uint64_t max, uint8_t **out);

/*
 * A function of the caller that pdata_elf_symbols() calls with each symbol of a symbol table. @arg
 * is the argument @arg of pdata_elf_symbols(); @i is the index of the symbol in the table; @sym is
 * valid during the call. The function returns 0 to get the next symbol; any other value ends
 * pdata_elf_symbols().
 */
typedef int (*pdata_elf_sym_fn)(void *arg, uint32_t i, const struct pdata_elf_sym *sym);

/**
 * pdata_elf_symbols - call a function with each symbol of a symbol table
 * @e: the file
 * @section: index of a section of type PDATA_SHT_SYMTAB or PDATA_SHT_DYNSYM
 * @fn: the function, called with the symbols in the order of the table, from index 0 on
 * @arg: first argument of @fn
 *
 * The function reads the table in parts of some thousand symbols.
 *
 * Return: 0 after the last symbol; if @fn returned a value other than 0, this value;
 * PDATA_E_ARG if @section is no symbol table; PDATA_E_CUT if the table goes past the end of the
 * file; PDATA_E_NOMEM.
 */
PDATA_API int pdata_elf_symbols(struct pdata_elf *e, uint32_t section, pdata_elf_sym_fn fn,
				void *arg);

/**
 * pdata_elf_build_id - get the build id of an ELF file from its note segments, or from its note
 * sections if the note segments have no build id
 * @e: the file
 * @id: receives the build id, padded with zeros; unchanged if there is none. A build id of more
 *      than 20 bytes is cut to 20 bytes
 *
 * The function searches at most the first 64 KiB of each segment or section, and 16 MiB in all.
 *
 * Return: size of the build id in bytes, at most 20; 0 if there is none.
 */
PDATA_API uint32_t pdata_elf_build_id(struct pdata_elf *e, uint8_t id[20]);

/**
 * pdata_elf_note_build_id - find the build id in ELF notes
 * @notes: content of a note segment or note section, @len bytes
 * @align: p_align or sh_addralign of this segment or section. 8: the notes are aligned to 8 bytes;
 *         any other value: the notes are aligned to 4 bytes
 * @swap: not 0: the byte order of the notes is not the host's
 * @id: receives the build id, padded with zeros; unchanged if there is none. A build id of more
 *      than 20 bytes is cut to 20 bytes
 *
 * Return: size of the build id in bytes, at most 20; 0 if there is none.
 * Threads: any.
 */
PDATA_API uint32_t pdata_elf_note_build_id(const void *notes, size_t len, uint64_t align, int swap,
					   uint8_t id[20]);

/* Bits that select the parts of an ELF file that pdata_elf_cut() keeps in the copy. */
enum pdata_elf_keep {
	/* the complete symbol tables, not only the symbols of pdata_elf_cut.addrs */
	PDATA_ELF_KEEP_SYMBOLS = 1,
	PDATA_ELF_KEEP_UNWIND = 2, /* call frame information: .eh_frame, .debug_frame ... */
	PDATA_ELF_KEEP_DEBUG = 4,  /* .debug_info, .debug_line and sections that they refer to */
	/*
	 * only the symbols that are found for the addresses in pdata_elf_cut.addrs. Drawback: where
	 * symbols overlap, a reader of the copy may find another symbol for an address than in the
	 * original file
	 */
	PDATA_ELF_KEEP_FEWEST = 8,
};

/* The parts of an ELF file that pdata_elf_cut() copies. */
struct pdata_elf_cut {
	/*
	 * the ELF file that the recorded process mapped, if pdata_elf_cut() copies a different
	 * file (a debug file); NULL: the file that pdata_elf_cut() copies is the mapped file
	 */
	const struct pdata_elf *mapped;
	/*
	 * addresses whose symbols the copy needs, in ascending order. Each address is a file
	 * offset in the file that the recorded process mapped (see @mapped), also if a debug file
	 * is copied. If the copied file is a relocatable object file (e_type 1), each address is an
	 * offset in .text
	 */
	const uint64_t *addrs;
	uint32_t nr;	      /* number of elements of @addrs */
	uint32_t keep;	      /* PDATA_ELF_KEEP_ bits: parts of the file to copy, see the enum */
	uint64_t max;	      /* maximum size in bytes of the new ELF file */
	uint64_t reserved[2]; /* 0 */
};

/**
 * pdata_elf_cut - copy the parts of an ELF file that have the symbols of given addresses
 * @e: the file
 * @cut: the addresses and the parts to keep
 * @out: receives a new buffer with the copy; free it with pdata_free(). NULL on failure
 *
 * The copy has the ELF header, all program headers, and all section headers with unchanged indexes
 * and addresses. In the copy, sections whose bytes are not needed have the type SHT_NOBITS and an
 * unchanged sh_offset; all other sections are at new file offsets.
 *
 * For each address, a symbol table (.symtab, .dynsym) of the copy has all symbols that cover the
 * address, and the symbol S with the highest start at or below the address. If S has no size, the
 * table also has the symbols after S in order of their starts, up to and including the first one
 * with a size. The names of all these symbols are in a new string table, whose section header
 * follows the section headers of @e. The function copies a symbol table completely in each of these
 * cases: PDATA_ELF_KEEP_SYMBOLS is set; one of the addresses is in the section .plt or .plt.sec; @e
 * has a section .opd; a symbol that covers an address starts below S; S and at least the 6 symbols
 * after S have no size. PDATA_ELF_KEEP_FEWEST excludes the last two cases and, for .symtab, the
 * case of .plt and .plt.sec.
 *
 * The copy has these sections whenever @e has them: .opd, .gnu_debuglink and .gnu_debugaltlink of
 * any size, and note sections of at most 4096 bytes. The copy has .rela.plt and .rel.plt if
 * PDATA_ELF_KEEP_SYMBOLS is set or if one of the addresses is in .plt or .plt.sec. The copy has
 * .gnu_debugdata if PDATA_ELF_KEEP_SYMBOLS is set or if .gnu_debugdata has at most 65536 bytes.
 *
 * Return: size of the copy in bytes; PDATA_L_MEMORY if the copy would be larger than cut->max;
 * PDATA_E_CUT if a section to copy goes past the end of the file; PDATA_E_NOMEM; PDATA_E_FORMAT if
 * the copy would have too many sections for the ELF header.
 */
PDATA_API int64_t pdata_elf_cut(struct pdata_elf *e, const struct pdata_elf_cut *cut,
				uint8_t **out);

/**
 * pdata_elf_core - make the ELF header and program headers of a new file with given segments
 * @like: ELF file from which the new ELF header gets class, byte order, machine, type, flags and
 *        all other fields that do not describe sections or program headers
 * @segments: @nr program headers; the file offsets in them are offsets in the new file
 * @out: receives a new buffer with the ELF header and the program headers, which are the start of
 *       the new file; free it with pdata_free(). NULL on failure
 *
 * The new file has no sections. A typical use is to copy only some of the segments of a core file
 * to a new core file.
 *
 * Return: size of the headers in bytes; PDATA_E_ARG if @nr is above 65534; PDATA_E_CUT if the ELF
 * header of @like can no longer be read; PDATA_E_NOMEM.
 */
PDATA_API int64_t pdata_elf_core(struct pdata_elf *like, const struct pdata_elf_segment *segments,
				 uint32_t nr, uint8_t **out);

#ifdef __cplusplus
}
#endif
#endif
