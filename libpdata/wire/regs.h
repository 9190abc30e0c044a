/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#include <pdata/pdata.h>

/*
 * The architecture whose registers have names, by what uname calls a machine; NULL: none of them.
 */
const char *pd_arch_by_name(const char *machine);
/* The same by the number of an ELF file's e_machine. */
const char *pd_arch_by_elf(uint32_t e_machine);
