/* SPDX-License-Identifier: BSD-2-Clause */
/* Numbers distinct call stacks as nodes of a trie. */
#include "profile/tables/stack_trie.h"

#include "base/interner.h"
#include "base/memory.h"

#include <errno.h>
#include <stdlib.h>

#define FIRST_SLOTS 4096u

PD_HASH_INDEX(stack_node, struct stack_trie, struct stack_node,
	      o->all[n].parent == k->parent && o->all[n].frame == k->frame &&
		      o->all[n].inlines == k->inlines)

void stack_trie_free(struct stack_trie *t)
{
	free(t->all);
	pd_free(t->index.slots);
	*t = (struct stack_trie){ .all = NULL };
}

uint32_t stack_trie_add(struct stack_trie *t, const struct stack_node *node)
{
	const uint32_t tag =
		(uint32_t)(hash_mix(node->parent, (uint64_t)node->frame << 1 | node->inlines) >>
			   17);
	uint64_t *slot;

	if (t->err || !mem_room(&t->all, &t->cap, t->nr + 1, sizeof(*t->all)) ||
	    !mem_check(!pd_hash_index_grow(&t->index, t->nr, FIRST_SLOTS))) {
		t->err = -ENOMEM;
		return 0;
	}
	slot = stack_node_slot(&t->index, tag, t, node);
	if (!*slot) {
		t->all[++t->nr] = *node;
		*slot = pd_hash_index_entry(tag, t->nr);
	}
	return (uint32_t)*slot;
}
