# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Scheduled jobs of three processes, and a watchdog under a long job, on every store. Durations are in tests/sizes.txt.
All mostly wait, so they run concurrently, and every case waits for its own."""

import collections
import concurrent.futures
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

from cells import ctl

TICKS = ctl.size("schedules.ticks")
LEASE = 3.0
WORK = float(ctl.size("schedules.work"))
SLACK = 1.0


class Schedules(ctl.Stores):
    CHECKS = ("cron", "delay", "watchdog", "fixed", "kill")

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.logs = tempfile.TemporaryDirectory(prefix="lockdesk-schedules-")
        cls.addClassCleanup(cls.logs.cleanup)
        pool = concurrent.futures.ThreadPoolExecutor(len(cls.CHECKS) * len(cls.urls))
        cls.addClassCleanup(pool.shutdown)
        cls.starts = threading.Lock()
        case = cls()
        cls.running = {}
        for check in cls.CHECKS:
            cls.running[check] = {kind: pool.submit(getattr(case, "check_" + check), kind, url) for kind, url in cls.urls.items()}

    def path(self, name):
        return os.path.join(self.logs.name, name)

    def lines_of(self, name):
        try:
            with open(self.path(name)) as file:
                return [line.split() for line in file.read().splitlines()]
        except FileNotFoundError:
            return []

    def every_store(self, check):
        self.assertGreater(len(self.running[check]), 0)
        for kind, one in self.running[check].items():
            with self.subTest(store=kind):
                print(f"{kind}: {one.result()}", file=sys.stderr)

    def job(self, name, seconds=0.0):
        """Returns a job that logs its begin and end in nanoseconds."""
        return ["sh", "-c", f'b=$(date +%s%N); sleep {seconds}; '
                f'echo "$LOCKDESK_TOKEN $LOCKDESK_OWNER $b $(date +%s%N)" >> {self.path(name)}']

    def test_a_cron_on_three_processes_runs_once_a_tick(self):
        """At-least-for keeps a job that is shorter than the skew of the processes from running twice in a tick."""
        self.every_store("cron")

    def check_cron(self, kind, url):
        log = f"cron-{kind}"
        processes = [ctl.start(url, "guard", "run", log, "--guard", "watchdog", "--at-most", "5s", "--at-least", "600ms",
                               "--cron", "* * * * * *", "--count", str(TICKS + 2), "--", *self.job(log)) for _ in range(3)]
        results = [ctl.finish(process, seconds=TICKS + 60) for process in processes]
        for result in results:
            self.assertEqual(result.status, 0, result)
            self.assertEqual(len(result.of("run")), TICKS + 2)
        begins = collections.Counter(int(words[2]) // 1_000_000_000 for words in self.lines_of(log))
        # The three start and end at different ticks: the first and last ticks may lack some of them.
        seconds = range(min(begins) + 1, max(begins))
        self.assertGreaterEqual(len(seconds), TICKS)
        self.assertEqual({second: begins[second] for second in seconds}, {second: 1 for second in seconds}, log)
        ran = [result.of("run") for result in results]
        tokens = [line["token"] for lines in ran for line in lines if line["result"] == "ran"]
        self.assertEqual(len(tokens), len(set(tokens)))
        self.assertEqual({line["result"] for lines in ran for line in lines}, {"ran", "skipped"})
        share = [sum(line["result"] == "ran" for line in lines) for lines in ran]
        return f"{len(seconds)} ticks, one run each; by process {share}"

    def test_a_fixed_delay_on_three_processes(self):
        """A delay of a tenth of 20 s after each end, and at-least-for of the same: one run in each."""
        self.every_store("delay")

    def check_delay(self, kind, url):
        log, delay = f"delay-{kind}", 2.0
        count = TICKS // 2
        processes = [ctl.start(url, "guard", "run", log, "--guard", "watchdog", "--at-most", "5s", "--at-least", "1800ms",
                               "--fixed-delay", "2s", "--count", str(count), "--", *self.job(log, 0.3)) for _ in range(3)]
        results = [ctl.finish(process, seconds=count * 4 + 60) for process in processes]
        for result in results:
            self.assertEqual(result.status, 0, result)
        runs = sorted((int(words[2]) / 1e9, int(words[3]) / 1e9) for words in self.lines_of(log))
        gaps = [after[0] - before[0] for before, after in zip(runs, runs[1:])]
        overlaps = sum(after[0] < before[1] for before, after in zip(runs, runs[1:]))
        self.assertEqual(overlaps, 0, runs)
        self.assertGreaterEqual(len(runs), count)
        # At-least-for: nobody begins earlier. The latest is a process's own delay and run after the cooling's end.
        self.assertGreater(min(gaps), 1.8 - 0.1)
        self.assertLess(max(gaps), 1.8 + delay + 0.3 + SLACK)
        return f"{len(runs)} runs, never together, {min(gaps):.1f} to {max(gaps):.1f} s apart"

    def guarded(self, url, name, guard, work):
        """A guard that holds its lock. Guards start one after another, and after the schedules' many processes: renewals
        are measured to a tenth of a second, and starting takes processor time."""
        with self.starts:
            ctl.servers.await_true("all schedules run", lambda: all(
                self.lines_of(f"{what}-{kind}") or self.running[what][kind].done() for what in ("cron", "delay") for kind in self.urls))
            process = ctl.start(url, "guard", "run", name, "--guard", guard, "--at-most", f"{int(LEASE * 1000)}ms", "--",
                                "sleep", str(work))
            ctl.servers.await_true(f"{name} is held", lambda: ctl.run(url, "lock", "show", name).of("row"))
            return process

    def watch(self, url, name, process, seconds):
        """Returns (store's time, expiry, owner) of the lock while the process runs, without repeated expiries."""
        seen = []
        end = time.monotonic() + seconds
        with ctl.Batch(url) as eyes:
            while time.monotonic() < end:
                lines = [line for line in eyes.ask("lock", "show", name) if line["type"] == "row"]
                if lines and lines[0]["owner"] and (not seen or seen[-1][1] != lines[0]["expires_us"]):
                    seen.append((lines[0]["store_us"], lines[0]["expires_us"], lines[0]["owner"]))
                try:
                    process.wait(0.05)
                    return seen
                except subprocess.TimeoutExpired:
                    pass
        raise AssertionError(f"{name} still runs after {seconds:.0f} s")

    def test_a_watchdog_keeps_the_lock_under_long_work(self):
        self.every_store("watchdog")

    def check_watchdog(self, kind, url):
        name = f"long-{kind}"
        process = self.guarded(url, name, "watchdog", WORK)
        seen = self.watch(url, name, process, WORK + 20)
        result = ctl.finish(process)
        self.assertEqual(result.of("run")[0]["result"], "ran", result)
        self.assertEqual(len({owner for _, _, owner in seen}), 1, "one holder throughout")
        moves = [(after[1] - before[1]) / 1e6 for before, after in zip(seen, seen[1:])]
        # Each renewal comes a third of the lease after the one before; after one that reached the store late, in its own time.
        self.assertAlmostEqual(len(moves), WORK / (LEASE / 3), delta=2)
        for before, move in zip([LEASE / 3, *moves], moves):
            self.assertGreater(move + max(0, before - LEASE / 3), LEASE / 3 - 0.1, moves)
        self.assertLess(max(moves), LEASE / 3 + 0.6, moves)
        for at, expires, _ in seen:
            self.assertGreater(expires, at, "never over while it worked")
        return f"{len(moves)} renewals in {WORK:.0f} s of work, {min(moves):.2f} to {max(moves):.2f} s apart, one holder"

    def test_an_explicit_lease_is_not_renewed(self):
        self.every_store("fixed")

    def check_fixed(self, kind, url):
        name = f"fixed-{kind}"
        process = self.guarded(url, name, "fixed", 2 * LEASE)
        seen = self.watch(url, name, process, 2 * LEASE + 20)
        result = ctl.finish(process)
        self.assertEqual(result.status, 4, result)
        self.assertEqual(result.of("run")[0]["result"], "lost")
        self.assertEqual(len(seen), 1, "its end never moved")
        return "its end never moved, and the run was lost"

    def test_after_a_kill_the_next_holder_comes_within_the_lease_and_a_poll(self):
        self.every_store("kill")

    def check_kill(self, kind, url):
        name, poll = f"killed-{kind}", 0.5
        first = self.guarded(url, name, "watchdog", 15)
        job = ["sh", "-c", "true"]
        with ctl.Batch(url) as eyes:
            def held():
                rows = [line for line in eyes.ask("lock", "show", name) if line["type"] == "row"]
                return rows[0] if rows and rows[0]["owner"] else None

            begun = held()
            ctl.servers.await_true("it is renewed", lambda: held()["expires_us"] > begun["expires_us"])
            next_one = ctl.start(url, "guard", "run", name, "--guard", "watchdog", "--at-most", "3s", "--fixed-delay",
                                 f"{int(poll * 1000)}ms", "--count", "60", "--", *job)
            # It has tried and was refused before the holder dies.
            line = json.loads(next_one.stdout.readline())
            self.assertEqual((line["type"], line["result"]), ("run", "skipped"))
            killed = held()
            first.kill()
            first.communicate()
        try:
            for line in next_one.stdout:
                line = json.loads(line)
                if line["type"] == "run" and line["result"] == "ran":
                    break
            else:
                self.fail("nobody followed")
        finally:
            next_one.send_signal(signal.SIGTERM)
            next_one.communicate(timeout=20)
        after = (line["started_us"] - killed["store_us"]) / 1e6
        self.assertGreaterEqual(line["started_us"], killed["expires_us"], "not before the lease is over")
        self.assertLess(after, LEASE + poll + SLACK)
        return f"the next holder came {after:.1f} s after the kill"


if __name__ == "__main__":
    ctl.main()
