/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REP_SCRIPT_SAMPLE_H
#define REP_SCRIPT_SAMPLE_H

/* Samples: decode, filter, print. */

struct pdata_record;
struct script;

void script_sample(struct script *s, const struct pdata_record *rec);

#endif
