#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# deps.sh [GOAL...] - install the missing packages for building and, if the goals need them, for tests
#
# Without goals, or with a goal other than demo, install or a room, the tools of `make check` are
# installed too. They are optional: a test without its tool says that it was skipped. The compilers for
# other hosts, other readers and the tools of lint are optional, too, and installed only for their goals.
set -eu

# need: required by the build.  want: used by tests (perf is the oracle).
# qemu: used by make check-qemu; elsewhere compilers of other hosts come without a C library.
# lint: used by make lint.
tables() {
	qemu='' cross='' interop='' html='' importers='' lint=''
	case $1 in
	apt-get)
		need="gcc g++ libc6-dev make pkg-config zlib1g-dev libzstd-dev libxxhash-dev libelf-dev libdw-dev liblzma-dev libdeflate-dev libcapstone-dev libiberty-dev"
		want="linux-perf python3 bash zsh fish mandoc debuginfod libdebuginfod1 strace xz-utils zstd dwz"
		qemu="qemu-user gcc-s390x-linux-gnu libc6-dev-s390x-cross gcc-arm-linux-gnueabihf libc6-dev-armhf-cross gcc-powerpc-linux-gnu libc6-dev-powerpc-cross gcc-aarch64-linux-gnu libc6-dev-arm64-cross"
		lint="clang-tidy clang-format cppcheck shellcheck universal-ctags"
		cross="$qemu gcc-powerpc64le-linux-gnu libc6-dev-ppc64el-cross gcc-riscv64-linux-gnu libc6-dev-riscv64-cross musl-tools"
		interop="hotspot rustc cargo librust-linux-perf-data-dev"
		html="chromium firefox-esr"
		importers="chromium golang-go golang-github-google-pprof-dev valgrind"
		command -v npm >/dev/null || importers="$importers npm" html="$html npm" ;; # nodejs of elsewhere brings its own
	dnf)
		need="gcc gcc-c++ libstdc++-static make pkgconf-pkg-config zlib-devel libzstd-devel xxhash-devel elfutils-libelf-devel elfutils-devel xz-devel libdeflate-devel capstone-devel"
		want="perf python3 bash"
		lint="clang-tools-extra cppcheck ShellCheck ctags" ;;
	apk)
		need="gcc g++ musl-dev make pkgconf zlib-dev zstd-dev xxhash-dev elfutils-dev xz-dev libdeflate-dev capstone-dev"
		want="perf python3 bash linux-headers"
		lint="clang-extra-tools cppcheck shellcheck ctags" ;;
	pacman)
		need="gcc make pkgconf zlib zstd xxhash libelf xz libdeflate capstone"
		want="perf python bash"
		lint="clang cppcheck shellcheck ctags" ;;
	zypper)
		need="gcc gcc-c++ make pkg-config zlib-devel libzstd-devel xxhash-devel libelf-devel libdw-devel xz-devel libdeflate-devel"
		want="perf python3 bash" ;;
	esac
}

is_installed() { # MANAGER PACKAGE
	case $1 in
	apt-get) dpkg-query -W -f='${Status}' "$2" 2>/dev/null | grep -q '^install ok installed' ;;
	dnf | zypper) rpm -q --whatprovides "$2" >/dev/null 2>&1 ;;
	apk) apk info -e "$2" >/dev/null 2>&1 ;;
	pacman) pacman -Q "$2" >/dev/null 2>&1 ;;
	esac
}

missing_of() { # MANAGER PACKAGE...
	m=$1
	shift
	for p in "$@"; do
		is_installed "$m" "$p" || printf ' %s' "$p"
	done
}

as_root() {
	echo "deps: $*"
	if [ "$(id -u)" = 0 ]; then
		"$@"
	elif command -v sudo >/dev/null; then
		sudo "$@"
	else
		echo "deps: neither root nor sudo: run the line above as root" >&2
		return 1
	fi
}

# Retry: updates of a freshly started machine may hold the lock, and mirrors fail at times.
patient="-o DPkg::Lock::Timeout=300 -o Acquire::Retries=3"

install_with() { # MANAGER PACKAGE...
	m=$1
	shift
	case $m in
	apt-get) as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $patient "$@" ;;
	dnf) as_root dnf install -y "$@" ;;
	apk) as_root apk add "$@" ;;
	pacman) as_root pacman -S --needed --noconfirm "$@" ;;
	zypper) as_root zypper --non-interactive install "$@" ;;
	esac
}

# Update the package lists first: a new image has none, an old one has stale ones.
refresh() {
	case $1 in
	apt-get) as_root apt-get update -q $patient || { sleep 15; as_root apt-get update -q $patient; } ;;
	apk) as_root apk update ;;
	pacman) as_root pacman -Sy ;;
	*) true ;;
	esac
}

# apt-get treats an unknown name as a pattern: g++ then matches every g.
has_lists() { # MANAGER PACKAGE...
	[ "$1" = apt-get ] || return 0
	shift
	for p in "$@"; do
		apt-cache policy "$p" 2>/dev/null |
			awk -v p="$p:" '$0 == p { mine = 1 } mine && /Candidate: [^(]/ { found = 1; exit }
				mine && /Candidate:/ { exit } END { exit !found }' || return 1
	done
}

obtain() { # MANAGER PACKAGE...
	# shellcheck disable=SC2068
	if has_lists $@ && install_with $@; then
		return 0
	fi
	refresh "$1"
	# shellcheck disable=SC2068
	has_lists $@ && install_with $@
}

manager=
for m in apt-get dnf apk pacman zypper; do
	if command -v $m >/dev/null; then
		manager=$m
		break
	fi
done
if [ -z "$manager" ]; then
	echo "deps: no apt-get, dnf, apk, pacman or zypper here. Needed: gcc, make, pkg-config and the" >&2
	echo "deps: development files of zlib, zstd, xxhash, libelf and libdw." >&2
	exit 1
fi
tables "$manager"

with_tests=no more=
[ $# = 0 ] && with_tests=yes
for goal in "$@"; do
	case $goal in
	qemu | check-qemu) more="$more $qemu" ;;
	cross) more="$more $cross" ;;
	interop) more="$more $interop $importers" ;;
	export-test) more="$more $importers" ;;
	html-test | bench-html) more="$more $html" ;;
	lint | lint-* | format) more="$more $lint" ;;
	all | lib | record | report | pdata | pdata-record | demo | install) ;;
	*) with_tests=yes ;;
	esac
done

# Lists of words from here on.
# shellcheck disable=SC2086
missing=$(missing_of "$manager" $need)
# shellcheck disable=SC2086
if [ -n "$missing" ]; then
	echo "deps: to build, $manager has to install:$missing"
	obtain "$manager" $missing
else
	echo "deps: everything needed to build is installed"
fi
[ $with_tests = yes ] || want=
want="$want$more"
[ -n "$want" ] || exit 0

# shellcheck disable=SC2086
missing=$(missing_of "$manager" $want)
if [ -z "$missing" ]; then
	echo "deps: everything the tests use is installed"
	exit 0
fi
echo "deps: for the tests, $manager has to install:$missing"
# shellcheck disable=SC2086
obtain "$manager" $missing && exit 0
# A package that does not exist here must not prevent the installation of the others.
for p in $missing; do
	install_with "$manager" "$p" || echo "deps: no $p: tests that use it will be skipped"
done
