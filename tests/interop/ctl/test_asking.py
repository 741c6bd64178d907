# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What cannot be taken back asks a person at a terminal, and never a script."""

import os
import pty
import select
import sqlite3
import subprocess
import time
import unittest

import ctl


class Asking(ctl.Stores):
    wanted = ("sqlite",)

    def at_terminal(self, answer, *words):
        """Exit status and what stood on the terminal. The answer is typed when the question stands there."""
        ours, theirs = pty.openpty()
        process = subprocess.Popen([ctl.PROGRAM, "--store", self.urls["sqlite"], *words], stdin=theirs, stdout=theirs, stderr=theirs,
                                   env=ctl.environment(), start_new_session=True)
        os.close(theirs)
        shown, typed, end = "", False, time.monotonic() + 30
        while time.monotonic() < end:
            if not select.select([ours], [], [], 0.1)[0]:
                continue
            try:
                text = os.read(ours, 4096)
            except OSError:  # it has ended
                break
            if not text:
                break
            shown += text.decode()
            if "[y/N]" in shown and not typed:
                os.write(ours, answer.encode() + b"\n")
                typed = True
        os.close(ours)
        return process.wait(30), shown

    def test_errors_repeat_no_secret(self):
        """What stands beside a mistyped option, and in a role of a worker, may be a header with a password."""
        worker = os.path.join(os.path.dirname(ctl.PROGRAM), "lockdesk-worker")
        store, secret = ("--store", self.urls["sqlite"]), "Authorization: Bearer S3CRET"
        for words in ((ctl.PROGRAM, *store, "outbox", "relay", "--receiver", "http://h/", "--headr", secret),
                      (ctl.PROGRAM, *store, "--json", "outbox", "relay", "--receiver", "http://h/", f"--headr={secret}"),
                      (worker, *store, "--role", "relay", "--receiver", "http://h/", "--headr", secret),
                      (worker, *store, "--kind", "k", "--exec", "true", "--also", f"relay --receiver http://h/ --header '{secret}' --lease 1ms"),
                      (worker, *store, "--kind", "k", "--exec", "true", "--also", f"relay --receiver http://h/ --headr '{secret}'")):
            done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, env=ctl.environment(), check=False, text=True)
            self.assertEqual(done.returncode, 2, words)
            self.assertNotIn("S3CRET", done.stdout + done.stderr, words)
            self.assertTrue("--headr" in done.stdout + done.stderr or "number 1" in done.stderr, done)

    def test_a_worker_names_what_was_meant(self):
        worker = os.path.join(os.path.dirname(ctl.PROGRAM), "lockdesk-worker")
        for words, said in ((["--kindd", "mail"], "Unknown option --kindd. Did you mean --kind?"),
                            (["--role", "rely"], "Unknown role 'rely'. Use one of: tasks, relay, guard, leader, draw. Did you mean relay?")):
            done = subprocess.run([worker, "--store", self.urls["sqlite"], *words], stdin=subprocess.DEVNULL, capture_output=True,
                                  env=ctl.environment(), check=False, text=True)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn(said, done.stderr)

    def test_an_option_without_its_value_is_named(self):
        """The name of the option that follows is no value."""
        worker = os.path.join(os.path.dirname(ctl.PROGRAM), "lockdesk-worker")
        store = ("--store", self.urls["sqlite"])
        for words, said in (
                ("task advance t --owner o --token --to X", "--token needs a value; --to is an option."),
                ("task advance t --owner o --token --to=X", "--token needs a value; --to is an option."),
                ("lock acquire a --owner --lease 1s", "--owner needs a value; --lease is an option."),
                ("lock acquire a --lease 1s --owner", "--owner needs a value."),
                ("backoff --waited --policy progressive", "--waited needs a value; --policy is an option."),
                ("--timeout --json list locks", "--timeout needs a value; --json is an option."),
                ("list locks --sort", "--sort needs a value."),
                ("guard run g --guard --once-per 1d -- true", "--guard needs a value; --once-per is an option.")):
            done = subprocess.run([ctl.PROGRAM, *store, *words.split()], stdin=subprocess.DEVNULL, capture_output=True,
                                  env=ctl.environment(), check=False, text=True)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn(said, done.stdout + done.stderr, words)
        for words, said in ((["--kind", "--exec", "true"], "--kind needs a value; --exec is an option."),
                            (["--kind"], "--kind needs a value."), (["--kind", "k", "--also", "relay --receiver --topic t"],
                                                                   "--also, number 1: --receiver needs a value; --topic is an option.")):
            done = subprocess.run([worker, *store, *words], stdin=subprocess.DEVNULL, capture_output=True, env=ctl.environment(),
                                  check=False, text=True)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn(said, done.stderr, words)
        # It may be one all the same.
        self.expect(0, self.urls["sqlite"], "lock", "acquire", "odd", "--owner=--lease", "--lease", "1h")
        self.expect(0, self.urls["sqlite"], "lock", "acquire", "odd2", "--owner", "--other", "--lease", "1h")

    def test_a_command_without_dashes_gets_a_hint(self):
        done = subprocess.run([ctl.PROGRAM, "--store", self.urls["sqlite"], "guard", "run", "g", "true"], stdin=subprocess.DEVNULL,
                              capture_output=True, env=ctl.environment(), check=False, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn("The command to run stands after --.", done.stderr)

    def has_schema(self):
        return ctl.run(self.urls["sqlite"], "list", "locks").status == 0

    def test_init_drop(self):
        for answer in ("", "n", "nonsense"):
            status, shown = self.at_terminal(answer, "init", "--drop")
            self.assertEqual(status, 3, shown)
            self.assertIn("Nothing was changed.", shown)
            self.assertTrue(self.has_schema())
        status, shown = self.at_terminal("y", "init", "--drop")
        self.assertEqual(status, 0, shown)
        self.assertFalse(self.has_schema())
        self.expect(0, self.urls["sqlite"], "init")
        status, shown = self.at_terminal("", "init", "--drop", "--yes")
        self.assertEqual(status, 0, shown)
        self.assertNotIn("[y/N]", shown)
        self.expect(0, self.urls["sqlite"], "init")
        self.expect(0, self.urls["sqlite"], "init", "--drop")  # no terminal
        self.expect(0, self.urls["sqlite"], "init")

    def test_a_dry_drop_says_what_would_go(self):
        url = self.urls["sqlite"]
        self.expect(0, url, "lock", "acquire", "one", "--owner", "a", "--lease", "60s")
        self.expect(0, url, "task", "add", "mail", "--id", "t1", "--phase", "New")
        status, shown = self.at_terminal("", "init", "--drop", "--dry-run")
        self.assertEqual(status, 0, shown)
        for part in ("Would remove", "1 lock (1 held)", "1 task", "0 messages", "Nothing was changed."):
            self.assertIn(part, " ".join(shown.split()))
        line = self.expect(0, url, "init", "--drop", "--dry-run").lines[0]
        self.assertEqual((line["type"], line["version"] > 0, line["dropped"]), ("schema", True, False))
        self.assertTrue(self.expect(0, url, "lock", "show", "one").of("row"))
        # As the drop itself; what cannot be counted is an error, never left out.
        self.expect(7, url, "--source", "dist_lock:table=x", "init", "--drop", "--dry-run")
        with sqlite3.connect(url.removeprefix("sqlite://")) as file:
            file.execute("DROP TABLE lockdesk_outbox")
        self.expect(5, url, "init", "--drop", "--dry-run")
        self.expect(0, url, "init", "--drop")
        self.assertEqual(self.expect(0, url, "init", "--drop", "--dry-run").lines[0]["version"], 0)
        self.expect(0, url, "init")

    def test_sandbox_drop(self):
        url = self.urls["sqlite"]
        self.expect(0, url, "sandbox", "create", "s1")
        self.assertEqual(self.at_terminal("n", "sandbox", "drop", "s1")[0], 3)
        self.assertEqual(self.at_terminal("yes", "sandbox", "drop", "s1")[0], 0)
        self.expect(3, url, "sandbox", "drop", "s1")

    def test_retry_dead_of_all(self):
        url = self.urls["sqlite"]
        for one in ("d1", "d2"):
            self.expect(0, url, "outbox", "add", "mail", "--payload", "{}", "--id", one)
        self.expect(0, url, "outbox", "relay", "--receiver", "exec:false", "--tries", "1", "--until-empty")
        self.assertEqual(self.at_terminal("n", "outbox", "retry-dead")[0], 3)
        status, shown = self.at_terminal("n", "outbox", "retry-dead", "d1")
        self.assertEqual((status, "[y/N]" in shown), (0, False), "named ones are not asked for")
        self.assertEqual(self.at_terminal("y", "outbox", "retry-dead")[0], 0)
        self.assertEqual(self.expect(0, url, "outbox", "backlog").lines[0]["dead"], 0)

    def test_task_remove(self):
        url = self.urls["sqlite"]
        for one in ("r1", "r2"):
            self.expect(0, url, "task", "add", "removed", "--id", one, "--phase", "p")
        status, shown = self.at_terminal("n", "task", "remove", "r1", "r2")
        self.assertEqual((status, "Remove these 2 tasks?" in shown), (3, True), shown)
        self.assertEqual(len(self.expect(0, url, "list", "tasks", "kind:removed").of("row")), 2)
        status, shown = self.at_terminal("", "task", "remove", "r1", "--yes")
        self.assertEqual((status, "[y/N]" in shown, "Removed 1 task." in shown), (0, False, True), shown)
        self.assertEqual(self.at_terminal("y", "task", "remove", "r2")[0], 0)
        self.expect(3, url, "task", "show", "r2")
        audit = self.expect(0, url, "list", "audit", "id:r2").of("row")
        self.assertEqual([(row["action"], row["state"]) for row in audit], [("remove", "done")])

    def test_dry_run_is_the_other_name_of_preview_and_print(self):
        url = self.urls["sqlite"]
        self.expect(0, url, "lock", "acquire", "a", "--owner", "o", "--lease", "1h")
        force = ("lock", "force-release", "a", "--if-owner", "o", "--if-token", "1", "--reason", "r")
        self.assertEqual(len(self.expect(0, url, *force, "--dry-run").of("preview")), 1)
        self.assertEqual(self.expect(0, url, "lock", "show", "a").lines[0]["owner"], "o")
        self.expect(0, url, "task", "add", "k", "--id", "t", "--phase", "p")
        relock = ("task", "relock", "t", "--force", "--if-owner", "", "--if-token", "0", "--wait", "1s", "--reason", "r")
        self.assertEqual(len(self.expect(0, url, *relock, "--dry-run").of("preview")), 1)
        preview = self.expect(0, url, "outbox", "retry-dead", "--dry-run").of("preview")[0]
        self.assertIsNone(preview["protection"])
        self.assertIn("ddl", self.expect(0, "sqlite:///nowhere/x.db", "init", "--dry-run").lines[0])
        human = subprocess.run([ctl.PROGRAM, "--store", url, "outbox", "retry-dead", "--preview"], capture_output=True, text=True,
                               env=ctl.environment(), check=True)
        self.assertNotIn("old holder", human.stdout)


if __name__ == "__main__":
    ctl.main()
