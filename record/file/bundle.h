/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Makes the bundle of a recording: copies of the parts of files that contain the symbols of sampled
 * addresses. The addresses (hit addresses) are collected while the index is made; at the end of the
 * recording, the recorder finds the objects with these addresses and copies parts of their files.
 */

#include "base/output_opts.h"
#include "base/recorder.h"
#include "base/util.h"

#include <pdata/tasks.h>
#include <pdata/trailer.h>

struct rec_bundle;
struct rec_hit_addresses;

/*
 * Return a new bundle. NULL: the options say to store no symbols (as --bundle=no does), or memory
 * is exhausted.
 */
struct rec_bundle *rec_bundle_new(struct rec *r);
/*
 * Add @rec to the maps and tasks that the bundle knows if it is a record about maps or tasks;
 * ignore records of other types. Called for all records except samples, in the order in which they
 * are written.
 */
void rec_bundle_other(struct rec_bundle *b, const struct pdata_record *rec);
void rec_bundle_free(struct rec_bundle *b);
/*
 * Make the trailer block with the files that have symbols for the addresses in @h: reduced ELF
 * files, lines of kallsyms, perf maps, jitdumps. Free @out->data with pdata_free(). Return: false
 * if no file is stored, and there is no block.
 */
bool rec_bundle_make(struct rec *r, struct rec_bundle *b, struct rec_hit_addresses *h,
		     struct pdata_block_in *out);

/* ---- hit addresses (hit_addresses.c) ---- */

#define REC_NO_PID UINT32_MAX /* pid of addresses in the kernel half of the address space */

/* An address that samples have as ip, data address, call chain entry or branch. */
struct rec_hit_address {
	uint64_t ip;
	uint64_t first, last; /* times (ns) of the first and last sample with the address */
	uint32_t pid;
};

struct rec_hit_addresses;

struct rec_hit_addresses *rec_hit_addresses_new(void); /* NULL: memory is exhausted */
void rec_hit_addresses_free(struct rec_hit_addresses *h);
void rec_hit_addresses_add(struct rec_hit_addresses *h, const struct pdata_record *rec);
/*
 * Add the addresses of pending call chains, at most 1 MiB of chains, to the table of @h. Call this
 * function when no ring has to be drained. Return: number of addresses in these chains.
 */
size_t rec_hit_addresses_settle(struct rec_hit_addresses *h);
/*
 * Return the *@nr hit addresses, sorted by pid and time of the last sample. No addresses may be
 * added afterwards. The array belongs to @h. *@nr_left_out becomes the number of addresses for
 * which the table of @h had no room.
 */
const struct rec_hit_address *rec_hit_addresses_finish(struct rec_hit_addresses *h, uint32_t *nr,
						       uint64_t *nr_left_out);

/* ---- shared by bundle.c and bundle_*.c ---- */

/* A hit address of one object in one process. */
struct rec_point {
	uint32_t object, pid; /* @object: index of the object; @pid: a process that has mapped it */
	/*
	 * File offset of the hit address. In the kernel, its modules and memory without a file: the
	 * address itself. REC_POINT_ANY: the process has mapped the object, without a hit address.
	 */
	uint64_t addr;
};

#define REC_POINT_ANY UINT64_MAX

/*
 * The hit addresses of one object. @addr has the @nr distinct addresses (or file offsets) in
 * ascending order. @hits has an element for each address and each process that hit the address.
 */
struct rec_points {
	const struct pdata_object *object;
	const struct rec_point *hits; /* nr_hits elements, at least one */
	uint64_t *addr;
	uint32_t nr, nr_hits;
};

/* The processes with JIT code and the user of each process, read while the process runs. */
struct rec_jit_users {
	struct rec_jit_user *all;
	uint32_t nr;
};

/* The files collected for the bundle so far, and counts of the objects that are left out. */
struct rec_collect {
	struct rec *r;
	const struct rec_jit_users *users;
	struct rec_arena arena;
	enum rec_bundle_mode mode;
	struct pdata_bundle_file *files;
	uint32_t nr, nr_owned;
	void **owned;		   /* nr_owned blocks of memory to free with pdata_free() */
	uint64_t bytes, max_bytes; /* @bytes: size of the files so far; @max_bytes: its limit */
	/* no further object is read when rec_now_ns() is above this time */
	uint64_t until;
	/*
	 * Counts of objects. @nr_missing: left out, because their file was deleted or replaced.
	 * @nr_late: left out for lack of time or room. @nr_shortened: stored without debug
	 * information, because it is too large.
	 */
	uint32_t nr_missing, nr_late, nr_shortened;
	bool no_kernel; /* the symbols of the kernel were left out for lack of time */
};

/*
 * Add a file with the content @data, which must stay valid as long as @c (bundle_collect.c).
 * Return: the new element, valid until the next call. The caller may set the members that this
 * function has no parameters for.
 */
struct pdata_bundle_file *rec_collect_add(struct rec_collect *c, uint32_t kind, const char *name,
					  const uint8_t *data, uint64_t size);

/*
 * rec_bundle_elf() adds the ELF file of the program or library p->object; rec_bundle_vdso() adds
 * the vdso. The file is reduced to what the mode of --bundle needs: the symbols of hit addresses,
 * all symbols, or all symbols and debug information (bundle_elf.c).
 */
void rec_bundle_elf(struct rec_collect *c, const struct rec_points *p);
void rec_bundle_vdso(struct rec_collect *c, const struct rec_points *p);
/*
 * Add the lines of /proc/kallsyms that name the @nr ascending addresses at @addrs, and all lines of
 * the modules in @modules. Names of modules are in brackets, as in kallsyms: "[nf_nat]"
 * (bundle_kernel.c).
 */
void rec_bundle_kernel(struct rec_collect *c, const uint64_t *addrs, uint32_t nr,
		       const char **modules, uint32_t nr_modules);
/*
 * Add the symbols of the JIT code p->object from the perf map of its process, or from the jitdump
 * file @jitdump; NULL: the process has no jitdump (bundle_jit.c).
 */
void rec_bundle_jit(struct rec_collect *c, const struct rec_points *p, const char *jitdump);
/*
 * If the MMAP2 record @rec maps executable anonymous memory, add its process and the process's user
 * to @u.
 */
void rec_jit_note(struct rec_arena *a, struct rec_jit_users *u, const struct pdata_record *rec);

/*
 * Open the regular file @path as the process @pid sees it: below the root directory of the process.
 * If this fails, open @path itself if @pid is 0, or if the process has ended or is in the mount
 * namespace of the recorder. *@ns becomes the inode number of the process's mount namespace; 0: the
 * namespace is the recorder's, or is not known. @flags are added to O_RDONLY. Return: a descriptor,
 * or -1 with errno.
 */
int rec_bundle_open(uint32_t pid, const char *path, int flags, uint64_t *ns);
/*
 * Return the index of the first of the @nr ascending addresses that is at least @v; @nr: all are
 * below @v.
 */
uint32_t rec_points_first(const uint64_t *addr, uint32_t nr, uint64_t v);
