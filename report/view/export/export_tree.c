/* SPDX-License-Identifier: BSD-2-Clause */
/* Makes one tree of names of the call stacks of a recording. */
#include "view/export/export_tree.h"

#include "base/memory.h"
#include "base/message.h"
#include "common/plural.h"
#include "console/command.h"
#include "view/export/event_labels.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INDEX_SLOTS 4096u /* a power of two */

/* The node of a stack below the root for which the stack was asked last. */
struct node_of_stack {
	uint32_t root, node;
};

/* What is only needed while the tree is made. */
struct build {
	struct export_tree *tree;
	struct export *e;
	struct tables *t; /* the recording that is added */
	unsigned labels;
	char **event_labels;	     /* by event */
	uint32_t *label_of;	     /* by frame, 0: not made yet */
	struct node_of_stack *known; /* by stack */
	uint32_t *path;		     /* stacks on the way to the outermost frame */
	uint32_t cap_path;
	const struct tables_sum *last; /* the sum whose root is last_root */
	uint32_t last_root;
};

PD_HASH_INDEX(export_node, struct export_tree, struct export_node,
	      o->nodes[n].parent == k->parent && o->nodes[n].label == k->label)

static uint32_t child_of(struct export_tree *tree, uint32_t parent, uint32_t label)
{
	const struct export_node key = { .parent = parent, .label = label };
	const uint32_t tag = (uint32_t)(hash_mix(parent, label) >> 17);
	uint64_t *slot;

	if (!mem_room(&tree->nodes, &tree->cap, tree->nr + 1, sizeof(*tree->nodes)) ||
	    pd_hash_index_grow(&tree->index, tree->nr, INDEX_SLOTS))
		rep_exit_no_memory();
	slot = export_node_slot(&tree->index, tag, tree, &key);
	if (!*slot) {
		tree->nodes[++tree->nr] = key;
		*slot = pd_hash_index_entry(tag, tree->nr);
	}
	return (uint32_t)*slot;
}

/*
 * Number a label. A semicolon separates frames in the text formats, and a line end stacks, so they
 * become a colon and a blank.
 */
static uint32_t number_label(struct build *b, char *text, size_t len)
{
	bool replaced = false;

	for (size_t i = 0; i < len && b->labels & EXPORT_LABEL_SEPARABLE; i++) {
		const unsigned char c = (unsigned char)text[i];

		if (c != ';' && c >= ' ' && c != 0x7f)
			continue;
		text[i] = c == ';' ? ':' : ' ';
		replaced = true;
	}
	b->tree->replaced += replaced;
	return interner_add(&b->tree->labels, text, (uint32_t)len);
}

static const char *suffix_of(const struct build *b, const struct tables_frame_facts *f)
{
	if (f->kind == TABLES_KERNEL && b->labels & EXPORT_LABEL_KERNEL)
		return "_[k]";
	if (f->kind == TABLES_JIT && b->labels & EXPORT_LABEL_JIT)
		return "_[j]";
	return f->inlined && b->labels & EXPORT_LABEL_INLINED ? "_[i]" : "";
}

char *export_label(const struct tables_frame_facts *f, const char *suffix)
{
	const char *name = f->function ? f->function : f->object ? f->object : "unknown";
	const char *base = f->function ? NULL : strrchr(name, '/');
	const size_t len = strlen(name) + strlen(suffix) + sizeof("[]");
	char *text = rep_alloc(len, 1);

	name = base ? base + 1 : name;
	snprintf(text, len, f->function || name[0] == '[' ? "%s%s" : "[%s]%s", name, suffix);
	return text;
}

static uint32_t label_of_frame(struct build *b, uint32_t frame)
{
	struct tables_frame_facts f;
	char *text;

	if (b->label_of[frame])
		return b->label_of[frame];
	tables_frame_facts(b->t, frame, &f);
	text = export_label(&f, suffix_of(b, &f));
	b->label_of[frame] = number_label(b, text, strlen(text));
	free(text);
	return b->label_of[frame];
}

/* Add the label of one --root. */
static uint32_t add_root(struct build *b, uint32_t parent, enum export_root kind,
			 const struct tables_sum *sum)
{
	const struct tables_thread *th = tables_thread(b->t, sum->thread);
	const char *event = b->event_labels[sum->event];
	const size_t size = strlen(th->comm) + strlen(event) + 32;
	char *text = rep_alloc(size, 1);
	uint32_t label;

	if (kind == EXPORT_ROOT_EVENT)
		snprintf(text, size, "%s", event);
	else if (kind == EXPORT_ROOT_PID)
		snprintf(text, size, "%s-%d", th->comm, (int)th->pid);
	else if (kind == EXPORT_ROOT_TID)
		snprintf(text, size, "%s-%d/%d", th->comm, (int)th->pid, (int)th->tid);
	else
		snprintf(text, size, "%s", th->comm[0] ? th->comm : EXPORT_NO_NAME);
	for (char *c = text; kind != EXPORT_ROOT_EVENT && *c; c++)
		if (*c == ' ')
			*c = '_';
	label = number_label(b, text, strlen(text));
	free(text);
	return child_of(b->tree, parent, label);
}

static uint32_t node_of_root(struct build *b, const struct tables_sum *sum)
{
	uint32_t n = 0;

	if (b->last && b->last->thread == sum->thread && b->last->event == sum->event)
		return b->last_root;
	for (uint32_t i = 0; i < b->e->opts->nr_roots; i++)
		n = add_root(b, n, b->e->opts->roots[i], sum);
	b->last = sum;
	return b->last_root = n;
}

static void room_in_path(struct build *b, uint32_t n)
{
	if (!mem_room(&b->path, &b->cap_path, n, sizeof(*b->path)))
		rep_exit_no_memory();
}

/* Return: the node of a stack, outermost frame first. */
static uint32_t node_of_callers(struct build *b, uint32_t root, uint32_t stack)
{
	uint32_t n = root, nr = 0;

	for (uint32_t s = stack; s; s = tables_stack(b->t, s)->parent) {
		if (b->known[s].root == root && b->known[s].node) {
			n = b->known[s].node;
			break;
		}
		room_in_path(b, nr);
		b->path[nr++] = s;
	}
	while (nr) {
		const uint32_t s = b->path[--nr];

		n = child_of(b->tree, n, label_of_frame(b, tables_stack(b->t, s)->frame));
		b->known[s] = (struct node_of_stack){ root, n };
	}
	return n;
}

/* Return: the node of a stack, innermost frame first. */
static uint32_t node_of_callees(struct build *b, uint32_t root, uint32_t stack)
{
	uint32_t n = root;

	for (uint32_t s = stack; s; s = tables_stack(b->t, s)->parent)
		n = child_of(b->tree, n, label_of_frame(b, tables_stack(b->t, s)->frame));
	return n;
}

static uint32_t node_of_sum(struct build *b, uint32_t root, const struct tables_sum *sum)
{
	if (!sum->stack)
		return child_of(b->tree, root, label_of_frame(b, sum->frame));
	return b->e->opts->reverse ? node_of_callees(b, root, sum->stack)
				   : node_of_callers(b, root, sum->stack);
}

/* A sum and the node of its root. */
struct sum_of_root {
	uint32_t root, sum;
};

static int compare_roots(const void *x, const void *y)
{
	const struct sum_of_root *a = x, *b = y;

	if (a->root != b->root)
		return a->root < b->root ? -1 : 1;
	return (a->sum > b->sum) - (a->sum < b->sum);
}

/* Return: all sums, root by root, because build.known holds one root of a stack at a time. */
static struct sum_of_root *sums_by_root(struct build *b, uint32_t nr)
{
	struct sum_of_root *sums = rep_alloc((size_t)nr + 1, sizeof(*sums));
	bool sorted = true;

	for (uint32_t i = 0; i < nr; i++) {
		sums[i] = (struct sum_of_root){ node_of_root(b, tables_sum(b->t, i)), i };
		sorted &= !i || sums[i].root >= sums[i - 1].root;
	}
	if (!sorted)
		qsort(sums, nr, sizeof(*sums), compare_roots);
	return sums;
}

/* Most stacks get a node of their own, so tables of that size need not grow. */
static void reserve_nodes(struct export_tree *tree, uint32_t nr_stacks)
{
	size_t slots = INDEX_SLOTS;

	while (slots / 2 < nr_stacks)
		slots *= 2;
	if (!mem_room(&tree->nodes, &tree->cap, nr_stacks / 2, sizeof(*tree->nodes)) ||
	    (!tree->index.slots && pd_hash_index_grow(&tree->index, 0, slots)))
		rep_exit_no_memory();
}

static struct export_before *before_of(struct export_tree *tree, uint32_t n)
{
	if (!mem_room_zeroed(&tree->before, &tree->cap_before, n, sizeof(*tree->before)))
		rep_exit_no_memory();
	return &tree->before[n];
}

/* Add the samples of @t to the tree. Return: enum rep_exit. */
static int add_recording(struct build b, struct tables *t, bool before)
{
	struct sum_of_root *sums;
	uint32_t nr;

	b.t = t;
	if (tables_sum_samples(t, false) != REP_OK)
		return REP_FAIL;
	nr = tables_nr_sums(t);
	b.event_labels = export_event_labels(t);
	b.label_of = rep_alloc((size_t)tables_nr_frames(t) + 1, sizeof(*b.label_of));
	b.known = rep_alloc((size_t)tables_nr_stacks(t) + 1, sizeof(*b.known));
	reserve_nodes(b.tree, tables_nr_stacks(t));
	sums = sums_by_root(&b, nr);
	for (uint32_t i = 0; i < nr; i++) {
		const struct tables_sum *sum = tables_sum(t, sums[i].sum);
		const uint32_t n = node_of_sum(&b, sums[i].root, sum);
		const uint64_t weight = b.e->opts->periods ? sum->period : sum->nr;

		if (before)
			before_of(b.tree, n)->self += weight;
		else
			b.tree->nodes[n].self += weight;
	}
	free(sums);
	export_event_labels_free(t, b.event_labels);
	free(b.label_of);
	free(b.path);
	free(b.known);
	return REP_OK;
}

int export_tree_build(struct export_tree *tree, struct export *e, unsigned labels)
{
	const struct build b = { .tree = tree, .e = e, .labels = labels };
	int rc;

	*tree = (struct export_tree){ .nodes = rep_alloc(1, sizeof(*tree->nodes)), .cap = 1 };
	rc = add_recording(b, e->t, false);
	if (rc == REP_OK && e->opts->baseline)
		rc = add_recording(b, e->opts->baseline, true);
	if (tree->labels.err)
		rep_exit_no_memory();
	return rc;
}

static int compare_labels(const void *x, const void *y, void *labels)
{
	const struct interned *all = labels;
	const struct interned *a = &all[*(const uint32_t *)x], *b = &all[*(const uint32_t *)y];
	const uint32_t len = a->len < b->len ? a->len : b->len;
	const int c = memcmp(a->data, b->data, len);

	return c ? c : (a->len > b->len) - (a->len < b->len);
}

/* Return: the numbers of all nodes, by ascending label. */
static uint32_t *nodes_by_label(const struct export_tree *tree)
{
	const uint32_t nr_labels = tree->labels.nr;
	uint32_t *order = rep_alloc((size_t)nr_labels + 1, sizeof(*order));
	uint32_t *start = rep_alloc((size_t)nr_labels + 1, sizeof(*start));
	uint32_t *nodes = rep_alloc((size_t)tree->nr + 1, sizeof(*nodes));
	uint32_t at = 0;

	for (uint32_t i = 0; i < nr_labels; i++)
		order[i] = i;
	if (nr_labels)
		qsort_r(order + 1, nr_labels - 1, sizeof(*order), compare_labels, tree->labels.all);
	for (uint32_t n = 1; n <= tree->nr; n++)
		start[tree->nodes[n].label]++;
	for (uint32_t i = 0; i < nr_labels; i++) {
		const uint32_t nr = start[order[i]];

		start[order[i]] = at;
		at += nr;
	}
	for (uint32_t n = 1; n <= tree->nr; n++)
		nodes[start[tree->nodes[n].label]++] = n;
	free(order);
	free(start);
	return nodes;
}

void export_tree_sort(struct export_tree *tree)
{
	uint32_t *nodes = nodes_by_label(tree);

	for (uint32_t i = tree->nr; i-- > 0;) {
		struct export_node *n = &tree->nodes[nodes[i]];
		struct export_node *parent = &tree->nodes[n->parent];

		n->next = parent->child;
		parent->child = nodes[i];
	}
	for (uint32_t i = tree->nr; i > 0; i--) {
		struct export_node *n = &tree->nodes[i];

		n->total += n->self;
		tree->nodes[n->parent].total += n->total;
	}
	for (uint32_t i = tree->before ? tree->nr : 0; i > 0; i--) {
		struct export_before *was = before_of(tree, i);

		was->total += was->self;
		tree->before[tree->nodes[i].parent].total += was->total;
	}
	free(nodes);
}

void export_warn_replaced(uint64_t nr)
{
	if (nr)
		rep_err("%" PRIu64 " %s a semicolon or a control character; the output has "
			"':' instead of a semicolon, and ' ' instead of a control character",
			nr, pd_one_or_many(nr, "name has", "names have"));
}

void export_tree_free(struct export_tree *tree)
{
	free(tree->nodes);
	free(tree->before);
	pd_free(tree->index.slots);
	interner_free(&tree->labels);
}
