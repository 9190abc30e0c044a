/* SPDX-License-Identifier: BSD-2-Clause */
/* Files of a directory against the checksums that its first one has of them. */
#include "files/check.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NAME_BYTES 256u /* no file has a longer one */

/* What cannot be a file's name is none: "". */
static void copy_listed_name(char name[NAME_BYTES], const struct pdata_str *s)
{
	const bool fits = s->len < NAME_BYTES;

	if (fits)
		memcpy(name, s->s, s->len);
	name[fits ? s->len : 0] = 0;
}

static void said_of(struct check *c, const char *name, const char *text)
{
	struct problem p = { .member = name, .part = "data" };

	snprintf(p.text, sizeof(p.text), "%s", text);
	check_problem(c, &p);
}

/* Where the file has another size now, that is said, and its chunks are compared all the same. Return: whether there are checksums of it. */
static bool check_member(struct check *c, struct pdata_trailer *t, uint32_t nr, const char *name,
			 int dirfd)
{
	const struct pdata_feature *f = check_block(t, PDATA_BLOCK_INDEX, nr);
	const struct pdata_index *x = f ? &f->u.index : NULL;
	int fd = openat(dirfd, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	char text[128];
	struct stat st;

	if (fd < 0 || fstat(fd, &st)) {
		said_of(c, name, strerror(errno));
	} else if (x && (uint64_t)st.st_size != x->data_size) {
		snprintf(text, sizeof(text),
			 "it has %llu bytes; %llu had it when the index was made",
			 (unsigned long long)st.st_size, (unsigned long long)x->data_size);
		said_of(c, name, text);
	}
	if (fd >= 0 && x)
		check_chunks(c, x, name, fd);
	if (fd >= 0)
		close(fd);
	return x;
}

/* A name that is none is the least. */
static int compare_member_name(const void *name, const void *member)
{
	const struct pdata_str *s = &((const struct pdata_member *)member)->name;
	char other[NAME_BYTES];

	copy_listed_name(other, s);
	return strverscmp(name, other);
}

/* They are in the order of their names. */
static bool is_member_listed(const struct pdata_members *list, const char *name)
{
	return list && list->nr &&
	       bsearch(name, list->members, list->nr, sizeof(*list->members), compare_member_name);
}

/* Files that nobody knew of when the index was made. Return: whether there are none, or no list of those that were there. */
static bool check_others(struct check *c, const struct pdata_members *list, int dirfd)
{
	int fd = openat(dirfd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *d = fd < 0 ? NULL : fdopendir(fd);
	const struct dirent *e;
	bool all = true;

	while (d && (e = readdir(d))) {
		if (strncmp(e->d_name, "data.", 5) || !e->d_name[5] ||
		    is_member_listed(list, e->d_name))
			continue;
		all = false;
		if (list)
			said_of(c, e->d_name, "it was not there when the index was made");
	}
	if (d)
		closedir(d);
	return all;
}

bool check_members(struct check *c, struct pdata_trailer *t, int dirfd)
{
	const struct pdata_feature *f = check_block(t, PDATA_BLOCK_MEMBERS, 0);
	const struct pdata_members *list = f ? &f->u.members : NULL;
	bool all = true;

	for (uint32_t i = 0; list && i < list->nr; i++) {
		const struct pdata_str *s = &list->members[i].name;
		char name[NAME_BYTES];

		copy_listed_name(name, s);
		/* What is no name of a file beside it is nobody's business. */
		if (strncmp(name, "data.", 5) || strchr(name, '/'))
			said_of(c, "data", "a name in its list of files is none");
		else
			all &= check_member(c, t, i + 1, name, dirfd);
	}
	return check_others(c, list, dirfd) && all;
}
