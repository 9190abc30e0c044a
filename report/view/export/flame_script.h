/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The text of flame.js, which is in each flame graph. */

#include <stddef.h>

extern const char flame_script[], flame_script_end[];

static inline size_t flame_script_len(void)
{
	return (size_t)(flame_script_end - flame_script);
}
