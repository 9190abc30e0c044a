/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * The bytes of a file, a pipe or memory, or the content of a file that gzip(1) or zstd(1)
 * compressed as a whole.
 */

#include <pdata/pdata.h>
#include <stdbool.h>

struct pd_unwrap;

#define PD_HEAD_BYTES 16u /* enough bytes to recognise the format of the input */

/* A source of bytes. */
struct pd_input {
	int fd; /* -1: memory */
	bool own_fd;
	bool seekable;
	const uint8_t *mem;
	uint64_t size;		  /* bytes; ~0: unknown */
	uint64_t pos;		  /* position of the next byte to be read */
	int sys_errno;		  /* errno of the last read that failed */
	struct pd_unwrap *unwrap; /* not NULL: the decompressor that bytes are read from */
	/*
	 * Bytes that pd_input_head() has read from an input that cannot seek, and that
	 * pd_input_read() has not returned yet.
	 */
	uint8_t head[PD_HEAD_BYTES];
	unsigned head_len;
};

/*
 * Read at most @n bytes from in->pos on. Return: their number; 0 at the end; -1 after a failure,
 * with sys_errno set.
 */
int64_t pd_input_read(struct pd_input *in, void *buf, size_t n);
/*
 * Read the first bytes. in->pos must be 0 and stays 0. Return: their number, or -1 with sys_errno
 * set.
 */
int64_t pd_input_head(struct pd_input *in, uint8_t head[PD_HEAD_BYTES]);
void pd_input_close(struct pd_input *in);
/* Read @n bytes at @off of a seekable input; in->pos stays as it is. Return: the bytes read. */
size_t pd_input_pread(struct pd_input *in, void *buf, size_t n, uint64_t off);

/*
 * Return the offset of the first byte at or after @off that is not in a hole of a sparse file, or
 * the file's size if there is none.
 */
uint64_t pd_input_next_data(struct pd_input *in, uint64_t off);
/* Return the offset of the first hole at or after @off, or the file's size if there is none. */
uint64_t pd_input_next_hole(struct pd_input *in, uint64_t off);

/* ---- a perf.data file that was compressed as a whole ---- */

/* Return the compression that the first bytes of an input show. */
enum pdata_wrapper pd_wrapper_of(const uint8_t *head, size_t len);

/*
 * Make a decompressor. It owns the input of @from from then on, and pd_unwrap_free() closes it.
 * @max: the decompressed size in bytes that is allowed; 0: PD_UNWRAP_RATIO times the bytes read.
 * Return: NULL if memory is exhausted or the build lacks the codec; *err then is the error code.
 */
struct pd_unwrap *pd_unwrap_new(struct pd_input *from, enum pdata_wrapper kind, uint64_t max,
				int *err);
void pd_unwrap_free(struct pd_unwrap *u);

/*
 * If the caller sets no limit, data that expands to more than PD_UNWRAP_FREE bytes and to more than
 * PD_UNWRAP_RATIO times its compressed size is refused: no recording compresses that well.
 */
#define PD_UNWRAP_RATIO 1024u
#define PD_UNWRAP_FREE ((uint64_t)64 << 20)

/*
 * Read at most @n decompressed bytes. Return: their number; 0 at the end and after an error that
 * pd_unwrap_error() returns; -1 if a read failed.
 */
int64_t pd_unwrap_read(struct pd_unwrap *u, void *buf, size_t n, int *sys_errno);
/*
 * Return the error that ended decompression early, with its offset in the compressed bytes, or
 * NULL.
 */
const struct pdata_error *pd_unwrap_error(const struct pd_unwrap *u);

/*
 * Whether the error is damage. Damage leaves data that can be read; after PDATA_L_MEMORY and
 * PDATA_E_NOMEM there is no data to read.
 */
static inline bool pd_unwrap_is_damage(const struct pdata_error *e)
{
	return e->code == PDATA_E_CUT || e->code == PDATA_E_COMPRESSED;
}

/*
 * Copy the rest of the input @in, which cannot seek, into a tmpfile, and replace @in by the
 * tmpfile. @wrapped: set to the error that ended the decompression of @in early, if there was one.
 * Return: 0, PDATA_E_SYS with errno, or PDATA_E_NOMEM.
 */
int pd_input_make_seekable(struct pd_input *in, struct pdata_error *wrapped);
