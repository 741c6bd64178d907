# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""guard history: the runs that a store knows, whoever ran them."""

import concurrent.futures
import os
import signal
import subprocess
import time
import unittest

import ctl

WORKER = os.environ["LOCKDESK_WORKER"]
KEYS = {"entity", "key", "state", "result", "name", "owner", "token", "started_us", "ended_us", "status", "why"}


class History(ctl.Stores):
    def history(self, url, name, *more):
        return self.expect(0, url, "guard", "history", name, *more)

    def test_runs(self):
        for kind, url in self.each():
            empty = self.history(url, "nightly")
            self.assertEqual([(one["type"], one["rows"]) for one in empty.lines], [("end", 0)], kind)
            ran = self.expect(0, url, "guard", "run", "nightly", "--guard", "watchdog", "--", "true").of("run")[0]
            self.expect(7, url, "guard", "run", "nightly", "--guard", "fixed", "--", "sh", "-c", "exit 7")
            self.expect(0, url, "lock", "acquire", "nightly", "--owner", "me", "--lease", "30s")
            self.expect(3, url, "guard", "run", "nightly", "--guard", "fixed", "--", "true")  # skipped
            held, failed, first = self.history(url, "nightly").of("row")
            self.assertLessEqual(KEYS, set(held), kind)
            self.assertEqual([(one["result"], one["status"]) for one in (held, failed, first)],
                             [("running", None), ("failed", 7), ("ran", 0)], kind)
            self.assertEqual(held["owner"], "me")
            self.assertEqual([first[key] for key in ("owner", "token", "started_us", "ended_us")],
                             [ran[key] for key in ("owner", "token", "started_us", "ended_us")], kind)
            last = self.history(url, "nightly", "--limit", "2")
            self.assertEqual([(one["rows"], one["truncated"], one["about"]) for one in last.of("end")], [(2, True, 3)], kind)
            table = subprocess.run([ctl.PROGRAM, "--store", url, "guard", "history", "nightly"], capture_output=True, text=True,
                                   env=ctl.environment(), check=True).stdout
            self.assertRegex(table, r"^STARTED +ENDED +RESULT +OWNER +TOKEN +STATUS")
            self.assertRegex(table, r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ +20\S+Z +failed ")

    def test_bounded_and_shared(self):
        """Several hosts write at once, and the oldest runs go; a long name has a record, too."""
        for kind, url in self.each():
            name = "n" * 200
            with concurrent.futures.ThreadPoolExecutor() as pool:
                done = [pool.submit(ctl.run, url, "guard", "run", name, "--guard", "none", "--fixed-rate", "1ms", "--count", "30", "--", "true")
                        for _ in range(2)]
            self.assertEqual([one.result().status for one in done], [0, 0], kind)
            self.assertEqual(len(self.history(url, name).of("row")), 50, kind)

    def test_a_worker_writes_its_runs(self):
        for kind, url in self.each():
            process = subprocess.Popen([WORKER, "--store", url, "--role", "guard", "--lock", "job", "--interval", "100ms", "--exec", "true"],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=ctl.environment())
            try:
                end = time.monotonic() + 60
                while not any(row["result"] == "ran" for row in self.history(url, "job").of("row")):
                    self.assertLess(time.monotonic(), end, kind)
            finally:
                process.send_signal(signal.SIGTERM)
                process.wait(30)

    def test_what_is_no_list_of_runs_is_none(self):
        for kind, url in self.each():
            self.expect(0, url, "record", "put", "guard-runs:odd", "--value", "not a list")
            self.assertEqual(self.history(url, "odd").of("row"), [], kind)
            self.expect(0, url, "guard", "run", "odd", "--guard", "none", "--", "true")
            self.assertEqual([row["result"] for row in self.history(url, "odd").of("row")], ["ran"], kind)

    def test_a_long_list_by_others_is_cut(self):
        # Half a million entries held a guard up for more than half a minute after its run.
        for kind, url in self.each():
            self.expect(0, url, "record", "put", "guard-runs:long", "--value", "[" + ",".join(["{}"] * 40000) + "]")
            self.assertEqual(len(self.history(url, "long").of("row")), 50, kind)
            self.expect(0, url, "guard", "run", "long", "--at-most", "30s", "--", "true")
            rows = self.history(url, "long").of("row")
            self.assertEqual((len(rows), rows[0]["result"]), (50, "ran"), kind)

    def test_a_store_without_a_schema_runs_all_the_same(self):
        missing = "sqlite://" + os.path.join(self.folder.name, "none.db")
        self.expect(0, missing, "guard", "run", "x", "--guard", "none", "--", "true")
        self.expect(5, missing, "guard", "history", "x")


if __name__ == "__main__":
    ctl.main()
