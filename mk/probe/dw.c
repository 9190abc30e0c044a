/* SPDX-License-Identifier: BSD-2-Clause */
#include <elfutils/libdwfl.h>

int main(void)
{
	return !dwfl_version(NULL);
}
