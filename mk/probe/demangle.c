/* SPDX-License-Identifier: BSD-2-Clause */
#include <stddef.h>
#include <stdlib.h>

/* The C++ run-time library's, without a header for C. */
char *__cxa_demangle(const char *mangled, char *buf, size_t *len, int *status);

int main(void)
{
	char *text = __cxa_demangle("_ZN1a1bEv", NULL, NULL, NULL);

	free(text);
	return !text;
}
