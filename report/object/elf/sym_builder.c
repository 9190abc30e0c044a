/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Builds a symbol table: sorts symbols, computes missing ends, chooses among names of one address,
 * and resolves overlaps as perf does.
 */
#include "object/elf/sym_table_priv.h"

#include "base/memory.h"
#include "object/demangle/demangle_name.h"

#include <errno.h>
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

/* Half a table would give wrong names, so all symbols are dropped. Return: false. */
static bool drop_symbols(struct sym_build *b)
{
	sym_build_free(b);
	b->err = -ENOMEM;
	return false;
}

static bool grow_symbols(struct sym_build *b, uint32_t cap)
{
	struct sym *syms = b->syms ? mem_grow(b->syms, cap, sizeof(*syms))
				   : mem_big_alloc(cap, sizeof(*syms));

	if (!syms)
		return drop_symbols(b);
	b->syms = syms;
	b->cap = cap;
	return true;
}

void sym_build_add(struct sym_build *b, const struct sym *s)
{
	if (b->nr == SYMS_MAX || b->err)
		return;
	if (!s->name) {
		drop_symbols(b);
		return;
	}
	if (b->nr == b->cap && !grow_symbols(b, b->cap > SYMS_MAX / 2 ? SYMS_MAX
						: b->cap	      ? 2 * b->cap
								      : 1024))
		return;
	b->syms[b->nr++] = *s;
}

void sym_build_reserve(struct sym_build *b, uint32_t nr)
{
	if (nr > SYMS_MAX - b->nr || b->nr + nr <= b->cap || b->err)
		return;
	grow_symbols(b, b->nr + nr);
}

static bool gone(struct sym_build *b, uint32_t i)
{
	if (!mem_room(&b->gone, &b->cap_gone, b->nr_gone, sizeof(*b->gone)))
		return drop_symbols(b);
	b->gone[b->nr_gone++] = i;
	return true;
}

/*
 * Merge the new batch, which is sorted, with the symbols before; of equal starts, older symbols
 * come first.
 */
static bool merge_sorted_batch(struct sym_build *b, const uint32_t *batch, uint32_t nr)
{
	uint32_t *out = mem_alloc((size_t)b->nr_order + nr, sizeof(*out));
	uint32_t o = 0, n = 0, k = 0;

	if (!out)
		return false;
	while (o < b->nr_order || n < nr)
		if (n == nr ||
		    (o < b->nr_order && b->syms[b->order[o]].start <= b->syms[batch[n]].start))
			out[k++] = b->order[o++];
		else
			out[k++] = batch[n++];
	free(b->order);
	b->order = out;
	b->nr_order = k;
	return true;
}

static uint64_t page_up(uint64_t v)
{
	return (v + PAGE - 1) / PAGE * PAGE;
}

/* Return: @v rounded up to a page, and one page more; at most the highest address. */
static uint64_t page_behind(uint64_t v)
{
	return v > UINT64_MAX - 2 * PAGE ? UINT64_MAX : page_up(v) + PAGE;
}

/*
 * A symbol without a size extends to the next one; the last one to the end of the page after its
 * page.
 */
static void give_ends(struct sym_build *b, bool kallsyms)
{
	struct sym *cur = NULL;

	for (uint32_t k = 0; k < b->nr_order; k++) {
		struct sym *prev = cur;

		cur = &b->syms[b->order[k]];
		if (!prev || prev->end != prev->start)
			continue;
		/* The wide gap between kernel and modules belongs to no symbol. */
		if (kallsyms && prev->bracketed != cur->bracketed)
			prev->end = page_behind(prev->end);
		else
			prev->end = cur->start;
	}
	if (cur && cur->end == cur->start)
		cur->end = page_behind(cur->start);
}

/*
 * If memory is exhausted, the name stays as it is: sym_build_settle() sees that an allocation
 * failed.
 */
static const char *get_demangled_name(struct sym_build *b, struct sym *s)
{
	const char *name;
	char *text;

	if (s->state != SYM_NAME_RAW || !b->demangle)
		return s->name;
	s->state = SYM_NAME_DONE;
	text = sym_demangle(s->name);
	name = text ? sym_strs_add(&b->strs, text, strlen(text)) : NULL;
	if (name)
		s->name = name;
	free(text);
	return s->name;
}

/* Whether two names mean the same: one name in two tables, or variants of a constructor. */
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
	/* Names that begin so are the kernel's aliases of system calls. */
	return strncmp(nx, "SyS", 3) && strncmp(nx, "compat_SyS", 10);
}

/* Whether the first of two symbols with the same start is the better one. */
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

static bool remove_duplicate_symbols(struct sym_build *b)
{
	uint32_t kept = 0;

	for (uint32_t k = 0; k < b->nr_order; k++) {
		uint32_t i = b->order[k], was;

		if (!kept || b->syms[b->order[kept - 1]].start != b->syms[i].start) {
			b->order[kept++] = i;
			continue;
		}
		was = b->order[kept - 1];
		if (!first_is_better(b, &b->syms[was], &b->syms[i])) {
			b->order[kept - 1] = i;
			i = was;
		}
		if (!gone(b, i))
			return false;
	}
	b->nr_order = kept;
	return true;
}

/* Append @nr symbols from @from on to the order. */
static bool sort_batch(struct sym_build *b, uint32_t from, uint32_t nr)
{
	uint32_t *batch = mem_grow(NULL, nr, sizeof(*batch));
	bool done;

	if (!batch)
		return false;
	for (uint32_t k = 0; k < nr; k++)
		batch[k] = from + k;
	done = !sym_sort(b->syms, batch, nr);
	if (done && !b->nr_order) {
		free(b->order);
		b->order = batch;
		b->nr_order = nr;
		return true;
	}
	done = done && merge_sorted_batch(b, batch, nr);
	free(batch);
	return done;
}

void sym_build_settle(struct sym_build *b, enum sym_settle how)
{
	const unsigned failures = mem_failures();
	uint32_t from = b->nr_batches ? b->batch[b->nr_batches - 1].nr : 0;

	if (b->nr_batches == SYM_BATCHES || b->err)
		return;
	if (!sort_batch(b, from, b->nr - from)) {
		drop_symbols(b);
		return;
	}
	if (how != SYM_SETTLE_PLAIN) {
		give_ends(b, how == SYM_SETTLE_KALLSYMS);
		if (!remove_duplicate_symbols(b))
			return;
	}
	/*
	 * If an allocation failed, names could not be compared, so the better ones are not known.
	 */
	if (mem_failures() != failures) {
		drop_symbols(b);
		return;
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
		else if (!gone(b, b->order[k]))
			return;
	b->nr_order = kept;
	if (b->nr_batches)
		b->batch[b->nr_batches - 1].nr_gone = b->nr_gone;
}

/*
 * Insert and remove the symbols in perf's order in a tree, whose nodes then get the indexes of the
 * table.
 */
static bool make_tree(const struct sym_build *b, struct sym_tree *tree)
{
	uint32_t *position = mem_alloc(b->nr, sizeof(*position));
	struct sym_tree all = { .node = NULL };
	uint32_t i = 0, g = 0;

	if (!position || !sym_tree_init(&all, b->nr) || !sym_tree_init(tree, b->nr_order)) {
		sym_tree_free(&all);
		free(position);
		return false;
	}
	for (unsigned s = 0; s < b->nr_batches; s++) {
		for (; i < b->batch[s].nr; i++)
			sym_tree_insert(&all, i, b->syms[i].start);
		for (; g < b->batch[s].nr_gone; g++)
			sym_tree_remove(&all, b->gone[g]);
	}
	for (uint32_t k = 0; k < b->nr_order; k++)
		position[b->order[k]] = k;
	tree->root = position[all.root];
	for (uint32_t k = 0; k < b->nr_order; k++) {
		const struct sym_tree_node *n = &all.node[b->order[k]];

		tree->node[k].left = n->left == SYM_TREE_NIL ? SYM_TREE_NIL : position[n->left];
		tree->node[k].right = n->right == SYM_TREE_NIL ? SYM_TREE_NIL : position[n->right];
	}
	sym_tree_free(&all);
	free(position);
	return true;
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

static bool fill_lazy(struct sym_build *b, struct sym_table_priv *t)
{
	struct sym_lazy *lazy;
	uint8_t any = 0;

	for (uint32_t k = 0; k < b->nr_order; k++)
		any |= b->syms[b->order[k]].state;
	if (!any && !b->strs.chunk)
		return true;
	lazy = mem_alloc(1, sizeof(*lazy));
	if (lazy)
		lazy->state = mem_alloc(b->nr_order, sizeof(*lazy->state));
	if (!lazy || !lazy->state) {
		free(lazy);
		return false;
	}
	t->lazy = lazy;
	pthread_mutex_init(&lazy->lock, NULL);
	lazy->demangle = b->demangle;
	lazy->strs = b->strs;
	b->strs = (struct sym_strs){ 0 };
	for (uint32_t k = 0; k < b->nr_order; k++)
		atomic_init(&lazy->state[k], b->syms[b->order[k]].state);
	return true;
}

/* As perf prints it. */
static char binding_letter(char binding)
{
	return binding == SYM_LOCAL ? 'l' : binding == SYM_GLOBAL ? 'g' : 'w';
}

static bool copy_over(const struct sym_build *b, struct sym_table_priv *t)
{
	t->pub.syms = mem_big_alloc(b->nr_order, sizeof(*t->pub.syms));
	for (uint32_t k = 0; t->pub.syms && k < b->nr_order; k++)
		t->pub.syms[k] = b->syms[b->order[k]];
	return t->pub.syms;
}

/* Symbols that were added in order are not copied: those that are kept move together. */
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
	if (b->err || !fill_lazy(b, t) || (symbols_overlap(b) && !make_tree(b, &t->tree)) ||
	    (!move_symbols_to_tab(b, t) && !copy_over(b, t))) {
		t->err = -ENOMEM;
		sym_tree_free(&t->tree);
		sym_build_free(b);
		return;
	}
	t->pub.nr = b->nr_order;
	for (uint32_t k = 0; k < t->pub.nr; k++)
		t->pub.syms[k].binding = binding_letter(t->pub.syms[k].binding);
	sym_build_free(b);
}
