/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PDATA_TASKS_H
#define PDATA_TASKS_H

/*
 * Reconstructs processes, threads and maps over time from side-band records (MMAP, MMAP2, COMM,
 * FORK, KSYMBOL). Add all records of a recording, call pdata_tasks_seal(), and then look up, in
 * any order, which name and maps thread T of process P had at time t, and which map covered
 * address A.
 *
 * To get from the address of a sample to a symbol: find the thread with pdata_tasks_at() and the
 * map with pdata_mapset_find(), or with pdata_tasks_kernel_map() for a kernel address. For a map of
 * a file, pdata_map_to_offset() and pdata_elf_addr() (elf.h) convert the address to an address as
 * in the symbol table of the file. libpdata(3) has an example.
 *
 * A call chain also contains PDATA_CONTEXT_ values, which are not addresses. The first address of
 * the call chain, and the first address after each such value, is the place at which the code
 * stopped in that context: look it up as it is. All other addresses are return addresses: look up
 * the return address minus 1, which is inside the call instruction.
 *
 * Threads: One thread at a time may call the functions that add records, and pdata_tasks_seal().
 *          After pdata_tasks_seal() the struct pdata_tasks no longer changes, and several threads
 *          may call the functions that find threads, maps and objects at the same time.
 */

#include "pdata.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The processes, threads and maps of a recording, reconstructed from its side-band records. */
struct pdata_tasks;
/*
 * The maps of a process, or of the kernel, from one change of these maps to the next. After the
 * next change, another struct has the new maps; this struct keeps the old ones.
 */
struct pdata_mapset;

/*
 * An object that maps refer to: a file, anonymous memory, the kernel, a module or a BPF program.
 * Several maps can have the same object.
 */
struct pdata_object {
	uint32_t index; /* index of the object, below pdata_tasks_nr_objects() */
	/*
	 * PDATA_CPUMODE_KERNEL, PDATA_CPUMODE_USER, PDATA_CPUMODE_GUEST_KERNEL or
	 * PDATA_CPUMODE_GUEST_USER
	 */
	uint32_t cpumode;
	/*
	 * name as in the MMAP, MMAP2 or KSYMBOL record: "/usr/bin/ls", "[kernel.kallsyms]_text",
	 * "[nf_nat]", "//anon"; "[vdso32]" for a "[vdso]" of a 32-bit process on a 64-bit machine,
	 * after pdata_tasks_seal()
	 */
	const char *name;
	const uint8_t *build_id; /* build id; NULL: it is not known */
	uint32_t build_id_size;	 /* count of bytes at @build_id */
	uint32_t maj, min;	 /* device of the file; 0: the device was not recorded */
	uint64_t ino;		 /* inode number of the file; 0: the inode was not recorded */
	/*
	 * not 0: the object is memory that is not mapped from a file. libpdata recognises such
	 * memory by its name, or by the flag MAP_HUGETLB of the map
	 */
	uint32_t anon;
	uint32_t pid;  /* if @anon is not 0: the process that has mapped the object; otherwise 0 */
	uint32_t exec; /* not 0: the object is mapped as executable */
	/*
	 * not 0: the object is kernel code that a KSYMBOL record describes (for example a BPF
	 * program), and @name is the name of the symbol in this record
	 */
	uint32_t ksymbol;
	/*
	 * if @ksymbol is not 0: first address of the code, and the address after its last one;
	 * otherwise 0
	 */
	uint64_t ksymbol_start, ksymbol_end;
	/*
	 * not 0: the object is a "[vdso]" that is mapped below 4 GiB, as in a 32-bit process
	 */
	uint32_t compat32;
	/*
	 * inode generation of the file, which differs if a new file got the inode number of a
	 * deleted one; 0: it was not recorded, as for files that were mapped before the recording
	 */
	uint32_t ino_generation;
};

/*
 * A map: a range of addresses in the memory of a process or of the kernel, and the object (a file,
 * anonymous memory, the kernel, a module or a BPF program) that these addresses belong to.
 */
struct pdata_map {
	uint32_t index; /* index of the map, below pdata_tasks_nr_maps() */
	/* first address of the map, and the address after its last one */
	uint64_t start, end;
	/*
	 * offset of the address @start in the object; for the map of the kernel itself: address of
	 * the kernel's reference symbol; for an object from a KSYMBOL record: 0
	 */
	uint64_t pgoff;
	/*
	 * PROT_ and MAP_ values from the MMAP2 record. For an MMAP record, @flags is 0, and @prot
	 * is 4 (PROT_EXEC), or 0 if PDATA_MISC_MMAP_DATA is set in @misc. For a KSYMBOL record,
	 * @prot and @flags are 0
	 */
	uint32_t prot, flags;
	/* PDATA_MISC_ bits of the record that announced the map */
	uint16_t misc;
	/* object that is mapped at the addresses of the map; never NULL */
	const struct pdata_object *object;
};

/* One address to look up with pdata_mapset_find_many(), and the result: the map that covers it. */
struct pdata_map_at {
	const struct pdata_mapset *maps; /* input: maps to search, from pdata_thread_at.maps */
	uint64_t addr;			 /* input: user address to look up in @maps */
	/* output: map that covers @addr; NULL: no map covers @addr */
	const struct pdata_map *map;
	/*
	 * output: a range of addresses, from @start to the address before @end, that contains
	 * @addr and that @map covers completely. If @map is NULL, @start and @end are equal to
	 * @addr
	 */
	uint64_t start, end;
};

/*
 * The process, name and maps that a thread has at a point in time; pdata_tasks_at() fills this
 * struct.
 */
struct pdata_thread_at {
	/*
	 * @pid: process id of the thread, from the records about the thread up to the time that
	 * was passed to pdata_tasks_at(). If there is no such record, @pid is the process id that
	 * was passed to pdata_tasks_at(). @tid: thread id
	 */
	uint32_t pid, tid;
	/*
	 * index of the name @comm, for pdata_tasks_comm(); equal names have equal indexes.
	 * UINT32_MAX: no record of the recording is about the thread
	 */
	uint32_t comm_index;
	/*
	 * name of the thread at the time that was passed to pdata_tasks_at(). If no record of the
	 * recording is about the thread: "". If there are such records, but none of them gives the
	 * thread a name up to that time: ":" and the thread id, for example ":1234"
	 */
	const char *comm;
	/*
	 * If @comm is a placeholder such as ":1234" (a colon and the thread id), this is the index
	 * of the first name that a later record gives this thread. If no later record gives a name,
	 * or if @comm is a recorded name, it is equal to @comm_index
	 */
	uint32_t first_index;
	const char *first_comm; /* the thread name that has the index @first_index */
	/*
	 * last name that this thread gets in the recording. Names of a later thread that has the
	 * same thread id are not considered
	 */
	const char *final_comm;
	const struct pdata_mapset *maps; /* maps of user memory, which can be empty; never NULL */
	/*
	 * id of @maps. 0: the thread has no maps. If two structs pdata_thread_at have the same
	 * @epoch, and it is not 0, their threads belong to one process, and their maps are equal
	 */
	uint32_t epoch;
	/*
	 * times in ns, both exclusive: if @since < t < @until, pdata_tasks_at() returns the same
	 * result for the time t, so the caller may use this struct for t. If @since is equal to
	 * @until, the struct is valid only for the time that was passed to pdata_tasks_at()
	 */
	uint64_t since, until;
	uint64_t reserved[4];
};

/**
 * pdata_tasks_new - create an empty struct pdata_tasks, to which records can be added
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
 * @rec: the next record of the recording in file order. Add all records, samples included: the
 *       function also uses the times of records and the thread ids of samples. It ignores records
 *       that it does not need, and copies the content that it needs
 *
 * Return: 0; PDATA_E_NOMEM; an error of pdata_record_decode() if the record is damaged, in which
 * case the function ignores the record and more records can be added.
 */
PDATA_API int pdata_tasks_add(struct pdata_tasks *t, const struct pdata_record *rec,
			      struct pdata_error *err);

/**
 * pdata_tasks_add_batch - add all SAMPLE records of a batch
 * @t: the tasks, before pdata_tasks_seal()
 * @b: a batch from pdata_reader_next_batch(). Such a batch has SAMPLE records only. The function
 *     adds those records of the batch that pdata_batch_next() and pdata_batch_heads() have not
 *     returned yet, and removes them from the batch: the batch is empty afterwards
 *
 * Return: 0, PDATA_E_NOMEM.
 */
PDATA_API int pdata_tasks_add_batch(struct pdata_tasks *t, struct pdata_batch *b);

/**
 * pdata_tasks_add_heads - add SAMPLE records of which the caller has only struct pdata_sample_head
 * @t: the tasks, before pdata_tasks_seal()
 * @heads: @nr elements that pdata_batch_heads() filled, one for each SAMPLE record
 *
 * If the program calls pdata_batch_heads() for its own work, it passes the elements to this
 * function instead of calling pdata_tasks_add_batch(), so that each record is read only once.
 *
 * Return: 0, PDATA_E_NOMEM.
 */
PDATA_API int pdata_tasks_add_heads(struct pdata_tasks *t, const struct pdata_sample_head *heads,
				    uint32_t nr);

/**
 * pdata_tasks_build_id - set the build id of all objects that have a given name
 * @t: the tasks, before pdata_tasks_seal()
 * @name: name of the objects, as in pdata_object.name. For the kernel, pass "[kernel.kallsyms]":
 *        leave out the name of the reference symbol that pdata_object.name can have at its end
 * @cpumode: PDATA_CPUMODE_KERNEL: the objects are the kernel or modules; other values: they are
 *           user objects or objects of a guest
 * @id: build id of @size bytes, at most PDATA_BUILD_ID_MAX; the function copies it. If @size is 0
 *      or too large, the function does nothing
 *
 * Objects that have a build id from an MMAP2 record keep that build id, and objects from KSYMBOL
 * records get no build id. If the caller sets several build ids for one name, the first one is
 * used.
 *
 * Return: 0, PDATA_E_NOMEM.
 */
PDATA_API int pdata_tasks_build_id(struct pdata_tasks *t, const char *name, uint32_t cpumode,
				   const uint8_t *id, uint32_t size);

/**
 * pdata_tasks_build_ids - set build ids from the feature BUILD_ID of a reader
 * @t: the tasks, before pdata_tasks_seal()
 * @r: the reader. Call the function after the reader has returned its last record, because in a
 *     pipe the build ids come from records
 *
 * Most recordings of perf have build ids in this feature and not in MMAP2 records. If the feature
 * is damaged, the function uses those entries that it can read.
 *
 * Return: 0, PDATA_E_NOMEM.
 */
PDATA_API int pdata_tasks_build_ids(struct pdata_tasks *t, struct pdata_reader *r);

/**
 * pdata_tasks_file_order - order records by their position in the file instead of their time
 * @t: the tasks, before the first record is added
 *
 * Call it for a file with pdata_file_info.no_order set, whose side-band records have no time.
 */
PDATA_API void pdata_tasks_file_order(struct pdata_tasks *t);

/**
 * pdata_tasks_seal - sort all added records by time, and make the tasks ready for look-ups
 * @t: the tasks. No records may be added after this call
 *
 * Call this function after the last record was added, and before the first call of
 * pdata_tasks_at(), pdata_tasks_kernel_map() or pdata_tasks_object(). A second call does nothing.
 *
 * Return: 0, PDATA_E_NOMEM.
 */
PDATA_API int pdata_tasks_seal(struct pdata_tasks *t);

/**
 * pdata_tasks_at - get the process, name and maps that a thread has at a time
 * @t: the tasks, after pdata_tasks_seal()
 * @pid: process of the thread
 * @tid: the thread
 * @time: time in ns of the record for which the caller looks up the thread. The result is the
 *        state after all side-band records that have an earlier time. If the record has no time,
 *        pass its pdata_record.time (0 or UINT64_MAX), which the function can replace: see below
 * @seq: pdata_record.seq of the record for which the caller looks up the thread. The result also
 *       includes the side-band records whose seq is not above @seq and whose time is equal to
 *       @time, or to the time that replaces it
 * @out: the function always fills it. A thread that is only known from samples has a name that
 *       consists of ":" and its thread id, and the maps of its process. A thread that is in no
 *       record has the name "", and the maps of the process @pid if they are known
 *
 * If @time and @seq are UINT64_MAX, the result is the state at the end of the recording. After
 * pdata_tasks_file_order() the function ignores @time: the result is the state after all side-band
 * records whose seq is not above @seq.
 *
 * If @time is 0 or UINT64_MAX (a record without a time) and @seq is not UINT64_MAX, there are two
 * cases. Case 1: all added SAMPLE and side-band records have a time, where the time 0 of a
 * synthesised record counts as a time. Then the function uses @time. Case 2: a SAMPLE or side-band
 * record has no time. Then the function uses a time T instead of @time, and out->since and
 * out->until have no meaning. T follows from the FINISHED_ROUND records that precede the record
 * @seq in the file. If there are two or more, T is the highest time of all records before the last
 * but one of these FINISHED_ROUND records; otherwise T is 0. When perf reads the record @seq, it
 * has processed the records that have a time up to T.
 *
 * Threads: any.
 */
PDATA_API void pdata_tasks_at(const struct pdata_tasks *t, uint32_t pid, uint32_t tid,
			      uint64_t time, uint64_t seq, struct pdata_thread_at *out);

/**
 * pdata_mapset_find - find the map that covers an address
 * @m: maps to search, from pdata_thread_at.maps
 * @addr: user address
 *
 * Return: the map, which belongs to the struct pdata_tasks; NULL if no map covers @addr.
 * Threads: any.
 * Cost: logarithmic in the number of maps.
 */
PDATA_API const struct pdata_map *pdata_mapset_find(const struct pdata_mapset *m, uint64_t addr);

/**
 * pdata_mapset_find_many - find the maps that cover several addresses
 * @at: @nr elements, one for each address. The caller sets the members marked "input" in struct
 *      pdata_map_at, and the function sets those marked "output"
 * @nr: number of elements of @at
 *
 * If the members "maps" of the elements belong to many processes, one call is faster than a call
 * of pdata_mapset_find() for each address, because the cache misses of the look-ups overlap.
 *
 * Threads: any, each with its own array @at.
 */
PDATA_API void pdata_mapset_find_many(struct pdata_map_at *at, uint32_t nr);

/**
 * pdata_mapset_prefetch - start to load the data of maps into the processor's caches
 * @m: maps that will be searched, from pdata_thread_at.maps
 *
 * Call it some microseconds before a search in these maps, so that the search does not wait for
 * memory.
 *
 * Threads: any.
 */
PDATA_API void pdata_mapset_prefetch(const struct pdata_mapset *m);

/**
 * pdata_mapset_hash - get a hash of the maps, to find processes with equal maps
 * @m: the maps, from pdata_thread_at.maps
 *
 * The hash depends on three properties of each map: the addresses that the map covers, the object
 * of the map, and the offsets in the object that are mapped at these addresses.
 *
 * Return: the hash. Equal maps have equal hashes. Different maps can have equal hashes, so the
 * caller compares maps with equal hashes.
 * Threads: any.
 * Cost: constant.
 */
PDATA_API uint32_t pdata_mapset_hash(const struct pdata_mapset *m);

/**
 * pdata_mapset_next - get the visible parts of the maps of a process in ascending order of address
 * @m: the maps, from pdata_thread_at.maps
 * @addr: set *@addr to 0 before the first call. Each call finds the first visible part that ends
 *        after *@addr, and sets *@addr to the end of this part, which is where the next call
 *        continues
 *
 * Maps can overlap: a later map then covers a part of an earlier one. A visible part of a map is a
 * range of its addresses that no later map covers. The function returns a map with several visible
 * parts several times, once for each part.
 *
 * Return: the map that has the found part; the returned struct belongs to the struct pdata_tasks.
 * NULL if there is no further part.
 * Threads: any.
 */
PDATA_API const struct pdata_map *pdata_mapset_next(const struct pdata_mapset *m, uint64_t *addr);

/**
 * pdata_tasks_kernel_map - find the map of the kernel, a module or a BPF program at an address
 * @t: the tasks, after pdata_tasks_seal()
 * @addr: kernel address
 * @time: time in ns of the record that has the address, as in pdata_tasks_at()
 * @seq: pdata_record.seq of the record that has the address, as in pdata_tasks_at()
 *
 * Return: the map, which belongs to @t; NULL if no map covers @addr at this time.
 * Threads: any.
 */
PDATA_API const struct pdata_map *pdata_tasks_kernel_map(const struct pdata_tasks *t, uint64_t addr,
							 uint64_t time, uint64_t seq);

/**
 * pdata_tasks_object - get an object by its index
 * @t: the tasks, after pdata_tasks_seal()
 * @i: pdata_object.index
 *
 * Return: the object, which belongs to @t; NULL if there is no object with this index.
 * Threads: any.
 */
PDATA_API const struct pdata_object *pdata_tasks_object(const struct pdata_tasks *t, uint32_t i);

/**
 * pdata_tasks_nr_objects - get the number of objects that the maps refer to
 * @t: the tasks
 *
 * Return: the number of objects; each pdata_object.index is below this number.
 */
PDATA_API uint32_t pdata_tasks_nr_objects(const struct pdata_tasks *t);

/**
 * pdata_tasks_nr_maps - get the number of maps of all processes and of the kernel
 * @t: the tasks
 *
 * Return: the number of maps; each pdata_map.index is below this number.
 */
PDATA_API uint32_t pdata_tasks_nr_maps(const struct pdata_tasks *t);

/**
 * pdata_tasks_nr_comms - get the number of different thread names
 * @t: the tasks
 *
 * Return: the number of names. Each pdata_thread_at.comm_index is below this number, or UINT32_MAX
 * if the thread is in no record.
 */
PDATA_API uint32_t pdata_tasks_nr_comms(const struct pdata_tasks *t);

/**
 * pdata_tasks_comm - get a thread name by its index
 * @t: the tasks
 * @comm_index: pdata_thread_at.comm_index or pdata_thread_at.first_index
 *
 * Return: the name, which belongs to @t; NULL if there is no name with this index.
 */
PDATA_API const char *pdata_tasks_comm(const struct pdata_tasks *t, uint32_t comm_index);

/**
 * pdata_map_to_offset - convert an address in a map to an offset in the object of the map
 * @m: the map
 * @addr: an address that the map covers
 *
 * Return: m->pgoff plus the distance of @addr from m->start. For a file, this is the file offset;
 * for the kernel itself, the address as in the kernel's symbol table; for an object from a
 * KSYMBOL record, the offset from the start of the code.
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
