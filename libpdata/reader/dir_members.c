/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Adds the members of a directory recording to the reader: opens the files data.N and decompresses
 * those that are compressed as a whole.
 */
#include "base/dirlist.h"
#include "input/input.h"
#include "reader/chunks.h"
#include "reader/reader.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* With more members than this, each one gets blocks of the smallest size. */
#define MANY_MEMBERS 16u

/*
 * Return the limit in bytes for the content of a data.N file that is compressed as a whole: all
 * members together may not expand to more than a single file.
 */
static uint64_t get_expansion_budget(const struct pdata_reader *r)
{
	const uint64_t max = r->opts.max_expansion;
	uint64_t used = r->info.wrapper ? r->in.size : 0;

	if (!max)
		return 0; /* the limit depends on the size of each member */
	for (size_t i = 1; i < r->nr_members; i++)
		used += r->members[i].wrapper ? r->members[i].own.size : 0;
	return max > used ? max - used : 1;
}

/*
 * If a member is compressed as a whole, replace it by its content, or by nothing if the content
 * cannot be read.
 * Return: 0, or an error that ends opening.
 */
static int unwrap_member(struct pdata_reader *r, struct pd_member *m, const char *name)
{
	struct pdata_error e = { .field = "" };
	uint8_t head[PD_HEAD_BYTES];
	int64_t len = pd_input_head(&m->own, head);
	struct pd_unwrap *u;
	int ret;

	m->wrapper = len < 0 ? PDATA_WRAPPER_NONE : pd_wrapper_of(head, (size_t)len);
	if (m->wrapper == PDATA_WRAPPER_NONE)
		return 0;
	u = pd_unwrap_new(&m->own, m->wrapper, get_expansion_budget(r), &ret);
	if (u) {
		m->own = (struct pd_input){ .fd = -1, .size = UINT64_MAX, .unwrap = u };
		ret = pd_input_make_seekable(&m->own, &e);
	}
	if (ret == PDATA_E_SYS)
		pd_error_sys(&e, errno, 0, "copy into a temporary file");
	else if (ret)
		pd_error(&e, ret, 0, 0, pdata_wrapper_name(m->wrapper),
			 "the file is compressed as a whole");
	if (ret) {
		pd_input_close(&m->own);
		m->own =
			(struct pd_input){ .fd = -1, .mem = (const uint8_t *)"", .seekable = true };
	}
	if (e.code == PDATA_E_NOMEM || e.code == PDATA_L_MEMORY)
		return pd_error(&r->error, e.code, e.off, 0, e.field, "%s: %s", name, e.text);
	if (e.code)
		pd_damage(r, e.code, e.off, 0, e.field, 0, "%s: %s", name, e.text);
	return 0;
}

static int add_directory_member(struct pdata_reader *r, int dirfd, const char *name)
{
	struct pd_member *m = &r->members[r->nr_members];
	int fd = openat(dirfd, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK), ret;
	struct stat st;

	if (fd >= 0 && !fstat(fd, &st) && S_ISREG(st.st_mode)) {
		m->own = (struct pd_input){
			.fd = fd, .own_fd = true, .seekable = true, .size = (uint64_t)st.st_size
		};
		m->name = pd_arena_str(&r->arena, name, strlen(name));
		if (!m->name)
			return pd_error(&r->error, PDATA_E_NOMEM, 0, 0, "", "directory");
		ret = unwrap_member(r, m, name);
		pd_member_init(r, m, &m->own, 0, m->own.size);
		r->nr_members++;
		return ret;
	}
	pd_damage(r, PDATA_E_SYS, 0, 0, "", 0, "%s: %s", name,
		  fd < 0 ? strerror(errno) : "not a file");
	if (fd >= 0)
		close(fd);
	return 0;
}

int pd_members_of_dir(struct pdata_reader *r, int dirfd, struct pdata_error *err)
{
	struct pd_dirlist list;
	int ret = pd_dirlist_read(&list, dirfd), e = errno, added = 0;
	struct pd_member *all = ret ? NULL : pd_calloc(list.nr + 1, sizeof(*all));

	if (all) {
		all[0] = r->members[0];
		pd_free(r->members);
		r->members = all;
		pd_member_init(r, &all[0], &r->in, all[0].start, all[0].end);
	}
	for (size_t i = 0; all && !added && i < list.nr; i++)
		if (pd_is_member_name(list.names[i]) && strcmp(list.names[i], "data"))
			added = add_directory_member(r, dirfd, list.names[i]);
	pd_dirlist_free(&list);
	r->pool.many_streams = r->nr_members > MANY_MEMBERS;
	if (ret == PDATA_E_SYS)
		return pd_error_sys(err, e, 0, "directory");
	if (added && err)
		*err = r->error;
	if (added)
		return added;
	return all && !pd_chunks_open_members(r)
		       ? 0
		       : pd_error(err, PDATA_E_NOMEM, 0, 0, "", "directory");
}
