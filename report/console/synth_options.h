/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Checks the argument of perf's option --itrace, which pdata otherwise ignores, because pdata does
 * not decode AUX data.
 */

#include <stdbool.h>

/*
 * A function for rep_opt.set: accepts what perf 6.1 accepts as @arg of --itrace, which may be NULL.
 * @vals is not used. Return: 0; -1: perf refuses @arg.
 */
int rep_check_synth_options(void *vals, const char *arg, bool unset);
