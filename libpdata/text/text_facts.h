/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Declares facts that come from features: the formats of RAW bytes and the names of registers. The
 * text of a sample depends on its event and on these facts. dump and assemble both learn the facts
 * from the lines of the text, so that the two agree.
 */

#include "text/text_int.h"
#include <pdata/tracing.h>

struct pd_text_facts {
	struct pdata_tracepoints *points; /* NULL: no formats */
	const char *arch;		  /* NULL: registers have no names */
	struct pd_buf blob;		  /* the bytes that the tracepoints in points refer to */
	bool points_section,
		/*
		 * points or arch comes from a section of the file; a section takes precedence over
		 * records
		 */
		arch_section;
};

/*
 * pd_facts_learn(): learn facts from a line of the text. For each kind of fact the first FEATURE
 * line counts; if there is no FEATURE line, the first HEADER_FEATURE or PAYLOAD line counts.
 *
 * Return: 0, also for lines without facts; PDATA_E_NOMEM.
 */
bool pd_facts_need_feature(uint32_t bit); /* whether a feature may have facts */
int pd_facts_learn(struct pd_text_facts *f, const char *line, size_t len, int swap);
void pd_facts_free(struct pd_text_facts *f);

/* Get the format of an event's RAW bytes, or NULL if it is unknown. */
const struct pdata_tracepoint *pd_facts_format(const struct pd_text_facts *f,
					       const struct pdata_attr *attr);

/*
 * text_raw.c: append RAW bytes as fields of their format. Return: 0, or PDATA_E_FORMAT; the caller
 * must then remove what was appended.
 */
int pd_raw_to_text(struct pd_buf *out, const struct pd_text_facts *f,
		   const struct pdata_tracepoint *tp, const uint8_t *raw, uint32_t size);
/*
 * Compute the number of RAW bytes that the group @raw needs, with padding as in the kernel.
 * Return: 0 or PDATA_E_TEXT.
 */
int pd_raw_size(struct pd_line *l, const struct pd_node *raw, const struct pd_text_ctx *x,
		uint64_t *size);
int pd_raw_to_bytes(struct pd_buf *out, struct pd_line *l, const struct pd_node *raw,
		    const struct pd_text_ctx *x, uint64_t size);

/*
 * text_regs.c: convert registers to "{abi=.. NAME=..}", or to "{abi=.. values=[..]}" if their
 * names are unknown, and back.
 */
void pd_regs_to_text(struct pd_buf *out, const struct pdata_regs *r, const char *arch);
int pd_regs_to_bytes(struct pd_buf *out, struct pd_line *l, const struct pd_node *g, uint64_t mask,
		     const char *arch, int swap);
