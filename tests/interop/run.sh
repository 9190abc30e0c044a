#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# run.sh BUILD [short] - other programs read pdata's recordings
#
# The programs are perf, hotspot's perfparser (package hotspot) and a reader with the Rust crate linux-perf-data (rustc, cargo
# and the crates are packages; nothing is downloaded). Each must count the samples that pdata counts. A program that
# is not installed is skipped, and so are kinds of recordings that it cannot read from perf either. With "short" the crate's
# reader is used only if it is already built. All programs must read files with and without a trailer alike.
set -u

build=$(cd "${1:?usage: run.sh BUILD [short]}" && pwd) || exit 1
short=${2:-}
here=$(cd "$(dirname "$0")" && pwd) || exit 1
part=interop
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
. "$here/../lib.sh"
rec=$build/pdata-record
cd "$tmp" || exit 1
export HOME=$tmp PERF_CONFIG=/dev/null DEBUGINFOD_URLS='' LC_ALL=C.UTF-8 QT_QPA_PLATFORM=offscreen

work='i=0; while [ $i -lt 40 ]; do /bin/true; j=0; while [ $j -lt 4000 ]; do j=$((j + 1)); done; i=$((i + 1)); done'

# NAME and options; "| " first: to a pipe.
modes() {
	cat <<-END
		plain -e cpu-clock -F 2000
		chains -e cpu-clock -F 2000 -g
		dwarf -e cpu-clock -F 500 --call-graph dwarf,4096
		two -e cpu-clock/freq=2000/ -e page-faults/period=1/ -d
		compressed -z -e cpu-clock -F 2000 -g
		tracepoints -e raw_syscalls:sys_enter -e raw_syscalls:sys_exit
		pipe | -e cpu-clock -F 2000 -g
		pipezstd | -z -e cpu-clock -F 2000 -g
		threads --threads -e cpu-clock -F 2000 -g
	END
}

of_pdata() { # FILE
	"$build/pdata" report --stats -i "$1" | awk '/SAMPLE events:/ { print $3; exit }'
}
of_perf() {
	perf report --stats -f -i "$1" 2>/dev/null | awk '/SAMPLE events:/ { print $3; exit }'
}
of_perf_script() { # every sample is decoded and has one line with its event, and there are no other lines
	perf script -f -F event -G -i "$1" 2>script.err | wc -l
}
of_perfparser() {
	"$perfparser" --input "$1" --print-stats 2>/dev/null | sed -n 's/^samples: //p'
}
of_crate() {
	"$build/interop/target/release/interop" "$1"
}

for p in /usr/lib/*/libexec/hotspot-perfparser /usr/libexec/hotspot-perfparser /usr/lib/hotspot-perfparser; do
	[ -x "$p" ] && perfparser=$p
done
readers=
command -v perf >/dev/null && readers="perf perf_script" || skip "perf: not installed"
[ -n "${perfparser:-}" ] && readers="$readers perfparser" || skip "perfparser: no package hotspot"

build_crate() {
	mkdir -p "$build/interop/.cargo" && cd "$build/interop" && cp "$here/Cargo.toml" "$here/main.rs" . || return 1
	printf '[source.crates-io]\nreplace-with = "debian"\n[source.debian]\ndirectory = "/usr/share/cargo/registry"\n' >.cargo/config.toml
	# Use the distribution's tool chain: rustup's wrapper would try to download one.
	CARGO_HOME=$PWD/.cargo RUSTC=/usr/bin/rustc /usr/bin/cargo build --release --offline -j 2
}
if ! [ -x /usr/bin/cargo ] || ! ls -d /usr/share/cargo/registry/linux-perf-data-* >/dev/null 2>&1; then
	skip "crate: no cargo, or no package librust-linux-perf-data-dev"
elif [ -n "$short" ]; then
	[ -x "$build/interop/target/release/interop" ] && readers="$readers crate"
elif (build_crate) >crate.log 2>&1; then
	readers="$readers crate"
else
	bad "the crate's reader does not build"
	tail -20 crate.log
fi

reads() { # READER MODE
	case $1-$2 in
	crate-compressed | crate-pipe* | crate-threads) return 1 ;; # unknown to 0.6
	perf-pipezstd) return 1 ;; # report --stats of perf 6.1 leaves out the record with the compressed size
	perfparser-threads) return 1 ;; # reads files
	perfparser-compressed | perfparser-pipezstd) ! grep -aq 'zstd decompression support not available' "$perfparser" ;;
	esac
}

equal() { # READER MODE
	local want got
	want=$(of_pdata "$2.data")
	got=$("of_$1" "$2.data" 2>reader.err)
	[ "${want:-0}" -gt 20 ] && [ "$want" = "$got" ] && return
	echo "pdata counts ${want:-none}, $1 ${got:-none}"
	cat reader.err
	return 1
}

record() { # MODE OPTIONS...
	local mode=$1
	shift
	rm -rf "$mode.data"
	if [ "$1" = "|" ]; then
		shift
		"$rec" -q "$@" -o - sh -c "$work" 2>rec.err >"$mode.data"
	else
		"$rec" -q "$@" -o "$mode.data" sh -c "$work" 2>rec.err
	fi
}

# ---- with a trailer and without
said_alike() { # WORDS... - run perf with the file as last argument: same output for both files, nothing on stderr
	"$@" bare.data >a 2>a.err && "$@" trailer.data >b 2>b.err || { cat a.err b.err; return 1; }
	grep -v '^# captured on' a >a1
	grep -v '^# captured on' b >b1
	cmp a1 b1 && cmp a.err b.err && ! perf_complaints b.err
}
injected() {
	perf inject -f -b -i bare.data -o a.data 2>a.err && perf inject -f -b -i trailer.data -o b.data 2>b.err ||
		{ cat a.err b.err; return 1; }
	cmp a.err b.err && ! perf_complaints b.err || return 1
	perf script -f -i a.data >a 2>a.err && perf script -f -i b.data >b 2>b.err && cmp a b && cmp a.err b.err
}
counts_alike() { # READER
	a=$("of_$1" bare.data 2>reader.err) && b=$("of_$1" trailer.data 2>>reader.err)
	[ "${a:-0}" -gt 20 ] && [ "$a" = "$b" ] && [ "$a" = "$(of_pdata trailer.data)" ] && return
	echo "$1 counts ${a:-none} without, ${b:-none} with a trailer"
	cat reader.err
	return 1
}
trailers() { # WHOSE
	cp bare.data trailer.data
	"$build/pdata" index trailer.data 2>index.err || { skip "trailers: $(cat index.err)"; return; }
	"$build/pdata" bundle trailer.data >/dev/null 2>&1
	check "$1: a trailer is there" grep -q 'undamaged: all checksums match' <("$build/pdata" check trailer.data)
	for reader in $readers; do
		check "$1: $reader counts the same with a trailer" counts_alike "$reader"
	done
	case $readers in *perf_script*)
		check "$1: perf report --header-only sees no trailer" said_alike perf report -f --header-only -i
		check "$1: perf report --stats sees no trailer" said_alike perf report -f --stats -i
		check "$1: perf script sees no trailer" said_alike perf script -f -i
		check "$1: perf inject ignores a trailer" injected ;;
	esac
}
if record bare --no-index -e cpu-clock -F 2000; then
	trailers "the recorder's"
else
	skip "trailers: cannot be recorded: $(cat rec.err)"
fi
if [ -z "$short" ] && perf_records -e cpu-clock -F 2000 -o bare.data sh -c "$work" >/dev/null; then
	trailers "perf's"
fi

# shellcheck disable=SC2086
while read -r mode options; do
	case $short:$mode in
	short:dwarf | short:two | short:threads) continue ;;
	esac
	if ! record "$mode" $options; then
		skip "$mode: cannot be recorded: $(cat rec.err)"
		continue
	fi
	for reader in $readers; do
		reads "$reader" "$mode" && check "$reader reads $mode" equal "$reader" "$mode"
	done
done < <(modes)
finish
