/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#ifdef HAVE_DW

#include <elfutils/libdw.h>

/*
 * dwarf_begin_elf() for a Dwarf that is used under mem_guarded(): if memory is exhausted, libdw
 * would end the program. After mem_guarded() has returned false, the Dwarf may only be ended.
 * NULL: the file cannot be read, or memory is exhausted, which is counted.
 */
Dwarf *dwarf_begin_guarded(Elf *elf);

#endif
