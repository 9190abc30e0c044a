/* SPDX-License-Identifier: BSD-2-Clause */
/* Options of callers that were built with an older or a newer header. */

#include "t_file.h"
#include "test.h"

#include <pdata/text.h>

/* Options of a header that is newer than the library. */
struct newer {
	union {
		struct pdata_open_opts open;
		struct pdata_writer_opts writer;
		struct pdata_dump_opts dump;
		struct pdata_assemble_opts assemble;
	} known;
	uint64_t more[4];
};

static int opened(const struct newer *n)
{
	struct pdata_reader *r = (struct pdata_reader *)1;
	struct t_file f;
	int ret;

	t_file_begin(&f, t_two_events, 2, 0, 0);
	t_file_data_end(&f);
	ret = pdata_reader_open_mem(&r, f.bytes, f.len, &n->known.open, NULL);
	CHECK(!ret == !!r);
	pdata_reader_close(r);
	t_file_free(&f);
	return ret;
}

static int written(const struct newer *n)
{
	struct pdata_writer *w;
	int ret = pdata_writer_open_fd(&w, -1, &n->known.writer);

	CHECK(!ret == !!w);
	pdata_writer_close(w);
	return ret;
}

static int nobody(void *ctx, const char *text, size_t len)
{
	(void)ctx, (void)text, (void)len;
	return 0;
}

static int dumped(const struct newer *n)
{
	return pdata_dump("/nowhere/to/be/found", -1, &n->known.dump, nobody, NULL, NULL, NULL);
}

static int assembled(const struct newer *n)
{
	return pdata_assemble("FILE", 4, "/nowhere/to/be/found", &n->known.assemble, NULL);
}

struct kind {
	int (*take)(const struct newer *n);
	size_t size;
};

static const struct kind kinds[] = {
	{ opened, sizeof(struct pdata_open_opts) },
	{ written, sizeof(struct pdata_writer_opts) },
	{ dumped, sizeof(struct pdata_dump_opts) },
	{ assembled, sizeof(struct pdata_assemble_opts) },
};

#define NR_KINDS (sizeof(kinds) / sizeof(kinds[0]))

TEST(options_without_a_size_are_refused)
{
	const struct newer n = { .more = { 0 } };

	for (unsigned i = 0; i < NR_KINDS; i++)
		CHECK_I(kinds[i].take(&n), PDATA_E_ARG);
}

TEST(options_that_are_longer_are_taken_when_the_rest_is_zero_and_else_refused)
{
	for (unsigned i = 0; i < NR_KINDS; i++) {
		struct newer n = { .more = { 0 } };
		uint8_t *end = (uint8_t *)&n + kinds[i].size;

		n.known.open.size = kinds[i].size + 16;
		CHECK(kinds[i].take(&n) != PDATA_E_ARG);
		end[15] = 1;
		CHECK_I(kinds[i].take(&n), PDATA_E_ARG);
		end[15] = 0;
		end[16] = 1; /* is not theirs */
		CHECK(kinds[i].take(&n) != PDATA_E_ARG);
		n.known.open.size = SIZE_MAX;
		CHECK_I(kinds[i].take(&n), PDATA_E_ARG);
	}
}

TEST(options_that_are_shorter_are_those_of_an_older_header)
{
	struct newer n = { .more = { 0 } };

	for (unsigned i = 0; i < NR_KINDS; i++) {
		memset(&n, 0xff, sizeof(n));
		n.known.open.size = sizeof(size_t);
		CHECK(kinds[i].take(&n) != PDATA_E_ARG);
	}
}

TEST(an_order_or_damage_policy_that_the_enums_lack_is_refused)
{
	const struct pdata_open_opts wrong[] = {
		{ .size = sizeof(wrong[0]), .order = PDATA_ORDER_TIME + 1 },
		{ .size = sizeof(wrong[0]), .on_damage = PDATA_DAMAGE_STRICT + 1 },
	};
	struct pdata_error err;
	struct pdata_reader *r;
	struct t_file f;

	t_file_begin(&f, t_two_events, 2, 0, 0);
	t_file_data_end(&f);
	for (unsigned i = 0; i < 2; i++) {
		CHECK_I(pdata_reader_open_mem(&r, f.bytes, f.len, &wrong[i], &err), PDATA_E_ARG);
		CHECK_S(err.field, i ? "on_damage" : "order");
		CHECK(!r);
	}
	r = t_open(&f, NULL);
	CHECK_I(pdata_reader_set_order(r, PDATA_ORDER_TIME), 0);
	CHECK_I(pdata_reader_set_order(r, (enum pdata_order)(PDATA_ORDER_TIME + 1)), PDATA_E_ARG);
	pdata_reader_close(r);
	t_file_free(&f);
}

TEST(an_order_mode_or_compression_that_the_enums_lack_is_refused)
{
	static const char text[] = "FILE order=le header_size=104\n";
	const struct pdata_assemble_opts wrong[] = {
		{ .size = sizeof(wrong[0]), .order = PDATA_TEXT_ORDER_BE + 1 },
		{ .size = sizeof(wrong[0]), .mode = PDATA_TEXT_MODE_DIR + 1 },
		{ .size = sizeof(wrong[0]), .compress = PDATA_TEXT_COMPRESS_ZSTD2 + 1 },
	};

	for (unsigned i = 0; i < 3; i++)
		CHECK_I(pdata_assemble(text, sizeof(text) - 1, "/nowhere/to/be/found", &wrong[i],
				       NULL),
			PDATA_E_ARG);
}
