/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Bytes of a file, a pipe, memory, or of a file that was compressed as a whole, as gzip(1) and
 * zstd(1) do.
 */

#include <pdata/pdata.h>
#include <stdbool.h>

struct pd_unwrap;

#define PD_HEAD_BYTES 16u /* enough of a stream to tell what it is */

/* Where bytes come from. */
struct pd_input {
	int fd; /* -1: memory */
	bool own_fd;
	bool seekable;
	const uint8_t *mem;
	uint64_t size;		     /* ~0 when not known */
	uint64_t pos;		     /* of the next byte read */
	int sys_errno;		     /* of the first failed read */
	struct pd_unwrap *unwrap;    /* not NULL: bytes come from there */
	uint8_t head[PD_HEAD_BYTES]; /* of a stream: read to look at, not yet handed out */
	unsigned head_len;
};

/* Up to n bytes from in->pos on; 0 at the end, -1 after a failure (sys_errno). */
int64_t pd_input_read(struct pd_input *in, void *buf, size_t n);
/*
 * The first bytes, without moving in->pos, which is 0. Return: how many there are, or -1
 * (sys_errno).
 */
int64_t pd_input_head(struct pd_input *in, uint8_t head[PD_HEAD_BYTES]);
void pd_input_close(struct pd_input *in);
/* n bytes at off, without moving in->pos; only for seekable input. Returns bytes read. */
size_t pd_input_pread(struct pd_input *in, void *buf, size_t n, uint64_t off);

/*
 * Where the first byte at @off or behind it lies that is in no hole of a sparse file; the file's
 * size: nowhere.
 */
uint64_t pd_input_next_data(struct pd_input *in, uint64_t off);
/* Where the first hole at @off or behind it begins; the file's size: nowhere. */
uint64_t pd_input_next_hole(struct pd_input *in, uint64_t off);

/* ---- a perf.data that was compressed as a whole ---- */

/* What the first bytes of an input are of. */
enum pdata_wrapper pd_wrapper_of(const uint8_t *head, size_t len);

/*
 * @from becomes the unwrapper's; @max: bytes it may grow to, 0: PD_UNWRAP_RATIO times what was
 *       read. NULL without memory, or in a build without the codec (*err says which).
 */
struct pd_unwrap *pd_unwrap_new(struct pd_input *from, enum pdata_wrapper kind, uint64_t max,
				int *err);
void pd_unwrap_free(struct pd_unwrap *u);

/* What nobody records grows more than this, and PD_UNWRAP_FREE bytes. */
#define PD_UNWRAP_RATIO 1024u
#define PD_UNWRAP_FREE ((uint64_t)64 << 20)

/* Up to n bytes; 0 at the end, also where pd_unwrap_error() says why; -1 when a read failed. */
int64_t pd_unwrap_read(struct pd_unwrap *u, void *buf, size_t n, int *sys_errno);
/* What ended it early, with its place among the compressed bytes; or NULL. */
const struct pdata_error *pd_unwrap_error(const struct pd_unwrap *u);

/* Damage leaves something to read; L_MEMORY and E_NOMEM do not. */
static inline bool pd_unwrap_is_damage(const struct pdata_error *e)
{
	return e->code == PDATA_E_CUT || e->code == PDATA_E_COMPRESSED;
}

/*
 * Copy all that a stream still has into a file without a name, which becomes the input instead.
 * @wrapped: what ended its unwrapper early, or untouched
 * Return: 0, PDATA_E_SYS (errno), PDATA_E_NOMEM.
 */
int pd_input_make_seekable(struct pd_input *in, struct pdata_error *wrapped);
