#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# run.sh BUILD [ARCH...] - build the static recorder for other machines: BUILD/cross/ARCH/pdata-record
#
# Each recorder is started under qemu-user, which has no perf_event_open(2); the recorder must say
# so. Its unit tests, which parse events, run completely. Machines whose compiler or qemu is missing here
# are left out with a message; mk/sysroot.sh provides the compression libraries.
set -u
export LC_ALL=C

cd "$(dirname "$0")/../.." || exit 1
src=$(pwd)
mkdir -p "$1/cross" || exit 1
build=$(cd "$1" && pwd) || exit 1
shift
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
part=cross
# shellcheck source=tests/lib.sh
. tests/lib.sh
# shellcheck source=tests/qemu/lib.sh
. tests/qemu/lib.sh
MAKE=${MAKE:-make}

# Name of the machine, of Debian's architecture, of the compiler, of qemu, and whether Debian has
# libraries for it.
machines() {
	cat <<END
aarch64 arm64 aarch64-linux-gnu qemu-aarch64 1
armhf armhf arm-linux-gnueabihf qemu-arm 1
ppc64le ppc64el powerpc64le-linux-gnu qemu-ppc64le 1
s390x s390x s390x-linux-gnu qemu-s390x 1
riscv64 riscv64 riscv64-linux-gnu qemu-riscv64 0
powerpc powerpc powerpc-linux-gnu qemu-ppc 0
END
}

programs() { # MACHINE TRIPLE
	"$MAKE" -C "$src" O="$build/cross/$1" STATIC=1 CC="$2-gcc" AR="$2-ar" CFLAGS="-Os $cflags" LDFLAGS="$ldflags" \
		PKG_CONFIG=false CROSS_COMPILE= ASAN= UBSAN= COV= WITH_ZLIB="$libs" WITH_ZSTD="$libs" WITH_XXHASH="$libs" \
		pdata-record "$build/cross/$1/static/tests/unit_rec" >"$tmp/make.log" 2>&1 || { tail -n 20 "$tmp/make.log"; return 1; }
}

is_for() { # FILE MACHINE TRIPLE - the file is static and for this machine
	"$3-readelf" -hd "$1" >"$tmp/elf" || return 1
	! grep -E 'NEEDED|INTERP' "$tmp/elf" || return 1
	case $2 in
	aarch64) grep -q 'Machine: *AArch64' "$tmp/elf" ;;
	armhf) grep -q 'Machine: *ARM' "$tmp/elf" ;;
	ppc64le) grep -q 'Machine: *PowerPC64' "$tmp/elf" && grep -q 'little endian' "$tmp/elf" ;;
	powerpc) grep -q 'Machine: *PowerPC$' "$tmp/elf" ;;
	s390x) grep -q 'Machine: *IBM S/390' "$tmp/elf" ;;
	riscv64) grep -q 'Machine: *RISC-V' "$tmp/elf" ;;
	esac
}

says() { # STATUS WORDS COMMAND... - the command prints one line with these words
	want=$1 words=$2
	shift 2
	"$@" >"$tmp/out" 2>"$tmp/err"
	status=$?
	[ $status = "$want" ] && grep -q "$words" "$tmp/out" "$tmp/err" && return
	echo "status $status"
	cat "$tmp/out" "$tmp/err"
	return 1
}

starts() { # QEMU PROGRAM
	says 0 '^pdata-record [0-9]' "$1" "$2" --version &&
		says 0 '^ *-e, --event EVENT' "$1" "$2" --help &&
		says 1 "no event is called cpu-clok; did you mean cpu-clock" "$1" "$2" -e cpu-clok true &&
		says 1 'no such option' "$1" "$2" --nosuch true
}

# qemu-user has no perf_event_open(2), like a kernel without the call.
lacks_the_call() { # QEMU PROGRAM
	for e in cpu-clock '{cycles,instructions}:S' r1a8:u mem:0x1000/4:w L1-dcache-load-misses; do
		says 1 'this kernel is built without perf_event_open(2)' "$1" "$2" -e "$e" -o "$tmp/none.data" true || return 1
	done
	[ ! -e "$tmp/none.data" ]
}

unit() { # MACHINE QEMU PROGRAM
	"$2" "$3" >"$tmp/unit.log" 2>&1
	line=$(grep -E '^[0-9]+ passed, [0-9]+ failed$' "$tmp/unit.log" | tail -n 1)
	[ -n "$line" ] || { bad "$1: unit tests died"; tail -n 5 "$tmp/unit.log"; return; }
	sed -e '$d' -e "s/^FAILED /FAILED $part: $1: /" "$tmp/unit.log"
	passed=$((passed + ${line%% *}))
	line=${line#*, }
	failed=$((failed + ${line%% *}))
}

one_machine() { # MACHINE ARCH TRIPLE QEMU WANTED
	if ! command -v "$3-gcc" >/dev/null; then
		skip "$1: no $3-gcc"
		return
	elif ! can_link "$3-gcc"; then
		skip "$1: $3-gcc links no static programs: $(tail -n 1 "$tmp/err")"
		return
	fi
	[ "$5" = 1 ] || skip "$1: compression, whose libraries Debian does not have for it"
	libraries "$2" "$3" "$5"
	program=$build/cross/$1/pdata-record
	check "$1 builds" programs "$1" "$3"
	[ -x "$program" ] || return
	check "$1: static, and for that machine" is_for "$program" "$1" "$3"
	"$3-strip" -o "$tmp/stripped" "$program" && echo "cross: $1: $(stat -c %s "$tmp/stripped") bytes stripped, compression: $libs"
	if ! command -v "$4" >/dev/null; then
		skip "$1: started: no $4"
		return
	fi
	check "$1: it starts" starts "$4" "$program"
	check "$1: a message says that the kernel has no perf_event_open" lacks_the_call "$4" "$program"
	unit "$1" "$4" "$build/cross/$1/static/tests/unit_rec"
}

# shellcheck disable=SC2046
[ $# -gt 0 ] || set -- $(machines | cut -d' ' -f1)
for machine in "$@"; do
	row=$(machines | grep "^$machine ") || { bad "$machine: no such machine"; continue; }
	# shellcheck disable=SC2086
	one_machine $row
done
finish
