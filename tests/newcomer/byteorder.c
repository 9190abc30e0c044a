/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * byteorder IN OUT - convert a recording to the other byte order; a pipe becomes a file. Records
 * that cannot be converted are reported, and the exit status is 2 if features are missing for that
 * reason.
 */
#include <pdata/copy.h>

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static int fail(const char *path, const struct pdata_error *err)
{
	char line[256];

	pdata_error_format(err, line, sizeof(line));
	fprintf(stderr, "%s: %s\n", path, line);
	return 1;
}

int main(int argc, char **argv)
{
	struct pdata_writer_opts o = PDATA_WRITER_OPTS_INIT;
	struct pdata_error err = { 0 };
	struct pdata_reader *r;
	struct pdata_writer *w;
	struct pdata_record rec;
	int fd, ret;

	if (argc != 3)
		return 1;
	if (pdata_reader_open(&r, argv[1], NULL, &err))
		return fail(argv[1], &err);
	while (pdata_reader_next(r, &rec) == 1)
		; /* events of a pipe are in its records */
	pdata_reader_rewind(r);
	o.swap = !pdata_reader_info(r)->swap;
	fd = open(argv[2], O_RDWR | O_CREAT | O_TRUNC, 0666);
	if (fd < 0 || pdata_writer_open_fd(&w, fd, &o))
		return 1;
	pdata_writer_copy_events(w, r);
	pdata_writer_begin(w);
	while (pdata_reader_next(r, &rec) == 1 && pdata_writer_copy_record(w, r, &rec) >= 0)
		;
	ret = pdata_writer_copy_features(w, r, &err) ? 2 * fail(argv[1], &err) : 0;
	if (pdata_writer_finish(w))
		ret = fail(argv[2], pdata_writer_error(w));
	pdata_writer_close(w);
	pdata_reader_close(r);
	return close(fd) || ret ? (ret ? ret : 1) : 0;
}
