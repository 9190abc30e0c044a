/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Decodes header features, tracing data, and the blocks that pdata appends to a recording (the
 * trailer).
 */

#include "base/alloc.h"
#include <pdata/pdata.h>
#include <stdbool.h>

/*
 * Number of elements of arrays that have an element for each header feature and for each trailer
 * block. The index of a feature is its bit, the index of a block is its type. The types of blocks
 * follow the feature bits.
 */
#define PD_NR_PAYLOADS (PDATA_NR_FEATURES + 16)

/*
 * Decode f->data into f->u by the layout of f->bit. Arrays and strings are put into @arena; blobs
 * in f->u point into f->data. @nr_cpus: for CPU_TOPOLOGY, the number of available CPUs from the
 * feature NRCPUS; 0: take the number that pd_topology_cpus() returns. Return: 0 (also for features
 * without a layout), PDATA_E_FEATURE, or PDATA_E_NOMEM. After an error f->u is zeroed, except that
 * a damaged BUILD_ID keeps its valid entries.
 */
int pd_feature_decode(struct pdata_feature *f, int swap, uint32_t nr_cpus, struct pd_arena *arena,
		      struct pdata_error *err);

/*
 * Return the number of CPUs of the feature CPU_TOPOLOGY that has the @len bytes at @data: the
 * lowest number of CPUs for which the fields of the feature take exactly @len bytes. Return 0 if
 * there is no such number.
 */
uint32_t pd_topology_cpus(const uint8_t *data, size_t len, int swap);

/*
 * @bit: a header feature, or a block of the trailer (index and other blocks after the last
 * section). Return true if the schema (the tables of all layouts) has a layout for @bit:
 * pdata_feature_encode() then encodes the values. Return false if it has none:
 * pdata_feature_encode() then copies the bytes. Exception: if u.tracing.magic of TRACING_DATA is
 * NULL (not decoded), pdata_feature_encode() copies the bytes although there is a layout.
 */
bool pd_feature_has_layout(uint32_t bit);

/*
 * Decode the tracing data in @blob into @out, up to the first damage; lists and texts behind the
 * damage are empty in @out. Return: 0, PDATA_E_FEATURE, or PDATA_E_NOMEM.
 */
int pd_tracing_decode(const uint8_t *blob, size_t len, struct pd_arena *arena,
		      struct pdata_tracing *out, struct pdata_error *err);

/*
 * Decode one entry of the BUILD_ID section, or one BUILD_ID record of a pipe, into @b. @data: the
 * @len bytes of the entry or record, which begins with a record header. Return: 0 or an error.
 */
int pd_build_id_decode(const uint8_t *data, size_t len, int swap, struct pdata_feat_build_id *b,
		       struct pd_arena *arena);
