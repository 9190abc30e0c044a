/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Return: the demangled form of @name, as perf prints it; the caller frees the string. NULL: @name
 * is not mangled, or memory is exhausted (then mem_failures() increases).
 */
char *sym_demangle(const char *name);
