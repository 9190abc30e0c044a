#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# run.sh BUILD - bash, zsh and fish complete commands, options and values of pdata
set -u
export LC_ALL=C

src=$(cd "$(dirname "$0")/../.." && pwd)
build=$(cd "$1" && pwd) || exit 1
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
. "$src/tests/lib.sh"
part=completions
PATH=$build:$PATH
mkdir "$tmp/dir" && cd "$tmp" && : >capture.data || exit 1

# ---- bash: the function is called as readline calls it
cat >ask.bash <<'END'
source "$1"
shift
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_pdata "$1"
printf '%s\n' "${COMPREPLY[@]}"
END

bash_offers() { # WANT WORD...
	want=$1
	shift
	got=$(bash ask.bash "$src/completions/pdata.bash" "$@" | sort | tr '\n' ' ')
	[ "${got% }" = "$want" ] || { echo "$*: '$got', not '$want'"; return 1; }
}

check "bash: commands" bash_offers "repair report" pdata rep
check "bash: commands of help" bash_offers "buildid-list bundle" pdata help bu
check "bash: options" bash_offers "--percent-limit --percent-type --percentage" pdata report --percent
check "bash: options of the recorder" bash_offers "--mmap-flush --mmap-pages" pdata-record --mm
check "bash: the recorder as a command" bash_offers "--mmap-flush --mmap-pages" pdata record --mm
check "bash: values" bash_offers "absolute relative" pdata report --percentage ''
check "bash: values that can be continued" bash_offers "dwarf fp lbr" pdata-record --call-graph ''
check "bash: sort keys" bash_offers "symoff" pdata report -s symo
check "bash: the second sort key of a list" bash_offers "comm,symbol_daddr" pdata report --sort comm,symbol_d
check "bash: columns" bash_offers "overhead_guest_sys" pdata report -F overhead_guest_s
check "bash: fields of script" bash_offers "ip,symoff" pdata script -F ip,symo
check "bash: events" bash_offers "cpu-clock" pdata-record -e cpu-cl
check "bash: the second event of a list" bash_offers "page-faults,cpu-clock" pdata record --event page-faults,cpu-cl
check "bash: files" bash_offers "capture.data" pdata report -i cap
check "bash: directories only" bash_offers "dir" pdata report --symfs ''
check "bash: files if no option is given" bash_offers "capture.data" pdata check cap

# ---- fish has a command that prints the completions of a line
fish_offers() { # WANT LINE
	got=$(HOME=$tmp fish -N -c "source '$src/completions/pdata.fish'; complete -C '$2'" | cut -f 1 | sort | tr '\n' ' ')
	[ "${got% }" = "$1" ] || { echo "$2: '$got', not '$1'"; return 1; }
}

if command -v fish >/dev/null; then
	check "fish: commands" fish_offers "repair report" "pdata rep"
	check "fish: options" fish_offers "--percent-limit --percent-type --percentage" "pdata report --percent"
	check "fish: options of the recorder" fish_offers "--mmap-flush --mmap-pages" "pdata-record --mm"
	check "fish: sort keys" fish_offers "comm,symbol_daddr" "pdata report -s comm,symbol_d"
	check "fish: columns" fish_offers "overhead_guest_sys" "pdata report -F overhead_guest_s"
	check "fish: fields of script" fish_offers "ip,symoff" "pdata script -F ip,symo"
	check "fish: events" fish_offers "page-faults,cpu-clock" "pdata-record -e page-faults,cpu-cl"
	check "fish: files" fish_offers "capture.data" "pdata report cap"
else
	skip "no fish"
fi

# ---- zsh: the file runs with replacements of the functions of compsys, which print their arguments
cat >ask.zsh <<'END'
_call_program() { shift; "$@" }
_describe() { print -l -- "${(@P)@[$#]%%:*}" }
_files() { print files }
compset() { : }
file=$1
shift
words=("$@") CURRENT=$# PREFIX=${@[$#]}
source "$file"
END

zsh_offers() { # WANT WORD...
	want=$1
	shift
	for last in "$@"; do :; done
	last=${last##*,}
	got=$(zsh -f ask.zsh "$src/completions/_pdata" "$@" | grep -e "^$last" -e '^files$' | sort | tr '\n' ' ')
	[ "${got% }" = "$want" ] || { echo "$*: '$got', not '$want'"; return 1; }
}

if command -v zsh >/dev/null; then
	check "zsh: commands" zsh_offers "repair report" pdata rep
	check "zsh: options" zsh_offers "--percent-limit --percent-type --percentage" pdata report --percent
	check "zsh: options of the recorder" zsh_offers "--mmap-flush --mmap-pages" pdata-record --mm
	check "zsh: sort keys" zsh_offers "symbol_daddr" pdata report -s comm,symbol_d
	check "zsh: columns" zsh_offers "overhead_guest_sys" pdata report -F overhead_guest_s
	check "zsh: fields of script" zsh_offers "symoff" pdata script -F ip,symo
	check "zsh: events" zsh_offers "cpu-clock" pdata-record -e page-faults,cpu-cl
	check "zsh: files" zsh_offers "files" pdata report cap
else
	skip "no zsh"
fi

finish
