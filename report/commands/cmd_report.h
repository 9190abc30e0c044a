/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Rows (struct rep_opt) for the options of `perf report` that pdata accepts and ignores: for
 * perf's browser, for annotated code, and for AUX traces, which pdata does not decode. IGNORED()
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
		IGNORED_TEXT("objdump", 0, "PATH"), IGNORED_TEXT("prefix", 0, "PREFIX"),           \
		IGNORED_TEXT("prefix-strip", 0, "N"), IGNORED_TEXT("percent-type", 0, "TYPE"),     \
		IGNORED_TEXT("samples", 0, "N"),                                                   \
	{                                                                                          \
		"itrace", 0, REP_STR, OFF(ignored_text), "[=OPTIONS]",                             \
			"accepted for compatibility with perf; no effect, because pdata does not " \
			"decode AUX data",                                                         \
			0                                                                          \
	}
