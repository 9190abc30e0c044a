#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# bundle.sh BUILD [STATIC-PDATA] - a recording with stored names is resolved on a system without its files
#
# A static pdata also reads it in a root directory without other files.
set -u
export LC_ALL=C

here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd)
pdata=$build/pdata
static=${2:+$(realpath "$2")}
part=bundle
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
# shellcheck source=tests/lib.sh
. "$here/../lib.sh"
cd "$tmp" || exit 1
export HOME=$tmp DEBUGINFOD_URLS='' PERF_CONFIG=/dev/null

if ! ${CXX:-c++} -O1 -g -fno-omit-frame-pointer -o program "$here/../symbols/work.cc" 2>err; then
	skip_all "all: no C++ compiler"
fi
if ! "$build/pdata-record" -q --no-bundle -F 2000 -e cpu-clock -g -o plain ./program >out 2>err; then
	skip_all "all: nothing can be recorded here: $(cat err)"
fi
"$pdata" script -i plain 2>/dev/null | grep -q . || skip_all "all: nothing was sampled"

answers() { # PDATA FILE NAME - print the answers, with a neutral file name
	cp "$2" perf.data
	touch -d @0 perf.data
	"$1" report --stdio -i perf.data >"$3.report" 2>"$3.err"
	"$1" script -i perf.data >"$3.script" 2>>"$3.err"
}

answers "$pdata" plain before
cp plain bundled
if ! "$pdata" bundle bundled >said 2>err && grep -q 'codec this build lacks' err; then
	skip_all "all: a build without xxhash has no trailers"
fi
stdin_refused() { # for bundle, also where standard input is a pipe and there is no operand
	for c in 'bundle -' 'index -'; do
		# shellcheck disable=SC2086
		"$pdata" $c <bundled >refused 2>&1
		[ $? = 1 ] && grep -q 'cannot be added to standard input: name a file$' refused || { cat refused; return 1; }
	done
	! "$pdata" bundle --help | grep 'standard input' || return 1
	cp bundled perf.data && "$pdata" bundle </dev/null && : | "$pdata" bundle && rm perf.data
}
check "bundle and index change a file only" stdin_refused
fifo_refused() { # without a writer, and with one that waits for a reader; DIR/data may be one, too
	local c in writer
	rm -rf fifo dir.fifo && mkfifo fifo && mkdir dir.fifo && mkfifo dir.fifo/data || return 1
	for c in bundle index; do
		for in in fifo dir.fifo; do
			timeout 20 "$pdata" $c $in >refused 2>&1
			[ $? = 1 ] && grep -qx 'pdata: .*: only a regular file can be changed' refused || { cat refused; return 1; }
		done
		cat bundled >fifo &
		writer=$!
		timeout 20 "$pdata" $c fifo >refused 2>&1
		[ $? = 1 ] && grep -qx 'pdata: fifo: only a regular file can be changed' refused || { kill $writer; cat refused; return 1; }
		kill $writer && ! wait $writer || return 1
	done 2>/dev/null
}
check "bundle and index refuse a named pipe without opening it" fifo_refused
check "bundle prints the number of stored symbols" grep -q '^stored [1-9][0-9]* symbols of [1-9][0-9]* objects$' said
check "a file with symbols is undamaged" "$pdata" check bundled
small() { [ $(($(stat -c %s bundled) - $(stat -c %s plain))) -lt 200000 ]; }
check "symbols take less than 200 kB" small
turn() { "$pdata" dump -i bundled >text && "$pdata" assemble -o turned text && cmp bundled turned; }
check "dump and assemble give the same bytes" turn

rm program
answers "$pdata" bundled after
check "without the program report prints the same" cmp before.report after.report
check "without the program script prints the same" cmp before.script after.script
answers "$pdata" plain without
check "without symbols in the file they print something else" sh -c '! cmp -s before.script without.script'

nameless() { # the program is gone, so its samples cannot get names
	cp plain late && "$pdata" bundle late >said 2>err && cat err &&
		grep -q '^pdata: late: no symbols of .*/program are stored: .*program' err &&
		! grep -q 'no symbols of .*libc' err && "$pdata" bundle -q late >said 2>err && [ ! -s said ] && [ ! -s err ]
}
check "bundle names the objects of which no symbols are stored" nameless

again() { "$pdata" index bundled && answers "$pdata" bundled again && cmp before.script again.script; }
check "a new index keeps the symbols" again

copied() { # COMMAND
	"$pdata" "$@" -o copied bundled && answers "$pdata" copied copied && cmp before.script copied.script &&
		"$pdata" check copied
}
check "a cut recording has the symbols of its input" copied cut -q
check "a compressed cut has them, too" copied cut -q -z
check "a repaired recording has them" copied repair -q
piped() {
	"$pdata" cut -q -o - bundled >stream 2>err && [ "$(wc -l <err)" = 1 ] && grep -q '^pdata: -: the symbols .* are left out' err &&
		"$pdata" merge -q -o - plain bundled >stream 2>err && [ "$(wc -l <err)" = 1 ] && grep -q '^pdata: -: the symbols .* are left out' err &&
		"$pdata" cut -q -o - plain >stream 2>err && [ ! -s err ] || { cat err; return 1; }
}
check "a message says that a pipe has no symbols" piped

if [ -n "$static" ]; then
	elsewhere() {
		mkdir -p root && cp "$static" root/pdata && cp bundled root/perf.data && touch -d @0 root/perf.data
		chroot root /pdata report --stdio -i perf.data >c.report 2>c.err
		chroot root /pdata script -i perf.data >c.script 2>>c.err
		cmp before.report c.report && cmp before.script c.script
	}
	check "in an empty root a static pdata prints the same" elsewhere
fi

# ---- bundles of the recorder

build_either() { # FLAG... - a program that spends its time in left() or in right()
	${CC:-cc} -O1 "$@" -o either either.c
}
cat >either.c <<-'END'
	#include <stdlib.h>
	#include <string.h>
	static char buf[65536];
	__attribute__((noinline)) int left(int n) { memset(buf, n, sizeof(buf)); for (volatile int i = 0; i < n; i++); return n; }
	__attribute__((noinline)) int right(int n) { free(malloc(n)); for (volatile int i = 0; i < n; i++); return n; }
	int main(int argc, char **argv)
	{
		int n = 0;
		(void)argv;
		for (int i = 0; i < 40000; i++)
			n += argc > 1 ? right(1000) : left(1000);
		return !n;
	}
END

names_of() { # FILE - print the functions of the samples
	"$pdata" script -F time,ip,sym -i "$1" 2>/dev/null | awk '{ print $1, $3 }' | sort
}

# merged EVENT BUNDLE FLAG... - merge two recordings with different symbols of the same files
merged() {
	build_either "${@:3}" && "$build/pdata-record" -q -e "$1" -F 4000 "--bundle$2" -o left ./either 2>err &&
		"$build/pdata-record" -q -e "$1" -F 4000 "--bundle$2" -o right ./either x 2>err || { cat err; return 1; }
	rm either
	names_of left >want && names_of right >want.right && cat want.right >>want
	grep -q ' left$' want && grep -q ' right$' want || { echo "names are missing"; return 1; }
	"$pdata" merge -q -o merged left right 2>err && [ ! -s err ] || { cat err; return 1; }
	names_of merged >is
	sort want | cmp - is && "$pdata" check merged || { sort want | diff - is | head; return 1; }
}
check "a merged recording has the symbols of all inputs" merged cpu-clock:u ""
check "so it has where all symbols are stored" merged cpu-clock:u "=full"
check "so it has for a program without a dynamic symbol table" merged cpu-clock:u "" -static
check "so it has with symbols of the kernel" merged cpu-clock ""

# Stored kernel symbols of one input would give wrong names to samples of the other.
without_kernel() {
	build_either && "$build/pdata-record" -q -e cpu-clock -F 4000 --bundle -o left ./either 2>err &&
		"$build/pdata-record" -q -e cpu-clock -F 4000 --no-bundle -o right ./either x 2>err || { cat err; return 1; }
	"$pdata" dump -i left | grep -q '^BLOCK name=FILES.*5b6b65726e656c2e6b616c6c73796d735d' || { echo "no kernel symbols"; return 0; }
	"$pdata" script -F ip,sym -i right 2>/dev/null | grep -q 'ffffffff' || return 0
	"$pdata" merge -q -o merged left right 2>err
	[ $? = 2 ] && grep -q '^pdata: right: this recording has no stored kernel symbols' err && [ "$(wc -l <err)" = 1 ] || { cat err; return 1; }
	"$pdata" merge -q -o merged left left && names_of merged | uniq >is && names_of left | uniq | cmp - is
}
check "kernel symbols that only one input has are left out with a message" without_kernel

# After another boot the same kernel can be at another address.
moved_kernel() {
	build_either && "$build/pdata-record" -q -e cpu-clock -F 4000 --bundle -o left ./either 2>err &&
		"$build/pdata-record" -q -e cpu-clock -F 4000 --bundle -o right ./either x 2>err || { cat err; return 1; }
	"$pdata" dump -i right >right.pdt && grep -q '^BLOCK name=FILES.*5b6b65726e656c2e6b616c6c73796d735d' right.pdt || { echo "no kernel symbols"; return 0; }
	"$pdata" script -F ip,sym -i left 2>/dev/null | grep -q 'ffffffff' && "$pdata" script -F ip,sym -i right 2>/dev/null | grep -q 'ffffffff' || return 0
	sed -e '/kernel.kallsyms\]_text/s/pgoff=0x[0-9a-f]*/pgoff=0xffffffff90000000/' \
		-e '/^BLOCK name=\(INDEX\|SIDEBAND\|SUMS\|TIMES\|COPIES\)/d' right.pdt | "$pdata" assemble -o moved - || return 1
	"$pdata" merge -q -o merged left moved 2>err
	[ $? = 2 ] && grep -q '^pdata: moved: the kernel was at another address' err && ! "$pdata" dump -i merged | grep -q 5b6b65726e656c2e6b616c6c73796d735d || { cat err; return 1; }
}
check "kernel symbols of two boots are left out with a message" moved_kernel

# Without a build id, nothing tells a program from the one that is written over it.
overwritten() {
	build_either -Wl,--build-id=none && "$build/pdata-record" -q -e cpu-clock:u -F 4000 --bundle -o left ./either 2>err || { cat err; return 1; }
	cp either.c other.c && sed -i 's/left/wrong/g' other.c && ${CC:-cc} -O1 -Wl,--build-id=none -o other other.c && cat other >either &&
		"$build/pdata-record" -q -e cpu-clock:u -F 4000 --bundle -o right ./either 2>err || { cat err; return 1; }
	rm either
	names_of left >want && grep -q ' left$' want && names_of right | grep -q ' wrong$' || { echo "names are missing"; return 1; }
	"$pdata" merge -q -o merged left right 2>err
	[ $? = 2 ] && grep -q '^pdata: right: the stored symbols of .*either cannot be joined' err || { cat err; return 1; }
	names_of merged | grep ' left$\| wrong$' && return 1
	:
}
check "symbols of a program without a build id that was written over are left out" overwritten

stored_twice() { # symbols that pdata bundle has stored
	build_either -g && "$build/pdata-record" -q -e cpu-clock:u -F 4000 --no-bundle -o left ./either &&
		"$build/pdata-record" -q -e cpu-clock:u -F 4000 --no-bundle -o right ./either x &&
		"$pdata" bundle -q left && "$pdata" bundle -q right || return 1
	rm either
	{ names_of left && names_of right; } | sort >want
	"$pdata" merge -q -o merged left right && names_of merged | cmp want - && grep -q ' right$' want
}
check "symbols of pdata bundle are joined, too" stored_twice
# The recorder stored some of the names that pdata bundle stores.
stored_by_both() {
	build_either -g && "$build/pdata-record" -q -e cpu-clock:u -F 4000 --bundle -o left ./either &&
		"$build/pdata-record" -q -e cpu-clock:u -F 4000 --no-bundle -o right ./either x || return 1
	{ names_of left && names_of right; } | sort >want
	"$pdata" merge -q -o merged left right && "$pdata" bundle -q merged || return 1
	rm either
	names_of merged | cmp want - && grep -q ' left$' want && grep -q ' right$' want
}
check "symbols of pdata bundle add to those of the recorder" stored_by_both
# One program at two paths: its functions differ by path, and the program of the second path is written over.
two_paths() {
	build_either -g && mkdir -p paths && cp either paths/first && cp either paths/second && cp "$(type -P true)" paths/other || return 1
	"$build/pdata-record" -q -e cpu-clock:u -F 4000 --bundle -o paths.data sh -c 'paths/first; paths/second x; mv paths/other paths/second' || return 1
	rm -r paths either
	"$pdata" script -F ip,sym -i paths.data >is
	grep -q ' left$' is && grep -q ' right$' is || { "$pdata" report --stdio -i paths.data | head -20; return 1; }
}
check "a program at two paths has its symbols if one of the paths gets another program" two_paths

build_program() {
	${CXX:-c++} -O1 -g -fno-omit-frame-pointer -o program "$here/../symbols/work.cc"
}

block() { # FILE - print the size of the block in bytes
	"$pdata" dump -i "$1" | awk '/^BLOCK name=FILES/ { sub(/.*data=/, ""); print length($0) / 2; n++ } END { if (!n) print 0 }'
}

# report and script print the same here, without the program, and in an empty root directory.
is_enough() { # FILE
	build_program && answers "$pdata" "$1" here || return 1
	grep -q 'work::' here.script || { echo "it has no names"; return 1; }
	rm program
	answers "$pdata" "$1" gone
	build_program
	cmp here.report gone.report && cmp here.script gone.script || return 1
	[ -n "$static" ] || return 0
	rm -rf root
	mkdir root && cp "$static" root/pdata && cp "$1" root/perf.data && touch -d @0 root/perf.data
	DEBUGINFOD_URLS=http://localhost:1 chroot root /pdata report --stdio -i perf.data >c.report 2>c.err
	chroot root /pdata script -i perf.data >c.script 2>>c.err
	cmp here.report c.report && cmp here.script c.script || { diff here.script c.script | head; return 1; }
	grep -q '^pdata: debuginfod is not used: ' c.err || { cat c.err; return 1; }
}

records() { # FILE OPTION...
	out=$1
	shift
	"$build/pdata-record" -q -F 2000 -e cpu-clock -o "$out" "$@" ./program >/dev/null
}

build_program
records hit -g --bundle hit && records none -g --no-bundle && records full -g --bundle=full || bad "the recorder takes --bundle"
check "a recording has the symbols of its samples" is_enough hit
between() { [ "$1" -ge "$2" ] && [ "$1" -lt "$3" ] || { echo "$1 bytes"; return 1; }; }
# With --kallsyms the kernel symbols of the bundle are not used.
from_files() {
	build_program
	"$pdata" script -i hit >carried.script && "$pdata" script --kallsyms /proc/kallsyms -i hit >files.script &&
		cmp carried.script files.script || { diff carried.script files.script | head; return 1; }
}
if grep -q '^[0-9a-f]*[1-9a-f][0-9a-f]* [Tt] _stext$' /proc/kallsyms 2>/dev/null; then
	check "the symbols equal those of the files and the kernel here" from_files
	# Functions in fields of tracepoints are no sampled addresses. Elsewhere they have no name, and never a wrong one.
	fields_of_tracepoints() {
		"$build/pdata-record" -q -e timer:hrtimer_start --bundle -o timers ./program >/dev/null || return 1
		"$pdata" script -i timers >timers.here && "$pdata" script --kallsyms /proc/kallsyms -i timers | diff - timers.here || return 1
		grep -q 'function=[a-z]' timers.here || { head -3 timers.here; return 1; }
		rm -rf no_kernel && mkdir no_kernel && : >no_kernel/kallsyms && "$pdata" script --symfs no_kernel -i timers >timers.there
		! grep 'function=[^0 ]*+0x[0-9a-f]\{4,\}' timers.here timers.there
	}
	if [ "$(id -u)" = 0 ] && "$build/pdata-record" -q -e timer:hrtimer_start -o timers true 2>/dev/null; then
		check "functions in fields of tracepoints have right names or none" fields_of_tracepoints
	else
		skip "functions in fields of tracepoints: no tracepoints here"
	fi
else
	skip "the kernel's names: its addresses are hidden"
fi
records unasked -g || bad "it records"
check "without an option, symbols of programs are stored" between "$(block unasked)" 1 200000
check "these symbols take less than 200 kB" between "$(block hit)" 1 200000
check "--no-bundle stores no symbols" between "$(block none)" 0 1
check "--bundle=full has more" between "$(block full)" "$(($(block hit) + 1))" 100000000
check "and is enough" is_enough full
check "check finds the recording undamaged" "$pdata" check hit full
turn_hit() { "$pdata" dump -i hit >text && "$pdata" assemble -o turned text && cmp hit turned; }
check "dump and assemble give the same bytes of the recording" turn_hit
flipped() {
	at=$(grep -abo 'PBLK\|KLBP' hit | tail -1 | cut -d: -f1)
	cp hit changed
	was=$(od -An -tu1 -j $((at + 100)) -N 1 hit | tr -d ' ')
	# shellcheck disable=SC2059
	printf "\\$(printf %03o $((was ^ 255)))" | dd of=changed bs=1 seek=$((at + 100)) conv=notrunc 2>/dev/null
	cmp -s hit changed && return 1
	"$pdata" check changed >said
	[ $? = 2 ] && grep -q 'trailer at offset .* checksum does not match' said || { cat said; return 1; }
}
check "a changed byte in the bundle is found" flipped
flipped_in_stdin() {
	sed 's/^changed:/-:/' said >want
	"$pdata" check - <changed >said.file
	[ $? = 2 ] && cmp want said.file || return 1
	# shellcheck disable=SC2002 # a pipe, not a file
	cat changed | "$pdata" check - >said.pipe
	[ $? = 2 ] && cmp want said.pipe || return 1
	"$pdata" check - <hit | grep -q '^-: undamaged: all checksums match$'
}
check "a changed byte in the bundle of standard input is found" flipped_in_stdin
wrapped_says_so() {
	gzip -c changed >changed.gz && "$pdata" check changed.gz >said.gz &&
		grep 'undamaged: all records can be decoded; not all checksums were compared' said.gz
}
if gzip -c hit >hit.gz && "$pdata" evlist -i hit.gz >/dev/null 2>&1; then
	check "check of a compressed file says that not all checksums were compared" wrapped_says_so
fi
again_hit() { cp hit once && "$pdata" index once && "$pdata" bundle -q once && is_enough once && [ "$(block once)" = "$(block hit)" ]; }
check "index and bundle keep the block" again_hit
# The symbols of a stripped program are in the file that its .gnu_debuglink names.
linked_debug() { # DIRECTORY FLAG... - the file is in this directory, below that of the program
	local dir=$1
	shift
	rm -rf linked && mkdir -p "linked/$dir" && ${CXX:-c++} -O1 -o linked/app "$@" "$here/../symbols/work.cc" &&
		objcopy --only-keep-debug linked/app "linked/$dir/app.debug" && strip linked/app &&
		objcopy --add-gnu-debuglink="linked/$dir/app.debug" linked/app || return 1
	"$build/pdata-record" -q -F 2000 -e cpu-clock --bundle -o linked.data linked/app >/dev/null || return 1
	"$pdata" script -F ip,sym -i linked.data >linked.here && grep -q 'work::' linked.here || { echo "it has no names"; return 1; }
	rm -r linked
	"$pdata" script -F ip,sym -i linked.data | diff linked.here -
}
if command -v objcopy >/dev/null; then
	check "symbols of the debug file beside a program" linked_debug .
	check "symbols of the debug file in .debug of a program without a build id" linked_debug .debug -Wl,--build-id=none
else
	skip "debug files: no objcopy"
fi
# A service that runs while its program is updated: afterwards, the path is that of another program.
replaced() { # SECONDS - the program is replaced after this time; the recording begins after 0.2 s
	cat >spin.c <<-'END'
		volatile unsigned long sum;
		__attribute__((noinline)) void replaced_work(void) { for (int i = 0; i < 100000; i++) sum += i; }
		int main(void) { for (;;) replaced_work(); }
	END
	rm -f spin && gcc -O1 -o spin spin.c || return 1
	./spin &
	spin=$!
	(sleep "$1" && rm spin && cp "$(type -P true)" spin) &
	sleep 0.2
	"$build/pdata-record" -q -F 500 -e cpu-clock --bundle -p $spin --duration 0.4 -o replaced.data
	kill $spin
	wait
	"$pdata" script -F ip,sym -i replaced.data | grep -q replaced_work || { "$pdata" report --stdio -i replaced.data | head -20; return 1; }
} 2>/dev/null
if [ "$(id -u)" = 0 ] && command -v gcc >/dev/null; then
	check "symbols of a program that was replaced before the recording" replaced 0
	check "symbols of a program that is replaced during the recording" replaced 0.4
else
	skip "replaced programs: not root, or no gcc"
fi
# In a container most processes have ended before the recorder: the file is found through one that still runs.
in_container() {
	cat >contained.c <<-'END'
		#include <time.h>
		#include <unistd.h>
		volatile unsigned long sum;
		__attribute__((noinline)) void contained_work(void) { for (int i = 0; i < 100000; i++) sum += i; }
		int main(int argc, char **argv)
		{
			(void)argv;
			while (clock() < CLOCKS_PER_SEC / 20)
				contained_work();
			return argc > 1 ? pause() : 0;
		}
	END
	cat >contained.sh <<-'END'
		mount --bind there mounted || exit 1
		for i in 1 2 3 4 5 6 7 8; do ./mounted/app; done
		./mounted/app stay &
		echo $! >stays
		sleep 0.3
	END
	mkdir -p there mounted && gcc -O1 -o there/app contained.c || return 1
	"$build/pdata-record" -q -F 2000 -e cpu-clock --bundle -o contained -- unshare -m sh contained.sh
	kill "$(cat stays)"
	mv there/app elsewhere
	"$pdata" script -F ip,sym -i contained | grep -q contained_work || { "$pdata" report --stdio -i contained | head -20; return 1; }
}
if [ "$(id -u)" = 0 ] && unshare -m true 2>/dev/null && command -v gcc >/dev/null; then
	check "symbols of a file that only one process of a container still has" in_container
else
	skip "a file of a container: no mount namespaces of one's own, or no gcc"
fi
piped() {
	sh -c 'while [ ! -e over ]; do ./program; done' >/dev/null &
	"$build/pdata-record" -q -F 500 -e cpu-clock -o - -p $! --duration 0.3 | "$pdata" script -i - >p.script
	status=$?
	: >over
	wait
	return $status
}
check "a pipe has no bundle, and is read" piped

# Code with a frame pointer needs no call frame information; the bundle only records that it is code.
record_undescribed() {
	cat >callee.c <<-'END'
		volatile long sum;
		__attribute__((noinline)) static void undescribed_leaf(long n)
		{
			while (n--)
				sum += n;
		}
		void undescribed_caller(long n)
		{
			undescribed_leaf(n);
			sum++;
		}
	END
	cat >caller.c <<-'END'
		#include <time.h>
		void undescribed_caller(long n);
		int main(void)
		{
			while (clock() < CLOCKS_PER_SEC / 5)
				undescribed_caller(200000);
			return 0;
		}
	END
	${CC:-cc} -O0 -fno-omit-frame-pointer -fno-asynchronous-unwind-tables -c callee.c &&
		${CC:-cc} -O1 -fno-omit-frame-pointer -g -o program caller.c callee.o || return 1
	records plainly --call-graph dwarf --no-bundle && "$pdata" script -F ip,sym -i plainly >here.script &&
		grep -q undescribed_caller here.script
}
undescribed() {
	"$pdata" bundle -q --debug plainly && rm program || return 1
	"$pdata" script -F ip,sym -i plainly >gone.script
	cmp here.script gone.script || { diff here.script gone.script | head; return 1; }
}

# The only user address of such a sample is in its user registers.
record_in_kernel() {
	cat >reader.c <<-'END'
		#include <fcntl.h>
		#include <time.h>
		#include <unistd.h>
		static char buf[1 << 20];
		__attribute__((noinline)) long read_zeros(int fd)
		{
			return read(fd, buf, sizeof(buf)) + 1;
		}
		int main(void)
		{
			const int fd = open("/dev/zero", O_RDONLY);
			long n = 0;
			while (clock() < CLOCKS_PER_SEC / 5)
				n += read_zeros(fd);
			return n < 0;
		}
	END
	${CC:-cc} -O1 -g -o reader reader.c &&
		"$build/pdata-record" -q -F 2000 -e cpu-clock:k --call-graph dwarf --bundle -o inside ./reader &&
		"$pdata" script -F ip,sym -i inside >here.script && grep -q read_zeros here.script
}
in_kernel() {
	rm reader
	"$pdata" script -F ip,sym -i inside >gone.script
	cmp here.script gone.script || { diff here.script gone.script | head; return 1; }
}

# Symbols are stored, but no call frame information; then, nothing is stored.
without_files() {
	local said='^pdata: short: the call chains of [1-9][0-9]* samples are incomplete, .* for example /.*program: use --symfs, or run "pdata bundle --debug" on the recorded machine$'
	for how in hit no; do
		build_program && records short --call-graph dwarf --bundle=$how || return 1
		"$pdata" script -i short >out 2>err && [ ! -s err ] || { cat err; return 1; }
		rm program
		for c in script 'report --stdio' 'export -o out folded'; do
			# shellcheck disable=SC2086 # a command with its options
			"$pdata" $c -i short >out 2>err
			[ "$(grep -c "$said" err)" = 1 ] || { echo "$how: $c"; cat err; return 1; }
		done
	done
	build_program
}

if records dwarf --call-graph dwarf --bundle && "$pdata" script -i dwarf 2>/dev/null | grep -q 'work::'; then
	check "stacks are unwound with the files of the recording" is_enough dwarf
	records bare --call-graph dwarf --no-bundle && "$pdata" bundle -q --debug bare
	check "stacks are unwound with the files that pdata bundle --debug adds" is_enough bare
	check "a message says that unwinding lacks files" without_files
	if record_in_kernel; then
		check "user stacks of a process that has only kernel samples are unwound" in_kernel
	else
		skip "user stacks of kernel samples: none here"
	fi
	if record_undescribed; then
		check "stacks of code without call frame information are unwound" undescribed
	else
		skip "stacks of code without a description: they are not unwound here"
	fi
else
	skip "stacks that are unwound: none here"
fi

if ${CC:-cc} -O1 -pthread -o jit "$here/../symbols/jit.c" 2>err; then
	"$build/pdata-record" -q -F 2000 -e cpu-clock --bundle=hit -o jitted ./jit >jit.out 2>err
	answers "$pdata" jitted here
	if grep -q compiled here.script; then
		rm -f "$(cat jit.out)"
		answers "$pdata" jitted gone
		check "code made at run time has symbols" cmp here.script gone.script
	fi
fi

if command -v perf >/dev/null; then
	quiet() { "$@" >/dev/null 2>perf.err && ! perf_complaints perf.err || { cat perf.err; return 1; }; }
	check "perf script reads it without a message" quiet perf_runs script -f -i hit
	check "perf report --header-only reads it without a message" quiet perf_runs report -f --header-only -i hit
	check "perf inject, too" quiet perf_runs inject -f -i hit -o injected
	samples() { perf script -f -F ip -i "$1" 2>/dev/null | grep -c .; }
	same_count() { [ "$(samples hit)" = "$(samples injected)" ]; }
	check "perf finds the same samples in the output of perf inject" same_count
else
	skip "perf: not here"
fi

# Only on an idle machine: the time at the end of a recording has a limit.
if [ -n "$static" ] && ! awk -v n="$(nproc)" '{ exit !($1 < n) }' /proc/loadavg; then
	skip "how long it takes: the machine is busy: $(cut -d' ' -f1 /proc/loadavg)"
elif [ -n "$static" ]; then
	quick() {
		for _ in 1 2 3 4 5; do
			"$build/pdata-record" -v -F 2000 -e cpu-clock -g --bundle=hit -o timed ./program 2>&1 >/dev/null |
				sed -n 's/.*bundle: .* \([0-9.]*\) ms$/\1/p'
		done | sort -n | head -1 | awk '{ print; exit !($1 > 0 && $1 < 100) }'
	}
	check "storing symbols takes less than 100 ms" quick
fi
finish
