#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# outputs.sh BUILD - no command loses a file that is at the path of its output
set -u

build=$(cd "${1:?usage: outputs.sh BUILD}" && pwd) || exit 1
here=$(cd "$(dirname "$0")" && pwd) || exit 1
real=$here/../../fixtures/real
# shellcheck disable=SC2034 # lib.sh reads it
part=outputs
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
. "$here/../lib.sh"

pdata=$build/pdata
cd "$tmp" || exit 1
export HOME=$tmp PERF_CONFIG=/dev/null DEBUGINFOD_URLS='' LC_ALL=C.UTF-8
umask 022
cp "$real/perf_record.data" in.data && "$pdata" dump in.data >in.pdt || exit 1

# Commands whose output is a stream, and commands that write a recording; -o FILE follows.
streams=("html -i in.data" "flame -i in.data" "export folded -i in.data" "archive -q -i in.data")
recordings=("cut -q -i in.data" "merge -q in.data" "repair -q in.data" "assemble in.pdt" "assemble --mode pipe in.pdt")

# A link like /dev/stdout, in a directory of the test.
linked_pipes() {
	local cmd
	ln -sfn /proc/self/fd/1 so || return 1
	for cmd in "${streams[@]}"; do
		# shellcheck disable=SC2086 # words
		"$pdata" $cmd -o - >want && [ -s want ] || return 1
		# shellcheck disable=SC2086
		"$pdata" $cmd -o so 2>err | cmp - want && [ -L so ] && [ ! -s err ] || { echo "$cmd"; cat err; return 1; }
	done
	for cmd in "${recordings[@]}"; do
		# shellcheck disable=SC2086
		"$pdata" $cmd -o so 2>err | cat >is
		[ "${PIPESTATUS[0]}" = 1 ] && [ -L so ] && [ ! -s is ] && grep -q '^pdata: so: a recording can be written only to a regular file' err ||
			{ echo "$cmd"; cat err; return 1; }
	done
}
check "a link to a pipe stays, and the pipe gets the output" linked_pipes

named_pipes() {
	mkfifo fifo || return 1
	cat fifo >is &
	"$pdata" export folded -i in.data -o fifo && wait && "$pdata" export folded -i in.data | cmp - is && [ -p fifo ] || return 1
	"$pdata" export folded -i in.data -o >(cat >is2) && wait $! && cmp is is2
}
check "a named pipe gets the output" named_pipes

# Standard output is a file whose name is gone: there is nothing to replace.
deleted_file() {
	ln -sfn /proc/self/fd/1 so || return 1
	exec 3<>gone && rm gone && "$pdata" export folded -i in.data -o so >&3 && cat /proc/self/fd/3 >is && exec 3>&- || return 1
	[ -L so ] && "$pdata" export folded -i in.data | cmp - is && ! compgen -G '*gone*'
}
check "a deleted file gets the output" deleted_file

dangling_links() {
	local cmd
	mkdir -p far/away || return 1
	for cmd in "${streams[@]}" "${recordings[@]}"; do
		ln -sfn far/one hop && ln -sfn away/two far/one && rm -f far/away/two || return 1
		# shellcheck disable=SC2086 # words
		"$pdata" $cmd -o hop 2>err && [ -L hop ] && [ -L far/one ] && [ -s far/away/two ] || { echo "$cmd"; cat err; return 1; }
		ln -sfn "$tmp/far/away/three" hop && rm -f far/away/three || return 1
		# shellcheck disable=SC2086
		"$pdata" $cmd -o hop 2>err && [ -L hop ] && [ -s far/away/three ] || { echo "$cmd"; cat err; return 1; }
	done
	ln -sfn loop loop
	"$pdata" export folded -i in.data -o loop 2>err && return 1
	grep -q '^pdata: loop: Too many levels of symbolic links$' err && [ -L loop ] || { cat err; return 1; }
	ln -sfn nowhere/file hop
	"$pdata" export folded -i in.data -o hop 2>err && return 1
	grep -q '^pdata: hop: No such file or directory$' err && [ -L hop ]
}
check "the file to which a dangling link leads is made" dangling_links

# The recording itself is not replaced by a text or an archive, whatever its name is.
over_input() {
	local cmd other
	cp in.data x.data && ln x.data hard.data && ln -s x.data soft.data || return 1
	for cmd in "html" "flame" "export folded" "archive"; do
		for other in x.data hard.data soft.data ./x.data; do
			# shellcheck disable=SC2086 # words
			"$pdata" $cmd -i x.data -o $other 2>err && { echo "$cmd"; return 1; }
			grep -q "^pdata: $other: this is the recording that is read, so it was not replaced" err && cmp in.data x.data || { echo "$cmd"; cat err; return 1; }
		done
	done
	"$pdata" flame -i "$real/perf_callchains.data" --differential hard.data -o x.data 2>err && return 1
	grep -q "^pdata: x.data: this is the recording that is read" err && cmp in.data x.data && [ x.data -ef hard.data ]
}
check "the recording is not the output of html, flame, export and archive" over_input
# A cache directory has no place for perf maps, so the archive lacks the symbols of JIT code.
without_generated() {
	"$pdata" assemble -o jit.data "$here/../../fixtures/text/trailer_files.pdt" && "$pdata" archive -i jit.data -o jit.tar 2>err || return 1
	[ "$(grep -c '^pdata: jit.data: symbols of generated code .* are not in the archive; "pdata bundle" stores them in the recording$' err)" = 1 ] || { cat err; return 1; }
	"$pdata" archive -q -i jit.data -o jit.tar 2>err && [ ! -s err ]
}
check "a message says that an archive lacks symbols of generated code" without_generated

# fails_to_write COMMAND... - the file-size limit ends it by an error, then by a signal; out.file stays as it is, and there is no other
fails_to_write() {
	local limit
	for limit in "trap '' XFSZ; ulimit -f 0" "ulimit -c 0 -f 0"; do
		rm -rf full && mkdir full && echo old >full/out.file || return 1
		(eval "$limit"; exec "$@") 2>&1 | cat >err
		[ "${PIPESTATUS[0]}" != 0 ] && [ "$(cat full/out.file)" = old ] || { echo "$* after $limit"; cat err; return 1; }
		$nameless || continue
		[ "$(ls -A full)" = out.file ] || { ls -A full; return 1; }
	done
}

# Without files that have no name, a signal leaves an unfinished file with a hidden name.
case $(stat -f -c %T .) in
overlayfs | nfs | fuseblk) nameless=false ;;
*) nameless=true ;;
esac

full_disks() {
	local cmd
	for cmd in "${streams[@]}" "${recordings[@]}"; do
		# shellcheck disable=SC2086 # words
		fails_to_write "$pdata" $cmd -o full/out.file || return 1
	done
}
check "an output that could not be written leaves the old file" full_disks

bad_texts() {
	local how
	sed '20s/^/oops /' in.pdt >bad.pdt && sed '$s/.*/oops/' in.pdt >end.pdt && mkdir bad || return 1
	for how in "../bad.pdt" "../end.pdt" "--mode pipe ../bad.pdt" "--compress zstd ../bad.pdt" "--mode file nonexistent"; do
		cp in.data bad/perf.data || return 1
		# shellcheck disable=SC2086 # words
		(cd bad && "$pdata" assemble $how) 2>err && { echo "$how"; return 1; }
		cmp in.data bad/perf.data && [ "$(ls -A bad)" = perf.data ] || { echo "$how"; ls -A bad; cat err; return 1; }
	done
	"$pdata" assemble -o - in.pdt >stream 2>err && return 1
	grep -q '^pdata: -o -: the text is not that of a pipe stream' err && [ ! -s stream ] && [ ! -e ./- ]
}
check "a text with an error leaves the old recording" bad_texts

me=$(id -u):$(id -g)

# give_away FILE MODE - set the mode and, if this is permitted, another owner; $owner: who owns it now
give_away() {
	chmod "$2" "$1" && owner=$me || return 1
	if chown 12345:54321 "$1" 2>/dev/null; then
		owner=12345:54321
	fi
}

is_of() { # FILE MODE OWNER
	[ "$(stat -c '%a %u:%g' "$1")" = "$2 $3" ] || { stat -c '%n: %a %u:%g' "$1"; return 1; }
}

modes() { # MODE COMMAND... - the mode of a new file
	local new=$1 cmd mode
	shift
	for cmd; do
		rm -f o.file
		# shellcheck disable=SC2086 # words
		"$pdata" $cmd -o o.file 2>err && is_of o.file "$new" "$me" || { echo "$cmd"; cat err; return 1; }
		for mode in 600 640 664; do
			# shellcheck disable=SC2086
			give_away o.file $mode && "$pdata" $cmd -o o.file 2>err && is_of o.file $mode "$owner" || { echo "$cmd"; cat err; return 1; }
		done
	done
}
check "a new text has the mode of the umask, and a replaced one keeps owner and mode" modes 644 "${streams[@]}"
check "a new recording is for its owner only, and a replaced one keeps owner and mode" modes 600 "${recordings[@]}"

directory_modes() {
	"$pdata" assemble --mode dir in.pdt -o o.dir && is_of o.dir 700 "$me" && is_of o.dir/data 600 "$me" && is_of o.dir/data.0 600 "$me"
}
check "a new directory recording is for its owner only" directory_modes

repaired_modes() {
	cp in.data damaged.data && give_away damaged.data 600 && "$pdata" repair -q --in-place damaged.data && is_of damaged.data 600 "$owner"
}
check "repair --in-place keeps owner and mode" repaired_modes

refused_in_place() {
	local is
	cp in.data perf.data && mkfifo in.fifo && mkdir in.dir || return 1
	: | timeout 20 "$pdata" repair --in-place - >is 2>err && return 1
	grep -qx 'pdata: repair: --in-place: standard input cannot be replaced: name a file' err && [ ! -s is ] || { cat err; return 1; }
	for is in in.fifo in.dir; do
		timeout 20 "$pdata" repair --in-place $is 2>err
		[ $? = 1 ] && grep -q "^pdata: $is: only a regular file can be changed" err || { cat err; return 1; }
	done
	# A pipe on standard input does not take the place of perf.data.
	"$pdata" repair -q -o want.data in.data && : | "$pdata" repair -q --in-place >is && [ ! -s is ] && cmp want.data perf.data
}
check "repair --in-place refuses what cannot be replaced, without reading it" refused_in_place

# Files of an older directory would be read as a part of the new recording.
used_directories() {
	local how
	"$pdata" assemble --mode dir in.pdt -o old.dir && "$pdata" dump old.dir >dir.pdt && sed '$s/.*/oops/' dir.pdt >bad.pdt || return 1
	for how in "dir.pdt" "--mode dir in.pdt" "--compress zstd dir.pdt"; do
		cp -r old.dir new.dir || return 1
		# shellcheck disable=SC2086 # words
		"$pdata" assemble $how -o new.dir 2>err && { echo "$how"; return 1; }
		grep -q '^pdata: new.dir: this directory has files, so nothing was written to it' err && diff -r old.dir new.dir || { echo "$how"; cat err; return 1; }
		rm -r new.dir && mkdir new.dir || return 1
		# shellcheck disable=SC2086
		"$pdata" assemble $how -o new.dir && "$pdata" script -i new.dir >is && "$pdata" script -i old.dir | cmp - is || return 1
		rm -r new.dir || return 1
	done
	"$pdata" assemble bad.pdt -o new.dir 2>err && return 1
	grep -q '^pdata: bad.pdt: line ' err && [ ! -e new.dir ] || { cat err; return 1; }
	mkdir new.dir || return 1
	"$pdata" assemble bad.pdt -o new.dir 2>err && return 1
	[ -z "$(ls -A new.dir)" ] || return 1
	(trap '' XFSZ; ulimit -f 0; exec "$pdata" assemble --mode dir in.pdt -o full.dir) 2>&1 | cat >err
	[ "${PIPESTATUS[0]}" = 1 ] && [ ! -e full.dir ] || { cat err; return 1; }
	cp in.data x.file && "$pdata" assemble dir.pdt -o x.file 2>err && return 1
	grep -q '^pdata: x.file: Not a directory$' err && cmp in.data x.file || { cat err; return 1; }
}
check "a directory with files is not assembled into, and an incomplete one is removed" used_directories

# Files that rename(2) cannot replace: a mount point, as in a container, and one in a directory that the user cannot write.
# shellcheck disable=SC2016 # expanded by the inner shells
no_rename() {
	"$pdata" archive -q -i in.data -o want.tar || return 1
	: >point && : >behind
	unshare -m sh -c 'mount --bind behind point && "$1" archive -q -i in.data -o point && cmp want.tar point' sh "$pdata" || return 1
	cmp want.tar behind || return 1
	mkdir shut && : >shut/out.tar && chmod 666 shut/out.tar && chmod 755 . shut && chmod 644 in.data || return 1
	setpriv --reuid 65534 --clear-groups test -x "$pdata" -a -r "$PWD/in.data" 2>/dev/null || return 0 # a private build
	setpriv --reuid 65534 --clear-groups "$pdata" archive -q -i in.data -o shut/out.tar && [ -s shut/out.tar ]
}

# on_full_disk COMMAND... - run it in a mount namespace in which a disk without space is at disk
# shellcheck disable=SC2016 # expanded by the inner shell
on_full_disk() {
	mkdir -p disk && unshare -m sh -c 'mount -t tmpfs -o size=4k none disk && { head -c 9999 /dev/zero >disk/fill; exec "$@"; }' sh "$@" 2>err
}

named_outputs() {
	local cmd
	for cmd in "${streams[@]}" "${recordings[@]}" "assemble --mode pipe --compress zstd in.pdt"; do
		# shellcheck disable=SC2086 # words
		on_full_disk "$pdata" $cmd -o disk/out.file && { echo "$cmd"; return 1; }
		grep -q '^pdata: disk/out.file: .*No space left on device$' err || { echo "$cmd"; cat err; return 1; }
	done
}

named_temporary_files() {
	on_full_disk env TMPDIR=disk "$pdata" assemble --mode pipe in.pdt -o out.file && return 1
	grep -q '^pdata: disk/pdata-.*/built: No space left on device$' err && [ ! -e out.file ] || { cat err; return 1; }
	on_full_disk env TMPDIR=disk "$pdata" assemble pipe.pdt -o - >is && return 1
	grep -qx 'pdata: temporary file in $TMPDIR or /tmp: No space left on device' err && [ ! -s is ] || { cat err; return 1; }
	on_full_disk env TMPDIR=disk "$pdata" export firefox -i large.data -o out.file && return 1
	grep -q '^pdata: a temporary file in $TMPDIR or /tmp: No space left on device; set TMPDIR' err && [ ! -e out.file ] || { cat err; return 1; }
}

if [ "$(id -u)" = 0 ] && unshare -m true 2>/dev/null; then
	"$pdata" assemble --mode pipe in.pdt -o pipe.data && "$pdata" dump pipe.data >pipe.pdt
	awk '{ print } /^SAMPLE/ { for (i = 0; i < 200; i++) print }' in.pdt | "$pdata" assemble - -o large.data
	check "the message about a full disk names the output" named_outputs
	check "the message about a full disk names the temporary file" named_temporary_files
	check "a file that cannot be renamed over is written" no_rename
else
	skip "full disks, and files that cannot be renamed over: not root"
fi

finish
