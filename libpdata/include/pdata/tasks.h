/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PDATA_TASKS_H
#define PDATA_TASKS_H

/*
 * Processes, threads and maps over time, from side-band records (MMAP, MMAP2, COMM, FORK, EXIT,
 * KSYMBOL, NAMESPACES, CGROUP ...). Feed all of a file's records, seal, then ask in any order:
 * what did thread T of process P run under, and which map covered address A, at time t. After
 * sealing nothing changes: any number of threads may ask.
 *
 * The way from an address of a sample to a name: pdata_tasks_at(), then pdata_mapset_find() in its
 * maps, or pdata_tasks_kernel_map() for the kernel's; of a file, pdata_map_to_offset(),
 * pdata_elf_addr() and the symbols around that (elf.h). Addresses of a call chain behind the first
 * are where calls return to: it is the byte before them that lies in the caller, and in its map.
 * libpdata(3) has a program that does so.
 */

#include "pdata.h"

#ifdef __cplusplus
extern "C" {
#endif

struct pdata_tasks;
struct pdata_mapset; /* the maps of one process during one stretch of time; immutable */

/*
 * A mapped object: file, anonymous memory, kernel, module, BPF program. Shared by the maps of it.
 */
struct pdata_object {
	uint32_t index;	  /* from 0, dense: pdata_tasks_nr_objects() */
	uint32_t cpumode; /* PDATA_CPUMODE_KERNEL, _USER or guest's */
	const char *
		/* as recorded: "/usr/bin/ls", "[kernel.kallsyms]_text", "[nf_nat]", "//anon" */
		name;
	const uint8_t *build_id; /* NULL without one */
	uint32_t build_id_size;
	uint32_t maj, min; /* device and inode, 0 where not recorded */
	uint64_t ino;
	uint32_t anon;	  /* not 0: memory without a file (by name, or huge pages) */
	uint32_t pid;	  /* with anon: whose; else 0 */
	uint32_t exec;	  /* not 0: mapped executable */
	uint32_t ksymbol; /* not 0: code a KSYMBOL record announced; name is its symbol */
	uint64_t ksymbol_start, ksymbol_end; /* addresses, with ksymbol */
	/* of "[vdso]", not 0: below 4 GiB, as only processes of 32 bits have it */
	uint32_t compat32;
};

/* One stretch of addresses. */
struct pdata_map {
	uint32_t index;	     /* from 0, dense: pdata_tasks_nr_maps() */
	uint64_t start, end; /* end is not in it */
	uint64_t pgoff;
	uint32_t prot, flags;
	uint16_t misc;
	const struct pdata_object *object;
};

/* A thread at a moment. Numbers are dense, from 0. */
struct pdata_thread_at {
	uint32_t pid, tid;
	uint32_t comm_index; /* same number, same text */
	const char *comm;    /* ":TID" as long as it has no name */
	/* the name that it got first, when it had none yet; else comm_index */
	uint32_t first_index;
	const char *first_comm;
	const char *final_comm; /* the name it has in the end, before its number is another's */
	const struct pdata_mapset *maps; /* user maps; may be empty, never NULL */
	uint32_t epoch;			 /* same number: same process, same maps */
	uint64_t since, until;		 /* the same answer holds between, not at, these times */
	uint64_t reserved[4];
};

/** pdata_tasks_new - Return: 0, PDATA_E_NOMEM. */
PDATA_API int pdata_tasks_new(struct pdata_tasks **out);

/** pdata_tasks_free - NULL is allowed. */
PDATA_API void pdata_tasks_free(struct pdata_tasks *t);

/**
 * pdata_tasks_add - take in a record of a reader; types without meaning here are passed over
 *
 * Call it for every record, samples too, in file order. Everything needed is copied.
 * Return: 0, PDATA_E_NOMEM, or what is wrong with the record, which is then left out.
 */
PDATA_API int pdata_tasks_add(struct pdata_tasks *t, const struct pdata_record *rec,
			      struct pdata_error *err);

/**
 * pdata_tasks_add_batch - take in what is left of a batch, which is used up. Return: 0,
 * PDATA_E_NOMEM.
 */
PDATA_API int pdata_tasks_add_batch(struct pdata_tasks *t, struct pdata_batch *b);

/** pdata_tasks_add_heads - the same for samples of which pdata_batch_heads() gave the heads. */
PDATA_API int pdata_tasks_add_heads(struct pdata_tasks *t, const struct pdata_sample_head *heads,
				    uint32_t nr);

/**
 * pdata_tasks_build_id - give an object a build id by name: from BUILD_ID sections and records.
 * Before sealing.
 */
PDATA_API int pdata_tasks_build_id(struct pdata_tasks *t, const char *name, uint32_t cpumode,
				   const uint8_t *id, uint32_t size);

/**
 * pdata_tasks_build_ids - give objects the build ids that a reader knows: of its BUILD_ID feature,
 * and of records in a pipe
 *
 * Behind its last record, before sealing. Most recordings of perf have them there, not in their
 * maps. Entries that can be read count where others are damaged. Return: 0, PDATA_E_NOMEM.
 */
PDATA_API int pdata_tasks_build_ids(struct pdata_tasks *t, struct pdata_reader *r);

/**
 * pdata_tasks_file_order - records are in order as they lie in the file, whatever times they have
 *
 * Before the first record: for files of which pdata_file_info.no_order is set.
 */
PDATA_API void pdata_tasks_file_order(struct pdata_tasks *t);

/** pdata_tasks_seal - order by time and make ready for questions. Return: 0, PDATA_E_NOMEM. */
PDATA_API int pdata_tasks_seal(struct pdata_tasks *t);

/**
 * pdata_tasks_at - thread @tid of process @pid at time @time
 * @time: 0 when it has none: @seq decides, and since and until hold nothing
 * @seq: of the record that asks: side-band of the same time counts when it came before
 * @out: filled, always: a thread that only samples speak of is named ":TID" and has its process's
 *       maps; one that no record speaks of is named "" and has none
 */
PDATA_API void pdata_tasks_at(const struct pdata_tasks *t, uint32_t pid, uint32_t tid,
			      uint64_t time, uint64_t seq, struct pdata_thread_at *out);

/** pdata_mapset_find - the user map that covers @addr, or NULL. Cost: logarithmic. */
PDATA_API const struct pdata_map *pdata_mapset_find(const struct pdata_mapset *m, uint64_t addr);

/**
 * pdata_mapset_next - walk the user maps in order of address
 * @addr: where to go on from, 0 at first; set to the end of what is visible of the map returned
 *
 * Return: the first map that reaches beyond @addr, or NULL.
 */
PDATA_API const struct pdata_map *pdata_mapset_next(const struct pdata_mapset *m, uint64_t *addr);

/** pdata_tasks_kernel_map - the kernel, module or BPF map that covers @addr at @time, or NULL. */
PDATA_API const struct pdata_map *pdata_tasks_kernel_map(const struct pdata_tasks *t, uint64_t addr,
							 uint64_t time, uint64_t seq);

/** pdata_tasks_object - object @i, or NULL. */
PDATA_API const struct pdata_object *pdata_tasks_object(const struct pdata_tasks *t, uint32_t i);
PDATA_API uint32_t pdata_tasks_nr_objects(const struct pdata_tasks *t);
PDATA_API uint32_t pdata_tasks_nr_maps(const struct pdata_tasks *t);
PDATA_API uint32_t pdata_tasks_nr_comms(const struct pdata_tasks *t);
PDATA_API const char *pdata_tasks_comm(const struct pdata_tasks *t, uint32_t comm_index);

/** pdata_map_to_offset - address inside the object for an address inside the map: file offset, or
 * the address itself for the kernel. */
static inline uint64_t pdata_map_to_offset(const struct pdata_map *m, uint64_t addr)
{
	return addr - m->start + m->pgoff;
}

/**
 * pdata_map_to_offset_fn - pdata_map_to_offset() for callers that cannot use inline functions.
 * Threads: any.
 */
PDATA_API uint64_t pdata_map_to_offset_fn(const struct pdata_map *m, uint64_t addr);

#ifdef __cplusplus
}
#endif
#endif
