/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * The commands that run on damaged recordings. Some run on each recording, the others are chosen at
 * random.
 */

#include <stdint.h>

#define COMMAND_WORDS 24

struct command {
	const char *argv[COMMAND_WORDS + 1]; /* without the program; NULL at the end */
	int writes;			     /* to the place that "%o" was */
	char text[512];			     /* what argv points into */
};

/* How many there are. */
unsigned command_count(void);

/* Command n with in and out in the places of them; rng chooses keys and fields. */
void command_make(struct command *c, unsigned n, const char *in, const char *out, uint64_t *rng);
