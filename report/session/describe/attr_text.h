/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Prints a perf_event_attr as text. */

#include "base/out.h"

#include <pdata/pdata.h>

/* Texts that attr_print() prints between the members of an attr. */
struct attr_style {
	const char *first;  /* text before the first member */
	const char *before; /* text before each further member */
	const char *equals; /* text between the name and the value of a member */
};

/* Print the members of @a that are not 0, with the names that perf prints for these members. */
void attr_print(struct out *o, const struct pdata_attr *a, const struct attr_style *style);
