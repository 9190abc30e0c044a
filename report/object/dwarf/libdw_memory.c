/* SPDX-License-Identifier: BSD-2-Clause */
/* Leaves libdw by longjmp() if memory is exhausted, because libdw would end the program. */
#include "object/dwarf/libdw_memory.h"

#include "base/memory.h"
#include "object/elf/elf_object_int.h"

#ifdef HAVE_DW

#include <errno.h>

Dwarf *dwarf_begin_guarded(struct sym_elf *e)
{
	Dwarf *dw;

	sym_elf_inflate_zstd(e);
	errno = 0;
	dw = dwarf_begin_elf(e->elf, DWARF_C_READ, NULL);
	if (mem_check_errno(dw))
		dwarf_new_oom_handler(dw, mem_leave);
	return dw;
}

#endif
