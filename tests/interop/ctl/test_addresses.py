# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""An address's options are met or refused, and its secrets appear neither in rows, recordings and messages nor in command
lines, which every user of the computer can read."""

import glob
import os
import pathlib
import subprocess
import time
import unittest

import ctl

WORKER = os.environ["LOCKDESK_WORKER"]
SECRET = "hunter2-sesame"
PATIENCE = 60


def command_lines_with(text):
    """Returns command lines on this computer that contain the text."""
    found = []
    for path in glob.glob("/proc/[0-9]*/cmdline"):
        try:
            with open(path, "rb") as line:
                words = line.read()
        except OSError:
            continue
        if text.encode() in words:
            found.append(words.replace(b"\0", b" ").decode("utf-8", "replace"))
    return found


class Addresses(ctl.Stores):
    def test_unknown_options_are_named(self):
        for kind, url in [("memory", "memory:x"), ("redlock", "redlock://127.0.0.1:1,127.0.0.1:2"), *self.each()]:
            more = "&" if "?" in url else "?"
            for option, named in (("colour=blue", "colour"), ("%63olour=1", "colour"), ("Colour=1&colour=2", "colour")):
                done = ctl.run(url + more + option, "capabilities")
                self.assertEqual(done.status, 2, (kind, option, done))
                self.assertEqual(done.lines[-1]["kind"], "usage", done)
                self.assertIn(named, done.lines[-1]["message"], done)

    def test_tls_is_never_dropped(self):
        wishes = {"redis": ["tls=require", "tls=verify"], "postgresql": ["tls=require", "sslmode=require", "tls=verify"],
                  "mariadb": ["tls=require", "ssl-mode=REQUIRED", "ssl=1", "tls=true"], "mongodb": ["tls=true", "tls=require"]}
        for kind, url in self.each():
            for wish in wishes.get(kind, []):
                done = ctl.run(url + ("&" if "?" in url else "?") + wish, "--timeout", "3s", "capabilities")
                self.assertEqual(done.status, 5, (kind, wish, done))
                self.assertIn("does not speak TLS", done.lines[-1]["message"], done)

    def test_a_mistyped_command_line_does_not_show_a_password(self):
        for words in (["postgresql://me:" + SECRET + "@h/db", "capabilities"], ["capabilities", "redis://:" + SECRET + "@h"],
                      ["--store", "postgresql://me:a/" + SECRET + "@h/db", "capabilities"],
                      ["outbox", "relay", "--receiver", "htp://me:" + SECRET + "@h"]):
            for json in ([], ["--json"]):
                done = subprocess.run([ctl.PROGRAM, *json, *words], capture_output=True, env=ctl.environment(), timeout=60)
                self.assertEqual(done.returncode, 2, done)
                self.assertNotIn(SECRET.encode(), done.stdout + done.stderr, words)


class Secrets(ctl.Stores):
    wanted = ("sqlite", "postgresql", "redis")

    def relay(self, url, receiver):
        env = ctl.environment()
        env.update(LOCKDESK_STORE=url, LOCKDESK_RECEIVER=receiver)
        process = subprocess.Popen([WORKER, "--json", "--role", "relay"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, env=env)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def test_a_relay_shows_what_its_receiver_is_and_no_more(self):
        for kind, url in self.each():
            for number, (receiver, shown) in enumerate((
                    (f"exec:sleep 3; true 'Authorization: Bearer {SECRET}'", "exec:sleep"),
                    (f"exec:TOKEN={SECRET} true", "exec"),
                    (f"http://me:{SECRET}@127.0.0.1:9/{SECRET}?token={SECRET}", "http://127.0.0.1:9"))):
                path = os.path.join(self.folder.name, f"{kind}{number}.ldrec")
                recorder = ctl.start(url, "record-file", path)
                self.addCleanup(recorder.communicate)
                self.addCleanup(recorder.kill)
                self.assertEqual(ctl.run(url, "outbox", "add", "mail", "--payload", "1").status, 0)
                relay = self.relay(url, receiver)
                end = time.monotonic() + PATIENCE
                rows = []
                while not rows:
                    self.assertLess(time.monotonic(), end, "the relay's row")
                    rows = [row for row in ctl.run(url, "list", "workers").of("row") if f"/{relay.pid}/" in row["key"]]
                self.assertEqual(rows[0]["kinds"], shown, (kind, rows))
                self.assertNotIn(SECRET, str(rows))
                # The delivery is in progress or has failed by now; neither the relay nor its command shows the secret.
                while True:
                    self.assertLess(time.monotonic(), end, "the message was tried")
                    messages = ctl.run(url, "list", "outbox").of("row")
                    if any(row["state"] in ("sending", "sent") or row["tries"] > 0 for row in messages):
                        break
                self.assertNotIn(SECRET, str(messages))
                self.assertEqual(command_lines_with(SECRET), [], receiver)
                while f"/{relay.pid}/".encode() not in pathlib.Path(path).read_bytes():
                    self.assertLess(time.monotonic(), end, "the relay is in the recording")
                    time.sleep(0.05)
                relay.terminate()
                self.assertNotIn(SECRET.encode(), relay.communicate(timeout=PATIENCE)[0])
                recorder.terminate()
                recorder.communicate(timeout=PATIENCE)
                self.assertNotIn(SECRET.encode(), pathlib.Path(path).read_bytes(), receiver)
                self.assertEqual(ctl.run(url, "init", "--drop").status, 0)
                self.assertEqual(ctl.run(url, "init").status, 0)

    def test_the_workers_of_a_lesson_do_not_show_the_password(self):
        server = self.servers["redis"]
        server.command("CONFIG", "SET", "requirepass", SECRET)
        for url in (f"redis://127.0.0.1:{server.port}/0?password={SECRET}", f"redis://:{SECRET}@127.0.0.1:{server.port}/0"):
            env = ctl.environment()
            env["LOCKDESK_STORE"] = url
            run = subprocess.Popen([ctl.PROGRAM, "--json", "scenario", "run", "three-pods"], env=env,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            seen = 0
            while run.poll() is None:
                self.assertEqual(command_lines_with(SECRET), [])
                seen = max(seen, len([line for line in command_lines_with("--join") if "--sandbox" in line]))
            out, errors = run.communicate()
            self.assertIn(run.returncode, (0, 3), errors)
            self.assertGreater(seen, 0, "no worker was seen, so that this shows nothing")
            self.assertNotIn(SECRET.encode(), out + errors)


if __name__ == "__main__":
    ctl.main()
