# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A crontab line on several hosts: their clocks are a little apart, and the job is shorter than that. And what the line answers."""

import os
import sqlite3
import subprocess
import tempfile
import time
import unittest

from cells import ctl


class Once(ctl.Stores):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="lockdesk-once-")
        self.addCleanup(folder.cleanup)
        self.log = os.path.join(folder.name, "log")

    def runs(self):
        with open(self.log) as file:
            return len(file.read().splitlines())

    def test_hosts_that_begin_one_after_the_other_run_it_once(self):
        job = ("--", "sh", "-c", f"echo ran >> {self.log}; exit $1", "job")
        for number, (kind, url) in enumerate(self.each()):
            for guard, status in (("watchdog", "0"), ("fixed", "7")):
                words = ("guard", "run", f"nightly-{guard}", "--guard", guard, "--once-per", "1h", *job, status)
                self.expect(int(status), url, *words)
                for _ in range(2):
                    line = self.expect(3, url, *words).of("run")[0]
                    self.assertEqual((line["result"], line["why"], line["status"]), ("skipped", "cooling", None), kind)
            self.assertEqual(self.runs(), 2 * (number + 1), kind)

    def test_a_guard_need_not_be_named(self):
        for kind, url in self.each():
            words = ("guard", "run", "unnamed", "--once-per", "1h", "--", "true")
            self.assertEqual(self.expect(0, url, *words).of("run")[0]["result"], "ran", kind)
            self.assertEqual(self.expect(3, url, *words).of("run")[0]["why"], "cooling", kind)
            # Work longer than the lease: it is renewed.
            long = self.expect(0, url, "guard", "run", "renewed", "--at-most", "400ms", "--", "sleep", "1")
            self.assertEqual(long.of("run")[0]["result"], "ran", kind)

    def test_the_next_period_is_another_one(self):
        for kind, url in self.each():
            words = ("guard", "run", "short", "--guard", "watchdog", "--once-per", "1s", "--", "true")
            first = self.expect(0, url, *words).of("run")[0]
            second = self.expect(0, url, *words[:-2], "--wait", "20s", *words[-2:]).of("run")[0]
            # A tenth of it is for a host whose clock is ahead.
            self.assertGreaterEqual(second["started_us"] - first["started_us"], 900_000, kind)

    def test_skipped_can_be_done_without_a_word(self):
        url = self.urls["sqlite"]
        words = ("guard", "run", "quiet", "--guard", "watchdog", "--once-per", "1h", "--skip-ok", "--", "true")
        self.expect(0, url, *words)
        self.assertEqual(self.expect(0, url, *words).of("run")[0]["result"], "skipped")
        for_people = subprocess.run([ctl.PROGRAM, "--store", url, *words], stdin=subprocess.DEVNULL, capture_output=True,
                                    env=ctl.environment(), check=False)
        self.assertEqual((for_people.returncode, for_people.stdout, for_people.stderr), (0, b"", b""))

    def test_what_keeps_others_away_is_written_when_the_store_is_back(self):
        """The store does not answer when the job ends: the release is repeated while the lease lasts, else the line says so."""
        url = self.urls["sqlite"]
        begun = os.path.join(os.path.dirname(self.log), "begun")
        for name, options, comes_back in (("back", ("--guard", "watchdog"), True), ("gone", ("--guard", "fixed", "--at-most", "2s"), False)):
            words = ("--timeout", "1s", "guard", "run", name, *options, "--once-per", "1d", "--",
                     "sh", "-c", f"touch {begun}; while [ ! -e {begun}.locked ]; do sleep 0.05; done")
            process = ctl.start(url, *words)
            ctl.servers.await_true("the job runs", lambda: os.path.exists(begun))
            other = sqlite3.connect(url.removeprefix("sqlite://"), isolation_level=None, timeout=30)
            other.execute("BEGIN IMMEDIATE")
            os.replace(begun, begun + ".locked")
            if comes_back:
                asked = time.monotonic()
                ctl.servers.await_true("one call was refused", lambda: time.monotonic() > asked + 1.5)
                other.execute("COMMIT")
            done = ctl.finish(process)
            if not comes_back:
                other.execute("COMMIT")
            other.close()
            os.remove(begun + ".locked")
            self.assertEqual(done.status, 0, done)
            line = done.of("run")[0]
            if comes_back:
                self.assertIsNone(line["why"], done)
                self.assertEqual(self.expect(3, url, *words).of("run")[0]["why"], "cooling")
            else:
                self.assertIn("not released", line["why"], done)

    def test_a_wait_that_is_stopped_is_no_skip(self):
        url = self.urls["sqlite"]
        self.expect(0, url, "lock", "acquire", "taken", "--owner", "other", "--lease", "1m")
        process = ctl.start(url, "guard", "run", "taken", "--guard", "fixed", "--wait", "30s", "--skip-ok", "--", "true")
        ctl.servers.await_true("it waits", lambda: self.expect(0, url, "list", "waiters").of("row"))
        process.terminate()
        self.assertNotEqual(ctl.finish(process).status, 0)

    def test_the_jobs_own_status_can_be_told_apart(self):
        url = self.urls["sqlite"]

        def status_of(status, *options):
            words = ("guard", "run", "own", "--guard", "fixed", *options, "--", "sh", "-c", f"exit {status}")
            done = ctl.run(url, *words)
            self.assertEqual(done.of("run")[0]["status"], status)
            return done.status

        self.assertEqual([status_of(n) for n in (0, 3, 4, 255)], [0, 3, 4, 255])
        self.assertEqual([status_of(n, "--status-from", "64") for n in (0, 1, 3, 4, 137, 255)], [0, 65, 67, 68, 201, 255])
        held = ("lock", "acquire", "own", "--owner", "other", "--lease", "1h")
        self.expect(0, url, *held)
        self.expect(3, url, "guard", "run", "own", "--guard", "fixed", "--status-from", "64", "--", "true")


if __name__ == "__main__":
    ctl.main()
