#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# seeds.sh BUILD - make BUILD/tests/fuzz-seeds/TARGET, the first inputs of a search, from the fixtures
set -eu

build=$1
fixtures=$(dirname "$0")/../../fixtures
seeds=$build/tests/fuzz-seeds
mkdir -p "$seeds/assemble"
"$build/tests/fuzz/seeds" "$seeds" "$fixtures"/real/*.data "$build"/fixtures/*/*.data "$build"/tests/fuzz-data/*.data
cp "$fixtures"/text/*.pdt "$fixtures"/bad/*.pdt "$seeds/assemble/"
# Texts and recordings are inputs of the same kind for some targets.
for t in text programs; do
	mkdir -p "$seeds/$t"
	cp "$seeds"/reader/* "$seeds/$t/"
done
cp "$seeds"/assemble/*.pdt "$seeds/text/"
