#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# run.sh BUILD [HOST...] - run the library's tests for other hosts under qemu-user, and compare their files
#
# For each host the unit tests run under qemu-user. The fixtures and the files of gendata are
# assembled, dumped and walked on both hosts, and all resulting files must be equal.
# A host whose compiler, C library or qemu is not installed is skipped with a message.
set -u
export LC_ALL=C

cd "$(dirname "$0")/../.." || exit 1
src=$(pwd)
mkdir -p "$1/qemu" || exit 1
build=$(cd "$1" && pwd) || exit 1
shift
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
part=qemu
# shellcheck source=tests/lib.sh
. tests/lib.sh
# shellcheck source=tests/fixtures/lib.sh
. tests/fixtures/lib.sh
# shellcheck source=tests/qemu/lib.sh
. tests/qemu/lib.sh
MAKE=${MAKE:-make}
host_cc=${CC:-gcc}

# Name of the architecture in Debian, of the compiler and of qemu, whether compression libraries are available for it,
# and whether unit_fault runs. powerpc is no release architecture: it has only the C library, which also tests builds
# without these libraries. unit_fault takes a minute, and allocations do not depend on the byte order: one 32-bit host.
hosts() {
	cat <<END
s390x s390x-linux-gnu qemu-s390x 1 0
armhf arm-linux-gnueabihf qemu-arm 1 1
powerpc powerpc-linux-gnu qemu-ppc 0 0
END
}

# Build the programs of mk/qemu.mk. Compilers and flags of the outer make are not passed on.
programs() { # DIR LIBS CC AR CFLAGS LDFLAGS
	"$MAKE" -C "$src" O="$1" CC="$3" AR="$4" CFLAGS="$5" LDFLAGS="$6" PKG_CONFIG="$pkg_config" CROSS_COMPILE= \
		STATIC= ASAN= UBSAN= COV= WITH_ZLIB="$2" WITH_ZSTD="$2" WITH_XXHASH="$2" \
		WITH_ELF=0 WITH_DW=0 WITH_TRACEEVENT=0 WITH_IBERTY=0 qemu-programs >"$tmp/make.log" 2>&1
}

inputs() { # text|bad - assemble each fixture in each of its byte orders
	for f in fixtures/"$1"/*.pdt; do
		for order in $(header_of orders "$f"); do
			echo "$order:$f"
		done
	done
}

# Write the output of all programs in DIR as files to SAID.
say() ( # DIR SAID RUNNER...
	dir=$1 said=$2
	shift 2
	rm -rf "$said"
	mkdir -p "$said/generated" "$said/text" "$said/bad"
	for n in basic basic-be records records-be unfinished cut zero-size pipe pipe-be empty; do
		"$@" "$dir/tests/tools/gendata" $n "$said/generated/$n.data" || return 1
	done
	"$@" "$dir/tests/qemu/text" "$said/generated" "$said"/generated/*.data || return 1
	for set in text bad; do
		# shellcheck disable=SC2046
		"$@" "$dir/tests/qemu/text" "$said/$set" $(inputs $set) || return 1
	done
)

# Build for this host with the same libraries, once for each set of them: a run for another host waits for the build.
reference() { # LIBS
	here=$build/qemu/here-$1 said_here=$tmp/said-here-$1
	[ ! -d "$said_here" ] || return 0
	pkg_config=${PKG_CONFIG:-pkg-config}
	(flock 9 && programs "$here" "$1" "$host_cc" ar "-O2 -g" "") 9>"$here.lock" ||
		{ tail -n 20 "$tmp/make.log"; return 1; }
	say "$here" "$said_here" || { rm -rf "$said_here"; return 1; }
}

unit() { # HOST PROGRAM RUNNER
	"$3" "$2" >"$tmp/unit.log" 2>&1
	line=$(grep -E '^[0-9]+ passed, [0-9]+ failed$' "$tmp/unit.log" | tail -n 1)
	if [ -z "$line" ]; then
		bad "$1: $(basename "$2") died"
		tail -n 5 "$tmp/unit.log"
		return
	fi
	sed -e '$d' -e "s/^FAILED /FAILED $part: $1: /" "$tmp/unit.log"
	passed=$((passed + ${line%% *}))
	line=${line#*, }
	failed=$((failed + ${line%% *}))
}

same_files() { # HOST HERE THERE
	all=$(find "$2" -type f | wc -l)
	diff -rq "$2" "$3" >"$tmp/diffs"
	different=$(wc -l <"$tmp/diffs")
	[ "$all" -gt 0 ] || bad "$1: no files to compare"
	failed=$((failed + different))
	[ "$different" -ge "$all" ] || passed=$((passed + all - different))
	[ "$different" = 0 ] || echo "FAILED $part: $1: $different of $all files are not what they are here:"
	head -n 5 "$tmp/diffs" | while read -r what one _ other _; do
		echo "$what $one${other:+ $other}" | sed "s|$build/qemu/||g"
		[ "$what" != Files ] || diff -a "$one" "$other" | cut -c 1-160 | head -n 4
	done
}

one_host() { # HOST TRIPLE QEMU LIBS FAULT
	if ! command -v "$2-gcc" >/dev/null; then
		skip "$1: no $2-gcc"
	elif ! can_link "$2-gcc"; then
		skip "$1: $2-gcc links no static programs: $(tail -n 1 "$tmp/err")"
	elif ! command -v "$3" >/dev/null; then
		skip "$1: no $3"
	else
		libraries "$1" "$2" "$4"
		dir=$build/qemu/$1
		pkg_config=false # has only libraries for this host
		if ! programs "$dir" "$libs" "$2-gcc" "$2-ar" "$cflags" "$ldflags"; then
			bad "$1: it does not build"
			tail -n 20 "$tmp/make.log"
			return
		fi
		unit "$1" "$dir/tests/unit_lib" "$3"
		[ "$5" = 0 ] || unit "$1" "$dir/tests/unit_fault" "$3"
		reference "$libs" || { bad "$1: nothing of this host to compare with"; return; }
		say "$dir" "$dir/said" "$3" || bad "$1: a program died"
		same_files "$1" "$said_here" "$dir/said"
	fi
}

[ $# -gt 0 ] || set -- s390x armhf powerpc
for host in "$@"; do
	row=$(hosts | grep "^$host ") || { bad "$host: no such host"; continue; }
	echo "qemu: $host"
	# shellcheck disable=SC2086
	one_host $row
done
finish
