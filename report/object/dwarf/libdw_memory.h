/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#ifdef HAVE_DW

#include <elfutils/libdw.h>
#include <setjmp.h>

/*
 * Without memory libdw would end the program, and its handler may not return: a function that asks
 * libdw calls setjmp() on this first, and the handler jumps back to it, with the failure counted.
 * The Dwarf is not to be asked again then, only ended.
 */
extern _Thread_local jmp_buf dwarf_no_memory;

/* dwarf_begin_elf() with that handler. NULL: it cannot be read, or no memory, which is counted. */
Dwarf *dwarf_begin_guarded(Elf *elf);

#endif
