#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# run.sh BUILD - exports for viewers: sums, hostile names, damaged recordings, outputs that fail, flame graphs in a browser
set -u
export LC_ALL=C DEBUGINFOD_URLS='' PERF_CONFIG=/dev/null

build=$(realpath "$1")
top=$(realpath "$(dirname "$0")/../..")
part="export"
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
export HOME=$tmp/home
mkdir "$HOME" "$tmp/data" "$tmp/sums"
export SUMS_DIR=$tmp/sums
# shellcheck source=tests/lib.sh
. "$top/tests/lib.sh"
cd "$tmp" || exit 1
pdata=$build/pdata

needs python3
for f in "$top"/fixtures/text/*.pdt; do
	"$pdata" assemble -o "data/$(basename "$f" .pdt)" "$f" 2>/dev/null
done
"$build/tests/tools/gendata" basic data/basic
"$build/tests/tools/gendata" basic-be data/basic-be
record() { # NAME OPTION...
	local name=$1
	shift
	"$build/pdata-record" -o "data/$name" "$@" -- "$build/tests/demo/workload" >record.out 2>&1 ||
		skip "recording $name: $(tail -n 1 record.out)"
}
record fp -g -F 2000
record dwarf --call-graph dwarf -F 500
record events -g -e cpu-clock,page-faults
"$pdata" assemble -o data/twice "$top/tests/golden/export/event-twice/in.pdt" || bad "assemble twice"

formats=$("$pdata" export | sed -n '2,/^Tables/s/^  \([a-z]*\) .*/\1/p' | grep -vx -e csv -e jsonl)
[ -n "$formats" ] || bad "pdata export lists its formats"
sums() { # FORMAT
	python3 "$top/tests/export/sums.py" "$build" "$1" data/*
}
planted() { # FORMAT
	! python3 "$top/tests/export/sums.py" "$build" "$1" --plant data/basic
}
for format in $formats; do
	check "$format: weights are those of the tables" sums "$format"
	check "$format: a wrong weight is found" planted "$format"
done

# ---- any number of threads gives the same bytes
same_by_jobs() { # FORMAT
	"$pdata" export "$1" -j 1 -i data/basic -o one && "$pdata" export "$1" -j 3 -i data/basic | cmp one -
}
for format in $formats; do
	check "$format: any number of threads gives the same bytes" same_by_jobs "$format"
done

# ---- firefox: markers
markers() { # FILE...
	python3 "$top/tests/export/markers.py" "$build" "$@"
}
planted_marker() {
	! markers --plant data/sched
}
# A part of the recording, because the profile has at most a million markers.
if "$build/pdata-record" -o sched.data -e sched:sched_switch,cpu-clock -- "$build/tests/demo/workload" >record.out 2>&1 &&
	"$pdata" cut -q --time 40%-50% -i sched.data -o data/sched; then
	check "firefox: markers are rows of the tables" markers data/sched
	check "firefox: a marker too many is found" planted_marker
else
	skip "firefox: markers: $(tail -n 1 record.out)"
fi

without_samples() {
	grep -v ^SAMPLE "$top/tests/export/hostile.pdt" | "$pdata" assemble -o sideband - && "$pdata" export firefox -i sideband -o out &&
		python3 -c 'import json; t, = json.load(open("out"))["threads"]; assert t["markers"]["length"] == 3 and not t["samples"]["length"]'
}
check "firefox: a recording without samples has its markers on a track" without_samples

# ---- write errors: one message, and an old file is kept
fails_once() { # FORMAT
	echo old >out
	(trap '' XFSZ && ulimit -f 1 && "$pdata" export "$1" -i data/dwarf -o out) 2>err
	[ $? = 1 ] && [ "$(cat out)" = old ] && [ "$(wc -l <err)" = 1 ]
}
full_device() { # FORMAT
	"$pdata" export "$1" -i data/basic >/dev/full 2>err
	[ $? = 1 ] && [ "$(wc -l <err)" = 1 ]
}
for format in $formats; do
	[ ! -e data/dwarf ] || check "$format: a file that cannot be written completely keeps its old content" fails_once "$format"
	check "$format: a full device gives one message" full_device "$format"
done

# ---- names are data: each format stays valid, and the weights are those of the tables
# The name of the thread is a C string: 15 bytes.
i=0
while read -r name; do
	i=$((i + 1))
	sed "s|@NAME@|$name|" "$top/tests/export/hostile.pdt" >hostile.pdt
	"$pdata" assemble -o "hostile$i" hostile.pdt || bad "assemble hostile$i"
done <<'END'
a;b\\x0ac\\x0dd
</script>
]]></script>
\\x22'\\x26<x>\\x01\\x1b[2J
\\xff\\xfe\\xc3
\\xef\\xbf\\xbe\\xed\\xa0\\x80
END
hostile() { # FORMAT
	python3 "$top/tests/export/sums.py" "$build" "$1" hostile?
}
for format in $formats; do
	check "$format: hostile names are escaped" hostile "$format"
done
said_once() {
	"$pdata" export folded -i hostile1 2>err >out
	[ "$(wc -l <err)" = 1 ] && grep -q semicolon err
}
check "folded: a message counts names with replaced characters" said_once

# ---- callgrind: at most 64 events
many_events() { # EVENTS SAMPLED: the last SAMPLED events have one sample each
	awk -v nr="$1" -v sampled="$2" 'BEGIN {
		print "FILE mode=file order=le attr_size=144"
		for (i = 0; i < nr; i++)
			printf "IDS event=%d ids=[%d]\n", i, i + 1
		for (i = 0; i < nr; i++)
			printf "ATTR attr={type=1 size=128 config=%d sample_type=IP|TID|TIME|IDENTIFIER flags=sample_id_all}\n", i
		print "DATA\nCOMM pid=7 tid=7 comm=\"many\" sample_id={pid=7 tid=7 time=1 identifier=1}"
		for (i = nr - sampled; i < nr; i++)
			printf "SAMPLE misc=USER identifier=%d ip=0x400100 pid=7 tid=7 time=%d\n", i + 1, i + 1
	}' | "$pdata" assemble -o many - || return 1
	"$pdata" export callgrind -i many >many.out 2>many.err
	status=$?
}
columns() { # EVENTS
	awk -v nr="$1" '/^events:/ { found = NF == nr + 1 } /^(summary|totals):/ { for (i = 2; i <= NF; i++) n += $i } /^[0-9]/ && NF != nr + 1 { found = 0 }
		END { exit !(found && n == 2 * nr) }' many.out
}
events_with_samples_alone_count() {
	many_events 70 3 && [ "$status" = 0 ] && [ ! -s many.err ] && columns 3
}
events_left_out_are_said() {
	many_events 70 66 && [ "$status" = 2 ] && [ "$(wc -l <many.err)" = 1 ] && columns 64 &&
		grep -qx 'pdata: callgrind: 66 events have samples, but only the first 64 of them are written; --event selects others' many.err
}
no_event_has_samples() {
	many_events 70 0 && [ "$status" = 0 ] && [ ! -s many.err ] && grep -q '^events: .' many.out
}
check "callgrind: of more than 64 events those with samples are written" events_with_samples_alone_count
check "callgrind: one line says that events with samples are left out" events_left_out_are_said
check "callgrind: more than 64 events without samples give a valid file" no_event_has_samples

# ---- two recordings
differential() {
	"$pdata" flame --differential data/basic data/basic -o same.svg && grep -q 'samples, 100.00%; +0.00%' same.svg &&
		"$pdata" flame --differential data/basic data/basic-be -o same.svg && ! "$pdata" flame --differential missing data/basic 2>err
}
check "svg: two recordings are compared" differential
changed() {
	local tid
	tid=$("$pdata" export csv threads -i data/basic | tr -d '\r' | sed -n '2s/^1,\([0-9]*\),.*/\1/p')
	"$pdata" cut --tid "$tid" -i data/basic -o part.data 2>err &&
		"$pdata" flame --differential data/basic part.data -o more.svg && grep -q 'fill="rgb(250,106,106)"' more.svg &&
		"$pdata" flame --differential data/basic data/basic -o same.svg &&
		[ "$(grep -c '^<g tab' same.svg)" = "$(grep -c 'fill="rgb(236,236,236)"' same.svg)" ]
}
check "svg: the largest change has the strongest colour, none has none" changed
no_pair() {
	! "$pdata" export folded --differential data/basic data/basic >out 2>err && [ "$(wc -l <err)" = 1 ]
}
check "folded: two recordings are an error" no_pair

# ---- svg: zoom and search in a browser, by the state in the address
dom() { # STATE [FILE]
	chromium --headless --no-sandbox --disable-gpu --virtual-time-budget=5000 --dump-dom "file://$tmp/${2:-basic}.svg$1" 2>/dev/null
}
runs() {
	dom '' >page.xml && grep -q '<svg [^>]*class="live"' page.xml && ! grep -q 'class="match"' page.xml
}
zooms() { # the third box is not the whole
	! grep '^<g tab' basic.svg | sed -n 3p | grep -q 'x="10" .* width="1180"' &&
		dom '#z=2' >page.xml && grep '^<g tab' page.xml | sed -n 3p | grep -q 'x="10" .* width="1180"' && grep -q '^<g tab.*class="caller"' page.xml
}
finds() {
	dom '#s=.' >page.xml && grep -q '>Matched: 100.0%<' page.xml && grep -q '^<g tab.*class="match"' page.xml &&
		dom '#s=(' >page.xml && grep -q '>Matched: 0.0%<' page.xml && dom '#s=no+such' >page.xml && grep -q '>Matched: 0.0%<' page.xml
}
hostile_runs() { # names that would be SVG elements without escaping
	dom '#s=script' hostile2 >page.xml && grep -q '<svg [^>]*class="live"' page.xml && ! grep -q '>Matched: 0.0%<' page.xml
}
if command -v chromium >/dev/null; then
	"$pdata" flame data/basic -o basic.svg
	"$pdata" flame hostile2 -o hostile2.svg
	check "svg: the script runs in Chromium" runs
	check "svg: a function is zoomed" zooms
	check "svg: functions are found" finds
	check "svg: hostile names are text in Chromium" hostile_runs
	used() {
		timeout 100 node "$top/tests/export/flame.mjs" "$build/tests/html" "$tmp/$1"
	}
	not_used() {
		sed 's/if (g) setState(g, searchedFor);/if (g) g.focus();/' used.svg >broken.svg && ! cmp -s used.svg broken.svg && ! used broken.svg
	}
	if ! why=$(sh "$top/tests/html/modules.sh" "$build/tests/html"); then
		skip "svg with mouse and keyboard: $why"
	elif [ -e data/fp ]; then
		"$pdata" flame data/fp -o used.svg
		check "svg: mouse and keyboard zoom and search" used used.svg
		check "svg: the test detects a click without effect" not_used
	fi
else
	skip "svg in a browser: no chromium"
fi
if command -v xmllint >/dev/null; then
	for i in 1 2 3 4 5 6; do
		"$pdata" flame "hostile$i" -o h.svg
		check "svg: xmllint accepts hostile$i" xmllint --noout h.svg
	done
else
	skip "svg: no xmllint"
fi

# ---- damaged recordings: the readable part is exported, and the status is 2
damaged() { # FORMAT
	head -c $(($(wc -c <data/basic) * 2 / 3)) data/basic >cut.data
	"$pdata" export "$1" -i cut.data -o out 2>err
	[ $? = 2 ] && [ -s out ] && grep -q cut err
}
for format in $formats; do
	check "$format: of a cut recording the readable part is exported, with status 2" damaged "$format"
done
finish
