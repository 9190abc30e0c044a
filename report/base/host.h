/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Facts about the machine that pdata runs on. */

#include <stdint.h>

/*
 * If the directory @dir of option @option cannot be used, print a message. Without the message, a
 * misspelt directory would look like a recording without names.
 */
void rep_check_dir(const char *option, const char *dir);

/*
 * The number of CPUs that the process may run on, which is the number of threads that are of use.
 */
uint32_t rep_nr_cpus(void);
