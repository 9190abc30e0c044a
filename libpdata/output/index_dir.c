/* SPDX-License-Identifier: BSD-2-Clause */
/* Makes the blocks that the trailer of a directory's file "data" has about the other files. */
#include "output/index_write.h"

#include "base/err.h"
#include "input/input.h"
#include "output/indexer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct pdata_indexer *pd_index_find_indexer(const struct pd_index_job *j, const char *name)
{
	for (uint32_t i = 0; i < j->nr_fed; i++)
		if (!strcmp(j->fed[i].name, name))
			return j->fed[i].x;
	return NULL;
}

void pd_index_free_list(struct pd_index_job *j)
{
	pd_free(j->members.members);
	pd_dirlist_free(&j->list);
}

/* Set @err to the error of a member, with the member's name before the text. */
static int set_member_error(struct pdata_error *err, const char *name,
			    const struct pdata_error *why)
{
	*err = *why;
	snprintf(err->text, sizeof(err->text), "%s: %.120s", name, why->text);
	return why->code;
}

/*
 * Open a member and get its size. As in a reader of the directory, it must be a regular file.
 * Return: 0, or -1 and errno.
 */
static int open_indexed_member(const struct pd_index_job *j, const char *name, struct pd_input *in)
{
	struct stat st;

	*in = (struct pd_input){ .own_fd = true, .seekable = true };
	in->fd = openat(j->dirfd, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (in->fd < 0)
		return -1;
	if (!fstat(in->fd, &st) && S_ISREG(st.st_mode)) {
		in->size = (uint64_t)st.st_size;
		return 0;
	}
	pd_input_close(in);
	errno = EINVAL;
	return -1;
}

int pd_index_list(struct pd_index_job *j, struct pdata_error *err)
{
	int ret = pd_dirlist_read(&j->list, j->dirfd);

	if (ret == PDATA_E_SYS)
		return pd_error_sys(err, errno, 0, "directory");
	if (!ret)
		j->members.members = pd_calloc(j->list.nr + 1, sizeof(*j->members.members));
	if (ret || !j->members.members)
		return pd_error(err, PDATA_E_NOMEM, 0, 0, "", "directory");
	for (size_t i = 0; i < j->list.nr; i++) {
		const char *name = j->list.names[i];
		struct pd_input in;

		if (!pd_is_member_name(name) || !strcmp(name, "data"))
			continue;
		if (open_indexed_member(j, name, &in))
			return pd_error_sys(err, errno, 0, name);
		j->members.members[j->members.nr++] =
			(struct pdata_member){ { name, (uint32_t)strlen(name) }, in.size };
		pd_input_close(&in);
	}
	return 0;
}

static int index_bytes(const struct pd_index_job *j, struct pd_input *in, struct pdata_indexer *x,
		       uint64_t size, struct pdata_error *err)
{
	uint8_t head[PD_HEAD_BYTES];
	const int64_t len = pd_input_head(in, head);
	const enum pdata_wrapper w = len < 0 ? PDATA_WRAPPER_NONE
					     : pd_wrapper_of(head, (size_t)len);

	if (w != PDATA_WRAPPER_NONE)
		return pd_error(err, PDATA_E_ARG, 0, 0, "",
				"a file compressed by %s cannot be indexed", pdata_wrapper_name(w));
	return pd_index_feed(j, in, x, 0, size, err);
}

/* Append the blocks about member @nr, and add its time histogram to @slices. */
static int append_member_blocks(struct pd_index_job *j, uint32_t nr, struct pdata_slices *slices,
				struct pdata_error *err)
{
	const struct pdata_member *m = &j->members.members[nr - 1];
	struct pdata_indexer *own = NULL, *x = pd_index_find_indexer(j, m->name.s);
	struct pdata_error why = { .field = "" };
	struct pd_input in;
	int ret = open_indexed_member(j, m->name.s, &in);

	if (ret)
		return pd_error_sys(err, errno, 0, m->name.s);
	if (!x) {
		ret = pd_index_new(j, 0, &own);
		x = own;
	}
	if (!ret)
		ret = index_bytes(j, &in, x, m->size, &why);
	if (!ret)
		ret = pd_index_put(j, x, nr);
	if (ret == PDATA_E_CUT)
		pd_error(&why, ret, m->size, 0, "", "the last record is incomplete");
	if (!ret)
		ret = pd_slices_take(slices, pd_indexer_slices(x));
	pd_input_close(&in);
	pdata_indexer_free(own);
	return ret && why.code ? set_member_error(err, m->name.s, &why) : ret;
}

int pd_index_put_members(struct pd_index_job *j, struct pdata_indexer *data,
			 struct pdata_error *err)
{
	struct pdata_feature list = { .bit = PDATA_BLOCK_MEMBERS, .u.members = j->members },
			     times = { .bit = PDATA_BLOCK_ALL_TIMES };
	struct pdata_slices slices;
	int ret;

	pd_slices_init(&slices, (uint32_t)j->r->nr_events);
	ret = pd_slices_take(&slices, pd_indexer_slices(data));
	for (uint32_t i = 1; i <= j->members.nr && !ret; i++)
		ret = append_member_blocks(j, i, &slices, err);
	if (!ret)
		ret = pd_index_put_feature(j, &list, 0, 1);
	if (!ret)
		ret = pdata_slices_get(&slices, &times.u.times);
	if (!ret)
		ret = pd_index_put_feature(j, &times, 0, 1);
	pd_slices_free(&slices);
	return ret;
}
