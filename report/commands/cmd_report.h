/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Rows (struct rep_opt) of several commands.
 *
 * IGNORED rows are for the options of `perf report` that pdata accepts and ignores: for perf's
 * browser, for annotated code, and for AUX traces, which pdata does not decode. IGNORED()
 * is a flag, IGNORED_TEXT() an option with an argument.
 */
#define IGNORED(name, letter)                                                                      \
	{                                                                                          \
		name, letter, REP_FLAG, OFF(ignored), NULL,                                        \
			"accepted for compatibility with perf; no effect", 0                       \
	}
#define IGNORED_TEXT(name, letter, arg)                                                            \
	{                                                                                          \
		name, letter, REP_STR, OFF(ignored_text), arg,                                     \
			"accepted for compatibility with perf; no effect", 0                       \
	}

#define REPORT_IGNORED_OPTS                                                                        \
	IGNORED("asm-raw", 0), IGNORED("source", 0), IGNORED_TEXT("addr2line", 0, "PATH"),         \
		IGNORED_TEXT("disassembler-style", 'M', "STYLE"),                                  \
		IGNORED_TEXT("objdump", 0, "PATH"),                                                \
	{                                                                                          \
		"itrace", 0, REP_STR, OFF(ignored_text), "[=OPTIONS]",                             \
			"accepted for compatibility with perf; no effect, because pdata does not " \
			"decode AUX data",                                                         \
			0                                                                          \
	}

/* Rows for the options that say where annotate, or the browser, reads the source of code. */
#define REPORT_PREFIX_OPTS                                                                         \
	{ "prefix",                                                                                \
	  0,                                                                                       \
	  REP_STR,                                                                                 \
	  OFF(report.show.prefix),                                                                 \
	  "PREFIX",                                                                                \
	  "read the text of source lines from files below the directory PREFIX: the path in the "  \
	  "debugging information is appended to PREFIX",                                           \
	  0 },                                                                                     \
	{                                                                                          \
		"prefix-strip", 0, REP_U64, OFF(report.show.prefix_strip), "N",                    \
			"with --prefix, first remove N directories from the start of the path", 0  \
	}
