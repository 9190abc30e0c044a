/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Prints the recording's header and header features as perf does. */

#include "base/out.h"
#include "session/session.h"

#include <stdbool.h>

/*
 * Print the header as comment lines. @full: also the features that take many lines. A pipe's
 * records are read up to the end of its features, then the reader is rewound. Return: enum
 * rep_exit of the session so far.
 */
int rep_header_print(struct rep_session *s, struct out *o, bool full);

/*
 * Print the features of a pipe, for -I without --header: perf prints them when it reads their
 * records. For other files print nothing. Return: as rep_header_print().
 */
int rep_header_print_facts(struct rep_session *s, struct out *o);

/*
 * Print the lines of one feature. Without @full, print a hint to -I for a feature that takes many
 * lines. Features for which perf has no text print nothing.
 */
void rep_feature_print(struct rep_session *s, struct out *o, uint32_t bit, bool full);
