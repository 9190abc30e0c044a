/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#include "base/out.h"
#include "common/json.h"

/*
 * Return: a JSON writer that writes into @o. If o->guard is set when this function is called, the
 * writer escapes characters that control a terminal.
 */
struct pd_json out_json(struct out *o);
