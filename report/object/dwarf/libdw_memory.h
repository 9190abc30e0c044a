/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#ifdef HAVE_DW

#include <elfutils/libdw.h>

/*
 * dwarf_begin_elf() of a Dwarf that is used under mem_guarded(): without memory libdw would end the
 * program. Where mem_guarded() returns false, the Dwarf is not to be used again, only ended. NULL:
 * it cannot be read, or no memory, which is counted.
 */
Dwarf *dwarf_begin_guarded(Elf *elf);

#endif
