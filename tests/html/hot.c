/* SPDX-License-Identifier: BSD-2-Clause */
/* A workload for the code of a page: hot loops, inlined calls in inlined calls, a call of a function, hostile comments. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define SIZE 4096

static uint32_t table[SIZE];

static inline __attribute__((always_inline)) uint32_t mix_bits(uint32_t v)
{
	v ^= v >> 16;
	v *= 0x7feb352d;
	return v ^ v >> 15;
}

static inline __attribute__((always_inline)) void add_entry(uint32_t i)
{
	table[mix_bits(i) % SIZE] += i;
}

static __attribute__((noinline)) uint32_t sum_table(uint32_t seed)
{
	uint32_t sum = seed; /* </script><img src=x onerror=hostile=1> */

	for (int i = 0; i < SIZE; i++) {
		if (table[i] & 1) /* <img src=x onerror=hostile=1> */
			sum += table[i] / 3;
		else
			sum ^= table[i] % 7;
	}
	return sum;
}

static __attribute__((noinline)) uint32_t fill_table(uint32_t seed)
{
	for (uint32_t i = 0; i < SIZE; i++)
		add_entry(i + seed);
	return sum_table(seed);
}

int main(int argc, char **argv)
{
	const double limit = argc > 1 ? atof(argv[1]) : 0.5;
	const clock_t end = clock() + (clock_t)(limit * CLOCKS_PER_SEC);
	uint32_t sum = 0;

	while (clock() < end)
		sum += fill_table(sum);
	return printf("%u\n", sum) < 0;
}
