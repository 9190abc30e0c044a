/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Prints side-band records as lines. */

struct pdata_record;
struct script;

/* Print @rec if an option asks for its type; called for every record that is not a sample. */
void script_side(struct script *s, const struct pdata_record *rec);
