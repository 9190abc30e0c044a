/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PDATA_TEXT_H
#define PDATA_TEXT_H

/*
 * Files as text and back: a line for each record, header part and feature, with the field names of
 * types.h. What is written by pdata_dump() and not changed gives the same bytes through
 * pdata_assemble(), for every file, damaged or not. spec/text-format.md has the grammar.
 */

#include "pdata.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Takes text in the order of the file. Return: 0, or anything else to end. */
typedef int (*pdata_write_fn)(void *ctx, const char *text, size_t len);

/* PDATA_DUMP_OPTS_INIT and size: as struct pdata_open_opts. */
struct pdata_dump_opts {
	size_t size; /* sizeof(struct pdata_dump_opts) */
	/* not 0: JSON lines with the same names and values; assemble does not read them */
	uint32_t json;
	uint32_t reserved; /* 0 */
};

#define PDATA_DUMP_OPTS_INIT                                                                       \
	{                                                                                          \
		sizeof(struct pdata_dump_opts), 0, 0                                               \
	}

/**
 * pdata_dump - write a file as text
 * @path: file or directory; NULL: read @fd, which must be able to seek
 * @o: NULL for defaults
 * @damage: filled with what no record could be made of (it is in the text all the same); NULL:
 *          ignored
 *
 * Return: 0, PDATA_E_MAGIC and the other errors of pdata_reader_open() (then nothing is written),
 * or PDATA_E_SYS when @write ended it. Threads: one for each call.
 */
PDATA_API int pdata_dump(const char *path, int fd, const struct pdata_dump_opts *o,
			 pdata_write_fn write, void *ctx, struct pdata_damage *damage,
			 struct pdata_error *err);

enum pdata_text_order {
	PDATA_TEXT_ORDER_GIVEN = 0,
	PDATA_TEXT_ORDER_LE = 1,
	PDATA_TEXT_ORDER_BE = 2
};

enum pdata_text_mode {
	PDATA_TEXT_MODE_GIVEN = 0,
	PDATA_TEXT_MODE_FILE = 1,
	PDATA_TEXT_MODE_PIPE = 2,
	PDATA_TEXT_MODE_DIR = 3
};

enum pdata_text_compress {
	PDATA_TEXT_COMPRESS_GIVEN = 0,
	PDATA_TEXT_COMPRESS_ZSTD = 1, /* COMPRESSED records */
	PDATA_TEXT_COMPRESS_ZSTD2 = 2 /* COMPRESSED2 records */
};

/*
 * PDATA_ASSEMBLE_OPTS_INIT and size: as struct pdata_open_opts. Zeros: as the text says.
 *
 * With a mode or compression the file of the text is built first, and then written once more.
 * Bytes of attrs, features and records stay; offsets, the AUXTRACE index, DIR_FORMAT and
 * COMPRESSED are made anew, and bytes between the sections go. The records of the kernel are
 * compressed, or were in compressed records and are not any more. In a directory they go to a file
 * for each cpu where all of them tell cpu and time, else to one file.
 */
struct pdata_assemble_opts {
	size_t size;		 /* sizeof(struct pdata_assemble_opts) */
	uint32_t order;		 /* enum pdata_text_order */
	uint32_t mode;		 /* enum pdata_text_mode */
	uint32_t compress;	 /* enum pdata_text_compress */
	uint32_t compress_level; /* 0: 1 */
	/* bytes that all ZERO lines together may make; 0: 1 GiB, UINT64_MAX: no limit */
	uint64_t max_zeros;
};

#define PDATA_ASSEMBLE_OPTS_INIT                                                                   \
	{                                                                                          \
		sizeof(struct pdata_assemble_opts), 0, 0, 0, 0, 0                                  \
	}

/**
 * pdata_assemble - build the file that a text describes
 * @text: @len bytes
 * @path: file to write, or directory to make for a text that begins with a DIRECTORY line
 * @o: NULL for defaults
 *
 * Sizes, counts, offsets and ids that the text does not give are computed.
 * Return: 0, PDATA_E_TEXT (err->off is the line, counted from 1, err->text says what is wrong),
 * PDATA_E_SYS, PDATA_E_NOMEM, PDATA_L_RECORD (and a feature that is too large for a pipe). With a
 * mode or compression also PDATA_E_CODEC, and what pdata_reader_open() returns or counts as
 * damage: a damaged file has only the mode that its text says. Threads: any.
 */
PDATA_API int pdata_assemble(const char *text, size_t len, const char *path,
			     const struct pdata_assemble_opts *o, struct pdata_error *err);

/**
 * pdata_text_char - the UTF-8 character at the start of a string
 * @code: set to its code point; may be NULL
 *
 * Return: its bytes, 1 to 4, or 0 where there is none. Threads: any. Source: RFC 3629, section 4.
 */
PDATA_API size_t pdata_text_char(const char *s, size_t len, uint32_t *code);

/**
 * pdata_text_is_control - whether a terminal acts on a character instead of showing it
 *
 * Return: 1 for C0 and C1 controls, DEL, and the controls of the direction of text (U+061C,
 * U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069), else 0. Threads: any.
 */
PDATA_API int pdata_text_is_control(uint32_t code);

/**
 * pdata_text_printable - make a name harmless to a terminal, in place
 * @s: @len bytes, in which each byte of a control becomes '?'; so does a byte of 0x80 to 0x9f that
 *     is not part of UTF-8
 * @keep_lines: not 0: newlines and tabs stay
 *
 * The names in a recording are chosen by whoever ran the programs. Threads: any.
 */
PDATA_API void pdata_text_printable(char *s, size_t len, int keep_lines);

#ifdef __cplusplus
}
#endif
#endif
