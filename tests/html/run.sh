#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# run.sh BUILD [FILTERS [SEED]] - the pages of `pdata html` in Chromium show what `pdata report` prints
#
# Records five workloads, and opens their pages with every request but the file refused. npm fetches playwright-core
# once, into BUILD.
set -u
export LC_ALL=C DEBUGINFOD_URLS='' PERF_CONFIG=/dev/null

build=$(realpath "$1")
filters=${2:-20}
seed=${3:-$(date +%s)}
cd "$(dirname "$0")" || exit 1
part=html
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
# shellcheck source=tests/lib.sh
. ../lib.sh

record_page() {
	"$build/pdata" record -e cpu-clock --html "$tmp/record.html" -o "$tmp/record.data" true 2>"$tmp/err" &&
		grep -q "wrote the page $tmp/record.html" "$tmp/err" && "$build/pdata" html -i "$tmp/record.data" -o - | cmp - "$tmp/record.html"
}
live=1 check "record --html writes the page of the recording" record_page
no_page() { # TEXT OPTION...
	local text=$1
	shift
	! "$build/pdata-record" -e cpu-clock "$@" true >"$tmp/out" 2>"$tmp/err" && grep -q -e "$text" "$tmp/err"
}
check "record --html and a pipe is an error" no_page "needs an output file" --html "$tmp/x.html" -o -
check "record --html with an output that cannot be written is an error" no_page "no page was written" --html /nonexistent/x.html -o "$tmp/x.data"

modules=$build/tests/html
why=$(sh modules.sh "$modules") || skip_all "$why"

viewer=../../report/view/html/viewer
types() {
	"$modules/node_modules/.bin/tsc" --noEmit --allowJs --checkJs --target es2022 --module es2022 --lib es2023,dom,dom.iterable \
		--noUnusedLocals --noImplicitReturns --noFallthroughCasesInSwitch $viewer/*.js
}
check "the types of the viewer agree" types
rules() {
	cp -r $viewer ./*.mjs "$tmp/rules" && (cd "$tmp/rules" && MODULES=$modules "$modules/node_modules/.bin/eslint" .)
}
mkdir "$tmp/rules"
check "the viewer keeps the rules of eslint" rules
small() { # the script and the style of a page
	size=$("$build/pdata" html -i "$tmp/record.data" -o - | sed 's/id="data">[A-Za-z0-9+/=]*</</' | wc -c)
	echo "$size bytes"
	[ "$size" -le 204800 ]
}
check "the viewer takes at most 200 KB" small

"$build/pdata" assemble -o "$tmp/names.hostile" hostile.pdt || bad "assemble hostile.pdt"
recordings=
record() { # NAME OPTION...
	local name=$1
	shift
	if "$build/pdata-record" -o "$tmp/$name" "$@" -- "$build/tests/demo/workload" 1 >"$tmp/record.out" 2>&1; then
		recordings="$recordings $tmp/$name"
	else
		skip "recording $name: $(tail -n 1 "$tmp/record.out")"
	fi
}
record fp -g -F 2000
record dwarf --call-graph dwarf -F 500
record events -g -e cpu-clock -e page-faults
record tracepoints -g -e sched:sched_switch
record flat -F 3000 -z
[ -n "$recordings" ] || skip_all "nothing can be recorded here"

# Comparisons: two recordings of one program, one of another machine.
count_of() { # LOG - add the counts of a script's last line
	local last
	sed '$d' "$1"
	last=$(tail -n 1 "$1")
	case $last in
	*' passed, '*' failed')
		passed=$((passed + ${last%% *}))
		last=${last#*, }
		failed=$((failed + ${last%% *}))
		;;
	*) bad "a script ended with: $last" ;;
	esac
}
"$build/pdata" assemble -o "$tmp/other" other.pdt || bad "assemble other.pdt"
if "$build/pdata-record" -o "$tmp/fp2" -g -F 2000 -- "$build/tests/demo/workload" 1 >"$tmp/record.out" 2>&1; then
	node compare.mjs "$build" "$tmp" "$tmp/fp" "$tmp/fp2" "$tmp/other" >"$tmp/log" 2>&1
	count_of "$tmp/log"
	bash slowdown.sh "$build" "$tmp" ${RUNS:+$RUNS 10 5} >"$tmp/log" 2>&1
	count_of "$tmp/log"
fi

# shellcheck disable=SC2086
node page.mjs "$build" "$tmp" "$seed" "$filters" $recordings "$tmp/names.hostile" >"$tmp/log" 2>&1
count_of "$tmp/log"
mkdir "$tmp/pictures"
"$build/pdata" html -i "$tmp/fp" -o "$tmp/fp.html"
"$build/pdata" html -o "$tmp/two.html" "$tmp/fp" "$tmp/fp2"
check "pictures of a page show something, and no text is cut" \
	node pictures.mjs "$modules" "$tmp/fp.html" "$tmp/two.html" "$tmp/pictures"
firefox() { # FILE - Firefox and Chromium show the same samples and functions, and Firefox draws them
	mkdir -p "$tmp/profile"
	timeout 120 node firefox.mjs "$modules" "$1" "$tmp/profile" "$tmp/firefox.png" >"$tmp/firefox.json" &&
		node same.mjs "$modules" "$1" "$tmp/firefox.json" && node image.mjs "$modules" "$tmp/firefox.png"
}
if command -v firefox-esr >/dev/null; then
	check "Firefox shows the page" firefox "$tmp/fp.html"
	head -c 20000 "$tmp/fp.html" >"$tmp/half.html"
	check "planted: a page that Firefox does not show is detected" eval '! firefox "$tmp/half.html"'
else
	skip "no firefox-esr"
fi
finish
