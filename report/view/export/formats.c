/* SPDX-License-Identifier: BSD-2-Clause */
/* The list of the formats of `pdata export`. */
#include "view/export/export.h"

const struct export_format export_formats[] = {
#define EXPORT_FORMAT(name, flags, readers) { #name, flags, readers, export_##name },
#include "view/export/formats.def"
	{ 0 },
};
