# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""node-redlock and our Redlock on the same five servers."""

import os
import signal
import unittest

from clients import HERE, PLACE, Client, Ctl, environment, servers


class NodeRedlock(unittest.TestCase):
    def setUp(self):
        self.servers = [servers.Redis() for _ in range(5)]
        for server in self.servers:
            self.addCleanup(server.stop)
        ports = [str(server.port) for server in self.servers]
        self.ctl = Ctl("redlock://" + ",".join("127.0.0.1:" + port for port in ports))
        self.node = Client("node", os.path.join(HERE, "redlock_client.js"), *ports,
                           env={**environment(), "INTEROP_NODE": os.path.join(PLACE, "node")})
        self.addCleanup(self.node.__exit__)

    def kill(self, *which):
        for i in which:
            os.kill(self.servers[i].process.pid, signal.SIGKILL)
            self.servers[i].process.wait()

    def keys(self, *which):
        return [self.servers[i].command("KEYS", "*") for i in which]

    def says(self, name):
        return [one["says"] for one in self.ctl.row(name)["raw"]["servers"]]

    def test_theirs_excludes_us(self):
        value = self.node("acquire", "theirs", 30000, 0)
        self.assertIsInstance(value, str)
        status, lines = self.ctl("lock", "acquire", "theirs", "--owner", "me", "--lease", "30s")
        self.assertEqual((status, lines[0]["result"], lines[0]["holder"]["owner"]), (3, "busy", value))
        self.assertEqual(self.says("theirs"), ["held"] * 5)
        self.assertIs(self.node("extend", "theirs", 60000), True)
        self.assertIs(self.node("release", "theirs"), True)
        self.assertEqual(self.ctl.lock("acquire", "theirs", "me"), "acquired")

    def test_ours_excludes_them(self):
        self.assertEqual(self.ctl.lock("acquire", "ours", "me"), "acquired")
        self.assertEqual(self.node("acquire", "ours", 30000, 1), {"error": "ExecutionError"})
        self.assertEqual(self.ctl.lock("renew", "ours", "me"), "renewed")
        self.node.send("acquire", "ours", 30000, 50)
        self.assertEqual(self.ctl.lock("release", "ours", "me"), "released")
        self.assertIsInstance(self.node.answer(), str)
        self.assertEqual(self.ctl.lock("release", "ours", "me"), "not_owner")

    def test_forced(self):
        value = self.node("acquire", "forced", 30000, 0)
        status, lines = self.ctl("lock", "force-release", "forced", "--if-owner", value, "--if-token", "0", "--reason", "r")
        self.assertEqual((status, lines[0]["result"]), (0, "released"))
        self.assertIsNone(self.ctl.row("forced"))

    def test_two_servers_may_be_dead(self):
        self.kill(1, 3)
        self.assertEqual(self.ctl.lock("acquire", "job", "me"), "acquired")
        self.assertEqual(self.says("job"), ["held", "unreachable", "held", "unreachable", "held"])
        self.assertEqual(self.node("acquire", "job", 30000, 1), {"error": "ExecutionError"})
        self.assertEqual(self.ctl.lock("release", "job", "me"), "released")
        self.assertIsInstance(self.node("acquire", "job", 30000, 0), str)
        self.assertEqual(self.ctl.lock("acquire", "job", "me"), "busy")

    def test_three_servers_may_not(self):
        self.kill(0, 1, 3)
        status, lines = self.ctl("lock", "acquire", "job", "--owner", "me", "--lease", "30s")
        self.assertEqual((status, lines[0]["kind"]), (5, "unavailable"))
        self.assertEqual(self.keys(2, 4), [b"*0\r\n"] * 2)
        status, lines = self.ctl("guard", "run", "job", "--guard", "redlock", "--", "true")
        self.assertEqual(status, 5)
        self.assertEqual(self.keys(2, 4), [b"*0\r\n"] * 2)

    def test_the_guard(self):
        run = ("guard", "run", "job", "--guard", "redlock", "--at-most", "20s", "--")
        holder = self.ctl.start(*run, "sleep", "30")
        self.addCleanup(holder.communicate)
        self.addCleanup(holder.terminate)
        servers.await_true("the guard holds", lambda: self.ctl.row("job"))
        self.assertEqual(self.ctl(*run, "true")[0], 3)
        self.assertEqual(self.node("acquire", "job", 30000, 0), {"error": "ExecutionError"})


if __name__ == "__main__":
    unittest.main()
