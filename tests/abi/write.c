/* SPDX-License-Identifier: BSD-2-Clause */
/* The writing example of README.md and libpdata(3). Both are checked against this file. */

#include <pdata/pdata.h>

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	const struct pdata_attr attr = {
		.type = PDATA_TYPE_SOFTWARE,
		.size = PDATA_ATTR_SIZE_VER7,
		.sample_period = 1000,
		.sample_type = PDATA_SAMPLE_IP | PDATA_SAMPLE_TID | PDATA_SAMPLE_TIME,
		.flags = 1ull << PDATA_ATTR_SAMPLE_ID_ALL,
	};
	const struct pdata_feature arch = { .bit = PDATA_FEAT_ARCH, .u.str = "x86_64" };
	struct pdata_value comm = { .u.comm = { 7, 7, "writer" },
				    .id = { .pid = 7, .tid = 7, .time = 1 } };
	struct pdata_sample s = { .ip = 0x400100, .pid = 7, .tid = 7 };
	int n, fd = argc == 2 ? open(argv[1], O_RDWR | O_CREAT | O_TRUNC, 0666) : -1;
	const uint64_t id = 1;
	struct pdata_writer *w;
	uint8_t record[256];

	if (fd < 0 || pdata_writer_open_fd(&w, fd, NULL))
		return 1;
	pdata_writer_event(w, &attr, "my-event", &id, 1);
	pdata_writer_begin(w);
	pdata_writer_record(w, PDATA_RECORD_COMM, 0, &comm, 0);
	for (s.time = 10; s.time < 20; s.time++) {
		n = pdata_sample_encode(PDATA_CPUMODE_USER, &s, &attr, 0, record, sizeof(record));
		pdata_writer_raw(w, record, n);
	}
	pdata_writer_feature(w, &arch);
	if (pdata_writer_finish(w)) /* or what failed before it */
		perror(argv[1]);
	n = pdata_writer_error(w)->code;
	pdata_writer_close(w);
	return close(fd) || n;
}
