#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# sysroot.sh ARCH DIR - put the compression libraries of a foreign Debian architecture into DIR
#
# The packages are downloaded with separate lists and state, from the main archive only, and
# unpacked, not installed: if ARCH were an architecture of the system, apt-get would fail for each
# source of the system that lacks ARCH. DIR/complete exists when all files are there.
set -eu

arch=$1
dir=$2
packages="zlib1g-dev zlib1g libzstd-dev libzstd1 libxxhash-dev libxxhash0"

if [ "$(cat "$dir/complete" 2>/dev/null)" = "$packages" ]; then
	exit 0
fi
if ! command -v apt-get >/dev/null || ! command -v dpkg-deb >/dev/null; then
	echo "sysroot: no apt-get and dpkg-deb here" >&2
	exit 1
fi
suite=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
if ! grep -q '^ID=debian$' /etc/os-release || [ -z "$suite" ]; then
	echo "sysroot: this is no release of Debian" >&2
	exit 1
fi
mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}
keyring=/usr/share/keyrings/debian-archive-keyring.gpg

rm -rf "$dir"
mkdir -p "$dir/apt/lists/partial" "$dir/apt/cache/archives/partial" "$dir/apt/parts" "$dir/apt/debs"
apt=$(cd "$dir/apt" && pwd)
: >"$apt/status"
echo "deb [arch=$arch signed-by=$keyring] $mirror $suite main" >"$apt/sources.list"
cat >"$apt/apt.conf" <<END
APT::Architecture "$arch";
APT::Architectures { "$arch"; };
APT::Sandbox::User "";
Acquire::Languages "none";
Acquire::Retries "3";
Dir::State "$apt";
Dir::State::lists "$apt/lists";
Dir::State::status "$apt/status";
Dir::Cache "$apt/cache";
Dir::Etc::sourcelist "$apt/sources.list";
Dir::Etc::sourceparts "$apt/parts";
Dir::Etc::preferencesparts "$apt/parts";
END

# The file named by APT_CONFIG is read before the options that follow it are used.
export APT_CONFIG="$apt/apt.conf"
apt-get update -q
# shellcheck disable=SC2086
(cd "$apt/debs" && apt-get download -q $packages)
for deb in "$apt"/debs/*.deb; do
	dpkg-deb -x "$deb" "$dir"
done
rm -rf "$apt"
echo "$packages" >"$dir/complete"
