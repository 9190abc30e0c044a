/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#ifdef HAVE_DW

#include <elfutils/libdw.h>

struct sym_elf;

/*
 * Call dwarf_begin_elf() for the file @e, and set mem_leave() as the out-of-memory handler of the
 * Dwarf, because libdw's default handler ends the program when memory is exhausted. mem_leave()
 * jumps back to mem_guarded(); therefore the caller may use the returned Dwarf only in functions
 * that it calls through mem_guarded(). Sections of @e that libdw cannot decompress are decompressed
 * before. After mem_guarded() has returned false, the caller may call only
 * dwarf_end() for the Dwarf. Return: the Dwarf; NULL if libdw cannot read the file, or if memory
 * is exhausted (then mem_failures() increases).
 */
Dwarf *dwarf_begin_guarded(struct sym_elf *e);

#endif
