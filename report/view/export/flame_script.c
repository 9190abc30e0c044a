/* SPDX-License-Identifier: BSD-2-Clause */
/* Puts flame.js into the program. The assembler reads the file, so no other tool is needed. */
#include "view/export/flame_script.h"

__asm__(".pushsection .rodata\n"
	".global export_flame_script, export_flame_script_end\n"
	"export_flame_script:\n"
	".incbin \"report/view/export/flame.js\"\n"
	"export_flame_script_end:\n"
	".popsection\n");
