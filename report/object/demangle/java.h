/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#include <stdbool.h>

/*
 * Return: the Java signature of the compiled method @name, which the caller frees; NULL: @name is
 * no compiled Java method, or memory is exhausted.
 */
char *sym_java_demangle(const char *name);
