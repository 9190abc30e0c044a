/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * workload [SECONDS] - something to record: a few processes and threads that spend known shares of
 * their time in functions of known names, and some of it in system calls.
 *
 *   demo-sort    one process: sort_records > compare_records, shuffle_records
 *   demo-hash    two threads: hash_strings > hash_one, and checksum_pages
 *   demo-pipe    a parent and a child that send each other messages
 */

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define NOINLINE __attribute__((noinline, noclone))

static double seconds = 2;
static volatile uint64_t sink; /* keeps results alive */

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

NOINLINE static uint64_t next_random(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

struct record {
	uint64_t key;
	uint64_t value;
};

NOINLINE static int compare_records(const void *a, const void *b)
{
	const struct record *x = a, *y = b;

	return (x->key > y->key) - (x->key < y->key);
}

NOINLINE static void shuffle_records(struct record *r, size_t n, uint64_t *state)
{
	for (size_t i = 0; i < n; i++)
		r[i].key = next_random(state);
}

/* Shell sort: all of the time is in this program, none in the C library. */
NOINLINE static void sort_records(struct record *r, size_t n)
{
	for (size_t gap = n / 2; gap; gap /= 2) {
		for (size_t i = gap; i < n; i++) {
			struct record x = r[i];
			size_t j = i;

			for (; j >= gap && compare_records(&r[j - gap], &x) > 0; j -= gap)
				r[j] = r[j - gap];
			r[j] = x;
		}
	}
	sink += r[0].key;
}

NOINLINE static void sort_process(double until)
{
	static struct record records[4096];
	uint64_t state = 88172645463325252ULL;

	prctl(PR_SET_NAME, "demo-sort");
	while (now() < until) {
		shuffle_records(records, 4096, &state);
		sort_records(records, 4096);
	}
}

NOINLINE static uint32_t hash_one(const char *s)
{
	uint32_t h = 2166136261u;

	for (; *s; s++)
		h = (h ^ (uint8_t)*s) * 16777619u;
	return h;
}

NOINLINE static void hash_strings(char *text, size_t len)
{
	for (size_t i = 0; i < 2000; i++) {
		text[i % len] = (char)('a' + i % 26);
		sink += hash_one(text);
	}
}

NOINLINE static void checksum_pages(const uint8_t *page, size_t len)
{
	uint32_t a = 1, b = 0;

	for (size_t i = 0; i < len; i++) {
		a = (a + page[i]) % 65521;
		b = (b + a) % 65521;
	}
	sink += (uint64_t)b << 16 | a;
}

static void *hash_thread(void *arg)
{
	double until = *(double *)arg;
	char text[256];

	pthread_setname_np(pthread_self(), "demo-strings");
	memset(text, 'x', sizeof(text));
	text[sizeof(text) - 1] = 0;
	while (now() < until)
		hash_strings(text, sizeof(text) - 1);
	return NULL;
}

NOINLINE static void hash_process(double until)
{
	static uint8_t pages[16 * 4096];
	pthread_t thread;

	prctl(PR_SET_NAME, "demo-hash");
	if (pthread_create(&thread, NULL, hash_thread, &until))
		return;
	while (now() < until)
		checksum_pages(pages, sizeof(pages));
	pthread_join(thread, NULL);
}

NOINLINE static int send_message(int fd, char *buf, size_t len)
{
	return write(fd, buf, len) == (ssize_t)len;
}

NOINLINE static int receive_message(int fd, char *buf, size_t len)
{
	return read(fd, buf, len) > 0;
}

NOINLINE static void pipe_process(double until)
{
	int to[2], from[2];
	char buf[512] = { 0 };

	prctl(PR_SET_NAME, "demo-pipe");
	if (pipe(to) || pipe(from))
		return;
	if (fork() == 0) {
		close(to[1]);
		close(from[0]);
		while (receive_message(to[0], buf, sizeof(buf)) &&
		       send_message(from[1], buf, sizeof(buf)))
			;
		_exit(0);
	}
	close(to[0]);
	close(from[1]);
	while (now() < until && send_message(to[1], buf, sizeof(buf)))
		receive_message(from[0], buf, sizeof(buf));
	close(to[1]);
	wait(NULL);
}

int main(int argc, char **argv)
{
	static void (*const work[])(double until) = { sort_process, hash_process, pipe_process };
	double until;

	if (argc > 1)
		seconds = atof(argv[1]);
	until = now() + seconds;
	for (size_t i = 0; i < sizeof(work) / sizeof(work[0]); i++) {
		pid_t pid = fork();

		if (pid < 0) {
			perror("fork");
			return 1;
		}
		if (!pid) {
			work[i](until);
			_exit(0);
		}
	}
	while (wait(NULL) > 0)
		;
	return 0;
}
