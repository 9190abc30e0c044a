/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Prints the header and the header features of a recording as perf does. */

#include "base/out.h"
#include "session/session.h"

#include <stdbool.h>

/*
 * Print the header as comment lines. With @full, also print the features that take many lines. If
 * the recording is a pipe, its records are read up to the end of the features, and the reader is
 * then rewound. Return: the exit status of the session so far, enum rep_exit.
 */
int rep_header_print(struct rep_session *s, struct out *o, bool full);

/*
 * Print the features of a recording that is a pipe, for -I without --header: perf prints each
 * feature when it reads the feature's record. Print nothing for other recordings. Return: as
 * rep_header_print().
 */
int rep_header_print_facts(struct rep_session *s, struct out *o);

/*
 * Print the lines of the header feature @bit (a feature bit). For a feature that takes many lines,
 * print only a hint to -I unless @full is set. Print nothing for a feature for which perf has no
 * text.
 */
void rep_feature_print(struct rep_session *s, struct out *o, uint32_t bit, bool full);
