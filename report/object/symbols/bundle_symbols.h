/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Fills symbol tables from the bundle of a recording. */

#include "object/elf/sym_table_priv.h"

#include <pdata/tasks.h>

#include <pdata/features.h>

/*
 * Fill the table @t with the symbols that @b contains for @obj. @b has the symbols that were
 * stored in the trailer of the recording (bundle), or is NULL. Name, build id, pid and cpumode of
 * an object in @b must be equal to those of @obj. Return: whether @t has symbols now.
 */
bool bundle_symbols_load(const struct pdata_symbols *b, const struct pdata_object *obj,
			 struct sym_table_priv *t);
