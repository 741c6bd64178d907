# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""redis-py's Lock and the source `string` exclude each other, in both orders."""

import os
import unittest

from clients import HERE, PLACE, Client, Ctl, servers


class RedisPy(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = servers.Redis()
        cls.addClassCleanup(cls.server.stop)
        cls.ctl = Ctl(cls.server.url, "string")
        cls.client = Client(os.path.join(PLACE, "venv", "bin", "python"), os.path.join(HERE, "redis_py_client.py"),
                            cls.server.url)
        cls.addClassCleanup(cls.client.__exit__)

    def test_theirs_excludes_us(self):
        self.assertIs(self.client("acquire", "theirs", 30, 0), True)
        status, lines = self.ctl("lock", "acquire", "theirs", "--owner", "me", "--lease", "30s")
        self.assertEqual((status, lines[0]["result"]), (3, "busy"))
        row = self.ctl.row("theirs")
        self.assertEqual(row["owner"], lines[0]["holder"]["owner"])
        self.assertLess(abs(row["acquired_us"] - row["store_us"]), 10_000_000)  # read from its token
        self.assertIs(self.client("extend", "theirs", 60), True)
        self.assertIs(self.client("release", "theirs"), True)
        self.assertEqual(self.ctl.lock("acquire", "theirs", "me"), "acquired")

    def test_ours_excludes_them(self):
        self.assertEqual(self.ctl.lock("acquire", "ours", "me"), "acquired")
        self.assertIs(self.client("acquire", "ours", 30, 0), False)
        self.client.send("acquire", "ours", 30, 20)
        self.assertEqual(self.ctl.lock("release", "ours", "me"), "released")
        self.assertIs(self.client.answer(), True)
        self.assertEqual(self.ctl.lock("renew", "ours", "me"), "not_owner")
        self.assertEqual(self.ctl.lock("release", "ours", "me"), "not_owner")
        self.assertIs(self.client("release", "ours"), True)

    def test_one_without_an_end_is_seen_and_forced(self):
        self.assertIs(self.client("acquire", "stuck", None, 0), True)
        _, lines = self.ctl("list", "locks")
        row = next(line for line in lines if line["type"] == "row" and line["key"] == "stuck")
        self.assertEqual((row["state"], row["expires_us"]), ("held", None))
        self.assertEqual(self.ctl("lock", "force-release", "stuck", "--if-owner", "0" * 32, "--if-token", "0", "--reason",
                                  "r")[0], 4)
        self.assertEqual(self.ctl("lock", "force-release", "stuck", "--if-owner", row["owner"], "--if-token", "0",
                                  "--reason", "r")[0], 0)
        self.assertEqual(self.client("release", "stuck"), "LockNotOwnedError")


if __name__ == "__main__":
    unittest.main()
