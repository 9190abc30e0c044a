/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Declares sort keys about the type of the data that a sample's instruction accesses. */

#include "profile/model/keys.h"

/*
 * Values of rep_key.arg: what a key about data types compares in addition to the type: nothing
 * (KEY_TYPE_NAME), the offset of the access in the type (KEY_TYPE_OFFSET), or the cache line in
 * the type (KEY_TYPE_CACHE_LINE).
 */
enum { KEY_TYPE_NAME, KEY_TYPE_OFFSET, KEY_TYPE_CACHE_LINE };
extern const struct key_kind key_type;
