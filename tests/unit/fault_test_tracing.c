/* SPDX-License-Identifier: BSD-2-Clause */
/* Tracing data, with each allocation failing once. */

#define PD_FAULT
#include "base/alloc.h"
#include "test.h"

#include <pdata/tracing.h>

static const char blob[] = "\x17\x08\x44tracing0.6\0\0\x08\0\x10\0\0header_page\0\0\0\0\0\0\0\0\0"
			   "header_event\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\0\0\0sys\0\x01\0\0\0"
			   "\x40\0\0\0\0\0\0\0name: a\nID: 1\nformat:\n\tfield:int "
			   "n;\toffset:0;\tsize:4;\tsigned:1;\n"
			   "\0\0\0\0\x0c\0\0\0000x10 : \"one\"\x05\0\0\0\0\0\0\00012 sh";

TEST(tracing_data_without_memory)
{
	struct pdata_tracepoints *t;
	int ret = PDATA_E_NOMEM;
	unsigned nr_unread = 0;
	long n;

	for (n = 0; ret == PDATA_E_NOMEM && n < 1000; n++) {
		const struct pdata_tracepoint *tp = NULL;

		pd_alloc_fail_after = n;
		ret = pdata_tracepoints_new(&t, blob, sizeof(blob) - 1, NULL);
		CHECK(!ret == !!t);
		if (!ret) {
			CHECK(!pdata_tracepoints_find(t, 2)); /* there is none */
			CHECK_I(pdata_tracepoints_error(t), 0);
			tp = pdata_tracepoints_find(t, 1);
			ret = pdata_tracepoints_error(t);
			CHECK_I(ret, tp ? 0 : PDATA_E_NOMEM);
			nr_unread += !tp;
		}
		pd_alloc_fail_after = -1;
		if (tp)
			CHECK_U(tp->nr_fields, 1);
		pdata_tracepoints_free(t);
	}
	CHECK_I(ret, 0);
	CHECK(n > 3);
	CHECK(nr_unread > 0);
}
