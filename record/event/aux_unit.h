/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* PMUs that fill AUX areas: their events, and the AUXTRACE_INFO record. */

#include <pdata/pdata.h>

#include <stdbool.h>
#include <stdint.h>

struct rec;
struct rec_aux_unit;
struct rec_evlist;
struct rec_opts;
struct rec_targets;

/* Find PMU @name in the table of PMUs with AUX areas. NULL if it is not there. */
const struct rec_aux_unit *rec_aux_unit(const char *name);
/*
 * Set which event fills AUX areas and how large these are. Called before the attrs are configured.
 * Return: 0, or -1 after printing an error.
 */
int rec_aux_config(struct rec_opts *o, struct rec_evlist *l);
/*
 * Set the attr bits that a PMU with AUX areas needs. Called after the attrs are configured.
 * Return: 0, or -1 after printing an error.
 */
int rec_aux_attrs(struct rec_opts *o, struct rec_evlist *l, const struct rec_targets *t);

/*
 * Make the AUXTRACE_INFO record of the event that fills AUX areas. @priv is filled with the values
 * that are specific to its PMU; @v points to it. Return: false if no event fills AUX areas.
 */
#define REC_AUX_PRIV 32

bool rec_aux_info(struct rec *r, uint64_t priv[REC_AUX_PRIV], struct pdata_value *v);
