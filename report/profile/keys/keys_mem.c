/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sort keys of --mem-mode: accessed object, cache line, physical address, page size, and the
 * fields of PERF_SAMPLE_DATA_SRC.
 */
#include "profile/keys/keys_mem.h"

#include "object/symbols/object_symbols.h"
#include "profile/hist/data_src.h"
#include "profile/keys/keys_branch.h"
#include "profile/keys/keys_names.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define PART_MAX 63 /* characters of a part of data_src; the size of perf's buffer */

/* PROT_ and MAP_ values, which are the same on all machines. */
#define PROT_EXEC 4u
#define MAP_SHARED 1u

/* ---- addresses --------------------------------------------------------------------------- */

static unsigned location_name_width(const struct hist_location *p)
{
	return p->sym ? (unsigned)strlen(p->sym->name) + KEY_NO_NAME_WIDTH : KEY_NO_NAME_WIDTH;
}

unsigned key_end_name_width(const struct report *rp, const struct rep_key *k,
			    const struct rep_row *r)
{
	return location_name_width(key_end(rp, k, r));
}

int key_end_name_print(const struct report *rp, const struct rep_key *k, const struct rep_row *r,
		       char *buf, size_t size, unsigned width)
{
	const struct hist_location *p = key_end(rp, k, r);

	return key_print_sym(p->sym, p->map, p->ip, r->level, buf, size, width);
}

/* ---- cache lines ------------------------------------------------------------------------- */

static bool has_file(const struct pdata_object *o)
{
	return o->maj || o->min || o->ino;
}

/* Whether the memory belongs to one process: anonymous and private. */
static bool is_own(const struct rep_row *r, const struct pdata_map *map)
{
	return r->mode != PDATA_CPUMODE_KERNEL && !(map->flags & MAP_SHARED) &&
	       !has_file(map->object);
}

#define FALL(a, b) ((a) > (b) ? -1 : (a) < (b))

static int object_order(const struct pdata_object *a, const struct pdata_object *b)
{
	int c = FALL(a->maj, b->maj);

	c = c ? c : FALL(a->min, b->min);
	return c ? c : FALL(a->ino, b->ino);
}

static uint64_t cache_line(const struct report *rp, const struct rep_key *k,
			   const struct rep_row *r)
{
	return key_end(rp, k, r)->addr & ~(uint64_t)(rp->cache_line - 1);
}

static int cache_line_cmp(const struct report *rp, const struct rep_key *k, const struct rep_row *a,
			  const struct rep_row *b)
{
	const struct pdata_map *x = key_end(rp, k, a)->map, *y = key_end(rp, k, b)->map;
	int c = FALL(a->mode, b->mode);

	if (!c && (!x || !y))
		c = !x && !y ? 0 : !x ? -1 : 1;
	else if (!c)
		c = object_order(x->object, y->object);
	if (!c && x && y && is_own(a, x))
		c = FALL((int32_t)a->who->pid, (int32_t)b->who->pid);
	return c ? c : FALL(cache_line(rp, k, a), cache_line(rp, k, b));
}

static unsigned cache_line_width(const struct report *rp, const struct rep_key *k,
				 const struct rep_row *r)
{
	const struct hist_location *p = key_end(rp, k, r);

	return location_name_width(p) + (p->sym != NULL);
}

static int cache_line_print(const struct report *rp, const struct rep_key *k,
			    const struct rep_row *r, char *buf, size_t size, unsigned width)
{
	const struct hist_location *p = key_end(rp, k, r);
	char level = r->level;

	if (!p->map)
		level = 'X';
	else if (r->mode != PDATA_CPUMODE_KERNEL && !(p->map->prot & PROT_EXEC) &&
		 p->map->flags & MAP_SHARED && has_file(p->map->object))
		level = 's';
	return key_print_sym(p->sym, p->map, cache_line(rp, k, r), level, buf, size, width);
}

const struct key_kind key_cache_line = { cache_line_cmp, cache_line, cache_line_width,
					 cache_line_print, NULL };

/* ---- physical address and data source ---------------------------------------------------- */

const char *key_phys_text(const struct report *rp, const struct rep_key *k, const struct rep_row *r,
			  char scratch[KEY_SCRATCH])
{
	(void)rp;
	(void)k;
	snprintf(scratch, KEY_SCRATCH, "[%c] %-#.16" PRIx64, r->level, row_extra(rp, r)->phys_addr);
	return scratch;
}

uint64_t key_data_src(const struct report *rp, const struct rep_key *k, const struct rep_row *r)
{
	(void)rp;
	return data_src_part(row_extra(rp, r)->data_src, k->arg);
}

const char *key_data_src_text(const struct report *rp, const struct rep_key *k,
			      const struct rep_row *r, char scratch[KEY_SCRATCH])
{
	const uint64_t src = row_extra(rp, r)->data_src;

	(void)rp;
	switch ((enum data_src_part)k->arg) {
	case DATA_SRC_LEVEL:
		data_src_level(src, scratch, PART_MAX);
		break;
	case DATA_SRC_SNOOP:
		data_src_snoop(src, scratch, PART_MAX);
		break;
	case DATA_SRC_TLB:
		data_src_tlb(src, scratch, PART_MAX);
		break;
	case DATA_SRC_LOCKED:
		return data_src_locked(src);
	case DATA_SRC_BLOCKED:
		data_src_blocked(src, scratch, PART_MAX);
		break;
	}
	return scratch;
}
