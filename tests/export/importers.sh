#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# importers.sh BUILD [short] - the viewers' own importers read exports of recordings, with the sums of the tables
#
# pprof is built from Debian's sources of google/pprof; npm fetches the command-line reader of the Firefox Profiler and
# speedscope, whose page headless Chromium opens. With CI=true a missing importer is a failure, else it is skipped.
# short: one recording for each importer. IMPORTERS='pprof firefox': these alone.
set -u
export LC_ALL=C.UTF-8 DEBUGINFOD_URLS='' PERF_CONFIG=/dev/null

build=$(realpath "${1:?usage: importers.sh BUILD [short]}")
short=${2:-}
here=$(cd "$(dirname "$0")" && pwd) || exit 1
part=importers
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
# shellcheck source=tests/lib.sh
. "$here/../lib.sh"
modules=$build/interop/export
mkdir -p "$modules"
export GOPATH=$modules/go:/usr/share/gocode GOCACHE=$modules/gocache GO111MODULE=off

missing() { # WORDS...
	if [ "${CI:-}" = true ]; then
		bad "$@"
	else
		skip "$@"
	fi
}

if ! cmp -s "$here/package-lock.json" "$modules/package-lock.json" || [ ! -d "$modules/node_modules/speedscope" ]; then
	cp "$here/package.json" "$here/package-lock.json" "$modules" &&
		(cd "$modules" && npm ci --ignore-scripts --no-audit --no-fund >npm.log 2>&1) || rm -rf "$modules/node_modules"
fi
[ -x "$modules/pprof" ] || go build -o "$modules/pprof" github.com/google/pprof >"$modules/go.log" 2>&1
importers=
if [ -x "$modules/pprof" ]; then
	importers="pprof"
else
	missing "pprof: $(tail -n 1 "$modules/go.log")"
fi
if command -v callgrind_annotate >/dev/null; then
	importers="$importers callgrind_annotate"
else
	missing "callgrind_annotate: no valgrind"
fi
if [ ! -d "$modules/node_modules" ]; then
	missing "firefox, speedscope: $(tail -n 1 "$modules/npm.log")"
else
	importers="$importers firefox"
	if command -v chromium >/dev/null; then
		importers="$importers speedscope:folded speedscope:speedscope speedscope:pprof speedscope:callgrind speedscope:cpuprofile speedscope:chrome"
	else
		missing "speedscope: no chromium"
	fi
fi
export HOME=$tmp

cd "$tmp" || exit 1
record() { # NAME OPTION...
	local name=$1
	shift
	"$build/pdata-record" -o "$name" "$@" -- "$build/tests/demo/workload" >record.out 2>&1 ||
		skip "recording $name: $(tail -n 1 record.out)"
}
record fp -g -F 2000 -e cpu-clock
if [ -z "$short" ]; then
	record dwarf --call-graph dwarf -F 500 -e cpu-clock
	record tracepoints -g -e sched:sched_switch
	record events -g -e cpu-clock,page-faults
	head -c $(($(wc -c <fp) * 2 / 3)) fp >damaged
	sed 's|@NAME@|\\x22</script>\\xff;|' "$here/hostile.pdt" >hostile.pdt
	"$build/pdata" assemble -o hostile hostile.pdt
fi
reads() { # IMPORTER FILE OPTION...
	python3 "$here/importers.py" "$build" "$modules" "$@"
}
misses() {
	! reads "$@" --plant
}
for importer in ${IMPORTERS:-$importers}; do
	for f in fp dwarf tracepoints events damaged hostile; do
		# A function of this recording calls itself alone, and speedscope counts it once.
		[ "$importer:$f" != speedscope:callgrind:hostile ] || continue
		[ ! -s "$f" ] || check "$importer reads $f" reads "$importer" "$f"
	done
	[ ! -s fp ] || [ "$importer" = speedscope:callgrind ] || check "$importer: a lost stack is found" misses "$importer" fp
done
finish
