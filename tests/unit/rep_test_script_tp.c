/* SPDX-License-Identifier: BSD-2-Clause */
/* Tracepoint formats and payloads: text of good ones, no harm from bad ones. */

#include "session/tracepoint/tp.h"
#include "test.h"

#include <stdio.h>

/* Tracing data with one system of one event. */
struct trace {
	uint8_t bytes[16384];
	size_t len;
	int big;
};

static void put(struct trace *t, const void *p, size_t n)
{
	CHECK(t->len + n <= sizeof(t->bytes));
	memcpy(t->bytes + t->len, p, n);
	t->len += n;
}

static void put_number(struct trace *t, uint64_t v, unsigned bytes)
{
	for (unsigned i = 0; i < bytes; i++) {
		uint8_t b = (uint8_t)(v >> 8 * (t->big ? bytes - 1 - i : i));

		put(t, &b, 1);
	}
}

static void put_text(struct trace *t, const char *s, unsigned bytes)
{
	put_number(t, strlen(s), bytes);
	put(t, s, strlen(s));
}

#define COMMON                                                                                     \
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"                     \
	"\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n"                     \
	"\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n"             \
	"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"

#define FIELDS                                                                                     \
	"\tfield:int n;\toffset:8;\tsize:4;\tsigned:1;\n"                                          \
	"\tfield:__rel_loc u8[] near;\toffset:12;\tsize:4;\tsigned:0;\n"                           \
	"\tfield:unsigned long u;\toffset:16;\tsize:8;\tsigned:0;\n"                               \
	"\tfield:char name[8];\toffset:24;\tsize:8;\tsigned:1;\n"                                  \
	"\tfield:__data_loc char[] text;\toffset:32;\tsize:4;\tsigned:1;\n"                        \
	"\tfield:__data_loc u8[] bytes;\toffset:36;\tsize:4;\tsigned:0;\n"                         \
	"\tfield:unsigned char mac[6];\toffset:40;\tsize:6;\tsigned:0;\n"                          \
	"\tfield:unsigned long args[2];\toffset:48;\tsize:16;\tsigned:0;\n\n"

#define ID 77

static void make_trace(struct trace *t, const char *print_fmt)
{
	char format[8192];

	put(t, "\027\010\104tracing0.6", 14);
	put(t, t->big ? "\1\10" : "\0\10", 2);
	put_number(t, 4096, 4);
	put(t, "header_page", 12);
	put_text(t, "", 8);
	put(t, "header_event", 13);
	put_text(t, "", 8);
	put_number(t, 0, 4);
	put_number(t, 1, 4);
	put(t, "demo", 5);
	put_number(t, 1, 4);
	snprintf(format, sizeof(format), "name: event\nID: %d\nformat:\n%s%sprint fmt: %s\n", ID,
		 COMMON, FIELDS, print_fmt);
	put_text(t, format, 8);
	put_number(t, 0, 4);
	put_number(t, 0, 4);
	put_number(t, 0, 8);
}

static void make_payload(struct trace *p, int32_t n, uint64_t u)
{
	put_number(p, ID, 2);
	put_number(p, 0, 6);
	put_number(p, (uint32_t)n, 4);
	put_number(p, 3 << 16 | (70 - 16), 4); /* near: the same bytes as bytes */
	put_number(p, u, 8);
	put(p, "abc\0\0\0\0", 8);
	put_number(p, 6 << 16 | 64, 4); /* text */
	put_number(p, 3 << 16 | 70, 4); /* bytes */
	put(p, "\x01\x23\x45\x67\x89\xab\0", 8);
	put_number(p, 11, 8);
	put_number(p, 22, 8);
	put(p, "hello", 6);
	put(p, "\x0a\x0b\xff", 3);
}

/* Formats of tracing data. Its tracepoints are valid until the next call: free the tp before it. */
static struct tp *tp_of(const uint8_t *blob, size_t len)
{
	static struct pdata_tracepoints *points;
	int ret;

	pdata_tracepoints_free(points);
	ret = pdata_tracepoints_new(&points, blob, len, NULL);

	CHECK(!ret || ret == PDATA_E_FEATURE || ret == PDATA_E_KIND);
	CHECK(!points == (ret == PDATA_E_KIND));
	return points ? tp_new(points) : NULL;
}

/* The text of the usual payload under a format. */
static const char *text_of(const char *print_fmt, int big)
{
	static char text[65536];
	struct trace t = { .big = big }, p = { .big = big };
	struct tp *tp;
	struct tp_event *ev;
	struct out out;

	make_trace(&t, print_fmt);
	make_payload(&p, -5, 0x1234);
	tp = tp_of(t.bytes, t.len);
	CHECK(tp);
	ev = tp_event(tp, ID);
	CHECK(ev);
	out_open(&out, -1);
	tp_print(tp, ev, &out, 0, p.bytes, (uint32_t)p.len);
	CHECK(out.len < sizeof(text));
	memcpy(text, out.buf ? out.buf : "", out.len);
	text[out.len] = '\0';
	out_close(&out);
	tp_free(tp);
	return text;
}

TEST(numbers_are_printed_as_their_modifiers_say)
{
	CHECK_S(text_of("\"%d %u %x\", REC->n, REC->n, REC->n", 0), "-5 4294967291 fffffffb");
	CHECK_S(text_of("\"%lx %llu %08lx %#x\", REC->u, REC->u, REC->u, REC->u", 0), "1234 4660 "
										      "00001234 "
										      "0x1234");
	CHECK_S(text_of("\"%hd %hhx\", REC->n, REC->n", 0), "-5 fb");
	CHECK_S(text_of("\"[%6d][%-6d][%06d][%.3d]\", REC->n, REC->n, REC->n, REC->n", 0), "[    "
											   "-5][-5 "
											   "   "
											   "][-"
											   "00005]["
											   "-005]");
	CHECK_S(text_of("\"[%*d]\", 4, REC->n", 0), "[  -5]");
}

/* 0x34 is '4'. perf 6.1 does not know %c: it prints ">c<" and gives the argument to the next %. */
TEST(characters_are_printed_as_in_printf)
{
	CHECK_S(text_of("\"[%c][%3c][%-3c] %d\", REC->u, REC->u, REC->u, REC->n", 0), "[4][  4][4  "
										      "] -5");
	CHECK_S(text_of("\"[%c]\", 0", 0), "[]");
}

TEST(expressions_have_unsigned_arithmetic)
{
	CHECK_S(text_of("\"%lu\", REC->u + 1", 0), "4661");
	CHECK_S(text_of("\"%d,%d\", ((unsigned int) ((REC->u) >> 8)), ((unsigned int) ((REC->u) & "
			"((1U << 8) - 1)))",
			0),
		"18,52");
	CHECK_S(text_of("\"%s\", REC->u ? \"yes\" : \"no\"", 0), "yes");
	CHECK_S(text_of("\"%lu %lu\", REC->args[0], REC->args[1]", 0), "11 22");
	CHECK_S(text_of("\"%d\", (u8)REC->n", 0), "251");
}

/* Not as C has it: perf's results are the reference. */
TEST(operators_group_as_perf_groups_them)
{
	CHECK_S(text_of("\"%lx\", REC->u & (0x4 | 0x1)", 0), "5");
	CHECK_S(text_of("\"%lu\", REC->u - 4 - 2", 0), "4658");
	CHECK_S(text_of("\"%lu\", REC->u ? 1 : 2 + 3", 0), "4");
	CHECK_S(text_of("\"%lu\", 2 + 3 * 4", 0), "14");
	CHECK_S(text_of("\"%lu\", 3 * 4 + 2", 0), "14");
}

TEST(strings_come_from_fields_and_from_the_end)
{
	CHECK_S(text_of("\"%s|%s\", REC->name, __get_str(text)", 0), "abc|hello");
	CHECK_S(text_of("\"[%7s][%-7s][%.2s]\", REC->name, REC->name, __get_str(text)", 0), "[    "
											    "abc]["
											    "abc   "
											    " ]["
											    "he]");
}

TEST(names_of_bits_and_values)
{
	CHECK_S(text_of("\"%s\", __print_flags(REC->u, \"|\", { 0x4, \"A\" }, { 0x30, \"B\" }, { "
			"0x1, \"C\" })",
			0),
		"A|B|0x1200");
	CHECK_S(text_of("\"%s\", __print_symbolic(REC->u, { 1, \"one\" }, { 0x1234, \"it\" })", 0),
		"it");
	CHECK_S(text_of("\"%s\", __print_symbolic(REC->u, { 1, \"one\" })", 0), "0x1234");
}

TEST(bytes_and_addresses)
{
	CHECK_S(text_of("\"%s\", __print_hex(__get_dynamic_array(bytes), 3)", 0), "0a 0b ff");
	CHECK_S(text_of("\"%s\", __print_hex(__get_rel_dynamic_array(near), 3)", 0), "0a 0b ff");
	CHECK_S(text_of("\"%s\", __print_array(__get_rel_dynamic_array(near), 3, 1)", 0), "10 11 "
											  "255");
	CHECK_S(text_of("\"%*ph\", 2, __get_rel_dynamic_array(near)", 0), "0a 0b");
	CHECK_S(text_of("\"%d\", ((u8 *)__get_rel_dynamic_array(near))[1]", 0), "11");
	CHECK_S(text_of("\"%pM %pMR\", REC->mac, REC->mac", 0), "01:23:45:67:89:ab "
								"ab:89:67:45:23:01");
	CHECK_S(text_of("\"%p\", REC->u", 0), "0x1234");
	CHECK_S(text_of("\"%ps\", REC->u", 0), "0x1234");
}

TEST(escapes_in_formats)
{
	CHECK_S(text_of("\"a%%b\\n%d\", REC->n", 0), "a%b\n-5");
}

TEST(payloads_of_the_other_byte_order)
{
	CHECK_S(text_of("\"%d %lx %s %lu\", REC->n, REC->u, __get_str(text), REC->args[1]", 1),
		"-5 1234 hello 22");
}

TEST(divisors_and_indexes_of_the_payload_do_no_harm)
{
	CHECK_S(text_of("\"%lu\", REC->u / REC->args[9]", 0), "0");
	CHECK_S(text_of("\"%lu\", REC->u % REC->args[9]", 0), "0");
	CHECK_S(text_of("\"%lu\", REC->args[0xffffffff]", 0), "0");
	CHECK_S(text_of("\"%s\", __print_hex(__get_dynamic_array(bytes), 0x7fffffff)", 0), "0a 0b "
											   "ff");
	CHECK(strlen(text_of("\"%999999999d\", REC->n", 0)) < 10000);
}

/* Damaged or unknown formats show the fields. */
TEST(formats_without_bottom)
{
	struct trace t = { 0 };
	char deep[5000];
	struct tp *tp;

	memset(deep, '(', sizeof(deep) - 1);
	deep[sizeof(deep) - 1] = '\0';
	memcpy(deep, "\"%d\", ", 6);
	make_trace(&t, deep);
	tp = tp_of(t.bytes, t.len);
	CHECK(tp);
	CHECK(tp_event(tp, ID));
	tp_free(tp);
	memset(deep + 7, '!', 3000);
	t.len = 0;
	make_trace(&t, deep);
	tp = tp_of(t.bytes, t.len);
	CHECK(tp_event(tp, ID));
	tp_free(tp);
}

TEST(formats_that_perf_cannot_parse_show_the_fields)
{
	const char *is = text_of("\"%d\", __unknown_macro(n)", 0);

	CHECK_S(is, "[FAILED TO PARSE] n=-5 near=ARRAY[0a, 0b, ff] u=0x1234 name=abc text=hello "
		    "bytes=ARRAY[0a, 0b, ff] "
		    "mac=ARRAY[01, 23, 45, 67, 89, ab] args=ARRAY[0b, 00, 00, 00, 00, 00, 00, 00, "
		    "16, 00, 00, 00, 00, "
		    "00, 00, 00]");
	CHECK_S(text_of("nonsense", 0), is);
	CHECK_S(text_of("\"%d %d\", REC->n", 0), is);
}

TEST(addresses_of_networks)
{
	CHECK_S(text_of("\"%pI4\", REC->n", 0), "251.255.255.255");
	CHECK_S(text_of("\"%pi4h\", REC->n", 0), "255.255.255.251");
	CHECK_S(text_of("\"%pI6c\", REC->args", 0), "b00::1600:0:0:0");
	CHECK_S(text_of("\"%pI6\", REC->args", 0), "0b00:0000:0000:0000:1600:0000:0000:0000");
	CHECK_S(text_of("\"%pI4\", REC->u", 0), "INVALIDIPv4");
	CHECK_S(text_of("\"%pU\", REC->args", 0), "0b000000-0000-0000-1600-000000000000");
	CHECK_S(text_of("\"%*ph\", 2, __get_dynamic_array(bytes)", 0), "0a 0b");
}

TEST(tracing_data_cut_anywhere)
{
	struct trace t = { 0 };

	make_trace(&t, "\"%s %d\", __get_str(text), REC->n");
	for (size_t len = 0; len <= t.len; len++) {
		uint8_t *copy = malloc(len + 1);

		memcpy(copy, t.bytes, len);
		tp_free(tp_of(copy, len));
		free(copy);
	}
}

TEST(payloads_cut_anywhere)
{
	struct trace t = { 0 }, p = { 0 };
	struct tp_event *ev;
	struct out out;
	struct tp *tp;

	make_trace(&t, "\"%s %s %lu\", __get_str(text), __print_hex(__get_dynamic_array(bytes), "
		       "3), REC->args[1]");
	make_payload(&p, 1, 2);
	tp = tp_of(t.bytes, t.len);
	ev = tp_event(tp, ID);
	CHECK(ev);
	out_open(&out, -1);
	for (size_t len = 0; len <= p.len; len++) {
		uint8_t *copy = malloc(len + 1);

		memcpy(copy, p.bytes, len);
		out.len = 0;
		tp_print(tp, ev, &out, 0, copy, (uint32_t)len);
		CHECK(out.len <= sizeof("hello 0a 0b ff 22"));
		free(copy);
	}
	out_close(&out);
	tp_free(tp);
}

/* Resolver that finds the same kernel function at each address. @ctx: name of the function. */
static const char *name_it(void *ctx, unsigned long long *addr, const char **module)
{
	(void)addr;
	*module = NULL;
	return ctx;
}

static void check_text(struct tp *tp, struct tp_event *ev, const char *want)
{
	struct trace p = { 0 };
	struct out out;

	make_payload(&p, -5, 0x1234);
	out_open(&out, -1);
	tp_print(tp, ev, &out, 0, p.bytes, (uint32_t)p.len);
	CHECK_U(out.len, strlen(want));
	CHECK(!memcmp(out.buf, want, out.len));
	out_close(&out);
}

TEST(a_copy_has_the_events_and_a_resolver_of_its_own)
{
	char here[] = "here", there[] = "there";
	struct trace t = { 0 };
	struct tp *tp, *copy;
	struct tp_event *ev;

	make_trace(&t, "\"%ps\", (void *)REC->u");
	tp = tp_of(t.bytes, t.len);
	CHECK(tp);
	tp_set_resolver(tp, name_it, here);
	copy = tp_new_copy(tp, there);
	CHECK(copy);
	ev = tp_event(copy, ID);
	CHECK(ev && tp_event(tp, ID) == ev);
	CHECK(tp_event_has_function(ev));
	check_text(copy, ev, "there");
	check_text(tp, ev, "here");
	check_text(copy, ev, "there");
	tp_free(copy);
	check_text(tp, ev, "here");
	tp_free(tp);
}

TEST(print_formats_without_functions_need_no_symbols)
{
	struct trace t = { 0 };
	struct tp *tp;

	make_trace(&t, "\"%d %p\", REC->n, REC->u");
	tp = tp_of(t.bytes, t.len);
	CHECK(tp && tp_event(tp, ID));
	CHECK(!tp_event_has_function(tp_event(tp, ID)));
	CHECK(!tp_event_has_function(NULL));
	tp_free(tp);
}
