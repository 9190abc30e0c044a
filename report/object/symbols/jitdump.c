/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * jit-PID.dump, written by language runtimes: what code they made where. The layout is that of
 * tools/perf/Documentation/jitdump-specification.txt.
 */
#include "object/elf/symbol_sources.h"

#include "base/command.h"

#include <stdlib.h>
#include <string.h>

#define MAGIC 0x4a695444u
#define HEADER_SIZE 40u
#define RECORD_SIZE 16u /* type, size, time */
#define PID_OFF 20u

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
	const char *name;
	uint32_t nth;
};

struct jit_dump {
	const uint8_t *data;
	size_t len;
	bool swap;
	struct jit_code *code;
	uint32_t nr;
};

static uint32_t u32_at(const struct jit_dump *d, size_t at)
{
	uint32_t v;

	memcpy(&v, d->data + at, sizeof(v));
	return d->swap ? __builtin_bswap32(v) : v;
}

static uint64_t jit_u64(const struct jit_dump *d, size_t at)
{
	uint64_t v;

	memcpy(&v, d->data + at, sizeof(v));
	return d->swap ? __builtin_bswap64(v) : v;
}

static void add_code(struct jit_dump *d, uint64_t start, uint64_t size, const char *name)
{
	if (!size || size > UINT64_MAX - start || d->nr == INT32_MAX)
		return;
	if (!(d->nr & (d->nr - 1)))
		d->code = rep_grow(d->code, d->nr ? 2 * (size_t)d->nr : 1, sizeof(*d->code));
	d->code[d->nr] = (struct jit_code){ start, size, name, d->nr };
	d->nr++;
}

static void add_load(struct jit_dump *d, size_t at, size_t size)
{
	const char *name = (const char *)d->data + at + LOAD_NAME;

	if (size > LOAD_NAME && memchr(name, 0, size - LOAD_NAME))
		add_code(d, jit_u64(d, at + LOAD_ADDR), jit_u64(d, at + LOAD_SIZE), name);
}

/* How far back a moved function is looked for: there are many functions, but moves come soon. */
#define MOVE_BACK 4096u

static void add_move(struct jit_dump *d, size_t at, size_t size)
{
	uint64_t old;

	if (size < MOVE_END)
		return;
	old = jit_u64(d, at + MOVE_OLD);
	for (uint32_t i = d->nr; i > 0 && d->nr - i < MOVE_BACK; i--) {
		if (d->code[i - 1].start != old)
			continue;
		add_code(d, jit_u64(d, at + MOVE_NEW), jit_u64(d, at + MOVE_SIZE),
			 d->code[i - 1].name);
		return;
	}
}

/* Return: false when a record's size leads nowhere; what was read before stays. */
static bool read_records(struct jit_dump *d, size_t at)
{
	while (d->len - at >= RECORD_SIZE) {
		const uint32_t type = u32_at(d, at), size = u32_at(d, at + 4);

		if (size < RECORD_SIZE || size > d->len - at)
			return false;
		if (type == CODE_LOAD)
			add_load(d, at + RECORD_SIZE, size - RECORD_SIZE);
		else if (type == CODE_MOVE)
			add_move(d, at + RECORD_SIZE, size - RECORD_SIZE);
		at += size;
	}
	return true;
}

static int compare_jit_code(const void *x, const void *y)
{
	const struct jit_code *a = x, *b = y;

	if (a->start != b->start)
		return a->start < b->start ? -1 : 1;
	return a->nth < b->nth ? -1 : 1;
}

static void release(void *text)
{
	free(text);
}

/* Of several functions at one address the last one counts, and one ends where the next begins. */
static void add_jit_ranges(struct jit_dump *d, struct sym_table_priv *t)
{
	struct sym_build b;

	if (d->nr)
		qsort(d->code, d->nr, sizeof(*d->code), compare_jit_code);
	sym_build_init(&b, true);
	for (uint32_t i = 0; i < d->nr; i++) {
		const struct jit_code *c = &d->code[i], *next = i + 1 < d->nr ? c + 1 : NULL;
		uint64_t end = c->start + c->size;

		if (next && next->start == c->start)
			continue;
		if (next && next->start < end)
			end = next->start;
		sym_build_add(&b, &(struct sym){ .start = c->start,
						 .end = end,
						 .name = c->name,
						 .binding = SYM_GLOBAL,
						 .state = SYM_NAME_RAW });
	}
	sym_build_settle(&b, SYM_SETTLE_PLAIN);
	sym_build_finish(&b, t);
}

bool sym_jitdump_load(char *data, size_t len, uint32_t pid, struct sym_table_priv *t,
		      const char **why)
{
	struct jit_dump d = { .data = (const uint8_t *)data, .len = len };
	uint32_t magic = 0, header;

	if (len >= HEADER_SIZE)
		magic = u32_at(&d, 0);
	d.swap = magic == __builtin_bswap32(MAGIC);
	*why = "is no jitdump file";
	if (magic != MAGIC && !d.swap)
		goto out;
	header = u32_at(&d, 8);
	*why = "is another process's";
	if (u32_at(&d, PID_OFF) != pid)
		goto out;
	*why = "is damaged: a record's size leads outside";
	if (header >= HEADER_SIZE && header <= len && read_records(&d, header))
		*why = NULL;
	add_jit_ranges(&d, t);
	sym_table_hold(t, data, release);
	free(d.code);
	return true;
out:
	free(data);
	return false;
}
