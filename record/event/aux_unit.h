/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Units with AUX areas. */

#include <pdata/pdata.h>

#include <stdbool.h>
#include <stdint.h>

struct rec;
struct rec_aux_unit;
struct rec_evlist;
struct rec_opts;
struct rec_targets;

/* NULL: one without. */
const struct rec_aux_unit *rec_aux_unit(const char *name);
/* Before attrs are made: which events fill AUX areas, and how large these are. */
int rec_aux_config(struct rec_opts *o, struct rec_evlist *l);
/* After that: what the unit wants in the attrs. */
int rec_aux_attrs(struct rec_opts *o, struct rec_evlist *l, const struct rec_targets *t);

/*
 * The AUXTRACE_INFO record of the first event with an AUX area, whose unit's words are put into
 * @priv.
 * Returns false where no event has one.
 */
#define REC_AUX_PRIV 32

bool rec_aux_info(struct rec *r, uint64_t priv[REC_AUX_PRIV], struct pdata_value *v);
