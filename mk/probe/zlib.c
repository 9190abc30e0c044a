/* SPDX-License-Identifier: BSD-2-Clause */
#include <zlib.h>

int main(void)
{
	return zlibVersion()[0] == 0;
}
