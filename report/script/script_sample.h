/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Samples: decode, filter, print. */

struct pdata_record;
struct script;

void script_sample(struct script *s, const struct pdata_record *rec);
