/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * The user's terminal in raw mode: its size, its colours, reading and writing, and the signals that
 * concern it. At the end of the program, however it comes, the terminal is as it was before.
 */

#include <stdbool.h>
#include <stddef.h>

enum terminal_colours { TERMINAL_MONO, TERMINAL_16, TERMINAL_256, TERMINAL_TRUE };

struct terminal {
	unsigned rows, cols;
	enum terminal_colours colours;
	bool utf8; /* the locale's character set is UTF-8; else text is ASCII */
};

/*
 * Return true if standard input and output are a terminal that can show a browser: the variable
 * TERM is set, and is not "dumb".
 */
bool terminal_can_browse(void);

/*
 * Enter raw mode and the alternate screen. There is one terminal, so only one may be open at a
 * time. Return: 0 or a negative errno.
 */
int terminal_open(struct terminal *t);

/* Leave raw mode and the alternate screen. Nothing happens if the terminal is not open. */
void terminal_close(void);

/* Why terminal_wait() returned. */
enum terminal_event {
	TERMINAL_TIMEOUT,
	TERMINAL_INPUT,	  /* bytes can be read */
	TERMINAL_CHANGED, /* the size, or the contents of the screen: draw everything again */
	TERMINAL_END	  /* a signal asks the program to end, or the terminal is closed */
};

/* Wait up to @timeout_ms, or without a limit if it is negative. Updates the size in @t. */
enum terminal_event terminal_wait(struct terminal *t, int timeout_ms);

/* Return true if terminal_wait() would return TERMINAL_INPUT or TERMINAL_END at once. */
bool terminal_has_input(void);

/* Read what was typed. Return: the number of bytes; 0: the terminal is closed. */
size_t terminal_read(char *buf, size_t size);

/* Write bytes. Errors are those of a closed terminal, which terminal_wait() returns. */
void terminal_write(const char *buf, size_t len);
