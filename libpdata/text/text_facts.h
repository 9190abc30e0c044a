/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Declares struct pd_text_facts: the formats of RAW bytes and the names of registers. pdata_dump()
 * needs these formats and names to convert a SAMPLE to a line of text; pdata_assemble() needs them
 * to convert the line to a SAMPLE. Both functions take the formats and names from lines of the
 * text itself (see pd_facts_learn()), so both use the same ones.
 */

#include "text/text_int.h"
#include <pdata/tracing.h>

struct pd_text_facts {
	struct pdata_tracepoints *points; /* formats of tracepoints; NULL: none are known */
	const char *arch;   /* name of the architecture; NULL: register names are unknown */
	struct pd_buf blob; /* bytes of the tracing data; the formats in @points point into them */
	/*
	 * @points_section: true if @points comes from a FEATURE line, which stands for a feature
	 * section of the file; false if @points comes from a line that stands for a record.
	 * @arch_section: the same for @arch. A value from a feature section replaces a value from
	 * a record.
	 */
	bool points_section, arch_section;
};

/*
 * Return whether the header feature @bit has facts that pd_facts_learn() stores: formats of
 * tracepoints, or the architecture.
 */
bool pd_facts_need_feature(uint32_t bit);
/*
 * If the @len bytes of text at @line, which are one line, have the formats of tracepoints or the
 * name of the architecture, store this fact in @f. The facts come from FEATURE lines (a feature
 * section of the file) or from HEADER_FEATURE, TRACING_DATA, SIMPLEPERF_TRACING_DATA and PAYLOAD
 * lines (records). For each of the two facts, @f has the value of the first FEATURE line with this
 * fact; if there was no such FEATURE line, the value of the first other line with this fact.
 * @swap: not 0: the byte order of the recording is not the host's. Return: 0, also if the line has
 * none of the two facts; PDATA_E_NOMEM.
 */
int pd_facts_learn(struct pd_text_facts *f, const char *line, size_t len, int swap);
void pd_facts_free(struct pd_text_facts *f);

/* Return the format of RAW bytes in SAMPLEs of the event with the attr @attr; NULL: unknown. */
const struct pdata_tracepoint *pd_facts_format(const struct pd_text_facts *f,
					       const struct pdata_attr *attr);

/*
 * text_raw.c: append the text of the @size RAW bytes at @raw, as fields of the format @tp. Return:
 * 0; PDATA_E_FORMAT: the bytes do not fit the format, and the caller must remove the appended
 * text.
 */
int pd_raw_to_text(struct pd_buf *out, const struct pd_text_facts *f,
		   const struct pdata_tracepoint *tp, const uint8_t *raw, uint32_t size);
/*
 * Set *@size to the number of RAW bytes that the fields of @raw need, including the padding that
 * the kernel adds. @raw: the group (values in braces) that has the fields; it is in the line @l.
 * Return: 0 or PDATA_E_TEXT.
 */
int pd_raw_size(struct pd_line *l, const struct pd_node *raw, const struct pd_text_ctx *x,
		uint64_t *size);
int pd_raw_to_bytes(struct pd_buf *out, struct pd_line *l, const struct pd_node *raw,
		    const struct pd_text_ctx *x, uint64_t size);

/*
 * text_regs.c: convert registers to the text "{abi=.. NAME=..}", and back. @arch: name of the
 * architecture; NULL: register names are unknown, and the text is "{abi=.. values=[..]}".
 */
void pd_regs_to_text(struct pd_buf *out, const struct pdata_regs *r, const char *arch);
int pd_regs_to_bytes(struct pd_buf *out, struct pd_line *l, const struct pd_node *g, uint64_t mask,
		     const char *arch, int swap);
