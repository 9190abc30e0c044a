/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * The sources of symbols: the files of this machine that may be read, and the contents of ELF
 * files.
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
 * Whether @is is the build id that was recorded as @want. Old recorders padded short ids with
 * zeros.
 */
bool sym_id_match(const struct sym_build_id *want, const struct sym_build_id *is);
void sym_id_hex(const struct sym_build_id *id, char hex[2 * SYM_ID_MAX + 1]);

/*
 * Open @path for reading if opening can neither block nor have side effects: only regular files,
 * and none in file systems of the kernel unless @kernel_too. Return: descriptor, or -1 with errno.
 */
int sym_file_open(const char *path, bool kernel_too);
/* Whether @path is a regular file, or a symbolic link to one. */
bool sym_file_exists(const char *path);
/* Whether @path is the file with this device and inode. */
bool sym_file_is(const char *path, uint32_t maj, uint32_t min, uint64_t ino);
/*
 * Read a whole file. Return: its bytes, terminated, which the caller frees; NULL with errno, which
 * is ENOMEM if memory is exhausted.
 */
char *sym_file_read(const char *path, bool kernel_too, size_t *len);
/* The most bytes that are read from a file with symbols. */
#define SYM_FILE_MAX (UINT64_C(1) << 30)
/*
 * Open a file in a directory in which anybody can create files: it must not be a symbolic link
 * (ELOOP), and must belong to root, the reader or @uid (EPERM); with SYM_ANY_OWNER it may belong to
 * anybody. Return: descriptor, or -1 with errno.
 */
#define SYM_ANY_OWNER UINT32_MAX
int sym_file_open_own(const char *path, uint32_t uid);

/* Whether @data begin like gzip, xz or zstd data. */
bool sym_is_compressed(const void *data, size_t len);
/*
 * Decompress gzip, xz or zstd data. Return: memory that the caller frees; NULL with the reason in
 * *@why.
 */
char *sym_inflate(const void *data, size_t len, size_t *out_len, const char **why);

/*
 * Get the directory of perf's build id cache, which has copies of recorded files. With @symfs, get
 * the cache below that directory.
 */
void sym_cache_dir(const char *symfs, char *buf, size_t size);
/* Get the path of file @what ("elf", "debug", "vdso") in the entry of the cache for @id. */
bool sym_cache_path(const char *symfs, const struct sym_build_id *id, const char *what, char *buf,
		    size_t size);

/* Report that the file at @path, which should have build id @want, has build id @is. */
void sym_say_wrong_id(const char *path, const struct sym_build_id *want,
		      const struct sym_build_id *is);

/*
 * Get the path at which distributions install debugging information of the object with @id, below
 * @symfs.
 */
bool sym_debug_path(const char *symfs, const struct sym_build_id *id, char *buf, size_t size);

/*
 * Whether the recorded machine has another architecture than this one. @arch: name in the header
 * of the recording; NULL: the address @kernel_text of the kernel's text (0: unknown) decides.
 */
bool sym_is_foreign(const char *arch, uint64_t kernel_text);

/* An open ELF file. */
struct sym_elf;
struct sym_debuginfod;

/*
 * Open an ELF file. NULL: not there, not ELF, or memory is exhausted; *@why says which. Here and
 * below, a NULL that means "none" may mean that memory is exhausted, too: mem_failures() tells.
 */
struct sym_elf *sym_elf_open(const char *path, const char **why);
/* Open the file if it has this build id; else NULL. */
struct sym_elf *sym_find_with_id(const char *path, const struct sym_build_id *id);
struct sym_elf *sym_elf_from_memory(char *image, size_t len, const char **why);
/*
 * Mark @e as a copy that has only some of the sections, so that offsets of the recorded file do
 * not hold for it.
 */
void sym_elf_set_cut(struct sym_elf *e);
void sym_elf_close(struct sym_elf *e);
/* Return: which part of @e is damaged, so that names may be missing; NULL: none. */
const char *sym_elf_damage(const struct sym_elf *e);
/*
 * Open the compressed symbols (.gnu_debugdata) of @e, which has only dynamic symbols otherwise;
 * NULL: it has none.
 */
struct sym_elf *sym_elf_mini(struct sym_elf *e);
struct sym_build_id sym_elf_build_id(struct sym_elf *e);
bool sym_elf_debuglink(struct sym_elf *e, char *buf, size_t size);
bool sym_elf_has_symtab(const struct sym_elf *e);
/*
 * Whether @e has the data that a running program needs: dynamic symbols, or function descriptors
 * of ppc64.
 */
bool sym_elf_is_runtime(const struct sym_elf *e);
/* Whether @e has code; files with debugging information only have none. */
bool sym_elf_has_code(const struct sym_elf *e);

struct pdata_elf;
/*
 * Return: the same file, opened by libpdata; NULL: it cannot be read. The file is closed when @e or
 * the descriptor of @e is closed.
 */
struct pdata_elf *sym_elf_raw(struct sym_elf *e);

/* Read @len bytes at offset @off of the file. */
bool sym_elf_read(const struct sym_elf *e, uint64_t off, void *buf, size_t len);
struct disasm_machine;
void sym_elf_machine(const struct sym_elf *e, struct disasm_machine *m);
/*
 * ARM: whether the function at @addr has Thumb instructions. Without a symbol there, the entry
 * point of the program decides.
 */
bool sym_elf_is_thumb(struct sym_elf *e, uint64_t addr);
/* Whether @e has debugging information with functions and lines, not only symbols. */
bool sym_elf_has_debug(const struct sym_elf *e);
/* Get path and build id of the dwz supplementary file. */
bool sym_elf_debugaltlink(struct sym_elf *e, const char **path, struct sym_build_id *id);
/* Get the address in the ELF file of the byte at offset @off. */
bool sym_elf_file_addr(const struct sym_elf *e, uint64_t off, uint64_t *addr);
/* Get the number of bytes that are loaded from offset @off on. */
bool sym_elf_bytes_at(const struct sym_elf *e, uint64_t off, uint64_t *left);
/* Get the file offset of loaded address @addr, and the number of bytes loaded from there on. */
bool sym_elf_offset(const struct sym_elf *e, uint64_t addr, uint64_t *off, uint64_t *left);
/* Get file offset and address of section .text. */
bool sym_elf_text(const struct sym_elf *e, uint64_t *off, uint64_t *addr);
/* Get the value of symbol @name. Return: false if there is none, or if it is zero. */
bool sym_elf_value(struct sym_elf *e, const char *name, uint64_t *addr);

enum sym_elf_kind {
	SYM_ELF_USER,	/* symbols by file offset */
	SYM_ELF_KERNEL, /* symbols by address */
	SYM_ELF_MODULE, /* symbols by offset into .text */
};

struct sym_elf_use {
	enum sym_elf_kind kind;
	struct sym_elf *syms;	 /* has the names */
	struct sym_elf *runtime; /* the file that was mapped; may be the same */
	const char *ref;	 /* kernel: symbol with a known run-time address, or NULL */
	uint64_t ref_addr;
};

/*
 * Fill @t with symbols. The files are closed, except those to which names point. Return: the
 * number of symbols; 0 if memory is exhausted, and @t keeps the error.
 */
uint32_t sym_elf_load(const struct sym_elf_use *u, bool demangle, struct sym_table_priv *t);

/* An object as the recording describes it, whose file is looked for. */
struct sym_wanted {
	const char *name; /* path of the object on the recorded machine */
	struct sym_build_id id;
	uint32_t maj, min;
	uint64_t ino;
	const char *symfs; /* directory before all paths, or NULL */
	/* Files in the bundle of the recording, or NULL. */
	const struct pdata_bundle_files *files;
	struct sym_debuginfod *server; /* or NULL */
	bool foreign; /* recorded on another architecture: its paths are not looked for here */
	bool vdso;
	bool image; /* the mapped file is wanted even if it has no names */
};

/*
 * Find the files for a user object. The caller closes the files in @u. Return: 0; -1 or -ENOMEM
 * with *@why.
 */
int sym_find_files(struct sym_wanted *w, struct sym_elf_use *u, char *path, const char **why);

/*
 * Find the file with debugging information for a user object. Return: the file, which the caller
 * closes; NULL: there is none.
 */
struct sym_elf *sym_find_debug(struct sym_wanted *w);
/*
 * Open the dwz supplementary file of @e into *@shared. Return: false: @e needs one that is not
 * here.
 */
bool sym_find_shared_debug(struct sym_elf *e, const char *symfs, struct sym_elf **shared);

/* Join @dir and @path to one path. */
bool sym_join(char *buf, size_t size, const char *dir, const char *path);

/* Return: the build id of the vdso of this process, of size 0 if it cannot be read. */
struct sym_build_id sym_vdso_id(void);
/* Open the vdso of this process if its build id is @id, or return NULL. */
struct sym_elf *sym_vdso_open(const struct sym_build_id *id);
/* Fill @t with symbols of the vdso of this process if its build id is @id. */
bool sym_vdso_load(const struct sym_build_id *id, bool demangle, struct sym_table_priv *t);
