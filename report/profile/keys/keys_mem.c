/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sort keys of --mem-mode: accessed object, cache line, physical address, page size, and the
 * fields of PERF_SAMPLE_DATA_SRC.
 */
#include "profile/keys/keys_mem.h"

#include "object/symbols/object_symbols.h"
#include "profile/hist/data_src.h"
#include "profile/keys/keys_names.h"
#include "profile/keys/keys_sample.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define PART_MAX 63 /* of the text of a part of data_src: perf's buffer */

/* PROT_ and MAP_ values, the same on all machines. */
#define PROT_EXEC 4u
#define MAP_SHARED 1u

/* In the mode's rows 'from' is the place of the instruction, 'to' that of the data. */
static const struct location *data_of(const struct report *rp, const struct rep_row *r)
{
	return &rp->places.all[r->to];
}

static const struct location *code_of(const struct report *rp, const struct rep_row *r)
{
	return &rp->places.all[r->from];
}

/* perf's order of addresses: by the sign of a difference. */
static int far_order(uint64_t a, uint64_t b)
{
	return a == b ? 0 : (int64_t)(b - a) < 0 ? -1 : 1;
}

/* ---- addresses --------------------------------------------------------------------------- */

static unsigned location_name_width(const struct location *p)
{
	return p->sym ? (unsigned)strlen(p->sym->name) + KEY_NO_NAME_WIDTH : KEY_NO_NAME_WIDTH;
}

#define LOCATION_KEY(id, place_of)                                                                 \
	int key_mem_##id##_cmp(const struct report *rp, const struct rep_row *a,                   \
			       const struct rep_row *b)                                            \
	{                                                                                          \
		return far_order(place_of(rp, a)->ip, place_of(rp, b)->ip);                        \
	}                                                                                          \
                                                                                                   \
	uint64_t key_mem_##id##_hash(const struct report *rp, const struct rep_row *r)             \
	{                                                                                          \
		return place_of(rp, r)->ip;                                                        \
	}                                                                                          \
                                                                                                   \
	unsigned key_mem_##id##_width(const struct report *rp, const struct rep_row *r)            \
	{                                                                                          \
		return location_name_width(place_of(rp, r));                                       \
	}                                                                                          \
                                                                                                   \
	int key_mem_##id##_print(const struct report *rp, const struct rep_row *r, char *buf,      \
				 size_t size, unsigned width)                                      \
	{                                                                                          \
		const struct location *p = place_of(rp, r);                                        \
                                                                                                   \
		return key_print_sym(p->sym, p->map, p->ip, r->level, buf, size, width);           \
	}

LOCATION_KEY(daddr, data_of)
LOCATION_KEY(iaddr, code_of)

/* Known after rows_build(), which asks for every row's names. */
static const char *data_dso(const struct report *rp, const struct rep_row *r)
{
	const struct pdata_map *map = data_of(rp, r)->map;

	return map ? rp->places.dso_short[map->object->index] : NULL;
}

int key_mem_dso_cmp(const struct report *rp, const struct rep_row *a, const struct rep_row *b)
{
	return key_dso_cmp(data_dso(rp, b), data_dso(rp, a));
}

uint64_t key_mem_dso_hash(const struct report *rp, const struct rep_row *r)
{
	return key_text_hash(data_dso(rp, r));
}

unsigned key_mem_dso_width(const struct report *rp, const struct rep_row *r)
{
	const struct report_opts *o = rp->opts;
	const char *dso = data_dso(rp, r);

	if (dso)
		return (unsigned)strlen(dso);
	return o->show.widths || o->show.separator || o->select.dso_list ? 0 : 16;
}

int key_mem_dso_print(const struct report *rp, const struct rep_row *r, char *buf, size_t size,
		      unsigned width)
{
	const char *dso = data_dso(rp, r);

	return snprintf(buf, size, "%-*.*s", (int)width, (int)width, dso ? dso : "[unknown]");
}

/* ---- cache lines ------------------------------------------------------------------------- */

static uint64_t data_cache_line(const struct report *rp, const struct rep_row *r)
{
	return data_of(rp, r)->addr & ~(uint64_t)(rp->cache_line - 1);
}

static bool has_file(const struct pdata_object *o)
{
	return o->maj || o->min || o->ino;
}

/* Of a process alone: anonymous and private. */
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

int key_mem_line_cmp(const struct report *rp, const struct rep_row *a, const struct rep_row *b)
{
	const struct pdata_map *x = data_of(rp, a)->map, *y = data_of(rp, b)->map;
	int c = FALL(a->mode, b->mode);

	if (!c && (!x || !y))
		c = !x && !y ? 0 : !x ? -1 : 1;
	else if (!c)
		c = object_order(x->object, y->object);
	if (!c && x && y && is_own(a, x))
		c = FALL((int32_t)a->who->pid, (int32_t)b->who->pid);
	return c ? c : FALL(data_cache_line(rp, a), data_cache_line(rp, b));
}

uint64_t key_mem_line_hash(const struct report *rp, const struct rep_row *r)
{
	return data_cache_line(rp, r);
}

unsigned key_mem_line_width(const struct report *rp, const struct rep_row *r)
{
	const struct location *p = data_of(rp, r);

	return location_name_width(p) + (p->sym != NULL);
}

int key_mem_line_print(const struct report *rp, const struct rep_row *r, char *buf, size_t size,
		       unsigned width)
{
	const struct location *p = data_of(rp, r);
	char level = r->level;

	if (!p->map)
		level = 'X';
	else if (r->mode != PDATA_CPUMODE_KERNEL && !(p->map->prot & PROT_EXEC) &&
		 p->map->flags & MAP_SHARED && has_file(p->map->object))
		level = 's';
	return key_print_sym(p->sym, p->map, data_cache_line(rp, r), level, buf, size, width);
}

const char *key_phys_text(const struct report *rp, const struct rep_key *k, const struct rep_row *r,
			  char scratch[KEY_SCRATCH])
{
	(void)rp;
	(void)k;
	snprintf(scratch, KEY_SCRATCH, "[%c] %-#.16" PRIx64, r->level, r->extra->phys_addr);
	return scratch;
}

/* ---- where the data was ------------------------------------------------------------------ */

#define PART_KEY(id, part)                                                                         \
	int key_mem_##id##_cmp(const struct report *rp, const struct rep_row *a,                   \
			       const struct rep_row *b)                                            \
	{                                                                                          \
		(void)rp;                                                                          \
		return (int)data_src_part(b->extra->data_src, part) -                              \
		       (int)data_src_part(a->extra->data_src, part);                               \
	}                                                                                          \
	uint64_t key_mem_##id##_hash(const struct report *rp, const struct rep_row *r)             \
	{                                                                                          \
		(void)rp;                                                                          \
		return data_src_part(r->extra->data_src, part);                                    \
	}

#define PART_TEXT(id)                                                                              \
	int key_mem_##id##_print(const struct report *rp, const struct rep_row *r, char *buf,      \
				 size_t size, unsigned width)                                      \
	{                                                                                          \
		char text[PART_MAX + 1];                                                           \
                                                                                                   \
		(void)rp;                                                                          \
		data_src_##id(r->extra->data_src, text, PART_MAX);                                 \
		return snprintf(buf, size, "%-*s", (int)width, text);                              \
	}

PART_KEY(level, DATA_SRC_LEVEL)
PART_KEY(snoop, DATA_SRC_SNOOP)
PART_KEY(tlb, DATA_SRC_TLB)
PART_KEY(locked, DATA_SRC_LOCKED)
PART_KEY(blocked, DATA_SRC_BLOCKED)
PART_TEXT(level)
PART_TEXT(snoop)
PART_TEXT(tlb)

int key_mem_locked_print(const struct report *rp, const struct rep_row *r, char *buf, size_t size,
			 unsigned width)
{
	(void)rp;
	return snprintf(buf, size, "%.*s", (int)width, data_src_locked(r->extra->data_src));
}

int key_mem_blocked_print(const struct report *rp, const struct rep_row *r, char *buf, size_t size,
			  unsigned width)
{
	char text[16];

	(void)rp;
	data_src_blocked(r->extra->data_src, text, sizeof(text));
	return snprintf(buf, size, "%.*s", (int)width, text);
}
