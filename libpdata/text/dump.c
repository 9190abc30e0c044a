/* SPDX-License-Identifier: BSD-2-Clause */
/* What holds records, as text: pipes, directories, and files that were compressed as a whole. */
#include "base/dirlist.h"
#include "text/dump_int.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static int put_pipe(struct dumper *d, struct pdata_record *rec, int *have)
{
	pd_buf_fmt(&d->out, "FILE mode=pipe order=%s", d->r->info.big_endian ? "be" : "le");
	if (d->r->info.version != 2)
		pd_buf_fmt(&d->out, " version=%u", d->r->info.version);
	pd_dump_end_line(d);
	return pd_dump_records(d, 0, rec, have);
}

/* Files of a directory that hold no records, or compressed ones, are kept as bytes. */
static int put_other_file(struct dumper *d, int dirfd, const char *name, uint32_t wrapper)
{
	struct pd_input in = { .fd = openat(dirfd, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK),
			       .seekable = true };
	struct stat st;

	if (in.fd < 0)
		return 0;
	if (!fstat(in.fd, &st) && S_ISREG(st.st_mode)) {
		pd_buf_str(&d->out, "MEMBER name=");
		pd_buf_quoted(&d->out, name, strlen(name));
		pd_dump_end_line(d);
		if (wrapper) {
			pd_buf_fmt(&d->out, "WRAPPED codec=%s", pdata_wrapper_name(wrapper));
			pd_dump_end_line(d);
		}
		in.size = (uint64_t)st.st_size;
		pd_dump_hex(d, &in, 0, in.size);
	}
	close(in.fd);
	return 0;
}

/* A member that was compressed as a whole; what is in it follows as comments. */
static int put_wrapped_member(struct dumper *d, int dirfd, const char *name, size_t member,
			      struct pdata_record *rec, int *have)
{
	int ret = put_other_file(d, dirfd, name, d->r->members[member].wrapper);

	d->wrapped = true;
	if (!ret)
		ret = pd_dump_records(d, member, rec, have);
	d->wrapped = false;
	return ret;
}

static bool is_file(int dirfd, const char *name)
{
	struct stat st;

	return !fstatat(dirfd, name, &st, 0) && S_ISREG(st.st_mode);
}

/* The files behind "data": records of a member, or bytes. */
static int dump_members(struct dumper *d, int dirfd, struct pdata_record *rec, int *have)
{
	struct pd_dirlist list;
	int ret = pd_dirlist_read(&list, dirfd);
	size_t member = 1;

	for (size_t i = 0; i < list.nr && !ret; i++) {
		const char *name = list.names[i];

		if (!is_file(dirfd, name) || (!strcmp(name, "data") && !d->r->info.wrapper))
			continue;
		if (!pd_is_member_name(name) || member >= d->r->nr_members || d->r->info.wrapper) {
			ret = put_other_file(d, dirfd, name, PDATA_WRAPPER_NONE);
			continue;
		}
		if (d->r->members[member].wrapper) {
			ret = put_wrapped_member(d, dirfd, name, member++, rec, have);
			continue;
		}
		pd_buf_str(&d->out, "MEMBER name=");
		pd_buf_quoted(&d->out, name, strlen(name));
		pd_dump_end_line(d);
		ret = pd_dump_records(d, member++, rec, have);
	}
	pd_dirlist_free(&list);
	return ret;
}

static int put_directory(struct dumper *d, const char *path, struct pdata_record *rec, int *have)
{
	int dirfd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), ret;

	if (dirfd < 0)
		return PDATA_E_SYS;
	pd_buf_str(&d->out, "DIRECTORY");
	pd_dump_end_line(d);
	ret = 0;
	/* Without the attrs, which are in a compressed "data", no record can be said in its own form. */
	if (!d->r->info.wrapper) {
		pd_buf_str(&d->out, "MEMBER name=\"data\"");
		pd_dump_end_line(d);
		ret = pd_dump_regions(d, rec, have);
	}
	if (!ret)
		ret = dump_members(d, dirfd, rec, have);
	close(dirfd);
	return ret;
}

static int put_content(struct dumper *d, const char *path)
{
	struct pdata_record rec;
	int have = pdata_reader_next(d->r, &rec);

	if (path && d->r->info.container == PDATA_CONTAINER_DIR)
		return put_directory(d, path, &rec, &have);
	if (d->r->info.container == PDATA_CONTAINER_PIPE)
		return put_pipe(d, &rec, &have);
	return pd_dump_regions(d, &rec, &have);
}

/* A compressed file is its bytes; what is in it follows for the reader, as comments. */
static int put_wrapped(struct dumper *d, const char *path, int fd)
{
	struct pd_input in = { .fd = path ? open(path, O_RDONLY | O_CLOEXEC) : fd,
			       .seekable = true };
	struct stat st;

	if (in.fd < 0 || fstat(in.fd, &st))
		return PDATA_E_SYS;
	if (!S_ISREG(st.st_mode))
		return PDATA_E_ARG; /* it has been read, and not kept */
	pd_buf_fmt(&d->out, "WRAPPED codec=%s", pdata_wrapper_name(d->r->info.wrapper));
	pd_dump_end_line(d);
	in.size = (uint64_t)st.st_size;
	pd_dump_hex(d, &in, 0, in.size);
	if (path)
		close(in.fd);
	d->wrapped = true;
	return put_content(d, path);
}

int pd_dump_container(struct dumper *d, const char *path, int fd)
{
	if (d->r->info.wrapper && d->r->info.container != PDATA_CONTAINER_DIR)
		return put_wrapped(d, path, fd);
	return put_content(d, path);
}
