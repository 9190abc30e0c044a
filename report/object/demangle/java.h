/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REP_SYM_JAVA_H
#define REP_SYM_JAVA_H

#include <stdbool.h>

/* A compiled Java method in Java's own words, to be freed; NULL: it is none. */
char *sym_java_demangle(const char *name);

#endif
