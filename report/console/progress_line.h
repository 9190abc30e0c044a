/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#include "base/progress.h"

/*
 * Shows the progress of reading in a line on standard error, if that is a terminal and reading
 * takes a while. Only one thread at a time may use it.
 */
extern const struct progress_receiver progress_line;
