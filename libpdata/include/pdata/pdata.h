/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PDATA_PDATA_H
#define PDATA_PDATA_H

/*
 * libpdata reads and writes Linux perf.data files. The rules below hold for all headers in
 * <pdata/>; a function's own comment states only what differs from them.
 *
 * Errors:  A function that can fail returns 0 or a positive number on success, and a negative
 *          enum pdata_err on failure. A parameter struct pdata_error *err is filled on failure
 *          with the code, the file offset, the record type and the field; NULL is allowed.
 * Threads: Only one thread at a time may use a handle (reader, writer, tasks ...). Threads may use
 *          different handles at the same time. "Threads: any" means that several threads may call
 *          the function at the same time, also with the same arguments. The library starts no
 *          threads, prints nothing, never exits and has no writable global data.
 * Owner:   A handle belongs to the caller, who frees it with the _close() or _free() function of
 *          its type. A pointer that a getter returns belongs to the handle and is valid until the
 *          handle is freed. An out parameter for a handle is set to NULL on failure. Input
 *          buffers, strings and descriptors remain the caller's.
 * Input:   Any byte string is safe input.
 * ABI:     Before version 1.0 each minor version has its own soname, so a program runs with the
 *          version that it was built with. From 1.0 on, structs that the caller allocates keep
 *          their size and offsets; new members take the space of members named reserved. The
 *          caller must set reserved members to 0 in structs that it fills in; in structs that the
 *          library fills in, the value of reserved members is unspecified. Structs whose first
 *          member is size may grow at the end. Structs that the library allocates may grow at the
 *          end, unless they are elements of an array. struct pdata_view, pdata_str, pdata_bytes,
 *          pdata_span, pdata_sample_head and the elements of views never change.
 *          tests/abi/layout.tsv has every size and offset.
 */

#include "features.h"
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The version of these headers; pdata_version() returns the version of the library in use. */
#define PDATA_VERSION_MAJOR 0
#define PDATA_VERSION_MINOR 1

/* Marks a function that the shared library exports. */
#ifndef PDATA_API
#define PDATA_API __attribute__((visibility("default")))
#endif

/* Error codes; errors.def has their values and texts. */
enum pdata_err {
	PDATA_OK = 0,
#define PD_ERR(name, value, text) PDATA_##name = (value),
#include "errors.def"
#undef PD_ERR
};

/* An error and its location in the input. */
struct pdata_error {
	int code;      /* enum pdata_err */
	int sys_errno; /* errno of the failed system call, with PDATA_E_SYS */
	uint64_t off;  /* file offset; in compressed data, the offset of the COMPRESSED record */
	uint32_t rec_type; /* type of the record, 0 outside of records */
	const char *field; /* name of the field, "" outside of fields; a static string */
	char text[160];	   /* details in English, or "" */
	uint64_t reserved[2];
};

/**
 * pdata_strerror - get the text of an error code
 * @code: an enum pdata_err, or a successful result
 *
 * Return: a static string, never NULL. The text is "unknown error" if @code is negative and is not
 * in enum pdata_err.
 * Threads: any.
 */
PDATA_API const char *pdata_strerror(int code);

/**
 * pdata_error_format - format an error as one line for a user
 * @e: the error
 * @buf: receives at most @len bytes, NUL included
 *
 * Examples: "record ends inside a field at offset 4184 (MMAP2.ino): 3 bytes left". PDATA_E_SYS has
 * an offset if a file was read or written: "read at offset 8192: Input/output error".
 *
 * Return: length of the complete line without the NUL, as snprintf(3) returns it.
 * Threads: any.
 */
PDATA_API size_t pdata_error_format(const struct pdata_error *e, char *buf, size_t len);

/**
 * pdata_version - get the version of the library in use
 *
 * Return: "MAJOR.MINOR", a static string.
 * Threads: any.
 */
PDATA_API const char *pdata_version(void);

/* ---- names ------------------------------------------------------------------------------- */

/**
 * pdata_record_name - get the name of a record type, for example "MMAP2"
 * @type: enum pdata_record_type
 *
 * Return: the name that perf prints, a static string; NULL if the library has no layout of the
 * type.
 * Threads: any.
 */
PDATA_API const char *pdata_record_name(uint32_t type);

/**
 * pdata_feature_name - get the name of a header feature, for example "HOSTNAME"
 * @bit: enum pdata_feature_bit
 *
 * Return: a static string, or NULL for an unknown feature.
 * Threads: any.
 */
PDATA_API const char *pdata_feature_name(uint32_t bit);

/**
 * pdata_wrapper_name - get the name of the compression around a whole file
 * @wrapper: enum pdata_wrapper
 *
 * Return: "gzip" or "zstd", a static string; NULL for any other value.
 * Threads: any.
 */
PDATA_API const char *pdata_wrapper_name(uint32_t wrapper);

/**
 * pdata_reg_name - get the name of a register, for example "SP" or "x29"
 * @arch: architecture of the recorded machine as in the feature ARCH: "x86_64", "aarch64" ...
 * @bit: position of the register's bit in attr.sample_regs_user or sample_regs_intr
 *
 * Return: the name that perf script prints, a static string; the upper half of an XMM register has
 * the suffix "H". NULL if the architecture or the bit is unknown.
 * Threads: any.
 */
PDATA_API const char *pdata_reg_name(const char *arch, unsigned bit);

/* ---- events ------------------------------------------------------------------------------ */

/* Offsets of the fields of an event's samples; private to the library. */
struct pdata_sample_plan;

/*
 * An event of a file. It belongs to the reader, and its pointers are valid until the reader is
 * closed. A pipe can announce events, names, units and scales anywhere in its records:
 * pdata_reader_next() can therefore add events, and change @name, @unit and @scale of an event.
 */
struct pdata_event {
	uint32_t index;		 /* index of the event in the file, from 0 */
	struct pdata_attr attr;	 /* what the event counts and what its samples contain */
	const char *name;	 /* from EVENT_DESC or EVENT_UPDATE; NULL if the file has no name */
	const char *unit;	 /* unit of counts ("Joules"), from EVENT_UPDATE; or NULL */
	double scale;		 /* factor of counts, from EVENT_UPDATE; otherwise 1 */
	const uint64_t *ids;	 /* the event's ids, one for each CPU or thread; or NULL */
	uint32_t nr_ids;	 /* number of ids */
	const uint8_t *raw_attr; /* perf_event_attr as in the file */
	uint32_t raw_size;	 /* count of bytes at @raw_attr */
	const struct pdata_sample_plan *plan; /* private; NULL if the caller filled this struct */
};

/**
 * pdata_attr_decode - decode a perf_event_attr
 * @data: bytes of the attr as in a file
 * @len: bytes available at @data, at least 64
 * @swap: not 0: the attr's byte order is not the host's
 * @a: receives the attr
 *
 * An attr of any size from 64 bytes on is accepted; bytes after the members of struct pdata_attr
 * are ignored. Size 0 in the attr means 64, as in the kernel.
 *
 * Return: attr.size, at most @len; PDATA_E_ATTR if the attr is shorter than 64 bytes.
 * Threads: any.
 * Source: perf_event.h, struct perf_event_attr. Whatever the byte order of the attr is, the bits in
 * attr.flags have the order that the C bit-fields have on a little-endian machine.
 */
PDATA_API int pdata_attr_decode(const uint8_t *data, size_t len, int swap, struct pdata_attr *a,
				struct pdata_error *err);

/**
 * pdata_attr_encode - encode a perf_event_attr as pdata_attr_decode() reads it
 * @a: the attr; a->size is the number of bytes to write
 * @buf: receives a->size bytes; bytes after PDATA_ATTR_SIZE_MAX are set to 0
 * @len: bytes available at @buf
 * @swap: not 0: write the byte order that is not the host's
 *
 * Return: a->size; PDATA_E_ARG if it is larger than @len or below 64.
 * Threads: any.
 */
PDATA_API int pdata_attr_encode(const struct pdata_attr *a, uint8_t *buf, size_t len, int swap);

/* ---- reading ----------------------------------------------------------------------------- */

/* An open recording. */
struct pdata_reader;

/* The order in which pdata_reader_next() returns records. */
enum pdata_order {
	PDATA_ORDER_FILE = 0, /* as they are stored in the file */
	/*
	 * by time. The reader collects records until FINISHED_ROUND records show that no record
	 * with an earlier time can follow, and sorts the collected records.
	 */
	PDATA_ORDER_TIME = 1
};

/* The action of the reader when it finds damage. */
enum pdata_damage_policy {
	/* count the damage and continue at the next bytes that look like records */
	PDATA_DAMAGE_SKIP = 0,
	/* count the damage and return no further records, as if the file ended there */
	PDATA_DAMAGE_STOP = 1,
	PDATA_DAMAGE_STRICT = 2 /* return the error from pdata_reader_next() */
};

/* The container of a recording. */
enum pdata_container {
	PDATA_CONTAINER_FILE = 0, /* header, attrs, data section, feature sections */
	PDATA_CONTAINER_PIPE = 1, /* a stream: short header, then records only */
	/*
	 * a directory: its member "data" is a complete perf.data file; each member "data.N" has
	 * only records, without a header
	 */
	PDATA_CONTAINER_DIR = 2
};

/*
 * Options of pdata_reader_open(). Initialise them with PDATA_OPEN_OPTS_INIT, or with zeros and
 * @size; 0 selects the default of each member. @size lets programs that were built with an older or
 * newer header work with this library: members that the caller's header lacks count as 0, and
 * members that the library does not know must be 0 (otherwise PDATA_E_ARG).
 */
struct pdata_open_opts {
	size_t size;	    /* sizeof(struct pdata_open_opts) */
	uint32_t order;	    /* enum pdata_order */
	uint32_t on_damage; /* enum pdata_damage_policy */
	/*
	 * Limit in bytes for time order: the blocks that hold waiting records, together with the
	 * list of these records, may need this much memory; 0: 256 MiB. For everything else the
	 * reader uses at most 32 MiB. If the records between two FINISHED_ROUND records need more
	 * than the limit, the reader returns the earlier half of the waiting records, and records
	 * with earlier times may follow later. If the input is seekable, at most 12 MiB of blocks
	 * stay in memory: the reader drops the other blocks and reads them again when their records
	 * are due. It fails with PDATA_E_CUT if the file no longer has these blocks.
	 */
	size_t window;
	/*
	 * Limit of decompressed data in bytes; UINT64_MAX: no limit. 0: for COMPRESSED records
	 * 256 MiB plus 512 times their size, and for a file that is compressed as a whole the
	 * larger of 64 MiB and 1024 times its size.
	 */
	uint64_t max_expansion;
	/* not 0: return COMPRESSED and COMPRESSED2 records themselves, not the records in them */
	uint32_t keep_compressed;
	/*
	 * not 0: do not decode records while reading. pdata_reader_damage() then does not count
	 * records that cannot be decoded.
	 */
	uint32_t trust_records;
	/*
	 * Called for each damaged place when the reader finds it, and again when the place is read
	 * again. @ctx is @damaged_ctx; @e is valid during the call. NULL: no calls.
	 */
	void (*damaged)(void *ctx, const struct pdata_error *e);
	void *damaged_ctx; /* passed to the callback @damaged as its first argument */
	/*
	 * Selects the records that the reader returns for a chunk whose checksum does not match
	 * (trailer.h). 0: the side-band records that have a backup in the trailer are returned from
	 * the backup. Not 0: all records are returned as they are in the chunk.
	 */
	uint32_t keep_damaged;
	uint32_t reserved; /* 0 */
};

/* The default options, for C and C++: struct pdata_open_opts o = PDATA_OPEN_OPTS_INIT; */
#define PDATA_OPEN_OPTS_INIT                                                                       \
	{                                                                                          \
		sizeof(struct pdata_open_opts), 0, 0, 0, 0, 0, 0, NULL, NULL, 0, 0                 \
	}

/*
 * Compression around a whole file. The reader removes it; all sizes and offsets are those of the
 * decompressed file.
 */
enum pdata_wrapper { PDATA_WRAPPER_NONE = 0, PDATA_WRAPPER_GZIP = 1, PDATA_WRAPPER_ZSTD = 2 };

/* Facts about an open recording, mostly from its header. */
struct pdata_file_info {
	uint32_t container;   /* enum pdata_container */
	uint32_t version;     /* version of the format: 1 (magic PERFFILE) or 2 (PERFILE2) */
	uint32_t big_endian;  /* not 0: the recorded machine is big-endian */
	uint32_t swap;	      /* not 0: the file's byte order is not the host's */
	uint64_t header_size; /* bytes: 104, 72 (no feature bitmap) or 16 (pipe) */
	/* bytes from one element of the attrs section to the next; 0 in pipes */
	uint64_t attr_size;
	/*
	 * Data section: file offset, and count of bytes. @data_size is the size in the header,
	 * unless the feature table shows that the section is longer. In pipes @data_size is 0.
	 */
	uint64_t data_offset, data_size;
	uint64_t feat_offset; /* file offset of the feature table; 0 in pipes */
	uint64_t features[PDATA_NR_FEATURES / 64]; /* bitmap of the features present */
	uint64_t file_size;			   /* bytes; 0 if unknown (a stream) */
	int64_t mtime;	     /* modification time of a regular file, seconds since 1970; or 0 */
	uint32_t unfinished; /* not 0: the recorder never completed the header (data size 0) */
	/*
	 * Counts of the COMPRESSED and COMPRESSED2 records that the reader has decompressed since
	 * the first record. pdata_reader_next() does not return these records.
	 */
	uint64_t nr_compressed;	 /* COMPRESSED */
	uint64_t nr_compressed2; /* COMPRESSED2 */
	uint32_t wrapper;	 /* enum pdata_wrapper */
	/*
	 * not 0: records are returned in file order. Time order is not possible, because the first
	 * event lacks sample_id_all and side-band records therefore have no time
	 */
	uint32_t no_order;
	/*
	 * File offset of the end of the last section; 0 in pipes. Only a trailer (trailer.h) may
	 * follow this section. In a truncated file this offset is larger than @file_size.
	 */
	uint64_t end;
	/* count of the bytes of @data_size that data.size in the header does not include */
	uint64_t uncounted_size;
	/*
	 * Bytes after @end that a recorder wrote after its last flush and before it was killed.
	 * They begin in the middle of a record, and the reader does not read them.
	 */
	uint64_t unflushed_size;
};

/*
 * Counts of everything that could not be read. pdata_reader_rewind() sets the counts of damaged
 * places back to those after opening, because the reader finds these places again. It keeps the
 * counts of records that cannot be decoded or have unknown ids, because each record is checked only
 * the first time it is read.
 */
struct pdata_damage {
	/* sum of all damage: damaged places, @skipped_records, @unknown_ids and @cut_samples */
	uint64_t nr;
	uint64_t skipped_bytes; /* bytes that the reader stepped over to find the next record */
	/* records other than SAMPLE whose fields cannot be decoded; the reader returns them */
	uint64_t skipped_records;
	uint64_t unknown_records; /* records of types whose layout is unknown; this is no damage */
	/* records with an id that no event has, and samples before the first event */
	uint64_t unknown_ids;
	struct pdata_error first; /* the first damage in the file; code 0 if there is none */
	uint64_t cut_samples;	  /* SAMPLE records that end inside a field; they are returned */
	/*
	 * header features that extend past the end of the file; the damage count @nr counts all of
	 * them together as one
	 */
	uint64_t lost_features;
	uint64_t reserved[4];
};

/* Damage of one kind: the same error code in the same field of the same record type. */
struct pdata_damage_kind {
	struct pdata_error first; /* the first damage of this kind that was found */
	uint64_t nr;		  /* how often damage of this kind was found */
};

/*
 * A record. @data points to the bytes of the record, header included, as they are in the file or in
 * the decompressed data; @data is valid until the next call on the reader.
 */
struct pdata_record {
	uint32_t type; /* enum pdata_record_type, or a type that the library does not know */
	uint16_t misc; /* PDATA_MISC_ bits; misc & PDATA_MISC_CPUMODE is an enum pdata_cpumode */
	uint16_t size; /* bytes, header included */
	const uint8_t *data;
	const struct pdata_event *event; /* kernel records: never NULL; user records: NULL */
	uint64_t time;	  /* ns of the recording's clock; 0: the record has no time */
	uint64_t off;	  /* file offset; in compressed data, the offset of the COMPRESSED record */
	uint64_t seq;	  /* position of the record in file order, from 0 */
	uint64_t payload; /* bytes after the record, for pdata_reader_payload() */
	uint32_t swap;	  /* not 0: the record's byte order is not the host's */
	uint32_t reserved[5];
};

/**
 * pdata_reader_open - open a recording for reading
 * @out: receives the reader, or NULL on failure; free it with pdata_reader_close()
 * @path: a file, a directory, or "-" for standard input
 * @o: options; NULL for the defaults
 *
 * If a file, or a data.N of a directory, is compressed with gzip(1) or zstd(1), the reader
 * decompresses it. A compressed file, and a stream that is not in pipe format, is first copied to
 * an unnamed file in $TMPDIR or /tmp.
 *
 * Return: 0; PDATA_E_MAGIC (not a perf.data file), PDATA_E_HEADER, PDATA_E_ATTR, PDATA_E_SYS,
 * PDATA_E_NOMEM, PDATA_E_CODEC (the library was built without this codec), PDATA_L_MEMORY
 * (max_expansion was reached), PDATA_E_ARG (@o->size is 0, or an option that the library does not
 * know is not 0). If some of a damaged file can be read, opening it succeeds, and
 * pdata_reader_damage() counts the damage.
 */
PDATA_API int pdata_reader_open(struct pdata_reader **out, const char *path,
				const struct pdata_open_opts *o, struct pdata_error *err);

/**
 * pdata_reader_open_fd - open a recording from a file descriptor
 * @out: as in pdata_reader_open()
 * @fd: descriptor to read from. It must stay open until the reader is closed, and remains the
 *      caller's
 * @o: as in pdata_reader_open()
 *
 * Return: as pdata_reader_open().
 */
PDATA_API int pdata_reader_open_fd(struct pdata_reader **out, int fd,
				   const struct pdata_open_opts *o, struct pdata_error *err);

/**
 * pdata_reader_open_mem - open a recording from memory
 * @out: as in pdata_reader_open()
 * @buf: the file's content, @len bytes, valid and unchanged until the reader is closed
 * @o: as in pdata_reader_open()
 *
 * Return: as pdata_reader_open().
 */
PDATA_API int pdata_reader_open_mem(struct pdata_reader **out, const void *buf, size_t len,
				    const struct pdata_open_opts *o, struct pdata_error *err);

/**
 * pdata_reader_close - free a reader and everything that it returned
 * @r: the reader; NULL is allowed
 */
PDATA_API void pdata_reader_close(struct pdata_reader *r);

/**
 * pdata_reader_next - read the next record
 * @r: the reader
 * @rec: receives the record; rec->data is valid until the next call on @r
 *
 * COMPRESSED and COMPRESSED2 records are decompressed and not returned, unless the option
 * keep_compressed is set. Records that the reader interprets itself (HEADER_ATTR, EVENT_UPDATE
 * ...) and records of unknown types are returned like all others.
 *
 * In time order, records without a time are returned at their position in the file. On a stream
 * that is still being written (a pipe, a socket), file order returns each record as soon as it is
 * complete, and time order returns records when a round has ended. A regular file is read up to
 * the size that it had when it was opened.
 *
 * Return: 1 a record, 0 the end; PDATA_E_SYS, PDATA_E_NOMEM, PDATA_L_MEMORY, PDATA_E_CUT (see
 * pdata_open_opts.window), and with PDATA_DAMAGE_STRICT the code of the first damage. After an
 * error pdata_reader_error() has the details, and later calls return the same error.
 * Cost: records do not need allocations of their own.
 */
PDATA_API int pdata_reader_next(struct pdata_reader *r, struct pdata_record *rec);

/*
 * A run of SAMPLE records that are adjacent in memory. With batches several threads can decode the
 * samples of one file. A batch is a cursor over memory of the reader and may be copied with "=":
 * each copy returns, independently of the original, the records that the original had not yet
 * returned when the copy was made.
 *
 * Lifetime: The records of a batch are valid until the next call on the reader. pdata_batch_hold()
 *           extends this until the matching pdata_batch_release(). Events are valid until the
 *           reader is closed.
 * Threads:  The reader's thread gets, holds and releases batches. Other threads may decode them
 *           while the reader continues, one thread for each copy, and then hand the batch back to
 *           the reader's thread. Both hand-overs need synchronisation (a lock, a queue ...). In
 *           pipes only the reader's thread may decode batches.
 * Memory:   A held batch keeps its block of the reader in memory: 256 KiB, or 2 MiB when many are
 *           held; the content of a COMPRESSED record can be larger. The reader reuses blocks that
 *           are not held. The caller must limit the number of held batches: open_opts.window does
 *           not count them. Several batches can be in one block, and each holds it.
 * End:      All held batches must be released before the reader is rewound or closed, also batches
 *           whose records have not all been returned.
 */
struct pdata_batch {
	uint64_t nr;		   /* count of records that are still in the batch */
	const uint8_t *data, *end; /* start and end of the bytes of these records */
	/*
	 * off and seq (see struct pdata_record) of the first record that is still in the batch
	 */
	uint64_t off, seq;
	/* The members below are private to the library. */
	const struct pdata_reader *reader;    /* private: reader that filled the batch */
	const struct pdata_event *last_event; /* private: event of the last id */
	uint64_t last_id;		      /* private: id that was looked up last */
	void *block;			      /* private: memory block of the records */
	uint32_t inside;		      /* private; not 0 if the records were compressed */
	uint32_t reserved[5];
};

/**
 * pdata_reader_next_batch - read the next batch of samples, or the next single record
 * @r: the reader, in file order
 * @rec: receives a record if 1 is returned, as in pdata_reader_next()
 * @b: receives a batch if 2 is returned. The records of the batch are valid until the next call on
 *     @r, or as long as pdata_batch_hold() keeps them
 *
 * Successive calls return each record of the file exactly once, in file order, in a batch or
 * alone.
 *
 * Return: 1 a record, 2 a batch, 0 the end; PDATA_E_ARG in time order; errors as
 * pdata_reader_next().
 */
PDATA_API int pdata_reader_next_batch(struct pdata_reader *r, struct pdata_record *rec,
				      struct pdata_batch *b);

/**
 * pdata_batch_next - get the next record of a batch
 * @b: the batch
 * @rec: receives the record, which is valid as long as the batch's records are
 *
 * Return: 1 a record; 0 if all records of the batch have been returned.
 * Threads: any, one thread for each copy of a batch. In pipes only the reader's thread, because a
 * pipe can announce events at any time.
 */
PDATA_API int pdata_batch_next(struct pdata_batch *b, struct pdata_record *rec);

/*
 * The fields of a SAMPLE that are at fixed offsets, with a default for each field that the event
 * does not record.
 */
struct pdata_sample_head {
	const struct pdata_event *event; /* never NULL; valid until the reader is closed */
	uint64_t seq;			 /* position of the record, as pdata_record.seq */
	/* instruction pointer, time in ns; each 0 if not recorded */
	uint64_t ip, time;
	uint64_t period;   /* attr.sample_period if not recorded */
	uint32_t pid, tid; /* UINT32_MAX if not recorded */
	uint32_t misc;	   /* PDATA_MISC_ bits of the record */
	uint32_t reserved;
};

/**
 * pdata_batch_heads - get the fixed fields of the next records of a batch
 * @b: the batch; the records returned are removed from it
 * @heads: receives up to @max elements
 * @max: number of elements at @heads
 *
 * The function stops before a record that is too short for its fixed fields, and before a record of
 * an event whose attr the caller changed. Get such a record with pdata_batch_next().
 *
 * Return: count of elements filled; 0 if the batch has no more records, or if the function stops
 * before the next record.
 * Threads: as pdata_batch_next().
 * Cost: for each record, a third of the time of pdata_batch_next() and pdata_sample_decode().
 */
PDATA_API uint32_t pdata_batch_heads(struct pdata_batch *b, struct pdata_sample_head *heads,
				     uint32_t max);

/**
 * pdata_batch_hold - keep the records of a batch valid until pdata_batch_release()
 * @b: a batch that pdata_reader_next_batch() returned last
 *
 * Call it before the next call on the reader. Each hold needs one release.
 *
 * Threads: the reader's thread only.
 */
PDATA_API void pdata_batch_hold(struct pdata_batch *b);

/**
 * pdata_batch_release - end a hold of pdata_batch_hold()
 * @r: the reader that filled the batch
 * @b: the held batch or a copy of it, whether or not it still has records
 *
 * Records from this batch and copies of the batch are invalid afterwards. All holds must be
 * released before the reader is closed or rewound.
 *
 * Threads: the reader's thread only.
 */
PDATA_API void pdata_batch_release(struct pdata_reader *r, struct pdata_batch *b);

/**
 * pdata_reader_payload - read the bytes that follow the record returned last
 * @r: the reader, in file order
 * @buf: receives up to @len bytes; successive calls continue where the last one ended
 *
 * Some records (AUXTRACE, TRACING_DATA) are followed by bytes that their size does not include:
 * pdata_record.payload is the count of these bytes. Call this function before the next
 * pdata_reader_next().
 *
 * Return: bytes read; 0 at the end of the payload or of the file; PDATA_E_SYS.
 */
PDATA_API int64_t pdata_reader_payload(struct pdata_reader *r, void *buf, size_t len);

/**
 * pdata_reader_rewind - start again at the first record
 * @r: the reader
 *
 * The reader keeps the events and features that it has found. To know all events and features of a
 * pipe's recording before its first record, read all records once and rewind.
 *
 * Return: 0; PDATA_E_SYS if the input is not seekable.
 */
PDATA_API int pdata_reader_rewind(struct pdata_reader *r);

/**
 * pdata_reader_set_order - choose file order or time order
 * @r: the reader, before its first record or after a rewind
 * @order: the order. PDATA_ORDER_TIME has no effect if pdata_file_info.no_order is set
 *
 * Return: 0; PDATA_E_ARG if a record has been read since the reader was opened or rewound.
 */
PDATA_API int pdata_reader_set_order(struct pdata_reader *r, enum pdata_order order);

/**
 * pdata_reader_skip_user_stacks - do not read copies of user stacks until the next rewind
 * @r: the reader, before its first record or after a rewind
 *
 * A recording with copies of user stacks (PDATA_SAMPLE_STACK_USER) consists mostly of these copies.
 * The reader steps over them if that saves time. The bytes at sample.stack.data are then
 * unspecified; the sizes, all other fields and the damage counts are not affected.
 *
 * Return: 0; PDATA_E_ARG if a record has been read since the reader was opened or rewound.
 */
PDATA_API int pdata_reader_skip_user_stacks(struct pdata_reader *r);

/**
 * pdata_reader_set_time - read only the parts of a file that a range of time needs
 * @r: the reader, before its first record or after a rewind
 * @from, @to: range of time in ns of the recording's clock, both ends included
 *
 * If the file has an index (trailer.h), the reader returns all records of each chunk that has at
 * least one record in the range, also those records of the chunk that are outside of the range. It
 * returns only the side-band records of all other chunks. The restriction stays in force after a
 * rewind. A file is read completely if it has no index, if some of its events have no time, or if
 * it has deferred call chains.
 *
 * Return: 1 the restriction is in force, 0 everything is read; PDATA_E_ARG if a record has been
 * read since the reader was opened or rewound; PDATA_E_NOMEM, PDATA_E_SYS.
 */
PDATA_API int pdata_reader_set_time(struct pdata_reader *r, uint64_t from, uint64_t to);

/**
 * pdata_reader_info - get facts about the recording
 * @r: the reader
 *
 * Return: a struct that belongs to the reader, never NULL. Members that count records change while
 * records are read.
 */
PDATA_API const struct pdata_file_info *pdata_reader_info(const struct pdata_reader *r);

/**
 * pdata_reader_nr_events - get the number of events known so far
 * @r: the reader
 *
 * Return: the count of events; in pipes pdata_reader_next() can increase it.
 */
PDATA_API uint32_t pdata_reader_nr_events(const struct pdata_reader *r);

/**
 * pdata_reader_event - get an event by its index
 * @r: the reader
 * @i: index of the event, from 0
 *
 * Return: the event, which belongs to the reader; NULL if there is no event with this index.
 */
PDATA_API const struct pdata_event *pdata_reader_event(const struct pdata_reader *r, uint32_t i);

/**
 * pdata_reader_event_by_id - find the event that has an id
 * @r: the reader
 * @id: an id as in PDATA_SAMPLE_ID or PDATA_SAMPLE_IDENTIFIER
 *
 * Return: the event, which belongs to the reader; NULL if no event has this id.
 */
PDATA_API const struct pdata_event *pdata_reader_event_by_id(const struct pdata_reader *r,
							     uint64_t id);

/**
 * pdata_reader_feature - get a header feature
 * @r: the reader
 * @bit: enum pdata_feature_bit
 * @out: receives the feature, which belongs to the reader; NULL with PDATA_N_FEATURE and, when the
 *       build ids of records cannot be collected, with PDATA_E_NOMEM
 *
 * The feature is read and decoded at the first call. In pipes features come from the
 * HEADER_FEATURE, TRACING_DATA and BUILD_ID records that were read so far. If a file has both
 * BUILD_ID records and a BUILD_ID section, the feature BUILD_ID has the entries of the records
 * first and then the entries of the section; an object can have an entry in both.
 *
 * Return: 0; PDATA_N_FEATURE if the file does not have the feature; otherwise the error of a
 * damaged feature (PDATA_E_FEATURE, PDATA_E_CUT, PDATA_L_MEMORY, PDATA_E_NOMEM), with *out set to
 * the bytes that can be read. With PDATA_E_FEATURE all members of (*out)->u are 0, except for
 * BUILD_ID: build_ids has the entries that can be read.
 */
PDATA_API int pdata_reader_feature(struct pdata_reader *r, uint32_t bit,
				   const struct pdata_feature **out, struct pdata_error *err);

/**
 * pdata_reader_damage - get the counts of damage found so far
 * @r: the reader
 *
 * Return: the counts, which belong to the reader, never NULL. They are complete after the last
 * record.
 */
PDATA_API const struct pdata_damage *pdata_reader_damage(const struct pdata_reader *r);

/**
 * pdata_reader_damage_kind - get the count of damage of one kind
 * @r: the reader
 * @i: index of the kind, from 0, in the order in which kinds were found
 *
 * The reader distinguishes at most 48 kinds. Damage of further kinds is counted only in
 * pdata_damage.nr.
 *
 * Return: a struct that belongs to the reader and is valid until the next call on @r; NULL if there
 * is no kind with this index.
 */
PDATA_API const struct pdata_damage_kind *pdata_reader_damage_kind(const struct pdata_reader *r,
								   uint32_t i);

/**
 * pdata_reader_notice - get a fault of the file that loses no data
 * @r: the reader
 * @i: index of the notice, from 0; all notices are known when the reader is open
 *
 * The code of a notice is one of:
 * PDATA_E_HEADER: the header has a wrong attr_size; the reader found the right one.
 * PDATA_E_TRAILER: the trailer is incomplete; the reader uses its complete blocks.
 * PDATA_E_TAIL: bytes at the end of the file belong to no section and no trailer. If these bytes
 * are the start of another recording, pdata_error.field of the notice is "recording", otherwise "".
 *
 * The text of a notice is a complete sentence with the file offset.
 *
 * Return: the notice, which belongs to the reader; NULL if there is no notice with this index.
 */
PDATA_API const struct pdata_error *pdata_reader_notice(const struct pdata_reader *r, uint32_t i);

/**
 * pdata_reader_error - get the error that ended reading
 * @r: the reader
 *
 * Return: the error, which belongs to the reader, never NULL; its code is 0 if there was none.
 */
PDATA_API const struct pdata_error *pdata_reader_error(const struct pdata_reader *r);

/**
 * pdata_free - free a buffer that a function of this library allocated for the caller
 * @p: the buffer; NULL is allowed
 *
 * Threads: any.
 */
PDATA_API void pdata_free(void *p);

#ifdef __cplusplus
}
#endif

#include "records.h"
#include "writer.h"

#endif
