#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# run.sh [--set] BUILD [TEXT] - run the golden cases whose name contains TEXT
#
# A case is a directory tests/golden/AREA/NAME:
#   cmd     shell commands, run with sh -e in an empty directory. They find the build's programs on
#           PATH, the case's own directory in $CASE, built test programs in $TOOLS.
#   stdout  what it must print, byte for byte; absent: nothing
#   stderr  likewise
#   exit    its exit status; absent: 0
#   oracle  when present: perf, where it is installed in the version named in this file, is run
#           with the same commands in place of pdata, and must print the same on stdout
# A case of report, script or diff runs a second time with -j 3, and must print the same: small recordings have one thread otherwise.
# --set writes stdout, stderr and exit as they are now.
# The last line is "N passed, N failed".
set -u
export LC_ALL=C TZ=UTC

here=$(cd "$(dirname "$0")" && pwd)
set_mode=
[ "${1:-}" = --set ] && set_mode=1 && shift
build=$(cd "$1" && pwd) || exit 1
text=${2:-}
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0 skipped=0

# Programs of the same name as perf's, so that a case can be run with either.
mkdir -p "$scratch/oracle"
printf '#!/bin/sh\nexec perf "$@"\n' >"$scratch/oracle/pdata"
chmod +x "$scratch/oracle/pdata"
# A program that adds -j 3 to the commands with threads.
mkdir -p "$scratch/threads"
{
	echo '#!/bin/sh'
	# shellcheck disable=SC2016
	printf 'case ${1-} in report | script | diff)\n\tc=$1\n\tshift\n\tset -- "$c" -j 3 "$@"\n\t;;\nesac\nexec "%s/pdata" "$@"\n' "$build"
} >"$scratch/threads/pdata"
chmod +x "$scratch/threads/pdata"
perf_version=$(perf version 2>/dev/null | sed 's/^perf version //')

run_cmd() { # CASE PATH-FIRST OUT
	rm -rf "$scratch/cwd"
	mkdir "$scratch/cwd"
	(cd "$scratch/cwd" && PATH="$2:$PATH" CASE="$1" TOOLS="$build/tests/tools" HOME="$scratch/cwd" \
		timeout 60 sh -e "$1/cmd" >"$3.stdout" 2>"$3.stderr" </dev/null)
	echo $? >"$3.exit"
}

keep() { # CASE WHAT
	if [ "$2" = exit ] && [ "$(cat "$scratch/is.exit")" = 0 ]; then
		rm -f "$1/exit"
	elif [ -s "$scratch/is.$2" ]; then
		cp "$scratch/is.$2" "$1/$2"
	else
		rm -f "$1/$2"
	fi
}

differs() { # CASE WHAT
	want=$1/$2
	[ -f "$want" ] || want=/dev/null
	if [ "$2" = exit ] && [ ! -f "$1/exit" ]; then
		echo 0 >"$scratch/zero"
		want=$scratch/zero
	fi
	diff -u --label "$2 wanted" --label "$2 is" "$want" "$scratch/is.$2" >"$scratch/diff.$2" && return 1
	head -30 "$scratch/diff.$2"
}

check_oracle() { # CASE
	case $perf_version in
	"$(cat "$1/oracle")"*) ;;
	*) skipped=$((skipped + 1)); return 0 ;;
	esac
	run_cmd "$1" "$scratch/oracle:$build" "$scratch/perf"
	diff -u --label perf --label pdata "$scratch/perf.stdout" "$scratch/is.stdout" >"$scratch/diff.oracle"
}

for cmd in "$here"/*/*/cmd; do
	[ -f "$cmd" ] || continue
	dir=${cmd%/cmd}
	name=${dir#"$here"/}
	case $name in *"$text"*) ;; *) continue ;; esac
	run_cmd "$dir" "$build" "$scratch/is"
	bad=
	for what in stdout stderr exit; do
		if [ -n "$set_mode" ]; then
			keep "$dir" $what
		elif differs "$dir" $what; then
			bad="$bad $what"
		fi
	done
	if [ -f "$dir/oracle" ] && ! check_oracle "$dir"; then
		bad="$bad oracle"
		head -30 "$scratch/diff.oracle"
	fi
	case $name in
	report/* | script/* | diff/*)
		run_cmd "$dir" "$scratch/threads:$build" "$scratch/is"
		for what in stdout stderr exit; do
			[ -n "$set_mode" ] || ! differs "$dir" $what || bad="$bad $what-with-threads"
		done
		;;
	esac
	if [ -n "$bad" ]; then
		echo "FAILED golden $name:$bad"
		failed=$((failed + 1))
	else
		passed=$((passed + 1))
	fi
done
[ $skipped = 0 ] || echo "golden: $skipped comparisons with perf skipped (perf here: ${perf_version:-none})"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
