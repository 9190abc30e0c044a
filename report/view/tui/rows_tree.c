/* SPDX-License-Identifier: BSD-2-Clause */
/* The call graph of a row as lines that can be expanded and collapsed. */
#include "view/tui/rows_tree.h"

#include "base/memory.h"
#include "console/command.h"
#include "view/chain_text.h"

#include <stdlib.h>
#include <string.h>

#define INDENT 2u
#define LEFT 5u		   /* blanks before the sign of the first level */
#define LINES_MAX 1000000u /* lines of one tree */
#define DEPTH_MAX 1024u	   /* levels of one tree */

static bool is_foldable(const struct rows_tree *tree, uint32_t node)
{
	const struct callgraph_node *n = &tree->graph.nodes[node];

	return n->nr > 1 || n->child;
}

static void add_line(struct rows_tree *tree, uint32_t node, uint32_t frame, uint32_t depth,
		     uint64_t total)
{
	if (tree->nr == LINES_MAX)
		return;
	if (tree->nr == tree->cap) {
		tree->cap = tree->cap ? tree->cap * 2 : 16;
		tree->lines = rep_grow(tree->lines, tree->cap, sizeof(*tree->lines));
	}
	tree->lines[tree->nr++] = (struct rows_tree_line){ node, frame, depth, total };
}

/* Add the lines of the nodes below @parent. The depth of a graph is bounded by its chains. */
static void add_children(struct rows_tree *tree, const struct report *rp, uint32_t parent,
			 uint32_t depth, uint64_t total)
{
	const bool fractal = rp->chain.mode == CHAIN_FRACTAL;

	if (depth == DEPTH_MAX)
		return;
	for (uint32_t n = tree->graph.nodes[parent].child; n; n = tree->graph.nodes[n].sibling) {
		const struct callgraph_node *node = &tree->graph.nodes[n];

		add_line(tree, n, 0, depth, total);
		if (!tree->open[n])
			continue;
		for (uint32_t f = 1; f < node->nr; f++)
			add_line(tree, n, f, depth + 1, total);
		add_children(tree, rp, n, depth + 1, fractal ? node->children_hit : total);
	}
}

static void make_lines(struct rows_tree *tree, struct report *rp)
{
	const struct rep_row *r = tree->row;
	const uint64_t period = rp->children ? r->acc.period : r->self.period;

	tree->nr = 0;
	add_children(tree, rp, 0, 0, rp->chain.mode == CHAIN_FRACTAL ? period : tree->total);
}

int rows_tree_init(struct rows_tree *tree, struct report *rp, const struct event_rows *ev,
		   const struct rep_row *row)
{
	struct callgraph_scratch scratch = { .nr = 0 };
	int err;

	*tree = (struct rows_tree){ .row = row, .total = chain_text_total(rp, ev) };
	err = callgraph_build(&tree->graph, &scratch, rp, row);
	callgraph_scratch_free(&scratch);
	if (err)
		return err;
	tree->name = row->sym ? rep_strdup(row->sym->name) : NULL;
	tree->open = rep_alloc(tree->graph.nr + 1u, 1);
	make_lines(tree, rp);
	return 0;
}

void rows_tree_free(struct rows_tree *tree)
{
	callgraph_free(&tree->graph);
	free(tree->open);
	free(tree->lines);
	free(tree->name);
}

char rows_tree_sign(const struct rows_tree *tree, uint32_t line)
{
	const struct rows_tree_line *l = &tree->lines[line];

	if (l->frame || !is_foldable(tree, l->node))
		return ' ';
	return tree->open[l->node] ? '-' : '+';
}

void rows_tree_toggle(struct rows_tree *tree, struct report *rp, uint32_t line)
{
	const uint32_t node = tree->lines[line].node;

	tree->open[node] = !tree->open[node];
	make_lines(tree, rp);
}

void rows_tree_set_all(struct rows_tree *tree, struct report *rp, bool open)
{
	memset(tree->open, open, tree->graph.nr);
	make_lines(tree, rp);
}

void rows_tree_print(const struct rows_tree *tree, struct report *rp, uint32_t line, bool verbose)
{
	const struct rows_tree_line *l = &tree->lines[line];
	const struct callgraph_node *n = &tree->graph.nodes[l->node];
	const uint32_t cls = tree->graph.classes[n->first + l->frame];
	const struct hist_location *p = &rp->locations.all[rp->locations.classes[cls].location];

	out_pad(rp->out, ' ', LEFT + (size_t)l->depth * INDENT);
	out_char(rp->out, rows_tree_sign(tree, line));
	out_char(rp->out, ' ');
	if (!l->frame) {
		chain_text_value(rp, n, l->total);
		out_char(rp->out, ' ');
	}
	chain_text_frame(rp, cls);
	if (verbose && p->map)
		out_printf(rp->out, "  %s", location_dso(&rp->locations, p));
}
