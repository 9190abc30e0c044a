/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Finds the name of an architecture in the form that pdata_reg_name() takes. */

#include <pdata/pdata.h>

/*
 * Return the name of the architecture of @machine, the machine name that uname(2) gives; NULL: the
 * register names of this architecture are not known.
 */
const char *pd_arch_by_name(const char *machine);
/*
 * Return the name of the architecture whose ELF headers have the e_machine @e_machine; NULL: the
 * register names of this architecture are not known.
 */
const char *pd_arch_by_elf(uint32_t e_machine);
