/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * replay [-n ROUNDS] [-t SECONDS] [-o DIR] FILE... - run the fuzz target on files and on damaged copies of them
 *
 * -t: each file has an equal part of the time, and as many rounds as it takes, up to -n.
 * Damage is a function of the round's number, so that a failure can be had again; the input that
 * failed is kept in DIR. Each file runs in a process of its own and is one test.
 * The last line is "N passed, N failed".
 */

#include "fuzz.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define SECONDS_MAX 60 /* for one input */
#define SIZE_MAX_READ (4u << 20)

struct input {
	uint8_t *data; /* as it is on disk */
	uint8_t *copy; /* damaged; shared with the parent */
	size_t size;
	size_t *copy_size;
	unsigned *round;
};

static uint64_t next_random(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

/* Numbers that often cause errors as counts, sizes and offsets. */
static const uint64_t nasty[] = { 0,	      1,	  7,	 8,	     0xff,
				  0x7fff,     0xffff,	  65528, 0x7fffffff, 0xffffffff,
				  1ull << 40, 1ull << 63, ~0ull, ~0ull - 7 };

static void damage(struct input *in, unsigned round)
{
	uint64_t state = 88172645463325252ull + round * 0x9e3779b97f4a7c15ull;
	unsigned hits = 1 + round % 8;
	size_t size = in->size;

	memcpy(in->copy, in->data, size);
	if (round % 5 == 4)
		size = next_random(&state) % (size + 1);
	for (unsigned i = 0; i < hits && size >= 8; i++) {
		/* Half of the changes are in the first KiB, which has the header and the attrs. */
		size_t range = i & 1 && size > 1024 ? 1024 : size;
		size_t at = next_random(&state) % (range - 7);
		uint64_t v = nasty[next_random(&state) % (sizeof(nasty) / sizeof(nasty[0]))];

		if (next_random(&state) & 1)
			in->copy[at] ^= (uint8_t)(1u << (next_random(&state) & 7));
		else
			memcpy(in->copy + (at & ~(size_t)3), &v, 1u << (next_random(&state) % 4));
	}
	*in->copy_size = size;
}

/*
 * The input is a heap block of its exact size, so that a sanitizer detects every read past its end.
 */
static void run_target(const uint8_t *data, size_t size)
{
	uint8_t *p = malloc(size ? size : 1);

	if (!p)
		_exit(3);
	memcpy(p, data, size);
	alarm(SECONDS_MAX);
	LLVMFuzzerTestOneInput(p, size);
	free(p);
}

static uint64_t now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

/* @ms 0: run all @rounds, whatever time they take. */
static void run_rounds(struct input *in, unsigned rounds, uint64_t ms)
{
	uint64_t end = now_ms() + ms;

	for (unsigned i = 0; i <= rounds && (!ms || i < 2 || now_ms() < end); i++) {
		*in->round = i;
		if (i) {
			damage(in, i);
		} else {
			memcpy(in->copy, in->data, in->size);
			*in->copy_size = in->size;
		}
		run_target(in->copy, *in->copy_size);
	}
}

static void keep(const struct input *in, const char *dir, const char *file)
{
	const char *base = strrchr(file, '/');
	char path[4096];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s.%u", dir, base ? base + 1 : file, *in->round);
	f = fopen(path, "wb");
	if (!f || fwrite(in->copy, 1, *in->copy_size, f) != *in->copy_size)
		perror(path);
	else
		fprintf(stderr, "kept as %s\n", path);
	if (f)
		fclose(f);
}

static int load(struct input *in, const char *file)
{
	int fd = open(file, O_RDONLY | O_CLOEXEC);
	struct stat st;
	ssize_t n = -1;

	memset(in, 0, sizeof(*in));
	if (fd >= 0 && !fstat(fd, &st)) {
		in->size = st.st_size < SIZE_MAX_READ ? (size_t)st.st_size : SIZE_MAX_READ;
		in->data = malloc(in->size + 1);
		if (in->data)
			n = read(fd, in->data, in->size);
	}
	if (fd >= 0)
		close(fd);
	if (n < 0) {
		perror(file);
		free(in->data);
		return 0;
	}
	in->size = (size_t)n;
	in->copy = mmap(NULL, in->size + 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
			-1, 0);
	if (in->copy == MAP_FAILED)
		return 0;
	in->copy_size = (size_t *)(void *)(in->copy + (in->size + 15) / 16 * 16);
	in->round = (unsigned *)(void *)(in->copy_size + 1);
	return 1;
}

static int run_file(const char *file, unsigned rounds, uint64_t ms, const char *dir)
{
	struct input in;
	int status = 1;
	pid_t pid;

	if (!load(&in, file))
		return 0;
	fflush(NULL);
	pid = fork();
	if (!pid) {
		run_rounds(&in, rounds, ms);
		exit(0);
	}
	if (pid < 0 || waitpid(pid, &status, 0) < 0)
		perror("fork");
	if (status) {
		fprintf(stderr, "FAILED %s, round %u: %s\n", file, *in.round,
			WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "ended early");
		if (dir)
			keep(&in, dir, file);
	}
	munmap(in.copy, in.size + 4096);
	free(in.data);
	return !status;
}

int main(int argc, char **argv)
{
	unsigned rounds = 0, passed = 0, failed = 0;
	const char *dir = NULL;
	uint64_t ms = 0;
	int opt;

	while ((opt = getopt(argc, argv, "n:t:o:")) != -1) {
		if (opt == 'n')
			rounds = (unsigned)strtoul(optarg, NULL, 0);
		else if (opt == 't')
			ms = strtoull(optarg, NULL, 0) * 1000;
		else if (opt == 'o')
			dir = optarg;
		else
			return 1;
	}
	if (ms && optind < argc)
		ms = 1 + ms / (uint64_t)(argc - optind);
	for (int i = optind; i < argc; i++) {
		if (run_file(argv[i], rounds, ms, dir))
			passed++;
		else
			failed++;
	}
	printf("%u passed, %u failed\n", passed, failed);
	return failed != 0;
}
