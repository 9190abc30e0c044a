/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sort keys that every recording has: pid, comm, dso, symbol, address, and sizes of symbol and
 * object.
 */
#include "profile/keys/keys_names.h"

#include "object/symbols/dso_kind.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* What is missing comes last where lists rise. */
static int missing_cmp(const void *a, const void *b)
{
	return !a && !b ? 0 : !a ? -1 : 1;
}

int key_addr_order(uint64_t a, uint64_t b)
{
	return a == b ? 0 : (int64_t)(b - a) < 0 ? -1 : 1;
}

uint64_t key_text_hash(const char *s)
{
	uint64_t h = 1469598103934665603ull;

	if (!s)
		return 0;
	for (; *s; s++)
		h = (h ^ (unsigned char)*s) * 1099511628211ull;
	return h;
}

/* ---- thread ------------------------------------------------------------------------------ */

/* What the thread is called in the end: perf makes columns as wide as that. */
static const char *final_comm(const struct thread_ctx *w)
{
	return w->final_comm[0] ? w->final_comm : w->comm;
}

const char *key_final_comm(const struct report *rp, const struct rep_key *k,
			   const struct rep_row *r, char scratch[KEY_SCRATCH])
{
	(void)rp;
	(void)k;
	(void)scratch;
	return final_comm(r->who);
}

int key_comm_cmp(const struct report *rp, const struct rep_row *a, const struct rep_row *b)
{
	(void)rp;
	return a->who->comm_index == b->who->comm_index ? 0 : strcmp(b->who->comm, a->who->comm);
}

uint64_t key_comm_hash(const struct report *rp, const struct rep_row *r)
{
	(void)rp;
	return r->who->comm_index;
}

unsigned key_comm_width(const struct report *rp, const struct rep_row *r)
{
	(void)rp;
	return (unsigned)strlen(final_comm(r->who));
}

int key_comm_print(const struct report *rp, const struct rep_row *r, char *buf, size_t size,
		   unsigned width)
{
	(void)rp;
	return snprintf(buf, size, "%-*.*s", (int)width, (int)width, r->who->comm);
}

/* ---- place ------------------------------------------------------------------------------- */

int key_dso_cmp(const char *a, const char *b)
{
	if (!a || !b)
		return missing_cmp(b, a);
	return a == b ? 0 : strcmp(a, b);
}

int key_object_cmp(const struct report *rp, const struct rep_row *a, const struct rep_row *b)
{
	(void)rp;
	return key_dso_cmp(b->dso, a->dso);
}

uint64_t key_object_hash(const struct report *rp, const struct rep_row *r)
{
	(void)rp;
	return key_text_hash(r->dso);
}

unsigned key_object_width(const struct report *rp, const struct rep_row *r)
{
	const struct report_opts *o = rp->opts;
	unsigned w = r->dso ? (unsigned)strlen(r->dso) : 0;

	if (!r->sym && w < 16 && !o->show.widths && !o->show.separator && !o->select.dso_list)
		w = 16;
	return w;
}

int key_object_print(const struct report *rp, const struct rep_row *r, char *buf, size_t size,
		     unsigned width)
{
	(void)rp;
	return snprintf(buf, size, "%-*.*s", (int)width, (int)width, r->dso ? r->dso : "[unknown]");
}

int key_sym_cmp(const struct sym *a, const struct sym *b)
{
	if (!a || !b)
		return missing_cmp(a, b);
	if (a == b)
		return 0;
	/* Functions that are inlined into neighbours are one, as in perf. */
	if (a->inlined || b->inlined) {
		int c = strcmp(a->name, b->name);

		if (c || (a->start <= b->end && a->end >= b->start))
			return c;
	}
	if (a->start != b->start)
		return (int64_t)(b->start - a->start) < 0 ? -1 : 1;
	return a->end == b->end ? 0 : (int64_t)(b->end - a->end) < 0 ? -1 : 1;
}

int key_symbol_cmp(const struct report *rp, const struct rep_row *a, const struct rep_row *b)
{
	int c;

	if (!a->sym && !b->sym)
		return key_addr_order(a->addr, b->addr);
	if (!rp->has_dso && (c = key_object_cmp(rp, a, b)))
		return c;
	return key_sym_cmp(a->sym, b->sym);
}

int key_symbol_order(const struct report *rp, const struct rep_row *a, const struct rep_row *b)
{
	(void)rp;
	if (!a->sym || !b->sym)
		return missing_cmp(a->sym, b->sym);
	return strcmp(b->sym->name, a->sym->name);
}

uint64_t key_symbol_hash(const struct report *rp, const struct rep_row *r)
{
	(void)rp;
	/* Inlined functions are known by their names. */
	return r->sym ? key_text_hash(r->sym->name) : r->addr;
}

unsigned key_symbol_width(const struct report *rp, const struct rep_row *r)
{
	(void)rp;
	return r->sym ? (unsigned)strlen(r->sym->name) + 4 : KEY_NO_NAME_WIDTH;
}

int key_print_sym(const struct sym *sym, const struct pdata_map *map, uint64_t addr, char level,
		  char *buf, size_t size, unsigned width)
{
	if (sym && map && sym->object)
		return snprintf(buf, size, "[%c] %s+0x%" PRIx64, level, sym->name,
				addr - sym_memory_addr(map, sym->start));
	if (sym && map)
		return snprintf(buf, size, "[%c] %.*s%s", level, (int)width - 4, sym->name,
				sym->inlined ? " (inlined)" : "");
	return snprintf(buf, size, "[%c] %-#.16" PRIx64, level, addr);
}

int key_symbol_print(const struct report *rp, const struct rep_row *r, char *buf, size_t size,
		     unsigned width)
{
	(void)rp;
	return key_print_sym(r->sym, r->map, r->addr, r->level, buf, size, width);
}

/* A list of the kernel's symbols says where it begins and ends. */
static uint64_t kernel_size(const struct report *rp, const struct pdata_map *map)
{
	const struct sym_table *t = symbols_table(rp->s->syms, map->object);
	uint64_t start, end;

	if (!t->nr || !t->path || (!rp->opts->in.kallsyms && !strstr(t->path, "kallsyms")))
		return map->end - map->start;
	sym_table_bounds(t, &start, &end);
	return end - start;
}

/* What later maps left of the map around the row's address. */
static uint64_t user_size(const struct rep_row *r)
{
	const uint64_t ip = r->first_pos ? r->addr : sym_memory_addr(r->map, r->addr);
	const struct pdata_map *m;
	uint64_t at = 0, from = 0;

	while ((m = pdata_mapset_next(r->who->maps, &at)) && at <= ip)
		from = at;
	if (m != r->map)
		return r->map->end - r->map->start;
	return at - (m->start > from ? m->start : from);
}

uint64_t key_symbol_size(const struct report *rp, const struct rep_key *k, const struct rep_row *r)
{
	(void)rp;
	(void)k;
	return r->sym ? r->sym->end - r->sym->start : 0;
}

uint64_t key_object_size(const struct report *rp, const struct rep_key *k, const struct rep_row *r)
{
	(void)k;
	if (!r->map)
		return 0;
	if (dso_kind_of(r->map->object) == DSO_KIND_KERNEL)
		return kernel_size(rp, r->map);
	return r->level == '.' ? user_size(r) : r->map->end - r->map->start;
}

static const char *size_text(uint64_t size, char scratch[KEY_SCRATCH])
{
	snprintf(scratch, KEY_SCRATCH, "%d", (int)size);
	return scratch;
}

const char *key_symbol_size_text(const struct report *rp, const struct rep_key *k,
				 const struct rep_row *r, char scratch[KEY_SCRATCH])
{
	return r->sym ? size_text(k->number(rp, k, r), scratch) : NULL;
}

const char *key_object_size_text(const struct report *rp, const struct rep_key *k,
				 const struct rep_row *r, char scratch[KEY_SCRATCH])
{
	return r->map ? size_text(k->number(rp, k, r), scratch) : NULL;
}

/* The address in memory again; callers keep theirs, so for them this is no address, as in perf. */
uint64_t key_addr(const struct report *rp, const struct rep_key *k, const struct rep_row *r)
{
	(void)rp;
	(void)k;
	return r->map ? r->addr - (sym_object_addr(r->map, r->map->start) - r->map->start)
		      : r->addr;
}

const char *key_addr_text(const struct report *rp, const struct rep_key *k, const struct rep_row *r,
			  char scratch[KEY_SCRATCH])
{
	snprintf(scratch, KEY_SCRATCH, "%#" PRIx64, key_addr(rp, k, r));
	return scratch;
}
