/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#include "base/progress.h"

/*
 * Shows how far reading is in a line on standard error, where that is a terminal, and only when it
 * takes a while. One thread at a time.
 */
extern const struct progress_receiver progress_line;
