/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Keeps the address ranges of a text's symbols, sorted in place; where ranges overlap, in a tree
 * like perf's. It also keeps the symbols that were asked for.
 */
#include "object/elf/sym_ranges.h"

#include "base/memory.h"
#include "common/binary_search.h"
#include "common/hash_table.h"
#include "common/tmpfile.h"
#include "object/demangle/demangle_name.h"
#include "object/elf/sym_table_priv.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define LEAST_MEMORY (UINT64_C(256) << 10) /* a small text may use so many bytes */
#define SORT_FEW 24u
#define OFF_BITS 32u
#define KEY_BITS (OFF_BITS + 64u)

/* A symbol that was asked for. */
struct made_symbol {
	struct sym sym; /* first, so that it is found by its symbol */
	uint32_t i;
	char name[];
};

struct made_slot {
	struct made_symbol *made;
};

/* An array in memory or, if @mapped is not 0, in a mapped tmpfile. */
struct range_array {
	void *p;
	size_t mapped;
};

struct sym_ranges {
	struct sym_range *r;
	uint32_t nr, max;
	struct range_tree {
		uint32_t (*child)[2]; /* RED and the left child, the right child; NULL: no tree */
		uint32_t root;
	} tree;
	struct range_array ranges, nodes;
	uint64_t memory; /* bytes of memory that may still be allocated */
	struct sym_text text;
	sym_range_name_fn *name;
	bool demangle;
	pthread_mutex_t lock;	/* of all below */
	struct made_slot *made; /* by i */
	size_t nr_made, made_mask;
	bool failed;
	int err;
};

/* ---- memory ---- */

static void *map_file(size_t size)
{
	const int fd = pd_tmpfile();
	void *p = MAP_FAILED;

	/* Allocate disk space first: a page without room on disk raises SIGBUS. */
	if (fd >= 0 && !posix_fallocate(fd, 0, (off_t)size))
		p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (fd >= 0)
		close(fd);
	return p == MAP_FAILED ? NULL : p;
}

static int alloc_array(struct sym_ranges *s, struct range_array *a, size_t nr, size_t size)
{
	const uint64_t bytes = (uint64_t)nr * size;

	*a = (struct range_array){ .p = NULL };
	if (bytes > SIZE_MAX / 2)
		return -ENOMEM;
	if (bytes > s->memory) {
		a->p = map_file((size_t)bytes);
		a->mapped = a->p ? (size_t)bytes : 0;
	}
	if (a->p)
		return 0;
	a->p = mem_big_alloc(nr, size);
	s->memory -= bytes < s->memory ? bytes : s->memory;
	return a->p ? 0 : -ENOMEM;
}

static void free_array(struct range_array *a)
{
	if (a->mapped)
		munmap(a->p, a->mapped);
	else
		free(a->p);
	*a = (struct range_array){ .p = NULL };
}

struct sym_ranges *sym_ranges_new(uint32_t max, uint64_t len)
{
	struct sym_ranges *s = mem_alloc(1, sizeof(*s));

	if (!s)
		return NULL;
	s->text.fd = -1;
	s->max = max;
	/* One eighth is left for windows and for symbols that are asked for. */
	s->memory = len > LEAST_MEMORY ? len - len / 8 : LEAST_MEMORY;
	pthread_mutex_init(&s->lock, NULL);
	if (alloc_array(s, &s->ranges, max, sizeof(*s->r))) {
		sym_ranges_free(s);
		return NULL;
	}
	s->r = s->ranges.p;
	return s;
}

void sym_ranges_free(struct sym_ranges *s)
{
	if (!s)
		return;
	for (size_t k = 0; s->made && k <= s->made_mask; k++)
		free(s->made[k].made);
	pd_free(s->made);
	free_array(&s->ranges);
	free_array(&s->nodes);
	sym_text_close(&s->text);
	pthread_mutex_destroy(&s->lock);
	free(s);
}

void sym_ranges_add(struct sym_ranges *s, uint64_t start, uint64_t size, uint32_t off)
{
	if (s->nr < s->max)
		s->r[s->nr++] = (struct sym_range){ .start = start, .size = size, .off = off };
}

/* ---- order: by start, then by offset. Sorting in place, bit by bit, needs no copies. ---- */

/* Ranges with their original indexes, which move with them. */
struct sorted {
	struct sym_range *r;
	uint32_t *was;
};

static bool is_before(const struct sym_range *a, const struct sym_range *b)
{
	return a->start != b->start ? a->start < b->start : a->off < b->off;
}

static bool key_bit(const struct sym_range *r, unsigned bit)
{
	return bit < OFF_BITS ? r->off >> bit & 1 : r->start >> (bit - OFF_BITS) & 1;
}

static void swap_ranges(const struct sorted *s, uint32_t i, uint32_t k)
{
	const struct sym_range r = s->r[i];
	const uint32_t was = s->was[i];

	s->r[i] = s->r[k];
	s->r[k] = r;
	s->was[i] = s->was[k];
	s->was[k] = was;
}

static void sort_few(const struct sorted *s, uint32_t from, uint32_t nr)
{
	for (uint32_t i = from + 1; i < from + nr; i++)
		for (uint32_t k = i; k > from && is_before(&s->r[k], &s->r[k - 1]); k--)
			swap_ranges(s, k, k - 1);
}

/* Move ranges whose bit is 0 before those whose bit is 1. Return: how many have 0. */
static uint32_t split_by_bit(const struct sorted *s, uint32_t from, uint32_t nr, unsigned bit)
{
	uint32_t lo = from, hi = from + nr;

	while (lo < hi) {
		if (!key_bit(&s->r[lo], bit))
			lo++;
		else if (!key_bit(&s->r[--hi], bit))
			swap_ranges(s, lo++, hi);
	}
	return lo - from;
}

/*
 * Sort @nr ranges whose keys differ only in their last @nr_bits bits, which also limits the depth
 * of recursion.
 */
static void sort_bits(const struct sorted *s, uint32_t from, uint32_t nr, unsigned nr_bits)
{
	while (nr > SORT_FEW && nr_bits) {
		const uint32_t zeros = split_by_bit(s, from, nr, --nr_bits);

		sort_bits(s, from, zeros, nr_bits);
		from += zeros;
		nr -= zeros;
	}
	if (nr > 1)
		sort_few(s, from, nr);
}

static bool is_sorted(const struct sym_ranges *s)
{
	for (uint32_t k = 1; k < s->nr; k++)
		if (is_before(&s->r[k], &s->r[k - 1]))
			return false;
	return true;
}

/* @was: is filled with the index that each range had before. */
static void sort_ranges(struct sym_ranges *s, uint32_t *was)
{
	const struct sorted all = { .r = s->r, .was = was };
	uint64_t differ = 0;
	unsigned bits = OFF_BITS;

	for (uint32_t k = 0; k < s->nr; k++) {
		differ |= s->r[k].start ^ s->r[0].start;
		was[k] = k;
	}
	for (; differ; differ >>= 1)
		bits++;
	sort_bits(&all, 0, s->nr, bits);
}

/* ---- the tree of overlapping ranges, as sym_tree.h has it, in a quarter of its memory ---- */

#define RED 0x80000000u
#define NONE 0x7fffffffu
#define DEPTH_MAX 64u /* depth of a balanced tree of 2^31 nodes */

static uint32_t get_child(const struct range_tree *t, uint32_t i, bool right)
{
	return right ? t->child[i][1] : t->child[i][0] & ~RED;
}

static void set_child(struct range_tree *t, uint32_t i, bool right, uint32_t to)
{
	if (right)
		t->child[i][1] = to;
	else
		t->child[i][0] = (t->child[i][0] & RED) | to;
}

static bool is_red_node(const struct range_tree *t, uint32_t i)
{
	return i != NONE && t->child[i][0] & RED;
}

static void set_red(struct range_tree *t, uint32_t i, bool red)
{
	t->child[i][0] = (t->child[i][0] & ~RED) | (red ? RED : 0);
}

/*
 * Rotate: the child of @i on side @right takes the position of @i below @up; NONE: @i is the root.
 */
static uint32_t rise(struct range_tree *t, uint32_t i, bool right, uint32_t up, bool side)
{
	const uint32_t c = get_child(t, i, right);

	set_child(t, i, right, get_child(t, c, !right));
	set_child(t, c, !right, i);
	if (up == NONE)
		t->root = c;
	else
		set_child(t, up, side, c);
	return c;
}

/* The nodes from the root to the parent of a new node, and the side taken at each. */
struct way_down {
	uint32_t node[DEPTH_MAX];
	bool right[DEPTH_MAX];
	unsigned nr;
};

static void balance(struct range_tree *t, struct way_down *w)
{
	while (w->nr >= 2 && is_red_node(t, w->node[w->nr - 1])) {
		uint32_t up = w->node[w->nr - 1], grand = w->node[w->nr - 2];
		const bool side = w->right[w->nr - 2];
		const uint32_t uncle = get_child(t, grand, !side);

		if (is_red_node(t, uncle)) {
			set_red(t, up, false);
			set_red(t, uncle, false);
			set_red(t, grand, true);
			w->nr -= 2;
			continue;
		}
		if (w->right[w->nr - 1] != side)
			up = rise(t, up, !side, grand, side);
		set_red(t, up, false);
		set_red(t, grand, true);
		rise(t, grand, side, w->nr >= 3 ? w->node[w->nr - 3] : NONE,
		     w->nr >= 3 && w->right[w->nr - 3]);
		break;
	}
	set_red(t, t->root, false);
}

/*
 * Insert range @i. Ranges are inserted in the order of the text; of equal starts, a later range
 * has a higher index.
 */
static void insert_range(struct range_tree *t, uint32_t i)
{
	struct way_down w = { .nr = 0 };

	for (uint32_t at = t->root; at != NONE; at = get_child(t, at, at < i)) {
		w.node[w.nr] = at;
		w.right[w.nr++] = at < i;
	}
	t->child[i][0] = NONE | RED;
	t->child[i][1] = NONE;
	if (w.nr)
		set_child(t, w.node[w.nr - 1], w.right[w.nr - 1], i);
	else
		t->root = i;
	balance(t, &w);
}

/* ---- a finished table ---- */

static uint64_t end_of(const struct sym_range *r)
{
	return r->start + r->size;
}

/* As symbols_overlap() of sym_builder.c. */
static bool ranges_overlap(const struct sym_ranges *s)
{
	for (uint32_t k = 0; k < s->nr; k++) {
		const struct sym_range *r = &s->r[k];

		if (end_of(r) < r->start)
			return true;
		if (k && (end_of(r - 1) > r->start || r[-1].start == r->start))
			return true;
	}
	return false;
}

/* @rank: the index of each range in the order of the text; NULL: ranges are in that order. */
static int make_range_tree(struct sym_ranges *s, const uint32_t *rank)
{
	if (alloc_array(s, &s->nodes, s->nr, sizeof(*s->tree.child)))
		return -ENOMEM;
	s->tree = (struct range_tree){ .child = s->nodes.p, .root = NONE };
	for (uint32_t k = 0; k < s->nr; k++)
		insert_range(&s->tree, rank ? rank[k] : k);
	return 0;
}

static int sort_and_make_tree(struct sym_ranges *s, uint32_t *was)
{
	struct range_array ranks;
	uint32_t *rank;
	int ret;

	sort_ranges(s, was);
	if (!ranges_overlap(s))
		return 0;
	if (alloc_array(s, &ranks, s->nr, sizeof(*rank)))
		return -ENOMEM;
	rank = ranks.p;
	for (uint32_t k = 0; k < s->nr; k++)
		rank[was[k]] = k;
	ret = make_range_tree(s, rank);
	free_array(&ranks);
	return ret;
}

int sym_ranges_finish(struct sym_ranges *s)
{
	struct range_array was;
	int ret;

	if (is_sorted(s))
		return ranges_overlap(s) ? make_range_tree(s, NULL) : 0;
	if (alloc_array(s, &was, s->nr, sizeof(uint32_t)))
		return -ENOMEM;
	ret = sort_and_make_tree(s, was.p);
	free_array(&was);
	return ret;
}

void sym_ranges_set_text(struct sym_ranges *s, const struct sym_text *x, sym_range_name_fn *name,
			 bool demangle)
{
	s->text = *x;
	s->name = name;
	s->demangle = demangle;
}

uint32_t sym_ranges_nr(const struct sym_ranges *s)
{
	return s->nr;
}

const struct sym_range *sym_ranges_get(const struct sym_ranges *s, uint32_t i)
{
	return &s->r[i];
}

static uint32_t find_in_ranges(const struct sym_ranges *s, uint64_t addr)
{
	const uint32_t nr = (uint32_t)pd_first_above(s->r, s->nr, start, addr);
	const struct sym_range *r = nr ? &s->r[nr - 1] : NULL;

	return r && (addr < end_of(r) || addr == r->start) ? nr - 1 : SYM_TREE_NIL;
}

/*
 * Walk down the tree until a range covers @addr; another range that covers @addr may be elsewhere,
 * as in perf.
 */
static uint32_t find_in_range_tree(const struct sym_ranges *s, uint64_t addr)
{
	uint32_t i = s->tree.root;

	while (i != NONE) {
		const uint64_t start = s->r[i].start, end = end_of(&s->r[i]);

		if (addr < start)
			i = get_child(&s->tree, i, false);
		else if (addr > end || (addr == end && addr != start))
			i = get_child(&s->tree, i, true);
		else
			return i;
	}
	return SYM_TREE_NIL;
}

uint32_t sym_ranges_find(const struct sym_ranges *s, uint64_t addr)
{
	return s->tree.child ? find_in_range_tree(s, addr) : find_in_ranges(s, addr);
}

/* ---- symbols that were asked for ---- */

PD_HASH_TABLE(made_symbol, struct made_slot, s->made, s->made->i == k->made->i,
	      k->made->i * 0x9e3779b97f4a7c15ull >> 32)

static struct made_symbol *make_symbol(const struct sym_ranges *s, uint32_t i, const char *name)
{
	char *plain = s->demangle ? sym_demangle(name) : NULL;
	const size_t size = strlen(plain ? plain : name) + 1;
	struct made_symbol *m = mem_alloc(1, sizeof(*m) + size);

	if (m) {
		memcpy(m->name, plain ? plain : name, size);
		m->i = i;
		m->sym = (struct sym){ .start = s->r[i].start,
				       .end = end_of(&s->r[i]),
				       .name = m->name,
				       .binding = 'g' };
	}
	free(plain);
	return m;
}

static int get_symbol(struct sym_ranges *s, uint32_t i, const struct sym **sym)
{
	struct made_symbol key = { .i = i };
	struct made_slot *slot;
	char *name;
	int ret;

	if (s->nr_made * 2 >= s->made_mask &&
	    !mem_check(!made_symbol_grow(&s->made, &s->made_mask, 64, 0)))
		return -ENOMEM;
	slot = made_symbol_slot(s->made, s->made_mask, &(struct made_slot){ &key }, 0);
	if (!slot->made) {
		ret = s->name(&s->text, &s->r[i], &name);
		if (ret)
			return ret;
		slot->made = make_symbol(s, i, name);
		free(name);
		if (!slot->made)
			return -ENOMEM;
		s->nr_made++;
	}
	*sym = &slot->made->sym;
	return 0;
}

int sym_ranges_symbol(struct sym_ranges *s, uint32_t i, const struct sym **sym, bool *first)
{
	int ret;

	pthread_mutex_lock(&s->lock);
	*first = !s->failed;
	ret = get_symbol(s, i, sym);
	s->failed |= ret != 0;
	if (ret == -ENOMEM)
		s->err = ret;
	pthread_mutex_unlock(&s->lock);
	return ret;
}

uint32_t sym_ranges_index(const struct sym *sym)
{
	return ((const struct made_symbol *)sym)->i;
}

int sym_ranges_error(const struct sym_ranges *s)
{
	return s->err;
}
