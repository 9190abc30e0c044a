/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * The user's terminal in raw mode: size, colours, reading, writing, and signals of the terminal.
 * When the program ends, also by a crash or a signal, the former settings of the terminal are
 * restored.
 */

#include <stdbool.h>
#include <stddef.h>

enum terminal_colours { TERMINAL_MONO, TERMINAL_16, TERMINAL_256, TERMINAL_TRUE };

struct terminal {
	unsigned rows, cols;
	enum terminal_colours colours;
	bool utf8; /* the locale's character set is UTF-8; false: only ASCII is written */
};

/*
 * Return: whether the terminal can show the browser of view/tui. Standard input and output must be
 * terminals, and the environment variable TERM must be set, but not to "dumb".
 */
bool terminal_can_browse(void);

/*
 * Fill @t, and enter raw mode and the alternate screen. Only one struct terminal may be open at a
 * time. terminal_close() leaves both modes. Return: 0 or a negative errno.
 */
int terminal_open(struct terminal *t);

/* Leave raw mode and the alternate screen. Do nothing if the terminal is not open. */
void terminal_close(void);

/* The reason why terminal_wait() returned. */
enum terminal_event {
	TERMINAL_TIMEOUT,
	TERMINAL_INPUT, /* terminal_read() can read bytes without waiting */
	/*
	 * the size of the terminal changed, or another program may have written to the terminal
	 * while this program was stopped; the caller draws the whole screen again
	 */
	TERMINAL_CHANGED,
	TERMINAL_END /* SIGINT asks the program to end, or the terminal is closed */
};

/*
 * Wait for an event, at most @timeout_ms milliseconds; if @timeout_ms is negative, without limit.
 * If the size of the terminal has changed, update the size in @t.
 */
enum terminal_event terminal_wait(struct terminal *t, int timeout_ms);

/* Return: whether terminal_wait() would return TERMINAL_INPUT or TERMINAL_END without waiting. */
bool terminal_has_input(void);

/*
 * Read into @buf at most @size bytes of what the terminal has sent; if the terminal has sent
 * nothing, wait for bytes.
 * Return: count of bytes read; 0: the terminal is closed, or a signal interrupted the function.
 */
size_t terminal_read(char *buf, size_t size);

/*
 * Write the @len bytes at @buf to the terminal. The function reports no errors; if the terminal is
 * closed, terminal_wait() returns TERMINAL_END.
 */
void terminal_write(const char *buf, size_t len);
