/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#include "base/out.h"
#include "common/json.h"

/* A writer of JSON into @o; where the guard of @o is on, it escapes what a terminal acts on. */
struct pd_json out_json(struct out *o);
