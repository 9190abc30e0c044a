/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Reads the bytes of a file, a pipe or memory, or the decompressed content of a file that gzip(1)
 * or zstd(1) compressed as a whole.
 */

#include <pdata/pdata.h>
#include <stdbool.h>

struct pd_unwrap;

#define PD_HEAD_BYTES 16u /* number of bytes at the start of an input that tell its format */

/* A source of bytes: a file, a pipe, memory, or a decompressor that reads one of these. */
struct pd_input {
	int fd;	     /* descriptor; -1: the bytes come from @mem or @unwrap */
	bool own_fd; /* pd_input_close() closes @fd; false: another owner closes it */
	bool seekable;
	const uint8_t *mem;
	uint64_t size; /* size in bytes; UINT64_MAX: unknown */
	uint64_t pos;  /* offset of the next byte that pd_input_read() returns */
	int sys_errno; /* errno of the last read that failed */
	/* decompressor that gives the bytes of the input; NULL: there is no decompressor */
	struct pd_unwrap *unwrap;
	/*
	 * If the input cannot seek: bytes that pd_input_head() has read in advance and that
	 * pd_input_read() has not returned yet.
	 */
	uint8_t head[PD_HEAD_BYTES];
	unsigned head_len;
};

/*
 * Read at most @n bytes from in->pos on, and advance in->pos. Return: the number of bytes; 0: the
 * input has ended; -1: a read has failed, and in->sys_errno is set.
 */
int64_t pd_input_read(struct pd_input *in, void *buf, size_t n);
/*
 * Read the first bytes of the input into @head; pd_input_read() returns them again. in->pos must
 * be 0 and stays 0. Return: the number of bytes; -1: a read has failed, and in->sys_errno is set.
 */
int64_t pd_input_head(struct pd_input *in, uint8_t head[PD_HEAD_BYTES]);
void pd_input_close(struct pd_input *in);
/*
 * Read @n bytes at offset @off of a seekable input; in->pos does not change. Return: the number of
 * bytes read, which is below @n if the input ends or a read fails.
 */
size_t pd_input_pread(struct pd_input *in, void *buf, size_t n, uint64_t off);

/*
 * Return the offset of the first byte at or after @off that is not in a hole of a sparse file; the
 * size of the file if there is no such byte; @off if holes cannot be found.
 */
uint64_t pd_input_next_data(struct pd_input *in, uint64_t off);
/*
 * Return the offset of the first hole at or after @off; the size of the file if there is no hole
 * or if holes cannot be found.
 */
uint64_t pd_input_next_hole(struct pd_input *in, uint64_t off);

/* ---- a perf.data file that was compressed as a whole ---- */

/*
 * Return how the whole input was compressed, judged by its first @len bytes, which are at @head.
 */
enum pdata_wrapper pd_wrapper_of(const uint8_t *head, size_t len);

/*
 * Make a decompressor that reads from the input @from. On success the decompressor owns the input
 * (it has a copy of *@from), pd_unwrap_free() closes the input, and *@from becomes an input
 * without a descriptor. @max: largest decompressed size in bytes; 0: the limit of PD_UNWRAP_FREE
 * and PD_UNWRAP_RATIO. Return: the decompressor; or NULL, with the error code in *@err, if memory
 * is exhausted or the build lacks the codec.
 */
struct pd_unwrap *pd_unwrap_new(struct pd_input *from, enum pdata_wrapper kind, uint64_t max,
				int *err);
void pd_unwrap_free(struct pd_unwrap *u);

/*
 * Limit of decompression if @max of pd_unwrap_new() is 0. Data that expands to more than
 * PD_UNWRAP_FREE bytes and to more than PD_UNWRAP_RATIO times its compressed size is refused. No
 * recording compresses that well.
 */
#define PD_UNWRAP_RATIO 1024u
#define PD_UNWRAP_FREE ((uint64_t)64 << 20)

/*
 * Read at most @n decompressed bytes. Return: the number of bytes; 0: the decompressed data has
 * ended, or decompression has failed (see pd_unwrap_error()); -1: a read of the compressed bytes
 * has failed, and *@sys_errno is set.
 */
int64_t pd_unwrap_read(struct pd_unwrap *u, void *buf, size_t n, int *sys_errno);
/*
 * Return the error that ended decompression early, with its offset in the compressed bytes; NULL:
 * there was no error.
 */
const struct pdata_error *pd_unwrap_error(const struct pd_unwrap *u);

/*
 * Return whether the error @e of a decompressor is damage of the compressed data, so that the data
 * before the damage can be used. After PDATA_L_MEMORY or PDATA_E_NOMEM, which are not damage, no
 * data can be used.
 */
static inline bool pd_unwrap_is_damage(const struct pdata_error *e)
{
	return e->code == PDATA_E_CUT || e->code == PDATA_E_COMPRESSED;
}

/*
 * Copy the rest of the input @in, which cannot seek, into a temporary file without a name, and make
 * @in read this file. If an error has ended the decompression of @in early, *@wrapped becomes this
 * error; if not, *@wrapped does not change. Return: 0; PDATA_E_SYS: a system call has failed, and
 * errno is set; PDATA_E_NOMEM.
 */
int pd_input_make_seekable(struct pd_input *in, struct pdata_error *wrapped);
