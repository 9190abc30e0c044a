/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Implements --html: turns the finished recording into an HTML page. */

struct rec;

/* Check that no option excludes --html. Return: 0, or -1 after printing an error. */
int rec_page_check(const struct rec *r);

/*
 * With --html: execute `pdata html` for the finished recording, whose path is still in @r. Return:
 * 0, or -1 after printing an error.
 */
int rec_page_write(const struct rec *r);
