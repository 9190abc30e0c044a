/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Prints the text that perf prints after the name of a record, and the end of the line. */

#include "base/out.h"

#include <pdata/pdata.h>
#include <stdbool.h>

/*
 * Return the name that perf prints for the record type @type; NULL: the type has no name. For
 * types PERF_RECORD_HEADER_*, which records at the beginning of a pipe have, the name does not
 * include "HEADER_".
 */
const char *record_perf_name(uint32_t type);

/* Print @v as printf does with the conversion %#lx: in hex, with the prefix 0x unless @v is 0. */
void record_text_hex(struct out *o, uint64_t v);

/*
 * Print the text that perf prints after the type name of @rec, and a newline. @rec has a type that
 * the kernel writes, and @v is the decoded record. Return: true; false if nothing was printed,
 * because perf has no text for the type, or because the type is SAMPLE, READ or TEXT_POKE.
 */
bool record_text(struct out *o, const struct pdata_record *rec, const struct pdata_value *v);

/*
 * Print the text that perf prints for the TEXT_POKE record @t, and a newline. @sym is the name of
 * the symbol that covers the record's address, and @off the offset of the address from the
 * symbol's start; @sym is NULL if the symbol is not known.
 */
void record_text_poke(struct out *o, const struct pdata_text_poke *t, const char *sym,
		      uint64_t off);

/*
 * Print the text that perf prints after the type name of @rec, and a newline. @rec has a type that
 * perf writes, not the kernel, and @v is the decoded record. Return: true; false if nothing was
 * printed, because perf has no text for the type.
 */
bool record_text_user(struct out *o, const struct pdata_record *rec, const struct pdata_value *v);
