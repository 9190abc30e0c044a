/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PDATA_TEXT_H
#define PDATA_TEXT_H

/*
 * Converts recordings to text and back: one line for each record, header part and feature, with
 * the field names of types.h. From the unchanged text that pdata_dump() wrote of a file, damaged or
 * not, pdata_assemble() makes a file with the same bytes. spec/text-format.md has the grammar.
 */

#include "pdata.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Called with each part of the text: @len bytes at @text, valid during the call. @ctx is the
 * argument @ctx of pdata_dump(). The function returns 0 to continue, and any other value to stop.
 */
typedef int (*pdata_write_fn)(void *ctx, const char *text, size_t len);

/*
 * Options of pdata_dump(). Initialise them with PDATA_DUMP_OPTS_INIT; size has the same purpose as
 * in struct pdata_open_opts.
 */
struct pdata_dump_opts {
	size_t size; /* sizeof(struct pdata_dump_opts) */
	/* not 0: write JSON lines with the same names and values; pdata_assemble() rejects them */
	uint32_t json;
	uint32_t reserved; /* 0 */
};

/* The default options, for C and C++. */
#define PDATA_DUMP_OPTS_INIT                                                                       \
	{                                                                                          \
		sizeof(struct pdata_dump_opts), 0, 0                                               \
	}

/**
 * pdata_dump - write a recording as text
 * @path: file or directory; NULL: read @fd
 * @fd: a seekable descriptor, which remains the caller's; ignored if @path is not NULL
 * @o: options; NULL for the defaults
 * @write: gets the text
 * @ctx: first argument of @write
 * @damage: receives the damage counts of the file; NULL: the counts are not needed. The text
 *      includes the damaged bytes
 *
 * Return: 0; PDATA_E_SYS if @write stopped; the errors of pdata_reader_open(), in which case
 * nothing was written.
 * Threads: any.
 */
PDATA_API int pdata_dump(const char *path, int fd, const struct pdata_dump_opts *o,
			 pdata_write_fn write, void *ctx, struct pdata_damage *damage,
			 struct pdata_error *err);

/* The byte order of the file to make. */
enum pdata_text_order {
	PDATA_TEXT_ORDER_GIVEN = 0, /* as the text says */
	PDATA_TEXT_ORDER_LE = 1,    /* little-endian */
	PDATA_TEXT_ORDER_BE = 2	    /* big-endian */
};

/* The container to make. */
enum pdata_text_mode {
	PDATA_TEXT_MODE_GIVEN = 0, /* as the text says */
	PDATA_TEXT_MODE_FILE = 1,
	PDATA_TEXT_MODE_PIPE = 2,
	PDATA_TEXT_MODE_DIR = 3
};

/* The compression of records. */
enum pdata_text_compress {
	PDATA_TEXT_COMPRESS_GIVEN = 0, /* as the text says */
	PDATA_TEXT_COMPRESS_ZSTD = 1,  /* COMPRESSED records */
	PDATA_TEXT_COMPRESS_ZSTD2 = 2  /* COMPRESSED2 records */
};

/*
 * Options of pdata_assemble(). Initialise them with PDATA_ASSEMBLE_OPTS_INIT; size has the same
 * purpose as in struct pdata_open_opts. 0 means "as the text says".
 *
 * If @mode or @compress is set, the file that the text describes is built first and then converted.
 * The bytes of attrs, features and records are kept. The conversion computes new offsets and new
 * features AUXTRACE, DIR_FORMAT and COMPRESSED, and drops bytes between sections. Kernel records
 * are compressed or decompressed. A directory gets one file for each CPU if all kernel records have
 * a CPU and a time, otherwise one file.
 */
struct pdata_assemble_opts {
	size_t size;		 /* sizeof(struct pdata_assemble_opts) */
	uint32_t order;		 /* enum pdata_text_order */
	uint32_t mode;		 /* enum pdata_text_mode */
	uint32_t compress;	 /* enum pdata_text_compress */
	uint32_t compress_level; /* level of zstd; 0 means level 1 */
	/*
	 * limit in bytes for the zeros of all ZERO lines together; 0: 1 GiB, UINT64_MAX: no limit
	 */
	uint64_t max_zeros;
};

/* The default options, for C and C++. */
#define PDATA_ASSEMBLE_OPTS_INIT                                                                   \
	{                                                                                          \
		sizeof(struct pdata_assemble_opts), 0, 0, 0, 0, 0                                  \
	}

/**
 * pdata_assemble - build the recording that a text describes
 * @text: @len bytes of text
 * @path: file to write, or directory to create if the text begins with a DIRECTORY line
 * @o: options; NULL for the defaults
 *
 * Sizes, counts, offsets and ids that the text does not give are computed.
 *
 * Return: 0; PDATA_E_TEXT (err->off is the line number, from 1, and err->text is the reason),
 * PDATA_E_SYS, PDATA_E_NOMEM, PDATA_L_RECORD (a value does not fit into a record, or a feature does
 * not fit into a pipe). If o->mode or o->compress is set, the file is built as the text says and
 * then converted. The function can then also return PDATA_E_CODEC, the errors of
 * pdata_reader_open(), and the code of the first damage: a damaged file cannot be converted.
 * Threads: any.
 */
PDATA_API int pdata_assemble(const char *text, size_t len, const char *path,
			     const struct pdata_assemble_opts *o, struct pdata_error *err);

/**
 * pdata_text_char - decode the UTF-8 character at the start of a string
 * @s: @len bytes
 * @code: receives the code point; NULL: ignored
 *
 * Return: bytes of the character, 1 to 4; 0 if the bytes are not valid UTF-8.
 * Threads: any.
 * Source: RFC 3629, section 4.
 */
PDATA_API size_t pdata_text_char(const char *s, size_t len, uint32_t *code);

/**
 * pdata_text_is_control - tell whether a terminal acts on a character instead of showing it
 * @code: code point
 *
 * Return: 1 for C0 and C1 controls, DEL and the bidirectional controls (U+061C, U+200E, U+200F,
 * U+202A to U+202E, U+2066 to U+2069), otherwise 0.
 * Threads: any.
 */
PDATA_API int pdata_text_is_control(uint32_t code);

/**
 * pdata_text_printable - replace the control characters of a string
 * @s: @len bytes, changed in place. Each byte of a control character is replaced by "?", and so is
 *     each byte from 0x80 to 0x9f that is not part of a UTF-8 character
 * @keep_lines: not 0: keep newlines and tabs
 *
 * Use it before printing names of a recording: the recorded programs choose these names.
 *
 * Threads: any.
 */
PDATA_API void pdata_text_printable(char *s, size_t len, int keep_lines);

#ifdef __cplusplus
}
#endif
#endif
