#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# make.sh BUILD - make manual pages from man/*.in and the public headers, in BUILD/man
#
# functions.awk makes a page of each row of functions.tsv from the comments of libpdata's headers. @PAGES@ becomes the
# list of these pages. @OPTIONS@ becomes the option list of the built program's --help, @EXAMPLE@, @CHAINS@ and @WRITE@ the programs
# tests/abi/example.c, chains.c and write.c, so pages are always up to date. Programs for another machine cannot run
# here, so their pages refer to --help.
set -eu
export LC_ALL=C

here=$(cd "$(dirname "$0")" && pwd)
build=$1
out=$build/man
mkdir -p "$out"

help_of() { # PAGE
	case $1 in
	pdata-record.1) "$build/pdata-record" --help ;;
	pdata-*.1) c=${1#pdata-}; "$build/pdata" "${c%.1}" --help ;;
	*) true ;;
	esac
}

for program in example chains write; do
	sed -n '/^#include/,$p' "$here/../tests/abi/$program.c" | sed 's/\\/\\e/g; s/^\./\\\&./' >"$out/$program.tmp"
done
# The date of the pages: SOURCE_DATE_EPOCH, or that of their last change.
date=$(cat "$here/date")
[ -z "${SOURCE_DATE_EPOCH:-}" ] || date=$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%d)

include=$here/../libpdata/include/pdata
version=$(awk '/^#define PDATA_VERSION_(MAJOR|MINOR) / { v = v (v == "" ? "" : ".") $3 } END { print v }' "$include/pdata.h")
# The rules in pdata.h come first: they hold for all headers.
# shellcheck disable=SC2046
awk -v out="$out" -v date="$date" -v version="$version" -f "$here/functions.awk" \
	"$here/functions.tsv" "$include/errors.def" "$include/pdata.h" \
	$(find "$include" "$here/../report/include/pdata" -name '*.h' ! -name pdata.h | sort)
# man looks for the page that a link page names below the folder that has man3/.
ln -sfn . "$out/man3"

for in in "$here"/*.in; do
	page=$(basename "$in" .in)
	if help_of "$page" >"$out/help.tmp" 2>/dev/null; then
		awk -f "$here/options.awk" "$out/help.tmp" >"$out/options.tmp"
	else
		printf '.B \\-\\-help\nprints the options.\n' >"$out/options.tmp"
	fi
	sed -e "/^\.TH /s/@DATE@/$date/" -e "/^@OPTIONS@\$/{r $out/options.tmp" -e 'd;}' \
		-e "/^@PAGES@\$/{r $out/pages.tmp" -e 'd;}' \
		-e "/^@EXAMPLE@\$/{r $out/example.tmp" -e 'd;}' \
		-e "/^@CHAINS@\$/{r $out/chains.tmp" -e 'd;}' \
		-e "/^@WRITE@\$/{r $out/write.tmp" -e 'd;}' "$in" >"$out/$page"
done
rm -f "$out"/*.tmp
