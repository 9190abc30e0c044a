/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Where addresses are, and the instructions there. */

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

/* The cpumode of an address of which nothing else is known. */
uint32_t script_cpumode_of(const struct script *s, uint64_t ip);

/* Up to @max bytes of the code at @ip. Return: how many, 0: it is not known. */
size_t script_read_code(struct script *s, const struct script_line *l, uint64_t ip, uint8_t *code,
			size_t max, struct disasm **dis);

#define SCRIPT_INSN_MAX 16u /* bytes that may be an instruction */

/* The instruction at @ip. Return: its bytes, 0: it is not known. */
size_t script_insn(struct script *s, const struct script_line *l, uint64_t ip,
		   uint8_t code[SCRIPT_INSN_MAX]);

/* The text of the fields insn, or with @length insnlen, for an address. */
void script_make_insn(struct script *s, struct out *o, const struct script_line *l, uint64_t ip,
		      bool length);

/* That of disasm: where the instruction jumps to or calls stands as a symbol, if there is one. */
void script_make_disasm(struct script *s, struct out *o, const struct script_line *l, uint64_t ip);

/* The source files that were read so far. */
struct sources *script_sources(struct script *s);

void script_code_free(struct script_code *c); /* @c may be NULL */
