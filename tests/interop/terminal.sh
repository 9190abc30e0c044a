#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# terminal.sh BUILD - pdata uses pager and colours on a terminal only
#
# script(1) provides the terminal. The last line is "N passed, N failed".
set -u
export LC_ALL=C TERM=dumb
unset PDATA_PAGER PERF_PAGER PAGER NO_COLOR

build=$(cd "$1" && pwd) || exit 1
part=terminal
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
. "$(dirname "$0")/../lib.sh"

on_terminal() { # COMMAND: print its output on a terminal
	script -qec "$1" /dev/null </dev/null | tr -d '\r'
}

# Paths of commands contain no blanks.
cd "$tmp" && ln -s "$build" build || exit 1
report="build/pdata report --stdio -g none -i perf.data"
red=$(printf '\033\[31m')

has() { grep -q "$1"; }
lacks() { ! grep -q "$1"; }

pager_reads() { on_terminal "PDATA_PAGER='sed s/^/paged:/' $report" | has '^paged:.*Children'; }
pager_of_perf() { on_terminal "PERF_PAGER='sed s/^/paged:/' PAGER=false $report" | has '^paged:'; }
pager_of_all() { on_terminal "PAGER='sed s/^/paged:/' $report" | has '^paged:'; }
no_pager() { on_terminal "PAGER='sed s/^/paged:/' build/pdata --no-pager ${report#*pdata }" | lacks '^paged:'; }
empty_pager() { on_terminal "PAGER='' $report" | has Children; }
pager_missing() { on_terminal "PAGER=/nowhere/pager $report; echo over" | has '^over'; }
pager_not_read() { on_terminal "PAGER=true $report; echo over" | has '^over'; }
colours_on_terminal() { on_terminal "PAGER=cat $report" | has "$red"; }
colours_in_pager() { on_terminal "PAGER='sed s/^/paged:/' $report" | has "$red"; }
no_color() { on_terminal "NO_COLOR=1 PAGER=cat $report" | lacks "$red"; }
never() { on_terminal "PAGER=cat $report --stdio-color never" | lacks "$red"; }
plain_in_pipe() { PAGER='sed s/^/paged:/' $report >"$tmp/out" && lacks "$red" <"$tmp/out" && lacks '^paged:' <"$tmp/out"; }
no_progress_in_file() { $report 2>"$tmp/err" >/dev/null && [ ! -s "$tmp/err" ]; }

"$build/tests/tools/gendata" basic "$tmp/perf.data"
check "a report that is not on a terminal has no colours and no pager" plain_in_pipe
check "no progress is shown if standard error is no terminal" no_progress_in_file
if command -v script >/dev/null && on_terminal 'echo yes' | has yes; then
	check "the pager of PDATA_PAGER reads the output" pager_reads
	check "PERF_PAGER takes precedence over PAGER" pager_of_perf
	check "the pager of PAGER reads the output" pager_of_all
	check "--no-pager" no_pager
	check "an empty PAGER means no pager" empty_pager
	check "a pager that cannot be started does not hang" pager_missing
	check "a pager that does not read does not hang" pager_not_read
	check "a terminal gets colours" colours_on_terminal
	check "so does the pager" colours_in_pager
	check "NO_COLOR" no_color
	check "--stdio-color never" never
else
	skip "no script(1), or it has no terminal to give"
fi
finish
