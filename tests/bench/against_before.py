#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: Apache-2.0
"""Compares the engine with an older build of itself: lockdesk-bench of both, alternating A B B A on the same store.

    tests/bench/against_before.py --before OLD/bin --bin BUILD/bin --store URL... [--only OPERATION] [--workers 1]
                                  [--seconds 2] [--rounds 6]

Both builds must have been made by the same compiler with the same options, for instance in a `git worktree` of the older commit.
Prints a JSON line per store and operation: operations a second of both, the median of the rounds' ratios, and their range. A store
must fit both builds: give it a schema that the older one can write, and nothing else in it."""

import argparse
import json
import os
import statistics
import subprocess
import sys


def measure(folder, url, options):
    """Returns operations a second of the engine by operation."""
    words = [os.path.join(folder, "lockdesk-bench"), "--alone", "--store", url, "--workers", str(options.workers),
             "--seconds", str(options.seconds), "--rounds", "1"]
    if options.only:
        words += ["--only", options.only]
    run = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True)
    lines = [json.loads(line) for line in run.stdout.splitlines() if line.startswith("{")]
    return {line["operation"]: line["engine_ops_s"] for line in lines}


def compare(url, options):
    before, after, ratios = {}, {}, {}
    for round_ in range(options.rounds):
        first, second = (options.before, options.bin) if round_ % 2 == 0 else (options.bin, options.before)
        sums = {options.before: {}, options.bin: {}}
        for folder in (first, second, second, first):
            for operation, speed in measure(folder, url, options).items():
                sums[folder][operation] = sums[folder].get(operation, 0) + speed / 2
        for operation, speed in sums[options.bin].items():
            old = sums[options.before].get(operation)
            if not old:
                continue
            before.setdefault(operation, []).append(old)
            after.setdefault(operation, []).append(speed)
            ratios.setdefault(operation, []).append(speed / old)
    for operation, all_ratios in ratios.items():
        print(json.dumps({"store": url.split(":")[0], "operation": operation, "workers": options.workers,
                          "before_ops_s": round(statistics.median(before[operation])),
                          "after_ops_s": round(statistics.median(after[operation])),
                          "ratio": round(statistics.median(all_ratios), 3), "ratio_min": round(min(all_ratios), 3),
                          "ratio_max": round(max(all_ratios), 3)}), flush=True)
    return bool(ratios)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", required=True, help="folder with the older lockdesk-bench")
    parser.add_argument("--bin", required=True, help="folder with the newer lockdesk-bench")
    parser.add_argument("--store", required=True, nargs="+", help="URLs of scratch stores")
    parser.add_argument("--only", help="one operation")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=2, help="one measurement")
    parser.add_argument("--rounds", type=int, default=6, help="rounds of A B B A")
    options = parser.parse_args()
    if os.path.realpath(options.before) == os.path.realpath(options.bin):
        parser.error("--before and --bin are the same folder")
    return 0 if all([compare(url, options) for url in options.store]) else 1


sys.exit(main())
