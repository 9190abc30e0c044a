/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Resolves addresses for `pdata script`, and reads the instructions there. */

#include "object/symbols/location.h"

#include <stdbool.h>
#include <stddef.h>

struct disasm;
struct out;
struct script;
struct script_code;
struct script_line;
struct sources;

/* Resolve an address of the line's thread at the time of its record. */
void script_resolve(struct script *s, const struct script_line *l, uint32_t cpumode, uint64_t ip,
		    struct location *w);

/*
 * Return the cpumode of an address for which no record gives one: kernel from script.kernel_start
 * on, otherwise user.
 */
uint32_t script_cpumode_of(const struct script *s, uint64_t ip);

/*
 * Read up to @max bytes of code at @ip, and set @dis to a disassembler for it. Return: the number
 * of bytes, 0 if the code is not known.
 */
size_t script_read_code(struct script *s, const struct script_line *l, uint64_t ip, uint8_t *code,
			size_t max, struct disasm **dis);

#define SCRIPT_INSN_MAX 16u /* the longest instruction */

/* Read the instruction at @ip. Return: its size in bytes, 0 if it is not known. */
size_t script_insn(struct script *s, const struct script_line *l, uint64_t ip,
		   uint8_t code[SCRIPT_INSN_MAX]);

/* Print the field insn for an address; with @length print the field insnlen. */
void script_make_insn(struct script *s, struct out *o, const struct script_line *l, uint64_t ip,
		      bool length);

/*
 * Print the field disasm for an address. The target of a jump or call is printed as a symbol, if
 * there is one.
 */
void script_make_disasm(struct script *s, struct out *o, const struct script_line *l, uint64_t ip);

/* Return the source files read so far; they belong to @s. */
struct sources *script_sources(struct script *s);

void script_code_free(struct script_code *c); /* @c may be NULL */
