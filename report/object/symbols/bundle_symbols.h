/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Symbols that a recording carries. */

#include "object/elf/sym_table_priv.h"

#include <pdata/tasks.h>

#include <pdata/features.h>

/* Fill @t from what @b, which may be NULL, has of @obj. Return: whether it has any. */
bool bundle_symbols_load(const struct pdata_symbols *b, const struct pdata_object *obj,
			 struct sym_table_priv *t);
