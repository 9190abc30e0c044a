#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# native.sh BUILD CORPUS - pdata's output for recordings of other machines is that of the machines' own perf
#
# CORPUS/golden-native/HOST/FILE/ has the output of HOST's perf for CORPUS/HOST/FILE. That perf had the
# machine's symbols, so lines are compared up to the address. Dates, quoting, and perf's list of missing
# features are left out. Then the kernel symbols of that output are given with --kallsyms, and every kernel
# address must get its name, without opening another file of this machine.
set -u
export LC_ALL=C TZ=UTC

here=$(cd "$(dirname "$0")" && pwd)
pdata=$(cd "$1" && pwd)/pdata
corpus=$(cd "$2" && pwd) || exit 1
part=native
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
# shellcheck source=tests/lib.sh
. "$here/lib.sh"
mkdir "$tmp/empty"

# Run the command whose output a file of golden-native has, and reduce both outputs to the compared parts.
answer() { # GOLDEN FILE
	case $1 in
	evlist-v.txt) "$pdata" evlist -v -i "$2" ;;
	buildid-list.txt) "$pdata" buildid-list -i "$2" ;;
	header-I.txt) "$pdata" report --header-only -I --stdio -i "$2" ;;
	script.txt) "$pdata" script --symfs "$tmp/empty" --kallsyms /dev/null -i "$2" ;;
	esac
}

comparable() { # GOLDEN
	case $1 in
	header-I.txt) grep -v '^# captured on\|^# ====\|^# missing features\|^# cmdline\|^#$\|^$' ;;
	script.txt) sed -E 's/^([	 ]+[0-9a-f]+) .*$/\1/; s/^(.*: +[0-9a-f]+) [^ ]+ \(.*\)$/\1/' ;;
	*) cat ;;
	esac
}

same() { # HOST/FILE GOLDEN
	comparable "$2" <"$corpus/golden-native/$1/$2" >"$tmp/want"
	answer "$2" "$corpus/$1" 2>"$tmp/err" | comparable "$2" >"$tmp/got"
	[ -s "$tmp/want" ] && cmp -s "$tmp/want" "$tmp/got" && [ ! -s "$tmp/err" ] && return 0
	cat "$tmp/err"
	diff -a "$tmp/want" "$tmp/got" | cut -c 1-160 | head -6
	return 1
}

# The kernel's symbols that script.txt shows, as kallsyms: the start of a symbol is the address minus the offset. The
# kernel map has the reference symbol that identifies the kernel of a list.
kallsyms_of() { # SCRIPT-TEXT RECORDING
	"$pdata" dump -i "$2" | sed -n 's/^MMAP .*pgoff=0x\([0-9a-f]*\) filename="\[kernel.kallsyms\]\(_s*text\)".*/\1 T \2/p' | head -1
	awk 'match($0, /[0-9a-f]+ [^ ]+[+]0x[0-9a-f]+ \(\[kernel.kallsyms\]\)$/) {
		split(substr($0, RSTART), w, " ")
		n = split(w[2], s, "[+]0x")
		print w[1], s[n], substr(w[2], 1, length(w[2]) - length(s[n]) - 3)
	}' "$1" | while read -r addr off name; do
		printf '%016x t %s\n' $((0x$addr - 0x$off)) "$name"
	done | LC_ALL=C sort -u
}

# Print all opened files except the program's libraries, its input and the file of the option.
opened() { # TRACE FILE
	grep -v ENOENT "$1" | sed -n 's/.*open[at]*(.*"\([^"]*\)".*/\1/p' |
		grep -v -e '^/etc/ld' -e '/lib[^/]*\.so' -e locale -e gconv -e '^/sys/devices/system/cpu' -e '^/proc/self/' \
			-e '/libgcov' -e '\.gcda$' | grep -vxF -e "$2" -e "$tmp/kallsyms" -e "$tmp/empty"
}

kernel_names() { # HOST/FILE
	local trace=
	command -v strace >/dev/null && strace -o /dev/null true 2>/dev/null && trace="strace -f -o $tmp/trace"
	kallsyms_of "$corpus/golden-native/$1/script.txt" "$corpus/$1" >"$tmp/kallsyms"
	# shellcheck disable=SC2086
	$trace "$pdata" script --symfs "$tmp/empty" --kallsyms "$tmp/kallsyms" -i "$corpus/$1" 2>"$tmp/err" >"$tmp/got.all"
	grep -a '(\[kernel.kallsyms\])$' "$corpus/golden-native/$1/script.txt" >"$tmp/want"
	grep -a '(\[kernel.kallsyms\])$' "$tmp/got.all" >"$tmp/got"
	if [ -n "$trace" ] && opened "$tmp/trace" "$corpus/$1"; then
		return 1
	fi
	[ "$(wc -l <"$tmp/kallsyms")" -gt 5 ] && cmp -s "$tmp/want" "$tmp/got" && [ ! -s "$tmp/err" ] && return 0
	cat "$tmp/err"
	diff -a "$tmp/want" "$tmp/got" | cut -c 1-160 | head -6
	return 1
}

for dir in "$corpus"/golden-native/vm-*/*; do
	file=${dir#"$corpus"/golden-native/}
	if [ -f "$corpus/$file" ] && grep -q ' (\[kernel.kallsyms\])$' "$dir/script.txt"; then
		check "$file: symbols of its kernel" kernel_names "$file"
	fi
done

# The recordings of a big-endian machine and of a 32-bit one.
for dir in "$corpus"/golden-native/vm-s390x/* "$corpus"/golden-native/vm-armhf/*; do
	file=${dir#"$corpus"/golden-native/}
	[ -e "$corpus/$file" ] || { skip "$file: no such recording"; continue; }
	for golden in evlist-v.txt buildid-list.txt header-I.txt script.txt; do
		[ -s "$dir/$golden" ] || continue
		check "$file: $golden" same "$file" "$golden"
	done
done
finish
