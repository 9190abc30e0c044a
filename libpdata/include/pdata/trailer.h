/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PDATA_TRAILER_H
#define PDATA_TRAILER_H

/*
 * What a file may carry behind its last feature section: blocks with checksums, found from a
 * footer at the end of the file. Readers that do not know it pass over it. spec/trailer.md has the
 * layout.
 */

#include "pdata.h"

#ifdef __cplusplus
extern "C" {
#endif

struct pdata_trailer;

enum pdata_trailer_state {
	PDATA_TRAILER_WHOLE = 0,
	PDATA_TRAILER_CUT = 1,	   /* the file ends before the trailer does */
	PDATA_TRAILER_DAMAGED = 2, /* other bytes are where a block or the footer should be */
	PDATA_TRAILER_NONE = 3,	   /* there is none */
};

struct pdata_trailer_info {
	uint64_t off; /* in the file, of the first block */
	/* bytes of blocks and footer; of one that is not whole, up to the end of the file */
	uint64_t size;
	uint32_t nr_blocks; /* of one that is not whole: those in front of what is wrong */
	uint32_t swap;	    /* not 0: its byte order is not the host's */
	uint32_t state;	    /* enum pdata_trailer_state */
};

/* The payload is one zstd frame. */
#define PDATA_BLOCK_ZSTD 1u

/* One block as it is stored. */
struct pdata_block {
	uint32_t type;	   /* enum pdata_block_type, or unknown */
	uint32_t flags;	   /* PDATA_BLOCK_ */
	uint64_t off;	   /* of its head in the file */
	uint64_t size;	   /* bytes of payload as stored */
	uint64_t raw_size; /* bytes of payload when it is not compressed */
	uint32_t member; /* what it is about: 0 the file that it is in, else a number in MEMBERS */
};

/** pdata_block_name - the name of a block type, "INDEX", or NULL. Threads: any. */
PDATA_API const char *pdata_block_name(uint32_t type);

/**
 * pdata_block_depends_on_data - not 0: blocks of this type speak of the data, and are made new
 * with it. Threads: any.
 */
PDATA_API int pdata_block_depends_on_data(uint32_t type);

/**
 * pdata_trailer_open_fd - find the trailer of an open file
 * @fd: must be able to seek; must stay open as long as the trailer
 *
 * Footer and heads are verified, payloads when they are read.
 * Return: 0, PDATA_N_BLOCK (there is no trailer), PDATA_E_TRAILER (there is one, damaged),
 * PDATA_E_CODEC (a build without xxhash), PDATA_E_SYS, PDATA_E_NOMEM.
 */
PDATA_API int pdata_trailer_open_fd(struct pdata_trailer **out, int fd, struct pdata_error *err);

/**
 * pdata_trailer_open_at - find the trailer of an open file also where it does not end with the
 * file, or is not whole
 * @end: where the sections of the file end: pdata_file_info.end
 * @err: why it is not whole, where info says so, though 0 is returned; else code is 0
 *
 * A trailer that other bytes follow is found from its first block. Of one that is cut or damaged,
 * the blocks that are whole can be read; there may be none.
 * Return: as pdata_trailer_open_fd(); PDATA_E_TRAILER: there is a footer that leads nowhere, and
 * no blocks.
 */
PDATA_API int pdata_trailer_open_at(struct pdata_trailer **out, int fd, uint64_t end,
				    struct pdata_error *err);

/**
 * pdata_trailer_open_mem - as pdata_trailer_open_fd() from @len bytes at @buf, which must outlive
 * the trailer.
 */
PDATA_API int pdata_trailer_open_mem(struct pdata_trailer **out, const void *buf, size_t len,
				     struct pdata_error *err);

/** pdata_trailer_close - free it and all it handed out. NULL is allowed. */
PDATA_API void pdata_trailer_close(struct pdata_trailer *t);

/** pdata_trailer_info - where it is; never NULL. */
PDATA_API const struct pdata_trailer_info *pdata_trailer_info(const struct pdata_trailer *t);

/** pdata_trailer_block - block @i, or NULL; lives as long as the trailer. */
PDATA_API const struct pdata_block *pdata_trailer_block(const struct pdata_trailer *t, uint32_t i);

/**
 * pdata_trailer_find - the number of the first block of a type about the file itself from @from
 * on, or PDATA_N_BLOCK.
 */
PDATA_API int64_t pdata_trailer_find(const struct pdata_trailer *t, uint32_t type, uint32_t from);

/** pdata_trailer_find_member - the same about member @member. */
PDATA_API int64_t pdata_trailer_find_member(const struct pdata_trailer *t, uint32_t type,
					    uint32_t member, uint32_t from);

/**
 * pdata_trailer_read - a block verified, decompressed and decoded
 * @out: set to the trailer's own: bit is the type, data and len the decompressed payload
 *
 * Return: 0 (also for types without a layout), PDATA_N_BLOCK, PDATA_E_CHECKSUM,
 * PDATA_E_COMPRESSED, PDATA_E_FEATURE (not as its type says), PDATA_E_CODEC, PDATA_L_MEMORY,
 * PDATA_E_NOMEM.
 */
PDATA_API int pdata_trailer_read(struct pdata_trailer *t, uint32_t i,
				 const struct pdata_feature **out, struct pdata_error *err);

/**
 * pdata_trailer_index - the index, when it is one of this file
 * @info: of the file's reader
 *
 * Verified beyond pdata_trailer_read(): the data section is the one that was indexed, and chunks
 * lie in it one after the other without gaps.
 * Return: as pdata_trailer_read(); PDATA_E_TRAILER: it belongs to other data.
 */
PDATA_API int pdata_trailer_index(struct pdata_trailer *t, const struct pdata_file_info *info,
				  const struct pdata_index **out, struct pdata_error *err);

/**
 * pdata_trailer_member_index - the index of a member of the directory, when it is one of the file
 * there now
 * @member: its number, from 1
 * @size:	 bytes of its file
 *
 * Return: as pdata_trailer_index().
 */
PDATA_API int pdata_trailer_member_index(struct pdata_trailer *t, uint32_t member, uint64_t size,
					 const struct pdata_index **out, struct pdata_error *err);

/**
 * pdata_fd_verify - compare bytes of an open file with a checksum; @fd must be able to seek
 * Return: as pdata_trailer_verify().
 */
PDATA_API int pdata_fd_verify(int fd, uint64_t off, uint64_t len, uint64_t xxh3,
			      struct pdata_error *err);

/**
 * pdata_trailer_verify - compare bytes of the file with a checksum of its index or sums
 * Return: 0, PDATA_E_CHECKSUM, PDATA_E_CUT (the file is shorter), PDATA_E_SYS, PDATA_E_NOMEM.
 */
PDATA_API int pdata_trailer_verify(struct pdata_trailer *t, uint64_t off, uint64_t len,
				   uint64_t xxh3, struct pdata_error *err);

/* A block to be written. */
struct pdata_block_in {
	uint32_t type;
	uint32_t level;	     /* not 0: compress with zstd of this level */
	const uint8_t *data; /* payload, for types with a layout from pdata_feature_encode() */
	uint64_t len;
	uint32_t member;      /* as struct pdata_block's */
	uint32_t reserved[3]; /* 0 */
};

/**
 * pdata_trailer_build - the bytes of a trailer
 * @off:  bytes of the file so far; what is returned belongs there
 * @swap: not 0: write the byte order that is not the host's; it must be the file's
 * @out:  set to a new buffer of the returned length; free it with pdata_free()
 *
 * Return: bytes, PDATA_E_NOMEM, PDATA_E_CODEC, PDATA_E_ARG.
 */
PDATA_API int64_t pdata_trailer_build(const struct pdata_block_in *blocks, uint32_t nr,
				      uint64_t off, int swap, uint8_t **out);

/* ---- samples over time ------------------------------------------------------------------- */

/**
 * pdata_reader_index - the index of the file that is read, or NULL
 *
 * Of a directory that of its first file, "data"; the others have their own.
 * Only one that is the file's own, verified as by pdata_trailer_index(). It lives as long as the
 * reader.
 */
PDATA_API const struct pdata_index *pdata_reader_index(const struct pdata_reader *r);

/**
 * pdata_reader_indexed_samples - SAMPLEs of all indexes that pdata_reader_times() counts; 0 where
 * it has none.
 */
PDATA_API uint64_t pdata_reader_indexed_samples(const struct pdata_reader *r);

/**
 * pdata_record_is_sideband - not 0: records of this type are among those that SIDEBAND and COPIES
 * of a trailer are of
 *
 * All but those that only count or order samples: without these the others mean the same. Threads:
 * any.
 */
PDATA_API int pdata_record_is_sideband(uint32_t type);

/**
 * pdata_reader_chunk_repaired - not 0: the side-band records of the chunk that @off lies in come
 * from copies
 *
 * Its checksum does not match, which is found when it is read; of its other records those that can
 * be read are returned.
 */
PDATA_API int pdata_reader_chunk_repaired(const struct pdata_reader *r, uint64_t off);

/**
 * pdata_reader_in_bad_chunk - not 0: a record lies in a chunk whose checksum does not match, and
 * is no copy
 * @rec: what pdata_reader_next() returned last, in order of the file
 *
 * Also of the files of a directory, whose offsets mean something in their own file only.
 */
PDATA_API int pdata_reader_in_bad_chunk(const struct pdata_reader *r,
					const struct pdata_record *rec);

/**
 * pdata_reader_times - its samples over time, or NULL: known without reading data. As
 * pdata_reader_index().
 */
PDATA_API const struct pdata_times *pdata_reader_times(struct pdata_reader *r);

struct pdata_slices;

/**
 * pdata_slices_new - count samples over time, by event
 * @nr_events: events that will be counted
 *
 * There are 10000 slices at most, fewer with many events. When time goes on beyond them ten become
 * one, so that any recording has a thousand or more of them, or slices of a microsecond. What
 * comes out does not depend on the order that samples come in. Return: 0, PDATA_E_NOMEM.
 */
PDATA_API int pdata_slices_new(struct pdata_slices **out, uint32_t nr_events);

/** pdata_slices_free - NULL is allowed. */
PDATA_API void pdata_slices_free(struct pdata_slices *s);

/**
 * pdata_slices_add - a sample of event @event; without a time (0) it is not counted. Return: 0,
 * PDATA_E_NOMEM.
 */
PDATA_API int pdata_slices_add(struct pdata_slices *s, uint32_t event, uint64_t time);

/**
 * pdata_slices_get - what was counted so far; what @out leads to lives as long as @s. Return: 0,
 * PDATA_E_NOMEM.
 */
PDATA_API int pdata_slices_get(struct pdata_slices *s, struct pdata_times *out);

/* ---- making an index --------------------------------------------------------------------- */

struct pdata_indexer;

/* Bytes of a chunk: it ends with the first record at or behind this. */
#define PDATA_CHUNK_BYTES 1048576u

/**
 * pdata_indexer_new - index a data section from its bytes
 * @swap: not 0: its byte order is not the host's
 * Return: 0, PDATA_E_NOMEM, PDATA_E_CODEC (a build without xxhash).
 */
PDATA_API int pdata_indexer_new(struct pdata_indexer **out, uint64_t data_off, int swap);

/** pdata_indexer_free - NULL is allowed. */
PDATA_API void pdata_indexer_free(struct pdata_indexer *x);

/**
 * pdata_indexer_event - announce the next event, before the first bytes of data; everything is
 * copied
 * Return: 0, PDATA_E_ARG (it comes too late), and others.
 */
PDATA_API int pdata_indexer_event(struct pdata_indexer *x, const struct pdata_attr *attr,
				  const uint64_t *ids, uint32_t nr_ids);

/**
 * pdata_indexer_spill - bound the memory that an index takes, before the first bytes of data
 * @fd:	    an empty file, open for reading and writing, that nobody else uses; it stays the
 *          caller's. -1: there is none,
 *	    and an index that would take more ends with PDATA_E_NOMEM
 * @memory: bytes that what grows with the data may take; at least 16 KiB are taken
 *
 * What takes more goes to the file, in pieces that are read back when the trailer is written. The
 * trailer is the same.
 * Return: 0, PDATA_E_ARG (it comes too late).
 */
PDATA_API int pdata_indexer_spill(struct pdata_indexer *x, int fd, size_t memory);

/* Called with a record, which lives until it returns. */
typedef void (*pdata_indexer_fn)(void *arg, const struct pdata_record *rec);

/**
 * pdata_indexer_set_callbacks - hand every record that is taken in to a function, those inside
 * compressed ones, too
 * @samples: gets SAMPLEs, @others: the other records; NULL: nobody does
 */
PDATA_API void pdata_indexer_set_callbacks(struct pdata_indexer *x, pdata_indexer_fn samples,
					   pdata_indexer_fn others, void *arg);

/**
 * pdata_indexer_add - take in the bytes that follow those taken before
 *
 * Records may begin in one call and end in another.
 * Return: @len, PDATA_E_SIZE or PDATA_E_COMPRESSED (@err has the place: the data is damaged),
 * PDATA_E_CODEC, PDATA_E_NOMEM, PDATA_E_SYS (the file of pdata_indexer_spill()).
 */
PDATA_API int64_t pdata_indexer_add(struct pdata_indexer *x, const void *data, size_t len,
				    struct pdata_error *err);

/**
 * pdata_indexer_add_compressed - pdata_indexer_add() of a COMPRESSED record whose content is at
 * hand: it is not decompressed, and the index is the same
 * @p: what pdata_writer_tap_compressed() shows
 *
 * A frame that began with such a record goes on with such records.
 * Return: 0, PDATA_E_ARG (@p is not the record that follows; p->plain is NULL; the frame began
 * with pdata_indexer_add()), PDATA_E_SIZE (damaged content), PDATA_E_NOMEM, PDATA_E_SYS.
 */
PDATA_API int pdata_indexer_add_compressed(struct pdata_indexer *x,
					   const struct pdata_compressed_piece *p,
					   struct pdata_error *err);

/** pdata_indexer_taken - bytes taken since the beginning. */
PDATA_API uint64_t pdata_indexer_taken(const struct pdata_indexer *x);

/** pdata_indexer_nr_samples - SAMPLEs so far. */
PDATA_API uint64_t pdata_indexer_nr_samples(const struct pdata_indexer *x);

/** pdata_indexer_sample_time - the least and greatest time of its samples; both 0: none had one. */
PDATA_API void pdata_indexer_sample_time(const struct pdata_indexer *x,
					 struct pdata_sample_time *out);

/**
 * pdata_indexer_finish - end the last chunk
 * @index, @sideband: filled; what they lead to lives as long as the indexer
 * Return: 0, PDATA_E_CUT (the last record or its payload is not whole), PDATA_E_NOMEM,
 * PDATA_E_SYS.
 */
PDATA_API int pdata_indexer_finish(struct pdata_indexer *x, struct pdata_index *index,
				   struct pdata_sideband *sideband);

/**
 * pdata_index_write - append a trailer to a finished file
 * @fd:   open for reading and writing
 * @keep: not 0: keep the blocks of a trailer that is there, but those of an index and of types in
 *        @more
 * @more: @nr more blocks behind the index
 *
 * Indexes what @x has not taken yet, sums up the rest of the file, and writes the trailer over one
 * that is there. The file is not valid while it is written: work on a copy, or on a file that
 * nobody else has yet. @x: NULL, or fed with the beginning of the data.
 * Return: 0, PDATA_E_ARG (a pipe's stream or a directory's member; @x has taken more than the
 * data), PDATA_E_UNFINISHED, PDATA_E_SIZE and others of pdata_indexer_add() (damaged data),
 * PDATA_E_SYS.
 */
PDATA_API int pdata_index_write(int fd, struct pdata_indexer *x, int keep,
				const struct pdata_block_in *more, uint32_t nr,
				struct pdata_error *err);

/* A member of a directory whose bytes an indexer has taken in. */
struct pdata_member_in {
	const char *name;	 /* "data", "data.0" */
	struct pdata_indexer *x; /* as pdata_index_write()'s */
	uint64_t reserved[2];	 /* 0 */
};

/**
 * pdata_index_write_dir - the same for a recording that is a directory
 * @dirfd:	    the directory, with its members as they are to stay
 * @fd:		    what is, or takes the place of, "data" in it
 * @fed, @nr_fed: indexers of some members, or none
 *
 * The trailer of "data" has what there is to be said of all members; these are read only.
 * Return: as pdata_index_write(); PDATA_E_ARG also for a member that was compressed as a whole.
 */
PDATA_API int pdata_index_write_dir(int dirfd, int fd, const struct pdata_member_in *fed,
				    uint32_t nr_fed, int keep, const struct pdata_block_in *more,
				    uint32_t nr, struct pdata_error *err);

/**
 * pdata_xxh3 - XXH3-64 of bytes, as trailers have it; 0 in a build without xxhash. Threads: any.
 */
PDATA_API uint64_t pdata_xxh3(const void *data, size_t len);

#ifdef __cplusplus
}
#endif
#endif
