/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The script and the style of the page, which the build joins from the files of viewer/. */

#include <stddef.h>

extern const char html_viewer_script[], html_viewer_style[];
/* Sizes of html_viewer_script and html_viewer_style in bytes, without the NUL at the end. */
extern const size_t html_viewer_script_size, html_viewer_style_size;
