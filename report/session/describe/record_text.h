/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* What perf prints of a record behind its name, with the end of the line. */

#include "base/out.h"

#include <pdata/pdata.h>
#include <stdbool.h>

/*
 * The name of a record type in perf's text: without the HEADER_ of those that a pipe's header is
 * made of. NULL: none.
 */
const char *record_perf_name(uint32_t type);

/* As printf's %#lx: 0 has no prefix. */
void record_text_hex(struct out *o, uint64_t v);

/*
 * Of records of the kernel but SAMPLE, READ and TEXT_POKE. Return: false: perf has no words for
 * it.
 */
bool record_text(struct out *o, const struct pdata_record *rec, const struct pdata_value *v);

/* @sym, @off: where its address is; NULL: not known. */
void record_text_poke(struct out *o, const struct pdata_text_poke *t, const char *sym,
		      uint64_t off);

/* Of records that perf itself writes. Return: false: perf says nothing. */
bool record_text_user(struct out *o, const struct pdata_record *rec, const struct pdata_value *v);
