#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# hostile.sh BUILD - run hostile.py if Python is installed
set -u

here=$(cd "$(dirname "$0")" && pwd)
part=hostile
# shellcheck source=tests/lib.sh
. "$here/../lib.sh"

needs python3
exec python3 "$here/hostile.py" "$1"
