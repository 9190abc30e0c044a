/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sort keys that every recording has: pid, comm, dso, symbol, address, and sizes of symbol and
 * object.
 */
#include "profile/keys/keys_names.h"

#include "base/digits.h"
#include "object/symbols/dso_kind.h"
#include "object/symbols/location.h"
#include "profile/keys/key_kinds.h"
#include "profile/keys/key_pack.h"

#include <stdio.h>
#include <string.h>

/* A missing value is last in ascending lists. */
static int missing_cmp(const void *a, const void *b)
{
	return !a && !b ? 0 : !a ? -1 : 1;
}

/* ---- thread ------------------------------------------------------------------------------ */

/*
 * These two kinds compare rows directly, without a getter: commands and objects are the most
 * frequent sort keys.
 */
static int comm_cmp(const struct report *rp, const struct rep_key *k, const struct rep_row *a,
		    const struct rep_row *b)
{
	(void)rp;
	(void)k;
	return a->who->comm_index == b->who->comm_index ? 0 : strcmp(b->who->comm, a->who->comm);
}

static uint64_t comm_hash(const struct report *rp, const struct rep_key *k, const struct rep_row *r)
{
	(void)rp;
	(void)k;
	return r->who->comm_index;
}

const char *key_comm_text(const struct report *rp, const struct rep_key *k, const struct rep_row *r,
			  char scratch[KEY_SCRATCH])
{
	(void)rp;
	(void)k;
	(void)scratch;
	return r->who->comm;
}

const char *key_final_comm(const struct report *rp, const struct rep_key *k,
			   const struct rep_row *r, char scratch[KEY_SCRATCH])
{
	(void)rp;
	(void)k;
	(void)scratch;
	return r->who->final_comm;
}

/* perf makes columns as wide as the thread's last command. */
static unsigned comm_width(const struct report *rp, const struct rep_key *k,
			   const struct rep_row *r)
{
	return (unsigned)strlen(key_final_comm(rp, k, r, NULL));
}

const struct key_kind key_comm = { comm_cmp, comm_hash, comm_width, key_print_value,
				   key_pack_text };

/* ---- location ---------------------------------------------------------------------------- */

static int object_cmp(const struct report *rp, const struct rep_key *k, const struct rep_row *a,
		      const struct rep_row *b)
{
	(void)rp;
	(void)k;
	return key_text_order(a->dso, b->dso);
}

static uint64_t object_hash(const struct report *rp, const struct rep_key *k,
			    const struct rep_row *r)
{
	(void)rp;
	(void)k;
	return key_text_hash(r->dso);
}

const char *key_object_text(const struct report *rp, const struct rep_key *k,
			    const struct rep_row *r, char scratch[KEY_SCRATCH])
{
	(void)rp;
	(void)k;
	(void)scratch;
	return r->dso;
}

unsigned key_no_object_width(const struct report *rp)
{
	const struct report_opts *o = rp->opts;

	return o->show.widths || o->show.separator || o->select.dso_list ? 0 : 16;
}

static unsigned object_width(const struct report *rp, const struct rep_key *k,
			     const struct rep_row *r)
{
	const unsigned w = r->dso ? (unsigned)strlen(r->dso) : 0;
	const unsigned none = r->sym ? 0 : key_no_object_width(rp);

	(void)k;
	return w < none ? none : w;
}

const struct key_kind key_object = { object_cmp, object_hash, object_width, key_print_value,
				     key_pack_text };

int key_sym_cmp(const struct sym *a, const struct sym *b)
{
	if (!a || !b)
		return missing_cmp(a, b);
	if (a == b)
		return 0;
	/* As in perf, inlined functions of one name whose ranges overlap or touch are equal. */
	if (a->inlined || b->inlined) {
		int c = strcmp(a->name, b->name);

		if (c || (a->start <= b->end && a->end >= b->start))
			return c;
	}
	if (a->start != b->start)
		return (int64_t)(b->start - a->start) < 0 ? -1 : 1;
	return a->end == b->end ? 0 : (int64_t)(b->end - a->end) < 0 ? -1 : 1;
}

static int symbol_cmp(const struct report *rp, const struct rep_key *k, const struct rep_row *a,
		      const struct rep_row *b)
{
	int c;

	(void)k;
	if (!a->sym && !b->sym)
		return key_addr_order(a->addr, b->addr);
	if (!rp->has_dso && (c = key_text_order(a->dso, b->dso)))
		return c;
	return key_sym_cmp(a->sym, b->sym);
}

int key_symbol_order(const struct report *rp, const struct rep_key *k, const struct rep_row *a,
		     const struct rep_row *b)
{
	(void)rp;
	(void)k;
	if (!a->sym || !b->sym)
		return missing_cmp(a->sym, b->sym);
	return strcmp(b->sym->name, a->sym->name);
}

static uint64_t symbol_hash(const struct report *rp, const struct rep_key *k,
			    const struct rep_row *r)
{
	(void)rp;
	(void)k;
	/* Inlined functions are equal by name. */
	return r->sym ? key_text_hash(r->sym->name) : r->addr;
}

unsigned key_symbol_width(const struct report *rp, const struct rep_key *k, const struct rep_row *r)
{
	(void)rp;
	(void)k;
	return r->sym ? (unsigned)strlen(r->sym->name) + 4 : KEY_NO_NAME_WIDTH;
}

int key_print_sym(const struct sym *sym, const struct pdata_map *map, uint64_t addr, char level,
		  char *buf, size_t size, unsigned width)
{
	const char head[4] = { '[', level, ']', ' ' };
	struct rep_cell c = { .buf = buf, .size = size };

	rep_cell_mem(&c, head, sizeof(head));
	if (sym && map && sym->object) {
		rep_cell_mem(&c, sym->name, strlen(sym->name));
		rep_cell_mem(&c, "+0x", 3);
		rep_cell_hex(&c, addr - resolve_memory_addr(map, sym->start), 1);
	} else if (sym && map) {
		/* As in perf, a column too narrow for the level does not cut the name. */
		rep_cell_mem(&c, sym->name,
			     width < 4 ? strlen(sym->name) : strnlen(sym->name, width - 4));
		if (sym->inlined)
			rep_cell_mem(&c, " (inlined)", 10);
	} else {
		if (addr)
			rep_cell_mem(&c, "0x", 2);
		rep_cell_hex(&c, addr, 16);
	}
	return rep_cell_end(&c);
}

static int symbol_print(const struct report *rp, const struct rep_key *k, const struct rep_row *r,
			char *buf, size_t size, unsigned width)
{
	(void)rp;
	(void)k;
	return key_print_sym(r->sym, r->map, r->addr, r->level, buf, size, width);
}

const struct key_kind key_symbol = { symbol_cmp, symbol_hash, NULL, symbol_print, key_pack_symbol };

/* kallsyms has the start and end of the kernel; otherwise the map's size is used. */
static uint64_t kernel_size(const struct report *rp, const struct pdata_map *map)
{
	const char *path = symbols_path(rp->s->syms, map->object);
	uint64_t start, end;

	if (!path || (!rp->opts->in.kallsyms && !strstr(path, "kallsyms")) ||
	    !symbols_bounds(rp->s->syms, map->object, &start, &end))
		return map->end - map->start;
	return end - start;
}

/* The size of the part of the row's map that later maps have not covered. */
static uint64_t user_size(const struct report *rp, const struct rep_row *r)
{
	/* Rows of callers and of branches have addresses in memory. */
	const uint64_t ip = r->first_pos || rp->mode == REPORT_BRANCH
				    ? r->addr
				    : resolve_memory_addr(r->map, r->addr);
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
	if (!r->sym)
		return 0;
	/* The symbol of code without a file has no end: the code is as long as its map. */
	if (r->sym->end == UINT64_MAX && r->map)
		return r->map->end - r->map->start;
	return r->sym->end - r->sym->start;
}

uint64_t key_object_size(const struct report *rp, const struct rep_key *k, const struct rep_row *r)
{
	(void)k;
	if (!r->map)
		return 0;
	if (dso_kind_of(r->map->object) == DSO_KIND_KERNEL)
		return kernel_size(rp, r->map);
	return r->level == '.' ? user_size(rp, r) : r->map->end - r->map->start;
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

/*
 * The address in memory, computed from that in the object. Rows of callers already have one in
 * memory, so for them the result is wrong, as in perf.
 */
uint64_t key_addr(const struct report *rp, const struct rep_key *k, const struct rep_row *r)
{
	(void)rp;
	(void)k;
	return r->map ? r->addr - (resolve_object_addr(r->map, r->map->start) - r->map->start)
		      : r->addr;
}

int key_addr_print(const struct report *rp, const struct rep_key *k, const struct rep_row *r,
		   char *buf, size_t size, unsigned width)
{
	const uint64_t addr = key_addr(rp, k, r);
	struct rep_cell c = { .buf = buf, .size = size };

	if (addr)
		rep_cell_mem(&c, "0x", 2);
	rep_cell_hex(&c, addr, 1);
	if (c.len < width)
		rep_cell_pad(&c, ' ', width - c.len);
	return rep_cell_end(&c);
}
