/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Prints user frames of call chains. Equal code has the same text in all processes that map it, so
 * what is known about an object is kept, and texts are cached by address in the object.
 */

#include "script/script_fields.h"

#include <pdata/tasks.h>
#include <stdbool.h>

struct script;

/* Whether the text of a frame with these fields depends on object, address and map alone. */
static inline bool script_frame_is_plain(uint64_t fields)
{
	return !(fields & SCRIPT_F(srcline));
}

/* Print the line of a user frame whose map is known. */
void script_put_user_frame(struct script *s, const struct pdata_map_at *at, uint64_t fields);
