/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * work flat|deep|pipe SECONDS - loads for recordings that reading is measured on
 *
 *   flat   time spread over 64 functions
 *   deep   recursion up to 100 frames over functions that call each other
 *   pipe   two processes that wake each other, for scheduler and system call events
 */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define NOINLINE __attribute__((noinline, noclone))

static volatile uint64_t sink;
static uint64_t state = 88172645463325252ULL;

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static uint64_t next_random(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

/* Sixty-four functions with different names and run times. */
#define FLAT(n)                                                                                    \
	NOINLINE static void flat_##n(void)                                                        \
	{                                                                                          \
		for (unsigned i = 0; i < 200u + 50u * (0##n % 17u); i++)                           \
			sink += i ^ 0##n;                                                          \
	}
#define FLAT8(n)                                                                                   \
	FLAT(n##0) FLAT(n##1) FLAT(n##2) FLAT(n##3) FLAT(n##4) FLAT(n##5) FLAT(n##6) FLAT(n##7)
FLAT8(0)
FLAT8(1)
FLAT8(2)
FLAT8(3)
FLAT8(4)
FLAT8(5)
FLAT8(6)
FLAT8(7)

#define NAME8(n)                                                                                   \
	flat_##n##0, flat_##n##1, flat_##n##2, flat_##n##3, flat_##n##4, flat_##n##5, flat_##n##6, \
		flat_##n##7
static void (*const flat[])(void) = { NAME8(0), NAME8(1), NAME8(2), NAME8(3),
				      NAME8(4), NAME8(5), NAME8(6), NAME8(7) };

static void run_flat(double until)
{
	while (now() < until)
		for (unsigned i = 0; i < 4096; i++)
			flat[next_random() % 64]();
}

/* Four functions that call each other, so that chains differ in names as well as in depth. */
static void deep_call(unsigned depth);

#define DEEP(n)                                                                                    \
	NOINLINE static void deep_##n(unsigned depth)                                              \
	{                                                                                          \
		flat[(depth + (n)) % 64]();                                                        \
		deep_call(depth);                                                                  \
		sink += (n);                                                                       \
	}
DEEP(1)
DEEP(2)
DEEP(3)
DEEP(4)

NOINLINE static void deep_call(unsigned depth)
{
	static void (*const deep[])(unsigned) = { deep_1, deep_2, deep_3, deep_4 };

	if (depth)
		deep[next_random() % 4](depth - 1);
	sink++;
}

static void run_deep(double until)
{
	while (now() < until)
		deep_call((unsigned)(next_random() % 50));
}

static void run_pipe(double until)
{
	int to[2], from[2];
	char c = 0;

	if (pipe(to) || pipe(from))
		return;
	if (fork() == 0) {
		close(to[1]);
		while (read(to[0], &c, 1) == 1 && write(from[1], &c, 1) == 1)
			;
		_exit(0);
	}
	close(from[1]);
	while (now() < until)
		for (unsigned i = 0; i < 100; i++)
			if (write(to[1], &c, 1) != 1 || read(from[0], &c, 1) != 1)
				return;
	close(to[1]);
	wait(NULL);
}

int main(int argc, char **argv)
{
	double until;

	if (argc != 3) {
		fprintf(stderr, "usage: work flat|deep|pipe SECONDS\n");
		return 1;
	}
	until = now() + atof(argv[2]);
	if (!strcmp(argv[1], "flat"))
		run_flat(until);
	else if (!strcmp(argv[1], "deep"))
		run_deep(until);
	else
		run_pipe(until);
	return 0;
}
