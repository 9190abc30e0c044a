/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The text of flame.js, which is in each flame graph. */

#include <stddef.h>
#include <stdint.h>

extern const char export_flame_script[], export_flame_script_end[];

static inline size_t export_flame_script_len(void)
{
	return (size_t)((uintptr_t)export_flame_script_end - (uintptr_t)export_flame_script);
}
