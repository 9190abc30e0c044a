/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PDATA_TEXT_H
#define PDATA_TEXT_H

/*
 * Converts recordings to text and back. Each line of the text is one part of the file, such as the
 * file header, an element of the attrs section, a record or a feature. The fields of a line are
 * named as in types.h. pdata_dump() writes the text of a file (damaged or not), and
 * pdata_assemble() makes a file from the text. If the text was not changed, the new file is equal
 * to the old file, byte by byte. spec/text-format.md has the grammar.
 */

#include "pdata.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Type of the function to which pdata_dump() passes each part of the text: @len bytes at @text,
 * valid during the call. @ctx is the argument @ctx of pdata_dump(). The function returns 0 to
 * continue, and any other value to stop pdata_dump().
 */
typedef int (*pdata_write_fn)(void *ctx, const char *text, size_t len);

/*
 * Options of pdata_dump(). Initialise them with PDATA_DUMP_OPTS_INIT, which sets @size and the
 * defaults; @size has the same purpose as in struct pdata_open_opts.
 */
struct pdata_dump_opts {
	size_t size; /* sizeof(struct pdata_dump_opts) */
	/*
	 * 0: write the text format that pdata_assemble() reads; not 0: write JSON lines with the
	 * same names and values (pdata_assemble() does not read JSON)
	 */
	uint32_t json;
	uint32_t reserved; /* 0 */
};

/* The default options, for C and C++: struct pdata_dump_opts o = PDATA_DUMP_OPTS_INIT; */
#define PDATA_DUMP_OPTS_INIT                                                                       \
	{                                                                                          \
		sizeof(struct pdata_dump_opts), 0, 0                                               \
	}

/**
 * pdata_dump - write a recording as text
 * @path: file or directory of the recording; NULL: read from @fd
 * @fd: a seekable descriptor of the recording; the function does not close it. If @path is not
 *      NULL, the function ignores @fd
 * @o: options; NULL for the defaults
 * @write: function to which pdata_dump() passes the text in parts
 * @ctx: first argument of @write
 * @damage: receives the counts of damage in the recording; NULL: the caller does not need them.
 *          The text includes the damaged bytes
 *
 * Return: 0; PDATA_E_SYS if @write returned a value other than 0, or if the recording cannot be
 * read; PDATA_E_NOMEM; PDATA_E_ARG if an option is invalid or the input is not seekable; an error
 * of pdata_reader_open() if the recording cannot be opened, in which case @write was not called.
 * Threads: any.
 */
PDATA_API int pdata_dump(const char *path, int fd, const struct pdata_dump_opts *o,
			 pdata_write_fn write, void *ctx, struct pdata_damage *damage,
			 struct pdata_error *err);

/*
 * The byte order of the recording that pdata_assemble() makes; values of
 * pdata_assemble_opts.order.
 */
enum pdata_text_order {
	PDATA_TEXT_ORDER_GIVEN = 0, /* the byte order that the input text names */
	PDATA_TEXT_ORDER_LE = 1,    /* little-endian */
	PDATA_TEXT_ORDER_BE = 2	    /* big-endian */
};

/* The kind of recording that pdata_assemble() makes; values of pdata_assemble_opts.mode. */
enum pdata_text_mode {
	PDATA_TEXT_MODE_GIVEN = 0, /* as the recording that the text describes */
	PDATA_TEXT_MODE_FILE = 1,
	PDATA_TEXT_MODE_PIPE = 2,
	PDATA_TEXT_MODE_DIR = 3
};

/*
 * How pdata_assemble() compresses kernel records (records with a type below 64); values of
 * pdata_assemble_opts.compress.
 */
enum pdata_text_compress {
	/*
	 * kernel records (types below 64) are compressed if they are compressed in the recording
	 * that the input text describes. Exception: if pdata_assemble_opts.mode is not
	 * PDATA_TEXT_MODE_GIVEN, they are not compressed
	 */
	PDATA_TEXT_COMPRESS_GIVEN = 0,
	PDATA_TEXT_COMPRESS_ZSTD = 1, /* compress with zstd into COMPRESSED records */
	PDATA_TEXT_COMPRESS_ZSTD2 = 2 /* compress with zstd into COMPRESSED2 records */
};

/*
 * Options of pdata_assemble(). Initialise them with PDATA_ASSEMBLE_OPTS_INIT, which sets @size and
 * the defaults; @size has the same purpose as in struct pdata_open_opts. If @order, @mode or
 * @compress is 0, the new recording has the byte order, the container (file, pipe or directory) or
 * the compression that the input text describes. Exception: if @compress is 0 and @mode is not 0,
 * the new recording is not compressed.
 *
 * If @mode or @compress is not 0, pdata_assemble() first builds the recording that the text
 * describes and then converts it. The conversion keeps the bytes of attrs, features and records.
 * It computes new offsets and new features AUXTRACE, DIR_FORMAT and COMPRESSED, drops bytes that
 * are between sections, and compresses or decompresses the kernel records (records with a type
 * below 64). A new directory gets a file "data" and files "data.N" with the kernel records. If all
 * kernel records have a CPU and a time, N is the CPU modulo 64; otherwise there is one file,
 * "data.0".
 *
 * If @order is not 0 and not the byte order of the recording that the text describes,
 * pdata_assemble() converts each field that the text gives by name. It does not convert contents
 * that the text gives as raw bytes: copies of user stacks, AUX data, records of unknown types, and
 * the blocks of a trailer. Compressed bytes can be converted only after they are decompressed. So
 * if the text describes COMPRESSED or COMPRESSED2 records or a file that is compressed as a whole,
 * pdata_assemble() builds the recording that the text describes, decompresses it and converts it.
 * Records that were compressed are then compressed again, but the file as a whole is not. A
 * recording that was converted in this way has no trailer.
 */
struct pdata_assemble_opts {
	size_t size;		 /* sizeof(struct pdata_assemble_opts) */
	uint32_t order;		 /* enum pdata_text_order */
	uint32_t mode;		 /* enum pdata_text_mode */
	uint32_t compress;	 /* enum pdata_text_compress */
	uint32_t compress_level; /* compression level of zstd; 0: level 1 */
	/*
	 * limit in bytes for the zeros that all ZERO lines of the text together write; 0: 1 GiB;
	 * UINT64_MAX: no limit
	 */
	uint64_t max_zeros;
};

/* The default options, for C and C++: struct pdata_assemble_opts o = PDATA_ASSEMBLE_OPTS_INIT; */
#define PDATA_ASSEMBLE_OPTS_INIT                                                                   \
	{                                                                                          \
		sizeof(struct pdata_assemble_opts), 0, 0, 0, 0, 0                                  \
	}

/**
 * pdata_assemble - build the recording that a text describes
 * @text: @len bytes of text, in the format that pdata_dump() writes
 * @path: file to write; or directory to create, if the recording is a directory. A file that exists
 *        loses its content, even if the function fails; a directory that exists must be empty.
 *        Only the owner can read new files and directories (mode 0600 and 0700)
 * @o: options; NULL for the defaults
 *
 * The function computes sizes, counts, offsets and ids that the text does not give.
 *
 * Return: 0; PDATA_E_TEXT if the text has an error (err->off is the number of the line, from 1, and
 * err->text is the reason); PDATA_E_SYS (with err->sys_errno ENOTEMPTY if @path is a directory that
 * has files); PDATA_E_NOMEM; PDATA_E_ARG if @o has an invalid size or unknown members, or if
 * o->order, o->mode or o->compress has no value of its enum; PDATA_L_RECORD if a value does not fit
 * into a record, or a feature does not fit into a record of a pipe (EVENT_DESC is then left out if
 * each event has an id, because other records have its content). If o->mode or o->compress is
 * not 0, or if compressed data must get the byte order o->order, the function first makes the
 * recording that the text describes, in $TMPDIR or /tmp, then opens it with a reader and converts
 * it. It can then also return PDATA_E_CODEC, the errors of pdata_reader_open(), and, if the text
 * describes a damaged recording, the code of the first damage, because the function cannot convert
 * a damaged recording.
 * Threads: any.
 */
PDATA_API int pdata_assemble(const char *text, size_t len, const char *path,
			     const struct pdata_assemble_opts *o, struct pdata_error *err);

/**
 * pdata_text_char - decode the UTF-8 character at the start of a string
 * @s: string of @len bytes
 * @code: receives the code point of the character; NULL: the caller does not need it
 *
 * Return: number of bytes of the character, 1 to 4; 0 if the bytes are not valid UTF-8.
 * Threads: any.
 * Source: RFC 3629, section 4.
 */
PDATA_API size_t pdata_text_char(const char *s, size_t len, uint32_t *code);

/**
 * pdata_text_is_control - tell whether a terminal acts on a character instead of showing it
 * @code: code point of the character
 *
 * Return: 1 for C0 and C1 control characters, DEL and the bidirectional control characters
 * (U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069), otherwise 0.
 * Threads: any.
 */
PDATA_API int pdata_text_is_control(uint32_t code);

/**
 * pdata_text_printable - replace the control characters of a string
 * @s: string of @len bytes, changed in place. The function replaces each byte of a control
 *     character by "?", and also each byte from 0x80 to 0x9f that is not part of a UTF-8 character
 * @keep_lines: not 0: the function does not replace newlines and tabs; 0: it replaces them, too
 *
 * Use it before printing names from a recording, because the recorded programs choose these names.
 *
 * Threads: any.
 */
PDATA_API void pdata_text_printable(char *s, size_t len, int keep_lines);

#ifdef __cplusplus
}
#endif
#endif
