/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Has the names and mask bits of the registers that samples can have on this architecture. */

#include <stdint.h>

/*
 * Parse a list of names of registers of this architecture, such as "ip,sp", into the bits *@mask.
 * Return: 0; -1: *@bad points to the first unknown name in @s.
 */
int rec_parse_regs(const char *s, uint64_t *mask, const char **bad);
uint64_t rec_regs_all_user(void); /* mask of all user registers, for DWARF unwinding */
uint64_t rec_regs_minimal(void);  /* mask of ip and sp */
uint64_t rec_regs_ip(void);	  /* mask of ip; 0: the bit of ip is not known */
void rec_regs_print(void);
