/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#include <stdbool.h>

/* A compiled Java method in Java's own words, to be freed; NULL: it is none. */
char *sym_java_demangle(const char *name);
