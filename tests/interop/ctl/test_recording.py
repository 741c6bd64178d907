# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""record-file and replay: the same rows as from the store, which is gone; truncated and edited files; no secret."""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import time
import unittest

import ctl

PATIENCE = 30
SECRET = "hunter2-sesame"
# Fields that depend on the time of reading.
OF_THE_INSTANT = ("store_us", "remaining_us", "state")


def contents(path):
    return pathlib.Path(path).read_bytes()


def replay(*words):
    return ctl.run(None, "replay", *words)


def rows_of(done, *entities):
    return {(row["entity"], row["key"]): {key: value for key, value in row.items() if key not in OF_THE_INSTANT}
            for row in done.of("row") if row["entity"] in entities}


class Recordings(ctl.Stores):
    wanted = ("sqlite", "postgresql", "redis")

    def setUp(self):
        self.folder_of_test = os.path.join(self.folder.name, self._testMethodName)
        os.mkdir(self.folder_of_test)

    def record(self, url, *options, name="a.ldrec"):
        path = os.path.join(self.folder_of_test, name)
        process = ctl.start(url, "record-file", path, *options)
        self.wait(lambda: os.path.exists(path) and b'"poll"' in contents(path), "the first look")
        return path, process

    def wait(self, holds, what):
        end = time.monotonic() + PATIENCE
        while not holds():
            self.assertLess(time.monotonic(), end, what)
            time.sleep(0.02)

    def knows(self, path, text):
        self.wait(lambda: text.encode() in contents(path), f"{text} in the recording")

    def instant(self, kind, hands, path, i):
        """Changes the store, and returns what it then shows, with its time."""
        name = f"rec/{kind}/{i}"
        took = hands.done("lock", "acquire", name, "--owner", f"host/{i}/00ff", "--lease", "300ms" if i % 3 == 0 else "60s")
        self.assertEqual(took.lines[0]["result"], "acquired")
        hands.done("task", "add", f"rec-{kind}", "--id", f"{kind}-{i}", "--phase", "Creating",
                   "--payload", json.dumps({"n": [i, None, 1.5], "t": "\u00e9\n\""}))
        if i % 2 == 0:
            claimed = hands.done("task", "claim", f"rec-{kind}", "Creating", "--owner", "host/9/crashed", "--limit", "1")
            self.assertEqual(len(claimed.of("task")), 1)
        if i == 5:
            token = hands.done("lock", "show", f"rec/{kind}/4").of("row")[0]["token"]
            forced = hands.done("lock", "force-release", f"rec/{kind}/4", "--if-owner", "host/4/00ff", "--if-token", str(token),
                                "--reason", "test", "--hold-off", "20s")
            self.assertEqual(forced.lines[0]["result"], "released")
        hands.done("outbox", "add", "mail", "--payload", f"hello {i}", "--id", f"{kind}-m{i}")
        self.knows(path, f'"key":"{kind}-m{i}"')
        shown = hands.done("list", "locks"), hands.done("list", "tasks"), hands.done("list", "outbox")
        return shown[2].of("end")[0]["store_us"], shown

    def test_ten_instants_are_as_the_store_showed_them(self):
        for kind, url in self.each():
            path, process = self.record(url, name=kind + ".ldrec")
            with ctl.Batch(url) as hands:
                seen = [self.instant(kind, hands, path, i) for i in range(10)]
            process.send_signal(signal.SIGTERM)
            ended = ctl.finish(process)
            self.assertEqual(ended.status, 0, ended)
            for at, shown in seen:
                then = replay(path, "--at", str(at))
                self.assertEqual(then.status, 0, then)
                live = {}
                for done in shown:
                    live.update(rows_of(done, "lock", "task", "message"))
                self.assertEqual(rows_of(then, "lock", "task", "message"), live, f"{kind} at {at}")
                self.assertEqual(then.of("end")[0]["store_us"], at)
            self.compare_states(path, seen)

    def compare_states(self, path, seen):
        """States are those of the requested instant, not of the last recorded row."""
        at, shown = seen[-1]
        then = {row["key"]: row["state"] for row in replay(path, "--at", str(at)).of("row") if row["entity"] == "lock"}
        for row in shown[0].of("row"):
            if row["state"] in ("expired", "cooling", "free"):
                self.assertEqual(then[row["key"]], row["state"], row)

    def test_nohup_goes_on(self):
        before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
        try:
            path, process = self.record(self.urls["sqlite"], "locks")
        finally:
            signal.signal(signal.SIGHUP, before)
        process.send_signal(signal.SIGHUP)
        self.expect(0, self.urls["sqlite"], "lock", "acquire", "after-hangup", "--owner", "a", "--lease", "30s")
        self.knows(path, '"key":"after-hangup"')
        process.send_signal(signal.SIGTERM)
        self.assertEqual(ctl.finish(process).status, 0)

    def test_replay_tells_what_watch_told(self):
        url = self.urls["sqlite"]
        path, process = self.record(url, "locks")
        self.expect(0, url, "lock", "acquire", "watched", "--owner", "a", "--lease", "30s")
        self.knows(path, '"key":"watched"')
        process.send_signal(signal.SIGTERM)
        self.assertEqual(ctl.finish(process).status, 0)
        told = replay(path, "--speed", "0")
        self.assertEqual(told.status, 0, told)
        self.assertEqual(told.lines[0]["type"], "begin")
        self.assertEqual([line["event"] for line in told.of("event") if line["key"] == "watched"], ["acquired"])
        self.assertTrue(told.of("poll"))
        self.assertFalse([line for line in told.lines if line["type"] in ("numbers", "findings", "recording")])
        self.assertEqual(replay(path, "--speed", "fast").status, 2)
        self.assertEqual(replay(path, "--at", "5").status, 2)
        self.assertEqual(ctl.run(None, "record-file", path, "nonsense").status, 2)

    def test_a_cut_or_edited_line_is_named(self):
        url = self.urls["sqlite"]
        path, process = self.record(url, "--for", "1s")
        self.assertEqual(ctl.finish(process).status, 0)
        text = contents(path)
        lines = text.splitlines(keepends=True)
        other = path + ".other"
        for wrong, what in ((text[:-10], "is cut"), (text.replace(b'"lines":', b'"lines": ', 1), "was changed"),
                            (b"".join(lines[:-2] + lines[-1:]), "was changed")):
            with open(other, "wb") as out:
                out.write(wrong)
            done = replay(other, "--speed", "0")
            self.assertEqual(done.status, 2, done)
            self.assertEqual([line["type"] for line in done.lines], ["error"])
            self.assertIn(f"Line {wrong.count(10) + (0 if wrong.endswith(b'}' + bytes([10])) else 1)} {what}", done.lines[0]["message"])
            self.assertEqual(ctl.run(None, "verify", other).status, 2)
        self.assertEqual(replay(other, "--speed", "0", "--up-to-damage").status, 0)
        shutil.copy(path, other)
        with open(other, "ab") as out:
            out.write(b"{}\n")
        self.assertIn(f"Line {len(lines) + 1}", replay(other).lines[0]["message"])
        self.assertEqual(replay(os.path.join(self.folder.name, "none")).status, 2)
        self.assertEqual(ctl.run(None, "verify", path).status, 0)

    def test_a_killed_recorder_leaves_a_readable_file(self):
        url = self.urls["sqlite"]
        path, process = self.record(url)
        self.expect(0, url, "lock", "acquire", "survives", "--owner", "a", "--lease", "30s")
        self.knows(path, '"key":"survives"')
        process.kill()
        ctl.finish(process)
        done = replay(path, "--speed", "0")
        self.assertEqual(done.status, 0, done)
        self.assertTrue([row for row in done.of("row") if row["key"] == "survives"])

    def test_the_store_may_be_gone(self):
        folder = os.path.join(self.folder_of_test, "store")
        os.mkdir(folder)
        url = "sqlite://" + os.path.join(folder, "locks.db")
        self.expect(0, url, "init")
        self.expect(0, url, "lock", "acquire", "gone", "--owner", "a", "--lease", "30s")
        path, process = self.record(url, "--for", "1s")
        self.assertEqual(ctl.finish(process).status, 0)
        shutil.rmtree(folder)
        last = [json.loads(line)["store_us"] for line in contents(path).splitlines()][-1]
        self.assertEqual([row["owner"] for row in replay(path, "--at", str(last)).of("row")], ["a"])

    def test_no_other_file_is_written_over(self):
        path = os.path.join(self.folder_of_test, "notes.txt")
        with open(path, "w") as out:
            out.write("mine\n")
        self.expect(2, self.urls["sqlite"], "record-file", path, "--for", "1s")
        self.assertEqual(contents(path), b"mine\n")

    def test_no_password_no_user_no_address(self):
        if "redis" not in self.urls:
            self.skipTest("Redis is not built in")
        url = self.urls["redis"]
        host = url.split("://")[1].split("/")[0]
        secret = f"redis://operator:{SECRET}@{host}"
        cli = ["redis-cli", "-h", host.split(":")[0], "-p", host.split(":")[1]]
        subprocess.run([*cli, "ACL", "SETUSER", "operator", "on", f">{SECRET}", "~*", "&*", "+@all"], check=True, capture_output=True)
        path, process = self.record(secret, "--for", "1s")
        self.assertEqual(ctl.finish(process).status, 0)
        text = contents(path).decode()
        self.assertNotIn(SECRET, text)
        self.assertNotIn("operator", text)
        self.assertNotIn(host, text)
        header = json.loads(text.splitlines()[0])
        self.assertEqual((header["v"], header["type"], header["store"]), (1, "recording", "redis"))
        self.assertNotIn("url", header)


if __name__ == "__main__":
    ctl.main()
