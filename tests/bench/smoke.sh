#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: Apache-2.0
#
# smoke.sh BIN: every benchmark program runs on a scratch SQLite file and prints its line. Checks no figure.
set -eu
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
store="sqlite://$scratch/bench.sqlite"
expect() # what must be in the line, and the command
{
    word=$1
    shift
    line=$("$@")
    case $line in
    *"$word"*) ;;
    *) echo "no $word in: $line" >&2 && exit 1 ;;
    esac
}
bin=$1
for operation in pair claim1 cycle100 update1 enqueue changes; do
    expect '"ratio"' "$bin/lockdesk-bench" --store "$store" --only $operation --workers 2 --seconds 0.4 --rounds 1
done
expect '"smallest_ratio"' "$bin/lockdesk-bench" --store "$store" --only pair --workers 2 --seconds 0.4 --rounds 1
expect '"tasks_s"' "$bin/lockdesk-bench-worker" --store "$store" --tasks 300 --batch 100
expect '"p99_ratio"' "$bin/lockdesk-bench-scale" --store "$store" --tasks 1000 --rounds 10
expect '"off":"listener"' "$bin/lockdesk-bench-beside" --store "$store" --with hints --workers 2 --seconds 0.4 --rounds 1
expect '"looks"' "$bin/lockdesk-bench-beside" --store "$store" --with console --tasks 3000 --workers 2 --seconds 0.4 --rounds 1
