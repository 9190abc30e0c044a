/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Chooses the symbols that are needed to name some addresses: those that cover an address, the
 * last ones that start at or before it and, if one of these has no size, the first ones after it,
 * where that one ends. The names are then the same as with all symbols, unless symbols overlap:
 * then all are kept, if PDATA_ELF_KEEP_FEWEST is not set.
 */
#include "object/elf_cut.h"

#include <stdlib.h>
#include <string.h>

#define ROUNDS 6 /* a kept symbol without a size needs the next one, too */

enum { STV_INTERNAL = 1, STV_HIDDEN = 2 };

struct choice {
	struct pdata_elf *e;
	const struct pd_elf_layout *places;
	/*
	 * names of symbols, on machines where a name tells that a symbol does not count; else NULL
	 */
	char *names;
	uint64_t names_len;
	/*
	 * the addresses; for each, the starts of the last symbol at or before it and of the first
	 * one after it, ~0: none
	 */
	uint64_t *at, *before, *behind;
	uint8_t *open; /* for each address: a symbol that starts at before has no size */
	uint32_t nr, nr_more;
	size_t caps[4];
	bool fewest; /* keep only these symbols, even where symbols overlap */
	struct pd_elf_symbol_set *out;
};

static void add_load_span(struct pd_elf_layout *p, const struct pdata_elf_segment *g)
{
	if (g->type == PDATA_PT_LOAD && (g->memsz | g->filesz))
		p->spans[p->nr_spans++] =
			(struct pd_elf_span){ g->addr, g->off,
					      g->memsz > g->filesz ? g->memsz : g->filesz };
}

int pd_elf_layout_init(struct pd_elf_layout *p, const struct pdata_elf *e,
		       const struct pdata_elf *mapped)
{
	struct pdata_elf_section s;
	struct pdata_elf_segment g;

	p->section = pd_calloc(e->info.nr_sections + 1u, 1);
	p->spans = pd_calloc(mapped->info.nr_segments + 1u, sizeof(*p->spans));
	if (!p->section || !p->spans)
		return PDATA_E_NOMEM;
	for (uint32_t i = 0; !pdata_elf_section(e, i, &s); i++)
		if (s.flags & PDATA_SHF_ALLOC)
			p->section[i] = strstr(s.name, "text") || strstr(s.name, "data")
						? PD_ELF_LAYOUT_LOADED | PD_ELF_LAYOUT_LABELS
						: PD_ELF_LAYOUT_LOADED;
	for (uint32_t i = 0; !pdata_elf_segment(mapped, i, &g); i++)
		add_load_span(p, &g);
	return 0;
}

void pd_elf_layout_free(struct pd_elf_layout *p)
{
	pd_free(p->section);
	pd_free(p->spans);
}

/* Whether a label is a mapping symbol. */
static bool is_mark(const struct choice *c, const struct pdata_elf_sym *s)
{
	return c->names && s->name < c->names_len && c->names[s->name] == '$';
}

/*
 * Whether a symbol names anything. A label (STT_NOTYPE) does in code and data, unless it is hidden
 * or internal, because the linker made it.
 */
static bool counts(const struct choice *c, const struct pdata_elf_sym *s)
{
	const uint8_t place = s->section_index && s->section_index < c->e->info.nr_sections
				      ? c->places->section[s->section_index]
				      : 0;

	if (!s->name || !place)
		return false;
	if (s->type == PDATA_STT_FUNC || s->type == PDATA_STT_GNU_IFUNC ||
	    s->type == PDATA_STT_OBJECT)
		return true;
	return s->type == PDATA_STT_NOTYPE && place & PD_ELF_LAYOUT_LABELS &&
	       s->visibility != STV_HIDDEN && s->visibility != STV_INTERNAL && !is_mark(c, s);
}

/* Get the file offset of a symbol; in a relocatable file, its offset in the section. */
static uint64_t start_of(const struct choice *c, const struct pdata_elf_sym *s)
{
	const uint64_t v = pd_elf_sym_addr(c->e, s);
	struct pdata_elf_section in;

	pdata_elf_section(c->e, s->section_index, &in);
	if (c->e->info.type == ELF_OBJECT_FILE)
		return v - in.addr;
	for (uint32_t i = 0; i < c->places->nr_spans; i++) {
		const struct pd_elf_span *g = &c->places->spans[i];

		if (v >= g->addr && v - g->addr < g->size)
			return v - g->addr + g->off;
	}
	return v - in.addr + in.off;
}

/* Get the index of the first address that is not below @v. */
static uint32_t first_at(const struct choice *c, uint64_t v)
{
	uint32_t lo = 0, hi = c->nr;

	while (lo < hi) {
		const uint32_t mid = lo + (hi - lo) / 2;

		if (c->at[mid] < v)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

static int note_symbol_start(void *arg, uint32_t i, const struct pdata_elf_sym *s,
			     const uint8_t *raw)
{
	struct choice *c = arg;
	uint64_t start;
	uint32_t k;

	(void)i, (void)raw;
	if (!counts(c, s))
		return 0;
	start = start_of(c, s);
	k = first_at(c, start);
	if (k < c->nr && (c->before[k] == UINT64_MAX || c->before[k] < start)) {
		c->before[k] = start;
		c->open[k] = 0;
	}
	if (k < c->nr && c->before[k] == start)
		c->open[k] |= !s->size;
	if (k && c->behind[k - 1] > start)
		c->behind[k - 1] = start;
	return 0;
}

/*
 * Take over starts from neighbours: the symbol nearest to an address may be beyond the next
 * address. A symbol after an address is needed only as the end of one without a size.
 */
static void spread(struct choice *c)
{
	for (uint32_t k = 1; k < c->nr; k++)
		if (c->before[k] == UINT64_MAX) {
			c->before[k] = c->before[k - 1];
			c->open[k] = c->open[k - 1];
		}
	for (uint32_t k = c->nr; k-- > 1;)
		if (c->behind[k - 1] == UINT64_MAX)
			c->behind[k - 1] = c->behind[k];
	for (uint32_t k = 0; k < c->nr; k++)
		if (!c->open[k])
			c->behind[k] = UINT64_MAX;
}

static int add_more(struct choice *c, uint64_t v)
{
	if (pd_grow(&c->at, &c->caps[0], (size_t)c->nr + c->nr_more + 1, sizeof(*c->at)))
		return PDATA_E_NOMEM;
	c->at[c->nr + c->nr_more++] = v;
	return 0;
}

static int mark_needed_symbol(void *arg, uint32_t i, const struct pdata_elf_sym *s,
			      const uint8_t *raw)
{
	struct choice *c = arg;
	uint64_t start, end;
	uint32_t k, last;
	bool before, behind;

	(void)raw;
	if (!counts(c, s))
		return 0;
	start = start_of(c, s);
	end = start + s->size < start ? UINT64_MAX : start + s->size;
	k = first_at(c, start);
	before = k < c->nr && c->before[k] == start;
	behind = k && c->behind[k - 1] == start;
	if (k < c->nr && c->at[k] < end) {
		before = true;
		last = first_at(c, end) - 1;
		/* Another symbol starts inside this one and before the address: they overlap. */
		if (c->before[last] != start)
			c->out->whole = !c->fewest;
	}
	if (!before && !behind)
		return 0;
	c->out->bits[i / 8] |= (uint8_t)(1u << i % 8);
	return !s->size && !before ? add_more(c, start) : 0;
}

static int compare_u64(const void *x, const void *y)
{
	const uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;

	return a < b ? -1 : a > b;
}

/* Sort the added addresses into the others. Return: whether any of them is new. */
static bool take_more(struct choice *c)
{
	const uint32_t nr = c->nr, total = c->nr + c->nr_more;

	if (!c->nr_more)
		return false;
	qsort(c->at, total, sizeof(*c->at), compare_u64);
	c->nr = c->nr_more = 0;
	for (uint32_t k = 0; k < total; k++)
		if (!c->nr || c->at[c->nr - 1] != c->at[k])
			c->at[c->nr++] = c->at[k];
	return c->nr != nr;
}

static int load_names(struct choice *c, const struct pdata_elf_section *table)
{
	uint8_t *names;
	int64_t n;

	if (!pd_elf_has_mapping_symbols(c->e))
		return 0;
	n = pdata_elf_bytes(c->e, table->link, UINT32_MAX / 8, &names);
	if (n < 0)
		return n == PDATA_E_NOMEM ? (int)n : 0;
	c->names = (char *)names;
	c->names_len = (uint64_t)n;
	return 0;
}

static int rounds(struct choice *c, uint32_t section, uint64_t bytes)
{
	int ret;

	for (int round = 0; round < ROUNDS; round++) {
		if (pd_grow(&c->before, &c->caps[1], c->nr + 1u, sizeof(*c->before)) ||
		    pd_grow(&c->behind, &c->caps[2], c->nr + 1u, sizeof(*c->behind)) ||
		    pd_grow(&c->open, &c->caps[3], c->nr + 1u, 1))
			return PDATA_E_NOMEM;
		memset(c->open, 0, c->nr);
		memset(c->before, 0xff, c->nr * sizeof(*c->before));
		memset(c->behind, 0xff, c->nr * sizeof(*c->behind));
		memset(c->out->bits, 0, (size_t)bytes);
		ret = pd_elf_walk(c->e, section, note_symbol_start, c);
		if (ret)
			return ret;
		spread(c);
		ret = pd_elf_walk(c->e, section, mark_needed_symbol, c);
		if (ret || c->out->whole || !take_more(c))
			return ret;
	}
	c->out->whole = !c->fewest; /* too many labels in a row, all without a size */
	return 0;
}

int pd_elf_choose(struct pdata_elf *e, uint32_t section, const struct pd_elf_layout *places,
		  const struct pdata_elf_cut *cut, struct pd_elf_symbol_set *out)
{
	struct choice c = { .e = e,
			    .places = places,
			    .nr = cut->nr,
			    .fewest = cut->keep & PDATA_ELF_KEEP_FEWEST,
			    .out = out };
	struct pdata_elf_section s;
	uint64_t bytes;
	int ret;

	*out = (struct pd_elf_symbol_set){ 0 };
	ret = pdata_elf_section(e, section, &s);
	if (!ret && (s.off > e->info.size || s.size > e->info.size - s.off ||
		     s.size / e->sizes->sym > UINT32_MAX))
		ret = PDATA_E_CUT;
	if (ret)
		return ret;
	out->nr = (uint32_t)(s.size / e->sizes->sym);
	bytes = (uint64_t)out->nr / 8 + 1;
	out->bits = pd_malloc((size_t)bytes);
	if (!out->bits || pd_grow(&c.at, &c.caps[0], c.nr + 1u, sizeof(*c.at)))
		ret = PDATA_E_NOMEM;
	if (!ret) {
		for (uint32_t k = 0; k < c.nr; k++)
			c.at[k] = cut->addrs[k];
		ret = load_names(&c, &s);
	}
	if (!ret)
		ret = rounds(&c, section, bytes);
	if (!ret)
		out->bits[0] |= 1; /* symbol 0 is in every table and names nothing */
	pd_free(c.names);
	pd_free(c.at);
	pd_free(c.before);
	pd_free(c.behind);
	pd_free(c.open);
	return ret;
}
