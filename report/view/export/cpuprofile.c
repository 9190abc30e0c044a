/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writes the CPU profile format of V8 (Profiler.Profile of the Chrome DevTools Protocol) as JSON,
 * for Chrome DevTools, Visual Studio Code and speedscope.
 *
 * The format has one thread, whose samples last until the next one. Each distinct call stack is one
 * sample here, which lasts as long as the stack weighs.
 */
#include "console/command.h"
#include "view/export/export_tree.h"

#include <stdlib.h>

/* A sample is shown as a millisecond, a unit of a period as a nanosecond. */
#define NS_OF_SAMPLE 1000000u

/* Ids begin with 1: node 0 of the tree is the root. */
static void put_id(struct out *o, uint32_t node)
{
	out_dec(o, (uint64_t)node + 1);
}

static void put_function(struct pd_json *j, const char *name, size_t len)
{
	pd_json_open(j, "callFrame", '{');
	pd_json_mem(j, "functionName", name, len);
	pd_json_str(j, "scriptId", "0");
	pd_json_str(j, "url", "");
	pd_json_fmt(j, "lineNumber", "-1");
	pd_json_fmt(j, "columnNumber", "-1");
	pd_json_close(j, '}');
}

static void put_node(struct export *e, struct pd_json *j, const struct export_tree *tree,
		     uint32_t n)
{
	const struct export_node *node = &tree->nodes[n];

	pd_json_break(j, "\n");
	pd_json_open(j, NULL, '{');
	pd_json_u64(j, "id", (uint64_t)n + 1);
	if (n) {
		const struct interned *label = export_node_label(tree, n);

		put_function(j, (const char *)label->data, label->len);
	} else {
		put_function(j, "(root)", 6);
	}
	pd_json_u64(j, "hitCount", node->self);
	pd_json_open(j, "children", '[');
	for (uint32_t k = node->child; k; k = tree->nodes[k].next) {
		if (k != node->child)
			out_char(e->out, ',');
		put_id(e->out, k);
	}
	pd_json_close(j, ']');
	pd_json_close(j, '}');
}

/* The node after @n in the order of a flame graph: callers first. Return: 0 after the last one. */
static uint32_t next_node(const struct export_tree *tree, uint32_t n)
{
	if (tree->nodes[n].child)
		return tree->nodes[n].child;
	while (n && !tree->nodes[n].next)
		n = tree->nodes[n].parent;
	return tree->nodes[n].next;
}

static void put_us(struct out *o, uint64_t ns)
{
	out_dec(o, ns / 1000);
	if (ns % 1000) {
		out_char(o, '.');
		out_dec_z(o, ns % 1000, 3);
	}
}

/* The last sample is the root, because the format has no end of a sample. */
static void put_samples(struct export *e, struct pd_json *j, const struct export_tree *tree)
{
	const uint64_t unit = e->opts->periods ? 1 : NS_OF_SAMPLE;
	uint64_t end = 0;

	pd_json_open(j, "samples", '[');
	for (uint32_t n = next_node(tree, 0); n && !e->out->err; n = next_node(tree, n))
		if (tree->nodes[n].self) {
			put_id(e->out, n);
			out_char(e->out, ',');
		}
	put_id(e->out, 0);
	pd_json_close(j, ']');
	/* The time before each sample. */
	pd_json_open(j, "timeDeltas", '[');
	out_char(e->out, '0');
	for (uint32_t n = next_node(tree, 0); n && !e->out->err; n = next_node(tree, n))
		if (tree->nodes[n].self) {
			out_char(e->out, ',');
			put_us(e->out, tree->nodes[n].self * unit);
			end += tree->nodes[n].self * unit;
		}
	pd_json_close(j, ']');
	pd_json_u64(j, "startTime", 0);
	pd_json_begin(j, "endTime");
	put_us(e->out, end);
	j->comma = true;
}

void export_cpuprofile(struct export *e)
{
	struct pd_json j = export_json(e->out);
	struct export_tree tree;

	if (export_tree_build(&tree, e, e->opts->labels) == REP_OK) {
		export_tree_sort(&tree);
		pd_json_open(&j, NULL, '{');
		pd_json_open(&j, "nodes", '[');
		for (uint32_t n = 0; n <= tree.nr && !e->out->err; n++)
			put_node(e, &j, &tree, n);
		pd_json_close(&j, ']');
		put_samples(e, &j, &tree);
		pd_json_close(&j, '}');
		out_char(e->out, '\n');
	}
	export_tree_free(&tree);
}
