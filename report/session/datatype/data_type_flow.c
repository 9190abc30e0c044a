/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Follows addresses in registers from instruction to instruction: a value that is loaded through a
 * pointer has the type of the member there, and may be a pointer itself. The value of a register
 * at an instruction is known if it is the same on every path to that instruction.
 */
#include "session/datatype/data_type_int.h"

#include "base/memory.h"
#include "common/binary_search.h"

#ifdef HAVE_DW

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct state {
	struct type_value reg[DISASM_REGS];
};

struct flow {
	struct type_code *c;
	struct state *in;      /* registers at the beginning of each block */
	struct state indirect; /* registers at jumps through registers and tables, merged */
	uint32_t *queue, head, nr_queued; /* ring of blocks that must be run */
	bool *queued;			  /* by block: whether it is in the queue */
	uint32_t *first;		  /* by block: its first step */
};

static const struct type_value anything = { .kind = TYPE_ANYTHING };

static bool type_values_equal(const struct type_value *a, const struct type_value *b)
{
	return a->kind == b->kind && a->type == b->type && a->off == b->off;
}

static bool is_address_value(const struct type_value *v)
{
	return v->kind == TYPE_POINTER || v->kind == TYPE_ADDRESS;
}

/*
 * Return: the value of a register that is @a on one path and @b on another: the value that both
 * paths agree on. Zero agrees with every address.
 */
static struct type_value merge_type_values(struct type_value a, struct type_value b)
{
	if (a.kind == TYPE_NEVER || (a.kind == TYPE_ZERO && is_address_value(&b)))
		return b;
	if (b.kind == TYPE_NEVER || (b.kind == TYPE_ZERO && is_address_value(&a)))
		return a;
	return type_values_equal(&a, &b) ? a : anything;
}

/* Return: whether @to changes. */
static bool merge_register_states(struct state *to, const struct state *from)
{
	bool changed = false;

	for (unsigned i = 0; i < DISASM_REGS; i++) {
		const struct type_value v = merge_type_values(to->reg[i], from->reg[i]);

		changed |= !type_values_equal(&v, &to->reg[i]);
		to->reg[i] = v;
	}
	return changed;
}

static struct type_value value_at(const struct state *s, int reg)
{
	return reg >= 0 && reg < (int)DISASM_REGS ? s->reg[reg] : anything;
}

/*
 * Add @n to a value. A pointer that leaves its object by a multiple of the object's size points to
 * another element of an array, at the same offset.
 */
static struct type_value add_to_type_value(const struct type_code *c, struct type_value v,
					   uint64_t n)
{
	int64_t off, size;

	if (v.kind == TYPE_ADDRESS) {
		v.off += n;
		return v;
	}
	if (v.kind != TYPE_POINTER)
		return anything;
	size = (int64_t)c->f->types[v.type].size;
	if (size <= 0)
		return anything;
	off = (int64_t)(v.off + n);
	if (off < 0 || off >= size) {
		if ((int64_t)n % size)
			return anything;
		off = (int64_t)v.off;
	}
	v.off = (uint64_t)off;
	return v;
}

static struct type_offset type_at_memory(const struct type_code *c, const struct state *s,
					 const struct disasm_memory *m)
{
	struct type_value v = value_at(s, m->base);

	if (m->kind != DISASM_AT)
		return (struct type_offset){ 0, 0 };
	if (!is_address_value(&v))
		v = value_at(s, m->index);
	if (v.kind == TYPE_ADDRESS)
		return type_global_at(c->f, v.off + (uint64_t)m->disp);
	if (v.kind == TYPE_POINTER)
		return (struct type_offset){ v.type, (int64_t)(v.off + (uint64_t)m->disp) };
	return (struct type_offset){ 0, 0 };
}

/* Return: the value of a register after a load from @at. */
static struct type_value loaded(const struct type_code *c, struct type_offset at)
{
	Dwarf_Die leaf;
	uint64_t size;

	if (!at.type || at.off < 0 || (uint64_t)at.off >= c->f->types[at.type].size ||
	    !type_die_leaf(&c->f->types[at.type].die, (uint64_t)at.off, &leaf) ||
	    !type_die_size(&leaf, &size) || size != c->pointer)
		return anything;
	return type_value_of(c->f, &leaf);
}

static struct type_value sum(const struct type_code *c, const struct state *s,
			     const struct disasm_step *is)
{
	const struct type_value a = value_at(s, is->from), b = value_at(s, is->also);

	if (is_address_value(&a) && is_address_value(&b))
		return anything;
	return add_to_type_value(c, is_address_value(&a) ? a : b, is->number);
}

static struct type_value effect(const struct type_code *c, const struct state *s,
				const struct disasm_step *is, struct type_offset at)
{
	switch (is->kind) {
	case DISASM_MOVE:
		return value_at(s, is->from);
	case DISASM_MAYBE:
		return merge_type_values(value_at(s, is->from), value_at(s, is->also));
	case DISASM_LOAD:
		return loaded(c, at);
	case DISASM_ADD:
		if (is->zero)
			return (struct type_value){ .kind = TYPE_ZERO };
		if (is->from < 0)
			return (struct type_value){ .kind = TYPE_ADDRESS, .off = is->number };
		return add_to_type_value(c, value_at(s, is->from), is->number);
	case DISASM_ADD_TWO:
		return sum(c, s, is);
	case DISASM_OTHER:
		break;
	}
	return anything;
}

static struct type_value returned(const struct type_code *c, uint64_t pc)
{
	const size_t lo = pd_first_from(c->calls, c->nr_calls, pc, pc);

	return lo < c->nr_calls && c->calls[lo].pc == pc ? c->calls[lo].value : anything;
}

/* Apply step @i to the registers @s. Return: the type of the memory that the step accesses. */
static struct type_offset apply_step(const struct type_code *c, uint32_t i, struct state *s)
{
	const struct type_step *x = &c->steps[i];
	struct type_value to, also = anything;
	struct type_offset at;

	for (uint32_t k = 0; k < x->nr_facts; k++)
		s->reg[c->facts[x->facts + k].reg] = c->facts[x->facts + k].value;
	at = x->mem.type ? x->mem : type_at_memory(c, s, &x->is.mem);
	to = effect(c, s, &x->is, at);
	if (x->is.kind == DISASM_LOAD && x->is.also >= 0)
		also = loaded(c, (struct type_offset){ at.type, at.off + (int64_t)c->pointer });
	for (unsigned r = 0; r < DISASM_REGS; r++)
		if (x->is.written >> r & 1)
			s->reg[r] = anything;
	if (x->is.to >= 0)
		s->reg[x->is.to] = to;
	if (x->is.kind == DISASM_LOAD && x->is.also >= 0)
		s->reg[x->is.also] = also;
	if (x->is.call && i + 1 < c->nr)
		s->reg[DISASM_RESULT] = returned(c, x[1].pc);
	return at;
}

/* ---- blocks ------------------------------------------------------------------------------ */

static void reach(struct flow *w, uint32_t block, const struct state *s)
{
	if (!merge_register_states(&w->in[block], s) || w->queued[block])
		return;
	w->queued[block] = true;
	w->queue[(w->head + w->nr_queued++) % w->c->nr_blocks] = block;
}

static uint32_t step_at(const struct type_code *c, uint64_t pc)
{
	const uint32_t lo = (uint32_t)pd_first_from(c->steps, c->nr, pc, pc);

	return lo < c->nr && c->steps[lo].pc == pc ? lo : UINT32_MAX;
}

static void run_block(struct flow *w, uint32_t block)
{
	struct type_code *c = w->c;
	struct state s = w->in[block];

	for (uint32_t i = w->first[block]; i < c->nr; i++) {
		const struct disasm_step *is = &c->steps[i].is;
		uint32_t to;

		if (i != w->first[block] && c->steps[i].begins) {
			reach(w, c->steps[i].block, &s);
			return;
		}
		apply_step(c, i, &s);
		to = is->jumps ? step_at(c, is->target) : UINT32_MAX;
		if (to != UINT32_MAX)
			reach(w, c->steps[to].block, &s);
		if (is->is_indirect)
			merge_register_states(&w->indirect, &s);
		if (is->ends)
			return;
	}
}

static void run_all(struct flow *w)
{
	while (w->nr_queued) {
		const uint32_t block = w->queue[w->head];

		w->head = (w->head + 1) % w->c->nr_blocks;
		w->nr_queued--;
		w->queued[block] = false;
		run_block(w, block);
	}
}

/* Fill in the memory types of the steps of each block, from the registers at its beginning. */
static void answer(struct flow *w)
{
	struct type_code *c = w->c;

	for (uint32_t b = 0; b < c->nr_blocks; b++) {
		struct state s = w->in[b];

		for (uint32_t i = w->first[b];
		     i < c->nr && (i == w->first[b] || !c->steps[i].begins); i++)
			c->steps[i].mem = apply_step(c, i, &s);
	}
}

void type_flow_blocks(struct type_code *c)
{
	for (uint32_t i = 0; i < c->nr; i++) {
		const struct disasm_step *is = &c->steps[i].is;
		const uint32_t to = is->jumps ? step_at(c, is->target) : UINT32_MAX;

		if (to != UINT32_MAX)
			c->steps[to].begins = true;
		if ((is->jumps || is->ends) && i + 1 < c->nr)
			c->steps[i + 1].begins = true;
	}
	c->steps[0].begins = true;
	for (uint32_t i = 0; i < c->nr; i++)
		if (c->steps[i].begins)
			c->steps[i].block = c->nr_blocks++;
}

static void follow_flow(struct flow *w)
{
	struct type_code *c = w->c;
	struct state start;
	uint32_t entry;

	for (uint32_t i = 0; i < c->nr; i++)
		if (c->steps[i].begins)
			w->first[c->steps[i].block] = i;
	for (unsigned i = 0; i < DISASM_REGS; i++)
		start.reg[i] = anything;
	entry = step_at(c, c->entry);
	reach(w, entry != UINT32_MAX && c->steps[entry].begins ? c->steps[entry].block : 0, &start);
	run_all(w);
	for (uint32_t b = 0; b < c->nr_blocks; b++) {
		if (w->in[b].reg[0].kind != TYPE_NEVER || c->steps[w->first[b]].is.is_nop)
			continue;
		reach(w, b, w->indirect.reg[0].kind == TYPE_NEVER ? &start : &w->indirect);
		run_all(w);
	}
	answer(w);
}

void type_flow(struct type_code *c)
{
	struct flow w = { .c = c };

	w.in = mem_alloc(c->nr_blocks, sizeof(*w.in));
	w.queue = mem_alloc(c->nr_blocks, sizeof(*w.queue));
	w.queued = mem_alloc(c->nr_blocks, sizeof(*w.queued));
	w.first = mem_alloc(c->nr_blocks, sizeof(*w.first));
	if (w.in && w.queue && w.queued && w.first)
		follow_flow(&w);
	else
		*c->f->err = -ENOMEM;
	free(w.in);
	free(w.queue);
	free(w.queued);
	free(w.first);
}

#endif
