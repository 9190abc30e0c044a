/* SPDX-License-Identifier: BSD-2-Clause */
#include "object/elf/sym_table_priv.h"

#include "base/command.h"

#include <stdlib.h>
#include <string.h>

#define PAGE 4096u
#define SYMS_MAX (UINT32_MAX - 1u)

void sym_build_init(struct sym_build *b, bool demangle)
{
	*b = (struct sym_build){ .demangle = demangle };
}

void sym_build_free(struct sym_build *b)
{
	sym_strs_free(&b->strs);
	free(b->syms);
	free(b->order);
	free(b->gone);
	*b = (struct sym_build){ 0 };
}

void sym_build_add(struct sym_build *b, const struct sym *s)
{
	if (b->nr == SYMS_MAX)
		return;
	if (b->nr == b->cap) {
		b->cap = b->cap > SYMS_MAX / 2 ? SYMS_MAX : b->cap ? 2 * b->cap : 1024;
		b->syms = rep_grow(b->syms, b->cap, sizeof(*b->syms));
	}
	b->syms[b->nr++] = *s;
}

void sym_build_reserve(struct sym_build *b, uint32_t nr)
{
	if (nr > SYMS_MAX - b->nr || b->nr + nr <= b->cap)
		return;
	if (b->syms)
		b->syms = rep_grow(b->syms, b->nr + nr, sizeof(*b->syms));
	else
		b->syms = rep_big_alloc(nr, sizeof(*b->syms));
	b->cap = b->nr + nr;
}

static void gone(struct sym_build *b, uint32_t i)
{
	if (b->nr_gone == b->cap_gone) {
		b->cap_gone = b->cap_gone ? 2 * b->cap_gone : 256;
		b->gone = rep_grow(b->gone, b->cap_gone, sizeof(*b->gone));
	}
	b->gone[b->nr_gone++] = i;
}

/* Merge the new batch, which is sorted, into the order; older symbols first where starts are equal. */
static void merge_sorted_batch(struct sym_build *b, const uint32_t *batch, uint32_t nr)
{
	uint32_t *out = rep_alloc((size_t)b->nr_order + nr, sizeof(*out));
	uint32_t o = 0, n = 0, k = 0;

	while (o < b->nr_order || n < nr)
		if (n == nr ||
		    (o < b->nr_order && b->syms[b->order[o]].start <= b->syms[batch[n]].start))
			out[k++] = b->order[o++];
		else
			out[k++] = batch[n++];
	free(b->order);
	b->order = out;
	b->nr_order = k;
}

static uint64_t page_up(uint64_t v)
{
	return (v + PAGE - 1) / PAGE * PAGE;
}

/* A page more than up to the end of its page, where there is so much. */
static uint64_t page_behind(uint64_t v)
{
	return v > UINT64_MAX - 2 * PAGE ? UINT64_MAX : page_up(v) + PAGE;
}

/* A symbol without a size reaches to the next one; the last one to the end of the page behind it. */
static void give_ends(struct sym_build *b, bool kallsyms)
{
	struct sym *cur = NULL;

	for (uint32_t k = 0; k < b->nr_order; k++) {
		struct sym *prev = cur;

		cur = &b->syms[b->order[k]];
		if (!prev || prev->end != prev->start)
			continue;
		/* Between the kernel and the modules lies a wide gap that is nobody's. */
		if (kallsyms && prev->bracketed != cur->bracketed)
			prev->end = page_behind(prev->end);
		else
			prev->end = cur->start;
	}
	if (cur && cur->end == cur->start)
		cur->end = page_behind(cur->start);
}

static const char *get_demangled_name(struct sym_build *b, struct sym *s)
{
	char *text;

	if (s->state != SYM_NAME_RAW || !b->demangle)
		return s->name;
	s->state = SYM_NAME_DONE;
	text = sym_demangle(s->name);
	if (text)
		s->name = sym_strs_add(&b->strs, text, strlen(text));
	free(text);
	return s->name;
}

/* Names that mean the same: one name in two tables, or the variants of a constructor. */
static bool same_meaning(const char *x, const char *y)
{
	while (*x && *x == *y) {
		x++;
		y++;
	}
	return !*x ? !*y : *y && !strcmp(x + 1, y + 1) && (x[-1] == 'C' || x[-1] == 'D');
}

static bool prefer_symbol_name(struct sym_build *b, struct sym *x, struct sym *y)
{
	const char *nx = x->name, *ny = y->name;
	size_t ux, uy, lx, ly;

	if (x->state == y->state && nx[0] == '_' && nx[0] == ny[0] && !strstr(nx, "SyS") &&
	    same_meaning(nx, ny))
		return true;
	nx = get_demangled_name(b, x);
	ny = get_demangled_name(b, y);
	ux = strspn(nx, "_");
	uy = strspn(ny, "_");
	if (ux != uy)
		return ux < uy;
	lx = strlen(nx);
	ly = strlen(ny);
	if (lx != ly)
		return lx > ly;
	/* The kernel's aliases of system calls. */
	return strncmp(nx, "SyS", 3) && strncmp(nx, "compat_SyS", 10);
}

/* Of two symbols with one start: is the first the better one? */
static bool first_is_better(struct sym_build *b, struct sym *x, struct sym *y)
{
	int64_t sx = (int64_t)(x->end - x->start), sy = (int64_t)(y->end - y->start);

	if (!sy && sx > 0)
		return true;
	if (!sx && sy > 0)
		return false;
	if ((x->binding == SYM_WEAK) != (y->binding == SYM_WEAK))
		return y->binding == SYM_WEAK;
	if ((x->binding == SYM_GLOBAL) != (y->binding == SYM_GLOBAL))
		return x->binding == SYM_GLOBAL;
	return prefer_symbol_name(b, x, y);
}

static void remove_duplicate_symbols(struct sym_build *b)
{
	uint32_t kept = 0;

	for (uint32_t k = 0; k < b->nr_order; k++) {
		uint32_t i = b->order[k], was;

		if (!kept || b->syms[b->order[kept - 1]].start != b->syms[i].start) {
			b->order[kept++] = i;
			continue;
		}
		was = b->order[kept - 1];
		if (first_is_better(b, &b->syms[was], &b->syms[i])) {
			gone(b, i);
		} else {
			gone(b, was);
			b->order[kept - 1] = i;
		}
	}
	b->nr_order = kept;
}

void sym_build_settle(struct sym_build *b, enum sym_settle how)
{
	uint32_t from = b->nr_batches ? b->batch[b->nr_batches - 1].nr : 0;
	uint32_t nr = b->nr - from;
	uint32_t *batch;

	if (b->nr_batches == SYM_BATCHES)
		return;
	batch = rep_grow(NULL, nr, sizeof(*batch));
	for (uint32_t k = 0; k < nr; k++)
		batch[k] = from + k;
	sym_sort(b->syms, batch, nr);
	if (b->nr_order) {
		merge_sorted_batch(b, batch, nr);
		free(batch);
	} else {
		free(b->order);
		b->order = batch;
		b->nr_order = nr;
	}
	if (how != SYM_SETTLE_PLAIN) {
		give_ends(b, how == SYM_SETTLE_KALLSYMS);
		remove_duplicate_symbols(b);
	}
	b->batch[b->nr_batches].nr = b->nr;
	b->batch[b->nr_batches++].nr_gone = b->nr_gone;
}

void sym_build_keep(struct sym_build *b, bool (*keep)(void *arg, const struct sym *s), void *arg)
{
	uint32_t kept = 0;

	for (uint32_t k = 0; k < b->nr_order; k++)
		if (keep(arg, &b->syms[b->order[k]]))
			b->order[kept++] = b->order[k];
		else
			gone(b, b->order[k]);
	b->nr_order = kept;
	if (b->nr_batches)
		b->batch[b->nr_batches - 1].nr_gone = b->nr_gone;
}

/* Let the symbols come and go as they did, in a tree whose nodes are then renumbered as in the table. */
static void make_tree(const struct sym_build *b, struct sym_tree *tree)
{
	uint32_t *place = rep_alloc(b->nr, sizeof(*place));
	uint32_t i = 0, g = 0;
	struct sym_tree all;

	sym_tree_init(&all, b->nr);
	for (unsigned s = 0; s < b->nr_batches; s++) {
		for (; i < b->batch[s].nr; i++)
			sym_tree_insert(&all, i, b->syms[i].start);
		for (; g < b->batch[s].nr_gone; g++)
			sym_tree_remove(&all, b->gone[g]);
	}
	for (uint32_t k = 0; k < b->nr_order; k++)
		place[b->order[k]] = k;
	sym_tree_init(tree, b->nr_order);
	tree->root = place[all.root];
	for (uint32_t k = 0; k < b->nr_order; k++) {
		const struct sym_tree_node *n = &all.node[b->order[k]];

		tree->node[k].left = n->left == SYM_TREE_NIL ? SYM_TREE_NIL : place[n->left];
		tree->node[k].right = n->right == SYM_TREE_NIL ? SYM_TREE_NIL : place[n->right];
	}
	sym_tree_free(&all);
	free(place);
}

static bool symbols_overlap(const struct sym_build *b)
{
	for (uint32_t k = 1; k < b->nr_order; k++) {
		const struct sym *prev = &b->syms[b->order[k - 1]], *s = &b->syms[b->order[k]];

		if (prev->end > s->start || prev->start == s->start || s->end < s->start)
			return true;
	}
	return b->nr_order && b->syms[b->order[0]].end < b->syms[b->order[0]].start;
}

static void fill_lazy(struct sym_build *b, struct sym_table_priv *t)
{
	struct sym_lazy *lazy;
	uint8_t any = 0;

	for (uint32_t k = 0; k < b->nr_order; k++)
		any |= b->syms[b->order[k]].state;
	if (!any && !b->strs.chunk)
		return;
	t->lazy = lazy = rep_alloc(1, sizeof(*lazy));
	pthread_mutex_init(&lazy->lock, NULL);
	lazy->demangle = b->demangle;
	lazy->strs = b->strs;
	b->strs = (struct sym_strs){ 0 };
	lazy->state = rep_alloc(b->nr_order, sizeof(*lazy->state));
	for (uint32_t k = 0; k < b->nr_order; k++)
		atomic_init(&lazy->state[k], b->syms[b->order[k]].state);
}

/* As perf prints it. */
static char binding_letter(char binding)
{
	return binding == SYM_LOCAL ? 'l' : binding == SYM_GLOBAL ? 'g' : 'w';
}

static void copy_over(const struct sym_build *b, struct sym_table_priv *t)
{
	t->pub.syms = rep_big_alloc(b->nr_order, sizeof(*t->pub.syms));
	for (uint32_t k = 0; k < b->nr_order; k++)
		t->pub.syms[k] = b->syms[b->order[k]];
}

/* Symbols that came in order need not be copied: those that are left move together. */
static bool move_symbols_to_tab(struct sym_build *b, struct sym_table_priv *t)
{
	for (uint32_t k = 1; k < b->nr_order; k++)
		if (b->order[k] < b->order[k - 1])
			return false;
	for (uint32_t k = 0; k < b->nr_order; k++)
		b->syms[k] = b->syms[b->order[k]];
	t->pub.syms = b->syms;
	b->syms = NULL;
	return true;
}

void sym_build_finish(struct sym_build *b, struct sym_table_priv *t)
{
	fill_lazy(b, t);
	if (symbols_overlap(b))
		make_tree(b, &t->tree);
	if (!move_symbols_to_tab(b, t))
		copy_over(b, t);
	t->pub.nr = b->nr_order;
	for (uint32_t k = 0; k < t->pub.nr; k++)
		t->pub.syms[k].binding = binding_letter(t->pub.syms[k].binding);
	sym_build_free(b);
}
