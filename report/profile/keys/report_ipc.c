/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Computes instructions per cycle of a function: disassembles the blocks that branch stacks show
 * and divides by their cycles.
 */
#include "profile/keys/report_ipc.h"

#include "base/memory.h"
#include "object/disasm/disasm.h"
#include "profile/keys/report_blocks.h"

#include <stdlib.h>
#include <string.h>

#define CODE_MAX (1u << 20)  /* bytes of a function; ends of symbols may be wrong */
#define OVERLAPS_MAX 0x7fffu /* perf ignores blocks whose nr_longer reaches this value */

/* The result of a function, computed once. */
struct known {
	bool asked, have;
	struct ipc ipc;
};

struct report_ipc {
	struct interner syms; /* pointers */
	struct known *known;  /* by number in syms */
	uint32_t cap;
	struct disasm_last last;
};

struct report_ipc *report_ipc_new(struct report *rp)
{
	(void)rp;
	return mem_alloc(1, sizeof(struct report_ipc));
}

void report_ipc_free(struct report_ipc *p)
{
	if (!p)
		return;
	interner_free(&p->syms);
	free(p->known);
	disasm_free(p->last.dis);
	free(p);
}

/* ---- instructions ------------------------------------------------------------------------ */

/*
 * The instructions of a function: for each offset up to its length, the number of instructions
 * that begin before it.
 */
struct code {
	uint32_t *before; /* array of len + 1 elements */
	uint64_t len;
};

static void count_instructions(struct disasm *dis, const uint8_t *bytes, struct code *c)
{
	uint64_t next = 0;

	for (uint64_t at = 0; at < c->len; at++) {
		c->before[at + 1] = c->before[at] + (at == next);
		if (at == next) {
			const size_t n = disasm_length(dis, bytes + at, c->len - at);

			next += n ? n : 1;
		}
	}
}

static bool code_read(struct report_ipc *p, const struct report *rp, const struct rep_row *r,
		      struct code *c)
{
	const uint64_t size = r->sym->end - r->sym->start;
	const size_t max = size < CODE_MAX ? (size_t)size : CODE_MAX;
	struct disasm_bytes b = { .p = mem_alloc(max + 1, 1), .max = max };
	struct disasm_machine m;
	struct disasm *dis = NULL;

	if (!b.p)
		report_no_memory(rp);
	else if (r->map && !symbols_code(rp->s->syms, r->map->object, r->sym->start, &b, &m))
		dis = disasm_for(&p->last, &m);
	*c = (struct code){ .len = b.len };
	if (dis)
		c->before = mem_alloc(b.len + 1, sizeof(*c->before));
	if (c->before)
		count_instructions(dis, b.p, c);
	else if (dis)
		report_no_memory(rp);
	free(b.p);
	return c->before != NULL;
}

/* ---- cycles ------------------------------------------------------------------------------ */

struct sums {
	uint64_t cycles;
	uint64_t nr;	  /* instructions executed in the blocks */
	uint32_t covered; /* instructions of the function that are in a block */
};

/* The number of instructions of the block that were in no block before. */
static uint32_t count_new_insns(const struct code *c, const struct report_block *k, bool *seen)
{
	uint32_t fresh = 0;

	for (uint64_t at = k->start; at <= k->end; at++) {
		if (c->before[at + 1] == c->before[at] || seen[at])
			continue;
		seen[at] = true;
		fresh++;
	}
	return fresh;
}

static void add_block_to_ipc(struct sums *s, const struct code *c, const struct report_block *k,
			     bool *seen)
{
	uint32_t nr, fresh;

	if (!k->have_start || !k->cycles || k->end >= c->len || k->start > k->end ||
	    k->nr_longer >= OVERLAPS_MAX)
		return;
	nr = c->before[k->end + 1] - c->before[k->start];
	fresh = nr ? count_new_insns(c, k, seen) : 0;
	if (!fresh)
		return;
	s->cycles += k->cycles;
	s->nr += nr * k->nr;
	s->covered += fresh;
}

static struct ipc compute_ipc(const struct report *rp, const struct rep_row *r,
			      const struct code *c)
{
	bool *seen = mem_alloc(c->len + 1, sizeof(*seen));
	struct sums s = { .nr = 0 };
	const struct report_block *k;
	struct ipc ipc = { .per_cycle = 0 };

	if (!seen) {
		report_no_memory(rp);
		return ipc;
	}
	for (uint32_t n = report_blocks_of(rp->blocks, r->sym, &k); n-- > 0;)
		add_block_to_ipc(&s, c, &k[n], seen);
	free(seen);
	if (s.cycles)
		ipc.per_cycle = (double)s.nr / (double)s.cycles;
	if (c->before[c->len])
		ipc.coverage = 100.0 * s.covered / c->before[c->len];
	return ipc;
}

/* Return: NULL if memory is exhausted. */
static struct known *known_of(struct report_ipc *p, const struct sym *sym)
{
	const uint32_t n = interner_add(&p->syms, &sym, sizeof(sym));

	return n && mem_room_zeroed(&p->known, &p->cap, n, sizeof(*p->known)) ? &p->known[n] : NULL;
}

bool report_ipc_of(const struct report *rp, const struct rep_row *r, struct ipc *out)
{
	struct known *k;
	struct code code;

	if (!rp->ipc)
		return false;
	k = known_of(rp->ipc, r->sym);
	if (!k) {
		report_no_memory(rp);
		return false;
	}
	if (!k->asked) {
		k->asked = true;
		k->have = code_read(rp->ipc, rp, r, &code);
		if (k->have)
			k->ipc = compute_ipc(rp, r, &code);
		free(code.before);
	}
	*out = k->ipc;
	return k->have;
}
