# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=bash
# Sourced by run.sh: --off-cpu.

cd "$tmp" || exit 1

# slept FILE COMM - print the milliseconds that threads of this name slept
slept() {
	"$pdata" script -F comm,event,period -i "$1" 2>/dev/null |
		awk -v c="$2" '/offcpu-time:/ && $1 == c { for (i = 2; i <= NF; i++) if ($i ~ /^[0-9]+$/) { n += $i; break } } END { printf "%d\n", n / 1e6 }'
}
# timed FILE OPTION... - record sleeps; the sum of a sleeper is at most the duration of the recording
timed() {
	local file=$1 from
	shift
	from=$(date +%s%N)
	"$rec" -q --off-cpu -o "$file" "$@"
	local status=$?
	echo $((($(date +%s%N) - from) / 1000000)) >"$file.took"
	return $status
}
# A sleep can take longer on a busy machine, but never less time.
asleep() { # FILE COMM MILLISECONDS
	local ms most
	ms=$(slept "$1" "$2")
	most=$(cat "$1.took")
	[ "$ms" -ge $(($3 - 5)) ] && [ "$ms" -le "$most" ] || { echo "$1: $2 slept $ms ms, not $3 to $most"; return 1; }
}
off_cpu() {
	timed of1.data -e dummy sh -c 'sleep 0.4; sleep 0.3' 2>err || { cat err; return 1; }
	[ ! -s err ] && reads of1.data && asleep of1.data sleep 700 && asleep of1.data sh 700 || { cat err; return 1; }
	"$pdata" script -i of1.data | grep -q 'nanosleep' || { echo "no stack"; "$pdata" script -i of1.data; return 1; }
	# Tasks that are not recorded are not in the file.
	[ "$("$pdata" script -F comm -i of1.data | sort -u | tr -d ' ' | tr '\n' ' ')" = "sh sleep " ] || { "$pdata" script -F comm -i of1.data; return 1; }
	command -v perf >/dev/null || return 0
	perf report --stdio -i of1.data 2>/dev/null | grep -v '^# (Tip:' >perf.txt
	"$pdata" report --stdio -i of1.data | grep -v '^# (Tip:' >pdata.txt && cmp perf.txt pdata.txt
}
# Other programs may sleep, too: only the sleeper of this name is compared.
nap=pdata-nap
cp "$(command -v sleep)" $nap
PATH=$PATH:$tmp
off_targets() {
	local r
	rm -f of*.data go
	mkfifo go
	sh -c "read -r x <go; $nap 0.2; $nap 0.2" &
	timed of2.data -e cpu-clock,dummy -p $! &
	r=$!
	eventually test -s of2.data || return 1
	echo >go
	wait $r || return 1
	timed of3.data -a -e cpu-clock -F 99 "$nap" 0.3 || return 1
	timed of4.data -D 500 -e dummy -z sh -c "$nap 1.5; $nap 0.3" || return 1
	timed - -e dummy "$nap" 0.2 >of5.data && mv ./-.took of5.data.took || return 1
	timed of6.data -e dummy --threads -a "$nap" 0.2 || return 1
	reads of2.data && reads of3.data && reads of4.data && reads of5.data && reads of6.data || return 1
	# A sleep that began before the recording is not counted; later ones are.
	asleep of2.data pdata-nap 400 && asleep of3.data pdata-nap 300 && asleep of4.data pdata-nap 300 && asleep of5.data pdata-nap 200 &&
		asleep of6.data pdata-nap 200 || return 1
	# The recording begins in the middle of the first sleep, which is not counted.
	[ "$(slept of4.data pdata-nap)" -lt 1500 ] || { echo "with -D: $(slept of4.data pdata-nap)"; return 1; }
}
off_ranges() {
	timed of9.data -D 0-60000 -e dummy sleep 0.2 && asleep of9.data sleep 200 || return 1
	timed of10.data -D 100 --group -e cpu-clock sh -c 'sleep 0.3; sleep 0.2' && asleep of10.data sleep 200
}
# The BPF program must not take the events of the tracepoint from other recorders.
off_and_switches() {
	timed of7.data -e sched:sched_switch sh -c 'sleep 0.1; sleep 0.1' || return 1
	reads of7.data && [ "$("$pdata" script -F event -i of7.data | grep -c sched_switch)" -ge 4 ] && asleep of7.data sleep 200
}
# The span of times, for SAMPLE_TIME, is that of the other samples, within seconds.
off_span() {
	local how
	for how in "" --no-index -z --threads; do
		"$rec" -q --off-cpu -e cpu-clock -F 999 $how -o of11.data sh -c 'i=0; while [ $i -lt 20000 ]; do i=$((i + 1)); done; sleep 0.1' || return 1
		"$pdata" report --header-only -i of11.data | awk -v how="$how" '/time of first sample/ { first = $NF } /time of last sample/ { last = $NF }
			END { if (last <= 0 || last < first || last - first > 60) { print "with " how ": " first " to " last; exit 1 } }' || return 1
		[ "$("$pdata" script --time 0%-100% -F event -i of11.data | grep -c cpu-clock)" -gt 1 ] || return 1
		rm -rf of11.data
	done
}
off_refused() {
	words 'exclude each other' --off-cpu -G / -a -e dummy true && words 'exclude each other' --off-cpu --switch-output true
}
off_pid_ns() {
	unshare -p -f --mount-proc "$rec" -q --off-cpu -e dummy -o of8.data true 2>err && return 1
	[ "$(wc -l <err)" = 1 ] && grep -q 'pid namespace' err && [ ! -e of8.data ] || { cat err; return 1; }
}
check "options that exclude --off-cpu" off_refused
if [ -z "$root" ] || ! "$rec" -q --off-cpu -e dummy -o of.data true 2>err; then
	skip "times asleep: $(cat err)"
else
	check "times of sleep are summed up" off_cpu
	check "sleeps of a process, of all tasks, with -D, in several files" off_targets
	check "times of these sums are not in the span of times" off_span
	check "sleeps with a duration, and with a group" off_ranges
	check "other recorders still get the tracepoint" off_and_switches
	if unshare -p -f --mount-proc true 2>/dev/null; then
		check "refused in a pid namespace" off_pid_ns
	fi
fi
