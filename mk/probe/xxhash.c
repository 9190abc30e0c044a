/* SPDX-License-Identifier: BSD-2-Clause */
/* All of it is in the header: where the archive is of no use, none is needed. */
#define XXH_INLINE_ALL
#include <xxhash.h>

int main(void)
{
	return XXH3_64bits("", 0) == 0;
}
