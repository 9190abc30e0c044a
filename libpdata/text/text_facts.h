/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Declares the facts from features that the text of samples needs: the formats of RAW bytes and the
 * names of registers. dump and assemble both learn the facts from the lines of the text, so that
 * both use the same facts.
 */

#include "text/text_int.h"
#include <pdata/tracing.h>

struct pd_text_facts {
	struct pdata_tracepoints *points; /* formats of RAW bytes; NULL: none are known */
	const char *arch;		  /* architecture; NULL: names of registers are unknown */
	struct pd_buf blob;		  /* tracing data; points refers to its bytes */
	bool points_section,
		/*
		 * @points (or @arch) comes from a FEATURE line, that is, from a section of the
		 * file. A section has precedence over a record.
		 */
		arch_section;
};

/* Return whether facts come from the feature @bit. */
bool pd_facts_need_feature(uint32_t bit);
/*
 * Learn facts from a line of the text. Formats (or register names) come from the first FEATURE line
 * that has them; without such a FEATURE line, from the first HEADER_FEATURE or PAYLOAD line.
 * Return: 0, also for lines without facts; PDATA_E_NOMEM.
 */
int pd_facts_learn(struct pd_text_facts *f, const char *line, size_t len, int swap);
void pd_facts_free(struct pd_text_facts *f);

/* Return the format of the RAW bytes of the event with @attr; NULL: it is not known. */
const struct pdata_tracepoint *pd_facts_format(const struct pd_text_facts *f,
					       const struct pdata_attr *attr);

/*
 * text_raw.c: append the text of @size RAW bytes as fields of the format @tp. Return: 0;
 * PDATA_E_FORMAT: the bytes do not fit the format, and the caller must remove the appended text.
 */
int pd_raw_to_text(struct pd_buf *out, const struct pd_text_facts *f,
		   const struct pdata_tracepoint *tp, const uint8_t *raw, uint32_t size);
/*
 * Compute the number of RAW bytes that the fields in the group @raw of the line need, with padding
 * as in the kernel. Return: 0 or PDATA_E_TEXT.
 */
int pd_raw_size(struct pd_line *l, const struct pd_node *raw, const struct pd_text_ctx *x,
		uint64_t *size);
int pd_raw_to_bytes(struct pd_buf *out, struct pd_line *l, const struct pd_node *raw,
		    const struct pd_text_ctx *x, uint64_t size);

/*
 * text_regs.c: convert registers to the text "{abi=.. NAME=..}", and back. If @arch is NULL, names
 * are unknown, and the text is "{abi=.. values=[..]}".
 */
void pd_regs_to_text(struct pd_buf *out, const struct pdata_regs *r, const char *arch);
int pd_regs_to_bytes(struct pd_buf *out, struct pd_line *l, const struct pd_node *g, uint64_t mask,
		     const char *arch, int swap);
