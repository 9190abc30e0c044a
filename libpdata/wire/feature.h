/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#include "base/alloc.h"
#include <pdata/pdata.h>
#include <stdbool.h>

/* Layouts by number: header features, then blocks of the trailer. */
#define PD_NR_PAYLOADS (PDATA_NR_FEATURES + 16)

/*
 * Decode f->data by f->bit into f->u; arrays and strings go into the arena, blobs stay views.
 * @nr_cpus: available cpus by NRCPUS, 0 when not known (CPU_TOPOLOGY needs it).
 * Return: 0 (also for features without a layout), PDATA_E_FEATURE (u is zero), PDATA_E_NOMEM.
 */
int pd_feature_decode(struct pdata_feature *f, int swap, uint32_t nr_cpus, struct pd_arena *arena,
		      struct pdata_error *err);

/* Whether pdata_feature_encode() writes a feature from its values, not from its bytes. */
bool pd_feature_has_layout(uint32_t bit);

/*
 * Decode tracing data as far as they are whole: behind damage lists and texts are empty. Return: 0,
 * PDATA_E_FEATURE, PDATA_E_NOMEM.
 */
int pd_tracing_decode(const uint8_t *blob, size_t len, struct pd_arena *arena,
		      struct pdata_tracing *out, struct pdata_error *err);

/*
 * One record of the BUILD_ID section or stream; @data has @len bytes from the header on. Return: 0
 * or an error.
 */
int pd_build_id_decode(const uint8_t *data, size_t len, int swap, struct pdata_feat_build_id *b,
		       struct pd_arena *arena);
