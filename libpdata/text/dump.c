/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Dumps a recording as text, by its container: a file, a pipe, a directory, or a file that was
 * compressed as a whole.
 */
#include "base/dirlist.h"
#include "common/opts.h"
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

/* Dump a file of a directory as bytes, because it has no records or is compressed. */
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

/* Dump a member that was compressed as a whole: its bytes, then its content as comments. */
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

/* Dump the files of a directory other than "data": a member as records, another file as bytes. */
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
	/*
	 * If "data" is compressed, the text has no attrs, and without these no record has a typed
	 * form.
	 */
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

/* Dump a compressed file as its bytes, then its content as comments for the reader of the text. */
static int put_wrapped(struct dumper *d, const char *path, int fd)
{
	struct pd_input in = { .fd = path ? open(path, O_RDONLY | O_CLOEXEC) : fd,
			       .seekable = true };
	struct stat st;

	if (in.fd < 0 || fstat(in.fd, &st))
		return PDATA_E_SYS;
	if (!S_ISREG(st.st_mode))
		return PDATA_E_ARG; /* the input has been read, and its bytes were not kept */
	pd_buf_fmt(&d->out, "WRAPPED codec=%s", pdata_wrapper_name(d->r->info.wrapper));
	pd_dump_end_line(d);
	in.size = (uint64_t)st.st_size;
	pd_dump_hex(d, &in, 0, in.size);
	if (path)
		close(in.fd);
	d->wrapped = true;
	return put_content(d, path);
}

static int dump_container(struct dumper *d, const char *path, int fd)
{
	if (d->r->info.wrapper && d->r->info.container != PDATA_CONTAINER_DIR)
		return put_wrapped(d, path, fd);
	return put_content(d, path);
}

static int open_both(struct dumper *d, const char *path, int fd, struct pdata_error *err)
{
	struct pdata_open_opts raw = { .size = sizeof(raw),
				       .keep_compressed = 1,
				       .trust_records = 1 };
	struct pdata_open_opts as_is = { .size = sizeof(as_is), .keep_damaged = 1 };
	int ret = path ? pdata_reader_open(&d->r, path, &raw, err)
		       : pdata_reader_open_fd(&d->r, fd, &raw, err);

	if (ret)
		return ret;
	if (!d->r->in.seekable)
		return pd_error(err, PDATA_E_ARG, 0, 0, "", "dump needs a seekable input");
	/* An input that had to be decompressed or copied is read from that copy. */
	if (d->r->info.container != PDATA_CONTAINER_DIR)
		ret = pdata_reader_open_fd(&d->inner, d->r->in.fd, &as_is, err);
	else
		ret = pdata_reader_open(&d->inner, path, &as_is, err);
	if (ret)
		return ret;
	/* Read one member after the other: that is the order of the text. */
	for (size_t i = 0; i < d->r->nr_members; i++)
		d->r->members[i].turn = d->inner->members[i].turn = UINT64_MAX;
	d->have_next = pdata_reader_next(d->inner, &d->next);
	return 0;
}

/*
 * Collect the damage. The inner reader finds the damage that d->r finds, and that inside
 * compressed records. If the file was compressed as a whole, the inner reader has only the
 * decompressed content, and d->r has the damage outside.
 */
static void sum_damage(struct dumper *d, struct pdata_damage *damage)
{
	const struct pdata_damage *outside = &d->r->opened.d;

	*damage = *pdata_reader_damage(d->inner);
	if (d->have_next < 0 && !damage->nr++)
		damage->first = *pdata_reader_error(d->inner);
	if (d->r->info.wrapper && outside->nr) {
		damage->first = outside->first;
		damage->nr += !damage->nr;
	}
}

int pdata_dump(const char *path, int fd, const struct pdata_dump_opts *o, pdata_write_fn write,
	       void *ctx, struct pdata_damage *damage, struct pdata_error *err)
{
	struct dumper d = { .write = write, .ctx = ctx };
	int ret;

	if (!pd_opts_take(&d.opts, sizeof(d.opts), o) || d.opts.reserved)
		return pd_error(err, PDATA_E_ARG, 0, 0, "size", "of struct pdata_dump_opts");
	ret = open_both(&d, path, fd, err);
	if (!ret) {
		ret = dump_container(&d, path, fd);
		pd_dump_flush(&d);
		while (!ret && d.have_next == 1)
			d.have_next = pdata_reader_next(d.inner, &d.next);
		if (!ret && d.have_next == PDATA_E_NOMEM)
			ret = d.have_next;
		ret = ret ? ret : d.out.err ? d.out.err : d.stopped ? PDATA_E_SYS : 0;
		if (ret)
			pd_error(err, ret, 0, 0, "", "dump");
		if (damage)
			sum_damage(&d, damage);
	}
	pd_buf_free(&d.out);
	pdata_trailer_close(d.trailer);
	pd_free(d.regions);
	pd_facts_free(&d.facts);
	pdata_reader_close(d.r);
	pdata_reader_close(d.inner);
	return ret;
}
