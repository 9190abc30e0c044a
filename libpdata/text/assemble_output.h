/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Declares the state of a file that is being assembled, and the functions that write the file. */

#include "text/text_int.h"

struct pd_asm_range {
	uint64_t off, size;
	/*
	 * @has_off: the text gives @off, so pdata_assemble() must write @off to the file, even if
	 * it has computed another offset. @has_size: the same for @size. In pd_asm_file.feats,
	 * both are set if the text has the feature.
	 */
	bool has_off, has_size;
};

struct pd_asm_file {
	int fd;
	uint64_t off; /* file offset at which the first byte of @out will be written */
	struct pd_buf out;
	bool header, pipe;
	int swap;
	uint64_t version, header_size, attr_size;
	uint64_t header_attr_size; /* attr size to write into the file header */
	struct pd_asm_range attrs, data, event_types;
	struct pd_asm_range attrs_override, data_override;
	bool in_data;
	uint64_t features[PDATA_NR_FEATURES / 64];
	bool features_given;
	struct pd_asm_range feats[PDATA_NR_FEATURES];
	uint64_t table;
	bool has_table;
	/* file offset of the trailer (blocks after the last section); 0: it has no block yet */
	uint64_t trailer;
	uint32_t nr_blocks;
};

/* Return the file offset of the next byte that will be appended to f->out. */
static inline uint64_t pd_asm_pos(const struct pd_asm_file *f)
{
	return f->off + f->out.len;
}

/*
 * pd_asm_write() writes @n bytes at file offset @off; pd_asm_flush() writes the content of f->out
 * and empties it. Return: 0; PDATA_E_SYS: a write has failed, and errno is set; PDATA_E_NOMEM.
 */
int pd_asm_write(int fd, const void *data, size_t n, uint64_t off);
int pd_asm_flush(struct pd_asm_file *f);
/*
 * pd_asm_fill_header() writes the file header at the start of the file; pd_asm_fill_table() writes
 * the feature table at the file offset f->table. Both replace zeros that pdata_assemble() has
 * written. The caller must have set all offsets and sizes of the header or table in @f before.
 * Return: 0; PDATA_E_SYS: a write has failed, and errno is set; PDATA_E_NOMEM.
 */
int pd_asm_fill_header(struct pd_asm_file *f);
int pd_asm_fill_table(struct pd_asm_file *f);
/*
 * Append a file offset and a size, in the byte order of @f, to @b. The offset is given.off if
 * given.has_off is set, else computed.off. The size is given.size if given.has_size is set, else
 * computed.size.
 */
void pd_asm_put_range(struct pd_buf *b, const struct pd_asm_file *f, struct pd_asm_range computed,
		      struct pd_asm_range given);
void pd_asm_end_data(struct pd_asm_file *f);
