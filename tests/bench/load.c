/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * load cpu SECONDS - compute
 * load rounds NUMBER - the same, as much as that: 10000 are some seconds
 * load calls NUMBER PER_SECOND - make system calls; 0: as fast as can be
 *
 * The time at the end, in seconds of CLOCK_MONOTONIC, is appended to $LOAD_END.
 */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static uint32_t round_of(uint32_t sum)
{
	for (uint32_t i = 0; i < 100000; i++)
		sum = sum * 1664525u + i;
	return sum;
}

static uint32_t compute(double until)
{
	uint32_t sum = 1;

	while (now() < until)
		sum = round_of(sum);
	return sum;
}

static uint32_t compute_rounds(uint64_t nr)
{
	uint32_t sum = 1;

	for (uint64_t i = 0; i < nr; i++)
		sum = round_of(sum);
	return sum;
}

static void call(uint64_t number, double per_second)
{
	const double from = now();
	uint64_t done = 0;

	while (done < number) {
		uint64_t due = number;

		if (per_second > 0) {
			struct timespec nap = { 0, 1000000 };

			nanosleep(&nap, NULL);
			due = (uint64_t)((now() - from) * per_second);
		}
		for (; done < due && done < number; done++)
			syscall(SYS_getppid);
	}
}

int main(int argc, char **argv)
{
	const char *path = getenv("LOAD_END");
	uint32_t sum = 0;
	FILE *out;

	if (argc == 3 && !strcmp(argv[1], "cpu"))
		sum = compute(now() + atof(argv[2]));
	else if (argc == 3 && !strcmp(argv[1], "rounds"))
		sum = compute_rounds(strtoull(argv[2], NULL, 10));
	else if (argc == 4 && !strcmp(argv[1], "calls"))
		call(strtoull(argv[2], NULL, 10), atof(argv[3]));
	else
		return 1;
	out = path ? fopen(path, "a") : NULL;
	if (!out)
		return sum == 1;
	fprintf(out, "%.6f\n", now());
	return fclose(out) != 0;
}
