/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Runs a program with limits, and returns how it ended and what it needed. */

#include <stddef.h>

struct child_end {
	int status;   /* exit status, or -1 */
	int signal;   /* that ended it, or 0 */
	double cpu;   /* seconds, user and system */
	long rss_kib; /* most memory it had */
};

#define CHILD_SANITIZER 99 /* exit status with which a sanitizer ends a program */
#define CHILD_WALL 120	   /* seconds after which the program is killed */

/*
 * Run argv[0] with standard output and error in files (NULL: nowhere). Sanitizers keep little memory
 * of their own, so that rss_kib says something. Return: 0, or -1 when it could not be started.
 */
int child_run(const char *const argv[], const char *out, const char *err, struct child_end *end);

/* Read a whole file and add a NUL. Return: memory for free(); NULL if the file cannot be read. */
char *child_read(const char *path, size_t *len);

/* Return: 0, or -1 after a line on stderr. */
int child_write(const char *path, const void *data, size_t len);
