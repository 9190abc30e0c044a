/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#include "base/progress.h"

/*
 * Shows the progress of reading, in percent, in one line on standard error. Nothing is shown if
 * standard error is not a terminal, or during the first half second of reading. Only one thread at
 * a time may use this receiver.
 */
extern const struct progress_receiver progress_line;
