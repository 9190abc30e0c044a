/* SPDX-License-Identifier: BSD-2-Clause */
/* Errors as words. */

#include "test.h"

#include <errno.h>
#include <pdata/pdata.h>

static void check(const struct pdata_error *e, const char *want)
{
	char line[600], few[10];
	size_t n = pdata_error_format(e, line, sizeof(line));

	CHECK_S(line, want);
	CHECK_U(n, strlen(want));
	CHECK_U(pdata_error_format(e, few, sizeof(few)), n);
	CHECK_U(strlen(few), sizeof(few) - 1);
	CHECK_M(few, want, sizeof(few) - 1);
	CHECK_U(pdata_error_format(e, NULL, 0), n);
}

TEST(an_error_says_what_where_and_in_which_field)
{
	struct pdata_error e = { .code = PDATA_E_TRUNCATED,
				 .off = 4184,
				 .rec_type = PDATA_RECORD_MMAP2,
				 .field = "ino",
				 .text = "3 bytes left" };

	check(&e, "record ends inside a field at offset 4184 (MMAP2.ino): 3 bytes left");
	e.rec_type = 300;
	check(&e, "record ends inside a field at offset 4184 (type 300.ino): 3 bytes left");
	e.rec_type = 0;
	check(&e, "record ends inside a field at offset 4184 (ino): 3 bytes left");
	e.field = NULL;
	*e.text = 0;
	check(&e, "record ends inside a field at offset 4184");
	e = (struct pdata_error){
		.code = PDATA_E_SYS, .sys_errno = ENOENT, .field = "", .text = "open"
	};
	check(&e, "open: No such file or directory");
	e.off = 8192;
	check(&e, "open at offset 8192: No such file or directory");
	*e.text = 0;
	check(&e, "No such file or directory");
	e.sys_errno = 0;
	check(&e, "system call failed at offset 8192");
	e.off = 0;
	check(&e, "system call failed");
}

TEST(every_code_has_words_of_its_own)
{
	for (int code = -60; code < 0; code++) {
		CHECK(pdata_strerror(code) != NULL);
		for (int other = code + 1; other < 0; other++)
			CHECK(strcmp(pdata_strerror(code), pdata_strerror(other)) ||
			      !strcmp(pdata_strerror(code), "unknown error"));
	}
	CHECK_S(pdata_strerror(0), "no error");
	CHECK_S(pdata_strerror(PDATA_E_NOMEM), "out of memory");
}

TEST(names_end_where_the_layouts_end)
{
	CHECK_S(pdata_record_name(PDATA_RECORD_MMAP), "MMAP");
	CHECK_S(pdata_record_name(PDATA_RECORD_SAMPLE), "SAMPLE");
	CHECK_S(pdata_record_name(0), NULL);
	CHECK_S(pdata_record_name(PDATA_RECORD_MAX), NULL);
	CHECK_S(pdata_record_name(UINT32_MAX), NULL);
	CHECK_S(pdata_feature_name(PDATA_FEAT_CPUID), "CPUID");
	CHECK_S(pdata_feature_name(0), NULL);
	CHECK_S(pdata_feature_name(40), NULL);
	CHECK_S(pdata_feature_name(UINT32_MAX), NULL);
}
