/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * The names that a recording carries: what its samples hit is noted while the index is made of the
 * data; at the end the files that name it are copied as far as they do.
 */

#include "base/output_opts.h"
#include "base/recorder.h"
#include "base/util.h"

#include <pdata/tasks.h>
#include <pdata/trailer.h>

struct rec_bundle;
struct rec_hit_addresses;

/* NULL: no names are wanted, or there is no memory. */
struct rec_bundle *rec_bundle_new(struct rec *r);
/* All records but samples, in the order that they are written in. */
void rec_bundle_other(struct rec_bundle *b, const struct pdata_record *rec);
void rec_bundle_free(struct rec_bundle *b);
/*
 * Make the block, whose data is to be freed with pdata_free(), for what was hit. Return: whether
 * there is one.
 */
bool rec_bundle_make(struct rec *r, struct rec_bundle *b, struct rec_hit_addresses *h,
		     struct pdata_block_in *out);

/* ---- what was hit (hit_addresses.c) ---- */

#define REC_NO_PID UINT32_MAX /* of the kernel's half of the addresses */

struct rec_hit_address {
	uint64_t ip;
	uint64_t first, last; /* when */
	uint32_t pid;
};

struct rec_hit_addresses;

struct rec_hit_addresses *rec_hit_addresses_new(void); /* NULL without memory */
void rec_hit_addresses_free(struct rec_hit_addresses *h);
void rec_hit_addresses_add(struct rec_hit_addresses *h, const struct pdata_record *rec);
/*
 * Take in the call chains that wait, for a thread that has nothing more urgent to do; no more than
 * 1 MiB of them do. Return: addresses of them.
 */
size_t rec_hit_addresses_settle(struct rec_hit_addresses *h);
/* The end: no more is added. By process and time; lives as long as @h. @nr_left_out: addresses. */
const struct rec_hit_address *rec_hit_addresses_finish(struct rec_hit_addresses *h, uint32_t *nr,
						       uint64_t *nr_left_out);

/* ---- between its files ---- */

/* An address that was hit, in an object. */
struct rec_point {
	uint32_t object, pid; /* pid: of a process that has it */
	/* file offset; of kernel, modules and memory the address; REC_POINT_ANY: none */
	uint64_t addr;
};

#define REC_POINT_ANY UINT64_MAX

/* Addresses in one object, ascending. */
struct rec_points {
	const struct pdata_object *object;
	const struct rec_point *hits; /* @nr_hits, > 0: the same, and who hit them */
	uint64_t *addr;
	uint32_t nr, nr_hits;
};

/* The users that processes with code of their own run as, noted while they run. */
struct rec_jit_users {
	struct rec_jit_user *all;
	uint32_t nr;
};

/* Files that go along, and what did not. */
struct rec_collect {
	struct rec *r;
	const struct rec_jit_users *users;
	struct rec_arena arena;
	enum rec_bundle_mode mode;
	struct pdata_bundle_file *files;
	uint32_t nr, nr_owned;
	void **owned; /* by the library */
	uint64_t bytes, max_bytes;
	uint64_t until;				    /* rec_now_ns() at which to end */
	uint32_t nr_missing, nr_late, nr_shortened; /* objects */
	bool no_kernel;				    /* its names were left out for want of time */
};

/* bundle_collect.c: take in @data, which must live as long as the collection. */
struct pdata_bundle_file *rec_collect_add(struct rec_collect *c, uint32_t kind, const char *name,
					  const uint8_t *data, uint64_t size);

/* bundle_elf.c: programs, libraries, the vdso. */
void rec_bundle_elf(struct rec_collect *c, const struct rec_points *p);
void rec_bundle_vdso(struct rec_collect *c, const struct rec_points *p);
/*
 * bundle_kernel.c: lines of kallsyms for @nr addresses, ascending, and of whole modules,
 * "[nf_nat]".
 */
void rec_bundle_kernel(struct rec_collect *c, const uint64_t *addrs, uint32_t nr,
		       const char **modules, uint32_t nr_modules);
/* bundle_jit.c: what a process said of the code that it made. */
void rec_bundle_jit(struct rec_collect *c, const struct rec_points *p, const char *jitdump);
/* Note the user of the process that maps executable memory without a file, as MMAP2 @rec says. */
void rec_jit_note(struct rec_arena *a, struct rec_jit_users *u, const struct pdata_record *rec);

/*
 * A regular file as process @pid sees it, or as we do; *@ns: the inode of its mount namespace if
 * that is another. @flags: of open(2), more than O_RDONLY. Return: descriptor, or -1 with errno.
 */
int rec_bundle_open(uint32_t pid, const char *path, int flags, uint64_t *ns);
/* The first address that is not below @v. */
uint32_t rec_points_first(const uint64_t *addr, uint32_t nr, uint64_t v);
