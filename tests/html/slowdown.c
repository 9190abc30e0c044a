/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * slowdown SECONDS PERCENT - a program of eight functions that work in turn, of which the fourth takes PERCENT longer
 *
 * The functions use registers only and take turns often, so other programs slow all of them down by
 * the same share.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define STEPS 20000u

#define FUNCTION(name, shift)                                                                      \
	static uint64_t __attribute__((noinline, noclone)) name(uint64_t v, uint32_t steps)        \
	{                                                                                          \
		for (uint32_t i = 0; i < steps; i++) {                                             \
			v ^= v << 13;                                                              \
			v ^= v >> 7;                                                               \
			v ^= v << (shift);                                                         \
		}                                                                                  \
		return v;                                                                          \
	}
FUNCTION(work_one, 17)
FUNCTION(work_two, 18)
FUNCTION(work_three, 19)
FUNCTION(work_planted, 20)
FUNCTION(work_five, 21)
FUNCTION(work_six, 22)
FUNCTION(work_seven, 23)
FUNCTION(work_eight, 24)

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

int main(int argc, char **argv)
{
	const double seconds = argc > 1 ? atof(argv[1]) : 1;
	const uint32_t planted = STEPS + STEPS * (uint32_t)(argc > 2 ? atoi(argv[2]) : 0) / 100;
	const double end = now() + seconds;
	uint64_t v = 88172645463325252u;

	while (now() < end) {
		v = work_one(v, STEPS);
		v = work_two(v, STEPS);
		v = work_three(v, STEPS);
		v = work_planted(v, planted);
		v = work_five(v, STEPS);
		v = work_six(v, STEPS);
		v = work_seven(v, STEPS);
		v = work_eight(v, STEPS);
	}
	printf("%llu\n", (unsigned long long)v);
	return 0;
}
