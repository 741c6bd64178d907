#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: Apache-2.0
"""A day of an operator: hours of load on a store, recorded, then played by the whole console at 60 times the speed.

    tests/bench/day.py --bin BUILD/bin [--hours 8] [--rate 60] [--keep FILE]

The load runs in a sandbox whose clock is RATE times as fast, so eight hours take eight minutes: jobs that take and release locks,
some of which never release; tasks that are claimed, fail and move on; messages that are delivered, some never. What is done is
collected after half an hour, and what failed for good is tried again, as an operator does: the store has as many rows at the end as
after an hour, so what grows is the console. Then lockdesk-bench-day prints a line every ten minutes of the recording; the last line
here compares memory and rows of the second and the last hour, and counts stalls over 50 ms."""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time

LOCKS, KINDS, PHASES = 200, ("mail", "report", "gateway"), ("Creating", "Starting", "Done")


class Actor:
    """A lockdeskctl that takes commands from a pipe."""

    def __init__(self, program, url):
        self.process = subprocess.Popen([program, "--store", url, "--sandbox", "day", "--json", "batch", "-"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    def ask(self, *words):
        """Runs one command; returns its lines. `backoff` marks the end of an answer."""
        self.process.stdin.write(" ".join(words) + "\nbackoff --waited 0\n")
        self.process.stdin.flush()
        lines = []
        while True:
            text = self.process.stdout.readline()
            if not text:
                raise RuntimeError(f"lockdeskctl ended after {words}")
            line = json.loads(text)
            if line["type"] == "backoff":
                return lines
            lines.append(line)

    def end(self):
        self.process.stdin.close()
        self.process.wait(20)


def locks(actor, dice, number, stop):
    owner = f"api-{number}"
    held = {}
    while not stop.wait(0.05):
        name = f"stock:sku-{dice.randrange(LOCKS)}"
        answer = actor.ask("lock", "acquire", name, "--owner", owner, "--lease", f"{dice.choice((60, 300, 1800))}s")
        got = [line for line in answer if line.get("result") == "acquired"]
        if got and dice.random() > 0.02:  # the others are left to expire
            held[name] = got[0]["token"]
        while len(held) > 5:
            gone = dice.choice(list(held))
            actor.ask("lock", "release", gone, "--owner", owner, "--token", str(held.pop(gone)))


def tasks(actor, dice, number, stop):
    made = 0
    while not stop.wait(0.1):
        kind = dice.choice(KINDS)
        made += 1
        actor.ask("task", "add", kind, "--phase", PHASES[0], "--id", f"task-{number}-{made}")
        for phase, after in zip(PHASES, PHASES[1:]):
            for line in actor.ask("task", "claim", kind, phase, "--owner", f"pod-{number}", "--limit", "2"):
                if "id" not in line or "token" not in line:
                    continue
                end = ("fail", "--error", "refused") if dice.random() < 0.1 else ("advance", "--to", after)
                actor.ask("task", end[0], line["id"], "--owner", f"pod-{number}", "--token", str(line["token"]), *end[1:])


def messages(actor, dice, number, stop):
    made = 0
    while not stop.wait(0.1):
        made += 1
        actor.ask("outbox", "add", dice.choice(("mail", "bill")), "--payload", "{}", "--id", f"m-{number}-{made}")
        for line in actor.ask("outbox", "claim", "--owner", "relay", "--limit", "1", "--lease", "60s"):
            if "id" in line and "token" in line:
                verb = "sent" if dice.random() < 0.98 else "fail"
                actor.ask("outbox", verb, line["id"], "--owner", "relay", "--token", str(line["token"]))


def collect(actor, _, __, stop):
    """An operator, and the retention of workers."""
    for kind in KINDS:
        actor.ask("task", "rule", kind, PHASES[-1], "--final")
    while not stop.wait(5):
        actor.ask("task", "collect", "--older-than", "30m")
        actor.ask("outbox", "collect", "--older-than", "30m")
        actor.ask("outbox", "retry-dead", "--yes")


def record(options, folder, file):
    program, url = os.path.join(options.bin, "lockdeskctl"), f"sqlite://{folder}/day.sqlite"

    def run(*words):
        subprocess.run([program, "--store", url, *words], check=True, stdout=subprocess.DEVNULL)

    run("init")
    run("sandbox", "create", "day")
    run("--sandbox", "day", "clock", "rate", str(options.rate))
    seconds, stop, dice = options.hours * 3600 / options.rate, threading.Event(), random.Random(1)
    actors = [Actor(program, url) for _ in range(6)]
    load = [threading.Thread(target=what, args=(actor, random.Random(dice.random()), number, stop))
            for number, (what, actor) in enumerate(zip((locks, locks, locks, tasks, messages, collect), actors))]
    recorder = subprocess.Popen([program, "--store", url, "--sandbox", "day", "record-file", file], stdout=subprocess.DEVNULL)
    for one in load:
        one.start()
    print(f"recording {options.hours:g} h in {seconds:.0f} s", file=sys.stderr)
    try:
        recorder.wait(seconds)
    except subprocess.TimeoutExpired:
        recorder.terminate()
        recorder.wait(30)
    stop.set()
    for one in load:
        one.join()
    for one in actors:
        one.end()


def most(lines):
    return {key: max(line[key] for line in lines) for key in ("own_mb", "used_mb", "locks", "tasks", "messages")}


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--bin", required=True)
    options.add_argument("--hours", type=float, default=8)
    options.add_argument("--rate", type=float, default=60)
    options.add_argument("--keep", help="keep the recording in this file; if it exists, only play it")
    options = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        file = options.keep or os.path.join(folder, "day.ldrec")
        if not os.path.exists(file):
            record(options, folder, file)
        begun = time.monotonic()
        played = subprocess.run([os.path.join(options.bin, "lockdesk-bench-day"), file, str(options.rate)], stdout=subprocess.PIPE,
                                text=True, check=True)
        *lines, whole = [json.loads(line) for line in played.stdout.splitlines()]
        for line in lines:
            print(json.dumps(line))
        early = [line for line in lines if 1 <= line["hours"] < 2] or lines[:1]
        late = [line for line in lines if line["hours"] > options.hours - 1] or lines[-1:]
        print(json.dumps({"file_mb": round(os.path.getsize(file) / 1e6, 1), "played_s": round(time.monotonic() - begun),
                          "second_hour": most(early), "last_hour": most(late), "peak_mb": lines[-1]["peak_mb"],
                          **{key: whole[key] for key in ("stall_p50_ms", "stall_p99_ms", "stall_max_ms", "cpu_p99_ms", "cpu_max_ms")},
                          "lines_over_50_ms": sum(line["stall_max_ms"] > 50 for line in lines)}))


if __name__ == "__main__":
    main()
