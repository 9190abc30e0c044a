/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#ifdef HAVE_DW

#include <elfutils/libdw.h>

/*
 * Call dwarf_begin_elf() for @elf, and set an out-of-memory handler that calls mem_leave(),
 * because libdw would otherwise end the program. The caller may use the returned Dwarf only in
 * functions that it calls through mem_guarded(). After mem_guarded() has returned false, only
 * dwarf_end() may be called for it. Return: the Dwarf; NULL if libdw cannot read the file, or if
 * memory is exhausted (then mem_failures() increases).
 */
Dwarf *dwarf_begin_guarded(Elf *elf);

#endif
