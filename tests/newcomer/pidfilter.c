/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * pidfilter PID IN OUT - copy the samples of one process, and all records that are needed to
 * interpret them
 */
#include <pdata/copy.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int is_wanted(const struct pdata_record *rec, uint32_t pid)
{
	struct pdata_sample s;

	if (rec->type != PDATA_RECORD_SAMPLE)
		return 1;
	return !pdata_sample_decode(rec, PDATA_SAMPLE_TID, &s, NULL) && s.have & PDATA_SAMPLE_TID &&
	       s.pid == pid;
}

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

	if (argc != 4)
		return 1;
	if (pdata_reader_open(&r, argv[2], NULL, &err))
		return fail(argv[2], &err);
	while (pdata_reader_next(r, &rec) == 1)
		; /* events of a pipe are in its records */
	pdata_reader_rewind(r);
	o.swap = pdata_reader_info(r)->swap;
	fd = open(argv[3], O_RDWR | O_CREAT | O_TRUNC, 0666);
	if (fd < 0 || pdata_writer_open_fd(&w, fd, &o))
		return 1;
	pdata_writer_copy_events(w, r);
	pdata_writer_begin(w);
	while (pdata_reader_next(r, &rec) == 1)
		if (is_wanted(&rec, (uint32_t)atoi(argv[1])))
			pdata_writer_copy_record(w, r, &rec);
	ret = pdata_writer_copy_features(w, r, &err) ? fail(argv[2], &err) : 0;
	if (pdata_writer_finish(w))
		ret = fail(argv[3], pdata_writer_error(w));
	pdata_writer_close(w);
	pdata_reader_close(r);
	return close(fd) || ret;
}
