/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#include "base/out.h"
#include "common/json.h"

/*
 * Return: a JSON writer into @o; if the guard of @o is set, it escapes the bytes that control a
 * terminal.
 */
struct pd_json out_json(struct out *o);
