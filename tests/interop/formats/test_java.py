# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Redisson, and ShedLock on Redis, PostgreSQL, MariaDB and MongoDB, exclude us and we exclude them, in both orders."""

import json
import os
import socket
import statistics
import time
import unittest

from clients import PLACE, Client, Ctl, servers

CLASSES = os.pathsep.join(os.path.join(PLACE, "java", part) for part in ("classes", "lib/*"))


def java(*args):
    return Client("java", "-Xshare:auto", "-XX:TieredStopAtLevel=1", "-cp", CLASSES, "interop.Client", *args)


class Redisson(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = servers.Redis()
        cls.addClassCleanup(cls.server.stop)
        cls.ctl = Ctl(cls.server.url, "redisson")
        cls.client = java("redisson", "127.0.0.1", str(cls.server.port))
        cls.addClassCleanup(cls.client.__exit__)

    def test_theirs_excludes_us(self):
        for _ in range(2):
            self.assertIsInstance(self.client("lock", "theirs", "30000", "0"), int)
        status, lines = self.ctl("lock", "acquire", "theirs", "--owner", "me", "--lease", "30s")
        self.assertEqual((status, lines[0]["result"]), (3, "busy"))
        row = self.ctl.row("theirs")
        self.assertEqual((row["owner"], row["holds"]), (lines[0]["holder"]["owner"], 2))
        self.assertIs(self.client("unlock", "theirs"), True)
        self.assertEqual(self.ctl.lock("acquire", "theirs", "me"), "busy")
        self.assertIs(self.client("unlock", "theirs"), True)
        self.assertEqual(self.ctl.lock("acquire", "theirs", "me"), "acquired")

    def test_theirs_is_renewed_and_forced(self):
        self.assertIsInstance(self.client("lock", "forced", "-1", "0"), int)  # with its watchdog
        row = self.ctl.row("forced")
        self.assertGreater(row["expires_us"] - row["store_us"], 25_000_000)
        status, _ = self.ctl("lock", "force-release", "forced", "--if-owner", row["owner"], "--if-token", "0",
                             "--reason", "r")
        self.assertEqual(status, 0)
        self.assertEqual(self.client("unlock", "forced"), "IllegalMonitorStateException")

    def woken_within(self, name, free):
        """Returns milliseconds from the release on the server to the client's answer, on this computer's clock."""
        self.client.send("lock", name, "30000", "20000")
        servers.await_true("the client waits", lambda: (self.ctl.row(name) or {}).get("waiters") == 1)
        with socket.create_connection(("127.0.0.1", self.server.port), 20) as link, link.makefile("rb") as lines:
            link.sendall(b"MONITOR\r\n")
            self.assertEqual(lines.readline(), b"+OK\r\n")
            free()
            # The server prefixes every command with its time.
            sign = b'"publish" "redisson_lock__channel:{%s}"' % name.encode()
            told = next(line for line in lines if sign in line.lower())
        got = self.client.answer()
        self.assertIsInstance(got, int)
        self.client("unlock", name)
        return got + 0.5 - float(told.split()[0][1:]) * 1000  # the client's clock counts whole milliseconds

    def wakes(self, what, rounds, free):
        """The median counts, as other tests run on the same computer. Prints all values."""
        late = []
        for i in range(rounds):
            name = f"{what}{i}"
            self.assertEqual(self.ctl.lock("acquire", name, "me"), "acquired")
            late.append(self.woken_within(name, lambda one=name: free(one)))
        print(f"{what}: a waiting Redisson client had the lock after", *(f"{ms:.1f}" for ms in sorted(late)), "ms; median",
              f"{statistics.median(late):.1f} ms", flush=True)
        self.assertLess(statistics.median(late), 50)
        self.assertLess(max(late), 1000)

    def test_our_release_wakes_a_waiter(self):
        self.assertEqual(self.ctl.lock("acquire", "ours", "me"), "acquired")
        self.assertEqual(self.ctl.lock("acquire", "ours", "me"), "acquired")
        self.assertIs(self.client("lock", "ours", "30000", "0"), False)
        self.assertEqual(self.ctl.lock("release", "ours", "me"), "still_held")
        self.assertIs(self.client("lock", "ours", "30000", "0"), False)  # one of two holds is left
        self.assertEqual(self.ctl.lock("release", "ours", "me"), "released")
        self.wakes("release", 9, lambda name: self.assertEqual(self.ctl.lock("release", name, "me"), "released"))

    def test_their_release_wakes_us(self):
        self.assertIsInstance(self.client("lock", "awaited", "60000", "0"), int)
        ours = self.ctl.start("lock", "acquire", "awaited", "--owner", "me", "--lease", "30s", "--wait", "30s")
        servers.await_true("we wait", lambda: self.ctl.row("awaited")["waiters"] == 1)
        self.assertIs(self.client("unlock", "awaited"), True)
        out, _ = ours.communicate(timeout=10)
        self.assertEqual(json.loads(out.splitlines()[-1])["result"], "acquired")

    def test_our_force_release_wakes_a_waiter(self):
        self.wakes("force-release", 5, lambda name: self.assertEqual(self.ctl(
            "lock", "force-release", name, "--if-owner", "me", "--if-token", "0", "--reason", "r")[0], 0))

    def test_its_watchdog_keeps_it_from_us(self):
        self.assertIsInstance(self.client("lock", "watched", "-1", "0"), int)
        first = self.ctl.row("watched")["expires_us"]
        # It is renewed after a third of its 30 s.
        servers.await_true("the watchdog renews", lambda: self.ctl.row("watched")["expires_us"] > first + 5_000_000, 20)
        self.assertEqual(self.ctl.lock("acquire", "watched", "me"), "busy")
        self.assertIs(self.client("unlock", "watched"), True)
        self.assertEqual(self.ctl.lock("acquire", "watched", "me"), "acquired")

    def dump(self, *names):
        return [self.redis("DUMP", name) for name in names]

    def redis(self, *words):
        with socket.create_connection(("127.0.0.1", self.server.port), 20) as link:
            link.sendall(b"*%d\r\n" % len(words) + b"".join(b"$%d\r\n%s\r\n" % (len(w), w.encode()) for w in words))
            return link.recv(65536)

    def untouched(self, name, *keys):
        """No request for that name, as its holder or as an operator, changes anything."""
        before = self.dump(name, *keys)
        owner = self.ctl.row(name)["owner"].split(" ")[0]
        for words in (("acquire", name, "--owner", owner, "--lease", "30s"),
                      ("acquire", name, "--owner", "me", "--lease", "30s"),
                      ("renew", name, "--owner", owner, "--token", "0", "--lease", "60s"),
                      ("release", name, "--owner", owner, "--token", "0"),
                      ("force-release", name, "--if-owner", owner, "--if-token", "0", "--reason", "r")):
            self.assertNotEqual(self.ctl("lock", *words)[0], 0, words)
        self.assertEqual(self.dump(name, *keys), before)

    def test_read_write_locks_are_shown_and_left_alone(self):
        for kind in ("read", "write"):
            self.assertIsInstance(self.client("lock", kind + "rw", "30000", "0", kind), int)
            raw = json.dumps(self.ctl.row(kind + "rw")["raw"])
            self.assertIn(f'"mode":"{kind}"', raw.replace("\\", "").replace(" ", ""))
            self.untouched(kind + "rw")
            self.assertIs(self.client("unlock", kind + "rw", kind), True)

    def test_fair_locks(self):
        self.assertIsInstance(self.client("lock", "fair", "30000", "0", "fair"), int)
        self.assertEqual(self.ctl.lock("acquire", "fair", "me"), "busy")
        self.assertIs(self.client("unlock", "fair", "fair"), True)
        self.assertEqual(self.ctl.lock("acquire", "fair", "me"), "acquired")
        self.client.send("lock", "fair", "30000", "20000", "fair")
        servers.await_true("it queues", lambda: self.redis("LLEN", "redisson_lock_queue:{fair}") == b":1\r\n")
        self.assertEqual(self.ctl.lock("acquire", "fair", "other"), "busy")
        self.assertEqual(self.redis("LLEN", "redisson_lock_queue:{fair}"), b":1\r\n")  # its queue is unchanged
        begin = time.monotonic()
        self.assertEqual(self.ctl.lock("release", "fair", "me"), "released")
        self.assertIsInstance(self.client.answer(), int)
        self.assertLess(time.monotonic() - begin, 10)  # woken, not after our 30 s
        self.assertIs(self.client("unlock", "fair", "fair"), True)

    def test_multi_fenced_and_spin_locks(self):
        self.assertIsInstance(self.client("lock", "multi", "30000", "0", "multi"), int)
        for name in ("multi", "multi-2"):
            self.assertEqual(self.ctl.lock("acquire", name, "me"), "busy")
        self.assertIs(self.client("unlock", "multi", "multi"), True)
        self.assertEqual(self.ctl.lock("acquire", "multi-2", "me"), "acquired")
        self.assertIs(self.client("lock", "multi", "30000", "0", "multi"), False)
        self.assertEqual(self.ctl.lock("release", "multi-2", "me"), "released")
        self.assertIsInstance(self.client("lock", "fenced", "30000", "0", "fenced"), int)
        token = self.dump("redisson_lock_token:{fenced}")
        self.assertEqual(self.ctl.lock("acquire", "fenced", "me"), "busy")
        self.assertIs(self.client("unlock", "fenced", "fenced"), True)
        self.assertEqual(self.ctl.lock("acquire", "fenced", "me"), "acquired")
        self.assertIs(self.client("lock", "fenced", "30000", "0", "fenced"), False)
        self.assertEqual(self.dump("redisson_lock_token:{fenced}"), token)
        self.assertIsInstance(self.client("lock", "spin", "30000", "0", "spin"), int)
        self.assertEqual(self.ctl.lock("acquire", "spin", "me"), "busy")
        self.assertIs(self.client("unlock", "spin", "spin"), True)

    def test_a_list_shows_locks_and_not_what_belongs_to_them(self):
        self.assertIsInstance(self.client("lock", "listed", "30000", "0", "fenced"), int)
        self.assertIsInstance(self.client("lock", "queued", "30000", "0", "fair"), int)
        names = {row["name"] for row in self.ctl("list", "locks")[1] if row["type"] == "row"}
        self.assertLessEqual({"listed", "queued"}, names)
        self.assertFalse([name for name in names if name.startswith("redisson_")])


class ShedLock:
    """The cases; `ctl` and `client` are the store's."""

    def test_theirs_excludes_us(self):
        self.assertIs(self.client("lock", "theirs", "30000", "0"), True)
        status, lines = self.ctl("lock", "acquire", "theirs", "--owner", "me", "--lease", "30s")
        self.assertEqual((status, lines[0]["result"]), (3, "busy"))
        row = self.ctl.row("theirs")
        self.assertEqual(row["owner"], lines[0]["holder"]["owner"])
        self.assertLess(abs(row["store_us"] - row["acquired_us"]), 20_000_000)
        self.assertLess(row["expires_us"] - row["store_us"], 30_000_000)
        self.assertIs(self.client("unlock", "theirs"), True)
        self.assertEqual(self.ctl.lock("acquire", "theirs", "me"), "acquired")
        self.assertEqual(self.ctl.lock("release", "theirs", "me"), "released")
        self.assertIs(self.client("lock", "theirs", "30000", "0"), True)  # the row still exists
        self.assertIs(self.client("unlock", "theirs"), True)

    def test_ours_excludes_them(self):
        self.assertEqual(self.ctl.lock("acquire", "ours", "me"), "acquired")
        self.assertEqual(self.ctl.lock("acquire", "ours", "me"), "busy")  # not re-entrant
        self.assertIs(self.client("lock", "ours", "30000", "0"), False)
        self.assertEqual(self.ctl.lock("release", "ours", "me", "--at-least", "20s"), "cooling")
        self.assertIs(self.client("lock", "ours", "30000", "0"), False)
        row = self.ctl.row("ours")
        self.assertEqual((row["state"], row["owner"]), ("cooling", None))
        self.assertEqual(self.ctl.lock("acquire", "ours", "other"), "cooling")

    def test_kept_by_at_least_for(self):
        self.assertIs(self.client("lock", "kept", "30000", "20000"), True)
        self.assertIs(self.client("unlock", "kept"), True)
        row = self.ctl.row("kept")
        self.assertEqual(row["state"], "held")
        self.assertIn("at-least-for", str(row["raw"]))

    def test_forced(self):
        self.assertIs(self.client("lock", "forced", "30000", "0"), True)
        owner = self.ctl.row("forced")["owner"]
        status, _ = self.ctl("lock", "force-release", "forced", "--if-owner", owner, "--if-token", "0", "--reason", "r")
        self.assertEqual(status, 0)
        self.assertEqual(self.ctl.lock("acquire", "forced", "me"), "acquired")
        self.assertIs(self.client("lock", "forced", "30000", "0"), False)


class ShedLockRedis(ShedLock, unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        server = servers.Redis()
        cls.addClassCleanup(server.stop)
        cls.ctl = Ctl(server.url, "shedlock")
        cls.client = java("shedlock-redis", "127.0.0.1", str(server.port))
        cls.addClassCleanup(cls.client.__exit__)


class ShedLockPostgres(ShedLock, unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        server = servers.Postgres()
        cls.addClassCleanup(server.stop)
        cls.ctl = Ctl(server.url, "shedlock")
        assert cls.ctl("init")[0] == 0
        cls.client = java("shedlock-sql", f"jdbc:postgresql://127.0.0.1:{server.port}/postgres", "postgres")
        cls.addClassCleanup(cls.client.__exit__)


class ShedLockMariaDb(ShedLock, unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        server = servers.MariaDb()
        cls.addClassCleanup(server.stop)
        cls.ctl = Ctl(server.url, "shedlock")
        assert cls.ctl("init")[0] == 0
        database = server.url.rsplit("/", 1)[1]
        cls.client = java("shedlock-sql", f"jdbc:mariadb://127.0.0.1:{server.port}/{database}", "root")
        cls.addClassCleanup(cls.client.__exit__)


class ShedLockMongoDb(ShedLock, unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        server = servers.MongoDb()
        cls.addClassCleanup(server.stop)
        cls.ctl = Ctl(server.url, "shedlock")
        cls.client = java("shedlock-mongo", server.url, "lockdesk")
        cls.addClassCleanup(cls.client.__exit__)


if __name__ == "__main__":
    unittest.main()
