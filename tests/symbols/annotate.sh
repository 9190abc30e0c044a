#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# annotate.sh BUILD - annotate gives each instruction the same samples as the installed perf
# shellcheck disable=SC2034 # begin.sh and lib.sh read them
part=annotate live=1
# shellcheck source=tests/symbols/begin.sh
. "$(dirname "$0")/begin.sh"

needs perf g++ objdump python3
g++ -O1 -g -std=gnu++17 work.cc -o "$tmp/program" || exit 1
# The function of the program that has the most samples and a plain name.
plain_symbol() {
	"$pdata" report --stdio -s sym -d program -i "$tmp/run.data" 2>/dev/null |
		awk '/%/ && $3 ~ /^[a-z_]+$/ { print $3; exit }'
}
symbol=
for _ in 1 2 3 4 5 6; do
	perf_records -e cpu-clock -F 19999 -o "$tmp/run.data" "$tmp/program" >/dev/null && recorded=1 &&
		symbol=$(plain_symbol) && [ -n "$symbol" ] && break
done
if [ -z "${recorded:-}" ]; then
	skip_all "perf could not record"
fi
if "$pdata" annotate --json -i "$tmp/run.data" 2>/dev/null | grep -q 'lacks capstone'; then
	skip_all "no capstone"
fi
[ -n "$symbol" ] || skip_all "no function of a plain name has samples"

# PERCENT ADDRESS of the instructions that have samples; perf prints no colours into a file.
shares() {
	awk '$1 ~ /^[0-9.]+$/ && $1 > 0 && $2 == ":" { sub(":", "", $3); print $1, $3 }' "$1"
}
same_shares() {
	perf annotate -f --stdio -i "$tmp/run.data" -s "$symbol" >"$tmp/perf" 2>/dev/null
	"$pdata" annotate -i "$tmp/run.data" "$symbol" >"$tmp/is" || return 1
	shares "$tmp/perf" >"$tmp/want"
	shares "$tmp/is" >"$tmp/have"
	[ -s "$tmp/want" ] || { echo "perf shows nothing of $symbol"; return 1; }
	diff "$tmp/want" "$tmp/have"
}
# Every instruction that objdump prints is printed, with its address.
same_instructions() {
	objdump -d --no-show-raw-insn "$tmp/program" | awk -v s="<$symbol>:" '
		$2 == s { on = 1; next } !NF { on = 0 } on && $1 ~ /:$/ { sub(":", "", $1); print $1 }' >"$tmp/want"
	awk '$2 == ":" { sub(":", "", $3); print $3 }' "$tmp/is" >"$tmp/have"
	[ -s "$tmp/have" ] || return 1
	# objdump also prints the padding after the function.
	head -n "$(wc -l <"$tmp/have")" "$tmp/want" | diff - "$tmp/have"
}
json() {
	"$pdata" annotate --json "$@" -i "$tmp/run.data" "$symbol" >"$tmp/json" || return 1
	python3 - "$tmp/json" "$symbol" <<-'PY'
	import json, sys
	f = json.load(open(sys.argv[1]))[0]
	assert f["symbol"] == sys.argv[2], f["symbol"]
	assert sum(i["samples"] for i in f["code"]) == f["samples"] > 0
	assert any(i.get("file", "").endswith("work.cc") and i["line"] > 0 for i in f["code"])
	PY
}
# The same with numbers of samples and with periods.
same_counts() { # OPTION
	perf annotate -f --stdio "$1" -i "$tmp/run.data" -s "$symbol" >"$tmp/perf" 2>/dev/null
	"$pdata" annotate "$1" -i "$tmp/run.data" "$symbol" >"$tmp/is" || return 1
	shares "$tmp/perf" >"$tmp/want"
	shares "$tmp/is" >"$tmp/have"
	[ -s "$tmp/want" ] && diff "$tmp/want" "$tmp/have" && diff <(sed -n 1p "$tmp/perf" | cut -c 1-14) <(sed -n 1p "$tmp/is" | cut -c 1-14)
}
# With the option, each named source line has its text.
source_lines() {
	"$pdata" annotate --source -i "$tmp/run.data" "$symbol" >"$tmp/is" || return 1
	awk -v file="$PWD/work.cc" 'BEGIN { while ((getline l < file) > 0) text[++n] = l }
		$1 == ":" && $2 ~ /^work.cc:/ {
			split($2, w, ":")
			seen++
			if (substr($0, length($0) - length(text[w[2]]) + 1) != text[w[2]]) { print "wanted " text[w[2]]; print; bad = 1 }
		}
		END { exit bad || !seen }' "$tmp/is" || return 1
	"$pdata" annotate --json --source -i "$tmp/run.data" "$symbol" | python3 -c '
import json, sys
code = json.load(sys.stdin)[0]["code"]
lines = open("work.cc").read().split("\n")
own = [i for i in code if i.get("file", "").endswith("work.cc") and i["line"]]
assert own and all(i["source"] == lines[i["line"] - 1] for i in own)'
}
# The sources are elsewhere: perf and pdata show the lines of the file below PREFIX, which have a mark.
moved_sources() {
	local dirs
	dirs=$(tr -cd / <<<"$PWD" | wc -c)
	mkdir -p "$tmp/moved/symbols" && sed 's|$| // moved|' work.cc >"$tmp/moved/symbols/work.cc" || return 1
	perf annotate -f --stdio --prefix "$tmp/moved" --prefix-strip $((dirs - 1)) -i "$tmp/run.data" -s "$symbol" >"$tmp/perf" 2>/dev/null
	grep -q '// moved$' "$tmp/perf" || { echo "perf does not read the moved file"; return 1; }
	"$pdata" annotate --source --prefix "$tmp/moved" --prefix-strip $((dirs - 1)) -i "$tmp/run.data" "$symbol" >"$tmp/is" &&
		grep -q '^ *: work.cc:.*// moved$' "$tmp/is" || { grep work.cc "$tmp/is"; return 1; }
	"$pdata" annotate --source --prefix "$tmp/moved" -i "$tmp/run.data" "$symbol" >"$tmp/is" && ! grep -q 'work.cc:.*[;{}]' "$tmp/is" || return 1
	"$pdata" annotate --source --prefix-strip 1 -i "$tmp/run.data" "$symbol" 2>&1 | grep -qx 'pdata: annotate: --prefix-strip requires --prefix'
}
# The header lines above and below the name of the function, for each kind of percentage.
same_heads() {
	for type in local-period local-hits global-period hits-global; do
		perf annotate -f --stdio --percent-type $type -i "$tmp/run.data" -s "$symbol" 2>/dev/null | sed -n 1,2p >"$tmp/want"
		"$pdata" annotate --percent-type $type -i "$tmp/run.data" "$symbol" | sed -n 1,2p >"$tmp/have"
		[ "$(wc -l <"$tmp/want")" = 2 ] && diff "$tmp/want" "$tmp/have" || return 1
	done
}
# Percentages of the event are smaller than those of the function.
global_shares() {
	"$pdata" annotate --json --percent-type global-hits -i "$tmp/run.data" "$symbol" | python3 -c '
import json, sys
f = json.load(sys.stdin)[0]
assert abs(sum(i["percent"] for i in f["code"]) - 100.0 * f["samples"] / int(sys.argv[1])) < 0.01' \
		"$("$pdata" script -F ip -i "$tmp/run.data" | wc -l)"
}
same_line_sums() { # OPTION...
	perf annotate -f --stdio -l "$@" -i "$tmp/run.data" -s "$symbol" >"$tmp/perf" 2>/dev/null
	"$pdata" annotate -l "$@" -i "$tmp/run.data" "$symbol" >"$tmp/is" || return 1
	sums='^ +[0-9.]+ [^ :]+:[0-9]+$'
	grep -E "$sums" "$tmp/perf" >"$tmp/want"
	grep -E "$sums" "$tmp/is" >"$tmp/have"
	[ -s "$tmp/want" ] && diff "$tmp/want" "$tmp/have" && diff <(sed -n 1,4p "$tmp/perf") <(sed -n 1,4p "$tmp/is")
}
same_bytes() {
	objdump -d "$tmp/program" -w | awk -v s="<$symbol>:" '
		$2 == s { on = 1; next } !NF { on = 0 }
		on { split($0, f, "\t"); gsub(" ", "", f[1]); gsub(" ", "", f[2]); print f[1] f[2] }' >"$tmp/want"
	"$pdata" annotate --asm-raw -i "$tmp/run.data" "$symbol" | awk '$2 == ":" {
		bytes = ""; for (i = 4; $i ~ /^[0-9a-f][0-9a-f]$/; i++) bytes = bytes $i; print $3 bytes }' >"$tmp/have"
	[ -s "$tmp/have" ] && head -n "$(wc -l <"$tmp/have")" "$tmp/want" | diff - "$tmp/have"
}
# Jumps in the function show their target, as in objdump.
same_targets() {
	objdump -d --no-show-raw-insn "$tmp/program" | awk -v s="<$symbol>:" '
		$2 == s { on = 1; next } !NF { on = 0 } on && /<.*>$/ { sub(":", "", $1); print $1, $NF }' >"$tmp/want"
	"$pdata" annotate --no-source -i "$tmp/run.data" "$symbol" |
		awk '$2 == ":" && /<.*>$/ { sub(":", "", $3); print $3, $NF }' | grep -F "<$symbol" >"$tmp/have"
	grep -F "<$symbol" "$tmp/want" | diff - "$tmp/have"
}
# Each event of a group has a column, also if --group has made the group.
columns() { # FILE: SHARE... ADDRESS of the instructions that have samples
	awk '{
		n = 0; any = 0; all = ""
		for (i = 1; i <= NF && $i ~ /^[0-9.]+$/; i++) { n++; all = all $i " "; if ($i > 0) any = 1 }
		if (any && $(n + 1) == ":") { sub(":", "", $(n + 2)); print all $(n + 2) }
	}' "$1"
}
same_columns() { # OPTION...
	perf annotate -f --stdio "$@" -i "$tmp/group.data" -s "$symbol" >"$tmp/perf" 2>/dev/null
	"$pdata" annotate "$@" -i "$tmp/group.data" "$symbol" >"$tmp/is" || return 1
	columns "$tmp/perf" >"$tmp/want"
	columns "$tmp/is" >"$tmp/have"
	[ "$(awk '{ print NF; exit }' "$tmp/want")" = 3 ] && diff "$tmp/want" "$tmp/have" &&
		diff <(sed -n 1,2p "$tmp/perf") <(sed -n 1,2p "$tmp/is")
}
one_by_one() {
	"$pdata" annotate --no-group -i "$tmp/group.data" "$symbol" >"$tmp/is" || return 1
	[ "$(grep -c 'Source code & Disassembly' "$tmp/is")" = 2 ] && columns "$tmp/is" | awk 'NF != 2 { bad = 1 } END { exit bad || !NR }'
}
nothing_there() {
	"$pdata" annotate -i "$tmp/run.data" no_such_function >"$tmp/out" 2>"$tmp/err"
	[ $? = 1 ] && [ ! -s "$tmp/out" ] && [ "$(wc -l <"$tmp/err")" = 1 ]
}

check "shares of $symbol" same_shares
check "instructions of $symbol" same_instructions
check "json" json
check "json of one object" json -d program
check "a function without samples" nothing_there
record_two() { # EVENTS...
	perf_records "$@" -F 5000 -o "$tmp/group.data" "$tmp/program" >/dev/null
}
if record_two -e '{cpu-clock,task-clock}'; then
	for option in "" -n --show-total-period; do
		check "columns of a group: $option" same_columns $option
	done
	check "each event of a group on its own" one_by_one
else
	skip "perf could not record a group"
fi
if record_two -e cpu-clock -e task-clock; then
	check "columns of events grouped by --group" same_columns --group
else
	skip "perf could not record two events"
fi
check "numbers of samples" same_counts -n
check "periods" same_counts --show-total-period
check "source lines with their text" source_lines
check "source lines of files below --prefix" moved_sources
check "header lines for each kind of percentage" same_heads
check "shares of the event" global_shares
check "sums of source lines" same_line_sums
check "sums of source lines with full paths" same_line_sums -P
check "sums of source lines without source lines" same_line_sums --no-source
check "bytes of instructions" same_bytes
# The library is loaded when it is needed: without it there is one message, and the rest is printed.
no_library() {
	mkdir -p "$tmp/no" || return 1
	for n in 3 4 5 6 7; do echo >"$tmp/no/libcapstone.so.$n"; done
	LD_LIBRARY_PATH=$tmp/no "$pdata" annotate -i "$tmp/run.data" "$symbol" >"$tmp/out" 2>"$tmp/err"
	[ $? = 1 ] && [ "$(wc -l <"$tmp/err")" = 1 ] && grep -q 'libcapstone.so.. is not installed' "$tmp/err" || return 1
	LD_LIBRARY_PATH=$tmp/no "$pdata" report --stdio -i "$tmp/run.data" >"$tmp/have" 2>&1 &&
		"$pdata" report --stdio -i "$tmp/run.data" 2>&1 | cmp - "$tmp/have"
}

check "targets of jumps" same_targets
check "no capstone at run time" no_library
finish
