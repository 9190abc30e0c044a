/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PDATA_TASKS_H
#define PDATA_TASKS_H

/*
 * Reconstructs processes, threads and maps over time from side-band records (MMAP, MMAP2, COMM,
 * FORK, EXIT, KSYMBOL, NAMESPACES, CGROUP ...). Add all records of a recording, seal, and then ask
 * questions in any order: which name and maps did thread T of process P have at time t, and which
 * map covered address A?
 *
 * To get from the address of a sample to a symbol: find the thread with pdata_tasks_at() and the
 * map with pdata_mapset_find(), or with pdata_tasks_kernel_map() for a kernel address. For a map
 * of a file, pdata_map_to_offset() and pdata_elf_addr() (elf.h) convert the address to that of the
 * symbol table. In a call chain, all addresses after the first one are return addresses: look up
 * the return address minus 1, which is inside the call instruction. libpdata(3) has an example.
 *
 * Threads: One thread at a time may call the functions that add records, and pdata_tasks_seal().
 *          After pdata_tasks_seal() nothing changes, and several threads may call the functions
 *          that find threads, maps and objects at the same time.
 */

#include "pdata.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Processes, threads and maps of a recording. */
struct pdata_tasks;
/* The maps of a process between two changes of its maps; a struct pdata_mapset never changes. */
struct pdata_mapset;

/*
 * A mapped object: file, anonymous memory, kernel, module or BPF program. Several maps can have the
 * same object.
 */
struct pdata_object {
	uint32_t index;	  /* index of the object, below pdata_tasks_nr_objects() */
	uint32_t cpumode; /* PDATA_CPUMODE_KERNEL, _USER, _GUEST_KERNEL or _GUEST_USER */
	/* name as recorded: "/usr/bin/ls", "[kernel.kallsyms]_text", "[nf_nat]", "//anon" */
	const char *name;
	const uint8_t *build_id; /* NULL without a build id */
	uint32_t build_id_size;	 /* count of bytes at @build_id */
	uint32_t maj, min;	 /* device; 0 if not recorded */
	uint64_t ino;		 /* inode number; 0 if not recorded */
	uint32_t anon;	  /* not 0: memory without a file, as its name or MAP_HUGETLB shows */
	uint32_t pid;	  /* if @anon is set: process that the memory belongs to; otherwise 0 */
	uint32_t exec;	  /* not 0: mapped as executable */
	uint32_t ksymbol; /* not 0: code that a KSYMBOL record announced; @name is its symbol */
	/* if @ksymbol is set: first address of the code, and address after the last */
	uint64_t ksymbol_start, ksymbol_end;
	/* not 0: this is the "[vdso]" of a 32-bit process (it is mapped below 4 GiB) */
	uint32_t compat32;
};

/* A map: a range of addresses that belong to an object. */
struct pdata_map {
	uint32_t index;			   /* index of the map, below pdata_tasks_nr_maps() */
	uint64_t start, end;		   /* first address, and address after the last */
	uint64_t pgoff;			   /* offset of @start in the object */
	uint32_t prot, flags;		   /* as in the MMAP2 record; 0 for an MMAP record */
	uint16_t misc;			   /* PDATA_MISC_ bits of the record */
	const struct pdata_object *object; /* never NULL */
};

/* An address and the map that covers it, for pdata_mapset_find_many(). */
struct pdata_map_at {
	const struct pdata_mapset *maps; /* input: pdata_thread_at.maps */
	uint64_t addr;			 /* input: user address */
	const struct pdata_map *map;	 /* output: the map that covers @addr; or NULL */
	/*
	 * output: @addr is in the range @start <= a < @end, and @map covers each address a of this
	 * range. If @map is NULL, @start and @end are equal to @addr
	 */
	uint64_t start, end;
};

/* The process, name and maps of a thread at a point in time. */
struct pdata_thread_at {
	uint32_t pid, tid;   /* process id, as the thread's records say; thread id */
	uint32_t comm_index; /* index of @comm, from 0; equal names have equal indexes */
	/* name at this time; ":TID" if no record up to this time has given the thread a name */
	const char *comm;
	/*
	 * if @comm is ":TID" and a later record gives the thread a name: index of the first such
	 * name; otherwise @comm_index
	 */
	uint32_t first_index;
	const char *first_comm; /* name with the index @first_index */
	/* last name of this thread; a later thread with the same tid is not considered */
	const char *final_comm;
	const struct pdata_mapset *maps; /* user maps, maybe empty; never NULL */
	/*
	 * two results with the same @epoch have the same maps. They also have the same process,
	 * unless @epoch is 0 (no maps)
	 */
	uint32_t epoch;
	/* ns: this struct is valid for each time t with @since < t < @until */
	uint64_t since, until;
	uint64_t reserved[4];
};

/**
 * pdata_tasks_new - create an empty struct pdata_tasks
 * @out: receives the new struct; free it with pdata_tasks_free()
 *
 * Return: 0, PDATA_E_NOMEM.
 */
PDATA_API int pdata_tasks_new(struct pdata_tasks **out);

/**
 * pdata_tasks_free - free a struct pdata_tasks and everything that it returned
 * @t: the tasks; NULL is allowed
 */
PDATA_API void pdata_tasks_free(struct pdata_tasks *t);

/**
 * pdata_tasks_add - add a record
 * @t: the tasks, before pdata_tasks_seal()
 * @rec: the next record in file order. Add every record, samples included; the function ignores
 *       types that say nothing about processes and maps, and copies the content that it needs
 *
 * Return: 0; PDATA_E_NOMEM. If the record is damaged, the function leaves it out and returns the
 * error.
 */
PDATA_API int pdata_tasks_add(struct pdata_tasks *t, const struct pdata_record *rec,
			      struct pdata_error *err);

/**
 * pdata_tasks_add_batch - add the samples of a batch
 * @t: the tasks, before pdata_tasks_seal()
 * @b: the batch; all records that are still in the batch are added to @t and removed from the batch
 *
 * Return: 0, PDATA_E_NOMEM.
 */
PDATA_API int pdata_tasks_add_batch(struct pdata_tasks *t, struct pdata_batch *b);

/**
 * pdata_tasks_add_heads - add samples whose fixed fields pdata_batch_heads() returned
 * @t: the tasks, before pdata_tasks_seal()
 * @heads: @nr elements
 *
 * Return: 0, PDATA_E_NOMEM.
 */
PDATA_API int pdata_tasks_add_heads(struct pdata_tasks *t, const struct pdata_sample_head *heads,
				    uint32_t nr);

/**
 * pdata_tasks_build_id - set the build id of all objects that have a given name
 * @t: the tasks, before pdata_tasks_seal()
 * @name: name of the objects
 * @cpumode: PDATA_CPUMODE_KERNEL: kernel and modules; other values: user objects
 * @id: @size bytes, at most PDATA_BUILD_ID_MAX; the bytes are copied
 *
 * Objects that have a build id from an MMAP2 record keep that build id.
 *
 * Return: 0, PDATA_E_NOMEM.
 */
PDATA_API int pdata_tasks_build_id(struct pdata_tasks *t, const char *name, uint32_t cpumode,
				   const uint8_t *id, uint32_t size);

/**
 * pdata_tasks_build_ids - set build ids from the feature BUILD_ID of a reader
 * @t: the tasks, before pdata_tasks_seal()
 * @r: the reader, after its last record (in pipes the build ids come from records)
 *
 * Most recordings of perf have build ids in this feature and not in MMAP2 records. If the feature
 * is damaged, the entries that can be read are used.
 *
 * Return: 0, PDATA_E_NOMEM.
 */
PDATA_API int pdata_tasks_build_ids(struct pdata_tasks *t, struct pdata_reader *r);

/**
 * pdata_tasks_file_order - order records by their position in the file instead of their time
 * @t: the tasks, before the first record
 *
 * Call it for a file with pdata_file_info.no_order set.
 */
PDATA_API void pdata_tasks_file_order(struct pdata_tasks *t);

/**
 * pdata_tasks_seal - order the records by time; after it threads, maps and objects can be found
 * @t: the tasks; no records can be added afterwards
 *
 * Return: 0, PDATA_E_NOMEM.
 */
PDATA_API int pdata_tasks_seal(struct pdata_tasks *t);

/**
 * pdata_tasks_at - get a thread at a time
 * @t: the tasks, sealed
 * @pid: process of the thread
 * @tid: the thread
 * @time: time in ns of the record that the caller looks up a thread for; 0 if that record has no
 *        time. With 0 only the side-band records whose seq is below @seq count, and out->since and
 *        out->until have no meaning
 * @seq: pdata_record.seq of the record that the caller looks up a thread for. A side-band record
 *       whose time is equal to @time counts if its seq is below @seq
 * @out: always filled. A thread that is only known from samples has the name ":TID" and the maps
 *       of its process. A thread that is in no record has the name "" and no maps
 */
PDATA_API void pdata_tasks_at(const struct pdata_tasks *t, uint32_t pid, uint32_t tid,
			      uint64_t time, uint64_t seq, struct pdata_thread_at *out);

/**
 * pdata_mapset_find - find the map that covers an address
 * @m: pdata_thread_at.maps
 * @addr: user address
 *
 * Return: the map; NULL if no map covers @addr.
 * Cost: logarithmic in the number of maps.
 */
PDATA_API const struct pdata_map *pdata_mapset_find(const struct pdata_mapset *m, uint64_t addr);

/**
 * pdata_mapset_find_many - find, for each of several addresses, the map that covers it
 * @at: @nr elements; the caller sets the members marked "input", the function sets those marked
 *      "output"
 * @nr: count of elements of @at
 *
 * With many processes one call is faster than a call of pdata_mapset_find() for each address,
 * because the cache misses of the look-ups overlap.
 */
PDATA_API void pdata_mapset_find_many(struct pdata_map_at *at, uint32_t nr);

/**
 * pdata_mapset_prefetch - start to load maps into the processor's caches
 * @m: pdata_thread_at.maps
 *
 * Call it some microseconds before a search in these maps, so that the search does not wait for
 * memory.
 */
PDATA_API void pdata_mapset_prefetch(const struct pdata_mapset *m);

/**
 * pdata_mapset_next - get the maps of a process in the order of their addresses
 * @m: pdata_thread_at.maps
 * @addr: input: the address at which to continue, 0 for the first map; output: the end of the
 *        visible part of the returned map. Another map can cover the rest of the returned map.
 *
 * Return: the first map that ends after *@addr, or NULL.
 */
PDATA_API const struct pdata_map *pdata_mapset_next(const struct pdata_mapset *m, uint64_t *addr);

/**
 * pdata_tasks_kernel_map - find the map of the kernel, a module or a BPF program at an address
 * @t: the tasks, sealed
 * @addr: kernel address
 * @time: as in pdata_tasks_at()
 * @seq: as in pdata_tasks_at()
 *
 * Return: the map; NULL if no map covers @addr.
 */
PDATA_API const struct pdata_map *pdata_tasks_kernel_map(const struct pdata_tasks *t, uint64_t addr,
							 uint64_t time, uint64_t seq);

/**
 * pdata_tasks_object - get an object by its index
 * @t: the tasks, sealed
 * @i: pdata_object.index
 *
 * Return: the object; NULL if there is no object with this index.
 */
PDATA_API const struct pdata_object *pdata_tasks_object(const struct pdata_tasks *t, uint32_t i);

/**
 * pdata_tasks_nr_objects - get the number of objects
 * @t: the tasks
 *
 * Return: the count of objects; each pdata_object.index is below this count.
 */
PDATA_API uint32_t pdata_tasks_nr_objects(const struct pdata_tasks *t);

/**
 * pdata_tasks_nr_maps - get the number of maps
 * @t: the tasks
 *
 * Return: the count of maps; each pdata_map.index is below this count.
 */
PDATA_API uint32_t pdata_tasks_nr_maps(const struct pdata_tasks *t);

/**
 * pdata_tasks_nr_comms - get the number of different thread names
 * @t: the tasks
 *
 * Return: the count of names. Each pdata_thread_at.comm_index is below this count, except that of a
 * thread that is in no record, which is UINT32_MAX.
 */
PDATA_API uint32_t pdata_tasks_nr_comms(const struct pdata_tasks *t);

/**
 * pdata_tasks_comm - get a thread name by its index
 * @t: the tasks
 * @comm_index: pdata_thread_at.comm_index or first_index
 *
 * Return: the name; NULL if there is no name with this index.
 */
PDATA_API const char *pdata_tasks_comm(const struct pdata_tasks *t, uint32_t comm_index);

/**
 * pdata_map_to_offset - convert an address in a map to an offset in its object
 * @m: the map
 * @addr: an address that the map covers
 *
 * Return: the file offset; for a map of the kernel, the address itself.
 * Threads: any.
 */
static inline uint64_t pdata_map_to_offset(const struct pdata_map *m, uint64_t addr)
{
	return addr - m->start + m->pgoff;
}

/**
 * pdata_map_to_offset_fn - pdata_map_to_offset() for callers that cannot use inline functions
 * @m: the map
 * @addr: an address that the map covers
 *
 * Return: as pdata_map_to_offset().
 * Threads: any.
 */
PDATA_API uint64_t pdata_map_to_offset_fn(const struct pdata_map *m, uint64_t addr);

#ifdef __cplusplus
}
#endif
#endif
