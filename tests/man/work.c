/* SPDX-License-Identifier: BSD-2-Clause */
/* The program that the manual's examples record: a third of a second in a function of its own. */
#include <time.h>

static volatile unsigned long sum;

__attribute__((noinline)) void work(unsigned long n)
{
	for (unsigned long i = 0; i < n; i++)
		sum += i * i;
}

int main(void)
{
	const clock_t end = clock() + CLOCKS_PER_SEC / 3;

	while (clock() < end)
		work(10000);
	return 0;
}
