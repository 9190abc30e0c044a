/* SPDX-License-Identifier: BSD-2-Clause */
#include <stddef.h>

/* The C++ run-time library's, without a header for C. */
int __gcclibcxx_demangle_callback(const char *mangled,
				  void (*put)(const char *text, size_t len, void *arg), void *arg);

static void add(const char *text, size_t len, void *arg)
{
	(void)text;
	*(size_t *)arg += len;
}

int main(void)
{
	size_t len = 0;

	return __gcclibcxx_demangle_callback("_ZN1a1bEv", add, &len) || len != 6;
}
