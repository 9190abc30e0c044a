/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#ifdef HAVE_DW

#include <elfutils/libdw.h>

/*
 * Call dwarf_begin_elf(), and set an out-of-memory handler that calls mem_leave(), because libdw
 * would end the program. Use the returned Dwarf only under mem_guarded(). After mem_guarded() has
 * returned false, only dwarf_end() may be called. Return: NULL: libdw cannot read the file, or
 * memory is exhausted (then mem_failures() increases).
 */
Dwarf *dwarf_begin_guarded(Elf *elf);

#endif
