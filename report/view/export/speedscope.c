/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writes a speedscope file (https://www.speedscope.app/file-format-schema.json): a profile for each
 * event, with one sample for each distinct stack, whose weight is that of all its samples.
 */
#include "console/command.h"
#include "view/export/export_tree.h"

#include <stdlib.h>

/* The tree has the events as its roots, so each profile is a subtree. */
struct profiles {
	struct export *e;
	struct export_tree tree;
	bool first;	/* no element of the array is written yet */
	uint32_t *path; /* labels from the event's child down to the current node */
	uint32_t cap_path;
};

/* Call @leaf for each node below @event that has samples; p->path has its labels. */
static void walk_profile(struct profiles *p, uint32_t event,
			 void (*leaf)(struct profiles *p, uint32_t node, uint32_t depth))
{
	const struct export_node *nodes = p->tree.nodes;
	uint32_t n = nodes[event].child, depth = 0;

	while (n && !p->e->out->err) {
		if (depth >= p->cap_path) {
			p->cap_path = 2 * depth + 64;
			p->path = rep_grow(p->path, p->cap_path, sizeof(*p->path));
		}
		p->path[depth] = nodes[n].label;
		if (nodes[n].self)
			leaf(p, n, depth + 1);
		if (nodes[n].child) {
			n = nodes[n].child;
			depth++;
			continue;
		}
		while (n != event && !nodes[n].next) {
			n = nodes[n].parent;
			depth--;
		}
		n = n == event ? 0 : nodes[n].next;
	}
}

/* Begin an element of the outer array. */
static void put_comma(struct profiles *p)
{
	if (!p->first)
		out_char(p->e->out, ',');
	p->first = false;
}

static void put_stack(struct profiles *p, uint32_t node, uint32_t depth)
{
	struct out *o = p->e->out;

	(void)node;
	put_comma(p);
	out_char(o, '[');
	for (uint32_t i = 0; i < depth; i++) {
		if (i)
			out_char(o, ',');
		out_dec(o, p->path[i] - 1);
	}
	out_char(o, ']');
}

static void put_weight(struct profiles *p, uint32_t node, uint32_t depth)
{
	(void)depth;
	put_comma(p);
	out_dec(p->e->out, p->tree.nodes[node].self);
}

static void put_profile(struct profiles *p, struct pd_json *j, uint32_t event)
{
	const struct interned *name = export_node_label(&p->tree, event);

	pd_json_open(j, NULL, '{');
	pd_json_str(j, "type", "sampled");
	pd_json_mem(j, "name", (const char *)name->data, name->len);
	pd_json_str(j, "unit", "none");
	pd_json_u64(j, "startValue", 0);
	pd_json_u64(j, "endValue", p->tree.nodes[event].total);
	pd_json_begin(j, "samples");
	out_char(p->e->out, '[');
	p->first = true;
	walk_profile(p, event, put_stack);
	out_char(p->e->out, ']');
	j->comma = true;
	pd_json_begin(j, "weights");
	out_char(p->e->out, '[');
	p->first = true;
	walk_profile(p, event, put_weight);
	out_char(p->e->out, ']');
	j->comma = true;
	pd_json_close(j, '}');
}

static void put_frames(const struct profiles *p, struct pd_json *j)
{
	pd_json_open(j, "shared", '{');
	pd_json_open(j, "frames", '[');
	for (uint32_t i = 1; i < p->tree.labels.nr; i++) {
		pd_json_open(j, NULL, '{');
		pd_json_mem(j, "name", (const char *)p->tree.labels.all[i].data,
			    p->tree.labels.all[i].len);
		pd_json_close(j, '}');
	}
	pd_json_close(j, ']');
	pd_json_close(j, '}');
}

static void put_file(struct profiles *p)
{
	struct pd_json j = export_json(p->e->out);

	pd_json_open(&j, NULL, '{');
	pd_json_str(&j, "$schema", "https://www.speedscope.app/file-format-schema.json");
	pd_json_str(&j, "exporter", "pdata");
	put_frames(p, &j);
	pd_json_open(&j, "profiles", '[');
	for (uint32_t n = p->tree.nodes[0].child; n; n = p->tree.nodes[n].next)
		put_profile(p, &j, n);
	pd_json_close(&j, ']');
	pd_json_close(&j, '}');
	out_char(p->e->out, '\n');
}

void export_speedscope(struct export *e)
{
	struct profiles p = { .e = e };
	struct export_opts opts = *e->opts;
	struct export by_event = *e;

	opts.roots[0] = EXPORT_ROOT_EVENT;
	opts.nr_roots = 1;
	for (uint32_t i = 0; i < e->opts->nr_roots && opts.nr_roots < EXPORT_MAX_ROOTS; i++)
		if (e->opts->roots[i] != EXPORT_ROOT_EVENT)
			opts.roots[opts.nr_roots++] = e->opts->roots[i];
	by_event.opts = &opts;
	if (export_tree_build(&p.tree, &by_event, opts.labels) == REP_OK) {
		export_tree_sort(&p.tree);
		put_file(&p);
	}
	free(p.path);
	export_tree_free(&p.tree);
}
