/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * jit-PID.dump, written by language runtimes: what code they made where. The layout is that of
 * tools/perf/Documentation/jitdump-specification.txt.
 */
#include "object/elf/sym_ranges.h"
#include "object/elf/symbol_sources.h"

#include "base/memory.h"
#include "object/symbols/jit_files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define MAGIC 0x4a695444u
#define HEADER_SIZE 40u
#define RECORD_SIZE 16u /* type, size, time */
#define PID_OFF 20u
#define WINDOW (64u << 10)     /* while all records are read */
#define NAME_WINDOW (1u << 10) /* while one is */

enum { CODE_LOAD = 0, CODE_MOVE = 1 };

/* Offsets in the body of a record: pid and tid are before. */
enum {
	LOAD_ADDR = 16,
	LOAD_SIZE = 24,
	LOAD_NAME = 40,
	MOVE_OLD = 16,
	MOVE_NEW = 24,
	MOVE_SIZE = 32,
	MOVE_END = 48
};

struct jit_code {
	uint64_t start, size;
	uint32_t off; /* of the record with its name */
	uint32_t nth;
};

struct jit_dump {
	struct sym_window w;
	uint64_t len;
	bool swap;
	struct jit_code *code;
	uint32_t nr, max;
};

/* A record whose body is at @at. */
struct jit_record {
	uint32_t type, size; /* size: of the body */
	uint64_t at;
};

static uint32_t jit_u32(const struct jit_dump *d, const char *p)
{
	uint32_t v;

	memcpy(&v, p, sizeof(v));
	return d->swap ? __builtin_bswap32(v) : v;
}

static uint64_t jit_u64(const struct jit_dump *d, const char *p)
{
	uint64_t v;

	memcpy(&v, p, sizeof(v));
	return d->swap ? __builtin_bswap64(v) : v;
}

/* The record at @at. Return: 1; 0: the file ends there; -1: its size leads nowhere. */
static int read_record(struct jit_dump *d, uint64_t at, struct jit_record *r)
{
	const char *p = d->len - at < RECORD_SIZE ? NULL : sym_window_span(&d->w, at, RECORD_SIZE);
	uint32_t size;

	if (!p)
		return 0;
	size = jit_u32(d, p + 4);
	if (size < RECORD_SIZE || size > d->len - at)
		return -1;
	*r = (struct jit_record){ jit_u32(d, p), size - RECORD_SIZE, at + RECORD_SIZE };
	return 1;
}

/* Where the name of a load ends; 0: it has none. */
static uint64_t end_of_name(struct jit_dump *d, const struct jit_record *r)
{
	const uint64_t last = r->at + r->size;
	uint64_t end;

	if (r->type != CODE_LOAD || r->size <= LOAD_NAME)
		return 0;
	end = sym_window_find(&d->w, r->at + LOAD_NAME, last, 0);
	return end < last ? end : 0;
}

static void add_code(struct jit_dump *d, uint64_t start, uint64_t size, uint32_t off)
{
	if (!size || size > UINT64_MAX - start || d->nr == d->max)
		return;
	d->code[d->nr] = (struct jit_code){ start, size, off, d->nr };
	d->nr++;
}

static void add_load(struct jit_dump *d, const struct jit_record *r)
{
	const char *p = end_of_name(d, r) ? sym_window_span(&d->w, r->at, LOAD_NAME) : NULL;

	if (p)
		add_code(d, jit_u64(d, p + LOAD_ADDR), jit_u64(d, p + LOAD_SIZE),
			 (uint32_t)(r->at - RECORD_SIZE));
}

/* How far back a moved function is looked for: there are many functions, but moves come soon. */
#define MOVE_BACK 4096u

static void add_move(struct jit_dump *d, const struct jit_record *r)
{
	const char *p = r->size < MOVE_END ? NULL : sym_window_span(&d->w, r->at, MOVE_END);
	const uint64_t old = p ? jit_u64(d, p + MOVE_OLD) : 0;

	for (uint32_t i = d->nr; p && i > 0 && d->nr - i < MOVE_BACK; i--) {
		if (d->code[i - 1].start != old)
			continue;
		add_code(d, jit_u64(d, p + MOVE_NEW), jit_u64(d, p + MOVE_SIZE),
			 d->code[i - 1].off);
		return;
	}
}

/* How many records may say where code is. */
static uint32_t count_records(struct jit_dump *d, uint64_t at)
{
	struct jit_record r;
	uint32_t nr = 0;

	for (; read_record(d, at, &r) > 0; at = r.at + r.size)
		nr += r.type == CODE_LOAD   ? r.size > LOAD_NAME
		      : r.type == CODE_MOVE ? r.size >= MOVE_END
					    : 0;
	return nr;
}

/* Return: false when a record's size leads nowhere; what was read before stays. */
static bool read_records(struct jit_dump *d, uint64_t at)
{
	struct jit_record r;
	int ret;

	for (; (ret = read_record(d, at, &r)) > 0; at = r.at + r.size)
		if (r.type == CODE_LOAD)
			add_load(d, &r);
		else if (r.type == CODE_MOVE)
			add_move(d, &r);
	return !ret;
}

static int compare_jit_code(const void *x, const void *y)
{
	const struct jit_code *a = x, *b = y;

	if (a->start != b->start)
		return a->start < b->start ? -1 : 1;
	return a->nth < b->nth ? -1 : 1;
}

/* The byte order of a file says its first word. Return: whether it is a jitdump. */
static bool find_byte_order(struct jit_dump *d, const char *header)
{
	const uint32_t magic = jit_u32(d, header);

	d->swap = magic == __builtin_bswap32(MAGIC);
	return d->swap || magic == MAGIC;
}

static int read_jit_name(const struct sym_text *x, const struct sym_range *r, char **name)
{
	struct jit_dump d = { .len = x->len };
	struct jit_record rec;
	const char *p;
	uint64_t end = 0;
	int ret = sym_window_open(&d.w, x, NAME_WINDOW);

	if (ret)
		return ret;
	p = sym_window_span(&d.w, 0, HEADER_SIZE);
	if (p && find_byte_order(&d, p) && read_record(&d, r->off, &rec) > 0)
		end = end_of_name(&d, &rec);
	sym_window_close(&d.w);
	if (!end)
		return -ESTALE;
	return sym_text_copy(x, rec.at + LOAD_NAME, (size_t)(end - rec.at - LOAD_NAME), name);
}

/* Of several functions at one address the last one counts, and one ends where the next begins. */
static void add_jit_ranges(const struct jit_dump *d, struct sym_ranges *r)
{
	for (uint32_t i = 0; i < d->nr; i++) {
		const struct jit_code *c = &d->code[i], *next = i + 1 < d->nr ? c + 1 : NULL;
		uint64_t size = c->size;

		if (next && next->start == c->start)
			continue;
		if (next && next->start - c->start < size)
			size = next->start - c->start;
		sym_ranges_add(r, c->start, size, c->off);
	}
}

static int make_jit_table(struct jit_dump *d, const struct sym_text *x, struct sym_table_priv *t)
{
	struct sym_ranges *r;

	if (d->nr)
		qsort(d->code, d->nr, sizeof(*d->code), compare_jit_code);
	r = sym_ranges_new(d->nr, x->len);
	if (!r)
		return -ENOMEM;
	add_jit_ranges(d, r);
	if (sym_ranges_finish(r)) {
		sym_ranges_free(r);
		return -ENOMEM;
	}
	sym_ranges_set_text(r, x, read_jit_name, true);
	sym_table_set_ranges(t, r);
	return 1;
}

static int load_jitdump_records(struct jit_dump *d, const struct sym_text *x, uint32_t pid,
				struct sym_table_priv *t, const char **why)
{
	const char *p = sym_window_span(&d->w, 0, HEADER_SIZE);
	uint32_t header;

	*why = "is no jitdump file";
	if (!p || !find_byte_order(d, p))
		return 0;
	header = jit_u32(d, p + 8);
	*why = "is another process's";
	if (jit_u32(d, p + PID_OFF) != pid)
		return 0;
	*why = "is damaged: a record's size leads outside";
	if (header >= HEADER_SIZE && header <= d->len) {
		d->max = count_records(d, header);
		d->code = mem_grow(NULL, d->max, sizeof(*d->code));
		if (!d->code)
			return -ENOMEM;
		if (read_records(d, header))
			*why = NULL;
	}
	return make_jit_table(d, x, t);
}

int sym_jitdump_load(const struct sym_text *x, uint32_t pid, struct sym_table_priv *t,
		     const char **why)
{
	struct jit_dump d = { .len = x->len };
	struct sym_text text = *x;
	int ret = sym_window_open(&d.w, x, WINDOW);

	*why = NULL;
	if (!ret)
		ret = load_jitdump_records(&d, x, pid, t, why);
	sym_window_close(&d.w);
	free(d.code);
	if (ret <= 0)
		sym_text_close(&text);
	return ret;
}
