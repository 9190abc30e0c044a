/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#include <stdbool.h>

/*
 * Return: the Java signature, such as "java.lang.String.charAt(int)", of the compiled method whose
 * symbol has the name @name; the caller frees the string. NULL: @name is not the name of a
 * compiled Java method, or memory is exhausted.
 */
char *sym_java_demangle(const char *name);
