/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#include "base/out.h"

#include <pdata/pdata.h>

/* What stands around the members of an attr. */
struct attr_style {
	const char *first;  /* before the first member */
	const char *before; /* before each other */
	const char *equals; /* between name and value */
};

/* The members of an attr that are not 0, with perf's names. */
void attr_print(struct out *o, const struct pdata_attr *a, const struct attr_style *style);
