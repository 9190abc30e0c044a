#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# demo.sh BUILD - record the workload beside this script, then show where its time went
set -eu

build=$1
data=$build/demo.data

echo "\$ $build/pdata-record -F 999 -e cpu-clock -g -o $data $build/tests/demo/workload 2"
"$build/pdata-record" -F 999 -e cpu-clock -g -o "$data" "$build/tests/demo/workload" 2
echo
echo "\$ $build/pdata report --stdio --no-children -g none -i $data | head -32"
"$build/pdata" report --stdio --no-children -g none -i "$data" >"$build/demo.txt"
head -32 "$build/demo.txt"
echo
echo "\$ $build/pdata report --stdio --no-children -S hash_one -i $data"
"$build/pdata" report --stdio --no-children -S hash_one -i "$data" >"$build/demo.txt"
sed -n '/%/,$p' "$build/demo.txt" | head -16
echo
echo "\$ $build/pdata html -i $data -o $build/demo.html"
"$build/pdata" html -i "$data" -o "$build/demo.html"
echo "The same in a browser: $(cd "$build" && pwd)/demo.html"
