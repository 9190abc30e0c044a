/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PDATA_PDATA_H
#define PDATA_PDATA_H

/*
 * libpdata reads and writes Linux perf.data files.
 *
 * Errors:  functions that can fail return 0 or more, or one of enum pdata_err. Where a function
 *          takes a struct pdata_error it is filled with the place of the failure; NULL is allowed.
 * Threads: a handle belongs to one thread at a time; different handles are independent. The library
 *          starts no threads, prints nothing, never exits and has no global state.
 * Input:   any byte string is safe input.
 * Growth:  before 1.0 each minor version has a soname of its own: a program runs with the version
 *          it was built with. From 1.0 on, structs that a caller allocates keep their size and
 *          offsets: members reserved become others. In what the caller fills in they must be 0; in
 *          what the library fills in they say nothing. Structs that begin with size grow at their
 *          end. What the library allocates may grow at its end, but not elements of its arrays.
 *          struct pdata_view, _str, _bytes, _span, _sample_head and elements of views stay as they
 *          are. tests/abi/layout.tsv has every size and offset.
 */

#include "features.h"
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

#define PDATA_VERSION_MAJOR 0
#define PDATA_VERSION_MINOR 1

#ifndef PDATA_API
#define PDATA_API __attribute__((visibility("default")))
#endif

enum pdata_err {
	PDATA_OK = 0,
#define PD_ERR(name, value, text) PDATA_##name = (value),
#include "errors.def"
#undef PD_ERR
};

/* What went wrong and where. Source: none; this library's own. */
struct pdata_error {
	int code;	   /* enum pdata_err */
	int sys_errno;	   /* with PDATA_E_SYS */
	uint64_t off;	   /* in the file; inside compressed data, of the compressed record */
	uint32_t rec_type; /* 0 when not inside a record */
	const char *field; /* "" when not inside a field; static */
	char text[160];	   /* more words, or "" */
	uint64_t reserved[2];
};

/**
 * pdata_strerror - the words for an error code
 * Return: a static string; never NULL. Threads: any.
 */
PDATA_API const char *pdata_strerror(int code);

/**
 * pdata_error_format - one line for a user: what, where, which field
 * @buf: filled with at most @len bytes, NUL-terminated
 *
 * Examples: "record ends inside a field at offset 4184 (MMAP2.ino): 3 bytes left"; of PDATA_E_SYS,
 * which has an offset where a file is read or written, "read at offset 8192: Input/output error".
 * Return: bytes that the whole line needs, without the NUL, as snprintf(3). Threads: any.
 */
PDATA_API size_t pdata_error_format(const struct pdata_error *e, char *buf, size_t len);

/** pdata_version - "MAJOR.MINOR" of the library in use. Threads: any. */
PDATA_API const char *pdata_version(void);

/* ---- names ------------------------------------------------------------------------------- */

/**
 * pdata_record_name - the name of a record type as perf prints it, "MMAP2"
 * Return: a static string, or NULL for a type without a layout. Threads: any.
 */
PDATA_API const char *pdata_record_name(uint32_t type);

/** pdata_feature_name - the name of a header feature, "HOSTNAME", or NULL. Threads: any. */
PDATA_API const char *pdata_feature_name(uint32_t bit);

/** pdata_wrapper_name - "gzip" or "zstd" for an enum pdata_wrapper, else NULL. Threads: any. */
PDATA_API const char *pdata_wrapper_name(uint32_t wrapper);
/**
 * pdata_reg_name - the name of a register, "SP", "x29"
 * @arch: the recorded machine as feature ARCH has it, "x86_64", "aarch64"
 * @bit: number of the register in attr.sample_regs_user and sample_regs_intr
 *
 * Names are those that perf script prints; bits of upper halves of XMM registers have an H behind
 * them.
 * Return: a static string, or NULL where architecture or bit have none. Threads: any.
 */
PDATA_API const char *pdata_reg_name(const char *arch, unsigned bit);

/* ---- events ------------------------------------------------------------------------------ */

struct pdata_sample_plan;

/*
 * One event of a file. Owned by the reader; pointers live as long as it. Pipes may announce events
 * and names late: nr and contents can grow with pdata_reader_next().
 */
struct pdata_event {
	uint32_t index; /* position in the file, from 0 */
	struct pdata_attr attr;
	const char *name; /* from EVENT_DESC or EVENT_UPDATE; NULL when the file has none */
	const char *unit; /* from EVENT_UPDATE, or NULL */
	double scale;	  /* from EVENT_UPDATE, 1 without */
	const uint64_t *ids;
	uint32_t nr_ids;
	const uint8_t *raw_attr;	      /* the attr as it is in the file */
	uint32_t raw_size;		      /* bytes of it */
	const struct pdata_sample_plan *plan; /* the library's own; NULL in events made by hand */
};

/**
 * pdata_attr_decode - decode a perf_event_attr image
 * @data: image in the byte order that @swap says, @len bytes of it available
 * @swap: not 0 when that is not the host's
 *
 * Attrs of any published size and longer ones: the known part is decoded, attr.size 0 means 64.
 * Return: bytes the image takes (attr.size, at most @len), PDATA_E_ATTR. Threads: any.
 * Source: perf_event.h, struct perf_event_attr; flag words as that header's C bit-fields lie on
 * little- and big-endian machines.
 */
PDATA_API int pdata_attr_decode(const uint8_t *data, size_t len, int swap, struct pdata_attr *a,
				struct pdata_error *err);

/**
 * pdata_attr_encode - write the image that pdata_attr_decode() reads
 * @buf: at least attr.size bytes; bytes past PDATA_ATTR_SIZE_MAX become 0
 * Return: attr.size, or PDATA_E_ARG when it does not fit @len or is below 64. Threads: any.
 */
PDATA_API int pdata_attr_encode(const struct pdata_attr *a, uint8_t *buf, size_t len, int swap);

/* ---- reading ----------------------------------------------------------------------------- */

struct pdata_reader;

enum pdata_order {
	PDATA_ORDER_FILE = 0, /* as the records lie in the file */
	PDATA_ORDER_TIME = 1  /* by time, within the rounds the recorder marked */
};

enum pdata_damage_policy {
	PDATA_DAMAGE_SKIP = 0,	/* count it, go on where records can be recognised again */
	PDATA_DAMAGE_STOP = 1,	/* count it, end there */
	PDATA_DAMAGE_STRICT = 2 /* return the error */
};

enum pdata_container {
	PDATA_CONTAINER_FILE = 0,
	PDATA_CONTAINER_PIPE = 1,
	PDATA_CONTAINER_DIR = 2
};

/*
 * How to read. Begin with PDATA_OPEN_OPTS_INIT, or zeros and size: zeros are the defaults. A
 * program that was built with an older header gives a smaller size, one with a newer header a
 * larger one, whose members behind those known here must be 0.
 */
struct pdata_open_opts {
	size_t size;	    /* sizeof(struct pdata_open_opts) */
	uint32_t order;	    /* enum pdata_order */
	uint32_t on_damage; /* enum pdata_damage_policy */
	/*
	 * Bytes that time order may hold back, 0: 256 MiB: blocks of the file in which records
	 * wait, and notes of these. Where a recording has more between two of its rounds, the
	 * earlier half goes out, and may be followed by records of earlier times. The reader has
	 * at most 32 MiB beside them. Of a seekable input blocks beyond 12 MiB are not kept, but
	 * read again at their records' turn: PDATA_E_CUT where those are then gone.
	 */
	size_t window;
	/*
	 * Bytes all compressed data may grow to; UINT64_MAX: no limit. 0: 256 MiB and 512 times
	 * what is in compressed records, and for a file that is wrapped 64 MiB or 1024 times its
	 * size.
	 */
	uint64_t max_expansion;
	uint32_t keep_compressed; /* not 0: COMPRESSED records are returned, not opened */
	/*
	 * Not 0: records are not decoded on the way, so that damage does not tell which decoding
	 * refuses.
	 */
	uint32_t trust_records;
	/*
	 * Called with @damaged_ctx at each place of damage as it is found, a place that is read
	 * twice twice; NULL: none.
	 */
	void (*damaged)(void *ctx, const struct pdata_error *e);
	void *damaged_ctx;
	/*
	 * Not 0: records of a chunk whose checksum does not match are as they are there
	 * (trailer.h). 0: of its side-band records those that a trailer has copies of are returned
	 * in their place.
	 */
	uint32_t keep_damaged;
	uint32_t reserved; /* 0 */
};

/* Valid in C and C++: struct pdata_open_opts o = PDATA_OPEN_OPTS_INIT; */
#define PDATA_OPEN_OPTS_INIT                                                                       \
	{                                                                                          \
		sizeof(struct pdata_open_opts), 0, 0, 0, 0, 0, 0, NULL, NULL, 0, 0                 \
	}

/* A file that was compressed as a whole is read as what it holds. */
enum pdata_wrapper { PDATA_WRAPPER_NONE = 0, PDATA_WRAPPER_GZIP = 1, PDATA_WRAPPER_ZSTD = 2 };

/* What kind of file it is. */
struct pdata_file_info {
	uint32_t container;   /* enum pdata_container */
	uint32_t version;     /* 1 PERFFILE, 2 PERFILE2 */
	uint32_t big_endian;  /* the recording machine's byte order */
	uint32_t swap;	      /* not 0: that is not the host's */
	uint64_t header_size; /* bytes: 104, 72 or 16 */
	/* bytes from one element of the attrs section to the next, 0 in pipes */
	uint64_t attr_size;
	/* As the header has them, or up to a feature table that is elsewhere; size 0 in pipes. */
	uint64_t data_offset, data_size;
	uint64_t feat_offset;			   /* of the feature table; 0 in pipes */
	uint64_t features[PDATA_NR_FEATURES / 64]; /* bitmap of the features present */
	uint64_t file_size;			   /* bytes, 0 when not known */
	int64_t mtime;				   /* seconds since 1970 of a regular file, or 0 */
	uint32_t unfinished; /* not 0: the header was never completed (data size 0) */
	/* Records opened since the first record, which pdata_reader_next() does not return. */
	uint64_t nr_compressed;	 /* COMPRESSED */
	uint64_t nr_compressed2; /* COMPRESSED2 */
	uint32_t wrapper; /* enum pdata_wrapper; sizes and offsets are those of what is inside */
	/*
	 * Not 0: side-band has no times (the first event lacks sample_id_all): order is that of
	 * the file.
	 */
	uint32_t no_order;
	/*
	 * Where the last section ends, which only a trailer (trailer.h) may follow; may lie behind
	 * the file; 0 in pipes.
	 */
	uint64_t end;
	/* bytes of data_size that the header does not count: records behind its data.size */
	uint64_t uncounted_size;
	/*
	 * Bytes behind the end that a recorder wrote after its last flush, before it was killed:
	 * they begin inside a record, and are not read.
	 */
	uint64_t unflushed_size;
};

/*
 * What could not be read, in whole. Records are looked at once: the counts of them stay when the
 * reader is rewound, those of places are found again.
 */
struct pdata_damage {
	/* all of it: places, and the records of the counts below but unknown_records */
	uint64_t nr;
	uint64_t skipped_bytes;
	/* recognised and returned, but not decodable; other than SAMPLE */
	uint64_t skipped_records;
	uint64_t unknown_records; /* types without a layout: kept, not damage */
	uint64_t unknown_ids; /* records whose id is in no event, and samples before any event */
	struct pdata_error first; /* the first place */
	uint64_t cut_samples;	  /* SAMPLE records that end inside a field; returned */
	uint64_t lost_features;	  /* header features that end behind the file: one place in nr */
	uint64_t reserved[4];
};

/* Damage of one kind: the same error in the same field of the same type of record. */
struct pdata_damage_kind {
	struct pdata_error first;
	uint64_t nr;
};

/*
 * One record. @data leads to its header and bytes as they are in the file (or in the decompressed
 * stream); it lives until the next call on the reader.
 */
struct pdata_record {
	uint32_t type; /* enum pdata_record_type, or unknown */
	uint16_t misc; /* PDATA_MISC_; an enum pdata_cpumode in the bits of PDATA_MISC_CPUMODE */
	uint16_t size; /* bytes with header */
	const uint8_t *data;
	const struct pdata_event *event; /* kernel records: never NULL; user records: NULL */
	uint64_t time;			 /* ns; 0 when it has none */
	uint64_t off;	  /* file offset; inside compressed data, that of the compressed record */
	uint64_t seq;	  /* ordinal in file order, from 0 */
	uint64_t payload; /* bytes that follow the record: pdata_reader_payload() */
	uint32_t swap;	  /* not 0: its byte order is not the host's */
	uint32_t reserved[5];
};

/**
 * pdata_reader_open - open a file, a directory or "-" (standard input)
 * @out: the new reader, or NULL on failure
 * @o:   NULL for defaults; PDATA_E_ARG where its size is 0 or says more than is known here, and
 *       that is not 0
 *
 * What gzip(1) or zstd(1) compressed as a whole is opened as what is in it, also a data.N of a
 * directory. A compressed file, and a file (other than a pipe's records) that comes as a stream,
 * is copied into a nameless file in $TMPDIR or /tmp first.
 *
 * Return: 0, PDATA_E_MAGIC (not perf.data), PDATA_E_HEADER, PDATA_E_ATTR, PDATA_E_SYS,
 * PDATA_E_NOMEM, PDATA_E_CODEC (a build without the library for it), PDATA_L_MEMORY
 * (max_expansion). Damage that leaves something to read is no failure: see pdata_reader_damage().
 */
PDATA_API int pdata_reader_open(struct pdata_reader **out, const char *path,
				const struct pdata_open_opts *o, struct pdata_error *err);

/** pdata_reader_open_fd - the same from an open descriptor, which stays the caller's. */
PDATA_API int pdata_reader_open_fd(struct pdata_reader **out, int fd,
				   const struct pdata_open_opts *o, struct pdata_error *err);

/** pdata_reader_open_mem - the same from @len bytes at @buf, which must outlive the reader. */
PDATA_API int pdata_reader_open_mem(struct pdata_reader **out, const void *buf, size_t len,
				    const struct pdata_open_opts *o, struct pdata_error *err);

/** pdata_reader_close - free the reader and all it handed out. NULL is allowed. */
PDATA_API void pdata_reader_close(struct pdata_reader *r);

/**
 * pdata_reader_next - the next record
 * @rec: filled; rec->data is valid until the next call on @r
 *
 * COMPRESSED and COMPRESSED2 records are opened here and never returned (but see keep_compressed).
 * Records that the reader itself uses (HEADER_ATTR, EVENT_UPDATE ...) are returned too. Records of
 * unknown types are returned as they are. In time order, records without a time come at their
 * place in the file. In file order the call waits for the next record of a stream that is still
 * being written (a pipe, a socket), and gives it as soon as it is there; time order waits for the
 * ends of rounds. A regular file ends where it ended when it was opened.
 *
 * Return: 1 a record, 0 the end, or an error with PDATA_DAMAGE_STRICT, PDATA_E_SYS, PDATA_E_NOMEM,
 * PDATA_L_MEMORY; then pdata_reader_error() has the place and later calls repeat it.
 * Cost: no allocation for each record.
 */
PDATA_API int pdata_reader_next(struct pdata_reader *r, struct pdata_record *rec);

/*
 * SAMPLEs that lie one behind the other in memory: what lets threads share the work of a file.
 *
 * Owner:   the reader. A batch is a cursor over bytes of the reader, a plain struct that may be
 *          copied: each copy goes over the records that it had left when it was copied, and takes
 *          part in no count.
 * Life: its bytes are valid until the next call on the reader, or, after pdata_batch_hold(), until
 *          the pdata_batch_release() that belongs to it. Events are the reader's and live as long
 *          as it.
 * Threads: the one that calls the reader gets, holds and releases batches; others only take them
 *          apart, one thread a copy, while the reader goes on. They give a batch back to that
 *          thread when they are done with it. Handing over needs a lock or its like in both
 *          directions.
 * Memory:  a held batch pins the block of the reader that it lies in, of 256 KiB, or of 2 MiB where
 *          many are held; what opens out of a COMPRESSED record may be larger. Blocks that are not
 *          held are used again; nothing bounds how many are held but the caller: open_opts.window
 *          does not count them. Batches of one block hold it several times.
 * End:     all must be released before the reader is rewound or closed, also those that were not
 *          read to the end.
 */
struct pdata_batch {
	uint64_t nr;		   /* records that are left in it */
	const uint8_t *data, *end; /* their bytes */
	uint64_t off, seq;	   /* of the first of them, as in struct pdata_record */
	/* The library's own. */
	const struct pdata_reader *reader;
	const struct pdata_event *last_event;
	uint64_t last_id;
	void *block; /* memory that its bytes lie in, counted: pdata_batch_hold() */
	uint32_t inside;
	uint32_t reserved[5];
};

/**
 * pdata_reader_next_batch - the next records of the file: a batch of SAMPLEs, or one record
 * @rec: filled as by pdata_reader_next() when 1 is returned
 * @b:   filled when 2 is returned; its bytes are valid until the next call on @r, or as long as
 *       pdata_batch_hold() says
 *
 * All records come, in the order of the file, once. Only in file order: in time order PDATA_E_ARG.
 * Return: 1, 2, 0 at the end, or an error as pdata_reader_next().
 */
PDATA_API int pdata_reader_next_batch(struct pdata_reader *r, struct pdata_record *rec,
				      struct pdata_batch *b);

/**
 * pdata_batch_next - the next record of a batch
 * Return: 1, or 0 when there is none left. Threads: any, one for each batch; in pipes only the
 * reader's, because they may announce events at any time.
 */
PDATA_API int pdata_batch_next(struct pdata_batch *b, struct pdata_record *rec);

/* What a SAMPLE says at fixed places, and what stands for it where it was not recorded. */
struct pdata_sample_head {
	const struct pdata_event *event;
	uint64_t seq;	   /* as in struct pdata_record */
	uint64_t ip, time; /* 0 where not recorded */
	uint64_t period;   /* the event's where not recorded */
	uint32_t pid, tid; /* UINT32_MAX where not recorded */
	uint32_t misc;
	uint32_t reserved;
};

/**
 * pdata_batch_heads - the heads of the next records of a batch, which are used up
 *
 * Records that are too short to have theirs whole, or of an event that is not as its plan, are
 * left to pdata_batch_next().
 * Return: how many, @max at most; 0: none is left, or the next is one of those. Threads: as
 * pdata_batch_next(). Cost: a third of that of taking them apart one by one.
 */
PDATA_API uint32_t pdata_batch_heads(struct pdata_batch *b, struct pdata_sample_head *heads,
				     uint32_t max);

/**
 * pdata_batch_hold - keep the bytes of a batch until pdata_batch_release()
 * @b: filled by pdata_reader_next_batch(), before the next call on the reader; each hold needs a
 *     release
 *
 * Threads: the reader's.
 */
PDATA_API void pdata_batch_hold(struct pdata_batch *b);

/**
 * pdata_batch_release - let them go, before the reader is closed or rewound
 * @b: the batch that was held, or a copy of it; used up or not
 *
 * Records taken out of it, and copies of it, then lead nowhere. Threads: the reader's.
 */
PDATA_API void pdata_batch_release(struct pdata_reader *r, struct pdata_batch *b);

/**
 * pdata_reader_payload - read the bytes that follow the record last returned
 * @buf: filled with up to @len bytes
 *
 * Only for records with payload > 0, in file order, before the next call of pdata_reader_next().
 * Return: bytes read, 0 at the end of the payload or of the file, PDATA_E_SYS.
 */
PDATA_API int64_t pdata_reader_payload(struct pdata_reader *r, void *buf, size_t len);

/**
 * pdata_reader_rewind - start again at the first record
 *
 * Events and features that were found stay known: reading all of a pipe's records once, then
 * rewinding, has them before the first record.
 * Return: 0, or PDATA_E_SYS where the input is a stream.
 */
PDATA_API int pdata_reader_rewind(struct pdata_reader *r);

/**
 * pdata_reader_set_order - choose file or time order; only before the first record or after a
 * rewind
 * Return: 0, or PDATA_E_ARG when a record has been read.
 */
PDATA_API int pdata_reader_set_order(struct pdata_reader *r, enum pdata_order order);

/**
 * pdata_reader_skip_user_stacks - until the next rewind, do not read copies of user stacks where
 * that saves time
 *
 * They are most of a recording that has them. What is in sample.stack.data may then be anything;
 * sizes, all other fields and what is said of damage are as ever.
 * Return: 0, or PDATA_E_ARG when a record has been read since the reader was opened or rewound.
 */
PDATA_API int pdata_reader_skip_user_stacks(struct pdata_reader *r);

/**
 * pdata_reader_set_time - read no more than records of a time need; only before the first record
 * or after a rewind
 * @from, @to: ns, inclusive
 *
 * Of a file with an index (trailer.h) whole chunks that hold records of this time are returned,
 * and from elsewhere all records that are not samples or their like. It holds over rewinds. Of
 * other files everything is read.
 * Return: 1 less is read, 0 everything is, PDATA_E_ARG, PDATA_E_NOMEM.
 */
PDATA_API int pdata_reader_set_time(struct pdata_reader *r, uint64_t from, uint64_t to);

/** pdata_reader_info - facts from the header; never NULL. */
PDATA_API const struct pdata_file_info *pdata_reader_info(const struct pdata_reader *r);

/** pdata_reader_nr_events - events known so far. */
PDATA_API uint32_t pdata_reader_nr_events(const struct pdata_reader *r);

/** pdata_reader_event - event @i, from 0, or NULL behind the last. The reader's own. */
PDATA_API const struct pdata_event *pdata_reader_event(const struct pdata_reader *r, uint32_t i);

/** pdata_reader_event_by_id - the event with this id, or NULL. */
PDATA_API const struct pdata_event *pdata_reader_event_by_id(const struct pdata_reader *r,
							     uint64_t id);

/**
 * pdata_reader_feature - a header feature, decoded
 * @out: set to the reader's own, which lives as long as the reader
 *
 * In pipes the HEADER_FEATURE, TRACING_DATA and BUILD_ID records seen so far count. BUILD_ID
 * records seen in a file come in front of what its own feature has; both may name an object.
 * Return: 0, PDATA_N_FEATURE, or what is wrong with it: then *out still has its bytes. With
 * PDATA_E_FEATURE u is empty; only BUILD_ID then still has the entries that can be read.
 */
PDATA_API int pdata_reader_feature(struct pdata_reader *r, uint32_t bit,
				   const struct pdata_feature **out, struct pdata_error *err);

/**
 * pdata_reader_damage - what could not be read so far. Complete after the last record. Never NULL.
 */
PDATA_API const struct pdata_damage *pdata_reader_damage(const struct pdata_reader *r);

/**
 * pdata_reader_damage_kind - damage by kind, in the order of finding: kind @i, from 0
 * Return: the reader's own, valid until the next call on @r; NULL behind the last. At most 48
 * kinds are kept apart; pdata_damage.nr counts the rest, too.
 */
PDATA_API const struct pdata_damage_kind *pdata_reader_damage_kind(const struct pdata_reader *r,
								   uint32_t i);

/**
 * pdata_reader_notice - what is wrong with the file, but takes nothing away from what is read:
 * notice @i, from 0
 *
 * PDATA_E_HEADER: an attr_size that is wrong, and was worked around. PDATA_E_TRAILER: the trailer
 * is cut; its blocks that are whole are used. PDATA_E_TAIL: bytes that no section and no trailer
 * takes; field is "recording" where another one begins there, else "". text is a whole sentence,
 * and says where.
 * Return: the reader's own, as long as it lives; NULL behind the last. All are known when the
 * reader is open.
 */
PDATA_API const struct pdata_error *pdata_reader_notice(const struct pdata_reader *r, uint32_t i);

/** pdata_reader_error - the error that ended reading; code 0 without one. Never NULL. */
PDATA_API const struct pdata_error *pdata_reader_error(const struct pdata_reader *r);

/* ---- decoding ---------------------------------------------------------------------------- */

/**
 * pdata_record_decode - decode any record but SAMPLE
 * @rec: from pdata_reader_next(), or made by hand: type, misc, size, data, swap and event count
 * @v:   filled; its pointers lead into rec->data
 *
 * Return: 0, PDATA_N_RECORD (no layout for this type), PDATA_E_TRUNCATED, PDATA_E_COUNT,
 * PDATA_E_STRING. No allocation. Threads: any.
 */
PDATA_API int pdata_record_decode(const struct pdata_record *rec, struct pdata_value *v,
				  struct pdata_error *err);

/**
 * pdata_sample_decode - decode a SAMPLE
 * @want: PDATA_SAMPLE_ bits of interest; ~0 for all. Fewer may be faster; more may be decoded.
 * @s:    filled; s->have says with what. Its pointers lead into rec->data
 *
 * Return: 0, PDATA_E_TRUNCATED, PDATA_E_COUNT, PDATA_E_FORMAT (registers of an unknown abi); after
 * an error s->have has what came before it, and lists and bytes that it does not have are empty.
 * No allocation. Threads: any.
 */
PDATA_API int pdata_sample_decode(const struct pdata_record *rec, uint64_t want,
				  struct pdata_sample *s, struct pdata_error *err);

/* Elements of views; @i must be below v->nr. Threads: any. */
PDATA_API struct pdata_link pdata_link_at(const struct pdata_view *v, uint64_t i);
PDATA_API struct pdata_id_entry pdata_id_entry_at(const struct pdata_view *v, uint64_t i);
PDATA_API struct pdata_id_guest pdata_id_guest_at(const struct pdata_view *v, uint64_t i);
PDATA_API struct pdata_thread_entry pdata_thread_entry_at(const struct pdata_view *v, uint64_t i);
PDATA_API struct pdata_stat_config_entry pdata_stat_config_entry_at(const struct pdata_view *v,
								    uint64_t i);
PDATA_API struct pdata_bpf_metadata_entry pdata_bpf_metadata_entry_at(const struct pdata_view *v,
								      uint64_t i);
PDATA_API struct pdata_sp_event_id_entry pdata_sp_event_id_entry_at(const struct pdata_view *v,
								    uint64_t i);
PDATA_API struct pdata_branch pdata_branch_at(const struct pdata_view *v, uint64_t i);
PDATA_API struct pdata_read_entry pdata_read_entry_at(const struct pdata_read *r, uint64_t i);
PDATA_API uint16_t pdata_u16_at(const struct pdata_view *v, uint64_t i);
PDATA_API uint32_t pdata_u32_at(const struct pdata_view *v, uint64_t i);

/*
 * Functions that headers have inline, for callers that cannot use those: other languages,
 * dlsym(3). Threads: any.
 */
PDATA_API uint64_t pdata_u64_at_fn(const struct pdata_view *v, uint64_t i);
PDATA_API int pdata_attr_flag_fn(const struct pdata_attr *a, enum pdata_attr_bit bit);

/* ---- encoding ---------------------------------------------------------------------------- */

/**
 * pdata_record_encode - write a record other than SAMPLE in wire form
 * @attr: its event: decides whether and which trailer follows (sample_id_all, sample_type); NULL:
 *        none
 * @swap: not 0 for the byte order that is not the host's
 *
 * Strings are padded to 8 bytes with zeros. Views, and the attr of a HEADER_ATTR, may be in either
 * byte order: their member swap says in which they are, and what is written is in the order of
 * @swap. Other bytes stay as they are, but those of HEADER_FEATURE, COMPRESSED, COMPRESSED2 and
 * SIMPLEPERF_SPLIT have numbers in them whose places the record does not tell: they can be written
 * in their own byte order only.
 * Return: bytes written, a multiple of 8 for kernel records; PDATA_L_RECORD when it needs more than
 * @len or than a record can hold; PDATA_N_RECORD; PDATA_E_ARG for bytes that cannot change their
 *      byte order, also an attr with members that this library does not know. Threads: any.
 */
PDATA_API int pdata_record_encode(uint32_t type, uint16_t misc, const struct pdata_value *v,
				  const struct pdata_attr *attr, int swap, uint8_t *buf,
				  size_t len);

/**
 * pdata_sample_encode - write a SAMPLE in wire form
 * @attr: decides which members are written
 *
 * Views are written in the order of @swap, as by pdata_record_encode(). Payloads of tracepoints
 * (raw), copies of stacks and AUX data stay as they are: the tracing data of the recording tells
 * the byte order of raw, whatever that of the file is.
 * Return: as pdata_record_encode().
 */
PDATA_API int pdata_sample_encode(uint16_t misc, const struct pdata_sample *s,
				  const struct pdata_attr *attr, int swap, uint8_t *buf,
				  size_t len);

/**
 * pdata_feature_encode - write the payload of a header feature
 * @f:   bit and u count; features without a layout, and TRACING_DATA whose u is zero, are copied
 *       from data and len
 * @out: set to a new buffer of the returned length; free it with pdata_free()
 * Return: bytes, PDATA_E_NOMEM, PDATA_E_ARG. Threads: any.
 */
PDATA_API int64_t pdata_feature_encode(const struct pdata_feature *f, int swap, uint8_t **out);

/** pdata_free - free what this library allocated for the caller. NULL is allowed. */
PDATA_API void pdata_free(void *p);

#ifdef __cplusplus
}
#endif

#include "writer.h"

#endif
