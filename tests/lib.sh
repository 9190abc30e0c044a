# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh
# Sourced by the test scripts, which set part and tmp: counting, and the closing line that make check adds up.

passed=0 failed=0

ok() {
	passed=$((passed + 1))
}

bad() { # WORDS...
	echo "FAILED $part: $*"
	failed=$((failed + 1))
}

skip() { # WORDS...
	echo "skipped $part: $*"
}

# check NAME COMMAND... - one test: the command's status; what it prints is shown when it fails
#
# With $live the test records on the running kernel, which other programs keep busy, so a failed check runs
# once more, with a message.
check() {
	check_name=$1
	shift
	if "$@" >"$tmp/check.out" 2>&1; then
		ok
		return
	fi
	if [ -n "${live:-}" ]; then
		echo "again $part: $check_name: $(head -1 "$tmp/check.out")"
		if "$@" >"$tmp/check.out" 2>&1; then
			ok
			return
		fi
	fi
	bad "$check_name"
	head -40 "$tmp/check.out"
}

finish() {
	echo "$passed passed, $failed failed"
	[ $failed = 0 ]
}

# Skip the rest of the script.
skip_all() { # WORDS...
	skip "$@"
	finish
	exit
}

# perf_runs COMMAND... - perf's COMMAND, once more where it dies of a signal
#
# perf 6.1 does so at the end of one recording in five, and seldom when it reads (util/build-id.c: an assertion, a smashed
# stack). Standard output goes to a file or nowhere: that of each try is in it. perf_limit: seconds for a try.
perf_runs() {
	perf_tries=10
	while :; do
		(exec ${perf_limit:+timeout "$perf_limit"} perf "$@") 2>"$tmp/perf_runs.err"
		perf_status=$?
		if [ $perf_status -le 128 ] || [ $((perf_tries -= 1)) = 0 ]; then
			break
		fi
	done 2>/dev/null # drop the shell's message about the signal
	cat "$tmp/perf_runs.err" >&2
	return $perf_status
}

perf_records() { # OPTION... - record with perf; print perf's messages if there is no recording
	perf_runs record -q "$@" 2>/dev/null || { head -3 "$tmp/perf_runs.err" >&2; return 1; }
}

# perf_complaints FILE - what perf said there on standard error, but for losses
#
# A busy machine loses events, and the recording tells the truth about it.
perf_complaints() {
	grep -v -e '^$' -e '^Warning:$' -e '^Processed [0-9]* \(events\|samples\) and lost ' -e '^Check IO/CPU overload!$' "$1"
}

# needs TOOL... - skip the rest of the script if a tool is missing
needs() {
	for needs_tool; do
		command -v "$needs_tool" >/dev/null || skip_all "no $needs_tool"
	done
}
