/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/out.h"
#include "test.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <unistd.h>

static const uint64_t numbers[] = {
	0,    1,     9,	    10,	    11,		99,	    100,	101,	    999,
	1000, 65535, 99999, 100000, 4294967295, 4294967296, 9999999999, 1ull << 63, UINT64_MAX,
};

#define NR (sizeof(numbers) / sizeof(numbers[0]))

/* What printf(3) makes of the same number is right. */
#define CHECK_OUT(call, ...)                                                                       \
	do {                                                                                       \
		char printed[128];                                                                 \
		struct out o;                                                                      \
		out_open(&o, -1);                                                                  \
		call;                                                                              \
		out_char(&o, '\0');                                                                \
		snprintf(printed, sizeof(printed), __VA_ARGS__);                                   \
		CHECK_S(o.buf, printed);                                                           \
		CHECK_I(out_close(&o), 0);                                                         \
	} while (0)

TEST(numbers_are_formatted_as_printf_formats_them)
{
	for (size_t i = 0; i < NR; i++) {
		uint64_t v = numbers[i];

		CHECK_OUT(out_dec(&o, v), "%" PRIu64, v);
		CHECK_OUT(out_sdec(&o, (int64_t)v), "%" PRId64, (int64_t)v);
		CHECK_OUT(out_sdec(&o, (int64_t)(0 - v)), "%" PRId64, (int64_t)(0 - v));
		CHECK_OUT(out_hex(&o, v), "%" PRIx64, v);
		for (unsigned w = 0; w < 24; w += 3) {
			CHECK_OUT(out_dec_w(&o, v, w), "%*" PRIu64, (int)w, v);
			CHECK_OUT(out_hex_w(&o, v, w), "%*" PRIx64, (int)w, v);
			CHECK_OUT(out_dec_z(&o, v, w), "%0*" PRIu64, (int)w, v);
		}
	}
}

TEST(strings_are_padded_on_the_side_that_printf_pads)
{
	for (int w = -9; w < 10; w++) {
		CHECK_OUT(out_str_w(&o, "abcde", w), "%*s", w, "abcde");
		CHECK_OUT(out_str_w(&o, "", w), "%*s", w, "");
	}
}

TEST(a_buffer_without_a_file_keeps_everything)
{
	struct out o;
	char want[16];
	size_t at = 0;

	out_open(&o, -1);
	for (unsigned i = 0; i < 200000; i++)
		out_printf(&o, "%u;", i);
	for (unsigned i = 0; i < 200000; i++) {
		int n = snprintf(want, sizeof(want), "%u;", i);

		CHECK(at + (size_t)n <= o.len && !memcmp(o.buf + at, want, (size_t)n));
		at += (size_t)n;
	}
	CHECK_U(o.len, at);
	CHECK_I(out_close(&o), 0);
}

TEST(a_string_longer_than_the_buffer_reaches_the_file)
{
	size_t n = 3u << 20;
	char *s = malloc(n + 1), *back = malloc(n), path[4096];
	struct out o;
	int fd;

	CHECK(s && back);
	for (size_t i = 0; i < n; i++)
		s[i] = (char)('a' + i % 26);
	s[n] = '\0';
	snprintf(path, sizeof(path), "%s/out", test_dir());
	fd = open(path, O_RDWR | O_CREAT, 0600);
	CHECK(fd >= 0);
	out_open(&o, fd);
	out_char(&o, '<');
	out_printf(&o, "%s", s);
	out_str(&o, ">");
	CHECK_I(out_close(&o), 0);
	CHECK_I(lseek(fd, 0, SEEK_END), (long long)n + 2);
	CHECK_I(pread(fd, back, n, 1), (long long)n);
	CHECK(!memcmp(back, s, n));
	close(fd);
	free(s);
	free(back);
}

TEST(a_full_disk_is_an_error_once_and_what_follows_is_dropped)
{
	int fd = open("/dev/full", O_WRONLY);
	struct out o;

	CHECK(fd >= 0);
	out_open(&o, fd);
	for (unsigned i = 0; i < 300000; i++)
		out_str(&o, "text ");
	CHECK_I(o.err, ENOSPC);
	CHECK_I(out_close(&o), ENOSPC);
	close(fd);
}

TEST(a_guarded_out_has_names_without_controls_and_what_the_program_says_as_it_is)
{
	struct out o;

	out_open(&o, -1);
	o.guard = true;
	out_str(&o, "own\n");
	out_name(&o, "name\n\033");
	out_printf(&o, "\t%s|%-4s|\n", "x\ny", "\x9b");
	out_line(&o, "source\t\033", 8);
	out_raw_str(&o, "\033[m");
	out_char(&o, '\0');
	CHECK_S(o.buf, "own\nname??\tx?y|?   |\nsource\t?\033[m");
	CHECK_I(out_close(&o), 0);
}
