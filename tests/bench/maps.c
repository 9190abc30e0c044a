/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * maps OUT PROCESSES MAPS SAMPLES STACKS - a recording of many short processes without symbols
 *
 * Each process maps MAPS objects of its own. Each sample has one of STACKS call stacks, chosen at random: a process, an
 * address in it, and eight callers. No file of these objects exists, so each address is a line of its
 * own in an answer. Samples are equal for equal arguments.
 */
#include <pdata/pdata.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define FIRST_PID 1000u
#define FIRST_MAP 0x400000u
#define MAP_STRIDE 0x100000u
#define MAP_SIZE 0x80000u
#define CALLERS 8u
#define CALLERS_IN_MAP 2048u
#define CALL_STEP 16u
#define NR_COMMS 300u
#define NR_CPUS 64u
#define SAMPLES_A_ROUND 8192u /* perf record ends a round when it has emptied all rings */

struct shape {
	uint32_t processes, maps;
	uint64_t samples, stacks;
};

struct maps {
	struct pdata_writer *w;
	struct pdata_attr attr;
	uint64_t time, random;
};

static uint64_t next_random(uint64_t *state)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return *state >> 33;
}

static void put(struct maps *m, uint32_t type, struct pdata_value *v, uint32_t pid)
{
	m->time += 10;
	v->id = (struct pdata_sample_id){ .pid = pid, .tid = pid, .time = m->time, .id = 1 };
	pdata_writer_record(m->w, type, PDATA_CPUMODE_USER, v, 0);
}

static void put_process(struct maps *m, const struct shape *s, uint32_t pid)
{
	struct pdata_value v = { 0 };
	char text[32];

	snprintf(text, sizeof(text), "proc%u", (unsigned)(pid % NR_COMMS));
	v.u.comm = (struct pdata_comm){ pid, pid, text };
	put(m, PDATA_RECORD_COMM, &v, pid);
	for (uint32_t i = 0; i < s->maps; i++) {
		snprintf(text, sizeof(text), "/usr/lib/lib%u.so.1", (unsigned)i);
		v.u.mmap2 = (struct pdata_mmap2){ .pid = pid,
						  .tid = pid,
						  .addr = FIRST_MAP + (uint64_t)i * MAP_STRIDE,
						  .len = MAP_SIZE,
						  .maj = 8,
						  .min = 1,
						  .ino = 1000 + i,
						  .prot = 5,
						  .flags = 2,
						  .filename = text };
		put(m, PDATA_RECORD_MMAP2, &v, pid);
	}
}

/* A random address of the @nr addresses in each map; addresses are at least @step bytes apart. */
static uint64_t random_address(const struct shape *s, uint64_t *state, uint64_t nr, uint64_t step)
{
	const uint64_t map = next_random(state) % s->maps;

	return FIRST_MAP + map * MAP_STRIDE + next_random(state) % nr * step;
}

static int put_sample(struct maps *m, const struct shape *s)
{
	const uint64_t stack =
		(next_random(&m->random) << 31 | next_random(&m->random)) % s->stacks;
	const uint32_t pid = FIRST_PID + (uint32_t)(stack % s->processes);
	uint64_t ips[2 + CALLERS] = { PDATA_CONTEXT_USER }, state = stack * 0x9e3779b97f4a7c15u;
	uint8_t record[512];
	struct pdata_sample v = { .pid = pid, .tid = pid, .id = 1, .period = 1000000 };
	int size;

	ips[1] = random_address(s, &state, MAP_SIZE, 1);
	for (uint32_t i = 2; i < 2 + CALLERS; i++)
		ips[i] = random_address(s, &state, CALLERS_IN_MAP, CALL_STEP);
	v.ip = ips[1];
	v.time = m->time += 100;
	v.cpu = (uint32_t)(stack % NR_CPUS);
	v.nr_ips = 2 + CALLERS;
	v.ips = (struct pdata_view){ .data = (const uint8_t *)ips, .nr = v.nr_ips };
	size = pdata_sample_encode(PDATA_CPUMODE_USER, &v, &m->attr, 0, record, sizeof(record));
	if (size < 0)
		return size;
	return pdata_writer_raw(m->w, record, (uint32_t)size);
}

static int write_maps(struct maps *m, const struct shape *s)
{
	const struct pdata_value none = { 0 };
	const uint64_t id = 1;

	pdata_writer_event(m->w, &m->attr, "cpu-clock", &id, 1);
	pdata_writer_begin(m->w);
	for (uint32_t i = 0; i < s->processes; i++)
		put_process(m, s, FIRST_PID + i);
	for (uint64_t i = 0; i < s->samples; i++) {
		int err = put_sample(m, s);

		if (err >= 0 && i % SAMPLES_A_ROUND == SAMPLES_A_ROUND - 1)
			err = pdata_writer_record(m->w, PDATA_RECORD_FINISHED_ROUND, 0, &none, 0);
		if (err < 0)
			return err;
	}
	return pdata_writer_finish(m->w);
}

int main(int argc, char **argv)
{
	struct maps m = {
		.attr = {
			.type = PDATA_TYPE_SOFTWARE,
			.size = PDATA_ATTR_SIZE_VER7,
			.sample_period = 1000000,
			.sample_type = PDATA_SAMPLE_IP | PDATA_SAMPLE_TID | PDATA_SAMPLE_TIME |
				       PDATA_SAMPLE_CALLCHAIN | PDATA_SAMPLE_ID | PDATA_SAMPLE_CPU |
				       PDATA_SAMPLE_PERIOD,
			.flags = 1ull << PDATA_ATTR_SAMPLE_ID_ALL | 1ull << PDATA_ATTR_MMAP |
				 1ull << PDATA_ATTR_MMAP2 | 1ull << PDATA_ATTR_COMM | 1ull << PDATA_ATTR_TASK,
		},
		.time = 1000,
		.random = 5,
	};
	struct shape s;
	int fd, err;

	if (argc != 6) {
		fprintf(stderr, "usage: maps OUT PROCESSES MAPS SAMPLES STACKS\n");
		return 1;
	}
	s.processes = (uint32_t)strtoul(argv[2], NULL, 10);
	s.maps = (uint32_t)strtoul(argv[3], NULL, 10);
	s.samples = strtoull(argv[4], NULL, 10);
	s.stacks = strtoull(argv[5], NULL, 10);
	if (!s.processes || !s.maps || !s.stacks) {
		fprintf(stderr, "maps: PROCESSES, MAPS and STACKS must be positive\n");
		return 1;
	}
	fd = open(argv[1], O_RDWR | O_CREAT | O_TRUNC, 0666);
	if (fd < 0 || pdata_writer_open_fd(&m.w, fd, NULL)) {
		perror(argv[1]);
		return 1;
	}
	err = write_maps(&m, &s);
	if (err)
		fprintf(stderr, "maps: %s: %s\n", argv[1], pdata_strerror(err));
	pdata_writer_close(m.w);
	return close(fd) || err;
}
