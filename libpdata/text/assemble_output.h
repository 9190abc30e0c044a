/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Inside of assemble: a file in the making. */

#include "text/text_int.h"

struct pd_asm_range {
	uint64_t off, size;
	bool has_off, has_size; /* given by the text */
};

struct pd_asm_file {
	int fd;
	uint64_t off; /* of the next byte, buffered ones included */
	struct pd_buf out;
	bool header, pipe;
	int swap;
	uint64_t version, header_size, attr_size;
	uint64_t header_attr_size; /* what the header says of it */
	struct pd_asm_range attrs, data, event_types;
	struct pd_asm_range attrs_override, data_override;
	bool in_data;
	uint64_t features[PDATA_NR_FEATURES / 64];
	bool features_given;
	struct pd_asm_range feats[PDATA_NR_FEATURES];
	uint64_t table;
	bool has_table;
	uint64_t trailer; /* of the first block, 0 before it */
	uint32_t nr_blocks;
};

/* Where the next byte comes to lie. */
static inline uint64_t pd_asm_pos(const struct pd_asm_file *f)
{
	return f->off + f->out.len;
}

/* Return: 0, PDATA_E_SYS or PDATA_E_NOMEM. */
int pd_asm_write(int fd, const void *data, size_t n, uint64_t off);
int pd_asm_flush(struct pd_asm_file *f);
/* The header, and the table of features, where they were left open. Return: as above. */
int pd_asm_fill_header(struct pd_asm_file *f);
int pd_asm_fill_table(struct pd_asm_file *f);
/* Offset and size as they are, or as the text wants them. */
void pd_asm_put_range(struct pd_buf *b, const struct pd_asm_file *f, struct pd_asm_range computed,
		      struct pd_asm_range given);
void pd_asm_end_data(struct pd_asm_file *f);
