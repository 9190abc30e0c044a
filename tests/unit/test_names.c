/* SPDX-License-Identifier: BSD-2-Clause */
/* Files beside ELF that name code, read through windows of any size. */
#include "test.h"

#include <pdata/names.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bytes that are read as those of a file. */
struct bytes {
	const void *data;
	size_t len;
};

static size_t read_bytes(void *arg, uint64_t off, void *buf, size_t len)
{
	const struct bytes *b = arg;

	if (off >= b->len)
		return 0;
	if (len > b->len - off)
		len = b->len - (size_t)off;
	memcpy(buf, (const char *)b->data + off, len);
	return len;
}

static char room[4096];

/* A window of @size bytes, 0: with all bytes in memory. */
static struct pdata_window window_of(struct bytes *b, size_t size)
{
	if (!size)
		return (struct pdata_window){ .len = b->len, .mem = b->data };
	return (struct pdata_window){
		.len = b->len, .read = read_bytes, .arg = b, .buf = room, .size = size
	};
}

static const size_t sizes[] = { 0, PDATA_WINDOW_MIN, 65, 127, sizeof(room) };
#define NR_SIZES (sizeof(sizes) / sizeof(sizes[0]))

/* ---- perf-PID.map ---- */

struct want_line {
	const char *text;
	int ret;
	uint64_t start, size;
	const char *name;
};

static void check_line(const struct want_line *want, const char *after, size_t size)
{
	struct bytes b = { .data = want->text, .len = strlen(want->text) + strlen(after) };
	char text[256], name[256] = "";
	struct pdata_perf_map_line l;
	struct pdata_window w;

	snprintf(text, sizeof(text), "%s%s", want->text, after);
	b.data = text;
	w = window_of(&b, size);
	CHECK_I(pdata_perf_map_line(&w, 0, &l), want->ret);
	CHECK_U(l.off, 0);
	CHECK_U(l.end, strlen(want->text));
	if (!want->ret)
		return;
	CHECK_U(l.start, want->start);
	CHECK_U(l.size, want->size);
	CHECK_U(pdata_window_copy(&w, l.name, name, (size_t)(l.end - l.name)), l.end - l.name);
	CHECK_S(name, want->name);
}

TEST(a_line_of_a_perf_map_is_two_numbers_and_a_name)
{
	static const struct want_line lines[] = {
		{ "1000 80 alpha beta", 1, 0x1000, 0x80, "alpha beta" },
		{ "0x1000 0X8f x", 1, 0x1000, 0x8f, "x" },
		{ " 1000\t+80\tname", 1, 0x1000, 0x80, "name" },
		{ "-1 ffffffffffffffff all", 1, UINT64_MAX, UINT64_MAX, "all" },
		{ "1000000000000000f0 80 more than 64 bits", 1, UINT64_MAX, 0x80,
		  "more than 64 bits" },
		{ "zzz is no number", 1, 0, 0, "z is no number" },
		{ "1000 80 ", 0, 0, 0, "" },
		{ "1000 80", 0, 0, 0, "" },
		{ "1000", 0, 0, 0, "" },
		{ "", 0, 0, 0, "" },
	};

	for (size_t s = 0; s < NR_SIZES; s++)
		for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
			check_line(&lines[i], "\n2000 80 next\n", sizes[s]);
			check_line(&lines[i], "\n", sizes[s]);
			/* The last character of a file stands for its newline. */
			check_line(&lines[i], "?", sizes[s]);
		}
}

TEST(lines_of_a_perf_map_follow_each_other_to_the_end_of_the_file)
{
	static const char text[] = "1000 80 one\n\nno line\n2000 80 two\n3000 80 three?";

	for (size_t s = 0; s < NR_SIZES; s++) {
		struct bytes b = { .data = text, .len = sizeof(text) - 1 };
		struct pdata_window w = window_of(&b, sizes[s]);
		struct pdata_perf_map_line l;
		uint64_t off = 0, sum = 0;
		unsigned nr = 0;

		for (; pdata_perf_map_line(&w, off, &l) >= 0; off = l.end + 1, nr++)
			sum += l.start;
		CHECK_U(nr, 5);
		CHECK_U(sum, 0x6000);
		CHECK_U(off, b.len);
		CHECK_I(pdata_perf_map_line(&w, UINT64_MAX, &l), PDATA_E_CUT);
	}
}

TEST(a_name_longer_than_the_window_is_found_whole)
{
	static char text[60000];
	struct bytes b = { .data = text, .len = sizeof(text) };

	memset(text, 'f', sizeof(text));
	memcpy(text, "1000 80 ", 8);
	text[sizeof(text) - 1] = '\n';
	for (size_t s = 0; s < NR_SIZES; s++) {
		struct pdata_window w = window_of(&b, sizes[s]);
		struct pdata_perf_map_line l;

		CHECK_I(pdata_perf_map_line(&w, 0, &l), 1);
		CHECK_U(l.name, 8);
		CHECK_U(l.end, sizeof(text) - 1);
	}
}

TEST(a_perf_map_that_is_shorter_than_it_was_ends_there)
{
	static const char text[] = "1000 80 one\n2000 80 two\n";

	for (size_t s = 1; s < NR_SIZES; s++)
		for (size_t len = 0; len < sizeof(text); len++) {
			struct bytes b = { .data = text, .len = len };
			struct pdata_window w = window_of(&b, sizes[s]);
			struct pdata_perf_map_line l;
			uint64_t off = 0;
			unsigned nr = 0;

			w.len = sizeof(text) - 1;
			for (; pdata_perf_map_line(&w, off, &l) >= 0; off = l.end + 1)
				CHECK(++nr <= 2);
		}
}

/* ---- jitdump ---- */

struct jitdump_bytes {
	uint8_t data[1024];
	size_t len;
	bool swap;
};

static void put_number(struct jitdump_bytes *d, uint64_t v, size_t size)
{
	const bool big = d->swap != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);

	for (size_t i = 0; i < size; i++)
		d->data[d->len + i] = (uint8_t)(v >> 8 * (big ? size - 1 - i : i));
	d->len += size;
}

/* Header, a function with four bytes of code, a move of it, and a record of another type. */
static void make_jitdump(struct jitdump_bytes *d)
{
	static const uint32_t header[] = { 0x4a695444, 1, 48, 62, 0, 7 };

	for (size_t i = 0; i < 6; i++)
		put_number(d, header[i], 4);
	put_number(d, 1000, 8);
	put_number(d, 1, 8);
	put_number(d, 0x1234, 8); /* of a later version */
	put_number(d, 0, 4);
	put_number(d, 16 + 40 + 6 + 4, 4);
	put_number(d, 1001, 8);
	put_number(d, 7, 4);
	put_number(d, 8, 4);
	put_number(d, 0x9000, 8);
	put_number(d, 0x1000, 8);
	put_number(d, 0x80, 8);
	put_number(d, 3, 8);
	memcpy(d->data + d->len, "first", 6);
	d->len += 6;
	put_number(d, 0xcccccccc, 4);
	put_number(d, 1, 4);
	put_number(d, 16 + 48, 4);
	put_number(d, 1002, 8);
	put_number(d, 7, 4);
	put_number(d, 9, 4);
	put_number(d, 0x9000, 8);
	put_number(d, 0x1000, 8);
	put_number(d, 0x2000, 8);
	put_number(d, 0x80, 8);
	put_number(d, 3, 8);
	put_number(d, 77, 4);
	put_number(d, 16, 4);
	put_number(d, 1003, 8);
}

static void check_load(struct pdata_window *w, const struct pdata_jit_record *r)
{
	char name[8] = "";

	CHECK_U(r->type, PDATA_JIT_CODE_LOAD);
	CHECK_U(r->time_ns, 1001);
	CHECK_U(r->size, 66);
	CHECK(r->is_whole);
	CHECK_U(r->pid, 7);
	CHECK_U(r->tid, 8);
	CHECK_U(r->addr, 0x1000);
	CHECK_U(r->code_size, 0x80);
	CHECK_U(r->index, 3);
	CHECK_U(r->name_len, 5);
	CHECK_U(pdata_window_copy(w, r->name, name, 5), 5);
	CHECK_S(name, "first");
}

static void check_jitdump(struct pdata_window *w, const struct jitdump_bytes *b)
{
	struct pdata_jitdump d;
	struct pdata_jit_record r;

	CHECK_I(pdata_jitdump_header(w, &d), 0);
	CHECK_U(d.swap, b->swap);
	CHECK_U(d.version, 1);
	CHECK_U(d.header_size, 48);
	CHECK_U(d.machine, 62);
	CHECK_U(d.pid, 7);
	CHECK_U(d.time_ns, 1000);
	CHECK_U(d.flags, 1);
	CHECK_I(pdata_jitdump_record(w, &d, d.header_size, &r), 1);
	check_load(w, &r);
	CHECK_I(pdata_jitdump_record(w, &d, r.off + r.size, &r), 1);
	CHECK_U(r.type, PDATA_JIT_CODE_MOVE);
	CHECK(r.is_whole);
	CHECK_U(r.tid, 9);
	CHECK_U(r.old_addr, 0x1000);
	CHECK_U(r.addr, 0x2000);
	CHECK_U(r.code_size, 0x80);
	CHECK_U(r.name_len, 0);
	CHECK_I(pdata_jitdump_record(w, &d, r.off + r.size, &r), 1);
	CHECK_U(r.type, 77);
	CHECK(!r.is_whole);
	CHECK_I(pdata_jitdump_record(w, &d, r.off + r.size, &r), 0);
	CHECK_I(pdata_jitdump_record(w, &d, UINT64_MAX, &r), 0);
}

TEST(a_jitdump_of_either_byte_order_is_a_header_and_records)
{
	for (int swap = 0; swap < 2; swap++) {
		struct jitdump_bytes d = { .swap = swap };

		make_jitdump(&d);
		for (size_t s = 0; s < NR_SIZES; s++) {
			struct bytes b = { .data = d.data, .len = d.len };
			struct pdata_window w = window_of(&b, sizes[s]);

			check_jitdump(&w, &d);
		}
	}
}

/* How many whole records there are; *@ret: what ended them. */
static unsigned count_jitdump(const struct jitdump_bytes *bytes, size_t len, int *ret)
{
	struct bytes b = { .data = bytes->data, .len = len };
	struct pdata_window w = window_of(&b, PDATA_WINDOW_MIN);
	struct pdata_jit_record r;
	struct pdata_jitdump d;
	unsigned nr = 0;

	*ret = pdata_jitdump_header(&w, &d);
	if (*ret)
		return 0;
	for (uint64_t off = d.header_size; (*ret = pdata_jitdump_record(&w, &d, off, &r)) > 0;
	     off += r.size)
		nr += r.is_whole;
	return nr;
}

TEST(a_jitdump_that_is_cut_anywhere_has_what_is_before)
{
	struct jitdump_bytes d = { 0 };
	int ret;

	make_jitdump(&d);
	for (size_t len = 0; len <= d.len; len++) {
		CHECK_U(count_jitdump(&d, len, &ret), len < 48 + 66	   ? 0u
						      : len < 48 + 66 + 64 ? 1u
									   : 2u);
		if (len < 40)
			CHECK_I(ret, PDATA_E_KIND);
		else if (len < 48)
			CHECK_I(ret, PDATA_E_HEADER);
		else if (len >= 48 + 16 && len < 48 + 66)
			CHECK_I(ret, PDATA_E_SIZE);
		else if (len < 48 + 16 || len == d.len)
			CHECK_I(ret, 0);
	}
}

TEST(sizes_in_a_jitdump_that_lead_nowhere_end_it)
{
	static const uint32_t wrong[] = { 0, 15, 1000000, UINT32_MAX };
	struct jitdump_bytes d = { 0 };
	int ret;

	make_jitdump(&d);
	for (size_t i = 0; i < 4; i++) {
		memcpy(d.data + 48 + 4, &wrong[i], 4);
		CHECK_U(count_jitdump(&d, d.len, &ret), 0);
		CHECK_I(ret, PDATA_E_SIZE);
		memcpy(d.data + 8, &wrong[i], 4);
		CHECK_U(count_jitdump(&d, d.len, &ret), 0);
		CHECK_I(ret, PDATA_E_HEADER);
		d.len = 0;
		make_jitdump(&d);
	}
	d.data[0] ^= 1;
	CHECK_U(count_jitdump(&d, d.len, &ret), 0);
	CHECK_I(ret, PDATA_E_KIND);
}

TEST(code_of_a_jitdump_without_a_name_or_its_fields_is_not_whole)
{
	struct jitdump_bytes d = { 0 };
	int ret;

	make_jitdump(&d);
	memset(d.data + 48 + 16 + 40, 'f', 10); /* no NUL up to the end of the record */
	CHECK_U(count_jitdump(&d, d.len, &ret), 1);
	CHECK_I(ret, 0);
	d.len = 0;
	make_jitdump(&d);
	memset(d.data + 48 + 66 + 4, 0, 4);
	d.data[48 + 66 + (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? 7 : 4)] =
		16 + 47; /* a move of a byte too few */
	CHECK_U(count_jitdump(&d, d.len - 17, &ret), 1);
	CHECK_I(ret, 0);
}

/* ---- kallsyms ---- */

/* What a walk gives, as text: ADDRESS TYPE NAME MODULE, and + after what is a symbol. */
struct walk {
	struct bytes b;
	size_t off, piece;
	unsigned stop; /* after so many */
	unsigned nr;
	char out[1024];
};

static size_t read_piece(void *arg, void *buf, size_t len)
{
	struct walk *w = arg;
	const size_t n = read_bytes(&w->b, w->off, buf, len < w->piece ? len : w->piece);

	w->off += n;
	return n;
}

static int note_symbol(void *arg, const struct pdata_kallsym *s)
{
	struct walk *w = arg;
	const size_t len = strlen(w->out);

	snprintf(w->out + len, sizeof(w->out) - len, "%llx %c %.*s %.*s%s|",
		 (unsigned long long)s->addr, (char)s->type, (int)s->name_len, s->name,
		 (int)s->module_len, s->module ? s->module : "", s->is_symbol ? "+" : "");
	CHECK(s->name >= s->line && s->name + s->name_len <= s->line + s->line_len);
	return ++w->nr == w->stop ? 7 : 0;
}

static const char ksyms[] = "ffffffff81000000 T _text\n"
			    "ffffffff81000000 t $x\n"
			    "0 A absolute\n"
			    "FFFF w a b\n"
			    "no symbol\n"
			    "\n"
			    "10 d\n"
			    "10 d \n"
			    " 10 d space\n"
			    "c0000000 b in_module\t[nf_nat]\n"
			    "c0000001 t no_module\tnf_nat]\n"
			    "c0000002 D last";
static const char ksyms_are[] = "ffffffff81000000 T _text +|ffffffff81000000 t $x |0 A absolute |"
				"ffff w a b +|c0000000 b in_module [nf_nat]+|"
				"c0000001 t no_module\tnf_nat] +|c0000002 D last +|";

TEST(lines_of_kallsyms_are_the_same_in_pieces_of_any_size)
{
	char buf[64];

	for (size_t size = 32; size <= sizeof(buf); size++)
		for (size_t piece = 1; piece <= sizeof(buf); piece++) {
			struct walk w = { .b = { ksyms, sizeof(ksyms) - 1 }, .piece = piece };
			const struct pdata_kallsyms k = { .read = read_piece,
							  .symbol = note_symbol,
							  .arg = &w,
							  .buf = buf,
							  .size = size };

			CHECK_I(pdata_kallsyms_walk(&k), 0);
			CHECK_S(w.out, ksyms_are);
		}
}

TEST(kallsyms_in_memory_are_walked_until_the_caller_has_enough)
{
	static char text[sizeof(ksyms)];
	const size_t len = sizeof(ksyms) - 1;

	memcpy(text, ksyms, len);
	for (unsigned stop = 0; stop <= 7; stop++) {
		struct walk w = { .stop = stop };
		const struct pdata_kallsyms k = {
			.symbol = note_symbol, .arg = &w, .buf = text, .size = len
		};

		CHECK_I(pdata_kallsyms_walk(&k), stop ? 7 : 0);
		CHECK_U(w.nr, stop ? stop : 7u);
		CHECK(!strncmp(w.out, ksyms_are, strlen(w.out)));
		CHECK_I(memcmp(text, ksyms, len), 0);
	}
}

/* Each byte at each place of an address, against strtoull(). */
TEST(an_address_of_kallsyms_ends_at_the_first_byte_that_is_no_digit)
{
	for (unsigned place = 0; place < 16; place++)
		for (unsigned byte = 0; byte < 256; byte++) {
			char line[] = "f9a0b1c8d7e6345f T name", *end;
			struct pdata_kallsym s;
			unsigned long long addr;
			int is_line;

			line[place] = (char)byte;
			end = line + strspn(line, "0123456789abcdefABCDEF");
			is_line = end > line && end[0] == ' ' && end[2] == ' ';
			addr = strtoull(line, NULL, 16);
			CHECK_I(pdata_kallsyms_line(line, sizeof(line) - 1, &s), is_line);
			if (is_line)
				CHECK_U(s.addr, addr);
		}
}

TEST(a_line_of_kallsyms_that_is_longer_than_the_buffer_is_passed_over)
{
	static char text[3000];
	char buf[64];

	memset(text, 'f', sizeof(text));
	memcpy(text, "1000 T one\n2000 T ", 18);
	memcpy(text + sizeof(text) - 22, "\n3000 T two\n4000 T fff", 22);
	for (size_t piece = 1; piece < 100; piece++) {
		struct walk w = { .b = { text, sizeof(text) }, .piece = piece };
		const struct pdata_kallsyms k = { .read = read_piece,
						  .symbol = note_symbol,
						  .arg = &w,
						  .buf = buf,
						  .size = sizeof(buf) };

		CHECK_I(pdata_kallsyms_walk(&k), 0);
		CHECK_S(w.out, "1000 T one +|3000 T two +|4000 T fff +|");
	}
}
