/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Makes a symbol table of a jitdump, the file in which a language runtime describes the code that
 * it made.
 */
#include "object/elf/sym_ranges.h"
#include "object/elf/symbol_sources.h"

#include "base/memory.h"
#include "object/symbols/jit_files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define WINDOW (64u << 10)     /* while all records are read */
#define NAME_WINDOW (1u << 10) /* while one is */

struct jit_code {
	uint64_t start, size;
	uint32_t off; /* offset of the record with its name */
	uint32_t nth;
};

struct jit_dump {
	struct pdata_window w;
	struct pdata_jitdump header;
	struct jit_code *code;
	uint32_t nr, max;
};

static void add_code(struct jit_dump *d, uint64_t start, uint64_t size, uint32_t off)
{
	if (!size || size > UINT64_MAX - start || d->nr == d->max)
		return;
	d->code[d->nr] = (struct jit_code){ start, size, off, d->nr };
	d->nr++;
}

/*
 * Records that are searched for a moved function: there are many functions, but a function is
 * moved soon.
 */
#define MOVE_BACK 4096u

static void add_move(struct jit_dump *d, const struct pdata_jit_record *r)
{
	for (uint32_t i = d->nr; i > 0 && d->nr - i < MOVE_BACK; i--) {
		if (d->code[i - 1].start != r->old_addr)
			continue;
		add_code(d, r->addr, r->code_size, d->code[i - 1].off);
		return;
	}
}

/* Count the records that describe code. */
static uint32_t count_records(struct jit_dump *d)
{
	struct pdata_jit_record r;
	uint32_t nr = 0;

	for (uint64_t off = d->header.header_size;
	     pdata_jitdump_record(&d->w, &d->header, off, &r) > 0; off += r.size)
		nr += r.is_whole;
	return nr;
}

/* Return: false if the size of a record is invalid; records before it are kept. */
static bool read_records(struct jit_dump *d)
{
	struct pdata_jit_record r;
	int ret;

	for (uint64_t off = d->header.header_size;
	     (ret = pdata_jitdump_record(&d->w, &d->header, off, &r)) > 0; off += r.size)
		if (r.is_whole && r.type == PDATA_JIT_CODE_LOAD)
			add_code(d, r.addr, r.code_size, (uint32_t)off);
		else if (r.is_whole)
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

static int read_jit_name(const struct sym_text *x, const struct sym_range *r, char **name)
{
	struct pdata_jitdump header;
	struct pdata_jit_record rec = { 0 };
	struct pdata_window w;
	int ret = sym_text_open_window(x, &w, NAME_WINDOW);

	if (ret)
		return ret;
	if (pdata_jitdump_header(&w, &header) != PDATA_E_KIND)
		pdata_jitdump_record(&w, &header, r->off, &rec);
	sym_text_close_window(&w);
	if (!rec.name)
		return -ESTALE;
	return sym_text_copy(x, rec.name, (size_t)rec.name_len, name);
}

/*
 * If several functions are at one address, the last one is kept; a function ends where the next
 * one begins.
 */
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
	const int err = pdata_jitdump_header(&d->w, &d->header);

	*why = "is not a jitdump file";
	if (err == PDATA_E_KIND)
		return 0;
	*why = "is another process's";
	if (d->header.pid != pid)
		return 0;
	*why = "is damaged: a record ends after the end of the file";
	if (!err) {
		d->max = count_records(d);
		d->code = mem_grow(NULL, d->max, sizeof(*d->code));
		if (!d->code)
			return -ENOMEM;
		if (read_records(d))
			*why = NULL;
	}
	return make_jit_table(d, x, t);
}

int sym_jitdump_load(const struct sym_text *x, uint32_t pid, struct sym_table_priv *t,
		     const char **why)
{
	struct jit_dump d = { 0 };
	struct sym_text text = *x;
	int ret = sym_text_open_window(x, &d.w, WINDOW);

	*why = NULL;
	if (!ret)
		ret = load_jitdump_records(&d, x, pid, t, why);
	sym_text_close_window(&d.w);
	free(d.code);
	if (ret <= 0)
		sym_text_close(&text);
	return ret;
}
