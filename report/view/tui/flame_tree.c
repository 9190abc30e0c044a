/* SPDX-License-Identifier: BSD-2-Clause */
/* Makes one tree of names of the lines of folded stacks. */
#include "view/tui/flame_tree.h"

#include "base/memory.h"
#include "console/command.h"

#include <stdlib.h>
#include <string.h>

/* Deeper frames belong to the frame at this depth: a screen has fewer rows. */
#define DEPTH_MAX 1024u

static uint32_t add_node(struct flame_tree *tree, uint32_t parent, const char *name)
{
	struct flame_node *p;
	uint32_t n = tree->nr;

	if (n == tree->cap) {
		tree->cap = tree->cap ? tree->cap * 2 : 1024;
		tree->nodes = rep_grow(tree->nodes, tree->cap, sizeof(*tree->nodes));
	}
	p = &tree->nodes[parent];
	tree->nodes[n] = (struct flame_node){ .name = name,
					      .parent = parent,
					      .depth = n ? p->depth + 1 : 0 };
	tree->nr++;
	if (!n)
		return n;
	if (p->last_child)
		tree->nodes[p->last_child].next = n;
	else
		p->child = n;
	p->last_child = n;
	if (tree->nodes[n].depth > tree->depth)
		tree->depth = tree->nodes[n].depth;
	return n;
}

/* Lines are sorted, so a child of the same name is the one that was added last. */
static uint32_t find_child(struct flame_tree *tree, uint32_t parent, const char *name)
{
	const uint32_t last = tree->nodes[parent].last_child;

	if (last && !strcmp(tree->nodes[last].name, name))
		return last;
	return add_node(tree, parent, name);
}

static void add_stack(struct flame_tree *tree, char *line)
{
	char *space = strrchr(line, ' '), *save = NULL;
	uint32_t n = 0;
	uint64_t weight;

	if (!space)
		return;
	*space = '\0';
	weight = strtoull(space + 1, NULL, 10);
	tree->nodes[0].total += weight;
	for (char *name = strtok_r(line, ";", &save); name; name = strtok_r(NULL, ";", &save)) {
		if (tree->nodes[n].depth == DEPTH_MAX)
			break;
		n = find_child(tree, n, name);
		tree->nodes[n].total += weight;
	}
}

void flame_tree_make(struct flame_tree *tree, char *text, size_t len)
{
	char *end = text + len;

	*tree = (struct flame_tree){ .nodes = NULL };
	add_node(tree, 0, "all");
	while (text < end) {
		char *newline = memchr(text, '\n', (size_t)(end - text));

		if (!newline)
			break;
		*newline = '\0';
		add_stack(tree, text);
		text = newline + 1;
	}
}

void flame_tree_free(struct flame_tree *tree)
{
	free(tree->nodes);
	*tree = (struct flame_tree){ .nodes = NULL };
}
