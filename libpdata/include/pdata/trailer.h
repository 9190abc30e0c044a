/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PDATA_TRAILER_H
#define PDATA_TRAILER_H

/*
 * Reads and writes trailers. A trailer is a list of blocks after the last feature section of a
 * file; a footer at the end of the file gives the offset of the list. The blocks have an index and
 * checksums of the data section, checksums of all other sections, a backup of side-band records,
 * symbols, and files. Programs that do not know trailers ignore these bytes. spec/trailer.md has
 * the layout.
 */

#include "pdata.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An open trailer. */
struct pdata_trailer;

/* The state of a trailer. */
enum pdata_trailer_state {
	PDATA_TRAILER_WHOLE = 0,   /* complete */
	PDATA_TRAILER_CUT = 1,	   /* the file ends before the trailer does */
	PDATA_TRAILER_DAMAGED = 2, /* invalid bytes are where a block or the footer should be */
	PDATA_TRAILER_NONE = 3,	   /* there is no trailer */
};

/* Location and state of a trailer. */
struct pdata_trailer_info {
	uint64_t off; /* file offset of the first block */
	/*
	 * size of blocks and footer in bytes; if @state is not PDATA_TRAILER_WHOLE, bytes from @off
	 * to the end of the file
	 */
	uint64_t size;
	uint32_t nr_blocks; /* number of blocks that can be read */
	uint32_t swap;	    /* not 0: the trailer's byte order is not the host's */
	uint32_t state;	    /* enum pdata_trailer_state */
};

/* Block flag: the payload is a zstd frame. */
#define PDATA_BLOCK_ZSTD 1u

/* A block as it is stored. */
struct pdata_block {
	uint32_t type;	   /* enum pdata_block_type, or a type that the library does not know */
	uint32_t flags;	   /* PDATA_BLOCK_ZSTD, or 0 */
	uint64_t off;	   /* file offset of the block header */
	uint64_t size;	   /* bytes of the payload as stored */
	uint64_t raw_size; /* bytes of the decompressed payload */
	/*
	 * The file that this block describes. 0: the file that contains the trailer; N > 0: the
	 * Nth member in the block MEMBERS, counted from 1.
	 */
	uint32_t member;
};

/**
 * pdata_block_name - get the name of a block type, for example "INDEX"
 * @type: enum pdata_block_type
 *
 * Return: a static string, or NULL for an unknown type.
 * Threads: any.
 */
PDATA_API const char *pdata_block_name(uint32_t type);

/**
 * pdata_block_depends_on_data - tell whether blocks of a type describe the data of a file
 * @type: enum pdata_block_type
 *
 * When the data of a file changes, the blocks that describe the data must be made again.
 *
 * Return: 1 for INDEX, SIDEBAND, SUMS, TIMES, COPIES, MEMBERS and ALL_TIMES, otherwise 0.
 * Threads: any.
 */
PDATA_API int pdata_block_depends_on_data(uint32_t type);

/**
 * pdata_trailer_open_fd - open the trailer at the end of a file
 * @out: receives the trailer; free it with pdata_trailer_close()
 * @fd: a seekable descriptor. It must stay open until the trailer is closed, and remains the
 *      caller's
 *
 * The function verifies the checksum of the footer. pdata_trailer_read() verifies the checksum of a
 * block, which covers the block header and the payload.
 *
 * Return: 0; PDATA_N_BLOCK (no trailer), PDATA_E_TRAILER (a damaged trailer), PDATA_E_CODEC (the
 * library was built without xxhash), PDATA_E_SYS, PDATA_E_NOMEM.
 */
PDATA_API int pdata_trailer_open_fd(struct pdata_trailer **out, int fd, struct pdata_error *err);

/**
 * pdata_trailer_open_at - open the trailer of a file, even if the trailer is incomplete or is not
 * at the end of the file
 * @out: receives the trailer; free it with pdata_trailer_close()
 * @fd: as in pdata_trailer_open_fd()
 * @end: file offset at which the sections of the file end: pdata_file_info.end
 * @err: receives the error if the function fails. If the function returns 0, @err->code is 0 if
 *       pdata_trailer_info.state is PDATA_TRAILER_WHOLE; otherwise @err receives the reason of the
 *       state
 *
 * If there is no complete trailer at the end of the file, the function looks for a block after
 * @end. Only the complete blocks of an incomplete or damaged trailer can be read; the number of
 * complete blocks may be 0.
 *
 * Return: as pdata_trailer_open_fd(), but PDATA_E_TRAILER is returned only if the footer at the end
 * of the file is damaged or does not lead to blocks, and no block was found after @end.
 */
PDATA_API int pdata_trailer_open_at(struct pdata_trailer **out, int fd, uint64_t end,
				    struct pdata_error *err);

/**
 * pdata_trailer_open_mem - open the trailer of a file in memory
 * @out: receives the trailer; free it with pdata_trailer_close()
 * @buf: content of the file, @len bytes, valid and unchanged until the trailer is closed
 *
 * Return: as pdata_trailer_open_fd().
 */
PDATA_API int pdata_trailer_open_mem(struct pdata_trailer **out, const void *buf, size_t len,
				     struct pdata_error *err);

/**
 * pdata_trailer_close - free a trailer and everything that it returned
 * @t: the trailer; NULL is allowed
 */
PDATA_API void pdata_trailer_close(struct pdata_trailer *t);

/**
 * pdata_trailer_info - get the location and state of a trailer
 * @t: the trailer
 *
 * Return: a struct that belongs to the trailer, never NULL.
 */
PDATA_API const struct pdata_trailer_info *pdata_trailer_info(const struct pdata_trailer *t);

/**
 * pdata_trailer_block - get a block by its position
 * @t: the trailer
 * @i: position of the block in the trailer, from 0
 *
 * Return: the block, which belongs to the trailer; NULL if there is no block @i.
 */
PDATA_API const struct pdata_block *pdata_trailer_block(const struct pdata_trailer *t, uint32_t i);

/**
 * pdata_trailer_find - find a block by its type
 * @t: the trailer
 * @type: type of the block, enum pdata_block_type
 * @from: position of the block to start at
 *
 * Only blocks about the file that contains the trailer are searched, not blocks about members of a
 * directory.
 *
 * Return: position of the first block found; PDATA_N_BLOCK if there is none.
 */
PDATA_API int64_t pdata_trailer_find(const struct pdata_trailer *t, uint32_t type, uint32_t from);

/**
 * pdata_trailer_find_member - find a block about one member of a directory by the block's type
 * @t: the trailer
 * @type: type of the block, enum pdata_block_type
 * @member: value of pdata_block.member: position of the member in the block MEMBERS, from 1; or 0
 *          for blocks about the file that contains the trailer
 * @from: position of the block to start at
 *
 * Return: position of the first block found; PDATA_N_BLOCK if there is none.
 */
PDATA_API int64_t pdata_trailer_find_member(const struct pdata_trailer *t, uint32_t type,
					    uint32_t member, uint32_t from);

/**
 * pdata_trailer_read - verify, decompress and decode a block
 * @t: the trailer
 * @i: position of the block in the trailer, from 0
 * @out: receives the block, which belongs to the trailer: bit is the type, data and len are the
 *       decompressed payload, and u is its content; NULL on failure
 *
 * Return: 0, also for types that the library has no layout of; PDATA_N_BLOCK (there is no block
 * @i), PDATA_E_CHECKSUM, PDATA_E_COMPRESSED, PDATA_E_FORMAT (unknown flags), PDATA_E_FEATURE (the
 * payload does not have the layout of its type), PDATA_E_CODEC, PDATA_L_MEMORY, PDATA_E_NOMEM.
 */
PDATA_API int pdata_trailer_read(struct pdata_trailer *t, uint32_t i,
				 const struct pdata_feature **out, struct pdata_error *err);

/**
 * pdata_trailer_index - get the index of the file that contains the trailer
 * @t: the trailer
 * @info: pdata_reader_info() of a reader of the file
 * @out: receives the index, which belongs to the trailer; NULL on failure
 *
 * The function also verifies that the index belongs to the present data section and that its
 * chunks fill this section without gaps.
 *
 * Return: as pdata_trailer_read(); PDATA_E_TRAILER if the index was made for different data.
 */
PDATA_API int pdata_trailer_index(struct pdata_trailer *t, const struct pdata_file_info *info,
				  const struct pdata_index **out, struct pdata_error *err);

/**
 * pdata_trailer_member_index - get the index of a member of a directory
 * @t: the trailer of the directory's file "data"
 * @member: position of the member in the block MEMBERS, from 1
 * @size: present size of the member's file in bytes
 * @out: receives the index, which belongs to the trailer; NULL on failure
 *
 * Return: as pdata_trailer_index().
 */
PDATA_API int pdata_trailer_member_index(struct pdata_trailer *t, uint32_t member, uint64_t size,
					 const struct pdata_index **out, struct pdata_error *err);

/**
 * pdata_fd_verify - compare bytes of a file with an expected checksum
 * @fd: a seekable descriptor of the file
 * @off: file offset of the bytes
 * @len: number of bytes
 * @xxh3: expected XXH3-64 checksum
 *
 * Return: as pdata_trailer_verify().
 */
PDATA_API int pdata_fd_verify(int fd, uint64_t off, uint64_t len, uint64_t xxh3,
			      struct pdata_error *err);

/**
 * pdata_trailer_verify - compare bytes of the file that contains a trailer with an expected
 * checksum
 * @t: the trailer
 * @off: file offset of the bytes
 * @len: number of bytes
 * @xxh3: expected XXH3-64 checksum, from INDEX or SUMS
 *
 * Return: 0; PDATA_E_CHECKSUM (the checksum differs), PDATA_E_CUT (the file is shorter),
 * PDATA_E_SYS, PDATA_E_NOMEM.
 */
PDATA_API int pdata_trailer_verify(struct pdata_trailer *t, uint64_t off, uint64_t len,
				   uint64_t xxh3, struct pdata_error *err);

/* A block to write. */
struct pdata_block_in {
	uint32_t type;	      /* enum pdata_block_type, or any value from 256 on */
	uint32_t level;	      /* not 0: compress with this level of zstd */
	const uint8_t *data;  /* payload; pdata_feature_encode() makes it for known types */
	uint64_t len;	      /* count of bytes at @data */
	uint32_t member;      /* as in struct pdata_block */
	uint32_t reserved[3]; /* 0 */
};

/**
 * pdata_trailer_build - make the bytes of a trailer
 * @blocks: @nr blocks
 * @off: file offset at which the caller will write the trailer: the present size of the file
 * @swap: not 0: write the byte order that is not the host's. The byte order must be that of the
 *        file
 * @out: receives a new buffer of the returned length; free it with pdata_free()
 *
 * Return: bytes of the trailer; PDATA_E_NOMEM, PDATA_E_CODEC, PDATA_E_ARG.
 * Threads: any.
 */
PDATA_API int64_t pdata_trailer_build(const struct pdata_block_in *blocks, uint32_t nr,
				      uint64_t off, int swap, uint8_t **out);

/* ---- samples over time ------------------------------------------------------------------- */

/**
 * pdata_reader_index - get the index of the recording
 * @r: the reader
 *
 * Return: the index, which belongs to the reader and is verified as in pdata_trailer_index(); NULL
 * if the recording has no index. For a directory, the result is the index of the file "data".
 */
PDATA_API const struct pdata_index *pdata_reader_index(const struct pdata_reader *r);

/**
 * pdata_reader_indexed_samples - get the number of SAMPLE records in all indexes of the recording
 * @r: the reader
 *
 * Return: number of samples, samples without a time included (pdata_reader_times() does not count
 * samples without a time); 0 if the recording, or a member of its directory, has no index.
 */
PDATA_API uint64_t pdata_reader_indexed_samples(const struct pdata_reader *r);

/**
 * pdata_record_is_sideband - tell whether records of a type are side-band records
 * @type: enum pdata_record_type
 *
 * Side-band records are needed to interpret samples: the records of all types except SAMPLE, READ,
 * THROTTLE, UNTHROTTLE, AUX, ITRACE_START, SWITCH, SWITCH_CPU_WIDE, AUX_OUTPUT_HW_ID,
 * CALLCHAIN_DEFERRED, FINISHED_ROUND and AUXTRACE. The blocks SIDEBAND and COPIES have side-band
 * records only.
 *
 * Return: 1 or 0.
 * Threads: any.
 */
PDATA_API int pdata_record_is_sideband(uint32_t type);

/**
 * pdata_reader_chunk_repaired - tell whether the side-band records of a chunk come from the backup
 * @r: the reader
 * @off: file offset of any byte of the chunk; for a directory, an offset in the file "data"
 *
 * When the reader reads a chunk whose checksum does not match, it returns the side-band records of
 * the chunk from the backup (block COPIES). The records of the chunk that are not side-band records
 * are returned if they can be read.
 *
 * Return: 1 or 0.
 */
PDATA_API int pdata_reader_chunk_repaired(const struct pdata_reader *r, uint64_t off);

/**
 * pdata_reader_in_bad_chunk - tell whether a record comes from a chunk whose checksum does not
 * match
 * @r: the reader, in file order
 * @rec: the record that pdata_reader_next() returned last
 *
 * The function works for all members of a directory. (The offset in pdata_record.off does not tell
 * which member a record comes from.)
 *
 * Return: 1 if the record was read from a chunk whose checksum does not match; otherwise 0. The
 * result is also 0 for a record that the reader took from the backup.
 */
PDATA_API int pdata_reader_in_bad_chunk(const struct pdata_reader *r,
					const struct pdata_record *rec);

/**
 * pdata_reader_times - get the time histogram of the samples without reading the data
 * @r: the reader
 *
 * Return: the time histogram (block TIMES; for a directory, block ALL_TIMES), which belongs to the
 * reader; NULL if the recording has no time histogram, or if the data has changed since the
 * histogram was made.
 */
PDATA_API const struct pdata_times *pdata_reader_times(struct pdata_reader *r);

/* A time histogram: counts of samples over time. */
struct pdata_slices;

/**
 * pdata_slices_new - create an empty time histogram
 * @out: receives the histogram; free it with pdata_slices_free()
 * @nr_events: number of events whose samples will be counted
 *
 * At first each slice is 1 microsecond long. Whenever the samples span more than 10000 slices (a
 * smaller number with many events), every ten slices are joined into one. So the samples span 1000
 * or more slices in the end, unless they span less than a millisecond or there are many events. The
 * result does not depend on the order of the samples.
 *
 * Return: 0, PDATA_E_NOMEM.
 */
PDATA_API int pdata_slices_new(struct pdata_slices **out, uint32_t nr_events);

/**
 * pdata_slices_free - free a time histogram and everything that it returned
 * @s: the histogram; NULL is allowed
 */
PDATA_API void pdata_slices_free(struct pdata_slices *s);

/**
 * pdata_slices_add - count a sample
 * @s: the histogram
 * @event: index of the sample's event, below @nr_events of pdata_slices_new()
 * @time: time of the sample in ns; 0: the sample has no time and is not counted
 *
 * Return: 0, PDATA_E_NOMEM.
 */
PDATA_API int pdata_slices_add(struct pdata_slices *s, uint32_t event, uint64_t time);

/**
 * pdata_slices_get - get the counts so far
 * @s: the histogram
 * @out: receives the counts; its pointers are valid until the histogram is freed
 *
 * Return: 0, PDATA_E_NOMEM.
 */
PDATA_API int pdata_slices_get(struct pdata_slices *s, struct pdata_times *out);

/* ---- making an index --------------------------------------------------------------------- */

/* An indexer makes the index of a data section. */
struct pdata_indexer;

/*
 * Minimum size in bytes of each chunk except the last one. A chunk grows record by record until it
 * has this size. If the end of the chunk is then inside a compressed frame, the chunk grows further
 * until the frame ends or the chunk has twice this size.
 */
#define PDATA_CHUNK_BYTES 1048576u

/**
 * pdata_indexer_new - start the index of a data section
 * @out: receives the indexer; free it with pdata_indexer_free()
 * @data_off: file offset of the data section
 * @swap: not 0: the byte order of the data section is not the host's
 *
 * Return: 0; PDATA_E_NOMEM, PDATA_E_CODEC (the library was built without xxhash).
 */
PDATA_API int pdata_indexer_new(struct pdata_indexer **out, uint64_t data_off, int swap);

/**
 * pdata_indexer_free - free an indexer and everything that it returned
 * @x: the indexer; NULL is allowed
 */
PDATA_API void pdata_indexer_free(struct pdata_indexer *x);

/**
 * pdata_indexer_event - announce the next event
 * @x: the indexer, before the first bytes of data
 * @attr: attr of the event
 * @ids: @nr_ids ids of the event
 *
 * The arguments are copied.
 *
 * Return: 0; PDATA_E_ARG (called too late), PDATA_E_ATTR, PDATA_E_NOMEM.
 */
PDATA_API int pdata_indexer_event(struct pdata_indexer *x, const struct pdata_attr *attr,
				  const uint64_t *ids, uint32_t nr_ids);

/**
 * pdata_indexer_spill - limit the memory of an indexer
 * @x: the indexer, before the first bytes of data
 * @fd: an empty file, open for reading and writing, that nobody else uses; it remains the
 *      caller's. -1: no file; the indexer then fails with PDATA_E_NOMEM if it needs more memory
 *      than @memory
 * @memory: limit in bytes for the memory that grows with the data; a value below 16 KiB means 16
 *          KiB
 *
 * Parts of the index that do not fit into memory are written to the file and read back when the
 * trailer is written. The trailer does not depend on the limit.
 *
 * Return: 0; PDATA_E_ARG (called too late).
 */
PDATA_API int pdata_indexer_spill(struct pdata_indexer *x, int fd, size_t memory);

/*
 * Called with a record, which is valid during the call. @arg is the argument @arg of
 * pdata_indexer_set_callbacks().
 */
typedef void (*pdata_indexer_fn)(void *arg, const struct pdata_record *rec);

/**
 * pdata_indexer_set_callbacks - set the functions that are called with each record
 * @x: the indexer
 * @samples: called with each SAMPLE record, also with those inside compressed records; NULL: no
 *           calls
 * @others: called with each record that is not a SAMPLE; NULL: no calls
 * @arg: first argument of both functions
 */
PDATA_API void pdata_indexer_set_callbacks(struct pdata_indexer *x, pdata_indexer_fn samples,
					   pdata_indexer_fn others, void *arg);

/**
 * pdata_indexer_add - add the next bytes of the data section
 * @x: the indexer
 * @data: @len bytes that follow the bytes of the previous call; a record can start in one call and
 *      end in the next call
 *
 * Return: @len; PDATA_E_SIZE or PDATA_E_COMPRESSED (the data is damaged at the location in @err),
 * PDATA_E_CODEC, PDATA_E_NOMEM, PDATA_E_SYS (from the file of pdata_indexer_spill()).
 */
PDATA_API int64_t pdata_indexer_add(struct pdata_indexer *x, const void *data, size_t len,
				    struct pdata_error *err);

/**
 * pdata_indexer_add_compressed - add a COMPRESSED record together with its content
 * @x: the indexer
 * @p: the record and its content, as pdata_writer_tap_compressed() passes them to its callback
 *
 * The result is the same as with pdata_indexer_add(), but nothing needs to be decompressed. If the
 * first record of a zstd frame is added with this function, all other records of the frame must be
 * added with this function, too.
 *
 * Return: 0; PDATA_E_ARG (@p is not the next record, p->plain is NULL, or the frame began with
 * pdata_indexer_add()), PDATA_E_SIZE (the content is damaged), PDATA_E_NOMEM, PDATA_E_SYS.
 */
PDATA_API int pdata_indexer_add_compressed(struct pdata_indexer *x,
					   const struct pdata_compressed_piece *p,
					   struct pdata_error *err);

/**
 * pdata_indexer_taken - get the number of bytes added so far
 * @x: the indexer
 *
 * Return: bytes of the data section.
 */
PDATA_API uint64_t pdata_indexer_taken(const struct pdata_indexer *x);

/**
 * pdata_indexer_nr_samples - get the number of SAMPLE records added so far
 * @x: the indexer
 *
 * Return: number of samples, those in compressed records included.
 */
PDATA_API uint64_t pdata_indexer_nr_samples(const struct pdata_indexer *x);

/**
 * pdata_indexer_sample_time - get the time that the samples added so far span
 * @x: the indexer
 * @out: receives the lowest and the highest time; both are 0 if no sample has a time
 */
PDATA_API void pdata_indexer_sample_time(const struct pdata_indexer *x,
					 struct pdata_sample_time *out);

/**
 * pdata_indexer_finish - end the last chunk and get the index
 * @x: the indexer
 * @index, @sideband: receive the blocks INDEX and SIDEBAND; their pointers are valid until the
 *                    indexer is freed
 *
 * Return: 0; PDATA_E_CUT (the last record or its payload is incomplete), PDATA_E_NOMEM,
 * PDATA_E_SYS.
 */
PDATA_API int pdata_indexer_finish(struct pdata_indexer *x, struct pdata_index *index,
				   struct pdata_sideband *sideband);

/**
 * pdata_index_write - write a trailer with an index to a finished file
 * @fd: the file, open for reading and writing. The file is not a valid recording while the function
 *      writes: use a copy, or a file that no other program uses yet
 * @x: an indexer to which the beginning of the data, or all data, was added; NULL: no indexer. The
 *     function reads the remaining data from the file
 * @keep: not 0: keep the blocks of an old trailer, except blocks that describe the data and blocks
 *        of types that are also in @more
 * @more: @nr blocks to write after the index
 *
 * The function makes the index, and the checksums of all parts of the file outside of the data
 * section. It replaces an old trailer.
 *
 * Return: 0; PDATA_E_ARG (a pipe or a member of a directory, or more bytes were added to @x than
 * the data section has), PDATA_E_UNFINISHED, PDATA_E_SIZE and other errors of pdata_indexer_add()
 * (the data is damaged), PDATA_E_SYS.
 */
PDATA_API int pdata_index_write(int fd, struct pdata_indexer *x, int keep,
				const struct pdata_block_in *more, uint32_t nr,
				struct pdata_error *err);

/* A member of a directory, and the indexer to which the bytes of this member were added. */
struct pdata_member_in {
	const char *name;	 /* file of the member: "data", "data.0" */
	struct pdata_indexer *x; /* as in pdata_index_write() */
	uint64_t reserved[2];	 /* 0 */
};

/**
 * pdata_index_write_dir - write a trailer with the indexes of all members of a directory
 * @dirfd: the directory with its final members
 * @fd: the file "data", or the file that will replace it; it gets the trailer. All other members
 *      are only read
 * @fed: @nr_fed indexers of members, or NULL if @nr_fed is 0
 * @keep: as in pdata_index_write()
 * @more: @nr blocks to write after the indexes
 *
 * Return: as pdata_index_write(); PDATA_E_ARG also if a member is compressed as a whole.
 */
PDATA_API int pdata_index_write_dir(int dirfd, int fd, const struct pdata_member_in *fed,
				    uint32_t nr_fed, int keep, const struct pdata_block_in *more,
				    uint32_t nr, struct pdata_error *err);

/**
 * pdata_xxh3 - compute the XXH3-64 checksum that trailers use
 * @data: @len bytes
 *
 * Return: the checksum; 0 if the library was built without xxhash.
 * Threads: any.
 */
PDATA_API uint64_t pdata_xxh3(const void *data, size_t len);

#ifdef __cplusplus
}
#endif
#endif
