/* SPDX-License-Identifier: BSD-2-Clause */
/* ELF files in the bundle: a file that does not fit is counted once, as what became of it. */
#include "base/util.h"
#include "file/bundle.h"
#include "test.h"

#include <fcntl.h>
#include <limits.h>
#include <linux/fs.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

/* Bundle this program with debugging information, in at most @max bytes. Return: its bytes. */
static uint64_t bundle_self(struct rec_collect *c, uint64_t max)
{
	struct pdata_object object = { .exec = 1, .cpumode = PDATA_CPUMODE_USER };
	const struct rec_point hit = { .pid = (uint32_t)getpid() };
	const struct rec_points p = { .object = &object, .hits = &hit, .nr_hits = 1 };
	char path[PATH_MAX];
	struct stat st;
	uint64_t bytes;

	CHECK(realpath("/proc/self/exe", path) && !stat(path, &st));
	object.name = path;
	object.maj = major(st.st_dev);
	object.min = minor(st.st_dev);
	object.ino = st.st_ino;
	*c = (struct rec_collect){ .mode = REC_BUNDLE_DEBUG, .max_bytes = max };
	rec_bundle_elf(c, &p);
	bytes = c->bytes;
	for (uint32_t i = 0; i < c->nr_owned; i++)
		pdata_free(c->owned[i]);
	rec_arena_free(&c->arena);
	return bytes;
}

TEST(a_file_that_is_too_large_is_counted_once)
{
	struct rec_collect c;
	const uint64_t whole = bundle_self(&c, UINT64_MAX);

	CHECK(whole > 100000);
	CHECK_U(c.nr, 1);
	CHECK_U(c.nr_missing + c.nr_shortened + c.nr_late, 0);
	CHECK(bundle_self(&c, whole - 1) < whole);
	CHECK_U(c.nr, 1);
	CHECK_U(c.nr_shortened, 1);
	CHECK_U(c.nr_missing + c.nr_late, 0);
	CHECK_U(bundle_self(&c, 1), 0);
	CHECK_U(c.nr, 0);
	CHECK_U(c.nr_missing, 1);
	CHECK_U(c.nr_shortened + c.nr_late, 0);
}

TEST(a_file_with_another_generation_is_not_the_mapped_one)
{
	struct pdata_object object = { .exec = 1, .cpumode = PDATA_CPUMODE_USER };
	const struct rec_point hit = { .pid = (uint32_t)getpid() };
	const struct rec_points p = { .object = &object, .hits = &hit, .nr_hits = 1 };
	struct rec_collect c = { .mode = REC_BUNDLE_FULL, .max_bytes = UINT64_MAX };
	uint8_t space[sizeof(long)] = { 0 };
	char path[PATH_MAX];
	struct stat st;
	int fd;

	CHECK(realpath("/proc/self/exe", path) && !stat(path, &st));
	fd = open(path, O_RDONLY);
	CHECK(fd >= 0);
	if (!ioctl(fd, FS_IOC_GETVERSION, space)) {
		memcpy(&object.ino_generation, space, sizeof(object.ino_generation));
		object.ino_generation ^= 1u << 31;
		object.name = path;
		object.maj = major(st.st_dev);
		object.min = minor(st.st_dev);
		object.ino = st.st_ino;
		rec_bundle_elf(&c, &p);
		CHECK_U(c.nr, 0);
		CHECK_U(c.nr_missing, 1);
	}
	close(fd);
	rec_arena_free(&c.arena);
}
