/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* What the machine has that pdata runs on. */

#include <stdint.h>

/*
 * A slip of the pen looks like a recording without names: say that what @option has is no
 * directory.
 */
void rep_check_dir(const char *option, const char *dir);

/* Cpus that the process may run on: as many threads as are of use. */
uint32_t rep_nr_cpus(void);
