# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=bash
# Sourced by run.sh: --kcore. Not every kernel allows reading of its memory, so the test puts a kcore of its own into /proc.

cd "$tmp" || exit 1

# proc COMMAND... - run with /proc/kcore and /proc/modules replaced by those of $tmp/proc
proc() {
	unshare -m sh -c '
		from=$1; shift
		mount --make-rprivate / && mkdir -p "$from.real" && mount --bind /proc "$from.real" && mount -t tmpfs none /proc || exit 99
		for f in "$from.real"/*; do ln -s "$f" /proc/; done
		for f in "$from"/*; do ln -sfn "$f" /proc/; done
		exec "$@"' proc "$tmp/proc" "$@"
}
# The kernel's own text cannot be read everywhere: use its addresses with other code.
make_kernel() {
	mkdir -p proc && python3 - "$tmp/proc" <<-'PY'
	import os, struct, sys
	page = os.sysconf("SC_PAGESIZE")
	text = {}
	for line in open("/proc/kallsyms"):
	    addr, kind, name = line.split()[:3]
	    if name in ("_stext", "_etext") and kind in "Tt":
	        text[name] = int(addr, 16)
	start, end = text["_stext"] & -page, (text["_etext"] + page - 1) & -page
	if not start or sys.byteorder != "little" or struct.calcsize("P") != 8:
	    sys.exit(1)
	open(sys.argv[1] + "/modules", "w").write("")
	head = b"\x7fELF\x02\x01\x01" + bytes(9) + struct.pack("<HHIQQQIHHHHHH", 4, 62, 1, 0, 64, 0, 0, 64, 56, 2, 0, 0, 0)
	size = end - start
	head += struct.pack("<IIQQQQQQ", 1, 7, page, start, 0, size, size, page)
	head += struct.pack("<IIQQQQQQ", 1, 7, page + size, 0xffff888000000000, 0, page, page, page)
	with open(sys.argv[1] + "/kcore", "wb") as f:
	    f.write(head.ljust(page, b"\0"))
	    for i in range(size // page):
	        f.write(bytes(page) if i % 4 == 3 else struct.pack("<Q", start + i * page) * (page // 8))
	    f.write(b"\1" * page)
	PY
}
# The set of BPF programs may change at any time.
same_names() { # KALLSYMS KALLSYMS
	cmp <(grep -v '\[bpf\]$' "$1") <(grep -v '\[bpf\]$' "$2")
}
with_kernel() {
	rm -rf kc.data*
	proc "$rec" -q -a -e cpu-clock -F 999 --kcore -o kc.data sh -c "$(work 1 2)" 2>err || { cat err; return 1; }
	[ ! -s err ] && [ "$(stat -c %a kc.data/kcore_dir/* | sort -u)" = 400 ] && same_names kc.data/kcore_dir/kallsyms /proc/kallsyms || { cat err; return 1; }
	reads kc.data && grep -q '\[kernel' kc.data.txt || { head -3 kc.data.txt; return 1; }
	# Pages of zeros take no space.
	[ "$(du -k kc.data/kcore_dir/kcore | cut -f 1)" -lt "$(($(stat -c %s kc.data/kcore_dir/kcore) / 1024))" ] || { ls -ls kc.data/kcore_dir; return 1; }
	command -v perf >/dev/null || return 0
	local f
	for f in pdata perf; do
		[ $f = pdata ] && f=$pdata
		"$f" report --stdio -s sym -i kc.data 2>/dev/null | grep '\[k\]' | sort >"${f##*/}.rows"
	done
	[ -s perf.rows ] && cmp perf.rows pdata.rows
}
as_perf() {
	local f
	rm -rf kp.data*
	# perf sometimes crashes at the end, after it has copied kcore.
	proc perf record --no-bpf-event -q -e cpu-clock --kcore -o kp.data true >/dev/null 2>&1
	[ -s kp.data/kcore_dir/kcore ] || { ls -l kp.data; return 1; }
	same_names kp.data/kcore_dir/kallsyms kc.data/kcore_dir/kallsyms || return 1
	for f in kcore modules; do
		cmp kp.data/kcore_dir/$f kc.data/kcore_dir/$f || return 1
	done
}
old_kernel() {
	for _ in 1 2 3; do
		proc "$rec" -q -e cpu-clock --kcore -o ko.data true || return 1
	done
	[ -s ko.data/kcore_dir/kcore ] && [ -s ko.data.old/kcore_dir/kcore ] && [ "$(ls -d ko.data*)" = "$(printf 'ko.data\nko.data.old')" ]
}
no_kernel() {
	rm -rf kn.data* && "$rec" -q -e cpu-clock -o kn.data true && cp kn.data first || return 1
	mv proc/kcore kcore && ln -s nothing proc/kcore
	proc "$rec" -e cpu-clock --kcore -o kn.data true 2>err
	local status=$?
	rm proc/kcore && mv kcore proc/kcore
	[ $status = 1 ] && [ "$(wc -l <err)" = 1 ] && grep -q 'there is no /proc/kcore' err && cmp kn.data first || { cat err; return 1; }
	echo nonsense >nonsense
	mv proc/kcore kcore && ln -s "$tmp/nonsense" proc/kcore
	proc "$rec" -e cpu-clock --kcore -o kz.data true 2>err
	status=$?
	rm proc/kcore && mv kcore proc/kcore
	[ $status = 1 ] && [ "$(wc -l <err)" = 1 ] && grep -q 'not an ELF core file' err && [ ! -e kz.data ] || { cat err; ls -R kz.data; return 1; }
}
not_with() {
	words '--kcore writes a directory' --kcore -e cpu-clock -o - true && words 'exclude each other' --kcore --switch-output true
}
check "options that exclude --kcore" not_with
if [ -z "$root" ] || ! command -v python3 >/dev/null || ! make_kernel 2>/dev/null; then
	skip "the kernel's code: not root, no python3, or no addresses of it"
elif ! proc test -s /proc/kcore 2>/dev/null; then
	skip "the kernel's code: no mount namespaces"
else
	check "the kernel's code is stored with a recording" with_kernel
	if perf version 2>/dev/null | grep -q '^perf version 6\.1'; then
		check "the code equals the copy of perf" as_perf
	fi
	check "an older recording with kcore is kept" old_kernel
	check "without readable kcore nothing is recorded" no_kernel
fi
