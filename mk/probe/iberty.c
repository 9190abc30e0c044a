/* SPDX-License-Identifier: BSD-2-Clause */
#include <stddef.h>

int rust_demangle_callback(const char *mangled, int options,
			   void (*append)(const char *text, size_t len, void *arg), void *arg);
int cplus_demangle_v3_callback(const char *mangled, int options,
			       void (*append)(const char *text, size_t len, void *arg), void *arg);
char *dlang_demangle(const char *mangled, int options);

static void add_length(const char *text, size_t len, void *arg)
{
	(void)text;
	*(size_t *)arg += len;
}

int main(void)
{
	size_t len = 0;

	return !rust_demangle_callback("_RC3foo", 0, add_length, &len) ||
	       !cplus_demangle_v3_callback("_ZN1a1bEv", 0, add_length, &len) || len != 7 ||
	       !dlang_demangle("_Dmain", 0);
}
