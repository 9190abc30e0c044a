/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Resolves addresses for `pdata script`, and reads the instructions at these addresses. */

#include "object/symbols/location.h"

#include <stdbool.h>
#include <stddef.h>

struct disasm;
struct out;
struct script;
struct script_code;
struct script_line;
struct sources;

/*
 * Resolve the address @ip, whose cpumode is @cpumode, with the maps that the thread @l->th had at
 * the time of the record @l->rec. Store the map, object address and symbol of @ip in @w.
 */
void script_resolve(struct script *s, const struct script_line *l, uint32_t cpumode, uint64_t ip,
		    struct location *w);

/*
 * Return: the cpumode of an address @ip whose cpumode is not recorded. An address from
 * @s->kernel_start on is PDATA_CPUMODE_KERNEL, a lower address PDATA_CPUMODE_USER. If
 * @s->kernel_start is 0, all addresses are PDATA_CPUMODE_USER.
 */
uint32_t script_cpumode_of(const struct script *s, uint64_t ip);

/*
 * Read up to @max bytes of machine code at address @ip into @code. Set *@dis to a disassembler for
 * this code, owned by @s. Return: the number of bytes; 0: the code is not found, or has no
 * disassembler.
 */
size_t script_read_code(struct script *s, const struct script_line *l, uint64_t ip, uint8_t *code,
			size_t max, struct disasm **dis);

#define SCRIPT_INSN_MAX 16u /* size in bytes of the longest instruction */

/*
 * Read the instruction at address @ip into @code. Return: its size in bytes; 0: the code is not
 * found or is no instruction.
 */
size_t script_insn(struct script *s, const struct script_line *l, uint64_t ip,
		   uint8_t code[SCRIPT_INSN_MAX]);

/*
 * Append the field insn (bytes of the instruction) for the address @ip to @o. If @length is true,
 * append the field insnlen (length of the instruction) instead.
 */
void script_make_insn(struct script *s, struct out *o, const struct script_line *l, uint64_t ip,
		      bool length);

/*
 * Append the field disasm for address @ip to @o. If a symbol covers the target of a jump or call,
 * print the target as SYMBOL+0xOFFSET.
 */
void script_make_disasm(struct script *s, struct out *o, const struct script_line *l, uint64_t ip);

/* Return: the cache of the source files that were read so far, owned by @s. */
struct sources *script_sources(struct script *s);

void script_code_free(struct script_code *c); /* @c may be NULL */
