/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The registers that samples can have on this architecture. */

#include <stdint.h>

/* Parse a list of register names, "ip,sp". Return: 0, or -1 with *@bad at the unknown name. */
int rec_parse_regs(const char *s, uint64_t *mask, const char **bad);
uint64_t rec_regs_all_user(void); /* all registers, which DWARF unwinding needs */
uint64_t rec_regs_minimal(void);  /* ip and sp */
void rec_regs_print(void);
