#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# raw.sh BUILD - compare --dump-raw-trace with perf 6.1 on the fixtures that perf reads and on new recordings
#
# The name of perf's temporary file of the vdso is not compared, because it differs each time. The last line is
# "N passed, N failed".
set -u
export LC_ALL=C TZ=UTC DEBUGINFOD_URLS='' PERF_CONFIG=/dev/null

build=$(cd "$1" && pwd) || exit 1
pdata=$build/pdata
here=$(cd "$(dirname "$0")" && pwd)
fixtures=$here/../../fixtures
part=raw
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
export HOME=$tmp
# shellcheck source=tests/lib.sh
. "$here/../lib.sh"

needs perf awk
case $(perf version 2>/dev/null) in
"perf version 6.1"*) ;;
*) skip_all "the text is perf 6.1's" ;;
esac
[ "$(uname -m)" = x86_64 ] || skip_all "fixtures are compared where perf is a program for x86"
cd "$tmp" || exit 1

# Fixtures that perf decodes wrongly, each with the reason.
differs() { # FIXTURE
	case $1 in
	mmap2_old) ;;                     # type 10 with an old layout: perf knows one
	read_format_* | order_lost_sum) ;; # READ records: perf has one layout for all read_formats
	sample_weight_struct) ;;          # pipeline stages: perf for x86 keeps none
	sample_regs_riscv64) ;;           # a library of registers that perf 6.1 for x86 is built without
	header_bitmap_*) ;;               # the other byte order
	build_id_record | mmap_both_types) ;; # perf ends with a signal
	callchain_deferred) ;;            # a record that perf 6.1 does not know
	*) return 1 ;;
	esac
}

no_vdso() { sed 's/dso: \/tmp\/perf-vdso\.so-.*/dso: [vdso]/'; }
both() { # WORDS... - sets want and have to the outputs of perf and pdata
	perf "$@" 2>/dev/null </dev/null | no_vdso >want
	"$pdata" "$@" 2>err </dev/null >have || { cat err; return 1; }
	[ -s want ] || { echo "perf prints nothing"; return 1; }
}
same() { both "$@" && diff -a want have; }

# Rows of equal weight: perf prints them in the order of its tree.
same_rows() { # WORDS... - the text is the same, and the rows after it are the same in any order
	both "$@" || return 1
	for text in want have; do
		sed -n '/^# Baseline/,$!p' $text >$text.text
		sed -n '/^# Baseline/,$p' $text | sort >$text.rows
	done
	diff -a want.text have.text && diff -a want.rows have.rows
}

nr=0
while IFS=$(printf '\t') read -r file _ perf _; do
	name=$(basename "$file" .pdt)
	case $file:" $perf " in
	text/*" le "*) differs "$name" && continue ;;
	*) continue ;;
	esac
	"$pdata" assemble --order le -o fixture "$fixtures/$file" || bad "$name: assemble"
	if [ -d fixture ]; then # perf names the file within the directory
		rm -rf fixture
		continue
	fi
	if perf report -D --stdio -i fixture 2>&1 >/dev/null </dev/null | grep -q 'failed to process\|wrong feature\|incompatible\|non matching\|size mismatch'; then
		continue
	fi
	check "$name: report -D" same report -D --stdio -i fixture
	nr=$((nr + 1))
	rm -rf fixture
done <"$fixtures/MANIFEST"
[ $nr -ge 120 ] || bad "only $nr fixtures were compared"

# Recordings of the running kernel: both perf and pdata know all of their records.
record() { # FILE WORDS...
	local file=$1
	shift
	perf_records -o "$file" "$@" sh -c 'ls -lR /usr/share/doc >/dev/null' >/dev/null && return
	skip "perf could not record $*"
	return 1
}
live=1
if ! record fp.data -e cpu-clock -F 4000 -g; then
	finish
	exit
fi
for command in report script annotate; do
	check "$command -D of call chains" same $command -D -i fp.data
done
check "report -D of a part of the time" same report -D --time 20%-60% -i fp.data
if record dwarf.data -e cpu-clock -F 500 --call-graph dwarf,4096; then
	check "report -D of stacks" same report -D --stdio --no-children -g none -i dwarf.data
fi
if record group.data -e '{cpu-clock,task-clock,page-faults}:S' -c 500000; then
	check "report -D of counters read together" same report -D --stdio -i group.data
fi
if record all.data -a --namespaces --all-cgroups --switch-events -d -W -e cpu-clock; then
	check "report -D of records of all kinds" same report -D --stdio -i all.data
	check "diff -D" same_rows diff -D fp.data all.data
fi
if record z.data -z -e cpu-clock; then
	check "report -D of compressed data" same report -D --stdio -i z.data
fi
finish
