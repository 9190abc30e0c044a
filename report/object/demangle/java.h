/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#include <stdbool.h>

/*
 * Return: a compiled Java method as a Java signature, for free(); NULL: @name is not one, or
 * memory is exhausted.
 */
char *sym_java_demangle(const char *name);
