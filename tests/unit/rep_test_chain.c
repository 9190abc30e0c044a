/* SPDX-License-Identifier: BSD-2-Clause */
#include "profile/callgraph/callgraph_trie.h"
#include "test.h"

/* A report with one event of one group, whose classes 1...9 lie in one object at rising addresses. */
struct bench {
	struct callgraph_scratch scratch;
	struct report_opts opts;
	struct event_rows ev;
	struct report rp;
	struct location_class classes[10];
	struct rep_row row[10]; /* of classes */
	struct rep_row *rows[10];
};

static void bench_open(struct bench *b, bool children)
{
	*b = (struct bench){ 0 };
	b->rp.opts = &b->opts;
	b->rp.children = children;
	b->rp.chain = (struct chain_opts){ .mode = CHAIN_GRAPH, .use = true, .caller = true };
	b->rp.ev = &b->ev;
	b->rp.nr_ev = 1;
	b->rp.locations.classes = b->classes;
	b->rp.trie = callgraph_trie_new();
	b->ev.rows = b->rows;
	b->ev.nr = 10;
	for (uint32_t i = 0; i < 10; i++) {
		b->classes[i] =
			(struct location_class){ .order_object = 1, .named = true, .start = i };
		b->row[i].group = 1;
		b->rows[i] = &b->row[i];
	}
}

/* A sample in the last frame of @path, "1234". */
static void add(struct bench *b, const char *path, uint64_t period)
{
	struct rep_row *rows[16];
	uint32_t classes[16], tags[16], frames[16], n = 0;
	struct trie_path to;
	uint32_t seen = 0;

	for (; path[n]; n++) {
		classes[n] = (uint32_t)(path[n] - '0');
		rows[n] = &b->row[classes[n]];
		if (!(seen >> classes[n] & 1))
			rows[n]->acc.period += period;
		seen |= 1u << classes[n];
	}
	rows[n - 1]->self.period += period;
	b->ev.period += period;
	callgraph_trie_tags(1, classes, n, tags);
	CHECK_I(callgraph_trie_enter(b->rp.trie,
				     &(struct trie_chain){ .group = 1, .nr = n, classes, tags },
				     &to, frames),
		0);
	CHECK_I(callgraph_trie_end(
			b->rp.trie, &to,
			&(struct trie_sample){ .own = rows[n - 1], .period = period, .nr = 1 }),
		0);
	for (uint32_t i = to.known; b->rp.children && i < n; i++)
		CHECK_I(callgraph_trie_set_row(b->rp.trie, frames[i], rows[i]), 0);
}

static void graph_of(struct bench *b, struct callgraph *g, uint32_t cls)
{
	CHECK_I(callgraph_build(g, &b->scratch, &b->rp, &b->row[cls]), 0);
}

static void check_frames(const struct callgraph *g, uint32_t node, const char *want)
{
	char is[16] = "";

	for (uint32_t i = 0; i < g->nodes[node].nr && i < 15; i++)
		is[i] = (char)('0' + g->classes[g->nodes[node].first + i]);
	CHECK_S(is, want);
}

TEST(chains_that_go_together_share_a_node)
{
	struct bench b;
	struct callgraph g;
	uint32_t n;

	bench_open(&b, false);
	add(&b, "1239", 10);
	add(&b, "1249", 20);
	callgraph_trie_seal(&b.rp);
	graph_of(&b, &g, 9);
	n = g.nodes[0].child;
	check_frames(&g, n, "12");
	CHECK_U(g.nodes[n].hit, 0);
	CHECK_U(g.nodes[n].children_hit, 30);
	CHECK_U(g.nodes[n].sibling, 0);
	n = g.nodes[n].child;
	check_frames(&g, n, "49");
	CHECK_U(g.nodes[n].hit, 20);
	n = g.nodes[n].sibling;
	check_frames(&g, n, "39");
	CHECK_U(g.nodes[n].hit, 10);
	callgraph_free(&g);
	callgraph_scratch_free(&b.scratch);
	callgraph_trie_free(b.rp.trie);
}

TEST(a_chain_that_ends_early_ends_its_node)
{
	struct bench b;
	struct callgraph g;
	uint32_t n;

	bench_open(&b, false);
	add(&b, "119", 10);
	add(&b, "1199", 5);
	callgraph_trie_seal(&b.rp);
	graph_of(&b, &g, 9);
	n = g.nodes[0].child;
	check_frames(&g, n, "119");
	CHECK_U(g.nodes[n].hit, 10);
	CHECK_U(g.nodes[n].children_hit, 5);
	check_frames(&g, g.nodes[n].child, "9");
	callgraph_free(&g);
	callgraph_scratch_free(&b.scratch);
	callgraph_trie_free(b.rp.trie);
}

TEST(branches_of_equal_weight_stand_by_falling_address)
{
	struct bench b;
	struct callgraph g;
	uint32_t n;

	bench_open(&b, false);
	add(&b, "29", 5);
	add(&b, "39", 5);
	add(&b, "19", 5);
	callgraph_trie_seal(&b.rp);
	graph_of(&b, &g, 9);
	n = g.nodes[0].child;
	check_frames(&g, n, "39");
	n = g.nodes[n].sibling;
	check_frames(&g, n, "29");
	check_frames(&g, g.nodes[n].sibling, "19");
	callgraph_free(&g);
	callgraph_scratch_free(&b.scratch);
	callgraph_trie_free(b.rp.trie);
}

TEST(a_caller_shows_what_it_calls_and_its_own_samples_from_the_root)
{
	struct bench b;
	struct callgraph g;
	uint32_t n;

	bench_open(&b, true);
	add(&b, "123", 10);
	add(&b, "12", 7);
	callgraph_trie_seal(&b.rp);
	graph_of(&b, &g, 2);
	n = g.nodes[0].child;
	check_frames(&g, n, "23"); /* from the sample in 3, which went through 2 */
	CHECK_U(g.nodes[n].hit, 10);
	n = g.nodes[n].sibling;
	check_frames(&g, n, "12"); /* the sample in 2 itself */
	CHECK_U(g.nodes[n].hit, 7);
	callgraph_free(&g);
	callgraph_scratch_free(&b.scratch);
	callgraph_trie_free(b.rp.trie);
}

TEST(recursion_counts_from_the_first_frame_only)
{
	struct bench b;
	struct callgraph g;
	uint32_t n;

	bench_open(&b, true);
	add(&b, "12223", 10);
	callgraph_trie_seal(&b.rp);
	graph_of(&b, &g, 2);
	n = g.nodes[0].child;
	check_frames(&g, n, "2223");
	CHECK_U(g.nodes[n].hit, 10);
	CHECK_U(g.nodes[n].sibling, 0);
	CHECK_U(g.nodes[n].child, 0);
	callgraph_free(&g);
	callgraph_scratch_free(&b.scratch);
	callgraph_trie_free(b.rp.trie);
}

static void call_it(struct bench *b, unsigned cls, uint32_t name_id, const char *name, bool inlined)
{
	b->classes[cls].name_id = name_id;
	b->classes[cls].name = name;
	b->classes[cls].inlined = inlined;
}

TEST(an_inlined_function_and_the_one_of_its_name_are_one_branch)
{
	struct bench b;
	struct callgraph g;
	uint32_t n;

	bench_open(&b, false);
	call_it(&b, 2, 7, "twice", true);
	call_it(&b, 3, 7, "twice", false);
	call_it(&b, 4, 8, "other", true);
	call_it(&b, 5, 9, "leaf", false);
	add(&b, "1245", 10);
	add(&b, "1345", 20);
	add(&b, "1545", 40);
	callgraph_trie_seal(&b.rp);
	graph_of(&b, &g, 5);
	n = g.nodes[g.nodes[0].child].child;
	check_frames(&g, n, "545");
	n = g.nodes[n].sibling;
	check_frames(&g, n, "245"); /* as the chain that came first has it */
	CHECK_U(g.nodes[n].hit, 30);
	CHECK_U(g.nodes[n].sibling, 0);
	callgraph_free(&g);
	callgraph_scratch_free(&b.scratch);
	callgraph_trie_free(b.rp.trie);
}

/* The last of them is inlined. */
static void open_with_three_of_one_name(struct bench *b)
{
	bench_open(b, false);
	for (unsigned cls = 2; cls <= 4; cls++)
		call_it(b, cls, 7, "twice", cls == 4);
}

TEST(functions_of_one_name_stay_apart_and_inlined_ones_go_to_the_first)
{
	struct bench b;
	struct callgraph g;
	uint32_t n;

	open_with_three_of_one_name(&b);
	add(&b, "125", 10);
	add(&b, "135", 20);
	add(&b, "145", 40);
	callgraph_trie_seal(&b.rp);
	graph_of(&b, &g, 5);
	n = g.nodes[g.nodes[0].child].child;
	check_frames(&g, n, "25");
	CHECK_U(g.nodes[n].hit, 50);
	n = g.nodes[n].sibling;
	check_frames(&g, n, "35");
	CHECK_U(g.nodes[n].hit, 20);
	CHECK_U(g.nodes[n].sibling, 0);
	callgraph_free(&g);
	callgraph_scratch_free(&b.scratch);
	callgraph_trie_free(b.rp.trie);
}

TEST(functions_of_one_name_are_one_branch_with_an_inlined_one_that_came_first)
{
	struct bench b;
	struct callgraph g;
	uint32_t n;

	open_with_three_of_one_name(&b);
	add(&b, "145", 40);
	add(&b, "125", 10);
	add(&b, "135", 20);
	callgraph_trie_seal(&b.rp);
	graph_of(&b, &g, 5);
	n = g.nodes[0].child;
	check_frames(&g, n, "145");
	CHECK_U(g.nodes[n].hit, 70);
	CHECK_U(g.nodes[n].child, 0);
	CHECK_U(g.nodes[n].sibling, 0);
	callgraph_free(&g);
	callgraph_scratch_free(&b.scratch);
	callgraph_trie_free(b.rp.trie);
}

TEST(what_weighs_less_than_the_threshold_is_left_out)
{
	struct bench b;
	struct callgraph g;

	bench_open(&b, false);
	b.rp.chain.min_percent = 10;
	add(&b, "19", 95);
	add(&b, "29", 5);
	callgraph_trie_seal(&b.rp);
	graph_of(&b, &g, 9);
	check_frames(&g, g.nodes[0].child, "19");
	CHECK_U(g.nodes[g.nodes[0].child].sibling, 0);
	CHECK_U(g.nodes[0].children_hit, 100);
	callgraph_free(&g);
	callgraph_scratch_free(&b.scratch);
	callgraph_trie_free(b.rp.trie);
}

TEST(flat_lists_hold_whole_chains_by_weight)
{
	struct bench b;
	struct callgraph g;

	bench_open(&b, false);
	b.rp.chain.mode = CHAIN_FLAT;
	add(&b, "19", 3);
	add(&b, "199", 8);
	add(&b, "29", 5);
	callgraph_trie_seal(&b.rp);
	graph_of(&b, &g, 9);
	CHECK_U(g.nr_flat, 3);
	CHECK_U(g.nodes[g.flat[0]].hit, 8);
	CHECK_U(g.nodes[g.flat[1]].hit, 5);
	CHECK_U(g.nodes[g.flat[2]].hit, 3);
	callgraph_free(&g);
	callgraph_scratch_free(&b.scratch);
	callgraph_trie_free(b.rp.trie);
}

TEST(a_graph_leaves_the_shared_tree_as_it_was)
{
	struct bench b;
	struct callgraph g;

	bench_open(&b, true);
	add(&b, "122", 10);
	add(&b, "123", 4);
	callgraph_trie_seal(&b.rp);
	for (int i = 0; i < 2; i++) {
		graph_of(&b, &g, 2);
		CHECK_U(g.nodes[0].children_hit, 14);
		callgraph_free(&g);
		graph_of(&b, &g, 1);
		CHECK_U(g.nodes[0].children_hit, 14);
		callgraph_free(&g);
	}
	callgraph_scratch_free(&b.scratch);
	callgraph_trie_free(b.rp.trie);
}

TEST(call_graph_words_may_be_abbreviated)
{
	struct chain_opts c = { .mode = CHAIN_GRAPH, .min_percent = 0.5 };

	CHECK_I(report_parse_chain(&c, "fract,2,7,callee,count"), 0);
	CHECK(c.mode == CHAIN_FRACTAL && c.order_set && !c.caller && c.value == CHAIN_COUNT);
	CHECK(c.min_percent == 2 && c.print_limit == 7 && c.use);
	CHECK_I(report_parse_chain(&c, "none"), 0);
	CHECK(!c.use && c.mode == CHAIN_NONE);
	CHECK(report_parse_chain(&c, "nonsense") < 0);
}
