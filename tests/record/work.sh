# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=bash
# Sourced by run.sh: workloads, and functions that wait for an event instead of a fixed time.
#
# A busy machine delays the recorder, the workload and the test independently. If one of them must be
# first, the test waits for a sign that it was.

# A workload of about $1 seconds that computes, forks and faults.
work() {
	cat <<-END
		end=\$((\$(date +%s%N) + ${1}000000000 / ${2:-1}))
		while [ \$(date +%s%N) -lt \$end ]; do i=0; while [ \$i -lt 20000 ]; do i=\$((i + 1)); done; done
	END
}

# A workload that runs until there is a file NAME.stop. Each turn takes some milliseconds of CPU time and appends a line
# to NAME.turns.
busy() { # NAME
	rm -f "$1.stop" "$1.turns"
	cat <<-END
		turn=0
		while [ ! -e $1.stop ] && [ \$turn -lt 5000 ]; do
			i=0; while [ \$i -lt 20000 ]; do i=\$((i + 1)); done
			/bin/true
			turn=\$((turn + 1))
			echo \$turn >>$1.turns || exit
		done
	END
}

# Seconds that a slow machine may need for something that takes no time.
patience=120

# eventually COMMAND... - repeat the command until it succeeds, for a limited time
eventually() {
	local until=$((SECONDS + patience))
	until "$@"; do
		[ $SECONDS -lt $until ] || { echo "not after $patience s: $*"; return 1; }
		sleep 0.05
	done
}

turns_of() { # NAME
	wc -l 2>/dev/null <"$1.turns" || echo 0
}
has_turned() { # NAME TURNS PID
	! kill -0 "$3" 2>/dev/null || [ "$(turns_of "$1")" -ge "$2" ]
}
# more_turns NAME N PID - wait until the workload has made N more turns, while its recorder PID still runs
more_turns() {
	eventually has_turned "$1" $(($(turns_of "$1") + $2)) "$3" || return 1
	kill -0 "$3" 2>/dev/null || { echo "what records has ended"; return 1; }
}
