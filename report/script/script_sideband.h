/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REP_SCRIPT_SIDEBAND_H
#define REP_SCRIPT_SIDEBAND_H

/* Side-band records as lines. */

struct pdata_record;
struct script;

/* Print @rec if its kind is shown; called for every record that is not a sample. */
void script_side(struct script *s, const struct pdata_record *rec);

#endif
