/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Finds the files of this machine that have symbols or debugging information, opens them, and
 * reads the contents of ELF files. For the files that pdata refuses to open, see sym_file_open()
 * and sym_file_open_own().
 */

#include "object/elf/sym_table_priv.h"

#include <pdata/tasks.h>

#define SYM_ID_MAX 20u
#define SYM_PATH_MAX 4096u

struct sym_build_id {
	uint8_t data[SYM_ID_MAX];
	uint32_t size; /* number of bytes of the build id in @data; 0: no build id is known */
};

struct sym_build_id sym_id_make(const uint8_t *data, uint32_t size);
/*
 * Return: whether @is, the build id of a file, is equal to @want, the recorded build id. Old
 * versions of perf padded short build ids with zeros to 20 bytes; such zeros in @want are ignored.
 */
bool sym_id_match(const struct sym_build_id *want, const struct sym_build_id *is);
void sym_id_hex(const struct sym_build_id *id, char hex[2 * SYM_ID_MAX + 1]);

/*
 * Open the file @path for reading. Only a regular file is opened, because opening another file may
 * block or have side effects. A file in procfs, sysfs, debugfs or tracefs is opened only if
 * @kernel_too is true. Return: a file descriptor, which the caller closes; -1 on error, and errno
 * is set.
 */
int sym_file_open(const char *path, bool kernel_too);
/*
 * Return: whether @path is the path of a regular file, or of a symbolic link to one. The function
 * does not open the file. Files in procfs, sysfs, debugfs and tracefs count, too.
 */
bool sym_file_exists(const char *path);
/* What a recording says about a mapped file that has no build id. */
struct sym_file_id {
	/* from the MMAP2 record; @generation is 0 if it was not recorded */
	uint32_t maj, min, generation;
	uint64_t ino;
	/* time at which the recording was complete, in ns since 1970; 0: not known */
	uint64_t recorded_ns;
};

struct sym_file_id sym_file_id_of(const struct pdata_object *obj, uint64_t recorded_ns);

enum sym_file_match {
	/*
	 * the path is not the path of a regular file that can be opened, or the device or inode
	 * number of the file is not the recorded one, or no inode number was recorded
	 */
	SYM_FILE_OTHER,
	/*
	 * the device and inode number are the recorded ones, but the inode has another generation,
	 * or the file was changed after the recording
	 */
	SYM_FILE_CHANGED,
	SYM_FILE_SAME,
};

/*
 * Compare the file at @path with the recorded file @id. On overlay file systems, the kernel records
 * other device and inode numbers than stat() returns; therefore the function also maps the file and
 * compares the numbers in /proc/self/maps. As the time of the file's last change, the function uses
 * mtime, not ctime, because ctime also changes without a change of the content: perf record makes
 * hard links of the recorded files in ~/.debug.
 */
enum sym_file_match sym_file_compare(const char *path, const struct sym_file_id *id);
/*
 * Read the whole file @path. If @kernel_too is true, a file in procfs, sysfs, debugfs or tracefs
 * is read, too. Return: the contents of the file, *@len bytes and a NUL after them, which the
 * caller frees; NULL on error, and errno is set (ENOMEM if memory is exhausted).
 */
char *sym_file_read(const char *path, bool kernel_too, size_t *len);
/* Maximum number of bytes that are read of a file with symbols, such as a kallsyms or perf map. */
#define SYM_FILE_MAX (UINT64_C(1) << 30)
/* If @uid of sym_file_open_own() has this value, the file may belong to any user. */
#define SYM_ANY_OWNER UINT32_MAX
/*
 * Open the file @path for reading; the file may be in a directory where anybody can create files.
 * The file must belong to root, to the user that runs pdata, or to the user @uid. Return: a file
 * descriptor, which the caller closes; -1 on error. On error, errno is ELOOP if @path is a
 * symbolic link, EPERM if the file belongs to another user, and otherwise the errno of
 * sym_file_open().
 */
int sym_file_open_own(const char *path, uint32_t uid);

/* Return: whether the @len bytes at @data begin with the magic number of gzip, xz or zstd. */
bool sym_is_compressed(const void *data, size_t len);
/*
 * Decompress the @len bytes at @data, which are gzip, xz or zstd data. Return: the decompressed
 * data, *@out_len bytes that the caller frees. If the data cannot be decompressed, return NULL and
 * set *@why to a text with the reason, such as "is compressed with zstd, but this build lacks
 * zstd".
 */
char *sym_inflate(const void *data, size_t len, size_t *out_len, const char **why);

/*
 * Write the path of perf's build id cache to the buffer @buf of @size bytes. The cache is a
 * directory with copies of recorded files. Its path is @symfs/.debug if @symfs is not NULL;
 * otherwise the value of the environment variable PERF_BUILDID_DIR; if that is not set, ~/.debug.
 */
void sym_cache_dir(const char *symfs, char *buf, size_t size);
/*
 * Make the path of a file in perf's build id cache, and write it to the buffer @buf of @size
 * bytes. The file is the copy, of the kind @what ("elf", "debug" or "vdso"), of the recorded file
 * with the build id @id. @symfs selects the cache, see sym_cache_dir(). Return: true; false if @id
 * is empty or the path is too long.
 */
bool sym_cache_path(const char *symfs, const struct sym_build_id *id, const char *what, char *buf,
		    size_t size);

/*
 * Print an error message: the file @path has the build id @is instead of @want, so that no symbols
 * are read from it.
 */
void sym_say_wrong_id(const char *path, const struct sym_build_id *want,
		      const struct sym_build_id *is);

/*
 * Make the path at which distributions install the file with the debugging information for the
 * build id @id: /usr/lib/debug/.build-id/xx/xxxx.debug. Write the path to the buffer @buf of @size
 * bytes. If @symfs is not NULL, the path is below the directory @symfs. Return: true; false if @id
 * is empty or the path is too long.
 */
bool sym_debug_path(const char *symfs, const struct sym_build_id *id, char *buf, size_t size);

/*
 * Return: whether this machine has another architecture than the recorded machine, so that
 * recorded programs cannot run here. @arch is the header feature ARCH of the recording. If @arch
 * is NULL, the function concludes from @kernel_text, the address of the recorded kernel's text,
 * whether the recorded machine was x86-64; if @kernel_text is 0, too, the result is false.
 */
bool sym_is_foreign(const char *arch, uint64_t kernel_text);

/* An ELF file that is open for reading; sym_elf_close() closes it. */
struct sym_elf;
struct sym_debuginfod;
struct sym_processes;

/*
 * Open the ELF file @path, which may be compressed with gzip, xz or zstd. Return: the file, which
 * the caller closes with sym_elf_close(). If it cannot be opened, return NULL and set *@why to a
 * text with the reason, such as "is not an ELF file". If this function or a function below returns
 * NULL because memory is exhausted, mem_failures() has increased.
 */
struct sym_elf *sym_elf_open(const char *path, const char **why);
/*
 * Return: @e if its build id is @id. Otherwise close @e, which may be NULL, and return NULL.
 */
struct sym_elf *sym_elf_if_id(struct sym_elf *e, const struct sym_build_id *id);
/*
 * Open the ELF file @path, which may be compressed, if its build id is @id. Return: the file, which
 * the caller closes; NULL if the file does not exist, is not an ELF file, or has another build id.
 */
struct sym_elf *sym_find_with_id(const char *path, const struct sym_build_id *id);
struct sym_elf *sym_elf_from_memory(char *image, size_t len, const char **why);
/*
 * Declare that @e is a copy that has only some sections of the file that was mapped in the
 * recording, so that file offsets in the two files differ. sym_elf_read() then takes an offset in
 * the mapped file and converts it to an offset in the copy.
 */
void sym_elf_set_cut(struct sym_elf *e);
/*
 * @e and @copy are copies of the same file. Add @copy to @e if sym_elf_set_cut() was called for
 * both copies, and both have a symbol table .symtab or both lack it. sym_elf_load() then uses the
 * symbols of both copies, because the bundle of a merged recording has several copies with
 * different symbols. Return: true: @e owns @copy; false: @copy was not added. @e may be NULL.
 */
bool sym_elf_add_copy(struct sym_elf *e, struct sym_elf *copy);
void sym_elf_close(struct sym_elf *e);
/*
 * Return: a text that describes damage in @e because of which symbols may be missing; NULL: no such
 * damage was found.
 */
const char *sym_elf_damage(const struct sym_elf *e);
/*
 * Open the compressed ELF file in the section .gnu_debugdata of @e. Stripped programs, which have
 * at most dynamic symbols, may have this section; the ELF file in it has a symbol table. Return:
 * that ELF file, which the caller closes; NULL if @e has no such section, or if the section is
 * damaged.
 */
struct sym_elf *sym_elf_mini(struct sym_elf *e);
struct sym_build_id sym_elf_build_id(struct sym_elf *e);
bool sym_elf_debuglink(struct sym_elf *e, char *buf, size_t size);
bool sym_elf_has_symtab(const struct sym_elf *e);
/*
 * Return: whether @e has a section .dynsym, or a section .opd with the function descriptors of
 * ppc64. A file with one of these sections may be the file that is executed; a file with neither
 * section counts as a separate file of debugging information.
 */
bool sym_elf_is_runtime(const struct sym_elf *e);
/*
 * Return: whether @e has the contents of section .text; false for files that have only debugging
 * information.
 */
bool sym_elf_has_code(const struct sym_elf *e);

struct pdata_elf;
/*
 * Open the file @e with libpdata, too, unless an earlier call has opened it. Return: libpdata's
 * handle of the file, which is valid until sym_elf_close() or sym_elf_close_fd(); NULL: libpdata
 * cannot read the file.
 */
struct pdata_elf *sym_elf_raw(struct sym_elf *e);

/*
 * Read the @len bytes at file offset @off of @e into @buf. Return: whether all @len bytes were
 * read.
 */
bool sym_elf_read(const struct sym_elf *e, uint64_t off, void *buf, size_t len);
struct disasm_machine;
void sym_elf_machine(const struct sym_elf *e, struct disasm_machine *m);
/*
 * Return: whether the function that begins at the address @addr has Thumb instructions; always
 * false if @e is not for ARM. If no symbol of a function has this address, the result tells
 * whether the code at the entry point of @e has Thumb instructions.
 */
bool sym_elf_is_thumb(struct sym_elf *e, uint64_t addr);
/* Return: whether @e has DWARF debugging information (the section .debug_info or .zdebug_info). */
bool sym_elf_has_debug(const struct sym_elf *e);
/*
 * Set *@path and *@id to path and build id of the dwz supplementary file of @e, which are in the
 * section .gnu_debugaltlink. *@path is valid until @e is closed. Return: whether @e has this
 * section.
 */
bool sym_elf_debugaltlink(struct sym_elf *e, const char **path, struct sym_build_id *id);
/*
 * Set *@addr to the address (as p_vaddr) that the PT_LOAD segments give to the byte at file offset
 * @off. Return: true; false if no segment contains the offset.
 */
bool sym_elf_file_addr(const struct sym_elf *e, uint64_t off, uint64_t *addr);
/* The source files that the symbol table of an ELF file names for its functions. */
struct sym_source_names;

/*
 * Read the symbol table of the ELF file @path. Return: the names of source files, which the caller
 * frees with sym_source_names_free(). If the file cannot be read, the returned struct has no
 * names. NULL: memory is exhausted.
 */
struct sym_source_names *sym_source_names_read(const char *path);
/* If @n is NULL, do nothing. */
void sym_source_names_free(struct sym_source_names *n);
/*
 * Find the function that begins last before @addr, an address (as p_vaddr) in the ELF file, as
 * addr2line does. Set *@elsewhere to whether @addr is outside the section of this function, for
 * example in the PLT of a static program: then addr2line finds no function.
 * Return: the name of the function's source file. The name may be an empty string, and is valid
 * until sym_source_names_free(). NULL: the symbol table does not tell the source file, as for most
 * global functions.
 */
const char *sym_source_names_find(const struct sym_source_names *n, uint64_t addr, bool *elsewhere);

/*
 * Set *@left to the number of bytes from file offset @off to the end of the PT_LOAD segment that
 * contains @off. Return: true; false if no segment contains the offset.
 */
bool sym_elf_bytes_at(const struct sym_elf *e, uint64_t off, uint64_t *left);
/*
 * Find the PT_LOAD segment that contains the address @addr (as p_vaddr). Set *@off to the file
 * offset of the byte at @addr, and *@left to the number of bytes from @addr to the end of the
 * segment. Return: true; false if no segment contains the address.
 */
bool sym_elf_offset(const struct sym_elf *e, uint64_t addr, uint64_t *off, uint64_t *left);
/*
 * Set *@off to the file offset of the section .text of @e, and *@addr to its address (sh_addr).
 * Return: true; false if @e has no contents of .text.
 */
bool sym_elf_text(const struct sym_elf *e, uint64_t *off, uint64_t *addr);
/*
 * Set *@addr to the value of the symbol @name in the section .symtab of @e. Return: true; false if
 * .symtab has no such symbol, or if its value is 0.
 */
bool sym_elf_value(struct sym_elf *e, const char *name, uint64_t *addr);

/* The meaning of sym.start and sym.end in the table that sym_elf_load() fills. */
enum sym_elf_kind {
	SYM_ELF_USER,	/* user file: sym.start and sym.end are offsets in the file */
	SYM_ELF_KERNEL, /* kernel: sym.start and sym.end are addresses at run time */
	/* kernel module: sym.start and sym.end are offsets from the start of its section .text */
	SYM_ELF_MODULE,
};

struct sym_elf_use {
	enum sym_elf_kind kind;
	struct sym_elf *syms;	 /* the file with the symbol table */
	struct sym_elf *runtime; /* the file that was mapped; may be the same pointer as @syms */
	/*
	 * name of a kernel symbol whose recorded run-time address is @ref_addr; NULL: no such
	 * symbol was recorded, or @kind is not SYM_ELF_KERNEL
	 */
	const char *ref;
	uint64_t ref_addr;
	/*
	 * names of the same object that pdata has appended to the recording; NULL: there are none.
	 * They fill the gaps of @syms if that is a copy with only some of the file's symbols.
	 */
	const struct pdata_bundle_object *names;
};

/*
 * Fill the table @t with the symbols of @u->syms. @t owns both files of @u afterwards: the
 * function closes their descriptors, and sym_table_free() frees the rest, because names in @t
 * point into the files. @demangle says whether mangled names are demangled; names in files of
 * another kind than SYM_ELF_USER are never demangled. Return: number of symbols; 0 also if memory
 * is exhausted: sym_table_err() then returns -ENOMEM for @t.
 */
uint32_t sym_elf_load(const struct sym_elf_use *u, bool demangle, struct sym_table_priv *t);

/*
 * The recorded data about a mapped object, and the places where its files are searched for.
 */
struct sym_wanted {
	const char *name; /* recorded path of the object, a path on the recorded machine */
	struct sym_build_id id;
	/* the file that was mapped; has a meaning only if @id.size is 0 (no build id is known) */
	struct sym_file_id file;
	const char *symfs; /* --symfs directory that is put before all paths; NULL: none */
	/* files that pdata has appended to the recording (bundle); NULL: there are none */
	const struct pdata_bundle_files *files;
	struct sym_debuginfod *server; /* client of debuginfod servers; NULL: no server */
	/*
	 * finds the file in the root directory of a running process, if it is in no other place;
	 * NULL: no process is looked for
	 */
	struct sym_processes *processes;
	uint32_t object; /* if @processes is not NULL: pdata_object.index of the object */
	/*
	 * @symfs is the root directory of a process, and not the directory of an option --symfs;
	 * if @id.size is 0, a file below @symfs must therefore be the recorded file @file. The
	 * functions below set this member.
	 */
	bool in_process;
	/*
	 * the recorded machine has another architecture than this machine, so that the recorded
	 * path is used only below @symfs, never as a path on this machine
	 */
	bool foreign;
	bool vdso;
	/*
	 * the caller needs the code of the mapped file, so that a mapped file without symbols is
	 * accepted, too
	 */
	bool image;
};

/*
 * Find and open the files of @w, a user-space object or a kernel module. Set @u->syms to the file
 * with the symbol table and @u->runtime to the file that was mapped; the caller closes both files.
 * If only one file is found, both members are set to this file, which the caller closes once.
 * Write the path of the file with the symbol table to the buffer @path of SYM_PATH_MAX bytes.
 * Return: 0 if a file was found; -1 if none was found; -ENOMEM if memory is exhausted. If the
 * result is not 0, the function sets *@why to a text with the reason, such as "was not found".
 */
int sym_find_files(struct sym_wanted *w, struct sym_elf_use *u, char *path, const char **why);

/*
 * Find and open the file with DWARF debugging information of the user-space object @w. Write the
 * path of this file to the buffer @path of SYM_PATH_MAX bytes. Return: the file, which the caller
 * closes; NULL: no such file was found.
 */
struct sym_elf *sym_find_debug(struct sym_wanted *w, char *path);
/*
 * Open the dwz supplementary file of @e, and set *@shared to this file; the caller closes it. @e is
 * the file with debugging information of the object @w and was found at @debug_path. If @e needs no
 * such file, set *@shared to NULL. Return: true; false if @e needs such a file, but it was not
 * found.
 */
bool sym_find_shared_debug(struct sym_elf *e, const struct sym_wanted *w, const char *debug_path,
			   struct sym_elf **shared);

/*
 * Write the path @dir/@path to the buffer @buf of @size bytes; if @dir is NULL, write @path only.
 * Return: true; false if the path does not fit into the buffer.
 */
bool sym_join(char *buf, size_t size, const char *dir, const char *path);

/* Return: the build id of the vdso of this process; its size is 0 if the vdso cannot be read. */
struct sym_build_id sym_vdso_id(void);
/*
 * Return: the vdso of this process as an ELF file, which the caller closes; NULL if the vdso does
 * not have the build id @id, or if it cannot be read.
 */
struct sym_elf *sym_vdso_open(const struct sym_build_id *id);
/*
 * If the vdso of this process has the build id @id, fill the table @t with its symbols. If
 * @demangle is true, symbols get demangled names. Return: whether @t has symbols now.
 */
bool sym_vdso_load(const struct sym_build_id *id, bool demangle, struct sym_table_priv *t);
