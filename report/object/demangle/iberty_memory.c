/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Allocates memory for libiberty in place of its own functions, which end the program when memory
 * is exhausted. libiberty calls these names only inside mem_guarded().
 */
#include "base/memory.h"

#include <stdlib.h>

void *xmalloc(size_t size);
void *xrealloc(void *p, size_t size);

void *xrealloc(void *p, size_t size)
{
	void *grown = realloc(p, size ? size : 1);

	if (!grown)
		mem_leave();
	return grown;
}

void *xmalloc(size_t size)
{
	return xrealloc(NULL, size);
}
