#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: Apache-2.0
"""Compares pairs (acquire, release) of the engine with those of redislock, a lock for Go programs, alternating on one
private Redis.

    tests/bench/against_redislock.py --bin BUILD/bin [--workers 1 8] [--seconds 2] [--rounds 6]

redislock and go-redis come from the Go module proxy, in the versions of tests/bench/redislock/go.mod. If there are
several processors, the server gets the first one and the clients the others."""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(here, "..", "support"))
import servers  # noqa: E402


def build(folder):
    """Builds the peer in a copy: the build must not write into the tree."""
    copy = os.path.join(folder, "redislock")
    shutil.copytree(os.path.join(here, "redislock"), copy)
    subprocess.run(["go", "build", "-o", "peer", "."], cwd=copy, check=True, stdout=sys.stderr,
                   env={**os.environ, "GOFLAGS": "-mod=mod"})
    return os.path.join(copy, "peer")


def pinned(words, cpus):
    return ["taskset", "-c", ",".join(map(str, cpus)), *words] if cpus else words


def calls(port):
    """Returns calls and microseconds of FCALL, as counted by the server."""
    stats = subprocess.run(["redis-cli", "-p", str(port), "INFO", "commandstats"], check=True, stdout=subprocess.PIPE, text=True)
    for line in stats.stdout.splitlines():
        if line.startswith("cmdstat_fcall:"):
            fields = dict(pair.split("=") for pair in line.split(":", 1)[1].split(","))
            return int(fields["calls"]), int(fields["usec"])
    return 0, 0


class Ours:
    def __init__(self, options, url, port, workers, cpus):
        self.words = pinned([os.path.join(options.bin, "lockdesk-bench"), "--store", url, "--only", "pair", "--alone", "--workers",
                             str(workers), "--rounds", "1"], cpus)
        self.port = port
        self.costs = []

    def run(self, seconds):
        before = calls(self.port)
        line = subprocess.run([*self.words, "--seconds", str(seconds)], check=True, stdout=subprocess.PIPE, text=True).stdout
        after = calls(self.port)
        self.costs.append((after[1] - before[1]) / max(after[0] - before[0], 1))
        return json.loads(line)["engine_ops_s"]


class Theirs:
    def __init__(self, peer, port, workers, cpus):
        self.process = subprocess.Popen(pinned([peer, "-address", f"127.0.0.1:{port}", "-workers", str(workers)], cpus),
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.run(0.3)

    def run(self, seconds):
        self.process.stdin.write(f"{seconds}\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            raise RuntimeError(f"redislock ended with {self.process.wait()}")
        return float(answer)

    def stop(self):
        self.process.stdin.close()
        self.process.wait()


def compare(options, ours, theirs):
    rates, ratios = {"ours": [], "theirs": []}, []
    for turn in range(options.rounds):
        order = [("ours", ours), ("theirs", theirs)]
        if turn % 2:
            order.reverse()
        sums = {"ours": 0.0, "theirs": 0.0}
        for name, who in order + order[::-1]:
            rate = who.run(options.seconds)
            sums[name] += rate
            rates[name].append(rate)
        ratios.append(sums["ours"] / sums["theirs"])
    return {"ours_s": round(statistics.median(rates["ours"])), "redislock_s": round(statistics.median(rates["theirs"])),
            "ratio": round(statistics.median(ratios), 3), "ratio_min": round(min(ratios), 3), "ratio_max": round(max(ratios), 3)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", required=True, help="folder of lockdesk-bench, of a release build")
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 8])
    parser.add_argument("--seconds", type=float, default=2.0, help="one turn of one of them")
    parser.add_argument("--rounds", type=int, default=6, help="each is ours, theirs, theirs, ours, or the other way round")
    options = parser.parse_args()
    processors = sorted(os.sched_getaffinity(0))
    server_cpus, client_cpus = (processors[:1], processors[1:]) if len(processors) > 1 else ([], [])
    with tempfile.TemporaryDirectory(prefix="lockdesk-redislock-") as scratch, servers.Redis() as server:
        peer = build(scratch)
        port = server.port
        if server_cpus:
            subprocess.run(["taskset", "-acp", str(server_cpus[0]), str(server.process.pid)], check=True, stdout=subprocess.DEVNULL)
        for workers in options.workers:
            ours = Ours(options, server.url, port, workers, client_cpus)
            theirs = Theirs(peer, port, workers, client_cpus)
            try:
                figures = compare(options, ours, theirs)
            finally:
                theirs.stop()
            print(json.dumps({"v": 1, "type": "redislock", "workers": workers, "rounds": options.rounds, **figures,
                              "server_us_per_call": round(statistics.median(ours.costs), 2),
                              "server_us_per_call_min": round(min(ours.costs), 2)}), flush=True)


if __name__ == "__main__":
    main()
