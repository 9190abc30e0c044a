/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * The demangled form of @name as perf prints it, to be freed; NULL: @name is not mangled, or memory
 * is exhausted, which mem_failures() tells.
 */
char *sym_demangle(const char *name);
