/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* --html: the finished recording as a page. */

struct rec;

/* Check that --html agrees with the other options. Return: 0, or -1 after printing an error. */
int rec_page_check(const struct rec *r);

/*
 * With --html: execute `pdata html` for the finished recording, whose name @r still has. Return: 0,
 * or -1 after printing an error.
 */
int rec_page_write(const struct rec *r);
