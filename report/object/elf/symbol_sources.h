/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * The sources of symbols: finds and opens the files of this machine that may be read, and reads the
 * contents of ELF files.
 */

#include "object/elf/sym_table_priv.h"

#define SYM_ID_MAX 20u
#define SYM_PATH_MAX 4096u

struct sym_build_id {
	uint8_t data[SYM_ID_MAX];
	uint32_t size; /* 0: no build id */
};

struct sym_build_id sym_id_make(const uint8_t *data, uint32_t size);
/*
 * Return: whether the build id @is of a file equals the recorded build id @want. Old recorders
 * padded short build ids with zeros, so zeros at the end of @want are allowed.
 */
bool sym_id_match(const struct sym_build_id *want, const struct sym_build_id *is);
void sym_id_hex(const struct sym_build_id *id, char hex[2 * SYM_ID_MAX + 1]);

/*
 * Open the file @path for reading. Only a regular file is opened, because opening another file may
 * block or have side effects. A file in a file system of the kernel (procfs, sysfs, debugfs,
 * tracefs) is opened only with @kernel_too. Return: descriptor; -1 with errno.
 */
int sym_file_open(const char *path, bool kernel_too);
/* Return: whether @path is a regular file, or a symbolic link to a regular file. */
bool sym_file_exists(const char *path);
/*
 * Return: whether @path is the regular file with the device @maj:@min and the inode @ino, as in an
 * MMAP2 record. On overlay file systems, device and inode in the record differ from the result of
 * stat().
 */
bool sym_file_is(const char *path, uint32_t maj, uint32_t min, uint64_t ino);
/*
 * Read a whole file; see sym_file_open() for @kernel_too. Return: the *@len bytes of the file with
 * a NUL after them, which the caller frees; NULL with errno, which is ENOMEM if memory is
 * exhausted.
 */
char *sym_file_read(const char *path, bool kernel_too, size_t *len);
/* Limit for files with symbols: at most this many bytes of a file are read. */
#define SYM_FILE_MAX (UINT64_C(1) << 30)
/* Value of @uid for sym_file_open_own(): the file may belong to any user. */
#define SYM_ANY_OWNER UINT32_MAX
/*
 * Open the file @path, which may be in a directory where anybody can create files. The file must
 * not be a symbolic link (ELOOP), and must belong to root, the calling user or @uid (EPERM).
 * Return: descriptor; -1 with errno.
 */
int sym_file_open_own(const char *path, uint32_t uid);

/* Return: whether @data begins like gzip, xz or zstd data. */
bool sym_is_compressed(const void *data, size_t len);
/*
 * Decompress gzip, xz or zstd data. Return: *@out_len bytes in memory that the caller frees; NULL:
 * an error, and *@why is a text with the reason.
 */
char *sym_inflate(const void *data, size_t len, size_t *out_len, const char **why);

/*
 * Write the directory of perf's build id cache, which has copies of recorded files, to @buf:
 * PERF_BUILDID_DIR or ~/.debug. With @symfs not NULL, write the path @symfs/.debug.
 */
void sym_cache_dir(const char *symfs, char *buf, size_t size);
/*
 * Write the path of the file @what ("elf", "debug", "vdso") in the build id cache's entry for @id
 * to @buf. @symfs: see sym_cache_dir(). Return: false: @id is empty, or the path is too long.
 */
bool sym_cache_path(const char *symfs, const struct sym_build_id *id, const char *what, char *buf,
		    size_t size);

/*
 * Print a message that the file @path has build id @is instead of @want, and that no symbols are
 * read from it.
 */
void sym_say_wrong_id(const char *path, const struct sym_build_id *want,
		      const struct sym_build_id *is);

/*
 * Write the path at which distributions install the debugging information of build id @id to @buf:
 * /usr/lib/debug/.build-id/xx/xxxx.debug, below the directory @symfs (NULL: /). Return: false: @id
 * is empty, or the path is too long.
 */
bool sym_debug_path(const char *symfs, const struct sym_build_id *id, char *buf, size_t size);

/*
 * Return: whether the architecture of the recorded machine differs from that of this machine.
 * @arch: architecture in the header of the recording; NULL: not recorded; then @kernel_text, the
 * address of the recorded kernel's text (0: not known), decides.
 */
bool sym_is_foreign(const char *arch, uint64_t kernel_text);

/* An ELF file that is open for reading. */
struct sym_elf;
struct sym_debuginfod;

/*
 * Open the ELF file @path. Return: the file, which sym_elf_close() closes; NULL: an error, and
 * *@why is a text with the reason. If NULL is returned here or by the functions below, memory may
 * be exhausted; then mem_failures() has increased.
 */
struct sym_elf *sym_elf_open(const char *path, const char **why);
/*
 * Open the ELF file @path if its build id is @id. Return: NULL: the file does not exist, is no ELF
 * file, or has another build id.
 */
struct sym_elf *sym_find_with_id(const char *path, const struct sym_build_id *id);
struct sym_elf *sym_elf_from_memory(char *image, size_t len, const char **why);
/*
 * Mark @e as a copy that has only some sections of the recorded file. Offsets in the recorded file
 * are then converted to offsets in the copy.
 */
void sym_elf_set_cut(struct sym_elf *e);
void sym_elf_close(struct sym_elf *e);
/*
 * Return: a text that says which part of @e is damaged, so that symbols may be missing; NULL: no
 * damage was found.
 */
const char *sym_elf_damage(const struct sym_elf *e);
/*
 * Open the compressed symbol table in section .gnu_debugdata of @e, which stripped programs may
 * have. Return: the symbol table as an ELF file, which the caller closes; NULL: @e has no such
 * section, or it is damaged.
 */
struct sym_elf *sym_elf_mini(struct sym_elf *e);
struct sym_build_id sym_elf_build_id(struct sym_elf *e);
bool sym_elf_debuglink(struct sym_elf *e, char *buf, size_t size);
bool sym_elf_has_symtab(const struct sym_elf *e);
/*
 * Return: whether @e has the sections of a program or library that can run: dynamic symbols, or the
 * function descriptors of ppc64.
 */
bool sym_elf_is_runtime(const struct sym_elf *e);
/*
 * Return: whether @e has the contents of section .text; false for files that have only debugging
 * information.
 */
bool sym_elf_has_code(const struct sym_elf *e);

struct pdata_elf;
/*
 * Return: the same file, opened by libpdata; NULL: libpdata cannot read the file. The result is
 * valid until sym_elf_close() or sym_elf_close_fd().
 */
struct pdata_elf *sym_elf_raw(struct sym_elf *e);

/* Read the @len bytes at offset @off of the file into @buf. Return: whether all bytes were read. */
bool sym_elf_read(const struct sym_elf *e, uint64_t off, void *buf, size_t len);
struct disasm_machine;
void sym_elf_machine(const struct sym_elf *e, struct disasm_machine *m);
/*
 * Return: whether the function at @addr has Thumb instructions (ARM only). If no symbol is at
 * @addr, return whether the entry point of the program has Thumb instructions.
 */
bool sym_elf_is_thumb(struct sym_elf *e, uint64_t addr);
/* Return: whether @e has the section .debug_info, not only a symbol table. */
bool sym_elf_has_debug(const struct sym_elf *e);
/*
 * Get path and build id of the dwz supplementary file of @e, from section .gnu_debugaltlink.
 * Return: whether @e has such a section.
 */
bool sym_elf_debugaltlink(struct sym_elf *e, const char **path, struct sym_build_id *id);
/*
 * Convert the file offset @off to an address in the ELF file, by the PT_LOAD segments. Return:
 * false: no segment has the offset.
 */
bool sym_elf_file_addr(const struct sym_elf *e, uint64_t off, uint64_t *addr);
/*
 * Set *@left to the number of bytes from file offset @off to the end of the PT_LOAD segment that
 * contains @off. Return: false: no segment has the offset.
 */
bool sym_elf_bytes_at(const struct sym_elf *e, uint64_t off, uint64_t *left);
/*
 * Convert the address @addr of a PT_LOAD segment to a file offset. *@left: number of bytes from
 * @addr to the end of the segment. Return: false: no segment has the address.
 */
bool sym_elf_offset(const struct sym_elf *e, uint64_t addr, uint64_t *off, uint64_t *left);
/*
 * Get file offset and address of section .text. Return: false: the file lacks the contents of
 * .text.
 */
bool sym_elf_text(const struct sym_elf *e, uint64_t *off, uint64_t *addr);
/*
 * Get the value of symbol @name in .symtab. Return: false: the file has no such symbol, or its
 * value is 0.
 */
bool sym_elf_value(struct sym_elf *e, const char *name, uint64_t *addr);

/* What the addresses of symbols are, in the table that sym_elf_load() fills. */
enum sym_elf_kind {
	SYM_ELF_USER,	/* file offsets */
	SYM_ELF_KERNEL, /* addresses in memory */
	SYM_ELF_MODULE, /* offsets into section .text */
};

struct sym_elf_use {
	enum sym_elf_kind kind;
	struct sym_elf *syms;	 /* the file that has the names */
	struct sym_elf *runtime; /* the file that was mapped; may be the same file as @syms */
	const char *ref;	 /* kernel: name of a symbol whose run-time address is @ref_addr */
	uint64_t ref_addr;
};

/*
 * Fill @t with the symbols of @u->syms. @t takes over both files of @u: descriptors are closed at
 * once, and sym_table_free() frees the files, because names point into them. Return: number of
 * symbols; 0 also if memory is exhausted, which is an error of @t.
 */
uint32_t sym_elf_load(const struct sym_elf_use *u, bool demangle, struct sym_table_priv *t);

/* An object as the recording describes it, and where its files are searched for. */
struct sym_wanted {
	const char *name; /* path of the object on the recorded machine */
	struct sym_build_id id;
	uint32_t maj, min;
	uint64_t ino;
	const char *symfs; /* directory that is put before all paths; NULL: none */
	/* files in the bundle of the recording; NULL: no bundle */
	const struct pdata_bundle_files *files;
	struct sym_debuginfod *server; /* client of debuginfod servers; NULL: no server */
	bool foreign; /* another architecture was recorded: without @symfs, skip recorded paths */
	bool vdso;
	bool image; /* find the mapped file even if it has no names, because its code is needed */
};

/*
 * Find the files with symbols and code of the user object @w. @u: the files, which the caller
 * closes. @path, SYM_PATH_MAX bytes: path of the file with the names. Return: 0; -1 (not found) or
 * -ENOMEM: *@why is a text with the reason.
 */
int sym_find_files(struct sym_wanted *w, struct sym_elf_use *u, char *path, const char **why);

/*
 * Find the file with debugging information of the user object @w. Return: the file, which the
 * caller closes; NULL: not found.
 */
struct sym_elf *sym_find_debug(struct sym_wanted *w);
/*
 * Open the dwz supplementary file of @e. *@shared: the file, which the caller closes; NULL: @e
 * needs none. Return: false: @e needs such a file, but it was not found.
 */
bool sym_find_shared_debug(struct sym_elf *e, const char *symfs, struct sym_elf **shared);

/*
 * Write the path @path below the directory @dir to @buf; @dir NULL: write @path alone. Return:
 * false: the path does not fit into @size bytes.
 */
bool sym_join(char *buf, size_t size, const char *dir, const char *path);

/* Return: the build id of the vdso of this process; its size is 0 if the vdso cannot be read. */
struct sym_build_id sym_vdso_id(void);
/*
 * Return: the vdso of this process as an ELF file, if its build id is @id; NULL: another build id,
 * or the vdso cannot be read. The caller closes the file.
 */
struct sym_elf *sym_vdso_open(const struct sym_build_id *id);
/*
 * Fill @t with the symbols of the vdso of this process, if its build id is @id. Return: whether @t
 * has symbols now.
 */
bool sym_vdso_load(const struct sym_build_id *id, bool demangle, struct sym_table_priv *t);
