# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Jobs of three processes by a schedule, and a watchdog under a long job, on every store. Ten ticks; with
LOCKDESK_TEST_FULL=1 sixty, and the watchdog's 20 s of work."""

import collections
import concurrent.futures
import json
import os
import signal
import sys
import tempfile
import time
import unittest

from cells import ctl

TICKS = 60 if ctl.FULL else 10
LEASE = 3.0
WORK = 20.0 if ctl.FULL else 8.0
SLACK = 1.0


class Schedules(ctl.Stores):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="lockdesk-schedules-")
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def lines_of(self, name):
        try:
            with open(self.path(name)) as file:
                return [line.split() for line in file.read().splitlines()]
        except FileNotFoundError:
            return []

    def each_at_once(self, check):
        with concurrent.futures.ThreadPoolExecutor(len(self.urls)) as pool:
            running = {kind: pool.submit(check, kind, url) for kind, url in self.urls.items()}
        for kind, one in running.items():
            with self.subTest(store=kind):
                print(f"{kind}: {one.result()}", file=sys.stderr)

    def job(self, name, seconds=0.0):
        """Logs its begin and its end, in nanoseconds."""
        return ["sh", "-c", f'b=$(date +%s%N); sleep {seconds}; '
                f'echo "$LOCKDESK_TOKEN $LOCKDESK_OWNER $b $(date +%s%N)" >> {self.path(name)}']

    def test_a_cron_on_three_processes_runs_once_a_tick(self):
        """At-least-for keeps a job that is shorter than the processes are apart from running twice in a tick."""
        self.each_at_once(self.check_cron)

    def check_cron(self, kind, url):
        log = f"cron-{kind}"
        processes = [ctl.start(url, "guard", "run", log, "--guard", "watchdog", "--at-most", "5s", "--at-least", "600ms",
                               "--cron", "* * * * * *", "--count", str(TICKS + 2), "--", *self.job(log)) for _ in range(3)]
        results = [ctl.finish(process, seconds=TICKS + 60) for process in processes]
        for result in results:
            self.assertEqual(result.status, 0, result)
            self.assertEqual(len(result.of("run")), TICKS + 2)
        begins = collections.Counter(int(words[2]) // 1_000_000_000 for words in self.lines_of(log))
        # The three start and end at their own ticks: the first and the last ones may lack some of them.
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
        """A tenth of 20 s after the end, each; at-least-for of the delay: one run in each."""
        self.each_at_once(self.check_delay)

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
        # At-least-for: nobody begins earlier. No later than a process's own delay and run after the cooling's end.
        self.assertGreater(min(gaps), 1.8 - 0.1)
        self.assertLess(max(gaps), 1.8 + delay + 0.3 + SLACK)
        return f"{len(runs)} runs, never together, {min(gaps):.1f} to {max(gaps):.1f} s apart"

    def guarded(self, url, name, guard, work):
        return ctl.start(url, "guard", "run", name, "--guard", guard, "--at-most", f"{int(LEASE * 1000)}ms", "--",
                         "sleep", str(work))

    def row(self, url, name):
        return ctl.run(url, "lock", "show", name).of("row")[0]

    def watch(self, url, name, process, seconds):
        """(store's time, expiry, owner) of the lock as long as the process runs, without repetitions of the expiry."""
        seen = []
        end = time.monotonic() + seconds
        while process.poll() is None and time.monotonic() < end:
            lines = ctl.run(url, "lock", "show", name).of("row")
            if lines and lines[0]["owner"] and (not seen or seen[-1][1] != lines[0]["expires_us"]):
                seen.append((lines[0]["store_us"], lines[0]["expires_us"], lines[0]["owner"]))
            time.sleep(0.15)
        return seen

    def test_a_watchdog_keeps_the_lock_under_long_work(self):
        self.each_at_once(self.check_watchdog)

    def check_watchdog(self, kind, url):
        name = f"long-{kind}"
        process = self.guarded(url, name, "watchdog", WORK)
        seen = self.watch(url, name, process, WORK + 20)
        result = ctl.finish(process)
        self.assertEqual(result.of("run")[0]["result"], "ran", result)
        self.assertEqual(len({owner for _, _, owner in seen}), 1, "one holder throughout")
        moves = [(after[1] - before[1]) / 1e6 for before, after in zip(seen, seen[1:])]
        # A renewal a third of the lease after the one before.
        self.assertAlmostEqual(len(moves), WORK / (LEASE / 3), delta=2)
        self.assertGreater(min(moves), LEASE / 3 - 0.1, moves)
        self.assertLess(max(moves), LEASE / 3 + 0.6, moves)
        for at, expires, _ in seen:
            self.assertGreater(expires, at, "never over while it worked")
        return f"{len(moves)} renewals in {WORK:.0f} s of work, {min(moves):.2f} to {max(moves):.2f} s apart, one holder"

    def test_an_explicit_lease_is_not_renewed(self):
        self.each_at_once(self.check_fixed)

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
        self.each_at_once(self.check_kill)

    def check_kill(self, kind, url):
        name, poll = f"killed-{kind}", 0.5
        first = self.guarded(url, name, "watchdog", 15)
        ctl.servers.await_true("it is held", lambda: ctl.run(url, "lock", "show", name).of("row"))
        held = self.row(url, name)
        ctl.servers.await_true("it is renewed", lambda: self.row(url, name)["expires_us"] > held["expires_us"])
        job = ["sh", "-c", "true"]
        next_one = ctl.start(url, "guard", "run", name, "--guard", "watchdog", "--at-most", "3s", "--fixed-delay",
                             f"{int(poll * 1000)}ms", "--count", "60", "--", *job)
        time.sleep(0.7)
        killed = self.row(url, name)
        first.kill()
        first.communicate()
        try:
            for line in next_one.stdout:
                line = json.loads(line)
                if line["type"] == "run" and line["result"] == "ran":
                    break
        finally:
            next_one.send_signal(signal.SIGTERM)
            next_one.communicate(timeout=20)
        after = (line["started_us"] - killed["store_us"]) / 1e6
        self.assertGreaterEqual(line["started_us"], killed["expires_us"], "not before the lease is over")
        self.assertLess(after, LEASE + poll + SLACK)
        return f"the next holder came {after:.1f} s after the kill"


if __name__ == "__main__":
    unittest.main()
