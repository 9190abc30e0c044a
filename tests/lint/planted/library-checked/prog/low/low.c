/* SPDX-License-Identifier: BSD-2-Clause */
/* Prints as checked builds do, and writes to a descriptor. */
#include "low/low.h"

int __printf_chk(int flag, const char *format, ...);
long write(int fd, const void *buf, unsigned long n);

int low_add(int a)
{
	return (int)write(1, "", 0) + __printf_chk(1, "%d\n", a);
}
