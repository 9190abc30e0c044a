#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# names.sh HEADER... - print the functions that public headers declare with PDATA_API, sorted
#
# Declarations may take several lines; static inline functions are not exported and not listed.
awk '
	/^PDATA_API/ {
		line = $0
		while (line !~ /\(/ && (getline more) > 0)
			line = line " " more
		sub(/\(.*/, "", line)
		n = split(line, word, /[ *\t]+/)
		print word[n]
	}
' "$@" | LC_ALL=C sort -u
