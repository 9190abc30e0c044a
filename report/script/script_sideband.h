/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Prints side-band records as lines. */

struct pdata_record;
struct script;

/*
 * Print @rec if an option such as --show-mmap-events selects its record type; AUXTRACE_ERROR
 * records need no option. Call this function for every record that is not a sample.
 */
void script_side(struct script *s, const struct pdata_record *rec);
