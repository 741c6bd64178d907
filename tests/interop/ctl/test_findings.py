# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What needs a human, on every store: none, one after the other as they come, and gone again."""

import json
import os
import threading
import time
import unittest

import ctl

KEYS = {"severity", "what", "entity", "subject", "evidence", "advice", "since_us", "count", "rows"}


class LyingRedis(ctl.servers.Proxy):
    """Stands before a Redis server with the lock `a` alone; its list of locks has always one more page."""

    LAST = b"\r\n$-1\r\n*1\r\n$1\r\na\r\n"  # no page after this one, whose names are `a`
    lies = 0

    def serve(self, client, server):
        requests, replies = client.makefile("rb"), server.makefile("rb")
        try:
            while True:
                request = self.value(requests)
                server.sendall(request)
                reply = self.value(replies)
                if b"EVALSHA_RO" in request and self.LAST in reply:
                    self.lies += 1
                    reply = reply.replace(self.LAST, b"\r\n$9\r\n%09d\r\n*1\r\n$1\r\na\r\n" % self.lies)
                client.sendall(reply)
        except OSError:
            self.shut(client, server)

    def value(self, stream):
        line = stream.readline()
        if not line:
            raise ConnectionResetError
        size = int(line[1:]) if line[:1] in b"*$" else -1
        if line[:1] == b"$" and size >= 0:
            return line + stream.read(size + 2)
        return line + b"".join(self.value(stream) for _ in range(size if line[:1] == b"*" else 0))


class Findings(ctl.Stores):
    def found(self, status, url):
        lines = self.expect(status, url, "findings").of("finding")
        for line in lines:
            self.assertEqual(set(line) - {"v", "type", "store_us"}, KEYS)
        return {(line["what"], line["subject"]): line for line in lines}

    def test_dead_messages_and_expired_locks(self):
        for kind, url in self.each():
            before = self.found(self.status(url), url)  # a store may be weak
            self.assertNotIn("act", {line["severity"] for line in before.values()}, kind)
            self.expect(0, url, "lock", "acquire", "left", "--owner", "nobody", "--lease", "300ms")
            self.expect(0, url, "outbox", "add", "mail", "--payload", "{}", "--id", "dies")
            self.expect(0, url, "outbox", "relay", "--receiver", "exec:false", "--tries", "1", "--until-empty")
            ctl.servers.await_true("the lock is expired", lambda: self.expect(0, url, "list", "locks", "state:expired").of("row"))
            after = self.found(3, url)
            dead = after[("message dead", "mail")]
            self.assertEqual((dead["severity"], dead["count"], dead["advice"]), ("act", 1, "lockdeskctl outbox retry-dead dies"), kind)
            self.assertEqual(dead["rows"], [{"entity": "message", "key": "dies"}])
            self.assertEqual(after[("expired and held", "left")]["advice"], "lockdeskctl lock show left", kind)

    def status(self, url):
        return ctl.run(url, "findings").status

    @unittest.skipUnless("redis" in ctl.STORES, "Redis is not compiled in")
    def test_a_store_that_is_never_read_as_a_whole_is_given_up(self):
        with ctl.servers.Redis() as server:
            self.expect(0, server.url, "init")
            self.expect(0, server.url, "lock", "acquire", "a", "--owner", "o", "--lease", "1h")
            liar = LyingRedis(server.port)
            try:
                begun = time.monotonic()
                done = self.expect(5, f"redis://127.0.0.1:{liar.port}/0", "--timeout", "300ms", "findings", seconds=60)
                self.assertLess(time.monotonic() - begun, 30)
                self.assertIn("never complete", done.of("error")[0]["message"])
                self.assertGreater(liar.lies, 10)
            finally:
                liar.stop()

    def test_a_saved_connection_has_limits_of_its_own(self):
        url = self.urls["sqlite"]
        folder = os.path.join(self.folder.name, "limits")
        os.makedirs(os.path.join(folder, "lockdesk"))
        env = ctl.environment() | {"XDG_CONFIG_HOME": folder}

        def save(**limits):
            with open(os.path.join(folder, "lockdesk", "connections.json"), "w", encoding="utf-8") as file:
                json.dump({"connections": [{"name": "strict", "url": url, "findings": limits}]}, file)

        def overdue(store):
            return [line["subject"] for line in ctl.run(store, "findings", env=env).of("finding") if line["what"] == "alive but overdue"]

        self.expect(0, url, "lock", "acquire", "slow", "--owner", "o", "--lease", "1h")
        save(overdue_without_habit="1ms", missed_periods=3)
        self.assertEqual(overdue(url), [])
        self.assertEqual(overdue("@strict"), ["slow"])
        save(overdue_without_habit="2h")
        self.assertEqual(overdue("@strict"), [])
        for wrong in ({"overdue_without_habit": "soon"}, {"overdue_without_habit": 3}, {"missed_periods": 0}, {"oldest_message": "0"},
                      {"oldest_message": "9000d"}, {"unknown": "1s"}):
            save(**wrong)
            self.assertIn("findings", self.expect(2, "@strict", "findings", env=env).lines[-1]["message"], wrong)
        self.expect(0, url, "lock", "release", "slow", "--owner", "o", "--token", "1")

    def test_watch_prints_them_as_they_come_and_go(self):
        url = self.urls["sqlite"]
        process = ctl.start(url, "watch", "findings")
        lines, came = [], threading.Condition()

        def read():
            for line in process.stdout:
                with came:
                    lines.append(json.loads(line))
                    came.notify_all()

        reader = threading.Thread(target=read)
        reader.start()

        def wait_for(kind, key, value):
            with came:
                self.assertTrue(came.wait_for(lambda: any(one["type"] == kind and one[key] == value for one in lines), 30), lines)

        try:
            with came:
                self.assertTrue(came.wait_for(lambda: lines, 30))
            self.assertEqual(lines[0]["type"], "begin")
            self.expect(0, url, "lock", "acquire", "watched", "--owner", "nobody", "--lease", "300ms")
            wait_for("finding", "subject", "watched")
            self.expect(0, url, "lock", "force-release", "watched", "--if-owner", "nobody", "--if-token", "1", "--reason", "test")
            wait_for("gone", "key", "watched")
        finally:
            process.terminate()
            reader.join()
            process.communicate()
        self.assertEqual(process.returncode, 0)


if __name__ == "__main__":
    ctl.main()
