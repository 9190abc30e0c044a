/* SPDX-License-Identifier: BSD-2-Clause */
/* Perf maps: the same symbols as from their whole text in memory, in less memory than that. */
#include "object/elf/sym_text.h"
#include "object/elf/symbol_sources.h"
#include "object/symbols/jit_files.h"
#include "t_memory.h"
#include "test.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static const char *at(struct sym_table_priv *t, uint64_t addr)
{
	const struct sym *s = sym_table_find(&t->pub, addr);

	return s ? s->name : NULL;
}

static struct sym_table_priv *read_text(const char *text, size_t len)
{
	const struct sym_text x = { .mem = text, .fd = -1, .len = len };
	struct sym_table_priv *t = sym_table_new();

	CHECK_I(perf_map_load(&x, t), 0);
	return t;
}

static struct sym_table_priv *read_file(const char *path)
{
	struct sym_table_priv *t = sym_table_new();
	struct sym_text x;

	CHECK_I(sym_text_open(&x, path, SYM_ANY_OWNER), 0);
	CHECK_I(perf_map_load(&x, t), 0);
	return t;
}

static const char *write_file(const void *text, size_t len)
{
	static char path[256];
	FILE *f;

	snprintf(path, sizeof(path), "%s/perf-7.map", test_dir());
	f = fopen(path, "w");
	CHECK(f);
	CHECK_U(fwrite(text, 1, len, f), len);
	CHECK_I(fclose(f), 0);
	return path;
}

TEST(lines_of_a_perf_map_are_symbols)
{
	static const char text[] = "1000 80 alpha beta\nzz\n1100 0x10 hex\n1200 8 ab\n1300 8 "
				   "cutoff";
	struct sym_table_priv *t = read_text(text, sizeof(text) - 1);

	CHECK_U(t->pub.nr, 3);
	CHECK_S(at(t, 0x107f), "alpha beta");
	CHECK_S(at(t, 0x1080), NULL);
	CHECK_S(at(t, 0x110f), "hex");
	CHECK_S(at(t, 0x1300), "cutof"); /* perf takes the last letter for the newline */
	sym_table_free(t);
	t = read_text("", 0);
	CHECK_U(t->pub.nr, 0);
	sym_table_free(t);
}

/* ---- the same as strtoull() and perf's tree of symbols ---- */

static uint32_t state = 1;

static uint32_t any(uint32_t below)
{
	state = state * 1664525u + 1013904223u;
	return (uint32_t)(((uint64_t)state * below) >> 32);
}

static void add_expected_line(struct sym_build *b, char *s, size_t len)
{
	char *end;
	const uint64_t start = strtoull(s, &end, 16);
	size_t off = (size_t)(end - s) + 1;
	uint64_t size;

	if (off + 2 >= len)
		return;
	size = strtoull(s + off, &end, 16);
	off = (size_t)(end - s) + 1;
	if (off + 2 < len)
		sym_build_add(b, &(struct sym){ .start = start,
						.end = start + size,
						.name = s + off,
						.binding = SYM_GLOBAL });
}

/* @text is changed. */
static struct sym_table_priv *expected(char *text, size_t len)
{
	struct sym_table_priv *t = sym_table_new();
	struct sym_build b;

	sym_build_init(&b, false);
	for (char *s = text, *last = text + len, *end; s < last; s = end + 1) {
		end = memchr(s, '\n', (size_t)(last - s));
		end = end ? end : last - 1;
		*end = 0;
		add_expected_line(&b, s, (size_t)(end - s));
	}
	sym_build_settle(&b, SYM_SETTLE_PLAIN);
	sym_build_finish(&b, t);
	return t;
}

static size_t make_line(char *to, unsigned kind, uint64_t *next)
{
	static const char junk[] = " 0x-+1fFgz\t\vab";
	size_t n = 0;

	switch (kind) {
	case 0: /* in order */
		*next += 16 + any(3) * 8;
		return (size_t)snprintf(to, 64, "%llx %x in_order%u\n", (unsigned long long)*next,
					1 + any(16), any(1000));
	case 1: /* in no order; some overlap */
		return (size_t)snprintf(to, 64, "%x %x any%u\n", any(1u << 24), any(64), any(1000));
	case 2: /* most overlap */
		return (size_t)snprintf(to, 64, "%x %x many%u\n", any(512),
					any(3) ? any(16) : any(4096), any(1000));
	case 3: /* ends before it starts; more than 64 bits */
		return (size_t)snprintf(to, 64,
					any(2) ? "%x ffffffffffff%x a\n" : "1%016x %x over\n",
					any(512), any(1u << 16));
	default:
		for (unsigned k = any(16); k; k--)
			to[n++] = any(40) ? junk[any(sizeof(junk) - 1)] : 0;
		to[n++] = '\n';
		return n;
	}
}

static void same_symbols(struct sym_table_priv *want, struct sym_table_priv *is, uint64_t addr)
{
	const struct sym *w = sym_table_find(&want->pub, addr), *s = sym_table_find(&is->pub, addr);

	CHECK(!w == !s);
	if (!s)
		return;
	CHECK_U(s->start, w->start);
	CHECK_U(s->end, w->end);
	CHECK_S(s->name, w->name);
	CHECK(s->binding == w->binding);
	CHECK(s == sym_table_get(&is->pub, (uint32_t)(w - want->pub.syms)));
	CHECK_U(sym_table_index(&is->pub, s), (uint32_t)(w - want->pub.syms));
}

static void compare_maps(unsigned kinds, unsigned lines)
{
	char *text = malloc(lines * 64 + 1), *copy;
	struct sym_table_priv *want, *mem, *file;
	uint64_t next = 0;
	size_t len = 0;

	CHECK(text);
	for (unsigned i = 0; i < lines; i++) {
		const unsigned kind = any(5);

		len += make_line(text + len, kinds >> kind & 1 ? kind : 0, &next);
	}
	len -= any(2);
	copy = malloc(len + 1);
	CHECK(copy);
	memcpy(copy, text, len);
	mem = read_text(text, len);
	file = read_file(write_file(text, len));
	want = expected(copy, len);
	CHECK_U(mem->pub.nr, want->pub.nr);
	CHECK_U(file->pub.nr, want->pub.nr);
	for (unsigned i = 0; i < 2000; i++) {
		const struct sym *s = want->pub.nr ? &want->pub.syms[any(want->pub.nr)] : NULL;
		const uint64_t addr = !s || !any(4) ? any(1u << 12)
				      : any(2)	    ? s->start + any(3) - 1
						    : s->end + any(3) - 1;

		same_symbols(want, mem, addr);
		same_symbols(want, file, addr);
	}
	sym_table_free(want);
	sym_table_free(mem);
	sym_table_free(file);
	free(text);
	free(copy);
}

TEST(symbols_of_a_perf_map_are_found_as_perf_finds_them)
{
	for (unsigned kinds = 1; kinds < 32; kinds++)
		for (unsigned lines = 1; lines < 10000; lines *= 9)
			compare_maps(kinds, lines);
}

TEST(a_map_that_changes_after_it_was_read_gives_no_wrong_names)
{
	static const char text[] = "1000 80 alpha\n2000 80 beta\n3000 80 gamma\n",
			  other[] = "1000 80 alpha\n2008 80 delta\n";
	struct sym_table_priv *t = read_file(write_file(text, sizeof(text) - 1));

	CHECK_S(at(t, 0x2000), "beta");
	write_file(other, sizeof(other) - 1);
	CHECK_S(at(t, 0x1000), "alpha");
	CHECK_S(at(t, 0x2000), "beta");
	CHECK_S(at(t, 0x3000), NULL);
	CHECK_I(sym_table_err(&t->pub), 0);
	sym_table_free(t);
}

TEST(files_that_are_open_leave_descriptors_for_others)
{
	static const char text[] = "1000 80 alpha\n";
	const char *path = write_file(text, sizeof(text) - 1);
	struct sym_table_priv *t[600];
	int fd;

	CHECK_I(setrlimit(RLIMIT_NOFILE, &(struct rlimit){ 560, 560 }), 0);
	for (unsigned i = 0; i < 600; i++)
		t[i] = read_file(path);
	fd = dup(0);
	CHECK(fd >= 0);
	close(fd);
	for (unsigned i = 0; i < 600; i++) {
		CHECK_S(at(t[i], 0x1000), "alpha");
		sym_table_free(t[i]);
	}
}

#ifdef T_MEMORY_COUNTS
#define SIZE (16u << 20)
#define SLACK ((rlim_t)1 << 20)

static void read_in_memory_of_its_size(char *text, size_t len, uint32_t nr, uint64_t step)
{
	const char *path = write_file(text, len);
	struct sym_table_priv *t;

	free(text);
	t_limit_data(t_data_bytes() + len + SLACK);
	t = read_file(path);
	CHECK_U(t->pub.nr, nr);
	for (uint64_t i = 0; i < nr; i += 9973)
		CHECK(at(t, i * step));
	sym_table_free(t);
}

TEST(a_large_perf_map_takes_no_more_memory_than_it_has_bytes)
{
	char *text = malloc(SIZE + 64);
	uint32_t nr = 0;
	size_t len = 0;

	CHECK(text);
	for (; len < SIZE; nr++)
		len += (size_t)snprintf(text + len, 64, "%x 40 function_%07u\n", nr * 64, nr);
	read_in_memory_of_its_size(text, len, nr, 64);
}

TEST(a_perf_map_of_short_lines_that_overlap_takes_no_more_memory_than_it_has_bytes)
{
	char *text = malloc(SIZE + 64);
	uint32_t nr = 0;
	size_t len = 0;

	CHECK(text);
	for (; len < SIZE; nr++)
		len += (size_t)snprintf(text + len, 64, "%x 9 abc\n", any(256));
	read_in_memory_of_its_size(text, len, nr, 0);
}
#endif
