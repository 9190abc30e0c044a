# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=bash
# Sourced by run.sh: BPF programs that are loaded before the recording begins.

cd "$tmp" || exit 1

# with_programs COMMAND... - run while the programs of load_bpf.py are loaded
with_programs() {
	local loader status
	rm -f go
	mkfifo go
	python3 "$here/load_bpf.py" <go >loaded 2>&1 &
	loader=$!
	exec 8>go
	eventually grep -q loaded loaded && "$@"
	status=$?
	exec 8>&-
	wait $loader
	return $status
}
programs() { # FILE - print the records of the programs
	"$pdata" script --show-bpf-events -i "$1" | grep -o 'PERF_RECORD_\(KSYMBOL\|BPF_EVENT\).*'
}
record_programs() {
	"$rec" -q -e cpu-clock -o bpf.data true && "$rec" -q -e cpu-clock --tail-synthesize -o bpf-tail.data true &&
		"$rec" -q -e cpu-clock --no-bpf-event -o bpf-no.data true && "$rec" -q -e cpu-clock:u -o bpf-user.data true || return 1
	perf version 2>/dev/null | grep -q '^perf version 6\.1' || return 0
	perf record -q -e cpu-clock -o bpf-perf.data true >/dev/null 2>&1 && programs bpf-perf.data >perf.txt
}
loaded_before() {
	local name
	rm -f perf.txt
	with_programs record_programs || { cat loaded; return 1; }
	is_whole bpf.data && programs bpf.data >pdata.txt && programs bpf-tail.data | cmp - pdata.txt || return 1
	for name in test_alone first_function_of_the_test second_function_of_the_test; do
		grep -q "KSYMBOL .* type 1 flags 0x0 name bpf_prog_[0-9a-f]*_$name$" pdata.txt || { echo "no $name"; cat pdata.txt; return 1; }
	done
	grep -q 'BPF_EVENT type 1, flags 0, id ' pdata.txt || { cat pdata.txt; return 1; }
	[ -z "$(programs bpf-no.data)" ] && [ -z "$(programs bpf-user.data)" ] || { echo "not asked for"; return 1; }
	[ ! -e perf.txt ] || diff perf.txt pdata.txt
}
if [ -z "$root" ] || ! command -v python3 >/dev/null || ! with_programs true 2>/dev/null; then
	skip "BPF programs: not root, no python3, or the kernel loads none: $(cat loaded 2>/dev/null)"
else
	check "BPF programs loaded before the recording have names" loaded_before
fi
