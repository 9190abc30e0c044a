/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Prints a perf_event_attr as text. */

#include "base/out.h"

#include <pdata/pdata.h>

/* Texts between the members of an attr. */
struct attr_style {
	const char *first;  /* before the first member */
	const char *before; /* before each other member */
	const char *equals; /* between name and value */
};

/* Print the members of an attr that are not 0, with perf's names for them. */
void attr_print(struct out *o, const struct pdata_attr *a, const struct attr_style *style);
