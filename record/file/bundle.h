/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Makes the bundle of a recording: copies, stored in the recording, of the parts of files that
 * contain the symbols of sampled addresses. The recorder collects these addresses (hit addresses)
 * while it makes the index. At the end of the recording, the recorder finds the objects with these
 * addresses and copies parts of the files of the objects.
 */

#include "base/output_opts.h"
#include "base/recorder.h"
#include "base/util.h"

#include <pdata/tasks.h>
#include <pdata/trailer.h>

struct rec_bundle;
struct rec_hit_addresses;

/*
 * Return a new, empty bundle: the set of files with symbols that the recorder stores in the
 * trailer behind the features of a recording. Return NULL if memory is exhausted, or if no symbols
 * are stored (--bundle=no, or --switch-output without --bundle).
 */
struct rec_bundle *rec_bundle_new(struct rec *r);
/*
 * If @rec is about tasks, maps or KSYMBOLs, add it to the maps and tasks from which @b later finds
 * the object of each sampled address. Ignore records of other types. The caller passes all records
 * except samples, in the order in which the recorder writes them.
 */
void rec_bundle_other(struct rec_bundle *b, const struct pdata_record *rec);
void rec_bundle_free(struct rec_bundle *b);
/*
 * Fill @out with a block of the trailer (the data that follows the header features in the file).
 * The block has the files with symbols for the addresses in @h: reduced ELF files, lines of
 * kallsyms, perf maps and jitdumps. The caller frees @out->data with pdata_free(). Return: true;
 * false: there is no file to store, and @out is unchanged.
 */
bool rec_bundle_make(struct rec *r, struct rec_bundle *b, struct rec_hit_addresses *h,
		     struct pdata_block_in *out);

/* ---- hit addresses (hit_addresses.c) ---- */

/*
 * Value of rec_hit_address.pid and rec_point.pid: the address is an address of the kernel, and
 * does not belong to a process.
 */
#define REC_NO_PID UINT32_MAX

/*
 * An address that samples contain as ip, as data address, in a call chain, as source or target of
 * a branch or, if they have a copy of the user stack, as ip of the user registers. If the address
 * is in the upper half of the 64-bit address space, which is the half of the kernel, @pid is
 * REC_NO_PID; otherwise @pid is the process of these samples. Exception: in a 32-bit recorder,
 * @pid is always the process of these samples.
 */
struct rec_hit_address {
	uint64_t ip;
	uint64_t first, last; /* times (ns) of the first and last sample with the address */
	uint32_t pid;
};

struct rec_hit_addresses;

struct rec_hit_addresses *rec_hit_addresses_new(void); /* returns NULL if memory is exhausted */
void rec_hit_addresses_free(struct rec_hit_addresses *h);
void rec_hit_addresses_add(struct rec_hit_addresses *h, const struct pdata_record *rec);
/*
 * Add to the table of @h the addresses of all call chains that rec_hit_addresses_add() has only
 * copied (pending chains). rec_hit_addresses_add() leaves this work to this function, because
 * adding the addresses of a chain takes much longer than copying the chain. The copies take at
 * most 1 MiB; before they exceed this size, rec_hit_addresses_add() calls this function. The
 * recorder also calls this function when it has no ring to drain. Return: the number of addresses
 * in the chains that were pending at the call.
 */
size_t rec_hit_addresses_settle(struct rec_hit_addresses *h);
/*
 * Return the array of all addresses that were added, sorted by pid and then by the time of the
 * last sample. *@nr becomes the number of elements in the array. The array belongs to @h, and no
 * addresses may be added afterwards. *@nr_left_out becomes the count of addresses that were
 * dropped because the table of @h was full; an address counts again each time it is dropped.
 */
const struct rec_hit_address *rec_hit_addresses_finish(struct rec_hit_addresses *h, uint32_t *nr,
						       uint64_t *nr_left_out);

/* ---- shared by bundle.c and bundle_*.c ---- */

/*
 * An address in an object, and a process that has mapped the object. The address is a sampled
 * address or, because a return address can already belong to the next function, a sampled address
 * minus 1.
 */
struct rec_point {
	uint32_t object, pid; /* @object: pdata_object.index; @pid: the process, or REC_NO_PID */
	/*
	 * The address, as an offset in the file of the object. If the object is the kernel, a
	 * kernel module, or memory without a file, this member is the address itself.
	 * REC_POINT_ANY: there is no address, and this struct only says that the process has
	 * mapped the object.
	 */
	uint64_t addr;
};

#define REC_POINT_ANY UINT64_MAX

/*
 * The sampled addresses of one object. @hits has an element for each pair of an address (or
 * REC_POINT_ANY) and a process, sorted by address. @addr has the @nr distinct addresses in @hits,
 * without REC_POINT_ANY, in ascending order.
 */
struct rec_points {
	const struct pdata_object *object;
	/*
	 * array of @nr_hits pairs of a sampled address (or REC_POINT_ANY) and a process; @nr_hits
	 * is at least 1
	 */
	const struct rec_point *hits;
	uint64_t *addr;
	uint32_t nr, nr_hits;
};

/*
 * The processes that mapped executable memory without a file (JIT code), and the user id of each
 * process. rec_jit_note() reads the user id from /proc while the process runs.
 */
struct rec_jit_users {
	struct rec_jit_user *all;
	uint32_t nr;
};

/*
 * The files with symbols that were collected so far for the trailer (data behind the features of
 * the recording), and counts of the files whose symbols are left out.
 */
struct rec_collect {
	struct rec *r;
	const struct pdata_tasks *tasks; /* all objects of the recording */
	const struct rec_jit_users *users;
	struct rec_arena arena;
	enum rec_bundle_mode mode;
	struct pdata_bundle_file *files;
	uint32_t nr, nr_owned;
	/* array of nr_owned pointers that rec_bundle_make() passes to pdata_free() */
	void **owned;
	/*
	 * @bytes: size in bytes of all files in @files together; @max_bytes: the limit of @bytes
	 */
	uint64_t bytes, max_bytes;
	/* when rec_now_ns() exceeds this time, the recorder reads no further object */
	uint64_t until;
	/*
	 * Counts of files that are left out or stored in part; a file is in at most one count.
	 * @nr_late: files that the recorder did not try to read, because the time @until had
	 * passed or @bytes had already reached @max_bytes. @nr_missing: files that cannot be read,
	 * for example because they were deleted or replaced, and ELF files of which even the
	 * smallest reduced copy would exceed @max_bytes; they are left out. @nr_shortened: ELF
	 * files that are stored with fewer symbols and without debug information, because the full
	 * copy would exceed @max_bytes, and perf maps and jitdumps that are left out, because they
	 * would exceed @max_bytes. @nr_overlapping: ELF files whose symbols overlap, and that are
	 * stored with only the symbols of hit addresses, because all symbols would exceed
	 * @max_bytes.
	 */
	uint32_t nr_missing, nr_late, nr_shortened, nr_overlapping;
	bool no_kernel; /* the symbols of the kernel were left out for lack of time */
};

/*
 * Add a file with the name @name and the @size bytes of content at @data to @c. The function does
 * not copy @name and @data, so the strings and bytes must stay valid as long as @c. Return: the
 * new element of @c->files, valid until the next call of this function. The caller may set the
 * members for which the function has no parameter. Defined in bundle_collect.c.
 */
struct pdata_bundle_file *rec_collect_add(struct rec_collect *c, uint32_t kind, const char *name,
					  const uint8_t *data, uint64_t size);

/*
 * rec_bundle_elf() adds the ELF file of the program or library p->object to @c, reduced to what
 * the mode of --bundle asks for: the symbols of sampled addresses, all symbols, or all symbols and
 * debug information. rec_bundle_vdso() adds the complete vdso of the recorder, unless its build id
 * differs from that of p->object (bundle_elf.c).
 */
void rec_bundle_elf(struct rec_collect *c, const struct rec_points *p);
void rec_bundle_vdso(struct rec_collect *c, const struct rec_points *p);
/*
 * Add to @c lines of /proc/kallsyms: the lines of the symbols that cover the @nr ascending
 * addresses @addrs, the line after each of these symbols (the address in this line is the end of
 * the symbol), and all lines of the modules in @modules. Names of modules are in brackets, as in
 * kallsyms: "[nf_nat]". Defined in bundle_kernel.c.
 */
void rec_bundle_kernel(struct rec_collect *c, const uint64_t *addrs, uint32_t nr,
		       const char **modules, uint32_t nr_modules);
/*
 * Add to @c the symbols of the JIT code p->object: from the perf map of its process
 * (/tmp/perf-PID.map) or, if there is no perf map, from the jitdump file @jitdump. @jitdump is
 * NULL if the process has not mapped a jitdump (bundle_jit.c).
 */
void rec_bundle_jit(struct rec_collect *c, const struct rec_points *p, const char *jitdump);
/*
 * If the MMAP2 record @rec is about executable memory without a file (JIT code), add its process
 * and the user id of the process to @u, with memory from @a.
 */
void rec_jit_note(struct rec_arena *a, struct rec_jit_users *u, const struct pdata_record *rec);

/*
 * Open the regular file @path as the process @pid sees it: below /proc/PID/root. If this fails,
 * open @path itself, but only if @pid is 0 or REC_NO_PID, if the process has ended, or if the
 * process is in the mount namespace of the recorder. *@ns becomes the inode number of the mount
 * namespace of the process, or 0 if this is the recorder's namespace or is not known. @flags:
 * flags of open(2) in addition to O_RDONLY. Return: a descriptor, or -1 with errno.
 */
int rec_bundle_open(uint32_t pid, const char *path, int flags, uint64_t *ns);
/*
 * Return the inode number of the mount namespace of the process @pid; 0: the process is in the
 * namespace of the recorder, or its namespace is not known.
 */
uint64_t rec_bundle_namespace(uint32_t pid);
/*
 * Return the index of the first address in the array @addr that is not below @v; return @nr if all
 * addresses are below @v. The array has @nr addresses in ascending order.
 */
uint32_t rec_points_first(const uint64_t *addr, uint32_t nr, uint64_t v);
