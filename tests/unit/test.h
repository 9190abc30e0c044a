/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Unit tests. A file holds any number of TEST(name_that_is_a_sentence) { ... }; the runner (run.c)
 * forks for each, so a crash, a hang or a sanitizer's report is one failure. The first CHECK that
 * does not hold ends its test. Messages go to stderr.
 */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct test_case {
	const char *name;
	const char *file;
	void (*run)(void);
	struct test_case *next;
};

void test_register(struct test_case *c);
void test_fail(const char *file, int line, const char *fmt, ...)
	__attribute__((noreturn, format(printf, 3, 4)));

/* A new directory below $TMPDIR that the runner removes after the test. Lives as long as the test. */
const char *test_dir(void);

/* The CPU time of the process so far, in seconds: tests that something is not slow compare it. */
double test_cpu_seconds(void);

#define TEST(name_)                                                                                \
	static void test_##name_(void);                                                            \
	static struct test_case test_case_##name_ = { #name_, __FILE__, test_##name_, NULL };      \
	__attribute__((constructor)) static void test_add_##name_(void)                            \
	{                                                                                          \
		test_register(&test_case_##name_);                                                 \
	}                                                                                          \
	static void test_##name_(void)

#define CHECK(cond)                                                                                \
	do {                                                                                       \
		if (!(cond))                                                                       \
			test_fail(__FILE__, __LINE__, "%s does not hold", #cond);                  \
	} while (0)

/* Signed numbers: what is, what should be. */
#define CHECK_I(is, want)                                                                          \
	do {                                                                                       \
		long long is_ = (long long)(is), want_ = (long long)(want);                        \
		if (is_ != want_)                                                                  \
			test_fail(__FILE__, __LINE__, "%s is %lld, not %lld", #is, is_, want_);    \
	} while (0)

/* Unsigned numbers. */
#define CHECK_U(is, want)                                                                          \
	do {                                                                                       \
		unsigned long long is_ = (is), want_ = (want);                                     \
		if (is_ != want_)                                                                  \
			test_fail(__FILE__, __LINE__, "%s is %llu (%#llx), not %llu (%#llx)", #is, \
				  is_, is_, want_, want_);                                         \
	} while (0)

/* Strings; NULL is equal to NULL only. */
#define CHECK_S(is, want)                                                                          \
	do {                                                                                       \
		const char *is_ = (is), *want_ = (want);                                           \
		if (!is_ != !want_ || (is_ && strcmp(is_, want_)))                                 \
			test_fail(__FILE__, __LINE__, "%s is \"%s\", not \"%s\"", #is,             \
				  is_ ? is_ : "(null)", want_ ? want_ : "(null)");                 \
	} while (0)

/* @n bytes. */
#define CHECK_M(is, want, n)                                                                       \
	do {                                                                                       \
		const unsigned char *is_ = (const void *)(is), *want_ = (const void *)(want);      \
		for (size_t i_ = 0; i_ < (n); i_++)                                                \
			if (is_[i_] != want_[i_])                                                  \
				test_fail(__FILE__, __LINE__, "byte %zu of %s is %02x, not %02x",  \
					  i_, #is, is_[i_], want_[i_]);                            \
	} while (0)
