/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The text of flame.js, the script that each SVG flame graph contains. */

#include <stddef.h>
#include <stdint.h>

extern const char export_flame_script[], export_flame_script_end[];

static inline size_t export_flame_script_len(void)
{
	return (size_t)((uintptr_t)export_flame_script_end - (uintptr_t)export_flame_script);
}
