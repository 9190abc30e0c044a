/* SPDX-License-Identifier: BSD-2-Clause */
#include "common/edit_distance.h"
#include "common/hash_table.h"
#include "common/heap.h"
#include "common/json.h"
#include "common/number_range.h"
#include "common/tmpfile.h"
#include "test.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

TEST(an_edit_distance_counts_slips)
{
	CHECK_I(pd_edit_distance("kitten", 6, "sitting", 7), 3);
	CHECK_I(pd_edit_distance("sotr", 4, "sort", 4), 1);
	CHECK_I(pd_edit_distance("abc", 3, "", 0), 3);
	CHECK_I(pd_edit_distance("", 0, "", 0), 0);
	CHECK_I(pd_edit_distance("a", PD_EDIT_LONGEST + 1, "a", 1), INT_MAX);
}

static int read_range(const char *s, uint64_t max, struct pd_range *r, char *behind)
{
	int ret = pd_range_parse(&s, 0, max, r);

	*behind = ret ? '!' : *s;
	return ret;
}

TEST(a_range_is_one_number_or_two_in_order)
{
	struct pd_range r;
	char behind;

	CHECK_I(read_range("7,8", 9, &r, &behind), 0);
	CHECK(r.first == 7 && r.last == 7 && behind == ',');
	CHECK_I(read_range("3-0x5 ", 9, &r, &behind), 0);
	CHECK(r.first == 3 && r.last == 5 && behind == ' ');
	CHECK_I(read_range("5-3", 9, &r, &behind), -1);
	CHECK_I(read_range("5-", 9, &r, &behind), -1);
	CHECK_I(read_range("-5", 9, &r, &behind), -1);
	CHECK_I(read_range(" 5", 9, &r, &behind), -1);
	CHECK_I(read_range("", 9, &r, &behind), -1);
	CHECK_I(read_range("10", 9, &r, &behind), -1);
	CHECK_I(read_range("1-10", 9, &r, &behind), -1);
	CHECK_I(read_range("99999999999999999999", UINT64_MAX, &r, &behind), -1);
}

static void append(void *to, const char *s, size_t len)
{
	strncat(to, s, len);
}

static int is_isolate(uint32_t code)
{
	return code == 0x2066;
}

TEST(json_escapes_quotes_and_control_characters)
{
	char to[99] = "";
	struct pd_json j = { .put = append, .to = to };

	pd_json_str(&j, NULL, "a\"\\\x1f\x7f\xe2\x81\xa6\x9b");
	CHECK_S(to, "\"a\\\"\\\\\\u001f\\u007f\xe2\x81\xa6\\ufffd\"");
	*to = 0;
	j.comma = false;
	j.escaped = is_isolate;
	pd_json_str(&j, NULL, "a\xe2\x81\xa6z");
	CHECK_S(to, "\"a\\u2066z\"");
	*to = 0;
	j.comma = false;
	j.latin1 = true;
	pd_json_str(&j, NULL, "\xc3\xa4\x9b");
	CHECK_S(to, "\"\\u00c3\\u00a4\\u009b\"");
}

TEST(json_has_commas_between_values_alone)
{
	char to[99] = "";
	struct pd_json j = { .put = append, .to = to };

	pd_json_open(&j, NULL, '{');
	pd_json_u64(&j, "a", UINT64_MAX);
	pd_json_open(&j, "b", '[');
	pd_json_close(&j, ']');
	pd_json_open(&j, "c", '[');
	pd_json_u64(&j, NULL, 0);
	pd_json_break(&j, " ");
	pd_json_addr(&j, NULL, 255);
	pd_json_close(&j, ']');
	pd_json_key(&j, "dx", 1);
	pd_json_fmt(&j, NULL, "%.1f", 0.5);
	pd_json_close(&j, '}');
	CHECK_S(to, "{\"a\":18446744073709551615,\"b\":[],\"c\":[0, \"0xff\"],\"d\":0.5}");
}

static unsigned nr_files(const char *dir)
{
	DIR *d = opendir(dir);
	unsigned nr = 0;

	while (d && readdir(d))
		nr++;
	if (d)
		closedir(d);
	return nr - 2;
}

TEST(temporary_files_have_no_name_until_they_get_one)
{
	char dir[] = "/tmp/pdata-test-XXXXXX", path[64], text[4] = "", *name;
	int fd;

	CHECK(mkdtemp(dir) != NULL);
	snprintf(path, sizeof(path), "%s/file", dir);
	fd = pd_tmpfile_in(dir);
	CHECK(fd >= 0 && pwrite(fd, "abc", 3, 0) == 3 && pread(fd, text, 3, 0) == 3);
	close(fd);
	close(pd_tmpfile_next_to(path));
	CHECK_U(nr_files(dir), 0);

	fd = pd_tmpfile_open(path, &name);
	CHECK(fd >= 0 && write(fd, "abc", 3) == 3);
	CHECK_I(pd_tmpfile_name(fd, path, &name), 0);
	CHECK(name && !strncmp(name, dir, strlen(dir)) && name[strlen(dir) + 1] == '.');
	CHECK_U(nr_files(dir), 1);
	CHECK_I(rename(name, path), 0);
	pd_free(name);
	close(fd);

	fd = pd_tmpfile_linkable(path);
	if (fd >= 0) {
		CHECK_I(pd_tmpfile_link(fd, path), -1);
		CHECK_I(errno, EEXIST);
		close(fd);
	}
	unlink(path);
	rmdir(dir);
	CHECK_I(pd_tmpfile_next_to(path), -1);
	CHECK_I(pd_tmpfile_open(path, &name), -1);
	CHECK(!name && errno == ENOENT);
}

struct pair {
	uint32_t key, value;
};

/* A hash that puts all keys into the last slots, so that searches go on at the first. */
PD_HASH_TABLE(pairs, struct pair, s->value, s->key == k->key, UINT64_MAX - (k->key & 1) - seed)

TEST(a_hash_table_finds_what_it_has_after_it_grew)
{
	struct pair *slots = NULL, key = { 0 };
	size_t mask = 0, nr = 0;

	for (key.key = 0; key.key < 100; key.key++) {
		if (nr * 2 >= mask)
			CHECK_I(pairs_grow(&slots, &mask, 4, 7), 0);
		*pairs_slot(slots, mask, &key, 7) = (struct pair){ key.key, key.key + 1 };
		nr++;
	}
	CHECK_U(mask, 255);
	for (key.key = 0; key.key < 100; key.key++)
		CHECK_U(pairs_slot(slots, mask, &key, 7)->value, key.key + 1);
	CHECK_U(pairs_slot(slots, mask, &key, 7)->value, 0);
	pd_free(slots);
}

PD_HASH_INDEX(evens, uint64_t, uint64_t, o[n] == *k)

TEST(a_hash_index_finds_the_numbers_of_things_after_it_grew)
{
	struct pd_hash_index x = { 0 };
	uint64_t things[101];

	for (uint32_t n = 1; n <= 100; n++) {
		const uint32_t tag = n & 1 ? UINT32_MAX : n;

		things[n] = 2 * n;
		CHECK_I(pd_hash_index_grow(&x, n - 1, 4), 0);
		*evens_slot(&x, tag, things, &things[n]) = pd_hash_index_entry(tag, n);
	}
	CHECK_U(x.mask, 255);
	for (uint32_t n = 1; n <= 100; n++)
		CHECK_U((uint32_t)*evens_slot(&x, n & 1 ? UINT32_MAX : n, things, &things[n]), n);
	CHECK_U(*evens_slot(&x, 3, things, &things[3]), 0);
	pd_free(x.slots);
}

TEST(a_hash_index_with_reserved_room_keeps_its_numbers_and_does_not_grow)
{
	struct pd_hash_index x = { 0 };
	uint64_t things[101];
	const uint64_t *slots = NULL;

	for (uint32_t n = 1; n <= 100; n++) {
		things[n] = 2 * n;
		if (n == 11)
			CHECK_I(pd_hash_index_reserve(&x, 100), 0);
		CHECK_I(pd_hash_index_grow(&x, n - 1, 4), 0);
		if (n == 11)
			slots = x.slots;
		*evens_slot(&x, n, things, &things[n]) = pd_hash_index_entry(n, n);
	}
	CHECK(x.slots == slots);
	CHECK_U(x.mask, 255);
	CHECK_I(pd_hash_index_reserve(&x, 50), 0);
	CHECK(x.slots == slots);
	for (uint32_t n = 1; n <= 100; n++)
		CHECK_U((uint32_t)*evens_slot(&x, n, things, &things[n]), n);
	pd_free(x.slots);
}
