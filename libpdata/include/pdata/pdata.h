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
 *          version that it was built with. From 1.0 on, members keep their offsets. Two kinds of
 *          structs may grow at the end: those whose first member is named size, and those that the
 *          library allocates and that are not elements of an array. All other structs keep their
 *          size; new members take the space of members named reserved. The caller must set
 *          reserved members to 0 in structs that it fills in; in structs that the library fills
 *          in, the value of reserved members is unspecified. These structs never change:
 *          pdata_view, pdata_str, pdata_bytes, pdata_span, pdata_sample_head, and the structs that
 *          pdata_link_at() and the similar functions of records.h return. tests/abi/layout.tsv has
 *          every size and offset.
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
	int code; /* enum pdata_err */
	/*
	 * errno of the system call that failed, if @code is PDATA_E_SYS and the errno is known;
	 * otherwise 0
	 */
	int sys_errno;
	/*
	 * file offset of the error; if the error is inside a COMPRESSED or COMPRESSED2 record,
	 * file offset of that record
	 */
	uint64_t off;
	uint32_t rec_type; /* type of the record with the error; 0: the error is in no record */
	/* name of the field with the error, a static string; "" if the error is in no field */
	const char *field;
	char text[160]; /* details of the error in English, or "" */
	uint64_t reserved[2];
};

/**
 * pdata_strerror - get the text of an error code
 * @code: an enum pdata_err, or the result (0 or a positive number) of a function that succeeded
 *
 * Return: a static string, never NULL. The text is "no error" if @code is 0 or positive, and
 * "unknown error" if @code is negative and is not in enum pdata_err.
 * Threads: any.
 */
PDATA_API const char *pdata_strerror(int code);

/**
 * pdata_error_format - format an error as one line for a user
 * @e: the error
 * @buf: receives at most @len bytes, NUL included
 *
 * An example is "record ends inside a field at offset 4184 (MMAP2.ino): 3 bytes left". The line of
 * a PDATA_E_SYS error has an offset only if e->off is not 0, as after a failed read or write:
 * "read at offset 8192: Input/output error".
 *
 * Return: length in bytes of the complete line without the NUL, as snprintf(3) returns it. If this
 * is @len or more, the line in @buf is truncated.
 * Threads: any.
 */
PDATA_API size_t pdata_error_format(const struct pdata_error *e, char *buf, size_t len);

/**
 * pdata_version - get the version of the library in use
 *
 * Return: a static string "MAJOR.MINOR", for example "0.1".
 * Threads: any.
 */
PDATA_API const char *pdata_version(void);

/* ---- names ------------------------------------------------------------------------------- */

/**
 * pdata_record_name - get the name of a record type, for example "MMAP2"
 * @type: enum pdata_record_type
 *
 * Return: a static string, the name of the type's constant without the prefix PDATA_RECORD_ (in
 * perf: PERF_RECORD_); NULL if the library does not know the layout of records of this type.
 * Threads: any.
 */
PDATA_API const char *pdata_record_name(uint32_t type);

/**
 * pdata_feature_name - get the name of a header feature, for example "HOSTNAME"
 * @bit: enum pdata_feature_bit
 *
 * Return: a static string; NULL if the library does not know the feature.
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
 * @bit: position of the register's bit in attr.sample_regs_user or attr.sample_regs_intr
 *
 * Return: a static string, the name that perf script prints, with one exception: an XMM register
 * has two bits, for which perf script prints the same name. For the second bit, which stands for
 * the upper half of the register, this function returns the name with the suffix "H". NULL if the
 * library does not know the architecture or the bit.
 * Threads: any.
 */
PDATA_API const char *pdata_reg_name(const char *arch, unsigned bit);

/* ---- events ------------------------------------------------------------------------------ */

/* Offsets of the fields in the SAMPLE records of an event; private to the library. */
struct pdata_sample_plan;

/*
 * An event of a recording. It belongs to the reader, and its pointers are valid until the reader
 * is closed. HEADER_ATTR records of a pipe add events, and EVENT_UPDATE records change @name,
 * @unit or @scale of an event. These records can be anywhere, so each call that reads a record,
 * such as pdata_reader_next(), can add events to the reader or change these members.
 */
struct pdata_event {
	uint32_t index;		/* index of the event in the file, from 0 */
	struct pdata_attr attr; /* what the event counts and what its samples contain */
	/*
	 * name of the event: from the feature EVENT_DESC, or from an EVENT_UPDATE record that the
	 * reader has read so far (pipes and unfinished files have such records); NULL: the reader
	 * has found no name
	 */
	const char *name;
	const char *unit; /* unit of counts ("Joules"), from EVENT_UPDATE; NULL: no unit */
	/*
	 * a count of the event, multiplied by @scale, is a value in the unit @unit; @scale comes
	 * from an EVENT_UPDATE record, and is 1 if there is no such record
	 */
	double scale;
	/* ids of the event, one for each CPU or thread; can be NULL if @nr_ids is 0 */
	const uint64_t *ids;
	uint32_t nr_ids;	 /* number of elements of @ids */
	const uint8_t *raw_attr; /* perf_event_attr as in the file, in the file's byte order */
	uint32_t raw_size;	 /* count of bytes at @raw_attr */
	/* private to the library; NULL if a user of the library filled in this struct */
	const struct pdata_sample_plan *plan;
};

/**
 * pdata_attr_decode - decode a perf_event_attr
 * @data: bytes of the attr as in a file
 * @len: count of bytes that can be read at @data, at least 64
 * @swap: not 0: the attr's byte order is not the host's
 * @a: receives the attr
 *
 * The function accepts an attr of any size from 64 bytes on. It ignores bytes of the attr for
 * which struct pdata_attr has no member. If the size in the attr is 0, it counts as 64, as in the
 * kernel.
 *
 * Return: the size in the attr, or @len if @len is smaller; PDATA_E_ATTR if @len or the size in
 * the attr is below 64.
 * Threads: any.
 * Source: perf_event.h, struct perf_event_attr. Whatever the byte order of the attr is, the bits in
 * a->flags have the order that the C bit-fields have on a little-endian machine.
 */
PDATA_API int pdata_attr_decode(const uint8_t *data, size_t len, int swap, struct pdata_attr *a,
				struct pdata_error *err);

/**
 * pdata_attr_encode - encode a perf_event_attr in the layout that pdata_attr_decode() reads
 * @a: the attr; a->size is the number of bytes to write
 * @buf: receives a->size bytes; if a->size is above PDATA_ATTR_SIZE_MAX, the function writes 0 to
 *       all bytes from offset PDATA_ATTR_SIZE_MAX on
 * @len: size of @buf in bytes
 * @swap: not 0: the function writes the byte order that is not the host's; 0: the host's
 *
 * Return: a->size; PDATA_E_ARG if a->size is larger than @len or below 64.
 * Threads: any.
 */
PDATA_API int pdata_attr_encode(const struct pdata_attr *a, uint8_t *buf, size_t len, int swap);

/* ---- reading ----------------------------------------------------------------------------- */

/* An open recording. */
struct pdata_reader;

/* The order in which pdata_reader_next() returns records. */
enum pdata_order {
	PDATA_ORDER_FILE = 0, /* file order: the order in which the file has the records */
	/*
	 * time order: ascending by the time of the records. The reader collects and sorts records.
	 * It returns a record when a FINISHED_ROUND record or the end of the data shows that no
	 * record with a time below that of this record can follow.
	 */
	PDATA_ORDER_TIME = 1
};

/*
 * The behaviour of the reader when it finds damage, such as bytes that are no valid record, a
 * record whose fields cannot be decoded, a record whose id belongs to no event, or a bad checksum.
 * With PDATA_DAMAGE_SKIP and PDATA_DAMAGE_STOP, the reader counts a record with undecodable fields
 * or with an unknown id as damage, but still returns this record and continues with the next one.
 */
enum pdata_damage_policy {
	/*
	 * count the damage; if bytes are no valid record, search for the next bytes that look like
	 * records and continue with these. Exception: if bytes are no valid record and
	 * pdata_file_info.unfinished is set, return no further records, as with PDATA_DAMAGE_STOP
	 */
	PDATA_DAMAGE_SKIP = 0,
	/*
	 * count the damage; if bytes are no valid record, return no further records, as if the
	 * data ended there
	 */
	PDATA_DAMAGE_STOP = 1,
	/*
	 * count the damage, return its error code from pdata_reader_next() and end reading. Damage
	 * that was found while the recording was opened ends reading before the first record.
	 * After a rewind the same damage ends reading again
	 */
	PDATA_DAMAGE_STRICT = 2
};

/* The form in which a recording is stored. */
enum pdata_container {
	/* one file with header, attrs section, data section and feature sections */
	PDATA_CONTAINER_FILE = 0,
	PDATA_CONTAINER_PIPE = 1, /* a stream: a header of 16 bytes, then records only */
	/*
	 * a directory: its file "data" is a complete perf.data file; each of its files "data.N" has
	 * records and no header
	 */
	PDATA_CONTAINER_DIR = 2
};

/*
 * Options of pdata_reader_open(). Initialise them with PDATA_OPEN_OPTS_INIT, or set all members to
 * 0 and then set @size. In each other member 0 selects the default. @size lets programs that were
 * built with an older or newer version of this header work with this library: members that the
 * program's header lacks count as 0, and members that the library does not know must be 0
 * (otherwise pdata_reader_open() fails with PDATA_E_ARG).
 */
struct pdata_open_opts {
	size_t size;	    /* sizeof(struct pdata_open_opts) */
	uint32_t order;	    /* enum pdata_order */
	uint32_t on_damage; /* enum pdata_damage_policy */
	/*
	 * With PDATA_ORDER_TIME, a record waits until the reader has read a later FINISHED_ROUND
	 * record. @window limits how many records wait. It is compared with a sum of sizes in
	 * bytes: the list of waiting records, and all blocks (pieces of the file) that contain a
	 * waiting record. 0: 256 MiB. If the sum exceeds the limit, the reader at once returns the
	 * half of the waiting records that has the lowest times; a record that it returns later can
	 * then have an earlier time than one of these.
	 *
	 * If the input is seekable, the reader keeps at most 12 MiB of these blocks in memory, and
	 * reads the other blocks again when it returns their records; pdata_reader_next() fails
	 * with PDATA_E_CUT if the file no longer has these records. In addition to the list and the
	 * blocks, the reader uses at most 32 MiB of memory.
	 */
	size_t window;
	/*
	 * Limit in bytes of the data that the reader gets by decompression; UINT64_MAX: no limit.
	 * 0: the reader uses two limits. All COMPRESSED and COMPRESSED2 records together may
	 * expand to 256 MiB plus 512 times the size of their compressed data. A file that is
	 * compressed as a whole may expand to 64 MiB or to 1024 times its compressed size,
	 * whichever is larger.
	 */
	uint64_t max_expansion;
	/*
	 * not 0: the reader returns COMPRESSED and COMPRESSED2 records themselves; 0: it returns
	 * the records inside them
	 */
	uint32_t keep_compressed;
	/*
	 * 0: the reader decodes each record to check whether its fields are valid. Not 0: the
	 * reader does not check the fields, and pdata_reader_damage() does not count records that
	 * cannot be decoded; the reader still decodes the records that it interprets itself, such
	 * as HEADER_ATTR.
	 */
	uint32_t trust_records;
	/*
	 * The reader calls this function for each damage @e, when it finds the damage. NULL: no
	 * callback. The argument @ctx has the value of the member @damaged_ctx; @e is valid during
	 * the call. There are three kinds of damage. (1) Damage of the file as a whole (header,
	 * sections, trailer): the reader reports it once, while it opens the recording. (2)
	 * Damaged places in the data section, for example bytes that are no valid records: the
	 * reader reports a place whenever it reads the place, so it reports the place again after
	 * pdata_reader_rewind(). (3) Single records that cannot be decoded or have an unknown id:
	 * the reader reports such a record when it reads the record for the first time, and does
	 * not report it again after pdata_reader_rewind(). Exception: after
	 * pdata_reader_set_time() it reports these records again, if the recording has an index
	 * (trailer block INDEX), all its events have PDATA_SAMPLE_TIME, and no event has the flag
	 * PDATA_ATTR_DEFER_CALLCHAIN.
	 */
	void (*damaged)(void *ctx, const struct pdata_error *e);
	void *damaged_ctx; /* passed to the callback @damaged as its first argument */
	/*
	 * A damaged chunk is a part of the data section whose checksum in the trailer (see
	 * trailer.h) does not match. 0: the reader returns the side-band records of a damaged
	 * chunk from their backup in the trailer, and the other records from the chunk; if the
	 * trailer has no such backup, or @keep_compressed is not 0, it returns all records from
	 * the chunk. Not 0: it returns all records from the chunk even if there is a backup.
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
 * Compression of a complete file by gzip(1) or zstd(1). The reader decompresses such a file; all
 * sizes and offsets that the reader returns are those of the decompressed file.
 */
enum pdata_wrapper { PDATA_WRAPPER_NONE = 0, PDATA_WRAPPER_GZIP = 1, PDATA_WRAPPER_ZSTD = 2 };

/* Facts about an open recording, mostly from its header. */
struct pdata_file_info {
	uint32_t container;  /* enum pdata_container: file, pipe or directory */
	uint32_t version;    /* version of perf.data: 1 (magic PERFFILE) or 2 (magic PERFILE2) */
	uint32_t big_endian; /* not 0: the recorded machine is big-endian */
	uint32_t swap;	     /* not 0: the file's byte order is not the host's */
	/*
	 * size in bytes of the file header, as the header says: 104 or more; 72 in old files,
	 * whose header has no feature bitmap; 16 in pipes
	 */
	uint64_t header_size;
	/*
	 * distance in bytes between the starts of two neighbouring elements of the attrs section
	 * (an element consists of an attr and of the file offset and size of its ids); 0 in pipes
	 */
	uint64_t attr_size;
	/*
	 * Data section: file offset, and size in bytes. Normally these are the values of
	 * data.offset and data.size in the header. If the header is wrong (the records start
	 * elsewhere, the feature table is elsewhere, or records follow the section), these are the
	 * values that the reader has found instead; @data_size then includes @uncounted_size.
	 * @data_size is 0 in pipes, and if @unfinished is set.
	 */
	uint64_t data_offset, data_size;
	/* file offset of the end of the data section, where the feature table is; 0 in pipes */
	uint64_t feat_offset;
	/*
	 * bitmap of the header features that the file header announces or that the records read so
	 * far contain; bit n % 64 of element n / 64 is feature n (enum pdata_feature_bit)
	 */
	uint64_t features[PDATA_NR_FEATURES / 64];
	/* size in bytes of the (decompressed) file when it was opened; 0: unknown (a stream) */
	uint64_t file_size;
	/* modification time of the input in seconds since 1970; 0: the input is no regular file */
	int64_t mtime;
	/* not 0: the recorder never completed the header, which has the data size 0 */
	uint32_t unfinished;
	/*
	 * Counts of the COMPRESSED and COMPRESSED2 records that the reader has read since it was
	 * opened or rewound. pdata_reader_next() returns the records inside them, but not these
	 * records themselves. With pdata_open_opts.keep_compressed both counts are 0.
	 */
	uint64_t nr_compressed;	 /* number of COMPRESSED records read so far */
	uint64_t nr_compressed2; /* number of COMPRESSED2 records read so far */
	uint32_t wrapper;	 /* enum pdata_wrapper: compression of the complete file */
	/*
	 * not 0: the reader returns records in file order even if PDATA_ORDER_TIME was requested.
	 * The attr of the first event lacks sample_id_all, so that side-band records have no time
	 * and cannot be sorted
	 */
	uint32_t no_order;
	/*
	 * File offset of the end of the last section; 0 in pipes. Only a trailer (blocks with an
	 * index, checksums and symbols, see trailer.h) may follow this section. In a truncated file
	 * this offset is larger than @file_size.
	 */
	uint64_t end;
	/*
	 * Size in bytes of the records that data.size in the header does not count. They are the
	 * last records of the data section, and @data_size includes them. Such records exist if
	 * the recorder was killed, or the disk was full, before the recorder updated data.size. 0:
	 * data.size counts all records.
	 */
	uint64_t uncounted_size;
	/*
	 * Size in bytes of the data after @end; 0: there is no such data. Such data exists if a
	 * recorder was killed while it added records to a file that had a feature table. The new
	 * records begin at the file offset of the table, and reach beyond its end. The recorder
	 * first writes only the part of the new records that is beyond the end of the table. It
	 * writes the first part, which overwrites the table, when it updates the header. If it is
	 * killed before the update, the file still has the table, which ends at @end, in place of
	 * the first part. So the data after @end begins in the middle of a record, and the reader
	 * does not read it.
	 */
	uint64_t unflushed_size;
};

/*
 * Counts of everything that could not be read. @nr is the sum of four numbers: the counts of single
 * records in @skipped_records, @cut_samples and @unknown_ids, and the number of damaged places,
 * which has no member of its own. A damaged place is any other damage, for example bytes that are
 * no valid records. The other members, for example @unknown_records, are not part of @nr.
 *
 * pdata_reader_rewind() keeps the three counts of records, because the reader checks each record
 * only when it reads the record for the first time. It sets the number of damaged places, and the
 * members that are not part of @nr, back to their values after opening, because the reader counts
 * these again each time it reads the data. So @nr decreases by the number of damaged places
 * that were found since opening.
 *
 * If pdata_reader_set_time() can use the index of the recording, it resets the number of damaged
 * places and the other members in the same way, and sets the three counts of records to 0, because
 * the reader then checks all records again. @nr is then the number of
 * damaged places that were found at opening.
 */
struct pdata_damage {
	uint64_t nr; /* count of all damage: the sum of the four numbers described above */
	uint64_t skipped_bytes; /* bytes that the reader skipped: they are no valid records */
	/*
	 * number of records other than SAMPLE whose fields cannot be decoded; pdata_reader_next()
	 * still returns these records
	 */
	uint64_t skipped_records;
	/* number of records of types that the library cannot decode; they do not count as damage */
	uint64_t unknown_records;
	/*
	 * number of kernel records (types below 64) that the reader could not assign to an event.
	 * While the reader knows no event, as before the first HEADER_ATTR of a pipe, it counts
	 * each SAMPLE. While it knows exactly one event, it assigns all kernel records to this
	 * event and counts none. While it knows several events, it counts each record with an id
	 * that no event has
	 */
	uint64_t unknown_ids;
	/*
	 * If the file as a whole (header, sections) is damaged, the first such damage that was
	 * found; otherwise the damage with the lowest file offset found so far. first.code is 0 if
	 * there is no damage.
	 */
	struct pdata_error first;
	/*
	 * number of SAMPLE records that end inside a field; pdata_reader_next() still returns these
	 * records
	 */
	uint64_t cut_samples;
	/*
	 * number of header features that extend past the end of the file; @nr counts all of them
	 * together as one damaged place. If the file ends before the feature table, the number is
	 * not known and lost_features is 0
	 */
	uint64_t lost_features;
	uint64_t reserved[4];
};

/*
 * Damage of one kind. Two damages are of one kind if error code, record type and field are the
 * same.
 */
struct pdata_damage_kind {
	struct pdata_error first; /* the first damage of this kind that was found */
	uint64_t nr;		  /* number of times that damage of this kind was found */
};

/*
 * A record. @data points to the bytes of the record, header included, in the file's byte order,
 * and is valid until the next call on the reader.
 */
struct pdata_record {
	uint32_t type; /* enum pdata_record_type, or a type that the library does not know */
	uint16_t misc; /* PDATA_MISC_ bits; misc & PDATA_MISC_CPUMODE is an enum pdata_cpumode */
	uint16_t size; /* count of bytes at @data, header included */
	const uint8_t *data;
	/*
	 * If the record comes from the kernel (types below 64), the event to which the record
	 * belongs, never NULL. If no event has the id in the record, @event is the first event of
	 * the recording. If the reader knows no event yet, @event is a placeholder whose attr has
	 * the value 0 in all members. If the record is a user record (types from 64 on): NULL.
	 */
	const struct pdata_event *event;
	/*
	 * ns of the recording's clock. 0 and UINT64_MAX: the record has no time; perf treats both
	 * values in this way, too. @time is 0 if the record's event has no PDATA_SAMPLE_TIME
	 */
	uint64_t time;
	/*
	 * file offset of the record; if the record is inside a COMPRESSED or COMPRESSED2 record,
	 * file offset of that record
	 */
	uint64_t off;
	uint64_t seq; /* number of the record in file order, counted from 0 */
	/*
	 * count of the bytes that follow the record and that @size does not include;
	 * pdata_reader_payload() reads them
	 */
	uint64_t payload;
	uint32_t swap; /* not 0: the record's byte order is not the host's */
	uint32_t reserved[5];
};

/**
 * pdata_reader_open - open a recording for reading
 * @out: receives the reader, or NULL on failure; free it with pdata_reader_close()
 * @path: path of a perf.data file, or of a directory whose file "data" is a perf.data file; "-" is
 *        standard input
 * @o: options; NULL for the defaults
 *
 * If the input, or a file data.N of a directory, is compressed as a whole with gzip(1) or zstd(1),
 * the reader decompresses the input or the file. In two cases
 * the reader first copies the content, decompressed, to an unnamed file in $TMPDIR or /tmp, and
 * then reads the records from this file: if a regular file is compressed as a whole, and if the
 * input is a stream that is not in pipe format.
 *
 * Return: 0; PDATA_E_MAGIC (not a perf.data file), PDATA_E_HEADER (the header is damaged),
 * PDATA_E_ATTR (the first attr is damaged), PDATA_E_SYS, PDATA_E_NOMEM, PDATA_E_CODEC (the input is
 * compressed as a whole, and the library was built without this codec), PDATA_L_MEMORY (the
 * decompressed input is larger than o->max_expansion allows), PDATA_E_CUT or PDATA_E_COMPRESSED
 * (the input is compressed as a whole and is damaged near its start), PDATA_E_ARG (o->size is below
 * sizeof(size_t) or above 4096, o->order or o->on_damage has no value of its enum, or an option
 * that the library does not know is not 0). If a part of a damaged file can be read, opening the
 * file succeeds, and pdata_reader_damage() counts the damage.
 */
PDATA_API int pdata_reader_open(struct pdata_reader **out, const char *path,
				const struct pdata_open_opts *o, struct pdata_error *err);

/**
 * pdata_reader_open_fd - open a recording from a file descriptor
 * @out: as in pdata_reader_open()
 * @fd: descriptor to read from. It must stay open until the reader is closed, and remains the
 *      caller's
 * @o: options as in pdata_reader_open()
 *
 * Return: as pdata_reader_open().
 */
PDATA_API int pdata_reader_open_fd(struct pdata_reader **out, int fd,
				   const struct pdata_open_opts *o, struct pdata_error *err);

/**
 * pdata_reader_open_mem - open a recording from memory
 * @out: as in pdata_reader_open()
 * @buf: content of a perf.data file, @len bytes, valid and unchanged until the reader is closed
 * @o: options as in pdata_reader_open()
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
 * The function decompresses COMPRESSED and COMPRESSED2 records and returns the records inside
 * them; if the option keep_compressed is set, it returns the COMPRESSED and COMPRESSED2 records
 * instead. It also returns records of unknown types, and records that the reader interprets itself
 * (HEADER_ATTR, EVENT_UPDATE ...).
 *
 * Some records have no time (pdata_record.time is 0 or UINT64_MAX). With PDATA_ORDER_TIME, the
 * function does not sort such a record: it returns the record at once, before the records that
 * still wait to be sorted.
 *
 * If another process is still writing the input (a pipe, a socket), PDATA_ORDER_FILE returns each
 * record as soon as the record is complete. PDATA_ORDER_TIME returns a record only after the
 * FINISHED_ROUND records which say that no earlier record can follow. The function reads a regular
 * file up to the size that the file had when it was opened.
 *
 * Return: 1 if @rec is set; 0 at the end of the recording; PDATA_E_SYS; PDATA_E_NOMEM;
 * PDATA_L_MEMORY (COMPRESSED records expand to more than max_expansion allows); PDATA_E_CUT (see
 * pdata_open_opts.window); with PDATA_DAMAGE_STRICT the code of the first damage. After an error
 * pdata_reader_error() has the details, and later calls return the same error.
 * Cost: the function does not allocate memory for each record; it allocates memory only when one of
 * its buffers must grow.
 */
PDATA_API int pdata_reader_next(struct pdata_reader *r, struct pdata_record *rec);

/*
 * A batch: a group of SAMPLE records that a reader has read together and that are adjacent in
 * memory. With batches several threads can decode the samples of one file. The struct has the
 * position of the next record of the batch. pdata_batch_next() returns this record and moves the
 * position; pdata_batch_heads() returns fields of several records and moves the position behind
 * them. The struct may be copied with "=": the copy has a position of its own, which begins as the
 * position that the original had when the copy was made.
 *
 * Lifetime: The records of a batch are valid until the next call on the reader. pdata_batch_hold()
 *           extends this until the matching pdata_batch_release(). The events of the records are
 *           valid until the reader is closed.
 * Threads:  Only the thread that uses the reader may get, hold and release batches. Other threads
 *           may decode held batches while the reader continues, one thread for each copy of a
 *           batch, and then hand the batch back to the reader's thread. Synchronisation (a
 *           lock, a queue ...) is needed both when the reader's thread passes a batch to another
 *           thread and when it gets the batch back. The batches of a pipe may be decoded only in
 *           the reader's thread.
 * Memory:   The reader keeps file content in blocks of memory of 256 KiB, or of 2 MiB when many
 *           batches are held; a block with the content of a COMPRESSED record can be larger. A
 *           held batch keeps its complete block in memory, and several batches can be in one
 *           block. The reader can reuse a block when no batch in it is held. The caller must
 *           limit the number of held batches, because the limit pdata_open_opts.window does not
 *           count them.
 * End:      All held batches must be released before the reader is rewound or closed, even if
 *           pdata_batch_next() has not returned all their records.
 */
struct pdata_batch {
	uint64_t nr; /* number of records that are not read yet: those from @data to @end */
	/* @data: first byte of the next record; @end: address after the batch's last record */
	const uint8_t *data, *end;
	/* pdata_record.off and pdata_record.seq of the next record of the batch */
	uint64_t off, seq;
	/* The members below are private to the library. */
	const struct pdata_reader *reader; /* private: reader that filled the batch */
	/* private: cache; the event that the reader found last by an id; NULL: none so far */
	const struct pdata_event *last_event;
	/* private: cache; the event id for which the reader found @last_event */
	uint64_t last_id;
	void *block;	 /* private: the reader's memory that has the records of the batch */
	uint32_t inside; /* private; not 0: the batch is from inside a COMPRESSED record */
	uint32_t reserved[5];
};

/**
 * pdata_reader_next_batch - read the next batch of samples, or the next single record
 * @r: the reader, which returns records in file order
 * @rec: receives a record if 1 is returned, as in pdata_reader_next()
 * @b: receives a batch (SAMPLE records that are adjacent in memory) if 2 is returned. The records
 *     of the batch are valid until the next call on @r, or as long as pdata_batch_hold() keeps
 *     them
 *
 * Successive calls return each record of the recording exactly once, in file order, in a batch or
 * alone.
 *
 * Return: 1 if @rec is set; 2 if @b is set; 0 at the end of the recording; PDATA_E_ARG if @r is in
 * time order; the errors of pdata_reader_next().
 */
PDATA_API int pdata_reader_next_batch(struct pdata_reader *r, struct pdata_record *rec,
				      struct pdata_batch *b);

/**
 * pdata_batch_next - get the next record of a batch
 * @b: the batch, filled by pdata_reader_next_batch()
 * @rec: receives the record; rec->data is valid until the next call on the reader, or as long as
 *       pdata_batch_hold() keeps the records of the batch
 *
 * Return: 1 if @rec is set; 0 if all records of the batch have been returned.
 * Threads: any, one thread at a time for each copy of a batch. If the recording is a pipe, only
 * the thread that uses the reader may call the function, because the reader can add events at any
 * time.
 */
PDATA_API int pdata_batch_next(struct pdata_batch *b, struct pdata_record *rec);

/*
 * Fields that are at the same offset in all SAMPLE records of an event. A member for a field that
 * the event does not record has a default.
 */
struct pdata_sample_head {
	/* event of the sample; never NULL; valid until the reader is closed */
	const struct pdata_event *event;
	uint64_t seq; /* number of the record in file order, as pdata_record.seq */
	/* instruction pointer; time in ns of the recording's clock; each 0 if not recorded */
	uint64_t ip, time;
	/* number of events that the sample stands for; attr.sample_period if not recorded */
	uint64_t period;
	uint32_t pid, tid; /* pid and tid of the sample; both UINT32_MAX if not recorded */
	uint32_t misc;	   /* PDATA_MISC_ bits of the record */
	uint32_t reserved;
};

/**
 * pdata_batch_heads - get the members of struct pdata_sample_head for the next records of a batch
 * @b: the batch; like pdata_batch_next(), the function moves the position of the batch behind the
 *     records that it returns
 * @heads: receives up to @max elements, one for each record
 * @max: number of elements that fit at @heads
 *
 * The function stops before a record that is too short for the members of struct pdata_sample_head.
 * The function also stops before a record of an event whose attr.sample_type the calling program
 * has changed since the reader set it. Get such records with pdata_batch_next().
 *
 * Return: count of elements filled; 0 if the batch has no more records, or if the function stops
 * before the next record.
 * Threads: as pdata_batch_next().
 * Cost: for each record, a third of the time that pdata_batch_next() and pdata_sample_decode()
 * take together.
 */
PDATA_API uint32_t pdata_batch_heads(struct pdata_batch *b, struct pdata_sample_head *heads,
				     uint32_t max);

/**
 * pdata_batch_hold - keep the records of a batch valid until pdata_batch_release()
 * @b: the batch that pdata_reader_next_batch() returned last, or a copy of it
 *
 * Call this function before the next call on the reader. Each call needs one call of
 * pdata_batch_release().
 *
 * Threads: only the thread that uses the reader.
 */
PDATA_API void pdata_batch_hold(struct pdata_batch *b);

/**
 * pdata_batch_release - undo one call of pdata_batch_hold()
 * @r: the reader that filled the batch
 * @b: the held batch or a copy of it; pdata_batch_next() need not have returned all its records
 *
 * After as many calls as there were calls of pdata_batch_hold(), the records of the batch and of
 * its copies are invalid. Release all held batches before the reader is closed or rewound.
 *
 * Threads: only the thread that uses the reader.
 */
PDATA_API void pdata_batch_release(struct pdata_reader *r, struct pdata_batch *b);

/**
 * pdata_reader_payload - read the bytes that follow the record that @r returned last
 * @r: the reader, in file order or in time order. Also in time order, the reader returns a record
 *     with a payload before it reads the next record, because such a record has no time
 * @buf: receives up to @len bytes; each call continues where the call before it ended
 *
 * Some records (AUXTRACE, TRACING_DATA) are followed by bytes that the size of the record does not
 * include, the payload. pdata_record.payload is the count of these bytes. Call this function
 * before the next call of pdata_reader_next(), which skips the rest of the payload. A call of
 * pdata_reader_payload() invalidates pdata_record.data of the record, except that of a TRACING_DATA
 * record.
 *
 * Return: count of bytes read; 0 at the end of the payload or of the file, if the record has no
 * payload, and before the first record; PDATA_E_SYS.
 */
PDATA_API int64_t pdata_reader_payload(struct pdata_reader *r, void *buf, size_t len);

/**
 * pdata_reader_data_file - get the name of the file of a recording directory that contains a record
 * @r: the reader of the directory
 * @seq: pdata_record.seq of the record; it was returned since the reader was opened or rewound
 *
 * pdata_record.off of that record is an offset in the file that this function names.
 *
 * Return: "data" or "data.N" with a number N; the string belongs to the reader. NULL: the recording
 * is no directory.
 */
PDATA_API const char *pdata_reader_data_file(const struct pdata_reader *r, uint64_t seq);

/**
 * pdata_reader_rewind - let the reader start again at the first record
 * @r: the reader. The caller must have called pdata_batch_release() for each call of
 *     pdata_batch_hold()
 *
 * The reader keeps the events and features that it has found, and forgets the error that ended
 * reading. To know all events and features of a recording in pipe format before its first record,
 * read all records once and then call this function; the input must be a seekable file.
 *
 * Return: 0; PDATA_E_SYS if the input is not seekable.
 */
PDATA_API int pdata_reader_rewind(struct pdata_reader *r);

/**
 * pdata_reader_set_order - choose file order or time order
 * @r: the reader, before its first record or after a rewind
 * @order: the order of the records. If pdata_file_info.no_order is set, the reader uses file order
 *         whatever @order is
 *
 * Return: 0; PDATA_E_ARG if @order has no value of its enum, or if a record has been read since the
 * reader was opened or rewound.
 */
PDATA_API int pdata_reader_set_order(struct pdata_reader *r, enum pdata_order order);

/**
 * pdata_reader_skip_user_stacks - do not read copies of user stacks until the next rewind
 * @r: the reader, before its first record or after a rewind
 *
 * A recording with copies of user stacks (PDATA_SAMPLE_STACK_USER) consists mostly of these
 * copies. The reader seeks past a copy if that saves time; the bytes at pdata_sample.stack.data
 * are then unspecified. The sizes in pdata_sample.stack, all other fields and the damage counts
 * are the same as without this call.
 *
 * Return: 0; PDATA_E_ARG if a record has been read since the reader was opened or rewound.
 */
PDATA_API int pdata_reader_skip_user_stacks(struct pdata_reader *r);

/* Maximum number of outstanding reads: those that the reader has submitted but not waited for. */
#define PDATA_ASYNC_READS_MAX 4u

/*
 * Two functions of the caller, with which the reader decodes one part of a file while the next part
 * is read. For example, another thread of the caller, or io_uring, can read it. The reader calls
 * @submit to begin a read and @wait to wait for its end, both in the thread that uses the reader.
 */
struct pdata_async_read {
	size_t size; /* sizeof(struct pdata_async_read) */
	void *ctx;   /* first argument of both functions */
	/*
	 * Begin to read @n bytes at offset @off of the file descriptor @fd into @buf, as pread()
	 * does, and return without waiting. The reader does not use @buf until it has called @wait
	 * for this read.
	 */
	void (*submit)(void *ctx, int fd, void *buf, size_t n, uint64_t off);
	/*
	 * Wait until a submitted read has ended. The first call waits for the read that was
	 * submitted first, the second call for the second read, and so on. Return: the number of
	 * bytes read. If it is less than the @n of @submit, for whatever reason, the reader
	 * reads the bytes again itself, and reports the error if there is one.
	 */
	size_t (*wait)(void *ctx);
};

/**
 * pdata_reader_set_async_read - let other threads read the file in advance
 * @r: the reader
 * @io: the functions to call, which are copied; NULL: no functions from now on
 *
 * The size of a read is at most 1 MiB plus 64 KiB. The reader submits a further read only if fewer
 * than PDATA_ASYNC_READS_MAX reads are outstanding, and if the sum of their sizes is below 512 KiB.
 * The reader returns the same records, errors and damage as without this function; only
 * the count of bytes that damaged COMPRESSED records add to pdata_damage.skipped_bytes may differ.
 * It waits for all submitted reads when it is rewound or closed, and when this function is called.
 * It submits no read in these cases: the recording is a pipe, memory or a directory with several
 * data files; the reader returns records in time order; it has skipped bytes of a user stack
 * (pdata_reader_skip_user_stacks()) since it was opened or rewound.
 *
 * Return: 0; PDATA_E_ARG: io->size is not the size of the struct, or a function is NULL.
 */
PDATA_API int pdata_reader_set_async_read(struct pdata_reader *r,
					  const struct pdata_async_read *io);

/**
 * pdata_reader_set_time - read only the parts of a file that a range of time needs
 * @r: the reader, before its first record or after a rewind
 * @from, @to: range of time in ns of the recording's clock, both ends included
 *
 * The index of a file (trailer.h) divides the data section into chunks and has the lowest and the
 * highest time of each chunk. The reader returns all records of the chunks whose times overlap the
 * range, also records outside of the range. It also returns all records of other chunks that it has
 * to decompress: because a later chunk cannot be decompressed without them, or because their
 * compressed data has side-band records. From
 * all remaining chunks, the reader returns only the side-band records. This restriction stays in
 * force after a rewind, until the next call of this function.
 *
 * In these cases the reader returns all records: the file has no index or no list of side-band
 * records (trailer block SIDEBAND); the recording has an event without PDATA_SAMPLE_TIME; the
 * recording has deferred call chains (PDATA_ATTR_DEFER_CALLCHAIN).
 *
 * Return: 1 if the restriction is in force; 0 if the reader returns all records; PDATA_E_ARG if a
 * record has been read since the reader was opened or rewound; PDATA_E_NOMEM; PDATA_E_SYS if the
 * input is not seekable.
 */
PDATA_API int pdata_reader_set_time(struct pdata_reader *r, uint64_t from, uint64_t to);

/**
 * pdata_reader_info - get facts about the recording
 * @r: the reader
 *
 * Return: a struct that belongs to the reader, never NULL. Reading records changes the members
 * nr_compressed and nr_compressed2, and adds features to the member features.
 */
PDATA_API const struct pdata_file_info *pdata_reader_info(const struct pdata_reader *r);

/**
 * pdata_reader_nr_events - get the number of events known so far
 * @r: the reader
 *
 * Return: the count of events. In pipes it can increase with each record that is read.
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
 * @id: an id as in the fields PDATA_SAMPLE_ID and PDATA_SAMPLE_IDENTIFIER of records
 *
 * Return: the event, which belongs to the reader; NULL if no event has this id.
 */
PDATA_API const struct pdata_event *pdata_reader_event_by_id(const struct pdata_reader *r,
							     uint64_t id);

/**
 * pdata_reader_feature - get a header feature
 * @r: the reader
 * @bit: enum pdata_feature_bit
 * @out: receives the feature, which belongs to the reader. *@out is NULL with PDATA_N_FEATURE. It
 *       is also NULL with PDATA_E_NOMEM if there is no memory for the build ids in BUILD_ID records
 *
 * The reader reads and decodes a feature at the first call. Features come from the feature table
 * of a file; those that are not in the table, and all features of a pipe, come from the
 * HEADER_FEATURE, TRACING_DATA and BUILD_ID records that were read so far. If a file has both
 * BUILD_ID records and a BUILD_ID section, the feature BUILD_ID has first the entries of the
 * records and then the entries of the section; an object can have an entry in both.
 *
 * Return: 0; PDATA_N_FEATURE if the recording does not have the feature; PDATA_E_FEATURE if the
 * feature cannot be decoded; PDATA_E_CUT if the file ends inside the feature; PDATA_L_MEMORY if
 * the sizes of all feature sections add up to more than the size of the file; PDATA_E_NOMEM. If the
 * function fails and *@out is not NULL, (*@out)->data has the bytes that can be read, (*@out)->len
 * is their count (it can be 0), and all members of (*@out)->u are 0. Exception: with
 * PDATA_E_FEATURE for BUILD_ID, u.build_ids has the entries that can be decoded.
 */
PDATA_API int pdata_reader_feature(struct pdata_reader *r, uint32_t bit,
				   const struct pdata_feature **out, struct pdata_error *err);

/**
 * pdata_reader_damage - get the counts of damage found so far
 * @r: the reader
 *
 * Return: the counts, which belong to the reader, never NULL. They change while records are read
 * and are complete when pdata_reader_next() has returned 0.
 */
PDATA_API const struct pdata_damage *pdata_reader_damage(const struct pdata_reader *r);

/**
 * pdata_reader_damage_kind - get the count of damage of one kind (see struct pdata_damage_kind)
 * @r: the reader
 * @i: index of the kind, from 0, in the order in which the reader found the kinds
 *
 * The reader distinguishes at most 48 kinds of damage. It counts damage of further kinds only in
 * pdata_damage.nr.
 *
 * Return: a struct that belongs to the reader and is valid until the next call on @r; NULL if there
 * is no kind with this index.
 */
PDATA_API const struct pdata_damage_kind *pdata_reader_damage_kind(const struct pdata_reader *r,
								   uint32_t i);

/**
 * pdata_reader_notice - get a notice: a fault of the file that does not affect its records
 * @r: the reader
 * @i: index of the notice, from 0; all notices are found when the reader is opened
 *
 * The code of a notice (pdata_error.code) is one of:
 * PDATA_E_HEADER: the file header has a wrong attr_size; the reader found the right one.
 * PDATA_E_TRAILER: the trailer is incomplete; the reader uses its complete blocks.
 * PDATA_E_TAIL: bytes after the last section belong to no section and no trailer. If these bytes
 * are the start of another recording, pdata_error.field of the notice is "recording", otherwise "".
 *
 * The member pdata_error.text of a notice describes the fault completely, for a user to read.
 *
 * Return: the notice, which belongs to the reader; NULL if there is no notice with this index.
 */
PDATA_API const struct pdata_error *pdata_reader_notice(const struct pdata_reader *r, uint32_t i);

/**
 * pdata_reader_error - get the error that ended reading
 * @r: the reader
 *
 * Return: the error that pdata_reader_next() returned; it belongs to the reader and is never NULL.
 * Its code is 0 if there was no error since the reader was opened or rewound.
 */
PDATA_API const struct pdata_error *pdata_reader_error(const struct pdata_reader *r);

/**
 * pdata_free - free a buffer that a function of this library allocated for the caller
 * @p: the buffer, as the allocating function stored it in *@out; NULL is allowed
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
