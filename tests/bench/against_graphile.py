#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: Apache-2.0
"""Compares the engine's polling worker with graphile-worker and its local queue, alternating on one private PostgreSQL.

    tests/bench/against_graphile.py --bin BUILD/bin [--rounds 5] [--jobs 100000]

No-op tasks, 8 handlers each, claims and results in batches. graphile-worker is installed from the npm registry into a
temporary folder (or is already in --node-modules); its start is subtracted from its time, and a run before warms it
up."""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(here, "..", "support"))
import servers  # noqa: E402


def install(folder, version):
    with open(os.path.join(folder, "package.json"), "w") as package:
        package.write('{"private": true}')
    subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund", f"graphile-worker@{version}", "pg@8"],
                   cwd=folder, check=True, stdout=sys.stderr)


def output(*words, cwd=None):
    return subprocess.run([str(word) for word in words], cwd=cwd, check=True, stdout=subprocess.PIPE, text=True).stdout


def ours(options, url):
    line = output(os.path.join(options.bin, "lockdesk-bench-worker"), "--store", url, "--tasks", options.jobs,
                  "--handlers", options.handlers, "--batch", options.size, "--prefetch", 4 * options.size,
                  "--settle", options.size, "--rounds", 1)
    return json.loads(line)["tasks_s"]


def theirs(options, folder, url):
    script = os.path.join(here, "graphile.mjs")
    return float(output("node", script, url, options.jobs, options.handlers, options.size, cwd=folder))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", required=True, help="folder of lockdesk-bench-worker, of a release build")
    parser.add_argument("--jobs", type=int, default=100_000)
    parser.add_argument("--handlers", type=int, default=8)
    parser.add_argument("--size", type=int, default=500, help="local queue of theirs, batches of ours")
    parser.add_argument("--rounds", type=int, default=5, help="each is ours, theirs, theirs, ours, or the other way round")
    parser.add_argument("--graphile", default="0.17.3", help="version of graphile-worker; 0.18 and later need Node 22")
    parser.add_argument("--node-modules", help="a folder where graphile-worker and pg are installed already")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="lockdesk-graphile-") as scratch, servers.Postgres() as server:
        folder = options.node_modules or scratch
        if folder == scratch:
            install(folder, options.graphile)
        server.sql("CREATE DATABASE graphile")
        graphile = server.url.rsplit("/", 1)[0] + "/graphile"
        runs = {"ours": lambda: ours(options, server.url), "theirs": lambda: theirs(options, folder, graphile)}
        rates, ratios = {"ours": [], "theirs": []}, []
        for turn in range(options.rounds):
            order = ["ours", "theirs"] if turn % 2 == 0 else ["theirs", "ours"]
            sums = {"ours": 0, "theirs": 0}
            for who in order + order[::-1]:
                rate = runs[who]()
                sums[who] += rate
                rates[who].append(rate)
            ratios.append(sums["ours"] / sums["theirs"])
            print(f"round {turn + 1}: ours {sums['ours'] / 2:,.0f}/s, graphile-worker {sums['theirs'] / 2:,.0f}/s, "
                  f"ratio {ratios[-1]:.2f}", file=sys.stderr, flush=True)
        print(json.dumps({"v": 1, "type": "graphile", "version": options.graphile, "jobs": options.jobs,
                          "handlers": options.handlers, "size": options.size, "ours_s": round(statistics.median(rates["ours"])),
                          "theirs_s": round(statistics.median(rates["theirs"])),
                          "ratio": round(statistics.median(ratios), 3), "ratio_min": round(min(ratios), 3),
                          "ratio_max": round(max(ratios), 3)}))


if __name__ == "__main__":
    main()
