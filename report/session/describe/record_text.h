/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Prints the text that perf prints after the name of a record, and the end of the line. */

#include "base/out.h"

#include <pdata/pdata.h>
#include <stdbool.h>

/*
 * Return perf's name of a record type; NULL: the type has no name. The name has no prefix HEADER_,
 * which the constants PERF_RECORD_HEADER_* of the records of a pipe's header have.
 */
const char *record_perf_name(uint32_t type);

/* Print @v as the conversion %#lx of printf does: in hex, with the prefix 0x unless @v is 0. */
void record_text_hex(struct out *o, uint64_t v);

/*
 * Print the text and the newline of a record that the kernel writes. SAMPLE, READ and TEXT_POKE
 * records are not printed here. Return: false if perf has no text for the type.
 */
bool record_text(struct out *o, const struct pdata_record *rec, const struct pdata_value *v);

/*
 * Print the text of a TEXT_POKE record. @sym is the symbol at the record's address, and @off the
 * offset in it; @sym is NULL if the symbol is not known.
 */
void record_text_poke(struct out *o, const struct pdata_text_poke *t, const char *sym,
		      uint64_t off);

/*
 * Print the text and the newline of a record that perf itself writes. Return: false if perf has no
 * text for the type.
 */
bool record_text_user(struct out *o, const struct pdata_record *rec, const struct pdata_value *v);
