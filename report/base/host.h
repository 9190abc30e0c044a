/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Facts about the machine that pdata runs on. */

#include <stdint.h>

/*
 * Send a message if @dir, the argument of the option @option, is not a directory or cannot be
 * reached. Without this message, a user who has misspelt the name of the directory would believe
 * that there are no symbols.
 */
void rep_check_dir(const char *option, const char *dir);

/*
 * Return the number of CPUs on which this process may run. More threads than CPUs are of no use.
 */
uint32_t rep_nr_cpus(void);
