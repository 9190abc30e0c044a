/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Names of architectures, which select the names of registers. */

#include <pdata/pdata.h>

/*
 * Return the architecture of @machine, a name as uname(2) gives it, or NULL if the names of its
 * registers are not known.
 */
const char *pd_arch_by_name(const char *machine);
/* Return the architecture of @e_machine, a value of an ELF header, as pd_arch_by_name() does. */
const char *pd_arch_by_elf(uint32_t e_machine);
