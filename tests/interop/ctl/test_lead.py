# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""One leader among several processes: handover, failover after kill -9, a restarted store."""

import json
import queue
import signal
import threading
import time
import unittest

import ctl

PATIENCE = 30


class Candidate:
    """A running `lead` with a wait for its lines. `events` are (steady second, line)."""

    def __init__(self, url, name, *options):
        self.process = ctl.start(url, "lead", name, *options, "--", "true")
        self.lines = queue.Queue()
        self.events = []
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        with self.process.stdout:
            for line in self.process.stdout:
                self.lines.put((time.monotonic(), json.loads(line)))

    def wait_for(self, event, count=1, seconds=PATIENCE):
        end = time.monotonic() + seconds
        while count:
            at, line = self.lines.get(timeout=max(0.0, end - time.monotonic()))
            self.events.append((at, line))
            count -= line.get("event") == event
        return at, line

    def stop(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        self.process.wait(PATIENCE)
        self.process.stderr.close()
        return self.process.returncode


class Leaders(ctl.Stores):
    def test_a_clean_stop_hands_over_however_often_it_was_renewed(self):
        for kind, url in self.each():
            # A third of the lease passes between renewals; the rest of it must be longer than a loaded machine takes.
            first = Candidate(url, "clean", "--lease", "6s", "--interval", "20ms")
            first.wait_for("elected")
            second = Candidate(url, "clean", "--lease", "6s", "--interval", "20ms")
            first.wait_for("renewed", 2)
            ctl.servers.await_true("the second waits", lambda: self.expect(0, url, "lock", "show", "clean").lines[0]["waiters"] == 1)
            holds = self.expect(0, url, "lock", "show", "clean").lines[0]["holds"]
            self.assertEqual(holds, 1, kind)
            self.assertEqual(first.stop(), 0)
            resigned = first.wait_for("resigned")[1]
            elected = second.wait_for("elected")[1]
            # All times are the store's: the follower did not wait for the lease to end.
            last = [line for _, line in first.events if line.get("event") == "renewed"][-1]
            self.assertLess(elected["store_us"], last["expires_us"] - 1_000_000, kind)
            self.assertGreater(elected["token"], resigned["token"])
            self.assertEqual(second.stop(), 0)

    def test_a_killed_leader_is_followed_after_its_lease(self):
        for kind, url in self.each():
            first = Candidate(url, "killed", "--lease", "1s", "--interval", "20ms")
            first.wait_for("renewed", 2)
            second = Candidate(url, "killed", "--lease", "1s", "--interval", "20ms")
            ctl.servers.await_true("the second waits", lambda: self.expect(0, url, "lock", "show", "killed").lines[0]["waiters"] == 1)
            self.assertEqual(first.stop(signal.SIGKILL), -signal.SIGKILL)
            elected = second.wait_for("elected")[1]
            last = [line for _, line in first.events if line.get("event") in ("elected", "renewed")][-1]
            while not first.lines.empty():
                line = first.lines.get()[1]
                last = line if line["event"] == "renewed" else last
            self.assertGreaterEqual(elected["store_us"], last["expires_us"], kind)
            self.assertLess(elected["store_us"] - last["expires_us"], 2_500_000, kind)
            self.assertEqual(second.stop(), 0)

    def test_words_and_limits(self):
        for kind, url in self.each():
            done = self.expect(0, url, "lead", "brief", "--lease", "5s", "--interval", "1ms", "--count", "3", "--", "sh", "-c",
                               'test "$LOCKDESK_LOCK" = brief && test -n "$LOCKDESK_TOKEN" && exit 7')
            events = [line["event"] for line in done.of("leader") if line["event"] != "renewed"]
            self.assertEqual(events, ["elected", "ran", "ran", "ran", "resigned"], kind)
            self.assertEqual([line["status"] for line in done.lines if line["event"] == "ran"], [7, 7, 7])
            self.expect(2, url, "lead", "brief", "--lease", "250ms", "--interval", "1s", "--", "true")
            self.expect(2, url, "lead", "brief", "--lease", "1s", "--interval", "1s")

    def test_a_restart_of_the_store_is_survived(self):
        server = self.servers.get("postgresql")
        if server is None:
            self.skipTest("postgresql is not built in")
        leader = Candidate(server.url, "restart", "--lease", "20s", "--interval", "20ms")
        leader.wait_for("ran", 3)
        server.restart()
        leader.wait_for("renewed", 1)
        leader.wait_for("ran", 3)
        self.assertEqual(leader.stop(), 0)
        self.assertEqual(leader.wait_for("resigned")[1]["token"], 1)
        self.assertNotIn("lost", [line["event"] for _, line in leader.events])


if __name__ == "__main__":
    ctl.main()
