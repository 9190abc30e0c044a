#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# perf_options.sh BUILD - every option of perf's commands, and every sort key, is pdata's or listed as absent
#
# perf_options.tsv lists the absent ones: COMMAND<TAB>OPTION or key:NAME<TAB>reason; pdata refuses them by name. perf_later.tsv
# lists options of perf after 6.1: pdata has them or refuses them by name. The last line is "N passed, N failed".
set -u
export LC_ALL=C

build=$(cd "$1" && pwd) || exit 1
list=$(dirname "$0")/perf_options.tsv
later=$(dirname "$0")/perf_later.tsv
part=perf-options
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
. "$(dirname "$0")/../lib.sh"

listed() { # COMMAND OPTION
	awk -F '\t' -v c="$1" -v o="$2" '$1 == c && $2 == o && $3 != "" { found = 1 } END { exit !found }' "$list"
}

# Whether pdata, when it refuses an option, names it as perf's.
refused() { # COMMAND OPTION
	"$build/pdata" "$1" "$2" 2>&1 | grep -q "perf.s .* is not supported: ."
}

# one COMMAND NAME KNOWN - count a test; report a line of the list that is no longer needed
one() {
	if [ "$3" = yes ]; then
		ok
		if listed "$1" "$2"; then echo "$part: $1 $2 is not absent any more"; fi
	elif listed "$1" "$2" && refused "$1" "$2"; then
		ok
	else
		bad "$1: perf has $2; it is neither pdata's nor in ${list##*/}"
	fi
}

# The long options of a help text, each with its dashes.
options_of() { grep -oE -- '^ +(-[A-Za-z], )?--[a-z0-9-]+' | grep -oE -- '--[a-z0-9-]+'; }

options() { # COMMAND LEAST
	perf "$1" -h 2>&1 | options_of >"$tmp/perf"
	"$build/pdata" "$1" --help | options_of >"$tmp/pdata"
	[ "$(wc -l <"$tmp/perf")" -ge "$2" ] || { bad "$1: perf's help was not understood"; return; }
	while read -r o; do
		known=no
		if grep -qxe "$o" -e "--no-${o#--}" "$tmp/pdata"; then known=yes; fi
		one "$1" "$o" $known
	done <"$tmp/perf"
}

# The shortest abbreviation of each option that is unique in perf, from the help of COMMAND; --gtk is not in the help, but counts.
abbreviations() {
	{ perf "$1" -h 2>&1 | options_of; echo --gtk; } | sort -u | awk '
		{ name[NR] = $0 }
		END {
			for (i = 1; i <= NR; i++)
				for (len = 3; len < length(name[i]); len++) {
					short = substr(name[i], 1, len)
					for (j = nr = 0; ++j <= NR;)
						nr += substr(name[j], 1, len) == short
					if (nr == 1) { print short; break }
				}
		}'
}

# Options that only pdata has take no abbreviation from perf.
abbreviated() { # COMMAND
	abbreviations "$1" >"$tmp/short"
	[ "$(wc -l <"$tmp/short")" -ge 3 ] || { bad "$1: no abbreviations"; return; }
	while read -r o; do
		# The recorder and its command do not start, because neither the output nor the command can exist.
		if [ "$1" = record ]; then
			(cd "$tmp" && "$build/pdata-record" "$o" -o none/none none/none) >"$tmp/all" 2>&1 </dev/null
		else
			"$build/pdata" "$1" -i "$tmp/none" "$o" >"$tmp/all" 2>&1 </dev/null
		fi
		if grep -e 'could mean' -e 'more than one' "$tmp/all" >"$tmp/said"; then
			bad "$1: $o is clear in perf: $(cat "$tmp/said")"
		else
			ok
		fi
	done <"$tmp/short"
}

# An abbreviation of several negated options stands for none of them.
negated() {
	perf record --no-t true 2>&1 | grep -q Ambiguous || { bad "record: perf takes --no-t"; return; }
	if (cd "$tmp" && "$build/pdata-record" --no-t -o none/none none/none) 2>&1 | grep -q 'more than one'; then
		ok
	else
		bad "record: --no-t is taken for one option"
	fi
}

# The words after "sort by key(s):" up to the next option.
keys() {
	perf report -h 2>&1 | sed -n '/sort by key(s):/,/^ *-S,/p' | sed '$d; s/.*sort by key(s)://' | tr -s ' \t' '\n\n' |
		grep . | sort -u >"$tmp/keys"
	"$build/pdata" report -s help | cut -d ' ' -f 1 >"$tmp/pdata"
	[ "$(wc -l <"$tmp/keys")" -gt 40 ] || { bad "the keys of perf's help were not understood"; return; }
	while read -r k; do
		known=no
		if grep -qxe "$k" "$tmp/pdata"; then known=yes; fi
		one report "key:$k" $known
	done <"$tmp/keys"
}

# Options, keys and fields of perf after 6.1: pdata does not answer that there is no such thing.
later() {
	while IFS="$(printf '\t')" read -r command kind name; do
		case $kind in
		option) set -- "$name" ;;
		key) set -- -s "$name" ;;
		field) set -- -F "$name" ;;
		*) continue ;;
		esac
		"$build/pdata" "$command" -i "$tmp/empty.data" "$@" >"$tmp/said" 2>&1
		if grep -qE 'does not exist|unknown key|invalid field' "$tmp/said"; then
			bad "$command: $kind $name of later perfs: $(head -1 "$tmp/said")"
		else
			ok
		fi
	done <"$later"
}
printf 'FILE mode=file order=le attr_size=144\nIDS event=0 ids=[1]\nATTR attr={type=1 size=128 sample_type=IP|TID|TIME}\nDATA\nFEATURE_TABLE\n' \
	>"$tmp/empty.txt"
"$build/pdata" assemble -o "$tmp/empty.data" "$tmp/empty.txt" || bad "the text is not understood"
later

# The recorder's refusals give the reason that the list has, those of options of later perfs, too.
refusals() {
	awk -F '\t' '$1 == "record" { print $2 "\t" $3 }' "$list" >"$tmp/refused"
	while IFS="$(printf '\t')" read -r o why; do
		if ! "$build/pdata-record" "$o" -o "$tmp/x.data" true 2>"$tmp/err" && [ "$(wc -l <"$tmp/err")" = 1 ] &&
			grep -qF -e "pdata: record: perf's option $o is not supported: $why" "$tmp/err"; then
			ok
		else
			bad "record $o: $(cat "$tmp/err")"
		fi
	done <"$tmp/refused"
}
refusals

version=$(perf version 2>/dev/null)
case $version in
"perf version 6.1"*)
	options record 60
	options report 40
	options script 40
	options annotate 30
	options diff 20
	options evlist 5
	options buildid-list 5
	for command in record report script annotate diff evlist buildid-list; do abbreviated $command; done
	negated
	keys
	;;
*) skip "the list is about perf 6.1, here is ${version:-none}" ;;
esac
finish
