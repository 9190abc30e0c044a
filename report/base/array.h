/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#define REP_NR(a) (sizeof(a) / sizeof((a)[0])) /* count of elements of the array @a */
