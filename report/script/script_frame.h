/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Prints user frames of call chains. An address in an object has the same text in all processes
 * that map the object, so the texts are cached by object and address.
 */

#include "script/script_fields.h"

#include <pdata/tasks.h>
#include <stdbool.h>

struct script;
struct script_text;

/*
 * Return: whether the text of a frame, printed with @fields, depends only on the frame's object,
 * address and map.
 */
static inline bool script_frame_is_plain(uint64_t fields)
{
	return !(fields & SCRIPT_F(srcline));
}

/*
 * Search the table script_addrs.recent for the text to print for the user frame at the address
 * @ip. If the table has the text, the caller need not search the map of the address. @maps is
 * pdata_thread_at.epoch, the id of the process's maps. @fields are the SCRIPT_F() bits of the
 * fields to print. Return: the text, which is valid until script_addrs.generation changes; NULL:
 * the table lacks the text.
 */
const struct script_text *script_recent_frame(const struct script *s, uint32_t maps, uint64_t ip,
					      uint64_t fields);

/*
 * Print the line of a user frame. @at: the address of the frame, and the map that
 * resolve_user_maps() found for this address; if no map covers the address, the map is NULL.
 * @maps, @fields: as for script_recent_frame().
 */
void script_put_user_frame(struct script *s, uint32_t maps, const struct pdata_map_at *at,
			   uint64_t fields);
