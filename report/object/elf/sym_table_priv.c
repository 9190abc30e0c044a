/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The finished symbol table: finds the symbol that covers an address, and demangles its name when
 * it is first asked for.
 */
#include "object/elf/sym_table_priv.h"

#include "base/memory.h"
#include "base/message.h"
#include "common/binary_search.h"
#include "object/demangle/demangle_name.h"
#include "object/elf/sym_ranges.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHUNK_SIZE 16000u
#define PLT_NAME_MAX 1023u /* perf cuts them there */

struct sym_strs_chunk {
	struct sym_strs_chunk *next;
	size_t used;
	char text[];
};

char *sym_strs_add(struct sym_strs *s, const char *text, size_t len)
{
	struct sym_strs_chunk *c = s->chunk;
	char *to;

	if (!c || s->left <= len) {
		size_t room = len < CHUNK_SIZE ? CHUNK_SIZE : len + 1;

		c = mem_grow(NULL, 1, sizeof(*c) + room);
		if (!c)
			return NULL;
		*c = (struct sym_strs_chunk){ .next = s->chunk };
		s->chunk = c;
		s->left = room;
	}
	to = c->text + c->used;
	memcpy(to, text, len);
	to[len] = 0;
	c->used += len + 1;
	s->left -= len + 1;
	return to;
}

void sym_strs_free(struct sym_strs *s)
{
	while (s->chunk) {
		struct sym_strs_chunk *next = s->chunk->next;

		free(s->chunk);
		s->chunk = next;
	}
	s->left = 0;
}

struct sym_table_priv *sym_table_new(void)
{
	return mem_alloc(1, sizeof(struct sym_table_priv));
}

void sym_table_set_ranges(struct sym_table_priv *t, struct sym_ranges *r)
{
	t->ranges = r;
	t->pub.nr = sym_ranges_nr(r);
}

void sym_table_hold(struct sym_table_priv *t, void *what, void (*release)(void *what))
{
	struct sym_held *h = mem_alloc(1, sizeof(*h));

	if (!h) {
		t->err = -ENOMEM;
		t->pub.nr = 0;
		release(what);
		return;
	}
	*h = (struct sym_held){ .next = t->held, .what = what, .release = release };
	t->held = h;
}

void sym_table_set_why(struct sym_table_priv *t, const char *fmt, ...)
{
	va_list ap;

	free(t->why);
	t->pub.why = t->why = NULL;
	if (!fmt)
		return;
	va_start(ap, fmt);
	if (vasprintf(&t->why, fmt, ap) < 0) {
		mem_count_failure();
		t->err = -ENOMEM;
		t->why = NULL;
	}
	va_end(ap);
	t->pub.why = t->why;
}

void sym_table_set_path(struct sym_table_priv *t, const char *path)
{
	free(t->path);
	t->pub.path = t->path = path ? mem_strdup(path) : NULL;
	if (path && !t->path)
		t->err = -ENOMEM;
}

void sym_table_free(struct sym_table_priv *t)
{
	if (!t)
		return;
	while (t->held) {
		struct sym_held *h = t->held;

		t->held = h->next;
		h->release(h->what);
		free(h);
	}
	if (t->lazy) {
		pthread_mutex_destroy(&t->lazy->lock);
		sym_strs_free(&t->lazy->strs);
		free(t->lazy->state);
		free(t->lazy);
	}
	sym_tree_free(&t->tree);
	sym_ranges_free(t->ranges);
	free(t->pub.syms);
	free(t->path);
	free(t->why);
	free(t);
}

int sym_table_err(const struct sym_table *pub)
{
	const struct sym_table_priv *t = (const struct sym_table_priv *)pub;

	return t->err || !t->ranges ? t->err : sym_ranges_error(t->ranges);
}

/* Set the name of a symbol. If there is no memory for @name, the symbol keeps its name. */
static void set_name(struct sym_table_priv *t, struct sym *s, const char *name, size_t len)
{
	const char *kept = sym_strs_add(&t->lazy->strs, name, len);

	if (kept)
		s->name = kept;
	else
		t->err = -ENOMEM;
}

/* Return: the name of symbol @i as it is printed. */
static void make_name(struct sym_table_priv *t, uint32_t i)
{
	const unsigned failures = mem_failures();
	struct sym_lazy *lazy = t->lazy;
	struct sym *s = &t->pub.syms[i];
	uint8_t state;

	pthread_mutex_lock(&lazy->lock);
	state = atomic_load_explicit(&lazy->state[i], memory_order_relaxed);
	if (state) {
		char *plain = lazy->demangle ? sym_demangle(s->name) : NULL;
		const char *name = plain ? plain : s->name;

		if (state & SYM_NAME_PLT) {
			char text[PLT_NAME_MAX + 1];
			int n = snprintf(text, sizeof(text), "%s@plt", name);

			set_name(t, s, text, (size_t)n > PLT_NAME_MAX ? PLT_NAME_MAX : (size_t)n);
		} else if (plain) {
			set_name(t, s, plain, strlen(plain));
		}
		free(plain);
		if (mem_failures() != failures)
			t->err = -ENOMEM;
		atomic_store_explicit(&lazy->state[i], SYM_NAME_DONE, memory_order_release);
	}
	pthread_mutex_unlock(&lazy->lock);
}

/* Return: how many symbols start at or before @addr. */
static uint32_t nr_up_to(const struct sym_table *t, uint64_t addr)
{
	return (uint32_t)pd_first_above(t->syms, t->nr, start, addr);
}

/* Return: the last symbol that starts at or before @addr, if it covers @addr. */
static uint32_t find_flat(const struct sym_table *t, uint64_t addr)
{
	const uint32_t nr = nr_up_to(t, addr);
	const struct sym *s;

	if (!nr)
		return SYM_TREE_NIL;
	s = &t->syms[nr - 1];
	return addr < s->end || addr == s->start ? nr - 1 : SYM_TREE_NIL;
}

/*
 * Walk down the tree until a symbol covers @addr; another one that covers it may be elsewhere, as
 * in perf.
 */
static uint32_t find_in_tree(const struct sym_table_priv *t, uint64_t addr)
{
	uint32_t i = t->tree.root;

	while (i != SYM_TREE_NIL) {
		const struct sym *s = &t->pub.syms[i];

		if (addr < s->start)
			i = t->tree.node[i].left;
		else if (addr > s->end || (addr == s->end && addr != s->start))
			i = t->tree.node[i].right;
		else
			break;
	}
	return i;
}

bool sym_table_function_below(const struct sym_table *t, uint64_t addr)
{
	uint32_t nr = nr_up_to(t, addr);

	while (nr && t->syms[nr - 1].object)
		nr--;
	return nr && !(t->syms[nr - 1].state & SYM_NAME_PLT);
}

/* Return: the symbol of range @i; NULL: the file has changed, which is reported once. */
static const struct sym *get_range_symbol(const struct sym_table_priv *t, uint32_t i)
{
	const struct sym *s;
	bool first;
	const int ret = sym_ranges_symbol(t->ranges, i, &s, &first);

	if (ret == -ESTALE && first)
		rep_err("%s: changed while it was read: some of its symbols are missing",
			t->path ? t->path : "perf map");
	return ret ? NULL : s;
}

const struct sym *sym_table_find(const struct sym_table *pub, uint64_t addr)
{
	struct sym_table_priv *t = (struct sym_table_priv *)(uintptr_t)pub;
	const uint32_t i = t->ranges	  ? sym_ranges_find(t->ranges, addr)
			   : t->tree.node ? find_in_tree(t, addr)
					  : find_flat(pub, addr);

	if (i == SYM_TREE_NIL)
		return NULL;
	if (t->ranges)
		return get_range_symbol(t, i);
	if (t->lazy && atomic_load_explicit(&t->lazy->state[i], memory_order_acquire))
		make_name(t, i);
	return &pub->syms[i];
}

const struct sym *sym_table_get(const struct sym_table *pub, uint32_t i)
{
	const struct sym_table_priv *t = (const struct sym_table_priv *)pub;

	return t->ranges ? get_range_symbol(t, i) : &pub->syms[i];
}

uint32_t sym_table_index(const struct sym_table *pub, const struct sym *s)
{
	const struct sym_table_priv *t = (const struct sym_table_priv *)pub;

	return t->ranges ? sym_ranges_index(s) : (uint32_t)(s - pub->syms);
}

void sym_table_bounds(const struct sym_table *pub, uint64_t *start, uint64_t *end)
{
	const struct sym_table_priv *t = (const struct sym_table_priv *)pub;

	if (t->ranges) {
		const struct sym_range *last = sym_ranges_get(t->ranges, pub->nr - 1);

		*start = sym_ranges_get(t->ranges, 0)->start;
		*end = last->start + last->size;
	} else {
		*start = pub->syms[0].start;
		*end = pub->syms[pub->nr - 1].end;
	}
}
