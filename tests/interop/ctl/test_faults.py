# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Lost replies, frozen servers, wrong client clocks, signals."""

import glob
import signal
import sqlite3
import subprocess
import time
import unittest

import ctl
from ctl import servers

# One command of every verb; each is bounded by --timeout plus a second, whatever the store does.
VERBS = """
init
capabilities
clock
lock acquire a --owner o --lease 30s
lock renew a --owner o --token 1 --lease 30s
lock release a --owner o --token 1
lock force-release a --if-owner o --if-token 1 --reason r
lock force-release a --if-owner o --if-token 1 --reason r --preview
lock end-hold-off a --reason r
lock end-hold-off a --reason r --preview
lock show a
lock collect --older-than 1h
list locks
list tasks
list outbox
list workers
list waiters
list fences
list audit
fence admit a --token 1
fence show a
task add k --id t --phase p
task claim k p --owner o
task extend t --owner o --token 1
task relock t --owner o --token 1 --wait 1s
task relock t --force --if-owner o --if-token 1 --wait 1s --reason r
task advance t --owner o --token 1 --to q
task fail t --owner o --token 1
task rule k p --lock-timeout 30s
record put r --value 1
record get r
record update r --if-version 1 --value 2
outbox add t --payload 1
outbox backlog
outbox retry-dead
worker list
worker pause w
sandbox list
""".strip().splitlines()

STARTING = 0.7  # start of a process on a busy machine


def timed(url, words):
    """Returns (seconds, result) of all commands, run eight at a time."""
    out, waiting, running = {}, list(words), []
    while waiting or running:
        while waiting and len(running) < 8:
            line = waiting.pop(0)
            running.append((line, time.monotonic(), ctl.start(url, "--timeout", "1s", *line.split())))
        for one in list(running):
            line, began, process = one
            if process.poll() is not None:
                out[line] = (time.monotonic() - began, ctl.finish(process))
                running.remove(one)
            elif time.monotonic() - began > 20:
                process.kill()
                raise AssertionError(f"{line} does not end")
        time.sleep(0.01)
    return out


class Faults(ctl.Stores):
    def check_bounded(self, url, words, statuses):
        for line, (seconds, done) in timed(url, words).items():
            self.assertLessEqual(seconds, 2.0 + STARTING, line)
            self.assertIn(done.status, statuses, f"{line}: {done}")
            self.assertEqual(done.lines[-1]["type"], "error", line)
            self.assertIn(done.lines[-1]["kind"], ("unavailable", "in_doubt"), line)

    def test_frozen_server(self):
        for _, url in self.each():
            server = next((one for one in self.servers.values() if one.url == url), None)
            if server is None:
                continue
            server.freeze()
            try:
                self.check_bounded(url, VERBS, (5, 6))
            finally:
                server.thaw()
            self.expect(3, url, "lock", "show", "never seen")

    def test_locked_file(self):
        url = self.urls.get("sqlite")
        if url is None:
            self.skipTest("no SQLite in this build")
        with sqlite3.connect(url.removeprefix("sqlite://"), isolation_level=None) as other:
            other.execute("begin immediate")
            self.check_bounded(url, ["lock acquire a --owner o --lease 30s", "task claim k p --owner o",
                                     "record put r --value 1", "outbox add t --payload 1"], (5,))
            other.execute("rollback")
        other.close()

    def test_unreachable(self):
        port = servers.free_port()
        for kind in self.servers:
            url = self.servers[kind].url.replace(str(self.servers[kind].port), str(port))
            self.check_bounded(url, VERBS, (5,))

    def through(self, kind, url):
        proxy = servers.Proxy(self.servers[kind].port)
        self.addCleanup(proxy.stop)
        # The replica set would tell the client its own address.
        url = url.replace("replicaSet=rs0", "directConnection=true")
        return proxy, url.replace(f":{self.servers[kind].port}", f":{proxy.port}")

    def test_lost_reply_of_acquire(self):
        for kind, url in self.each():
            if kind not in self.servers:
                continue
            proxy, through = self.through(kind, url)
            for close, statuses in ((True, (0, 6)), (False, (6,))):
                name = f"lost-{close}"
                token = 1
                if kind == "mongodb":  # a new name takes several statements: lose the one that grants
                    for verb in (("acquire", "--lease", "60s"), ("release", "--token", "1")):
                        self.expect(0, url, "lock", verb[0], name, "--owner", "first", *verb[1:])
                    token = 2
                proxy.arm(name, close)
                done = ctl.run(through, "--timeout", "2s", "lock", "acquire", name, "--owner", "o", "--lease", "60s",
                               "--request", "r-" + name)
                self.assertIn(done.status, statuses, f"{kind}: {done}")
                self.assertGreater(proxy.lost, 0, "the proxy lost nothing")
                row = self.expect(0, url, "lock", "show", name).lines[0]
                self.assertEqual((row["owner"], row["token"], row["holds"]), ("o", token, 1), kind)
                again = self.expect(0, url, "lock", "acquire", name, "--owner", "o", "--lease", "60s", "--request", "r-" + name)
                self.assertEqual((again.lines[0]["holds"], again.lines[0]["extended"]), (1, False), kind)

    def test_lost_reply_of_claim(self):
        for kind, url in self.each():
            if kind not in self.servers:
                continue
            proxy, through = self.through(kind, url)
            for close in (True, False):
                for given in (True, False):
                    self.lose_claim(kind, url, proxy, through, close, given)

    def lose_claim(self, kind, url, proxy, through, close, given):
        """A given claim id is looked up first: the lost reply may be that one, with nothing taken yet."""
        phase = f"p-{close}-{given}"
        for i in range(5):
            self.expect(0, url, "task", "add", "k", "--id", f"{phase}-{i}", "--phase", phase)
        owner = f"owner-{phase}"
        command = ["task", "claim", "k", phase, "--owner", owner, "--limit", "3"]
        proxy.arm(owner, close)
        done = ctl.run(through, "--timeout", "2s", *command, *(["--claim-id", "c-" + phase] if given else []))
        self.assertIn(done.status, (0, 6) if close else (6,), f"{kind}: {done}")
        self.assertGreater(proxy.lost, 0, "the proxy lost nothing")
        found = self.expect(0, url, "list", "tasks", f"owner:{owner}").of("row")
        self.assertIn([row["claims"] for row in found], ([1, 1, 1], []) if given else ([1, 1, 1],), kind)
        claim = "c-" + phase if given else found[0]["claim_id"]
        if not given and done.status == 6:
            self.assertIn(claim, done.lines[0]["message"])
        again = self.expect(0, url, *command, "--claim-id", claim)
        self.assertEqual([line["claims"] for line in again.lines], [1, 1, 1], kind)
        if found:
            self.assertEqual({line["id"] for line in again.lines}, {row["id"] for row in found}, kind)
        self.assertEqual(len(self.expect(0, url, "list", "tasks", f"claim:{claim}").of("row")), 3)

    def test_client_clock_an_hour_off(self):
        libraries = glob.glob("/usr/lib*/*/faketime/libfaketimeMT.so.1") + glob.glob("/usr/lib*/faketime/libfaketimeMT.so.1")
        faketime = libraries[0] if libraries else None
        self.assertIsNotNone(faketime, "install faketime")
        for kind, url in self.each():
            if kind not in self.servers:
                continue
            for shift in ("+1h", "-1h"):
                # Not the wrapper program, which leaves a named semaphore behind and fails on those of others.
                fake = ("env", f"LD_PRELOAD={faketime}", f"FAKETIME={shift}")
                name = "skew" + shift
                got = self.expect(0, url, "lock", "acquire", name, "--owner", "o", "--lease", "30s", prefix=fake).lines[0]
                self.assertEqual(got["expires_us"] - got["acquired_us"], 30_000_000)
                self.assertLess(abs(got["store_us"] - time.time() * 1e6), 60e6)
                self.expect(3, url, "lock", "acquire", name, "--owner", "p", "--lease", "30s")
                self.expect(3, url, "lock", "acquire", name, "--owner", "p", "--lease", "30s", prefix=fake)
                self.expect(0, url, "lock", "release", name, "--owner", "o", "--token", str(got["token"]), prefix=fake)
                task = f"skew{shift}"
                self.expect(0, url, "task", "add", "skewed", "--id", task, "--phase", shift, prefix=fake)
                self.expect(0, url, "task", "claim", "skewed", shift, "--owner", "o", prefix=fake)
                self.expect(3, url, "task", "claim", "skewed", shift, "--owner", "p", prefix=fake)
                offset = self.expect(0, url, "clock", prefix=fake).lines[0]["offset_us"]
                self.assertLess(abs(abs(offset) - 3600e6), 60e6)

    def test_watchdog_releases_on_a_signal(self):
        for _, url in self.each():
            holder = ctl.start(url, "lock", "acquire", "kept", "--owner", "o", "--lease", "600ms", "--watchdog")
            first = holder.stdout.readline()
            self.assertIn(b'"acquired"', first)
            for _ in range(3):
                self.assertIn(b'"renewed"', holder.stdout.readline())
            self.expect(3, url, "lock", "acquire", "kept", "--owner", "p", "--lease", "1s")
            holder.send_signal(signal.SIGTERM)
            out, _ = holder.communicate(timeout=20)
            self.assertEqual(ctl.parse(out)[-1]["result"], "released")
            self.assertEqual(holder.returncode, 0)
            self.expect(0, url, "lock", "acquire", "kept", "--owner", "p", "--lease", "1s")

    def test_watchdog_tells_the_loss(self):
        for _, url in self.each():
            holder = ctl.start(url, "lock", "acquire", "taken", "--owner", "o", "--lease", "900ms", "--watchdog")
            self.assertIn(b'"acquired"', holder.stdout.readline())
            self.expect(0, url, "lock", "force-release", "taken", "--if-owner", "o", "--if-token", "1", "--reason", "test")
            out, _ = holder.communicate(timeout=20)
            self.assertEqual((holder.returncode, ctl.parse(out)[-1]["result"]), (4, "not_owner"))

    def test_cancelled_wait(self):
        for _, url in self.each():
            self.expect(0, url, "lock", "acquire", "busy", "--owner", "o", "--lease", "60s")
            waiter = ctl.start(url, "lock", "acquire", "busy", "--owner", "p", "--lease", "1s", "--wait", "forever")
            servers.await_true("the waiter is seen", lambda: self.expect(0, url, "list", "waiters", "name:busy").of("row"))
            waiter.send_signal(signal.SIGINT)
            done = ctl.finish(waiter, seconds=20)
            self.assertEqual((done.status, done.lines[-1]["result"]), (3, "busy"))
            self.assertEqual(self.expect(0, url, "list", "waiters", "name:busy").of("row"), [])

    def test_wait_ends_with_the_release(self):
        for _, url in self.each():
            self.expect(0, url, "lock", "acquire", "door", "--owner", "o", "--lease", "60s")
            waiter = ctl.start(url, "lock", "acquire", "door", "--owner", "p", "--lease", "1s", "--wait", "30s")
            servers.await_true("the waiter is seen", lambda: self.expect(0, url, "list", "waiters", "name:door").of("row"))
            self.expect(0, url, "lock", "release", "door", "--owner", "o", "--token", "1")
            done = ctl.finish(waiter, seconds=20)
            self.assertEqual((done.status, done.lines[-1]["token"]), (0, 2))

    def test_reader_that_goes_away(self):
        url = next(iter(self.urls.values()))
        holder = subprocess.Popen([ctl.PROGRAM, "--store", url, "--json", "lock", "acquire", "pipe", "--owner", "o", "--lease",
                                   "600ms", "--watchdog"], stdout=subprocess.PIPE, env=ctl.environment())
        holder.stdout.readline()
        holder.stdout.close()
        holder.wait(20)
        self.assertEqual(self.expect(0, url, "lock", "show", "pipe").lines[0]["state"], "free")


if __name__ == "__main__":
    ctl.main()
