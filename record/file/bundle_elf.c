/* SPDX-License-Identifier: BSD-2-Clause */
/* Adds programs, libraries and the vdso to the bundle, cut down to the names of hit addresses. */
#include "base/output_opts.h"
#include "base/util.h"
#include "common/file_generation.h"
#include "file/bundle.h"

#include <pdata/elf.h>

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#define DEBUG_DIR "/usr/lib/debug"
#define ASK_MAX 256u /* processes through whose root a file is tried, or files with a build id */
#define MAPS_MAX 16u /* processes among whose maps a deleted file is looked for */

/*
 * Return whether the open file is the one that was mapped: by build id, or by device, inode and
 * inode generation.
 */
static bool is_the_one(struct pdata_elf *e, int fd, const struct pdata_object *o)
{
	uint8_t id[PDATA_BUILD_ID_MAX];
	struct stat st;

	if (o->build_id_size)
		return pdata_elf_build_id(e, id) == o->build_id_size &&
		       !memcmp(id, o->build_id, o->build_id_size);
	return !fstat(fd, &st) && st.st_ino == o->ino && major(st.st_dev) == o->maj &&
	       minor(st.st_dev) == o->min && pd_generation_may_be(fd, o->ino_generation);
}

/* Read the ELF file @fd. Return: NULL, and @fd is closed, if it is not the mapped file. */
static struct pdata_elf *take_mapped(const struct pdata_object *o, int fd)
{
	struct pdata_elf *e;

	if (fd < 0)
		return NULL;
	if (!pdata_elf_open_fd(&e, fd, NULL)) {
		if (is_the_one(e, fd, o))
			return e;
		pdata_elf_close(e);
	}
	close(fd);
	return NULL;
}

/* Open the object's file as process @pid sees it. Return: NULL if it is not the mapped file. */
static struct pdata_elf *open_as(const struct pdata_object *o, uint32_t pid, int *fd, uint64_t *ns)
{
	*fd = rec_bundle_open(pid, o->name, 0, ns);
	return take_mapped(o, *fd);
}

/*
 * Open the object's file as the process sees it, or as the recorder does, or as another process
 * that hit it and still runs, because that process may be in the same container.
 */
static struct pdata_elf *open_elf(const struct rec_points *p, int *fd, uint64_t *ns)
{
	struct pdata_elf *e = open_as(p->object, p->hits->pid, fd, ns);
	uint32_t last = p->hits->pid, asked = 0;

	if (!e)
		e = open_as(p->object, 0, fd, ns);
	for (uint32_t i = 1; !e && i < p->nr_hits && asked < ASK_MAX; i++) {
		const uint32_t pid = p->hits[i].pid;

		if (pid == last || pid > INT32_MAX)
			continue;
		last = pid;
		asked++;
		if (!kill((pid_t)pid, 0) || errno != ESRCH)
			e = open_as(p->object, pid, fd, ns);
	}
	return e;
}

/* Whether the file @name has the path @text of /proc/PID/maps, in which a newline is \012. */
static bool is_path_of(const char *text, const char *name)
{
	for (; *name; name++)
		if (*name == '\n' && !strncmp(text, "\\012", 4))
			text += 4;
		else if (*text++ != *name)
			return false;
	return !*text || !strcmp(text, " (deleted)");
}

/* Open the file that is mapped by a line of /proc/PID/maps, although its path may be gone. */
static struct pdata_elf *open_map_file(const struct pdata_object *o, uint32_t pid, const char *line,
				       int *fd)
{
	unsigned long long from, to;
	char path[96];
	int at = 0;

	if (sscanf(line, "%llx-%llx %*s %*s %*s %*s %n", &from, &to, &at) != 2 || !at ||
	    !is_path_of(line + at, o->name))
		return NULL;
	snprintf(path, sizeof(path), "/proc/%u/map_files/%llx-%llx", pid, from, to);
	*fd = rec_open_regular(path, 0);
	return take_mapped(o, *fd);
}

/* Open the object's file by the maps of process @pid. *@asked grows if the maps can be read. */
static struct pdata_elf *open_mapped_by(const struct pdata_object *o, uint32_t pid, int *fd,
					uint32_t *asked)
{
	struct rec_arena arena = { .blocks = NULL };
	char *rest = rec_read_all(&arena, rec_printf(&arena, "/proc/%u/maps", pid), NULL), *line;
	struct pdata_elf *e = NULL;

	*asked += rest != NULL;
	while (!e && (line = strsep(&rest, "\n")))
		e = open_map_file(o, pid, line, fd);
	rec_arena_free(&arena);
	return e;
}

/*
 * Open a file that was deleted or replaced while processes that still run had mapped it, as by an
 * update of a service.
 */
static struct pdata_elf *open_deleted(const struct rec_points *p, int *fd, uint64_t *ns)
{
	uint32_t last = UINT32_MAX, asked = 0;
	struct pdata_elf *e = NULL;

	for (uint32_t i = 0; !e && i < p->nr_hits && asked < MAPS_MAX; i++) {
		const uint32_t pid = p->hits[i].pid;

		if (pid == last)
			continue;
		last = pid;
		e = open_mapped_by(p->object, pid, fd, &asked);
		if (e)
			*ns = rec_bundle_namespace(pid);
	}
	return e;
}

/* Whether @o is another file than @of with the same build id: both have the same symbols. */
static bool has_same_build_id(const struct pdata_object *o, const struct pdata_object *of)
{
	return o != of && o->cpumode == of->cpumode && o->name[0] == '/' &&
	       o->build_id_size == of->build_id_size &&
	       !memcmp(o->build_id, of->build_id, o->build_id_size);
}

/* Open another mapped file that has the build id of the object. */
static struct pdata_elf *open_same_build_id(const struct rec_collect *c, const struct rec_points *p,
					    int *fd, uint64_t *ns)
{
	uint32_t asked = 0;
	const uint32_t nr = p->object->build_id_size ? pdata_tasks_nr_objects(c->tasks) : 0;
	struct pdata_elf *e = NULL;

	for (uint32_t i = 0; !e && i < nr && asked < ASK_MAX; i++) {
		const struct pdata_object *o = pdata_tasks_object(c->tasks, i);

		if (has_same_build_id(o, p->object)) {
			asked++;
			e = open_as(o, p->hits->pid, fd, ns);
		}
	}
	return e;
}

static bool elf_has_section(struct pdata_elf *e, const char *name)
{
	struct pdata_elf_section s;
	const uint32_t i = pdata_elf_find(e, name);

	return i && !pdata_elf_section(e, i, &s) && s.type != PDATA_SHT_NOBITS;
}

static uint32_t bundle_keep_flags(const struct rec_collect *c)
{
	if (c->mode == REC_BUNDLE_DEBUG)
		return PDATA_ELF_KEEP_SYMBOLS | PDATA_ELF_KEEP_UNWIND | PDATA_ELF_KEEP_DEBUG;
	return c->mode == REC_BUNDLE_FULL ? PDATA_ELF_KEEP_SYMBOLS : 0;
}

/*
 * Make a copy that fits in the rest of max_bytes: if need be without debugging information, or
 * without the symbols that only matter because they overlap symbols of hit addresses.
 */
static int64_t cut_elf_copy(struct rec_collect *c, struct pdata_elf *e, struct pdata_elf *mapped,
			    const struct rec_points *p, uint8_t **out)
{
	struct pdata_elf_cut how = { .mapped = mapped,
				     .addrs = p->addr,
				     .nr = p->nr,
				     .keep = bundle_keep_flags(c),
				     .max = c->max_bytes - c->bytes };
	int64_t n = pdata_elf_cut(e, &how, out);

	if (n == PDATA_L_MEMORY && how.keep) {
		how.keep &= PDATA_ELF_KEEP_UNWIND;
		n = pdata_elf_cut(e, &how, out);
		c->nr_shortened += n >= 0;
	}
	if (n == PDATA_L_MEMORY) {
		how.keep |= PDATA_ELF_KEEP_FEWEST;
		n = pdata_elf_cut(e, &how, out);
		c->nr_overlapping += n >= 0;
	}
	return n;
}

static void add_elf_to_bundle(struct rec_collect *c, const struct rec_points *p,
			      struct pdata_elf *e, struct pdata_elf *mapped, uint64_t ns)
{
	const struct pdata_object *o = p->object;
	struct pdata_bundle_file *f;
	uint8_t *data, *id;
	int64_t n = cut_elf_copy(c, e, mapped, p, &data);

	if (n < 0) {
		c->nr_missing++;
		return;
	}
	const uint32_t at = c->nr_owned;

	c->owned = rec_push(&c->arena, c->owned, &c->nr_owned, sizeof(*c->owned));
	c->owned[at] = data;
	f = rec_collect_add(c, PDATA_BUNDLE_ELF, rec_strdup(&c->arena, o->name), data, (uint64_t)n);
	id = rec_alloc(&c->arena, PDATA_BUILD_ID_MAX);
	f->id_size = pdata_elf_build_id(mapped ? mapped : e, id);
	f->build_id = id;
	f->maj = o->maj;
	f->min = o->min;
	f->ino = o->ino;
	f->mntns = ns;
}

/* Add the debug file at @path, as the process sees it. Return: whether it is that of @mapped. */
static bool add_debug_at(struct rec_collect *c, const struct rec_points *p,
			 struct pdata_elf *mapped, const char *path, uint64_t ns)
{
	uint8_t id[PDATA_BUILD_ID_MAX], is[PDATA_BUILD_ID_MAX];
	const uint32_t n = pdata_elf_build_id(mapped, id);
	const int fd = rec_bundle_open(p->hits->pid, path, 0, &ns);
	struct pdata_elf *e;
	bool same = false;

	if (fd < 0)
		return false;
	if (!pdata_elf_open_fd(&e, fd, NULL)) {
		same = pdata_elf_build_id(e, is) == n && !memcmp(id, is, n);
		if (same)
			add_elf_to_bundle(c, p, e, mapped, ns);
		pdata_elf_close(e);
	}
	close(fd);
	return same;
}

/* Get the path at which distributions install a debug file. Return: NULL without a build id. */
static const char *debug_path_by_id(struct rec_collect *c, struct pdata_elf *mapped)
{
	uint8_t id[PDATA_BUILD_ID_MAX];
	char hex[2 * sizeof(id) + 1];
	const uint32_t n = pdata_elf_build_id(mapped, id);

	if (n < 2)
		return NULL;
	for (uint32_t i = 0; i < n; i++)
		snprintf(hex + (size_t)2 * i, 3, "%02x", id[i]);
	return rec_printf(&c->arena, DEBUG_DIR "/.build-id/%.2s/%s.debug", hex, hex + 2);
}

/* Get the name of the debug file in .gnu_debuglink, which has a checksum after it. */
static const char *debuglink_name(struct rec_collect *c, struct pdata_elf *mapped)
{
	const uint32_t i = pdata_elf_find(mapped, ".gnu_debuglink");
	uint8_t *link = NULL;
	const int64_t n = i ? pdata_elf_bytes(mapped, i, PATH_MAX, &link) : 0;
	const char *name = n > 0 && link[0] && memchr(link, 0, (size_t)n)
				   ? rec_strdup(&c->arena, (const char *)link)
				   : NULL;

	pdata_free(link);
	return name;
}

/* Add the file with the symbols of a stripped file, if it is at one of the usual paths. */
static void add_debug_file(struct rec_collect *c, const struct rec_points *p,
			   struct pdata_elf *mapped, uint64_t ns)
{
	const char *path = debug_path_by_id(c, mapped), *link, *file = p->object->name;
	const int dir = (int)(strrchr(file, '/') - file);

	if (path && add_debug_at(c, p, mapped, path, ns))
		return;
	link = debuglink_name(c, mapped);
	if (!link)
		return;
	path = rec_printf(&c->arena, "%.*s/%s", dir, file, link);
	if (strcmp(path, file) && add_debug_at(c, p, mapped, path, ns))
		return;
	path = rec_printf(&c->arena, "%.*s/.debug/%s", dir, file, link);
	if (!add_debug_at(c, p, mapped, path, ns))
		add_debug_at(c, p, mapped,
			     rec_printf(&c->arena, DEBUG_DIR "%.*s/%s", dir, file, link), ns);
}

void rec_bundle_elf(struct rec_collect *c, const struct rec_points *p)
{
	struct pdata_elf *e;
	uint64_t ns;
	int fd;

	if (c->bytes >= c->max_bytes) {
		c->nr_late++;
		return;
	}
	e = open_elf(p, &fd, &ns);
	if (!e)
		e = open_deleted(p, &fd, &ns);
	if (!e)
		e = open_same_build_id(c, p, &fd, &ns);
	if (!e) {
		c->nr_missing++;
		return;
	}
	add_elf_to_bundle(c, p, e, NULL, ns);
	if (!elf_has_section(e, ".symtab") ||
	    (c->mode == REC_BUNDLE_DEBUG && !elf_has_section(e, ".debug_info")))
		add_debug_file(c, p, e, ns);
	pdata_elf_close(e);
	close(fd);
}

/* Add the recorder's own vdso: the kernel maps the same one into all programs of an ABI. */
void rec_bundle_vdso(struct rec_collect *c, const struct rec_points *p)
{
	const uint64_t start = getauxval(AT_SYSINFO_EHDR);
	char *maps = start ? rec_read_all(&c->arena, "/proc/self/maps", NULL) : NULL;
	unsigned long long from, to;
	struct pdata_bundle_file *f;
	uint8_t *id;
	char *line = maps;

	for (; line && *line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL)
		if (sscanf(line, "%llx-%llx", &from, &to) == 2 && from == start)
			break;
	if (!line || !*line)
		return;
	const void *image = (const void *)(uintptr_t)start;
	struct pdata_elf *e;

	if (pdata_elf_open_mem(&e, image, (size_t)(to - from), NULL))
		return;
	id = rec_alloc(&c->arena, PDATA_BUILD_ID_MAX);
	const uint32_t n = pdata_elf_build_id(e, id);

	pdata_elf_close(e);
	/* The vdso of another ABI (32 bits) has another build id. */
	if (p->object->build_id_size &&
	    (n != p->object->build_id_size || memcmp(id, p->object->build_id, n)))
		return;
	f = rec_collect_add(c, PDATA_BUNDLE_ELF, p->object->name, image, to - from);
	f->id_size = n;
	f->build_id = id;
}
