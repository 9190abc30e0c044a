/* SPDX-License-Identifier: BSD-2-Clause */
/* Numbers the call stacks of samples, and adds the inlined functions when they are known. */
#include "profile/tables/tables_int.h"

#include "base/memory.h"
#include "base/message.h"
#include "common/plural.h"
#include "common/prefetch.h"
#include "profile/callgraph/chain_walk.h"

#include <stdlib.h>

/* The stack that a chain is in an address space. */
struct stack_of_chain {
	uint32_t chain, epoch; /* number in the hists; maps of the thread */
	uint32_t stack;
	bool used;
	bool cut; /* the chain has more frames than the stack */
};

/* The last stack of a chain, and the address of its last sample. */
struct last_of_chain {
	struct stack_of_chain stack;
	uint32_t frame; /* 0: no address yet */
	uint32_t cpumode;
	uint64_t ip;
};

PD_HASH_TABLE(stack_of_chain, struct stack_of_chain, s->used,
	      s->chain == k->chain && s->epoch == k->epoch, hash_mix(k->chain, k->epoch) >> 9)

static bool grow_stacks_of_chains(struct tables *t)
{
	if (t->chains && t->nr_chains * 2 < t->chains_mask)
		return true;
	if (mem_check(!stack_of_chain_grow(&t->chains, &t->chains_mask, 4096, 0)))
		return true;
	session_set_err(&t->s, -ENOMEM);
	return false;
}

/* The frames of the last stack that was added for some threads, the outermost first. */
#define NR_LAST_STACKS 8u
#define NR_LAST_FRAMES 128u
struct last_stack {
	uint32_t nr;
	uint32_t node[NR_LAST_FRAMES];
	uint64_t key[NR_LAST_FRAMES]; /* what determines node, besides the nodes before it */
};

static struct last_stack *last_stack_of(struct tables *t, uint32_t who)
{
	if (!t->last_stacks)
		t->last_stacks = mem_alloc(NR_LAST_STACKS, sizeof(*t->last_stacks));
	return t->last_stacks ? &t->last_stacks[who % NR_LAST_STACKS] : NULL;
}

/*
 * Add the frames of a chain to the trie. Return: the node of the innermost frame. A thread's stacks
 * mostly begin with the frames of the stack before, whose nodes are found without the trie.
 */
static uint32_t add_stack(struct tables *t, const struct hist_entry *k)
{
	const uint32_t nr = chain_walk(&t->rp, k, CHAIN_LIST);
	struct last_stack *last = last_stack_of(t, k->who);
	struct stack_node node = { .parent = 0 };

	for (uint32_t i = nr; i-- > 0;) {
		const uint32_t n = t->rp.walked[i], depth = nr - 1 - i;
		const bool named = t->report_opts.in.inline_all || nr - i <= t->rp.nr_unwound;
		const uint64_t key = (uint64_t)n << 1 | named;

		if (last && depth < last->nr && last->key[depth] == key) {
			node.parent = last->node[depth];
			continue;
		}
		node.frame = tables_number_frame(t, n);
		node.inlines = named && t->rp.locations.all[n].around;
		node.parent = stack_trie_add(&t->stacks, &node);
		if (last && depth < NR_LAST_FRAMES) {
			last->key[depth] = key;
			last->node[depth] = node.parent;
			last->nr = depth + 1;
		}
	}
	return node.parent;
}

/* Make a stack of the chain of @k, whose members chain and epoch are in @key. */
static struct stack_of_chain make_stack(struct tables *t, const struct hist_entry *k,
					const struct stack_of_chain *key)
{
	struct stack_of_chain c = *key;

	c.stack = add_stack(t, k);
	c.cut = t->rp.walked_cut;
	return c;
}

/* The stack of a chain that an address space had before, or a new one. */
static struct stack_of_chain find_stack(struct tables *t, const struct hist_entry *k,
					const struct stack_of_chain *key)
{
	struct stack_of_chain *c;

	if (!grow_stacks_of_chains(t))
		return *key;
	c = stack_of_chain_slot(t->chains, t->chains_mask, key, 0);
	if (!c->used) {
		*c = make_stack(t, k, key);
		t->nr_chains++;
	}
	return *c;
}

/* Most chains are of one address space, so the last stack of a chain is tried first. */
uint32_t tables_number_stack(struct tables *t, const struct hist_entry *k)
{
	const struct stack_of_chain key = { .chain = k->chain,
					    .epoch = t->rp.hist->whos[k->who].epoch,
					    .used = true };
	struct last_of_chain *of_chain;
	struct stack_of_chain *last;

	if (!k->chain)
		return 0;
	if (!mem_room_zeroed(&t->last_of_chain, &t->cap_chains, k->chain,
			     sizeof(*t->last_of_chain))) {
		session_set_err(&t->s, -ENOMEM);
		return 0;
	}
	of_chain = &t->last_of_chain[k->chain];
	last = &of_chain->stack;
	if (last->used && last->epoch == key.epoch)
		return last->stack;
	if (last->used) {
		*last = find_stack(t, k, &key);
		of_chain->frame = 0;
	} else {
		*last = make_stack(t, k, &key);
	}
	return last->stack;
}

void tables_count_cut_stack(struct tables *t, const struct hist_entry *k, uint64_t nr)
{
	if (k->chain && k->chain < t->cap_chains && t->last_of_chain[k->chain].stack.cut)
		t->losses.cut_stacks += nr;
}

void tables_warn_cut_stacks(const struct tables *t, const char *option)
{
	const uint64_t nr = t->losses.cut_stacks;

	if (nr)
		rep_err("%s: the limit %s %llu cut the call stacks of %llu sample%s: their "
			"outermost callers are missing; a larger limit keeps them",
			t->s.path, option, (unsigned long long)t->opts.max_stack,
			(unsigned long long)nr, pd_plural(nr));
}

/* Samples with one chain mostly have one address, too. */
uint32_t tables_number_address(struct tables *t, const struct hist_entry *k,
			       const struct hist_resolve_ctx *at)
{
	const bool has_last = k->chain && k->chain < t->cap_chains;
	struct last_of_chain *last = has_last ? &t->last_of_chain[k->chain] : NULL;
	const uint32_t cpumode = hist_entry_cpumode(k);
	uint32_t frame;

	if (last && last->frame && last->ip == k->ip && last->cpumode == cpumode)
		return last->frame;
	frame = tables_number_frame(t, location_collect(&t->rp.locations, at, cpumode, k->ip));
	if (last) {
		last->ip = k->ip;
		last->cpumode = cpumode;
		last->frame = frame;
	}
	return frame;
}

void tables_prefetch_stack(const struct tables *t, const struct hist_entry *k, unsigned step)
{
	const struct last_of_chain *last = k->chain < t->cap_chains ? &t->last_of_chain[k->chain]
								    : NULL;

	if (!k->chain)
		return;
	if (step && (!last || !last->stack.used))
		chain_prefetch(&t->rp, k, step - 1);
	else if (!step && last)
		pd_prefetch(last);
}

/* The number of functions that are inlined at the frame of a node. */
static uint32_t nr_inlined(const struct tables *t, const struct stack_node *n)
{
	return n->inlines ? t->frames[n->frame].nr_inlined : 0;
}

/*
 * A node keeps its number and becomes the innermost function at its address. The functions that
 * contain it get rows of their own behind those of all nodes, between the node and its parent.
 */
static void complete_stack(struct tables *t, uint32_t i)
{
	const struct stack_node *n = &t->stacks.all[i];
	const struct tables_frame *f = &t->frames[n->frame];
	struct tables_stack row = {
		.parent = n->parent,
		.frame = n->inlines ? f->outer : n->frame,
		.depth = n->parent ? t->rows[n->parent].depth + 1 : 1,
	};

	for (uint32_t k = nr_inlined(t, n); k-- > 0;) {
		t->rows[++t->nr_rows] = row;
		row.parent = t->nr_rows;
		row.depth++;
		row.frame = f->inlined + k;
	}
	t->rows[i] = row;
}

int tables_complete_stacks(struct tables *t)
{
	uint64_t nr = t->stacks.nr;

	for (uint32_t i = 1; i <= t->stacks.nr; i++)
		nr += nr_inlined(t, &t->stacks.all[i]);
	if (nr >= UINT32_MAX)
		return -ENOMEM;
	t->rows = mem_big_alloc(nr + 1, sizeof(*t->rows));
	if (!t->rows)
		return -ENOMEM;
	t->nr_rows = t->stacks.nr;
	for (uint32_t i = 1; i <= t->stacks.nr; i++)
		complete_stack(t, i);
	return 0;
}

uint32_t tables_nr_stacks(const struct tables *t)
{
	return t->nr_rows;
}

const struct tables_stack *tables_stack(const struct tables *t, uint32_t n)
{
	return &t->rows[n];
}
