#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# modules.sh DIR - fetch playwright-core of package-lock.json into DIR, once; one line on failure
set -u

dir=$1
cd "$(dirname "$0")" || exit 1
for tool in chromium node npm; do
	command -v $tool >/dev/null || { echo "no $tool"; exit 1; }
done
if cmp -s package-lock.json "$dir/package-lock.json" && [ -d "$dir/node_modules/playwright-core" ]; then
	exit 0
fi
mkdir -p "$dir"
rm -f "$dir/package-lock.json"
cp package.json "$dir/" && cp package-lock.json "$dir/package-lock.json" &&
	(cd "$dir" && npm ci --ignore-scripts --no-audit --no-fund >npm.log 2>&1) && exit 0
rm -f "$dir/package-lock.json"
echo "playwright-core cannot be fetched: $(tail -n 1 "$dir/npm.log")"
exit 1
