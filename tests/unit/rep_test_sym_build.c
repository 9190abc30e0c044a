/* SPDX-License-Identifier: BSD-2-Clause */
#include "object/elf/sym_table_priv.h"
#include "test.h"

static void add(struct sym_build *b, uint64_t start, uint64_t size, const char *name, int binding)
{
	sym_build_add(b, &(struct sym){
				 .start = start,
				 .end = start + size,
				 .name = name,
				 .binding = (char)binding,
				 .bracketed = strchr(name, '['),
			 });
}

static struct sym_table_priv *finish(struct sym_build *b, enum sym_settle how)
{
	struct sym_table_priv *t = sym_table_new();

	sym_build_settle(b, how);
	sym_build_finish(b, t);
	return t;
}

static const char *at(const struct sym_table_priv *t, uint64_t addr)
{
	const struct sym *s = sym_table_find(&t->pub, addr);

	return s ? s->name : NULL;
}

TEST(of_several_symbols_at_one_address_one_is_left)
{
	static const struct {
		const char *name[2];
		uint64_t size[2];
		int binding[2];
		const char *best;
	} cases[] = {
		{ { "a", "b" }, { 0, 8 }, { SYM_GLOBAL, SYM_LOCAL }, "b" },
		{ { "a", "b" }, { 4, 0 }, { SYM_LOCAL, SYM_GLOBAL }, "b" }, /* 0: up to the next */
		{ { "a", "b" }, { 4, 8 }, { SYM_WEAK, SYM_LOCAL }, "b" },
		{ { "a", "b" }, { 4, 8 }, { SYM_GLOBAL, SYM_WEAK }, "a" },
		{ { "a", "b" }, { 4, 8 }, { SYM_LOCAL, SYM_GLOBAL }, "b" },
		{ { "__a", "_b" }, { 8, 8 }, { SYM_GLOBAL, SYM_GLOBAL }, "_b" },
		{ { "a", "ab" }, { 8, 8 }, { SYM_GLOBAL, SYM_GLOBAL }, "ab" },
		{ { "a", "b" }, { 8, 8 }, { SYM_GLOBAL, SYM_GLOBAL }, "a" },
		{ { "SyS_a", "sys_a" }, { 8, 8 }, { SYM_GLOBAL, SYM_GLOBAL }, "sys_a" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct sym_build b;
		struct sym_table_priv *t;

		sym_build_init(&b, false);
		for (int k = 0; k < 2; k++)
			add(&b, 0x100, cases[i].size[k], cases[i].name[k], cases[i].binding[k]);
		add(&b, 0x200, 8, "next", SYM_GLOBAL);
		t = finish(&b, SYM_SETTLE_ELF);
		CHECK_U(t->pub.nr, 2);
		CHECK_S(at(t, 0x100), cases[i].best);
		sym_table_free(t);
	}
}

TEST(symbols_without_a_size_reach_to_the_next)
{
	struct sym_build b;
	struct sym_table_priv *t;

	sym_build_init(&b, false);
	add(&b, 0x3000, 0, "last", SYM_GLOBAL);
	add(&b, 0x1000, 0, "first", SYM_GLOBAL);
	add(&b, 0x2000, 0x10, "sized", SYM_GLOBAL);
	t = finish(&b, SYM_SETTLE_ELF);
	CHECK_S(at(t, 0xfff), NULL);
	CHECK_S(at(t, 0x1fff), "first");
	CHECK_S(at(t, 0x200f), "sized");
	CHECK_S(at(t, 0x2010), NULL);
	CHECK_S(at(t, 0x3fff), "last");
	CHECK_S(at(t, 0x4000), NULL);
	sym_table_free(t);
}

TEST(the_gap_between_kernel_and_modules_is_nobodys)
{
	struct sym_build b;
	struct sym_table_priv *t;

	sym_build_init(&b, false);
	add(&b, 0x1000, 0, "kernel", SYM_GLOBAL);
	add(&b, 0x900010, 0, "module\t[m]", SYM_GLOBAL);
	t = finish(&b, SYM_SETTLE_KALLSYMS);
	CHECK_S(at(t, 0x1fff), "kernel");
	CHECK_S(at(t, 0x2000), NULL);
	CHECK_S(at(t, 0x900010), "module\t[m]");
	sym_table_free(t);
}

TEST(the_last_symbol_ends_with_the_address_space)
{
	struct sym_build b;
	struct sym_table_priv *t;

	sym_build_init(&b, false);
	add(&b, 0x1000, 0, "low", SYM_GLOBAL);
	add(&b, 0xfffffffffffffffb, 0, "high", SYM_GLOBAL);
	t = finish(&b, SYM_SETTLE_KALLSYMS);
	CHECK(t->pub.syms[1].end > t->pub.syms[1].start);
	CHECK_S(at(t, 0xfffffffffffffffe), "high");
	sym_table_free(t);
}

/* Where three lie one in the other, the middle of the tree is found first. */
TEST(of_symbols_that_overlap_the_one_higher_in_the_tree_is_found)
{
	struct sym_build b;
	struct sym_table_priv *t;

	sym_build_init(&b, false);
	add(&b, 0x100, 0x100, "outer", SYM_GLOBAL);
	add(&b, 0x140, 0x20, "inner", SYM_GLOBAL);
	add(&b, 0x300, 0x10, "other", SYM_GLOBAL);
	t = finish(&b, SYM_SETTLE_ELF);
	CHECK(t->tree.node);
	CHECK_S(at(t, 0x120), "outer");
	CHECK_S(at(t, 0x150), "inner");
	CHECK_S(at(t, 0x170), NULL); /* right of inner, which stands above outer */
	CHECK_S(at(t, 0x300), "other");
	sym_table_free(t);
}

TEST(names_are_made_when_they_are_asked_for)
{
	struct sym_build b;
	struct sym_table_priv *t;

	sym_build_init(&b, true);
	sym_build_add(
		&b,
		&(struct sym){ .start = 0, .end = 8, .name = "camlA__f", .state = SYM_NAME_RAW });
	sym_build_settle(&b, SYM_SETTLE_ELF);
	sym_build_add(&b, &(struct sym){ .start = 16,
					 .end = 24,
					 .name = "camlA__f",
					 .state = SYM_NAME_RAW | SYM_NAME_PLT });
	t = finish(&b, SYM_SETTLE_PLAIN);
	CHECK_S(t->pub.syms[0].name, "camlA__f");
	CHECK_S(at(t, 4), "A.f");
	CHECK_S(at(t, 16), "A.f@plt");
	CHECK_S(at(t, 23), "A.f@plt");
	sym_table_free(t);
}

TEST(symbols_of_equal_start_keep_their_order_when_sorted)
{
	enum { NR = 5000 };
	static struct sym syms[NR];
	static uint32_t order[NR];
	uint64_t x = 1;

	for (uint32_t i = 0; i < NR; i++) {
		x = x * 6364136223846793005u + 1;
		syms[i].start = (x >> 60) << 33 | (x >> 40 & 63);
		order[i] = i;
	}
	sym_sort(syms, order, NR);
	for (uint32_t i = 1; i < NR; i++) {
		CHECK(syms[order[i - 1]].start <= syms[order[i]].start);
		CHECK(syms[order[i - 1]].start != syms[order[i]].start || order[i - 1] < order[i]);
	}
}

/* Return: black nodes on the way down. */
static int check_below(const struct sym_tree *t, uint32_t i, const uint64_t *keys)
{
	const struct sym_tree_node *n;
	int left, right;

	if (i == SYM_TREE_NIL)
		return 1;
	n = &t->node[i];
	CHECK(n->left == SYM_TREE_NIL || (t->node[n->left].up == i && keys[n->left] <= keys[i]));
	CHECK(n->right == SYM_TREE_NIL || (t->node[n->right].up == i && keys[n->right] >= keys[i]));
	CHECK(!n->red || ((n->left == SYM_TREE_NIL || !t->node[n->left].red) &&
			  (n->right == SYM_TREE_NIL || !t->node[n->right].red)));
	left = check_below(t, n->left, keys);
	right = check_below(t, n->right, keys);
	CHECK_I(left, right);
	return left + !n->red;
}

TEST(the_tree_stays_balanced)
{
	enum { NR = 600 };
	static uint64_t keys[NR];
	static bool in[NR];
	struct sym_tree t;
	uint64_t x = 7;

	sym_tree_init(&t, NR);
	for (int step = 0; step < 6000; step++) {
		uint32_t i;

		x = x * 6364136223846793005u + 1442695040888963407u;
		i = (uint32_t)(x >> 33) % NR;
		if (in[i]) {
			sym_tree_remove(&t, i);
		} else {
			keys[i] = x >> 56;
			sym_tree_insert(&t, i, keys[i]);
		}
		in[i] = !in[i];
		check_below(&t, t.root, keys);
	}
	for (uint32_t i = 0; i < NR; i++)
		if (in[i])
			sym_tree_remove(&t, i);
	CHECK_U(t.root, SYM_TREE_NIL);
	sym_tree_free(&t);
}
