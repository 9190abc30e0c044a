/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#include <stdbool.h>

/*
 * Return: the Java signature of the compiled method @name, such as "java.lang.String.charAt(int)";
 * the caller frees the string. NULL: @name is no compiled Java method, or memory is exhausted.
 */
char *sym_java_demangle(const char *name);
