/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Learns from lines of features what the text of samples depends on: formats of tracepoints and
 * names of registers.
 */
#include "text/text_facts.h"
#include "wire/regs.h"

static bool has_word_and_more(const char *s, size_t n, const char *word)
{
	size_t w = strlen(word);

	return n > w && !memcmp(s, word, w) && s[w] == ' ';
}

bool pd_facts_need_feature(uint32_t bit)
{
	return bit == PDATA_FEAT_TRACING_DATA || bit == PDATA_FEAT_ARCH ||
	       bit == PDATA_FEAT_E_MACHINE;
}

/* Parse tracing data. On success the facts own the memory of @blob. */
static int learn_points(struct pd_text_facts *f, struct pd_buf *blob, bool section)
{
	struct pdata_tracepoints *points;
	int ret = pdata_tracepoints_new(&points, blob->p, blob->len, NULL);

	if (!points)
		return ret == PDATA_E_NOMEM ? ret : 0;
	pdata_tracepoints_free(f->points);
	pd_buf_free(&f->blob);
	f->points = points;
	f->blob = *blob;
	f->points_section = section;
	*blob = (struct pd_buf){ 0 };
	return 0;
}

static void learn_arch(struct pd_text_facts *f, uint32_t bit, struct pd_line *l, bool section)
{
	const struct pd_node *n =
		pd_node_find(l, &l->nodes[0], bit == PDATA_FEAT_ARCH ? "str" : "e_machine");
	const char *arch = NULL;
	char name[32] = "";
	uint64_t machine;

	if (n && bit == PDATA_FEAT_ARCH && n->kind == PD_N_STRING && n->len < sizeof(name)) {
		memcpy(name, n->text, n->len);
		arch = pd_arch_by_name(name);
	} else if (n && bit == PDATA_FEAT_E_MACHINE && !pd_node_u64(l, n, &machine)) {
		arch = pd_arch_by_elf((uint32_t)machine);
	}
	if (!arch)
		return;
	f->arch = arch;
	f->arch_section = section;
}

static int learn(struct pd_text_facts *f, struct pd_line *l, bool section, int swap)
{
	const struct pd_node *name = pd_node_find(l, &l->nodes[0], "name");
	const struct pd_node *inside = pd_node_find(l, &l->nodes[0], "blob");
	const struct pd_text_ctx x = { .swap = swap };
	uint32_t bit = name && name->kind == PD_N_WORD ? pd_feature_by_name(name->text, name->len)
						       : 0;
	struct pd_buf blob = { 0 };
	int ret = 0;

	if ((bit == PDATA_FEAT_ARCH || bit == PDATA_FEAT_E_MACHINE) &&
	    (!f->arch || (section && !f->arch_section)))
		learn_arch(f, bit, l, section);
	if ((bit != PDATA_FEAT_TRACING_DATA && !inside) ||
	    (f->points && (!section || f->points_section)))
		return 0;
	if (inside)
		ret = pd_rows_to_bytes(&blob, pd_rows_feature(PDATA_FEAT_TRACING_DATA), l, inside,
				       &x);
	else
		ret = pd_feature_to_bytes(&blob, bit, l, swap);
	if (!ret)
		ret = learn_points(f, &blob, section);
	pd_buf_free(&blob);
	return ret == PDATA_E_NOMEM ? ret : 0;
}

int pd_facts_learn(struct pd_text_facts *f, const char *line, size_t len, int swap)
{
	struct pd_line l = { 0 };
	bool section = has_word_and_more(line, len, "FEATURE");
	bool inside = has_word_and_more(line, len, "TRACING_DATA") ||
		      has_word_and_more(line, len, "SIMPLEPERF_TRACING_DATA");
	int ret;

	if (!section && !inside && !has_word_and_more(line, len, "HEADER_FEATURE") &&
	    !has_word_and_more(line, len, "PAYLOAD"))
		return 0;
	if (!inside && !memmem(line, len < 120 ? len : 120, "name=", 5))
		return 0;
	ret = pd_line_parse(&l, line, len);
	if (!ret)
		ret = learn(f, &l, section, swap);
	pd_line_free(&l);
	return ret == PDATA_E_NOMEM ? ret : 0;
}

void pd_facts_free(struct pd_text_facts *f)
{
	pdata_tracepoints_free(f->points);
	pd_buf_free(&f->blob);
	*f = (struct pd_text_facts){ 0 };
}
