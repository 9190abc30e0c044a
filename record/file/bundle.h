/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * The bundle: names that are stored in the recording. The addresses of samples are noted while the
 * index is made. At the end, the recorder copies the parts of files that contain the names of
 * these addresses.
 */

#include "base/output_opts.h"
#include "base/recorder.h"
#include "base/util.h"

#include <pdata/tasks.h>
#include <pdata/trailer.h>

struct rec_bundle;
struct rec_hit_addresses;

/* Return a new bundle; NULL if no names are wanted, or if memory is exhausted. */
struct rec_bundle *rec_bundle_new(struct rec *r);
/* Note a record. Called for all records except samples, in the order in which they are written. */
void rec_bundle_other(struct rec_bundle *b, const struct pdata_record *rec);
void rec_bundle_free(struct rec_bundle *b);
/*
 * Make the trailer's block of files that hold the symbols of the addresses in @h: cut ELF files,
 * perf maps, jitdumps. Free @out->data with
 * pdata_free(). Return: false if there are no names, so that there is no block.
 */
bool rec_bundle_make(struct rec *r, struct rec_bundle *b, struct rec_hit_addresses *h,
		     struct pdata_block_in *out);

/* ---- hit addresses (hit_addresses.c) ---- */

#define REC_NO_PID UINT32_MAX /* pid of addresses in the kernel's half of the address space */

struct rec_hit_address {
	uint64_t ip;
	uint64_t first, last; /* times of the first and last sample with this address */
	uint32_t pid;
};

struct rec_hit_addresses;

struct rec_hit_addresses *rec_hit_addresses_new(void); /* NULL if memory is exhausted */
void rec_hit_addresses_free(struct rec_hit_addresses *h);
void rec_hit_addresses_add(struct rec_hit_addresses *h, const struct pdata_record *rec);
/*
 * Add the pending call chains, at most 1 MiB of them, to the table. Call it when the thread has
 * nothing more urgent to do. Return: number of addresses in these chains.
 */
size_t rec_hit_addresses_settle(struct rec_hit_addresses *h);
/*
 * Return all hit addresses, sorted by process and time; no more may be added. The array belongs to
 * @h. *@nr_left_out is the number of addresses that had no room.
 */
const struct rec_hit_address *rec_hit_addresses_finish(struct rec_hit_addresses *h, uint32_t *nr,
						       uint64_t *nr_left_out);

/* ---- shared by bundle.c and bundle_*.c ---- */

/* A hit address in an object. */
struct rec_point {
	uint32_t object, pid; /* pid: a process that has mapped the object */
	/*
	 * File offset; for the kernel, its modules and memory without a file: the address.
	 * REC_POINT_ANY: no address was hit, but the process has mapped the object.
	 */
	uint64_t addr;
};

#define REC_POINT_ANY UINT64_MAX

/*
 * The hit addresses of one object. addr: the distinct addresses, in ascending order. hits: each
 * pair of an address and a process in which it was hit.
 */
struct rec_points {
	const struct pdata_object *object;
	const struct rec_point *hits; /* nr_hits elements, at least one */
	uint64_t *addr;
	uint32_t nr, nr_hits;
};

/* The users that processes with JIT code run as, noted while the processes run. */
struct rec_jit_users {
	struct rec_jit_user *all;
	uint32_t nr;
};

/* The files that are collected for the bundle, and the number of those left out. */
struct rec_collect {
	struct rec *r;
	const struct rec_jit_users *users;
	struct rec_arena arena;
	enum rec_bundle_mode mode;
	struct pdata_bundle_file *files;
	uint32_t nr, nr_owned;
	void **owned; /* memory to free with pdata_free() */
	uint64_t bytes, max_bytes;
	/* the collection ends when rec_now_ns() exceeds this */
	uint64_t until;
	uint32_t nr_missing, nr_late, nr_shortened; /* numbers of objects */
	bool no_kernel; /* the kernel's names were left out, because there was no time */
};

/* Add a file with content @data, which must live as long as @c (bundle_collect.c). */
struct pdata_bundle_file *rec_collect_add(struct rec_collect *c, uint32_t kind, const char *name,
					  const uint8_t *data, uint64_t size);

/*
 * Add programs, libraries and the vdso, each without the parts that its names do not need
 * (bundle_elf.c).
 */
void rec_bundle_elf(struct rec_collect *c, const struct rec_points *p);
void rec_bundle_vdso(struct rec_collect *c, const struct rec_points *p);
/*
 * Add the lines of kallsyms for the @nr ascending addresses at @addrs, and all lines of the modules
 * in @modules, whose names have brackets as in kallsyms: "[nf_nat]" (bundle_kernel.c).
 */
void rec_bundle_kernel(struct rec_collect *c, const uint64_t *addrs, uint32_t nr,
		       const char **modules, uint32_t nr_modules);
/* Add the perf map or jitdump of a process with JIT code (bundle_jit.c). @jitdump may be NULL. */
void rec_bundle_jit(struct rec_collect *c, const struct rec_points *p, const char *jitdump);
/* Note the user of a process if the MMAP2 @rec says that it maps executable anonymous memory. */
void rec_jit_note(struct rec_arena *a, struct rec_jit_users *u, const struct pdata_record *rec);

/*
 * Open a regular file below the root of process @pid. If there is no such file, and the process is
 * in the recorder's mount namespace, or has ended, or @pid is 0, open @path itself. *@ns is set to
 * the inode of the process's mount namespace, or 0 if that is the recorder's or unknown. @flags
 * are added to O_RDONLY. Return: a descriptor, or -1 and errno.
 */
int rec_bundle_open(uint32_t pid, const char *path, int flags, uint64_t *ns);
/* Return the index of the first address that is not below @v. */
uint32_t rec_points_first(const uint64_t *addr, uint32_t nr, uint64_t v);
