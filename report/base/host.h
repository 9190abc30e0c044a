/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Facts about the machine that pdata runs on. */

#include <stdint.h>

/*
 * Send a message if @dir, the argument of the option @option, is no directory that can be reached.
 * Without the message, a misspelt directory would look like a recording without symbols.
 */
void rep_check_dir(const char *option, const char *dir);

/* Return the count of CPUs that the process may run on. More threads than CPUs are of no use. */
uint32_t rep_nr_cpus(void);
