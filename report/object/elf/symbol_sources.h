/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Where symbols are from: the files of this machine that may be read, and what is in them. */

#include "object/elf/sym_table_priv.h"

#define SYM_ID_MAX 20u
#define SYM_PATH_MAX 4096u

struct sym_build_id {
	uint8_t data[SYM_ID_MAX];
	uint32_t size; /* 0: none */
};

struct sym_build_id sym_id_make(const uint8_t *data, uint32_t size);
/* Is @is the id of what was recorded as @want? Old recorders padded short ids with zeros. */
bool sym_id_match(const struct sym_build_id *want, const struct sym_build_id *is);
void sym_id_hex(const struct sym_build_id *id, char hex[2 * SYM_ID_MAX + 1]);

/*
 * Open @path for reading if that can neither block nor do anything: only ordinary files, and none
 * of the kernel's file systems unless @kernel_too. Return: descriptor, or -1 with errno.
 */
int sym_file_open(const char *path, bool kernel_too);
/* The same where only a look is wanted. */
bool sym_file_exists(const char *path);
/* Is @path the file with this device and inode? */
bool sym_file_is(const char *path, uint32_t maj, uint32_t min, uint64_t ino);
/* All of a file, terminated; to be freed. NULL with errno, which is ENOMEM without memory. */
char *sym_file_read(const char *path, bool kernel_too, size_t *len);
/* Files of symbols are read up to this many bytes. */
#define SYM_FILE_MAX (UINT64_C(1) << 30)
/*
 * Open a file that anybody could have put there: no symbolic link (ELOOP), and a file of root, of
 * the reader or of @uid (EPERM); SYM_ANY_OWNER: of anybody. Return: descriptor, or -1 with errno.
 */
#define SYM_ANY_OWNER UINT32_MAX
int sym_file_open_own(const char *path, uint32_t uid);

/* Is this how gzip, xz or zstd data begin? */
bool sym_is_compressed(const void *data, size_t len);
/* Such data as they were, to be freed. NULL with @why. */
char *sym_inflate(const void *data, size_t len, size_t *out_len, const char **why);

/*
 * The directory with perf's copies of what was recorded; with a directory for all files, the one
 * there.
 */
void sym_cache_dir(const char *symfs, char *buf, size_t size);
/* File @what ("elf", "debug", "vdso") of the cache's entry for @id. */
bool sym_cache_path(const char *symfs, const struct sym_build_id *id, const char *what, char *buf,
		    size_t size);

/* Say that the file at @path, where the one with build id @want should be, has build id @is. */
void sym_say_wrong_id(const char *path, const struct sym_build_id *want,
		      const struct sym_build_id *is);

/* Where distributions put debugging information of what has @id, below @symfs. */
bool sym_debug_path(const char *symfs, const struct sym_build_id *id, char *buf, size_t size);

/*
 * Was the recorded machine of another kind than this one? @arch: as headers name it; NULL: where
 * the kernel's text was, 0: not known, says it.
 */
bool sym_is_foreign(const char *arch, uint64_t kernel_text);

/* An open ELF file. */
struct sym_elf;
struct sym_debuginfod;

/*
 * NULL: not there, not ELF, or no memory; @why says which. Here and below a NULL that means "none"
 * may mean that memory is exhausted, too: mem_failures() tells.
 */
struct sym_elf *sym_elf_open(const char *path, const char **why);
/* The same of a file that has this build id; NULL: there is none. */
struct sym_elf *sym_find_with_id(const char *path, const struct sym_build_id *id);
struct sym_elf *sym_elf_from_memory(char *image, size_t len, const char **why);
/*
 * It is a copy that has only some of the sections, so that what lies at an offset of the file lies
 * elsewhere.
 */
void sym_elf_set_cut(struct sym_elf *e);
void sym_elf_close(struct sym_elf *e);
/* What of it is damaged, so that names may be missing; NULL: nothing. */
const char *sym_elf_damage(const struct sym_elf *e);
/* The symbols that @e, which has none but dynamic ones, carries compressed; NULL: it does not. */
struct sym_elf *sym_elf_mini(struct sym_elf *e);
struct sym_build_id sym_elf_build_id(struct sym_elf *e);
bool sym_elf_debuglink(struct sym_elf *e, char *buf, size_t size);
bool sym_elf_has_symtab(const struct sym_elf *e);
/* Does it hold what a running program needs: dynamic symbols, or ppc64's function descriptors? */
bool sym_elf_is_runtime(const struct sym_elf *e);
/* Does it hold code, rather than what was split off from that? */
bool sym_elf_has_code(const struct sym_elf *e);

struct pdata_elf;
/* The same file for libpdata, closed with @e or its descriptor; NULL: it cannot be read. */
struct pdata_elf *sym_elf_raw(struct sym_elf *e);

/* Bytes at @off of the file. */
bool sym_elf_read(const struct sym_elf *e, uint64_t off, void *buf, size_t len);
struct disasm_machine;
void sym_elf_machine(const struct sym_elf *e, struct disasm_machine *m);
/*
 * ARM: is the function at @addr of the short instructions? Of one without a symbol what the
 * program begins with says.
 */
bool sym_elf_is_thumb(struct sym_elf *e, uint64_t addr);
bool sym_elf_has_debug(const struct sym_elf *e); /* functions and lines, not symbols only */
/* The path and id of the file with what several files' debugging information shares. */
bool sym_elf_debugaltlink(struct sym_elf *e, const char **path, struct sym_build_id *id);
/* The file's own address of what is at @off in it. */
bool sym_elf_file_addr(const struct sym_elf *e, uint64_t off, uint64_t *addr);
/* How many bytes are loaded from @off of the file on. */
bool sym_elf_bytes_at(const struct sym_elf *e, uint64_t off, uint64_t *left);
/* Where the file has what it loads at @addr, and how many bytes of it from there. */
bool sym_elf_offset(const struct sym_elf *e, uint64_t addr, uint64_t *off, uint64_t *left);
/* Where section .text is in the file, and its address there. */
bool sym_elf_text(const struct sym_elf *e, uint64_t *off, uint64_t *addr);
/* The value of symbol @name; zero counts as none. */
bool sym_elf_value(struct sym_elf *e, const char *name, uint64_t *addr);

enum sym_elf_kind {
	SYM_ELF_USER,	/* symbols by file offset */
	SYM_ELF_KERNEL, /* by address */
	SYM_ELF_MODULE, /* by offset into .text */
};

struct sym_elf_use {
	enum sym_elf_kind kind;
	struct sym_elf *syms;	 /* has the names */
	struct sym_elf *runtime; /* was mapped; may be the same */
	const char *ref;	 /* kernel: a symbol whose run-time address is known, or NULL */
	uint64_t ref_addr;
};

/*
 * Fill @t. The files are closed; what names lead into is kept. Return: symbols. Without memory
 * there are none, and @t keeps the error.
 */
uint32_t sym_elf_load(const struct sym_elf_use *u, bool demangle, struct sym_table_priv *t);

/* A file of which a recording says what it was. */
struct sym_wanted {
	const char *name; /* its path when it was recorded */
	struct sym_build_id id;
	uint32_t maj, min;
	uint64_t ino;
	const char *symfs;			/* directory before all paths, or NULL */
	const struct pdata_bundle_files *files; /* that the recording carries, or NULL */
	struct sym_debuginfod *server;		/* or NULL */
	bool foreign; /* recorded on another kind of machine: paths lead nowhere here */
	bool vdso;
	bool image; /* what was mapped is wanted even if it has no names at all */
};

/*
 * Find the files for a user object; what @u is given is to be closed. Return: 0, or -1 with @why,
 * or -ENOMEM with @why.
 */
int sym_find_files(struct sym_wanted *w, struct sym_elf_use *u, char *path, const char **why);

/* Find the file with debugging information for a user object, to be closed; NULL: there is none. */
struct sym_elf *sym_find_debug(struct sym_wanted *w);
/* The file that @e's debugging information leads into; false: it has one that is not here. */
bool sym_find_shared_debug(struct sym_elf *e, const char *symfs, struct sym_elf **shared);

/* @dir and @path as one path. */
bool sym_join(char *buf, size_t size, const char *dir, const char *path);

/* The build id of this process's own vdso, of size 0 if it cannot be read. */
struct sym_build_id sym_vdso_id(void);
/* This process's own vdso if that is the one with @id, or NULL. */
struct sym_elf *sym_vdso_open(const struct sym_build_id *id);
/* Its symbols. */
bool sym_vdso_load(const struct sym_build_id *id, bool demangle, struct sym_table_priv *t);
