/* SPDX-License-Identifier: BSD-2-Clause */
#include <gelf.h>

int main(void)
{
	return elf_version(EV_CURRENT) == EV_NONE;
}
