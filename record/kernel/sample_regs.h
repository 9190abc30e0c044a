/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Registers that samples may have. */

#include <stdint.h>

/* Register names of this machine, "ip,sp". Return: 0 or -1 with the name that is none in *@bad. */
int rec_parse_regs(const char *s, uint64_t *mask, const char **bad);
uint64_t rec_regs_all_user(void); /* what DWARF unwinding needs */
uint64_t rec_regs_minimal(void);  /* ip and sp */
void rec_regs_print(void);
