/* SPDX-License-Identifier: BSD-2-Clause */
/* Call paths by function: stacks of addresses that have the same functions become one path. */
#include "view/html/html_int.h"

#include "base/memory.h"

#include <stdlib.h>

uint32_t html_add_text(struct html_paths *p, const char *text)
{
	return text ? interner_add(&p->texts, text, (uint32_t)strlen(text)) : 0;
}

static uint32_t add_function(struct html_paths *p, struct tables *t, uint32_t frame)
{
	struct html_redact *r = p->redact;
	struct tables_frame_facts f;
	struct tables_symbol of = { .object = NULL };
	struct html_function function;

	tables_frame_facts(t, frame, &f);
	tables_frame_symbol(t, frame, &of);
	function = (struct html_function){
		.name = html_add_text(p, html_redact_function(r, of.object, f.function)),
		.object = html_add_text(p, html_redact_object(r, of.object, f.object)),
		.file = html_add_text(p, html_redact_file(r, of.object, f.file)),
		.flags = f.kind | (f.inlined ? HTML_INLINED : 0),
	};
	return interner_add(&p->functions, &function, sizeof(function));
}

/* Find the node of @stack and those of its callers, which may have higher numbers. */
static void add_path(struct html_paths *p, struct tables *t, uint32_t stack)
{
	uint32_t below = 0, parent = 0;

	/* Walk up to a stack with a node, and link the way back in node_of. */
	while (stack && !p->node_of[stack]) {
		p->node_of[stack] = HTML_ONLY_FRAME | below;
		below = stack;
		stack = tables_stack(t, stack)->parent;
	}
	parent = stack ? p->node_of[stack] : 0;
	while (below) {
		const uint32_t next = p->node_of[below] & ~HTML_ONLY_FRAME;
		const struct stack_node node = {
			.parent = parent,
			.frame = p->function_of[tables_stack(t, below)->frame],
		};

		parent = stack_trie_add(&p->nodes, &node);
		p->node_of[below] = parent;
		below = next;
	}
}

int html_make_paths(struct html_paths *p, struct tables *t, struct html_redact *redact)
{
	const uint32_t nr_frames = tables_nr_frames(t), nr_stacks = tables_nr_stacks(t);

	p->redact = redact;
	p->function_of = mem_big_alloc((size_t)nr_frames + 1, sizeof(*p->function_of));
	p->node_of = mem_alloc((size_t)nr_stacks + 1, sizeof(*p->node_of));
	if (!p->function_of || !p->node_of || nr_stacks >= HTML_ONLY_FRAME)
		return -ENOMEM;
	p->function_of[0] = 0;
	stack_trie_reserve(&p->nodes, nr_stacks / 2);
	for (uint32_t i = 1; i <= nr_frames; i++)
		p->function_of[i] = add_function(p, t, i);
	for (uint32_t i = 1; i <= nr_stacks && !html_paths_err(p); i++)
		if (!p->node_of[i])
			add_path(p, t, i);
	return html_paths_err(p);
}

uint32_t html_node_of(struct html_paths *p, uint32_t stack)
{
	struct stack_node node = { .parent = 0 };

	if (!(stack & HTML_ONLY_FRAME))
		return p->node_of[stack];
	node.frame = p->function_of[stack & ~HTML_ONLY_FRAME];
	return stack_trie_add(&p->nodes, &node);
}

int html_paths_err(const struct html_paths *p)
{
	return p->texts.err || p->functions.err || p->nodes.err || (p->redact && p->redact->err)
		       ? -ENOMEM
		       : 0;
}

void html_free_paths(struct html_paths *p)
{
	interner_free(&p->texts);
	interner_free(&p->functions);
	stack_trie_free(&p->nodes);
	free(p->function_of);
	free(p->node_of);
}
