/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PDATA_TRAILER_H
#define PDATA_TRAILER_H

/*
 * Reads and writes trailers. A trailer is a list of blocks after the last feature section of a
 * file; a footer at the end of the file gives the offset of the list. There are blocks for: an
 * index and checksums of the data section; checksums of all other sections; a backup of the
 * side-band records; symbols; copies of parts of the files in which symbols were found, such as ELF
 * files and perf maps (/tmp/perf-PID.map). Programs that do not know trailers ignore these bytes.
 * spec/trailer.md has the layout.
 */

#include "pdata.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An open trailer: a list of blocks (index, checksums, symbols ...) at the end of a file. */
struct pdata_trailer;

/*
 * The state of a trailer (a list of blocks at the end of a file); values of
 * pdata_trailer_info.state.
 */
enum pdata_trailer_state {
	PDATA_TRAILER_WHOLE = 0, /* blocks and footer are complete */
	PDATA_TRAILER_CUT = 1,	 /* the file ends before the trailer does */
	/*
	 * at the place of a block or of the footer, the file has bytes that are neither a block nor
	 * a valid footer
	 */
	PDATA_TRAILER_DAMAGED = 2,
	/*
	 * the file has no trailer. pdata_trailer_info.state never has this value, because the
	 * functions that open a trailer fail for a file without a trailer
	 */
	PDATA_TRAILER_NONE = 3,
};

/*
 * The place of a trailer (a list of blocks and a footer) in the file that contains it, and whether
 * the trailer is complete.
 */
struct pdata_trailer_info {
	uint64_t off; /* file offset of the first block of the trailer */
	/*
	 * size in bytes of the blocks and the footer together; if @state is not
	 * PDATA_TRAILER_WHOLE, number of bytes from @off to the end of the file
	 */
	uint64_t size;
	uint32_t nr_blocks; /* number of blocks that are completely in the file */
	uint32_t swap;	    /* not 0: the trailer's byte order is not the host's */
	uint32_t state;	    /* enum pdata_trailer_state */
};

/* Flag in pdata_block.flags: the payload of the block is stored as a zstd frame. */
#define PDATA_BLOCK_ZSTD 1u

/* The header of a trailer block: the type of the block, its place in the file, and its size. */
struct pdata_block {
	uint32_t type;	/* enum pdata_block_type, or a type that the library does not know */
	uint32_t flags; /* PDATA_BLOCK_ZSTD, or 0 */
	uint64_t off;	/* file offset of the block header */
	uint64_t size;	/* size in bytes of the payload as it is in the file */
	/* size in bytes of the decompressed payload; equal to @size if it is not compressed */
	uint64_t raw_size;
	/*
	 * The file that this block describes. 0: the file that contains the trailer. Other values:
	 * a file of the directory; the block MEMBERS lists these files, and the value is the
	 * position of the file in this list, from 1.
	 */
	uint32_t member;
};

/**
 * pdata_block_name - get the name of a trailer block type, for example "INDEX"
 * @type: enum pdata_block_type
 *
 * Return: a static string; NULL for an unknown type.
 * Threads: any.
 */
PDATA_API const char *pdata_block_name(uint32_t type);

/**
 * pdata_block_depends_on_data - tell whether trailer blocks of a type describe the data section
 * @type: enum pdata_block_type
 *
 * When the data section of a file changes, blocks that describe it are no longer valid and must be
 * made again.
 *
 * Return: 1 for INDEX, SIDEBAND, SUMS, TIMES, COPIES, MEMBERS and ALL_TIMES, otherwise 0.
 * Threads: any.
 */
PDATA_API int pdata_block_depends_on_data(uint32_t type);

/**
 * pdata_trailer_open_fd - open the trailer at the end of a file
 * @out: receives the trailer; free it with pdata_trailer_close()
 * @fd: a seekable descriptor of the file. It must stay open until the trailer is closed;
 *      pdata_trailer_close() does not close it
 *
 * The function verifies the checksum of the footer. Each block also has a checksum, which covers
 * the block header and the payload; this function does not verify it, but pdata_trailer_read()
 * does.
 *
 * Return: 0; PDATA_N_BLOCK if there is no trailer at the end of the file, or if @fd is not a
 * regular file; PDATA_E_TRAILER if the trailer is damaged; PDATA_E_CODEC if the library was built
 * without xxhash; PDATA_E_SYS; PDATA_E_NOMEM.
 */
PDATA_API int pdata_trailer_open_fd(struct pdata_trailer **out, int fd, struct pdata_error *err);

/**
 * pdata_trailer_open_at - open the trailer of a file, even if the trailer is incomplete or is not
 * at the end of the file
 * @out: receives the trailer; free it with pdata_trailer_close()
 * @fd: a seekable descriptor of the file. It must stay open until the trailer is closed;
 *      pdata_trailer_close() does not close it
 * @end: file offset at which the last section of the file ends: pdata_file_info.end
 * @err: receives the error if the function fails. If the function returns 0 and the trailer is
 *       incomplete, @err receives the reason; if the trailer is complete, @err->code is 0
 *
 * If there is no complete trailer at the end of the file, the function looks for a trailer that
 * begins at @end (rounded up to a multiple of 8). If that trailer is incomplete or damaged, only
 * its complete blocks can be read; the number of complete blocks may be 0. pdata_trailer_info()
 * tells the state.
 *
 * Return: 0; PDATA_N_BLOCK if there is no trailer; PDATA_E_TRAILER if the footer at the end of the
 * file is damaged or does not lead to blocks, and no trailer begins at @end; PDATA_E_CODEC if the
 * library was built without xxhash; PDATA_E_SYS; PDATA_E_NOMEM.
 */
PDATA_API int pdata_trailer_open_at(struct pdata_trailer **out, int fd, uint64_t end,
				    struct pdata_error *err);

/**
 * pdata_trailer_open_reader - open the trailer of the recording that a reader reads
 * @out: receives the trailer; free it with pdata_trailer_close(), before pdata_reader_close()
 * @r: the reader
 * @err: as for pdata_trailer_open_at()
 *
 * The function finds what pdata_trailer_open_at() finds, also if gzip or zstd compressed the whole
 * file, if the reader has copied the input because it cannot seek, and in the file "data" of a
 * directory.
 *
 * Return: as pdata_trailer_open_at(); PDATA_N_BLOCK if the recording is in pipe format.
 */
PDATA_API int pdata_trailer_open_reader(struct pdata_trailer **out, const struct pdata_reader *r,
					struct pdata_error *err);

/**
 * pdata_trailer_open_mem - open the trailer at the end of a file in memory
 * @out: receives the trailer; free it with pdata_trailer_close()
 * @buf: content of the file, @len bytes, valid and unchanged until the trailer is closed
 *
 * Return: as pdata_trailer_open_fd().
 */
PDATA_API int pdata_trailer_open_mem(struct pdata_trailer **out, const void *buf, size_t len,
				     struct pdata_error *err);

/**
 * pdata_trailer_close - free a trailer
 * @t: the trailer; NULL is allowed
 *
 * All structs that functions have returned for @t become invalid, for example those of
 * pdata_trailer_info(), pdata_trailer_block() and pdata_trailer_read().
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
 * pdata_trailer_block - get the header of a block by its position
 * @t: the trailer
 * @i: position of the block in the trailer, from 0
 *
 * Return: a struct that belongs to the trailer; NULL if there is no block @i.
 */
PDATA_API const struct pdata_block *pdata_trailer_block(const struct pdata_trailer *t, uint32_t i);

/**
 * pdata_trailer_find - find the first block that has a given type and describes the file that
 * contains the trailer
 * @t: the trailer
 * @type: type of the block, enum pdata_block_type
 * @from: position in the trailer at which the search starts; 0 is the first block
 *
 * The function skips blocks that describe a file "data.N" of a directory;
 * pdata_trailer_find_member() finds such blocks.
 *
 * Return: position of the block; PDATA_N_BLOCK if there is no such block at or after @from.
 */
PDATA_API int64_t pdata_trailer_find(const struct pdata_trailer *t, uint32_t type, uint32_t from);

/**
 * pdata_trailer_find_member - find the first block that has a given type and describes a given
 * file of a directory
 * @t: the trailer, which is in the file "data" of the directory
 * @type: type of the block, enum pdata_block_type
 * @member: the file that the block describes, as in pdata_block.member: position of the file in
 *          the block MEMBERS, from 1; 0 for the file that contains the trailer
 * @from: position in the trailer at which the search starts; 0 is the first block
 *
 * Return: position of the block; PDATA_N_BLOCK if there is no such block at or after @from.
 */
PDATA_API int64_t pdata_trailer_find_member(const struct pdata_trailer *t, uint32_t type,
					    uint32_t member, uint32_t from);

/**
 * pdata_trailer_read - verify, decompress and decode a block
 * @t: the trailer
 * @i: position of the block in the trailer, from 0
 * @out: receives a struct that belongs to the trailer: (*@out)->bit is the type of the block,
 *       (*@out)->data and (*@out)->len are the decompressed payload, and (*@out)->u has the decoded
 *       content. NULL on failure
 *
 * The function reads a block only once; further calls for the same block return the same result.
 *
 * Return: 0, also if the library has no layout of the type (u is then not set); PDATA_N_BLOCK if
 * there is no block @i; PDATA_E_CHECKSUM if the checksum does not match or the block cannot be
 * read; PDATA_E_COMPRESSED if the payload cannot be decompressed; PDATA_E_FORMAT if the block has
 * unknown flags; PDATA_E_FEATURE if the payload does not have the layout of its type;
 * PDATA_E_CODEC if the library was built without zstd; PDATA_L_MEMORY if the decompressed payload
 * is too large; PDATA_E_NOMEM.
 */
PDATA_API int pdata_trailer_read(struct pdata_trailer *t, uint32_t i,
				 const struct pdata_feature **out, struct pdata_error *err);

/**
 * pdata_trailer_index - read the block INDEX, which has the index of the data section
 * @t: the trailer
 * @info: facts about the file, from pdata_reader_info() of a reader of this file
 * @out: receives the index, which belongs to the trailer; NULL on failure
 *
 * The function also verifies that the offset and size of the data section in the index are those in
 * @info, and that the chunks in the index (parts of the data section) fill this section without
 * gaps.
 *
 * Return: 0; PDATA_N_BLOCK if the trailer has no index; PDATA_E_TRAILER if the index was made for
 * other data; the other errors of pdata_trailer_read().
 */
PDATA_API int pdata_trailer_index(struct pdata_trailer *t, const struct pdata_file_info *info,
				  const struct pdata_index **out, struct pdata_error *err);

/**
 * pdata_trailer_member_index - get the index of a file "data.N" of a directory
 * @t: the trailer, which is in the file "data" of the directory
 * @member: position of the file "data.N" in the block MEMBERS, from 1
 * @size: present size in bytes of the file "data.N"
 * @out: receives the index, which belongs to the trailer; NULL on failure
 *
 * Return: as pdata_trailer_index().
 */
PDATA_API int pdata_trailer_member_index(struct pdata_trailer *t, uint32_t member, uint64_t size,
					 const struct pdata_index **out, struct pdata_error *err);

/**
 * pdata_fd_verify - compute the checksum of some bytes in a file, and compare it with an expected
 * checksum
 * @fd: a seekable descriptor of the file
 * @off: file offset of the bytes
 * @len: number of bytes
 * @xxh3: expected XXH3-64 checksum
 *
 * Return: 0 if the checksums are equal; PDATA_E_CHECKSUM if they differ; PDATA_E_CUT if the file
 * is shorter than @off + @len; PDATA_E_SYS; PDATA_E_NOMEM.
 */
PDATA_API int pdata_fd_verify(int fd, uint64_t off, uint64_t len, uint64_t xxh3,
			      struct pdata_error *err);

/**
 * pdata_trailer_verify - compute the checksum of some bytes in the file that contains a trailer,
 * and compare it with an expected checksum
 * @t: the trailer
 * @off: file offset of the bytes
 * @len: number of bytes
 * @xxh3: expected XXH3-64 checksum, from the block INDEX or SUMS
 *
 * Return: 0 if the checksums are equal; PDATA_E_CHECKSUM if they differ; PDATA_E_CUT if the file
 * is shorter than @off + @len; PDATA_E_SYS; PDATA_E_NOMEM.
 */
PDATA_API int pdata_trailer_verify(struct pdata_trailer *t, uint64_t off, uint64_t len,
				   uint64_t xxh3, struct pdata_error *err);

/* A trailer block to write with pdata_trailer_build() or pdata_index_write(). */
struct pdata_block_in {
	/*
	 * enum pdata_block_type; for a type that the caller defines: a value from 256 on that is
	 * not in this enum
	 */
	uint32_t type;
	/*
	 * zstd compression level for the payload; 0: the payload is stored in the trailer without
	 * compression. Exception: whatever the level is, the payload is stored without compression
	 * if the compressed payload would not be smaller, or if the library was built without zstd
	 */
	uint32_t level;
	/* payload; for types in enum pdata_block_type, pdata_feature_encode() makes the payload */
	const uint8_t *data;
	uint64_t len; /* count of bytes at @data */
	/*
	 * number of the file that the block describes, as in pdata_block.member; 0: the file that
	 * contains the trailer
	 */
	uint32_t member;
	uint32_t reserved[3]; /* 0 */
};

/**
 * pdata_trailer_build - make the bytes of a trailer
 * @blocks: @nr blocks
 * @off: file offset at which the caller will write the bytes of @out: the present size of the
 *       file. If @off is not a multiple of 8, these bytes begin with zeros, so that the trailer
 *       starts at the next multiple of 8
 * @swap: 0: write the host's byte order; not 0: write the other byte order. A trailer must have
 *        the byte order of its file
 * @out: receives a new buffer with the zeros and the trailer; free it with pdata_free()
 *
 * Return: number of bytes in *@out; PDATA_E_NOMEM; PDATA_E_CODEC if the library was built
 * without xxhash; PDATA_E_ARG if the level of a block is not a level of zstd.
 * Threads: any.
 */
PDATA_API int64_t pdata_trailer_build(const struct pdata_block_in *blocks, uint32_t nr,
				      uint64_t off, int swap, uint8_t **out);

/* ---- samples over time ------------------------------------------------------------------- */

/**
 * pdata_reader_index - get the index of the recording from its trailer
 * @r: the reader
 *
 * Return: the index (block INDEX), which belongs to the reader and is verified as in
 * pdata_trailer_index(); NULL if the recording has no valid index. For a directory, the result is
 * the index of the file "data".
 */
PDATA_API const struct pdata_index *pdata_reader_index(const struct pdata_reader *r);

/**
 * pdata_reader_indexed_samples - get the number of SAMPLE records according to all indexes of the
 * recording
 * @r: the reader
 *
 * Return: the number of all samples, including those that pdata_reader_times() does not count
 * (samples without a time, and samples that perf record --off-cpu wrote); 0 if the file has no
 * index, or if a file of the directory has none.
 */
PDATA_API uint64_t pdata_reader_indexed_samples(const struct pdata_reader *r);

/**
 * pdata_record_is_sideband - tell whether records of a type are side-band records
 * @type: enum pdata_record_type
 *
 * Side-band records are those that are needed to interpret samples: records of all types except
 * SAMPLE, READ, THROTTLE, UNTHROTTLE, AUX, ITRACE_START, SWITCH, SWITCH_CPU_WIDE,
 * AUX_OUTPUT_HW_ID, CALLCHAIN_DEFERRED, FINISHED_ROUND and AUXTRACE. The trailer blocks SIDEBAND
 * (positions of records) and COPIES (backup of records) are about side-band records only.
 *
 * Return: 1 or 0.
 * Threads: any.
 */
PDATA_API int pdata_record_is_sideband(uint32_t type);

/**
 * pdata_reader_chunk_repaired - tell whether the reader took the side-band records of a chunk from
 * their copies in the trailer
 * @r: the reader
 * @off: file offset of any byte of the chunk; in a directory, an offset in the file "data"
 *
 * A chunk is a part of the data section that has a checksum in the trailer (block INDEX). If the
 * checksum does not match when the reader reads the chunk, the reader returns copies of the
 * side-band records of the chunk from the trailer (block COPIES), if the trailer has them. It
 * returns the other records of the chunk as far as they can be read.
 *
 * Return: 1 if the reader took the side-band records from the block COPIES; otherwise 0, also if
 * the reader has not read the chunk yet.
 */
PDATA_API int pdata_reader_chunk_repaired(const struct pdata_reader *r, uint64_t off);

/**
 * pdata_reader_in_bad_chunk - tell whether a record was read from a chunk whose checksum does not
 * match
 * @r: the reader; the order must be PDATA_ORDER_FILE
 * @rec: the record that pdata_reader_next() returned last
 *
 * A chunk is a part of the data section that has a checksum in the index. The function works for
 * all files of a directory, although the offset pdata_record.off does not tell which file of the
 * directory a record comes from.
 *
 * Return: 1 if the record was read from a chunk whose checksum does not match; otherwise 0. The
 * result is also 0 for a side-band record whose copy the reader took from the trailer (block
 * COPIES).
 */
PDATA_API int pdata_reader_in_bad_chunk(const struct pdata_reader *r,
					const struct pdata_record *rec);

/**
 * pdata_reader_times - get the number of samples over time from the trailer, without reading the
 * data section
 * @r: the reader
 *
 * Return: the time histogram (block TIMES; for a directory with files "data.N", block ALL_TIMES),
 * which belongs to the reader; NULL if the recording has none, or if the data of the recording has
 * changed since the time histogram was made.
 */
PDATA_API const struct pdata_times *pdata_reader_times(struct pdata_reader *r);

/*
 * A time histogram that is being made: it divides time into equal intervals (slices) and has the
 * number of samples of each event in each of them.
 */
struct pdata_slices;

/**
 * pdata_slices_new - create an empty time histogram
 * @out: receives the histogram; free it with pdata_slices_free()
 * @nr_events: number of events whose samples will be counted
 *
 * The histogram divides time into slices of equal length. At first each slice is 1 microsecond
 * long. The range from the first to the last sample may have at most 10000 slices. Exception: if
 * @nr_events is above 26, the limit is 262144 / @nr_events, rounded down, but at least 2. Whenever
 * the range has more slices than the limit, the histogram joins every ten slices into one. So in
 * the end the number of slices in the range is at least a tenth of the limit (1000 if @nr_events
 * is at most 26), unless slices are still 1 microsecond long. The result does not depend on the
 * order of the samples.
 *
 * Return: 0, PDATA_E_NOMEM.
 */
PDATA_API int pdata_slices_new(struct pdata_slices **out, uint32_t nr_events);

/**
 * pdata_slices_free - free a time histogram
 * @s: the histogram; NULL is allowed
 *
 * The pointers in each struct pdata_times that pdata_slices_get() has filled for @s become
 * invalid.
 */
PDATA_API void pdata_slices_free(struct pdata_slices *s);

/**
 * pdata_slices_add - count a sample in a time histogram
 * @s: the histogram
 * @event: index of the sample's event. If it is not below @nr_events of pdata_slices_new(), the
 *         sample is not counted
 * @time: time of the sample in ns. The sample is not counted if @time is 0 (it has no time), or if
 *        @time is PDATA_TIME_OFF_CPU or more (samples of perf record --off-cpu have such times,
 *        which are no real times)
 *
 * Return: 0, PDATA_E_NOMEM.
 */
PDATA_API int pdata_slices_add(struct pdata_slices *s, uint32_t event, uint64_t time);

/**
 * pdata_slices_get - get the counts of a time histogram
 * @s: the histogram; more samples can be added after this call
 * @out: receives the counts of the samples added so far; its pointers are valid until the
 *       histogram is freed
 *
 * Return: 0, PDATA_E_NOMEM.
 */
PDATA_API int pdata_slices_get(struct pdata_slices *s, struct pdata_times *out);

/* ---- making an index --------------------------------------------------------------------- */

/* An indexer: makes the index of a data section from the bytes of this section. */
struct pdata_indexer;

/*
 * Minimum size in bytes of a chunk (a part of the data section with a checksum and counts of its
 * own in the index); only the last chunk can be smaller. A chunk consists of whole records. It
 * ends with the record with which it reaches this size. Exception: if a zstd frame is not complete
 * then, the chunk ends when the frame is complete or when the chunk has twice this size, whichever
 * comes first.
 */
#define PDATA_CHUNK_BYTES 1048576u

/**
 * pdata_indexer_new - create an indexer, which makes the index of a data section
 * @out: receives the indexer; free it with pdata_indexer_free()
 * @data_off: file offset of the data section
 * @swap: 0: the data section has the host's byte order; not 0: it has the other byte order
 *
 * Return: 0; PDATA_E_NOMEM; PDATA_E_CODEC if the library was built without xxhash.
 */
PDATA_API int pdata_indexer_new(struct pdata_indexer **out, uint64_t data_off, int swap);

/**
 * pdata_indexer_free - free an indexer
 * @x: the indexer; NULL is allowed
 *
 * The pointers in the structs that pdata_indexer_finish() has filled for @x become invalid.
 */
PDATA_API void pdata_indexer_free(struct pdata_indexer *x);

/**
 * pdata_indexer_event - tell an indexer the next event of the file
 * @x: the indexer, before the first bytes of data are added
 * @attr: attr of the event
 * @ids: @nr_ids ids of the event
 *
 * Call it once for each event, in the order of the attrs section. The function copies its
 * arguments.
 *
 * Return: 0; PDATA_E_ARG if bytes of data were added before; PDATA_E_ATTR; PDATA_E_NOMEM.
 */
PDATA_API int pdata_indexer_event(struct pdata_indexer *x, const struct pdata_attr *attr,
				  const uint64_t *ids, uint32_t nr_ids);

/**
 * pdata_indexer_spill - limit the memory of an indexer
 * @x: the indexer, before the first bytes of data are added
 * @fd: an empty file, open for reading and writing, that nobody else uses. It must stay open until
 *      the indexer is freed; pdata_indexer_free() does not close it. -1: no file; the functions of
 *      the indexer then fail with PDATA_E_NOMEM if the indexer needs more memory than @memory
 * @memory: limit in bytes for the memory that grows with the size of the data section; a value
 *          below 16 KiB means 16 KiB
 *
 * The indexer writes parts of the index that do not fit into memory to the file @fd, and reads
 * them back when the trailer is written. The limit does not change the content of the trailer.
 *
 * Return: 0; PDATA_E_ARG if bytes of data were added before.
 */
PDATA_API int pdata_indexer_spill(struct pdata_indexer *x, int fd, size_t memory);

/*
 * Type of the functions that an indexer calls with each record. @rec is valid during the call.
 * @arg is the argument @arg of pdata_indexer_set_callbacks().
 */
typedef void (*pdata_indexer_fn)(void *arg, const struct pdata_record *rec);

/**
 * pdata_indexer_set_callbacks - set the functions that an indexer calls with each record of the
 * data section
 * @x: the indexer
 * @samples: called with each SAMPLE record, also with those inside COMPRESSED records; NULL: no
 *           calls
 * @others: called with each record that is not a SAMPLE, also with those inside COMPRESSED
 *          records, but not with the COMPRESSED records themselves; NULL: no calls
 * @arg: first argument of both functions
 *
 * Threads: the indexer calls both functions in the thread that adds the data.
 */
PDATA_API void pdata_indexer_set_callbacks(struct pdata_indexer *x, pdata_indexer_fn samples,
					   pdata_indexer_fn others, void *arg);

/**
 * pdata_indexer_add - add the next bytes of the data section to an indexer
 * @x: the indexer
 * @data: the next @len bytes of the data section, directly after the bytes of the previous call;
 * the
 *        first call begins at the start of the section. A record can start in one call and end in
 *        the next call
 *
 * Return: @len; PDATA_E_SIZE, PDATA_E_TRUNCATED or PDATA_E_COMPRESSED if the data is damaged at
 * the location in @err; PDATA_E_ARG if a COMPRESSED record continues a zstd frame whose start was
 * added with pdata_indexer_add_compressed(); PDATA_E_CODEC if the library was built without zstd;
 * PDATA_E_NOMEM; PDATA_E_SYS if the file set by pdata_indexer_spill() cannot be read or written.
 */
PDATA_API int64_t pdata_indexer_add(struct pdata_indexer *x, const void *data, size_t len,
				    struct pdata_error *err);

/**
 * pdata_indexer_add_compressed - add a COMPRESSED record and its decompressed content to an
 * indexer
 * @x: the indexer
 * @p: the record and its content, as pdata_writer_tap_compressed() passes them to its callback
 *
 * The result is the same as that of pdata_indexer_add() with the record, but this function need
 * not decompress it. All records of a zstd frame must be added with the same one of these two
 * functions.
 *
 * Return: 0; PDATA_E_ARG if @p is not the next record of the data section, if p->plain is NULL, or
 * if the zstd frame began with pdata_indexer_add(); PDATA_E_SIZE if the content is damaged;
 * PDATA_E_NOMEM; PDATA_E_SYS if the file of pdata_indexer_spill() cannot be written.
 */
PDATA_API int pdata_indexer_add_compressed(struct pdata_indexer *x,
					   const struct pdata_compressed_piece *p,
					   struct pdata_error *err);

/**
 * pdata_indexer_taken - get the number of bytes added to an indexer so far
 * @x: the indexer
 *
 * Return: number of bytes of the data section, from its start.
 */
PDATA_API uint64_t pdata_indexer_taken(const struct pdata_indexer *x);

/**
 * pdata_indexer_nr_samples - get the number of SAMPLE records added to an indexer so far
 * @x: the indexer
 *
 * Return: number of samples, including those inside COMPRESSED records.
 */
PDATA_API uint64_t pdata_indexer_nr_samples(const struct pdata_indexer *x);

/**
 * pdata_indexer_sample_time - get the first and last time of the samples added to an indexer so
 * far
 * @x: the indexer
 * @out: receives the lowest and the highest time in ns of these samples, without samples that
 *       have no time or have a time from PDATA_TIME_OFF_CPU up; both are 0 if no sample is left
 */
PDATA_API void pdata_indexer_sample_time(const struct pdata_indexer *x,
					 struct pdata_sample_time *out);

/**
 * pdata_indexer_finish - complete the index, and get it
 * @x: the indexer, after all bytes of the data section were added
 * @index, @sideband: receive the decoded blocks INDEX and SIDEBAND; their pointers are valid until
 *                    the indexer is freed
 *
 * Return: 0; PDATA_E_CUT if the last record is incomplete, or the payload that follows it (see
 * pdata_reader_payload()); PDATA_E_NOMEM; PDATA_E_SYS if the file set by pdata_indexer_spill()
 * cannot be read or written.
 */
PDATA_API int pdata_indexer_finish(struct pdata_indexer *x, struct pdata_index *index,
				   struct pdata_sideband *sideband);

/**
 * pdata_index_write - write a trailer (a list of blocks with an index and checksums) to a finished
 * file
 * @fd: the file, open for reading and writing. The file is not a valid recording while the
 *      function writes: use a copy, or a file that no other program uses yet
 * @x: an indexer to which the data section was added from its start up to any point (none, a part
 *     or all of it); the function reads the rest of the data section from the file. NULL: the
 *     function reads the complete data section from the file
 * @keep: not 0: keep the blocks of the old trailer, with three exceptions: damaged blocks; blocks
 *        of a type that is also in @more; blocks that describe the data section (see
 *        pdata_block_depends_on_data()) or a file "data.N". 0: keep no old blocks
 * @more: @nr blocks. In the new trailer they follow the blocks that the function makes and the old
 *        blocks that it keeps
 *
 * The function makes the index, and the checksums of all parts of the file outside of the data
 * section. If the file ends with an old trailer, the new trailer replaces it; otherwise the new
 * trailer follows all bytes of the file.
 *
 * Return: 0; PDATA_E_ARG if the recording is in pipe format or compressed as a whole, or if more
 * bytes were added to @x than the data section has; PDATA_E_UNFINISHED if the header has no data
 * size; PDATA_E_CUT if the data section is incomplete; PDATA_E_TRAILER if the old trailer begins
 * inside the data section; PDATA_E_SIZE and other errors of pdata_indexer_add() if the data is
 * damaged; an error of pdata_reader_open(), for example PDATA_E_MAGIC for a file "data.N" of a
 * directory; PDATA_E_SYS; PDATA_E_NOMEM.
 */
PDATA_API int pdata_index_write(int fd, struct pdata_indexer *x, int keep,
				const struct pdata_block_in *more, uint32_t nr,
				struct pdata_error *err);

/* A file of a directory, and the indexer to which the bytes of this file were added. */
struct pdata_member_in {
	const char *name; /* name of the file: "data", or for example "data.0" */
	/*
	 * Indexer of this file. The caller must add bytes of the file to this indexer, beginning
	 * with the first byte of the first record, before it calls pdata_index_write_dir(). The
	 * added bytes may end before the end of the file, also in the middle of a record.
	 */
	struct pdata_indexer *x;
	uint64_t reserved[2]; /* 0 */
};

/**
 * pdata_index_write_dir - write a trailer with the indexes of all files of a directory
 * @dirfd: the directory; its files "data.N" must be complete
 * @fd: the file "data", or the file that will replace it. The function writes the trailer to this
 *      file; it does not change the files "data.N"
 * @fed: @nr_fed elements, one for each file whose bytes the caller has added to an indexer. From
 *       such a file the function reads only the bytes that were not added. It reads all records of
 *       each file that has no element in @fed. NULL if @nr_fed is 0
 * @keep: not 0: keep blocks of the old trailer, as in pdata_index_write()
 * @more: @nr blocks to write, as in pdata_index_write()
 *
 * Return: as pdata_index_write(); PDATA_E_ARG also if a file "data.N" is compressed as a whole.
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
