#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# same.sh PERF PDATA [WEIGHTS] - do two reports say the same?
#
# One line: "same", "same but N lines: ...", or "DIFFERENT ...", and then status 1. The second is said where
# differences.md explains every line: perf's order of rows is none where names are missing or inlined, so that
# those of equal weight stand elsewhere, and which sample gives a nameless row its [k] or [.] varies. WEIGHTS is
# PDATA's report as JSON, with exact weights: at each place both must have a row of just the same weight, and all
# rows with all of their call graphs must be in both.
set -u
export LC_ALL=C

cmp -s "$1" "$2" && { echo same; exit 0; }
lines=$(diff "$1" "$2" | grep -c '^[<>]')
[ -s "${3:-}" ] || { echo "DIFFERENT ($lines lines)"; exit 1; }
# A row with the lines of its call graph is one string; so are the lines above and below all rows.
awk '
function keep() {
	sub(/\n+$/, "", block)
	if (block ~ /^\n*(#|$)/)
		other[file] = other[file] block "\n"
	else if (file < 3)
		row[file, ++nr[file]] = block
}
FNR == 1 { keep(); file++; block = "" }
file == 3 {
	if (match($0, /"overhead(_children)?":[0-9.]+/))
		weight[++nr_weights] = substr($0, RSTART, RLENGTH)
	next
}
/^#/ && block !~ /^\n*(#|$)/ { keep(); block = $0; next }
/^ *[0-9]+\.[0-9]+% / {
	keep()
	block = $0
	if (block ~ /\[unknown\] +\[[.k]\] 0x[0-9a-f]+ *$/)
		sub(/\[[.k]\] 0x/, "[ ] 0x", block)
	next
}
{ block = block "\n" $0 }
END {
	if (nr[1] != nr[2] || nr[2] != nr_weights || other[1] != other[2])
		exit 1
	for (i = 1; i <= nr[2]; i++)
		count[row[2, i], weight[i]]++
	for (i = 1; i <= nr[1]; i++)
		if (count[row[1, i], weight[i]]-- < 1)
			exit 1
}' "$1" "$2" "$3" || { echo "DIFFERENT ($lines lines)"; exit 1; }
echo "same but $lines lines: order of rows of equal weight"
