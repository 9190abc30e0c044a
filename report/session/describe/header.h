/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#include "base/out.h"
#include "session/session.h"

#include <stdbool.h>

/*
 * What the header says, as comment lines. @full: also the facts that take many lines. Pipes are
 * read as far as their features go, then rewound. Return: enum rep_exit of the session so far.
 */
int rep_header_print(struct rep_session *s, struct out *o, bool full);

/*
 * -I without --header: in pipes perf prints the facts as it comes to them, of other files nothing.
 */
int rep_header_print_facts(struct rep_session *s, struct out *o);

/* Print the lines of one feature, or say that @full would; nothing for features without text. */
void rep_feature_print(struct rep_session *s, struct out *o, uint32_t bit, bool full);
