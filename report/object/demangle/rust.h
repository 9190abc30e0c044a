/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#include <stddef.h>

/* The Rust path that @name stands for, without hashes, to be freed; NULL: it is no Rust name. */
char *sym_rust_demangle(const char *name);

/* The same for names of the scheme that begins with "_R"; @name is what follows. */
char *sym_rust_v0(const char *name);

/*
 * A name in another script, in UTF-8 without an end. Return: bytes, at most 4 * SYM_PUNY_MAX; 0:
 * bad.
 */
#define SYM_PUNY_MAX 128u
size_t sym_puny_decode(const char *text, size_t len, char *out);
