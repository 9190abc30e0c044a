/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Prints the header and the header features of a recording as perf does. */

#include "base/out.h"
#include "session/session.h"

#include <stdbool.h>

/*
 * Print the header of the recording as comment lines. If @full is true, also print the features
 * that take many lines. If the recording was written to a pipe, the function reads its records up
 * to the last HEADER_FEATURE record and then rewinds the reader. Return: @s->status, the exit
 * status of the command so far.
 */
int rep_header_print(struct rep_session *s, struct out *o, bool full);

/*
 * If the recording was written to a pipe, print all its header features, but not the rest of the
 * header. A command calls this function if the user gave the option -I but not --header: perf then
 * prints each feature when it reads the HEADER_FEATURE record. For other recordings, print nothing.
 * Return: @s->status, the exit status of the command so far.
 */
int rep_header_print_facts(struct rep_session *s, struct out *o);

/*
 * Print the lines that perf prints for the header feature with the bit number @bit. If the feature
 * takes many lines and @full is false, print only a line that tells the user to use -I. Print
 * nothing if perf has no text for the feature.
 */
void rep_feature_print(struct rep_session *s, struct out *o, uint32_t bit, bool full);
