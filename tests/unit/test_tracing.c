/* SPDX-License-Identifier: BSD-2-Clause */
/* Tracing data down to the fields of events. */
#include "t_tracing.h"
#include "test.h"

#include <pdata/tracing.h>
#include <stdio.h>
#include <stdlib.h>

static const char page_text[] = "\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n"
				"\tfield: local_t commit;\toffset:8;\tsize:4;\tsigned:1;\n";

static const char wakeup[] = "name: wakeup\nID: 300\nformat:\n"
			     "\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
			     "\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n"
			     "\n"
			     "\tfield:char comm[16];\toffset:8;\tsize:16;\tsigned:1;\n"
			     "\tfield:short prio;\toffset:24;\tsize:2;\tsigned:1;\n"
			     "\tfield:__data_loc char[] why;\toffset:28;\tsize:4;\tsigned:1;\n"
			     "\tfield:__rel_loc u16[] list;\toffset:32;\tsize:4;\tsigned:0;\n"
			     "\tfield:unsigned long args[6];\toffset:40;\tsize:24;\tsigned:0;\n"
			     "\tfield:void * ptr;\toffset:64;\tsize:4;\tsigned:0;\n"
			     "\nprint fmt: \"pid=%d\", REC->prio\n";
static const char done[] = "name: done\nID: 7\nformat:\n\nprint fmt: \"\"\n";

/* @wakeup_end: set to the length up to the end of the first format. */
static struct t_tracing make_blob(int be, size_t *wakeup_end)
{
	struct t_tracing t = { .be = be };

	t_tracing_begin(&t, page_text, 2);
	t_tracing_system(&t, "sched", wakeup);
	*wakeup_end = t.len;
	t_tracing_system(&t, "task", done);
	t_tracing_text(&t, "", 4);
	t_tracing_text(&t, "0xffffffff81000010 : \"two\\n\"\n0x10 : \"one\"\nnonsense\n", 4);
	t_tracing_text(&t, "12 bash\n7 sh -c\nx\n", 8);
	return t;
}

static const struct pdata_field *field(const struct pdata_tracepoint *tp, const char *name)
{
	const struct pdata_field *f = pdata_tracepoint_field(tp, name);

	CHECK(f);
	return f;
}

TEST(formats_are_read_to_their_fields_in_both_byte_orders)
{
	for (int be = 0; be <= 1; be++) {
		size_t end;
		struct t_tracing blob = make_blob(be, &end);
		const struct pdata_tracepoint *tp;
		struct pdata_tracepoints *t;
		struct pdata_error err;

		CHECK_I(pdata_tracepoints_new(&t, blob.b, blob.len, &err), 0);
		CHECK_U(pdata_tracepoints_nr(t), 2);
		CHECK_S(pdata_tracepoints_at(t, 0)->name, "done");
		CHECK_U(pdata_tracepoints_info(t)->big_endian, (unsigned)be);
		CHECK_U(pdata_tracepoints_info(t)->long_size,
			4); /* the kernel's: its page header says so */
		tp = pdata_tracepoints_find(t, 300);
		CHECK(tp);
		CHECK_S(tp->system, "sched");
		CHECK_S(tp->name, "wakeup");
		CHECK_U(tp->nr_fields, 8);
		CHECK(!strncmp(tp->print_fmt.s, " \"pid=%d\"", 9));
		CHECK(field(tp, "common_pid")->is_common && field(tp, "common_pid")->is_signed);
		CHECK(!field(tp, "comm")->is_common && field(tp, "comm")->is_string);
		CHECK_S(field(tp, "comm")->type, "char");
		CHECK(field(tp, "why")->is_dynamic && !field(tp, "why")->is_relative);
		CHECK(field(tp, "list")->is_relative);
		CHECK_U(field(tp, "list")->element, 2);
		CHECK_U(field(tp, "args")->element, 4);
		CHECK(field(tp, "ptr")->is_pointer && !field(tp, "ptr")->is_array);
		CHECK(!pdata_tracepoint_field(tp, "none"));
		CHECK(!pdata_tracepoints_find(t, 8));
		CHECK_S(pdata_tracepoints_printk(t, 0x10), "one");
		CHECK_S(pdata_tracepoints_printk(t, 0xffffffff81000010ull), "two");
		CHECK(!pdata_tracepoints_printk(t, 0x11));
		CHECK_S(pdata_tracepoints_comm(t, 7), "sh -c");
		CHECK(!pdata_tracepoints_comm(t, 8));
		pdata_tracepoints_free(t);
	}
}

TEST(payloads_are_read_by_their_fields_in_both_byte_orders)
{
	for (int be = 0; be <= 1; be++) {
		size_t end;
		struct t_tracing blob = make_blob(be, &end), raw = { .be = be };
		const struct pdata_tracepoint *tp;
		struct pdata_tracepoints *t;
		const uint8_t *p;
		uint32_t len;
		uint64_t v;

		CHECK_I(pdata_tracepoints_new(&t, blob.b, blob.len, NULL), 0);
		tp = pdata_tracepoints_find(t, 300);
		t_tracing_number(&raw, 300, 2);
		t_tracing_number(&raw, 0, 2);
		t_tracing_number(&raw, 42, 4);
		t_tracing_put(&raw, "bash\0\0\0\0\0\0\0\0\0\0\0", 16);
		t_tracing_number(&raw, 0xfffe, 2);
		t_tracing_number(&raw, 0, 2);
		t_tracing_number(&raw, 3u << 16 | 68, 4);
		t_tracing_number(&raw, 4u << 16 | 35, 4);
		t_tracing_number(&raw, 0, 4);
		t_tracing_put(&raw, (uint8_t[24]){ 0 }, 24);
		t_tracing_number(&raw, 0xc0001234, 4);
		t_tracing_put(&raw, "ab\0", 3);
		t_tracing_number(&raw, 5, 2);
		t_tracing_number(&raw, 6, 2);
		CHECK_I(pdata_field_number(t, field(tp, "prio"), raw.b, (uint32_t)raw.len, &v), 0);
		CHECK(v == (uint64_t)-2);
		CHECK_I(pdata_field_number(t, field(tp, "ptr"), raw.b, (uint32_t)raw.len, &v), 0);
		CHECK_U(v, 0xc0001234);
		CHECK_I(pdata_field_number(t, field(tp, "comm"), raw.b, (uint32_t)raw.len, &v),
			PDATA_E_FORMAT);
		CHECK_I(pdata_field_number(t, field(tp, "ptr"), raw.b, 67, &v), PDATA_E_TRUNCATED);
		p = pdata_field_bytes(t, field(tp, "why"), raw.b, (uint32_t)raw.len, &len);
		CHECK(p == raw.b + 68);
		CHECK_U(len, 3);
		p = pdata_field_bytes(t, field(tp, "list"), raw.b, (uint32_t)raw.len, &len);
		CHECK(p == raw.b + 71);
		CHECK_U(len, 4);
		CHECK(!pdata_field_bytes(t, field(tp, "list"), raw.b, (uint32_t)raw.len - 1, &len));
		CHECK(!pdata_field_bytes(t, field(tp, "why"), raw.b, 30, &len));
		pdata_tracepoints_free(t);
	}
}

TEST(of_cut_data_every_whole_format_is_kept_and_the_cut_is_said)
{
	size_t end;
	struct t_tracing blob = make_blob(0, &end);
	const size_t done_end = end + 5 + 4 + 8 + strlen(done);

	for (size_t n = 0; n < blob.len; n++) {
		uint8_t *copy = malloc(n + 1);
		struct pdata_tracepoints *t;
		struct pdata_error err = { 0 };
		int ret;

		memcpy(copy, blob.b, n);
		ret = pdata_tracepoints_new(&t, copy, n, &err);
		if (n < 10) {
			CHECK_I(ret, PDATA_E_KIND);
			CHECK(!t);
		} else {
			CHECK(t);
			/* Up to the last part a cut cannot be told from padding where less than a length is left. */
			CHECK(ret == PDATA_E_FEATURE || (!ret && n >= done_end));
			CHECK(ret == 0 || err.off <= n);
			CHECK_U(pdata_tracepoints_nr(t), (n >= end) + (n >= done_end));
			CHECK(!pdata_tracepoints_find(t, 300) == (n < end));
		}
		pdata_tracepoints_free(t);
		free(copy);
	}
}

TEST(counts_that_lie_do_not_hide_what_is_whole)
{
	size_t end;
	struct t_tracing blob = make_blob(0, &end);
	/* The count of events of the first system, before the length of the format. */
	const size_t at = end - strlen(wakeup) - 8 - 4;
	struct pdata_tracepoints *t;
	struct pdata_error err = { 0 };

	memcpy(blob.b + at, "\xff\xff\xff\x7f", 4);
	CHECK_I(pdata_tracepoints_new(&t, blob.b, blob.len, &err), PDATA_E_FEATURE);
	CHECK_U(pdata_tracepoints_nr(t), 1);
	CHECK(pdata_tracepoints_find(t, 300));
	pdata_tracepoints_free(t);
}
