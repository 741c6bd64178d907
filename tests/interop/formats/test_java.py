# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Redisson, and ShedLock on Redis, PostgreSQL and MariaDB, exclude us and we them, in both orders."""

import json
import os
import socket
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
        """Milliseconds from the server's release to the client's answer, on this computer's clock."""
        self.client.send("lock", name, "30000", "20000")
        servers.await_true("the client waits", lambda: (self.ctl.row(name) or {}).get("waiters") == 1)
        with socket.create_connection(("127.0.0.1", self.server.port), 20) as link:
            link.sendall(f"SUBSCRIBE redisson_lock__channel:{{{name}}}\r\n".encode())
            link.recv(4096)
            free()
            self.assertIn(b"message", link.recv(4096))
            told = time.time()
        got = self.client.answer()
        self.assertIsInstance(got, int)
        self.client("unlock", name)
        return got - told * 1000

    def test_our_release_wakes_a_waiter(self):
        self.assertEqual(self.ctl.lock("acquire", "ours", "me"), "acquired")
        self.assertEqual(self.ctl.lock("acquire", "ours", "me"), "acquired")
        self.assertIs(self.client("lock", "ours", "30000", "0"), False)
        self.assertEqual(self.ctl.lock("release", "ours", "me"), "still_held")
        late = self.woken_within("ours", lambda: self.assertEqual(self.ctl.lock("release", "ours", "me"), "released"))
        self.assertLess(late, 300)  # the computer is busy with other tests; alone it is a few milliseconds

    def test_their_release_wakes_us(self):
        self.assertIsInstance(self.client("lock", "awaited", "60000", "0"), int)
        ours = self.ctl.start("lock", "acquire", "awaited", "--owner", "me", "--lease", "30s", "--wait", "30s")
        servers.await_true("we wait", lambda: self.ctl.row("awaited")["waiters"] == 1)
        self.assertIs(self.client("unlock", "awaited"), True)
        out, _ = ours.communicate(timeout=10)
        self.assertEqual(json.loads(out.splitlines()[-1])["result"], "acquired")

    def test_our_force_release_wakes_a_waiter(self):
        self.assertEqual(self.ctl.lock("acquire", "dead", "gone"), "acquired")
        late = self.woken_within("dead", lambda: self.assertEqual(
            self.ctl("lock", "force-release", "dead", "--if-owner", "gone", "--if-token", "0", "--reason", "r")[0], 0))
        self.assertLess(late, 300)


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
        self.assertIs(self.client("lock", "theirs", "30000", "0"), True)  # the row is still there
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


if __name__ == "__main__":
    unittest.main()
