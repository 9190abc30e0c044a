/* SPDX-License-Identifier: BSD-2-Clause */
/* Print command, thread and address of each sample, in order of time. The example of README.md. */

#include <pdata/pdata.h>
#include <pdata/tasks.h>

#include <stdio.h>

int main(int argc, char **argv)
{
	const uint64_t want = PDATA_SAMPLE_IP | PDATA_SAMPLE_TID;
	struct pdata_tasks *tasks;
	struct pdata_reader *r;
	struct pdata_record rec;
	struct pdata_sample s;
	struct pdata_thread_at who;
	struct pdata_error err;
	char line[256];

	if (argc != 2 || pdata_tasks_new(&tasks))
		return 1;
	if (pdata_reader_open(&r, argv[1], NULL, &err)) {
		pdata_error_format(&err, line, sizeof(line));
		fprintf(stderr, "%s: %s\n", argv[1], line);
		return 1;
	}
	if (pdata_reader_info(r)->no_order) /* the records of processes and maps have no times */
		pdata_tasks_file_order(tasks);
	while (pdata_reader_next(r, &rec) == 1) /* once for the processes and maps */
		pdata_tasks_add(tasks, &rec, NULL);
	pdata_tasks_seal(tasks);

	if (pdata_reader_rewind(r)) { /* a stream, such as a pipe, cannot be read twice */
		fprintf(stderr, "%s: cannot be read a second time\n", argv[1]);
		return 1;
	}
	pdata_reader_set_order(r, PDATA_ORDER_TIME);
	while (pdata_reader_next(r, &rec) == 1) {
		if (rec.type != PDATA_RECORD_SAMPLE || pdata_sample_decode(&rec, want, &s, NULL))
			continue;
		if ((s.have & want) != want) /* not every event records them */
			continue;
		pdata_tasks_at(tasks, s.pid, s.tid, rec.time, rec.seq, &who);
		printf("%s %d %#llx\n", who.comm, (int)s.tid, (unsigned long long)s.ip);
	}
	if (pdata_reader_error(r)->code || pdata_reader_damage(r)->nr)
		fprintf(stderr, "%s: damaged or incomplete: some samples are missing\n", argv[1]);
	pdata_reader_close(r);
	pdata_tasks_free(tasks);
	return 0;
}
