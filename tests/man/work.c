/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The program that the manual's examples record: it spends a third of a second in one function.
 * With UNTIL_ORPHANED in the environment it runs until the shell that started it ends, at most a
 * minute.
 */
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static volatile unsigned long sum;

__attribute__((noinline)) void work(unsigned long n)
{
	for (unsigned long i = 0; i < n; i++)
		sum += i * i;
}

int main(void)
{
	const int goes_on = getenv("UNTIL_ORPHANED") != NULL;
	const clock_t end = clock() + (goes_on ? 60 * CLOCKS_PER_SEC : CLOCKS_PER_SEC / 3);
	const pid_t shell = getppid();

	while (clock() < end && (!goes_on || getppid() == shell))
		work(10000);
	return 0;
}
