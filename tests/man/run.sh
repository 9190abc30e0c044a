#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# run.sh BUILD - run the examples of the manual and of README.md; compare pages, --help and completions
#
# Every line between .nf and .fi of a page of section 1, and every line after "$ " in README.md, is run
# unchanged, in a directory with the files that it names. CC builds the recorded program.
set -u
export LC_ALL=C DEBUGINFOD_URLS='' PERF_CONFIG=/dev/null
unset PDATA_PAGER PERF_PAGER PAGER

build=$(cd "${1:?usage: run.sh BUILD}" && pwd) || exit 1
src=$(cd "$(dirname "$0")/../.." && pwd) || exit 1
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
. "$src/tests/lib.sh"
part=manual
# shellcheck disable=SC2034 # lib.sh reads it
live=1
PATH=$build:$PATH
cd "$tmp" || exit 1

# ---- the files that examples name. One is a recording of processes 42 and 43 from 3700 to 3770 seconds.
synthetic() {
	echo 'FILE mode=file order=le attr_size=144'
	echo 'IDS event=0 ids=[1]'
	echo 'ATTR attr={type=1 size=128 sample_type=IP|TID|TIME flags=sample_id_all}'
	echo DATA
	echo 'COMM pid=42 tid=42 comm="program" sample_id={pid=42 tid=42 time=1}'
	awk 'BEGIN { for (i = 0; i < 700; i++) printf "SAMPLE misc=USER ip=0x400100 pid=%d tid=%d time=%d00000000\n", 42 + i % 2, 42 + i % 2, 37000 + i }'
}
synthetic >synthetic.pdt
pdata assemble synthetic.pdt -o synthetic.data || { bad "the sample file"; finish; exit; }

recorded=
if ${CC:-cc} -O1 -g -fno-omit-frame-pointer "$src/tests/man/work.c" -o program 2>cc.err &&
	pdata-record -q -g -F 1999 -e cpu-clock -o recorded.data ./program >/dev/null 2>rec.err; then
	recorded=1
fi

# lay_out DIR RECORDING
lay_out() {
	local name
	mkdir -p "$1/home" "$1/target-root/proc" "$1/target-root$tmp"
	for name in perf.data perf.data.old before.data after.data one.data two.data target.data; do
		cp "$2" "$1/$name"
	done
	head -c $(($(wc -c <"$2") * 3 / 4)) "$2" >"$1/damaged.data"
	cp "$src/tests/man/work.c" "$1"
	[ ! -e program ] || cp program "$1"
	cat /proc/kallsyms >"$1/target-root/proc/kallsyms" 2>/dev/null
}

# ---- examples
examples_of() { # PAGE
	awk '/^\.nf/ { on = 1; next } /^\.fi/ { on = 0 } on' "$1" |
		sed -e 's/\\-/-/g' -e 's/\\&//g' -e 's/\\f[BIR]//g' -e 's/\\e/\\/g' -e 's/^ *//'
}

# Run the remote command of ssh on this machine.
ssh() {
	shift
	"$@"
}
export -f ssh

# The recordings of DIR with inode, time and size, of which a change of the file changes at least one. Comparing times
# alone would miss files that are written within one tick of the kernel's clock.
recordings() { # DIR
	find "$1" -maxdepth 1 -name '*.data' -printf '%p\t%i %T@ %s\n' | sort
}

# example DIR LINE [STATUS] - run LINE; check its status, its output and the samples in recordings that it writes
example() {
	local dir=$1 line=$2 want=${3:-0} new status
	recordings "$dir" >"$tmp/before"
	# The program that is recorded by its pid must still run when the example begins.
	case $line in *'./program & '*) export UNTIL_ORPHANED=1 ;; *) unset UNTIL_ORPHANED ;; esac
	# The browser of top needs a terminal; tests/tui runs it in one. Here it must say so.
	case $line in 'pdata top '*) want=1 ;; esac
	# No record of these recordings is about process 100, and resolve must say so.
	case $line in 'pdata resolve '*' --pid 100 '*) want=2 ;; esac
	(cd "$dir" && HOME=$dir/home timeout 120 bash -o pipefail -c "$line") >"$tmp/out" 2>"$tmp/err" </dev/null
	status=$?
	# A writer ends by SIGPIPE if its reader has ended.
	case $line in *'| head'*) [ $status != 141 ] || status=0 ;; esac
	if [ $status != "$want" ]; then
		echo "status $status, not $want: $line"
		cat "$tmp/err"
		return 1
	fi
	case $line in
	*'>'* | *'-q '* | *cmp* | *--time* | *index* | *bundle* | *' -o '* | mkdir* | head*) ;;
	*) [ -s "$tmp/out" ] || [ -s "$tmp/err" ] || { echo "prints nothing: $line"; return 1; } ;;
	esac
	while read -r new; do
		pdata report --stats -i "$new" 2>&1 | grep -q 'SAMPLE events:' || { echo "no samples in $new: $line"; return 1; }
	done < <(recordings "$dir" | comm -13 "$tmp/before" - | cut -f 1)
}

may_not() { # LINE: print why the line cannot be run here
	case $1 in
	*' -e sched:'* | *"-e 'sched:"* | *--all-cgroups* | *uprobe:* | *' -a '*)
		pdata-record -q -a -e sched:sched_switch,uprobe:./program:work -o try.data true 2>&1 >/dev/null | head -n 1 ;;
	*' -z '*) pdata version --build-options | grep -q 'zstd: \[ on' || echo "no zstd" ;;
	*less*) command -v less >/dev/null || echo "no less" ;;
	esac
}

# page_runs PAGE - run all examples of the page, in order
page_runs() {
	local page=$1 name dir sample=recorded.data line why want all=0
	shown=$(basename "$page" .in)
	dir=$tmp/$shown
	case $shown in
	pdata-cut.1 | pdata-timeline.1) sample=synthetic.data ;;
	pdata.1 | pdata-record.1 | pdata-annotate.1 | pdata-archive.1 | pdata-bundle.1 | pdata-buildid-list.1)
		[ -n "$recorded" ] || { skip "$shown: nothing can be recorded: $(cat cc.err rec.err 2>/dev/null)"; return; } ;;
	*) [ -n "$recorded" ] || sample=synthetic.data ;;
	esac
	lay_out "$dir" "$sample"
	[ "$shown" != pdata-check.1 ] || rm "$dir/damaged.data"
	while read -r line; do
		all=$((all + 1))
		why=$(may_not "$line")
		[ -z "$why" ] || { skip "$line: $why"; continue; }
		want=0
		[ "$shown" != pdata-repair.1 ] || want=2 # the part that was cut off is lost
		check "$shown: $line" example "$dir" "$line" $want
	done < <(examples_of "$page")
	[ $all -gt 0 ] || bad "$shown: no examples"
	rm -rf "$dir"
}

for page in "$src"/man/*.1.in; do
	page_runs "$page"
done

readme() {
	local dir=$tmp/readme line want
	mkdir -p "$dir/home"
	ln -s "$build" "$dir/build"
	while read -r line; do
		want=0
		case $line in *cut.data*) [ ! -s "$dir/cut.data" ] || cmp -s "$dir/run.data" "$dir/cut.data" || want=2 ;; esac
		check "README.md: $line" example "$dir" "$line" $want
	done < <(sed -n '/^```/,/^```/s/^\$ //p' "$src/README.md")
}
if [ -n "$recorded" ] && [ -x "$build/tests/demo/workload" ]; then
	readme
else
	skip "README.md: nothing can be recorded"
fi

# ---- a wrong example is found
wrong() {
	lay_out "$tmp/wrong" synthetic.data
	! example "$tmp/wrong" 'pdata report --no-such-option' && ! example "$tmp/wrong" 'pdata cut --pid 99999 -o none.data' &&
		! example "$tmp/wrong" 'pdata script --pid 99999'
}
check "the test detects a wrong option, an empty recording and no output" wrong

# ---- pages, help and completions
commands=$(sed -n 's/^REP_CMD(\(.*\)).*/\1/p' "$src/report/commands/cmds.def" | tr _ -)
help_of() { # COMMAND
	if [ "$1" = record ]; then pdata-record --help; else pdata "$1" --help; fi
}
options_of() { # COMMAND: print its options, short and long, one on each line
	help_of "$1" | grep -E '^ +-' | sed -E 's/^ +(-[^,]*), (--[A-Za-z0-9_-]+).*/\1\n\2/; t; s/^ +(--?[A-Za-z0-9_-]+).*/\1/' |
		sed -E 's/^(-[A-Za-z]).*/\1/' | sort -u
}
for c in $commands; do
	help_of "$c" >"help.$c"
	options_of "$c" >"options.$c"
done
cat options.* | sort -u >options.all

says_the_same() { # COMMAND: compare its summary in the list of commands, on its page and in pdata(1)
	local does
	does=$(pdata --help | sed -nE "s/^  $1  +//p")
	tr -d '\\' <"$src/man/pdata-$1.1.in" | grep -qxF "pdata-$1 - $does" || { echo "the page does not say '$does'"; return 1; }
	tr -d '\\' <"$src/man/pdata.1.in" | grep -A1 -xF ".BR pdata-$1 (1)" | grep -qxF -- "$does" || { echo "pdata(1) does not say '$does'"; return 1; }
}
page_has_options() { # COMMAND
	local o status=0
	while read -r o; do
		grep -q -- "^\\\\fB${o//-/\\\\-}\\\\fR\|, \\\\fB${o//-/\\\\-}\\\\fR" "$build/man/pdata-$1.1" || { echo "no $o"; status=1; }
	done <"options.$1"
	return $status
}
# Check that the options that a page names exist, or are perf's.
named_options_are() { # PAGE
	local o status=0
	while read -r o; do
		grep -qxF -e "$o" options.all || case $o in
		--show) ;; # -*-events
		--no-pager | --build-options | --kcore | --off-cpu | --cflags | --libs) ;;
		--no-*) grep -qxF -e "--${o#--no-}" options.all || { echo "no option $o"; status=1; } ;;
		*) echo "no option $o"; status=1 ;;
		esac
	done < <(tr -d '\\' <"$1" | grep -oE -e '--[a-z][a-z0-9-]*[a-z0-9]' | sort -u)
	return $status
}
pages_named_are() { # PAGE
	local p status=0
	for p in $(tr -d '\\' <"$1" | sed -nE 's/^\.BR (pdata[a-z0-9_-]*|libpdata) \(([13])\).*/\1.\2/p' | sort -u); do
		[ -e "$src/man/$p.in" ] || [ -e "$build/man/$p" ] || { echo "no page $p"; status=1; }
	done
	return $status
}
bash_has_options() { # COMMAND
	(
		source "$src/completions/pdata.bash"
		COMP_WORDS=(pdata "$1" -) COMP_CWORD=2
		_pdata pdata
		printf '%s\n' "${COMPREPLY[@]}" | sort -u | diff "options.$1" -
	)
}
for c in $commands; do
	check "$c: --help, its page and pdata(1) have the same summary" says_the_same "$c"
	check "$c: its page has its options" page_has_options "$c"
	check "$c: bash offers its options" bash_has_options "$c"
done
for page in "$src"/man/*.in "$src/README.md"; do
	check "$(basename "$page"): options that are named are there" named_options_are "$page"
	check "$(basename "$page"): pages that are named are there" pages_named_are "$page"
done

every_format_has_a_paragraph() {
	sed -n 's/^EXPORT_FORMAT(\([a-z0-9_]*\),.*/\1/p' "$src/report/view/export/formats.def" | sort >formats.def
	[ -s formats.def ] || return 1
	awk '/^\.SH/ { formats = $2 == "FORMATS" } formats && heads && /^\.B / { print $2 } { heads = /^\.TP/ }' \
		"$src/man/pdata-export.1.in" | sort | diff formats.def -
}
check "pdata-export(1) has a paragraph for each format" every_format_has_a_paragraph

# ---- pages of functions
mapfile -t functions < <(sed -n 's/^[[:space:]]*\(pdata_[a-z0-9_]*\);.*/\1/p' "$src/libpdata/pdata.map" "$src/report/names.map")
page_of() { # FUNCTION: print the file of its page
	local page=$build/man/$1.3 other
	other=$(sed -n '1s,^\.so man3/,,p' "$page" 2>/dev/null)
	echo "$build/man/${other:-$1.3}"
}
every_function_has_a_page() {
	local f status=0
	[ ${#functions[@]} -gt 100 ] || return 1
	for f in "${functions[@]}"; do
		sed -n '/^\.SH NAME/{n;p;}' "$(page_of "$f")" | grep -qw "$f" || { echo "no page has $f"; status=1; }
	done
	return $status
}
every_struct_is_on_a_page() {
	sed -n 's/^\(struct pdata_[a-z_0-9]*\) {.*/.SS \1/p' "$src"/{libpdata,report}/include/pdata/*.h | sort -u >structs.headers
	[ -s structs.headers ] || return 1
	sort -u "$build"/man/pdata_*.3 | comm -23 structs.headers - | { ! grep .; }
}
functions_pages_link() {
	local p status=0
	for p in "$build"/man/pdata_*.3; do
		pages_named_are "$p" || { echo "in $p"; status=1; }
	done
	return $status
}
link_is_followed() {
	MANWIDTH=80 man -M "$build/man" pdata_reader_close 2>&1 | grep 'pdata_reader_open_mem' >/dev/null
}
check "every exported function has a page" every_function_has_a_page
check "every public struct is on a page" every_struct_is_on_a_page
check "pages that pages of functions refer to exist" functions_pages_link
if man --version 2>/dev/null | grep '^man ' >/dev/null; then
	check "man shows the page that a link names" link_is_followed
else
	skip "man shows the page that a link names: no man-db"
fi

finish
