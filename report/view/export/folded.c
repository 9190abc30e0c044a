/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writes stacks as lines, "comm;outermost;...;innermost weight", as stackcollapse-perf.pl does:
 * for flamegraph.pl, inferno, speedscope and Perfetto.
 */
#include "base/message.h"
#include "console/command.h"
#include "view/export/export_tree.h"

#include <inttypes.h>
#include <stdlib.h>

/* The line of the current stack, without the weight. */
struct line {
	char *text;
	uint32_t cap;
};

/* Append a label at @len. Return: the new length. */
static uint32_t put_label(struct line *line, uint32_t len, const struct interned *label)
{
	const uint32_t need = len + label->len + 1;

	if (!line->text || need > line->cap) {
		line->text = rep_grow(line->text, 2 * (size_t)need, 1);
		line->cap = 2 * need;
	}
	if (len)
		line->text[len++] = ';';
	memcpy(line->text + len, label->data, label->len);
	return len + label->len;
}

/* Write the stacks of all nodes, each before those of its children. */
static void write_stacks(struct export *e, const struct export_tree *tree)
{
	uint32_t *lens = rep_alloc((size_t)tree->nr + 1, sizeof(*lens)); /* of lines, by node */
	struct line line = { .text = NULL };
	uint32_t n = tree->nodes[0].child;

	while (n && !e->out->err) {
		const struct export_node *node = &tree->nodes[n];

		lens[n] = put_label(&line, lens[node->parent], export_node_label(tree, n));
		if (node->self) {
			out_mem(e->out, line.text, lens[n]);
			out_char(e->out, ' ');
			out_dec(e->out, node->self);
			out_char(e->out, '\n');
		}
		if (node->child) {
			n = node->child;
			continue;
		}
		while (n && !tree->nodes[n].next)
			n = tree->nodes[n].parent;
		n = tree->nodes[n].next;
	}
	free(line.text);
	free(lens);
}

void export_folded(struct export *e)
{
	struct export_tree tree;

	if (export_tree_build(&tree, e, e->opts->labels | EXPORT_LABEL_SEPARABLE) == REP_OK) {
		export_tree_sort(&tree);
		write_stacks(e, &tree);
		export_warn_replaced(tree.replaced);
	}
	export_tree_free(&tree);
}
