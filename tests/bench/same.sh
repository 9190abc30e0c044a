#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# same.sh PERF PDATA [WEIGHTS] - compare two reports
#
# It prints "same", "same but N lines: ...", or "DIFFERENT ...", the last with status 1. "same but" means that
# differences.md explains every line that differs: perf has no fixed order of rows with missing or inlined names, so
# rows of equal weight may be in another order; the sample that gives an unresolved row its [k] or [.] varies; and a row
# may occur several times. WEIGHTS is PDATA's report as JSON, with exact weights: at each position both reports must have a
# row of the same weight, and all rows with all of their call graphs must be in both. With inlined functions one row in
# a hundred may be several rows of perf, which together have its percentages and exactly the lines of its graph.
set -u
export LC_ALL=C

cmp -s "$1" "$2" && { echo same; exit 0; }
lines=$(diff "$1" "$2" | grep -c '^[<>]')
[ -s "${3:-}" ] || { echo "DIFFERENT ($lines lines)"; exit 1; }
# A row with the lines of its call graph is one string; so are the lines above and below all rows.
why=$(awk '
function keep() {
	sub(/\n+$/, "", block)
	if (block ~ /^\n*(#|$)/)
		other[file] = other[file] block "\n"
	else if (file < 3)
		row[file, ++nr[file]] = block
}
FNR == 1 { keep(); file++; block = "" }
/\(inlined\)/ { inlined = 1 }
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
# The name of a row: its first line without percentages.
function name_of(text) {
	sub(/\n.*/, "", text)
	sub(/^( *[0-9.]+%)+ +/, "", text)
	return text
}
# The sum of the percentages of rows of a name, by column, and the lines of their call graphs.
function sum_up(f, name, text,  n, k, part, lines) {
	n = split(text, lines, "\n")
	while (match(lines[1], /^ *[0-9.]+%/)) {
		sum[f, name, ++k] += substr(lines[1], 1, RLENGTH - 1)
		lines[1] = substr(lines[1], RLENGTH + 1)
	}
	columns[name] = k
	for (k = 2; k <= n; k++) {
		part = lines[k]
		sub(/^[ |-]*([0-9.]+%)?[ -]*/, "", part)
		if (part != "" && !((f, name, part) in graph)) {
			graph[f, name, part] = 1
			nr_graph[f, name]++
			if (f == 2 && !((1, name, part) in graph))
				exit 1
		}
	}
}
# Remove rows that perf splits into several rows from both reports. Return: the number of their names.
function take_doubled(  f, i, j, k, name, off, nr_doubled) {
	for (f = 1; f <= 2; f++)
		for (i = 1; i <= nr[f]; i++)
			times[f, name_of(row[f, i])]++
	for (f = 1; f <= 2; f++) {
		for (i = j = 1; i <= nr[f]; i++) {
			name = name_of(row[f, i])
			if (times[2, name] && times[1, name] > times[2, name]) {
				sum_up(f, name, row[f, i])
				doubled[name] = 1
				continue
			}
			if (f == 2)
				weight[j] = weight[i]
			row[f, j++] = row[f, i]
		}
		if (f == 2)
			nr_weights -= nr[f] - j + 1
		nr[f] = j - 1
	}
	for (name in doubled) {
		nr_doubled++
		if (nr_graph[1, name] != nr_graph[2, name])
			exit 1
		for (k = 1; k <= columns[name]; k++) {
			off = sum[1, name, k] - sum[2, name, k]
			if ((off < 0 ? -off : off) > 0.005001 * (times[1, name] + times[2, name]))
				exit 1
		}
	}
	return nr_doubled
}
END {
	if (nr[2] != nr_weights || other[1] != other[2])
		exit 1
	if (inlined && nr[1] > nr[2] && take_doubled() > nr[2] / 100)
		exit 1
	if (nr[1] != nr[2])
		exit 1
	for (i = 1; i <= nr[2]; i++)
		count[row[2, i], weight[i]]++
	for (i = 1; i <= nr[1]; i++)
		if (count[row[1, i], weight[i]]-- < 1)
			exit 1
	n = 0
	for (name in doubled)
		n++
	print "order of rows of equal weight" (n ? ", " n " rows that are several of perf\047s" : "")
}' "$1" "$2" "$3") || { echo "DIFFERENT ($lines lines)"; exit 1; }
echo "same but $lines lines: $why"
