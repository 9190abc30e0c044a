/* SPDX-License-Identifier: BSD-2-Clause */
/* Numbers distinct call stacks as nodes of a trie. */
#include "profile/tables/stack_trie.h"

#include "base/interner.h"
#include "base/memory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_SLOTS 4096u

static bool is_same_node(const struct stack_node *a, const struct stack_node *b)
{
	return a->parent == b->parent && a->frame == b->frame && a->inlines == b->inlines;
}

PD_HASH_INDEX(stack_node, struct stack_trie, struct stack_node, is_same_node(&o->all[n], k))

void stack_trie_free(struct stack_trie *t)
{
	free(t->all);
	pd_free(t->index.slots);
	*t = (struct stack_trie){ .all = NULL };
}

void stack_trie_reserve(struct stack_trie *t, uint32_t nr)
{
	struct stack_node *all;

	if (nr < t->cap)
		return;
	all = mem_big_alloc((size_t)nr + 1, sizeof(*all));
	if (!all || !mem_check(!pd_hash_index_reserve(&t->index, nr))) {
		free(all);
		t->err = -ENOMEM;
		return;
	}
	if (t->all)
		memcpy(all, t->all, ((size_t)t->nr + 1) * sizeof(*all));
	free(t->all);
	t->all = all;
	t->cap = nr + 1;
}

/* Many callers have one callee for most samples, which is then found without the index. */
uint32_t stack_trie_add(struct stack_trie *t, const struct stack_node *node)
{
	const uint32_t last = t->nr ? t->all[node->parent].last : 0;
	uint32_t tag;
	uint64_t *slot;

	if (last && is_same_node(&t->all[last], node))
		return last;
	tag = (uint32_t)(hash_mix(node->parent, (uint64_t)node->frame << 1 | node->inlines) >> 17);
	if (t->err || !mem_room(&t->all, &t->cap, t->nr + 1, sizeof(*t->all)) ||
	    !mem_check(!pd_hash_index_grow(&t->index, t->nr, FIRST_SLOTS))) {
		t->err = -ENOMEM;
		return 0;
	}
	if (!t->nr)
		t->all[0] = (struct stack_node){ .last = 0 };
	slot = stack_node_slot(&t->index, tag, t, node);
	if (!*slot) {
		t->all[++t->nr] = *node;
		t->all[t->nr].last = 0;
		*slot = pd_hash_index_entry(tag, t->nr);
	}
	t->all[node->parent].last = (uint32_t)*slot;
	return (uint32_t)*slot;
}
