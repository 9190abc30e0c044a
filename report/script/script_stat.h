/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Prints the STAT records of perf stat recordings as a table. */

struct pdata_record;
struct script;
struct script_stat;

void script_stat(struct script *s, const struct pdata_record *rec);
void script_stat_free(struct script *s);
