/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Decodes, filters and prints samples. */

struct pdata_record;
struct script;

void script_sample(struct script *s, const struct pdata_record *rec);
