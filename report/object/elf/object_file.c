/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Helpers for local object files: comparing build ids, safe opening, the check of device, inode
 * and time, and paths of the build-id cache.
 */
#include "common/file_generation.h"
#include "object/elf/symbol_sources.h"

#include "base/array.h"
#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/utsname.h>
#include <sys/vfs.h>
#include <unistd.h>

#define NS_PER_S UINT64_C(1000000000)
#define READ_FIRST (1u << 20)
#define X86_64_KERNEL 0xffffffff80000000ull /* kernel text is above this on x86_64 only */

struct sym_build_id sym_id_make(const uint8_t *data, uint32_t size)
{
	struct sym_build_id id = { .size = size < SYM_ID_MAX ? size : SYM_ID_MAX };

	if (!data)
		id.size = 0;
	if (id.size)
		memcpy(id.data, data, id.size);
	return id;
}

bool sym_id_match(const struct sym_build_id *want, const struct sym_build_id *is)
{
	if (!is->size || is->size > want->size || memcmp(want->data, is->data, is->size))
		return false;
	if (want->size == is->size)
		return true;
	for (uint32_t i = is->size; i < want->size; i++)
		if (want->data[i])
			return false;
	return want->size == SYM_ID_MAX;
}

void sym_id_hex(const struct sym_build_id *id, char hex[2 * SYM_ID_MAX + 1])
{
	hex[0] = 0;
	for (uint32_t i = 0; i < id->size; i++)
		snprintf(hex + 2 * i, 3, "%02x", id->data[i]);
}

/*
 * Whether @path is in a file system of the kernel, where reading a file may wait, consume data, or
 * never end.
 */
static bool of_the_kernel(const char *path)
{
	struct statfs fs;

	if (statfs(path, &fs))
		return true;
	switch ((unsigned long)fs.f_type) {
	case PROC_SUPER_MAGIC:
	case SYSFS_MAGIC:
	case DEBUGFS_MAGIC:
	case TRACEFS_MAGIC:
		return true;
	default:
		return false;
	}
}

int sym_file_open(const char *path, bool kernel_too)
{
	struct stat st;
	int fd;

	/*
	 * Checked before opening, because opening a device may have an effect, and opening a pipe
	 * may wait.
	 */
	if (stat(path, &st))
		return -1;
	if (!S_ISREG(st.st_mode) || (!kernel_too && of_the_kernel(path))) {
		errno = EINVAL;
		return -1;
	}
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd >= 0 && (fstat(fd, &st) || !S_ISREG(st.st_mode))) {
		close(fd);
		errno = EINVAL;
		return -1;
	}
	return fd;
}

bool sym_file_exists(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISREG(st.st_mode);
}

/* Get device and inode by which the kernel knows the file that is mapped at @start. */
static bool read_mapping(const void *start, unsigned *maj, unsigned *min, unsigned long long *ino)
{
	char line[SYM_PATH_MAX + 128];
	bool found = false;
	FILE *f;

	errno = 0;
	f = fopen("/proc/self/maps", "re");
	mem_check_errno(f);
	while (f && !found && fgets(line, sizeof(line), f)) {
		unsigned long from;

		found = sscanf(line, "%lx-%*x %*s %*x %x:%x %llu", &from, maj, min, ino) == 4 &&
			from == (uintptr_t)start;
	}
	if (f)
		fclose(f);
	return found;
}

/* Overlay and similar file systems show other numbers for a mapped file than stat() does. */
static bool is_mapped_as(int fd, const struct sym_file_id *id)
{
	unsigned is_maj, is_min;
	unsigned long long is_ino;
	bool same;
	void *p;

	p = mmap(NULL, 1, PROT_READ, MAP_PRIVATE, fd, 0);
	if (p == MAP_FAILED)
		return false;
	same = read_mapping(p, &is_maj, &is_min, &is_ino) && is_maj == id->maj &&
	       is_min == id->min && is_ino == id->ino;
	munmap(p, 1);
	return same;
}

struct sym_file_id sym_file_id_of(const struct pdata_object *obj, uint64_t recorded_ns)
{
	return (struct sym_file_id){ .maj = obj->maj,
				     .min = obj->min,
				     .generation = obj->ino_generation,
				     .ino = obj->ino,
				     .recorded_ns = recorded_ns };
}

static bool changed_after(const struct stat *st, uint64_t ns)
{
	return ns && (uint64_t)st->st_mtim.tv_sec * NS_PER_S + (uint64_t)st->st_mtim.tv_nsec > ns;
}

static enum sym_file_match compare_open_file(int fd, const struct sym_file_id *id)
{
	struct stat st;

	if (fstat(fd, &st))
		return SYM_FILE_OTHER;
	if ((st.st_ino != id->ino || major(st.st_dev) != id->maj || minor(st.st_dev) != id->min) &&
	    !is_mapped_as(fd, id))
		return SYM_FILE_OTHER;
	if (!pd_generation_may_be(fd, id->generation) || changed_after(&st, id->recorded_ns))
		return SYM_FILE_CHANGED;
	return SYM_FILE_SAME;
}

enum sym_file_match sym_file_compare(const char *path, const struct sym_file_id *id)
{
	const int fd = id->ino ? sym_file_open(path, false) : -1;
	enum sym_file_match match;

	if (fd < 0)
		return SYM_FILE_OTHER;
	match = compare_open_file(fd, id);
	close(fd);
	return match;
}

static char *no_memory(int fd, char *buf)
{
	close(fd);
	free(buf);
	errno = ENOMEM;
	return NULL;
}

/* Read all of @fd, and close it. NULL: memory is exhausted, with errno. */
static char *read_all(int fd, size_t *len)
{
	struct stat st;
	char *buf, *more;
	size_t cap;

	/* Files of the kernel have size 0, and others may grow while they are read. */
	cap = !fstat(fd, &st) && st.st_size > 0 && (uint64_t)st.st_size < SYM_FILE_MAX
		      ? (size_t)st.st_size + 1
		      : READ_FIRST;
	buf = mem_big_alloc(cap + 1, 1);
	if (!buf)
		return no_memory(fd, NULL);
	*len = 0;
	for (;;) {
		ssize_t n = read(fd, buf + *len, cap - *len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			break;
		*len += (size_t)n;
		if (*len == cap) {
			if (cap >= SYM_FILE_MAX)
				break;
			cap *= 2;
			more = mem_grow(buf, cap + 1, 1);
			if (!more)
				return no_memory(fd, buf);
			buf = more;
		}
	}
	close(fd);
	buf[*len] = 0;
	return buf;
}

char *sym_file_read(const char *path, bool kernel_too, size_t *len)
{
	const int fd = sym_file_open(path, kernel_too);

	return fd < 0 ? NULL : read_all(fd, len);
}

int sym_file_open_own(const char *path, uint32_t uid)
{
	struct stat named, st;
	int fd, e = 0;

	if (lstat(path, &named))
		return -1;
	if (S_ISLNK(named.st_mode)) {
		errno = ELOOP;
		return -1;
	}
	fd = sym_file_open(path, false);
	if (fd < 0)
		return -1;
	/* The file must not have been replaced since it was checked. */
	if (fstat(fd, &st) || st.st_ino != named.st_ino || st.st_dev != named.st_dev)
		e = ELOOP;
	else if (uid != SYM_ANY_OWNER && st.st_uid && st.st_uid != geteuid() && st.st_uid != uid)
		e = EPERM;
	if (!e)
		return fd;
	close(fd);
	errno = e;
	return -1;
}

/* Programs for the second machine of a pair run on the first one as well. */
bool sym_is_foreign(const char *arch, uint64_t kernel_text)
{
	static const char *const kin[][2] = {
		{ "x86_64", "i386" },	{ "x86_64", "i486" },	 { "x86_64", "i586" },
		{ "x86_64", "i686" },	{ "aarch64", "armv7l" }, { "aarch64", "armv8l" },
		{ "aarch64", "arm" },	{ "s390x", "s390" },	 { "ppc64", "ppc" },
		{ "sparc64", "sparc" }, { "mips64", "mips" },	 { "x86_64", "x86" },
		{ "aarch64", "arm64" },
	};
	struct utsname u;

	if (uname(&u))
		return false;
	if (!arch || !arch[0])
		return kernel_text && (kernel_text >= X86_64_KERNEL) != !strcmp(u.machine, "x86_"
											   "64");
	if (!strcmp(arch, u.machine))
		return false;
	for (size_t i = 0; i < REP_NR(kin); i++)
		if ((!strcmp(kin[i][0], u.machine) && !strcmp(kin[i][1], arch)) ||
		    (!strcmp(kin[i][1], u.machine) && !strcmp(kin[i][0], arch)))
			return false;
	return true;
}

bool sym_join(char *buf, size_t size, const char *dir, const char *path)
{
	int n = snprintf(buf, size, "%s%s%s", dir ? dir : "",
			 dir && dir[0] && path[0] != '/' ? "/" : "", path);

	return n >= 0 && (size_t)n < size;
}

void sym_cache_dir(const char *symfs, char *buf, size_t size)
{
	const char *dir = getenv("PERF_BUILDID_DIR"), *home = getenv("HOME");

	if (symfs)
		snprintf(buf, size, "%s/.debug", symfs);
	else if (dir && dir[0])
		snprintf(buf, size, "%s", dir);
	else
		snprintf(buf, size, "%s%s.debug", home ? home : "", home ? "/" : "");
}

bool sym_cache_path(const char *symfs, const struct sym_build_id *id, const char *what, char *buf,
		    size_t size)
{
	char dir[SYM_PATH_MAX], hex[2 * SYM_ID_MAX + 1];
	int n;

	if (!id->size)
		return false;
	sym_cache_dir(symfs, dir, sizeof(dir));
	sym_id_hex(id, hex);
	n = snprintf(buf, size, "%s/.build-id/%.2s/%s", dir, hex, hex + 2);
	if (n < 0 || (size_t)n >= size)
		return false;
	/* Older caches have a file where others have a directory. */
	if (sym_file_exists(buf))
		return true;
	return (size_t)snprintf(buf + n, size - (size_t)n, "/%s", what) < size - (size_t)n;
}
