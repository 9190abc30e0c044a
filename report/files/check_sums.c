/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The checksum part of `pdata check`: compares chunks, header regions, trailer blocks and the
 * files of a directory with the XXH3 sums in the trailer.
 */
#include "common/plural.h"
#include "files/check.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NAME_BYTES 256u /* room for the longest file name and its NUL */

static uint64_t count_chunk_samples(const struct pdata_chunk *k)
{
	uint64_t nr = 0;

	for (uint32_t i = 0; i < k->nr_counts; i++)
		nr += k->counts[i].nr_samples;
	return nr;
}

/* Compare the chunks of a file. @member: its name in the directory; NULL: the file itself. */
static void check_chunks(struct check *c, const struct pdata_index *x, const char *member, int fd)
{
	for (uint32_t i = 0; i < x->nr_chunks; i++) {
		const struct pdata_chunk *k = &x->chunks[i];
		struct problem p = { .member = member,
				     .part = "data",
				     .off = k->off,
				     .len = k->len,
				     .chunk = i + 1,
				     .nr_chunks = x->nr_chunks,
				     .samples = count_chunk_samples(k),
				     .first_time = k->first_time,
				     .last_time = k->last_time };
		struct pdata_error err;
		int ret = pdata_fd_verify(fd, k->off, k->len, k->xxh3, &err);

		if (!ret)
			continue;
		if (ret == PDATA_E_CHECKSUM)
			snprintf(p.text, sizeof(p.text), "%s", pdata_strerror(ret));
		else
			pdata_error_format(&err, p.text, sizeof(p.text));
		check_problem(c, &p);
	}
}

/*
 * Read a block. @member: the number of the member that the block describes, 0 for the file itself.
 * Return: NULL if there is no block that can be read.
 */
static const struct pdata_feature *check_block(struct pdata_trailer *t, uint32_t type,
					       uint32_t member)
{
	const int64_t i = pdata_trailer_find_member(t, type, member, 0);
	const struct pdata_feature *f;

	return i < 0 || pdata_trailer_read(t, (uint32_t)i, &f, NULL) ? NULL : f;
}

static void check_regions(struct check *c, struct pdata_trailer *t)
{
	const struct pdata_feature *f = check_block(t, PDATA_BLOCK_SUMS, 0);

	for (uint32_t k = 0; f && k < f->u.sums.nr; k++) {
		const struct pdata_region_sum *s = &f->u.sums.regions[k];
		struct problem p = { .part = s->off ? "features" : "header",
				     .off = s->off,
				     .len = s->len };
		int ret = pdata_trailer_verify(t, s->off, s->len, s->xxh3, NULL);

		if (!ret)
			continue;
		snprintf(p.text, sizeof(p.text), "%s", pdata_strerror(ret));
		check_problem(c, &p);
	}
}

/* Compare each block with its own checksum. */
static void check_blocks(struct check *c, struct pdata_trailer *t)
{
	for (uint32_t i = 0; i < pdata_trailer_info(t)->nr_blocks; i++) {
		const struct pdata_block *b = pdata_trailer_block(t, i);
		const struct pdata_feature *f;
		struct pdata_error err;

		if (!pdata_trailer_read(t, i, &f, &err))
			continue;
		err.off = b->off;
		check_error(c, "trailer", &err, 40 + (b->size + 7) / 8 * 8);
	}
}

/* Report a trailer that is not readable: from the error's offset up to the end of the file. */
static void bad_trailer(struct check *c, int fd, struct pdata_error *err)
{
	struct stat st;
	uint64_t size = fstat(fd, &st) ? 0 : (uint64_t)st.st_size;

	if (err->off > size)
		err->off = size;
	check_error(c, "trailer", err, size - err->off);
}

/* ---- the files of a directory ------------------------------------------------------------ */

/* Copy a name; "" if it is too long for the name of a file. */
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

/*
 * Compare the chunks of a member. If its size has changed, report that, and compare its chunks
 * nevertheless. Return: whether the trailer has checksums of the member.
 */
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
			 "the file has %llu byte%s, but had %llu when the index was made",
			 (unsigned long long)st.st_size, pd_plural((uint64_t)st.st_size),
			 (unsigned long long)x->data_size);
		said_of(c, name, text);
	}
	if (fd >= 0 && x)
		check_chunks(c, x, name, fd);
	if (fd >= 0)
		close(fd);
	return x;
}

/* A name that is too long compares as "", which is the smallest. */
static int compare_member_name(const void *name, const void *member)
{
	const struct pdata_str *s = &((const struct pdata_member *)member)->name;
	char other[NAME_BYTES];

	copy_listed_name(other, s);
	return strverscmp(name, other);
}

/* The list is sorted by name. */
static bool is_member_listed(const struct pdata_members *list, const char *name)
{
	return list && list->nr &&
	       bsearch(name, list->members, list->nr, sizeof(*list->members), compare_member_name);
}

/*
 * Report member files that are not in @list, which was made with the index. Return: false if there
 * is such a file. Without @list nothing is reported, and any member file counts.
 */
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
			said_of(c, e->d_name,
				"this file is not in the index (it was added later), so no "
				"checksums of it exist and its bytes were not checked");
	}
	if (d)
		closedir(d);
	return all;
}

/*
 * Compare the members of the directory with the checksums in the trailer of its first file.
 * Return: whether there are checksums of all members.
 */
static bool check_members(struct check *c, struct pdata_trailer *t, int dirfd)
{
	const struct pdata_feature *f = check_block(t, PDATA_BLOCK_MEMBERS, 0);
	const struct pdata_members *list = f ? &f->u.members : NULL;
	bool all = true;

	for (uint32_t i = 0; list && i < list->nr; i++) {
		const struct pdata_str *s = &list->members[i].name;
		char name[NAME_BYTES];

		copy_listed_name(name, s);
		/* A name that cannot be that of a member is reported, and no file is opened. */
		if (strncmp(name, "data.", 5) || strchr(name, '/')) {
			said_of(c, "data",
				"the index lists a file whose name is not data.N; this file was "
				"not checked");
			all = false;
		} else {
			all &= check_member(c, t, i + 1, name, dirfd);
		}
	}
	return check_others(c, list, dirfd) && all;
}

/* ---- the whole recording ----------------------------------------------------------------- */

bool check_sums(struct check *c, int fd, uint64_t end)
{
	const struct pdata_feature *index;
	struct pdata_trailer *t;
	struct pdata_error err;
	int ret = pdata_trailer_open_at(&t, fd, end, &err);

	if (ret == PDATA_N_BLOCK)
		return false;
	/* A truncated trailer is one of the reader's notices. */
	if (ret || pdata_trailer_info(t)->state == PDATA_TRAILER_DAMAGED)
		bad_trailer(c, fd, &err);
	if (ret)
		return false;
	c->trailer = pdata_trailer_info(t)->off;
	check_blocks(c, t);
	check_regions(c, t);
	/*
	 * Chunks are compared as the index has them, whatever the header now says about the data.
	 */
	index = check_block(t, PDATA_BLOCK_INDEX, 0);
	if (index)
		check_chunks(c, &index->u.index, NULL, fd);
	c->summed = index && (c->dirfd < 0 || check_members(c, t, c->dirfd));
	pdata_trailer_close(t);
	return c->summed;
}
