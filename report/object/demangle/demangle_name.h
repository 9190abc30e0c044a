/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Return: the demangled form of @name as perf prints it, which the caller frees. NULL: @name is not
 * mangled, or memory is exhausted, which mem_failures() tells.
 */
char *sym_demangle(const char *name);
