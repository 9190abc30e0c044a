/* SPDX-License-Identifier: BSD-2-Clause */
/* Source files are read below one directory only, whatever names and links say. */
#include "object/symbols/source_dir.h"
#include "test.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static char inside[300], outside[300];

static void write_source(const char *dir, const char *name, const char *text)
{
	char path[600];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	f = fopen(path, "w");
	CHECK(f);
	fputs(text, f);
	CHECK_I(fclose(f), 0);
}

static void link_to(const char *target, const char *dir, const char *name)
{
	char path[600];

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	CHECK_I(symlink(target, path), 0);
}

static void make_directory(const char *dir, const char *name)
{
	char path[600];

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	CHECK_I(mkdir(path, 0700), 0);
}

static struct sources_dir open_inside(void)
{
	struct sources_dir d;
	char path[600];

	snprintf(inside, sizeof(inside), "%s/in", test_dir());
	snprintf(outside, sizeof(outside), "%s/out", test_dir());
	make_directory(test_dir(), "in");
	make_directory(test_dir(), "out");
	make_directory(inside, "sub");
	write_source(inside, "a.c", "inside");
	write_source(inside, "sub/b.c", "inside sub");
	write_source(outside, "secret.c", "secret");
	snprintf(path, sizeof(path), "%s/out/secret.c", test_dir());
	link_to(path, inside, "link.c");
	link_to("../out", inside, "dir");
	link_to("sub/b.c", inside, "good.c");
	CHECK_I(sources_dir_open(&d, inside), 0);
	return d;
}

/* The text of a file, or NULL. */
static const char *read_text(const struct sources_dir *d, const char *cwd, const char *path)
{
	static char text[64];
	struct sources_file f;
	const int found = sources_dir_read(d, cwd, path, &f);

	CHECK(found == 0 || found == 1);
	if (!found)
		return NULL;
	snprintf(text, sizeof(text), "%.*s", (int)f.len, f.text);
	free(f.text);
	free(f.path);
	return text;
}

TEST(source_files_below_the_directory_are_found)
{
	struct sources_dir d = open_inside();
	char path[600];

	snprintf(path, sizeof(path), "%s/sub/b.c", inside);
	CHECK_S(read_text(&d, NULL, path), "inside sub");
	CHECK_S(read_text(&d, inside, "a.c"), "inside");
	CHECK_S(read_text(&d, "/elsewhere", "a.c"), "inside");
	CHECK_S(read_text(&d, "/elsewhere", "/elsewhere/a.c"), "inside");
	CHECK_S(read_text(&d, NULL, "/build/project/sub/b.c"), "inside sub");
	CHECK_S(read_text(&d, inside, "./sub/../a.c"), "inside");
	CHECK_S(read_text(&d, inside, "good.c"), "inside sub");
	/* The last component alone is too little. */
	CHECK_S(read_text(&d, NULL, "/usr/src/other/a.c"), NULL);
	sources_dir_close(&d);
}

TEST(no_name_and_no_link_leads_out_of_the_directory)
{
	struct sources_dir d = open_inside();
	char path[600];

	snprintf(path, sizeof(path), "%s/secret.c", outside);
	CHECK_S(read_text(&d, NULL, path), NULL);
	CHECK_S(read_text(&d, outside, "secret.c"), NULL);
	CHECK_S(read_text(&d, inside, "../out/secret.c"), NULL);
	CHECK_S(read_text(&d, NULL, "../out/secret.c"), NULL);
	CHECK_S(read_text(&d, inside, "link.c"), NULL);
	CHECK_S(read_text(&d, inside, "dir/secret.c"), NULL);
	CHECK_S(read_text(&d, NULL, "/x/dir/secret.c"), NULL);
	CHECK_S(read_text(&d, NULL, "/etc/passwd"), NULL);
	CHECK_S(read_text(&d, NULL, "/proc/self/environ"), NULL);
	CHECK_S(read_text(&d, "/", "etc/passwd"), NULL);
	CHECK_S(read_text(&d, NULL, ""), NULL);
	CHECK_S(read_text(&d, NULL, "."), NULL);
	sources_dir_close(&d);
}

/* A directory whose name begins like the other's is not below it. */
TEST(a_directory_with_a_longer_name_is_another_one)
{
	struct sources_dir d = open_inside();
	char path[600];

	make_directory(test_dir(), "in2");
	snprintf(path, sizeof(path), "%s/in2", test_dir());
	write_source(path, "secret.c", "secret");
	snprintf(path, sizeof(path), "%s/in2/secret.c", test_dir());
	CHECK_S(read_text(&d, NULL, path), NULL);
	sources_dir_close(&d);
}

TEST(only_regular_files_of_8_mb_at_most_are_source_files)
{
	struct sources_dir d = open_inside();
	char path[600];

	snprintf(path, sizeof(path), "%s/fifo.c", inside);
	CHECK_I(mkfifo(path, 0600), 0);
	CHECK_S(read_text(&d, inside, "fifo.c"), NULL);
	CHECK_S(read_text(&d, inside, "sub"), NULL);
	write_source(inside, "large.c", "large");
	snprintf(path, sizeof(path), "%s/large.c", inside);
	CHECK_I(truncate(path, SOURCES_FILE_MAX), 0);
	CHECK_S(read_text(&d, inside, "large.c"), "large");
	CHECK_I(truncate(path, SOURCES_FILE_MAX + 1), 0);
	CHECK_S(read_text(&d, inside, "large.c"), NULL);
	sources_dir_close(&d);
}

TEST(a_directory_that_is_none_is_an_error)
{
	struct sources_dir d;

	CHECK(sources_dir_open(&d, "/nonexistent/dir") < 0);
	CHECK(sources_dir_open(&d, "/etc/passwd") < 0);
}
