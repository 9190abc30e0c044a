/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Fills symbol tables from the symbols that pdata has appended to a recording (bundle). */

#include "object/elf/sym_table_priv.h"

#include <pdata/tasks.h>

#include <pdata/features.h>

/*
 * Fill the table @t with the symbols that @b contains for @obj. @b has the symbols that pdata has
 * appended to the recording (bundle); @b is NULL if there are none. An object in @b is used for
 * @obj only if both have the same name, build id, pid and cpumode. Return: whether @t has symbols
 * now.
 */
bool bundle_symbols_load(const struct pdata_symbols *b, const struct pdata_object *obj,
			 struct sym_table_priv *t);
