/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Handles PMUs that fill AUX areas: configures their events and makes AUXTRACE_INFO records. */

#include <pdata/pdata.h>

#include <stdbool.h>
#include <stdint.h>

struct rec;
struct rec_aux_unit;
struct rec_evlist;
struct rec_opts;
struct rec_targets;

/*
 * Return the row of the PMU @name in the table of PMUs that fill AUX areas. NULL: the PMU is not
 * in the table.
 */
const struct rec_aux_unit *rec_aux_unit(const char *name);
/*
 * Set rec_event.aux of each event of @l to the result of rec_aux_unit() for its PMU (NULL: the PMU
 * fills no AUX area). It is an error if several events fill AUX areas. In @o, set the size of the
 * AUX areas to the default if the user gave none, and to 0 if no event fills AUX areas.
 * rec_attr_config() calls this function before it sets the attrs. Return: 0, or -1 after printing
 * an error.
 */
int rec_aux_config(struct rec_opts *o, struct rec_evlist *l);
/*
 * Set the attr bits that the PMU with AUX areas needs, and the bits for AUX data in samples.
 * rec_attr_config() calls this function after it has set the attr bits that options and terms
 * require. Return: 0, or -1 after printing an error.
 */
int rec_aux_attrs(struct rec_opts *o, struct rec_evlist *l, const struct rec_targets *t);

/* Number of values in the array @priv of rec_aux_info(). */
#define REC_AUX_PRIV 32

/*
 * Make the AUXTRACE_INFO record for the event that fills AUX areas, and store it in @v. The values
 * whose meaning depends on the PMU are stored in @priv. The record points to @priv, so @priv must
 * stay valid while @v is used. Return: true; false: no event fills AUX areas.
 */
bool rec_aux_info(struct rec *r, uint64_t priv[REC_AUX_PRIV], struct pdata_value *v);
