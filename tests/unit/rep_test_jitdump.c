/* SPDX-License-Identifier: BSD-2-Clause */
#include "object/elf/sym_text.h"
#include "object/elf/symbol_sources.h"
#include "object/symbols/jit_files.h"
#include "t_memory.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

/* A jitdump file as the specification in the kernel's tools/perf/Documentation has it. */
struct dump {
	uint8_t data[4096];
	size_t len;
	bool swap;
};

static void put(struct dump *d, uint64_t v, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		const bool big = d->swap != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);

		d->data[d->len + i] = (uint8_t)(v >> 8 * (big ? size - 1 - i : i));
	}
	d->len += size;
}

static void head(struct dump *d, uint32_t pid)
{
	const uint32_t words[] = { 0x4a695444, 1, 40, 62, 0, pid };

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		put(d, words[i], 4);
	put(d, 1000, 8);
	put(d, 0, 8);
}

static void load(struct dump *d, uint64_t addr, uint64_t size, const char *name)
{
	const size_t len = strlen(name) + 1;

	put(d, 0, 4);
	put(d, 16 + 40 + len + 4, 4);
	put(d, 1001, 8);
	put(d, 7, 4);
	put(d, 7, 4);
	put(d, addr, 8);
	put(d, addr, 8);
	put(d, size, 8);
	put(d, 1, 8);
	memcpy(d->data + d->len, name, len);
	d->len += len;
	put(d, 0, 4); /* of the code */
}

static void move(struct dump *d, uint64_t from, uint64_t to, uint64_t size)
{
	put(d, 1, 4);
	put(d, 16 + 48, 4);
	put(d, 1002, 8);
	put(d, 7, 4);
	put(d, 7, 4);
	put(d, to, 8);
	put(d, from, 8);
	put(d, to, 8);
	put(d, size, 8);
	put(d, 1, 8);
}

static struct sym_table_priv *read_dump(const struct dump *d, size_t len, const char **why)
{
	const struct sym_text x = { .mem = (const char *)d->data, .fd = -1, .len = len };
	struct sym_table_priv *t = sym_table_new();

	if (sym_jitdump_load(&x, 7, t, why))
		return t;
	sym_table_free(t);
	return NULL;
}

static const char *name_at(struct sym_table_priv *t, uint64_t addr)
{
	const struct sym *s = sym_table_find(&t->pub, addr);

	return s ? s->name : "";
}

static void make(struct dump *d)
{
	head(d, 7);
	load(d, 0x1000, 0x100, "first");
	load(d, 0x2000, 0x100, "_Z6secondv");
	load(d, 0x1000, 0x80, "later");
	move(d, 0x2000, 0x3000, 0x100);
}

TEST(jitdump_functions_are_named_by_address)
{
	for (int swap = 0; swap < 2; swap++) {
		struct dump d = { .swap = swap };
		const char *why;
		struct sym_table_priv *t;

		make(&d);
		t = read_dump(&d, d.len, &why);
		CHECK(t && !why);
		CHECK(!strcmp(name_at(t, 0x1010), "later"));
		CHECK(!strcmp(name_at(t, 0x1090), ""));
		CHECK(!strcmp(name_at(t, 0x20ff), "second"));
		CHECK(!strcmp(name_at(t, 0x3001), "second"));
		sym_table_free(t);
	}
}

TEST(a_jitdump_of_another_process_gives_no_names)
{
	struct dump d = { 0 };
	const char *why;

	head(&d, 8);
	load(&d, 0x1000, 0x100, "first");
	CHECK(!read_dump(&d, d.len, &why));
	CHECK(!strcmp(why, "is another process's"));
}

TEST(a_jitdump_cut_anywhere_gives_what_is_before)
{
	struct dump d = { 0 };
	const char *why;

	make(&d);
	for (size_t len = 0; len < d.len; len++) {
		struct sym_table_priv *t = read_dump(&d, len, &why);

		CHECK(t || len < 40);
		sym_table_free(t);
	}
	/* A size of nothing must not be walked for ever. */
	memset(d.data + 40 + 4, 0, 4);
	sym_table_free(read_dump(&d, d.len, &why));
	CHECK(why);
}

#ifdef T_MEMORY_COUNTS
#define FUNCTIONS 200000u
#define SLACK ((rlim_t)512 << 10)

/* A file of functions with @code bytes of machine code each. Return: its bytes. */
static size_t write_dump(char path[256], size_t code)
{
	const size_t each = 16 + 40 + 16 + code;
	char *record = calloc(1, each);
	struct dump d = { .len = 0 };
	FILE *f;

	snprintf(path, 256, "%s/jit-7.dump", test_dir());
	f = fopen(path, "w");
	CHECK(f && record);
	head(&d, 7);
	fwrite(d.data, d.len, 1, f);
	for (uint32_t i = 0; i < FUNCTIONS; i++) {
		const uint64_t addr = 4096 + i * 1024ull;
		const uint32_t words[] = { 0, (uint32_t)each };
		const uint64_t body[] = { 1001, 7, addr, addr, 400, i };

		memcpy(record, words, sizeof(words));
		memcpy(record + 8, body, sizeof(body));
		snprintf(record + 56, 16, "function%07u", i);
		CHECK_U(fwrite(record, each, 1, f), 1);
	}
	free(record);
	CHECK_I(fclose(f), 0);
	return d.len + FUNCTIONS * each;
}

static void read_in_memory_of_its_size(size_t code)
{
	struct sym_table_priv *t = sym_table_new();
	char path[256], name[16];
	const struct sym *s;
	struct sym_text x;
	const char *why;
	const size_t size = write_dump(path, code);

	t_limit_data(t_data_bytes() + size + SLACK);
	CHECK_I(sym_text_open(&x, path, SYM_ANY_OWNER), 0);
	CHECK_I(sym_jitdump_load(&x, 7, t, &why), 1);
	CHECK_S(why, NULL);
	CHECK_U(t->pub.nr, FUNCTIONS);
	for (uint32_t i = 0; i < FUNCTIONS; i += 9973) {
		s = sym_table_find(&t->pub, 4096 + i * 1024ull + 5);
		snprintf(name, sizeof(name), "function%07u", i);
		CHECK(s);
		CHECK_S(s->name, name);
		CHECK(s == sym_table_find(&t->pub, 4096 + i * 1024ull));
	}
	sym_table_free(t);
}

TEST(a_large_jitdump_takes_no_more_memory_than_it_has_bytes)
{
	read_in_memory_of_its_size(100);
}

TEST(a_large_jitdump_without_code_takes_no_more_memory_than_it_has_bytes)
{
	read_in_memory_of_its_size(0);
}
#endif
