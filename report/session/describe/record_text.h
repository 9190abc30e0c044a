/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Prints the text that perf prints after the name of a record, and the end of the line. */

#include "base/out.h"

#include <pdata/pdata.h>
#include <stdbool.h>

/*
 * Return: perf's name for a record type. It lacks the prefix HEADER_ that the records of a pipe's
 * header have in PERF_RECORD_HEADER_*. NULL: the type has no name.
 */
const char *record_perf_name(uint32_t type);

/* Print @v as printf's %#lx does: in hex with the prefix 0x, but 0 without it. */
void record_text_hex(struct out *o, uint64_t v);

/*
 * Print the text and the newline of a record that the kernel writes; SAMPLE, READ and TEXT_POKE
 * are not printed here. Return: false: perf has no text for the type.
 */
bool record_text(struct out *o, const struct pdata_record *rec, const struct pdata_value *v);

/* Print a TEXT_POKE. @sym, @off: symbol of its address and offset in it; @sym NULL: not known. */
void record_text_poke(struct out *o, const struct pdata_text_poke *t, const char *sym,
		      uint64_t off);

/*
 * Print the text and the newline of a record that perf itself writes. Return: false: perf has no
 * text for the type.
 */
bool record_text_user(struct out *o, const struct pdata_record *rec, const struct pdata_value *v);
