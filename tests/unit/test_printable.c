/* SPDX-License-Identifier: BSD-2-Clause */
#include "test.h"

#include <pdata/text.h>

#include <string.h>

static void becomes(const char *text, const char *want, int keep_lines)
{
	char buf[64];
	const size_t len = strlen(text);

	memcpy(buf, text, len + 1);
	pdata_text_printable(buf, len, keep_lines);
	if (strcmp(buf, want))
		test_fail(__FILE__, __LINE__, "\"%s\" becomes \"%s\"", want, buf);
}

TEST(what_a_terminal_acts_on_becomes_question_marks)
{
	becomes("a\x1b[31mb\x7f\x01", "a?[31mb??", 0);
	becomes("a\nb\tc\r", "a?b?c?", 0);
	becomes("a\nb\tc\r", "a\nb\tc?", 1);
	becomes("\xc2\x9b\x9b\xc2\xa0", "???\xc2\xa0", 0);
	becomes("\xe2\x80\xae\xd8\x9c\xe2\x81\xa6.", "????????.", 0);
	becomes("\xe2\x80\xaf\xe2\x81\xaa", "\xe2\x80\xaf\xe2\x81\xaa", 0);
}

TEST(text_that_is_not_utf8_is_shown_but_for_the_bytes_of_c1)
{
	becomes("h\xf6st \xe2\x82\xac \xe2\x82", "h\xf6st \xe2\x82\xac \xe2?", 0);
	becomes("\xc0\x9b \xe0\x82\x9b \xed\xa0\x80", "\xc0? \xe0?? \xed\xa0?", 0);
}

TEST(a_character_has_its_code_point)
{
	uint32_t code = 0;

	CHECK(pdata_text_char("\xf0\x9f\x98\x80", 4, &code) == 4 && code == 0x1f600);
	CHECK(pdata_text_char("\xf0\x9f\x98\x80", 3, &code) == 0);
	CHECK(pdata_text_char("\xf4\x90\x80\x80", 4, NULL) == 0);
	CHECK(pdata_text_char("", 0, NULL) == 0);
}
