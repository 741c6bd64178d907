# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Malicious lessons and letters: nothing runs, nothing outside the sandbox is reached, nothing remains."""

import json
import os
import subprocess
import sys
import time
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "ctl"))
import ctl  # noqa: E402
import servers  # noqa: E402

WORKER = os.environ["LOCKDESK_WORKER_PROGRAM"]
SQL_STORES = ("sqlite", "postgresql", "mariadb")

LESSON = """\
lesson: hostile
title: Hostile
summary: Somebody's.
length: 10s
actors:
  - {name: a, program: p, set: {who: nobody}}
setup:
  - run: record put word --value '%(word)s'
programs:
  p:
    - run: record get word
      step: word
      save: {word: value}
    - %(step)s
      step: harm
variants:
  - {name: only, title: Only, expected: true}
rules:
  - {name: r, kind: never, text: Never., of: busy}
"""
LINE = 14


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


class Hostile(ctl.Stores):
    def setUp(self):
        self.marker = self.path("marker")
        self.addCleanup(lambda: os.path.exists(self.marker) and os.remove(self.marker))

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def lesson(self, step, word="x"):
        with open(self.path("hostile.yaml"), "w", encoding="utf-8") as file:
            file.write(LESSON % {"step": step, "word": word})
        return self.path("hostile.yaml")

    def nothing_ran(self):
        self.assertFalse(os.path.exists(self.marker), "it ran")

    def commands(self):
        """Returns commands forbidden in a step; the marker file exists if one ran."""
        touch = f"touch {self.marker}"
        url = f"sqlite://{self.marker}"
        batch = self.path("batch.txt")
        with open(batch, "w", encoding="utf-8") as file:
            file.write(f"guard run x --guard none -- {touch}\n")
        return (f"guard run x --guard none -- {touch}", f"lead x --lease 3s --interval 1s --count 1 -- {touch}",
                f"outbox relay --receiver 'exec:{touch}' --until-empty", f"record-file {self.marker} all --for 1s", f"batch {batch}",
                "batch -", f"--store {url} init", f"--store={url} init", f"--sandbox other list locks", "init --drop", "sandbox drop lesson",
                "--source string lock acquire a --owner b --lease 30s", f"replay {batch}", f"verify {batch}", "completion bash",
                f"scenario run zombie --events {self.marker}", "lock acquire a --owner b --lease 30s --watchdog", "sql --trust 'SELECT 1'",
                "watch all", f"lockdeskctl guard run x --guard none -- {touch}", f'"guard" run x --guard none -- {touch}',
                f"lock acquire a --owner b --lease 30s --store {url}", f"list locks --store={url}", "list locks -o json", "lock list",
                "show lock a", "lock force-unlock a --if-owner b --if-token 1 --reason r", "help", "use x", "list connections",
                f"gu\\ard run x --guard none -- {touch}")

    def test_steps_start_no_programs(self):
        for command in self.commands():
            done = self.expect(2, None, "scenario", "check", self.lesson("run: " + quoted(command)))
            self.assertIn(f"hostile.yaml: line {LINE}: ", done.of("error")[0]["message"], command)
            for url in list(self.urls.values())[:ctl.size("hostile.stores")]:
                self.expect(2, url, "scenario", "run", self.path("hostile.yaml"))
            self.nothing_ran()

    def test_a_verb_that_only_the_run_knows_is_refused_too(self):
        for kind, url in self.each():
            file = self.lesson("run: record get x ${word}", word=f"--store sqlite://{self.marker}")
            self.expect(2, url, "scenario", "run", file)
            self.assertEqual(self.expect(0, url, "sandbox", "list").of("sandbox"), [])
            self.nothing_ran()
        file = self.lesson("run: ${word}", word="init")
        self.assertIn(f"line {LINE}", self.expect(2, None, "scenario", "check", file).of("error")[0]["message"])

    def test_letters_to_an_actor_start_no_programs(self):
        for kind, url in self.each():
            self.expect(0, url, "sandbox", "create", "far")
            record = lambda *words: self.expect(0, url, "--sandbox", "far", "record", *words).of("record")  # noqa: E731
            process = subprocess.Popen([WORKER, "--join", url, "--sandbox", "far", "--as", "pod"], stdout=subprocess.PIPE,
                                       stderr=subprocess.DEVNULL, env=ctl.environment())
            self.addCleanup(process.stdout.close)
            self.addCleanup(lambda p=process: p.poll() is None and (p.kill(), p.wait()))
            to = json.loads(process.stdout.readline())["id"]
            eyes = ctl.Batch(url, "--sandbox", "far")
            self.addCleanup(eyes.__exit__)
            commands = [*self.commands(), "task add -", f"lock show a\nguard run x --guard none -- touch {self.marker}"]
            for number, command in enumerate(commands, 1):
                record("put", "lesson/inbox/pod", "--value", f"command\n{number}\n{to}\n{command}\n")
                start = f"reply\n{number}\n{to}\n"
                if "\n" in command:
                    break  # is not a letter
                lines = servers.await_true("it answers", lambda: (
                    lambda found: found and (found[0]["value"] or "").startswith(start) and found[0]["value"].splitlines())(
                        [line for line in eyes.ask("record", "get", "lesson/reply/pod") if line["type"] == "record"]))
                self.assertEqual(lines[3], "2", f"{kind}: {command}: {lines}")
                self.nothing_ran()
            self.expect(0, url, "sandbox", "drop", "far")
            process.wait(30)
            self.nothing_ran()

    def each_sql(self):
        return ((kind, url) for kind, url in self.each() if kind in SQL_STORES)

    def test_sql_of_no_lesson_is_refused_with_its_line(self):
        for text in (f"ATTACH '{self.marker}' AS x", f"VACUUM INTO '{self.marker}'", "PRAGMA writable_schema = 1",
                     f"COPY (SELECT 1) TO PROGRAM 'touch {self.marker}'", "SELECT pg_read_file('/etc/passwd')",
                     "LOAD DATA LOCAL INFILE '/etc/passwd' INTO TABLE {items}", f"SELECT 1 INTO OUTFILE '{self.marker}'",
                     "SET ROLE postgres", "RESET ROLE", "GRANT ALL ON *.* TO root@localhost", "DO 'begin end'", "SET GLOBAL general_log = 1",
                     "CREATE TRIGGER {t} AFTER UPDATE ON {locks} BEGIN DELETE FROM lockdesk_locks; END",
                     "CREATE FUNCTION {f}() RETURNS int LANGUAGE sql AS 'select 1'", "SELECT set_config('role', 'postgres', false)",
                     "SELECT 1; DROP TABLE lockdesk_locks", "SELECT load_extension('x')", "USE mysql", "CREATE EXTENSION dblink"):
            for step in ("sql: " + quoted(text), "run: " + quoted("sql " + '"' + text + '"')):
                error = self.expect(2, None, "scenario", "check", self.lesson(step)).of("error")[0]
                self.assertIn(f"line {LINE}: ", error["message"], text)

    def test_sql_does_not_leave_the_sandbox(self):
        for kind, url in self.each_sql():
            self.expect(0, url, "lock", "acquire", "production", "--owner", "p", "--lease", "1h")
            theirs = "public.lockdesk_locks" if kind == "postgresql" else "lockdesk_locks"
            for text in (f"DROP TABLE {theirs}", f"DELETE FROM {theirs}", f"SELECT * FROM {theirs}", "${word}"):
                file = self.lesson("sql: " + quoted(text), word=f"DELETE FROM {theirs}")
                done = self.expect(0, url, "scenario", "run", file)
                harm = next(e for e in done.of("event") if e["step"] == "harm")
                self.assertEqual(harm["event"], "error", f"{kind}: {text}: {harm}")
            rows = self.expect(0, url, "list", "locks").of("row")
            self.assertEqual([row["owner"] for row in rows if row["name"] == "production"], ["p"])
            self.assertEqual(self.expect(0, url, "sandbox", "list").of("sandbox"), [])
        accounts = {"postgresql": "SELECT count(*) FROM pg_roles WHERE rolname LIKE 'lockdesk%'",
                    "mariadb": "SELECT count(*) FROM mysql.user WHERE user LIKE 'lockdesk%'"}
        for kind, text in accounts.items():
            if kind in self.servers:
                self.assertEqual(self.admin(kind, text).strip(), "0", kind)

    def admin(self, kind, text):
        server = self.servers[kind]
        if kind == "mariadb":
            return server.sql(text)
        psql = servers.find_program("psql", *servers.Postgres.bin_dirs)
        return subprocess.run([psql, "-X", "-q", "-A", "-t", server.url, "-c", text], check=True, capture_output=True, text=True).stdout

    def test_a_server_that_cannot_confine_it_needs_trust(self):
        setup = {"postgresql": ("CREATE ROLE app LOGIN", "CREATE DATABASE app OWNER app"),
                 "mariadb": ("CREATE USER app", "CREATE DATABASE app", "GRANT ALL ON app.* TO app")}
        for kind, statements in setup.items():
            if kind not in self.servers:
                continue
            for text in statements:
                self.admin(kind, text)
            scheme = "postgresql" if kind == "postgresql" else "mariadb"
            url = f"{scheme}://app@127.0.0.1:{self.servers[kind].port}/app"
            self.expect(0, url, "init")
            file = self.lesson("sql: " + quoted("CREATE TABLE {items} (id integer)"))
            error = self.expect(7, url, "scenario", "run", file).of("error")[0]
            self.assertEqual(error["code"], "not_confined")
            self.assertIn(f"line {LINE}: ", error["message"])
            done = self.expect(0, url, "scenario", "run", file, "--trust")
            self.assertEqual(next(e for e in done.of("event") if e["step"] == "harm")["event"], "done")
            # Trusted or not: statements forbidden in lessons stay so, and a built-in lesson needs no trust.
            self.expect(2, url, "scenario", "run", self.lesson("sql: " + quoted("SET ROLE postgres")), "--trust")
            self.expect(0, url, "scenario", "run", "three-pods", "--variant", "version")
            self.expect(0, url, "sandbox", "create", "own")
            self.expect(7, url, "--sandbox", "own", "sql", "SELECT 1")
            self.expect(0, url, "--sandbox", "own", "sql", "SELECT 1", "--trust")
            self.expect(0, url, "sandbox", "drop", "own")
            self.assertEqual(self.expect(0, url, "sandbox", "list").of("sandbox"), [])

    def test_files_that_eat_memory_or_never_end(self):
        aliases = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
            f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]\n" for i in range(1, 60))
        loop = "repeat: forever\n      every: %s\n      do: [{run: record get word}]"
        texts = {"self": "lesson: &a [*a]\n", "aliases": aliases, "deep": "[" * 200000, "large": "x" * 5000000,
                 "loop": LESSON.replace("\n      step: harm", "") % {"step": loop % "0s", "word": "x"},
                 "tiny": LESSON.replace("\n      step: harm", "") % {"step": loop % "1us", "word": "x"}}
        for name, text in texts.items():
            with open(self.path(name + ".yaml"), "w", encoding="utf-8") as file:
                file.write(text)
        texts["pipe"] = None
        os.mkfifo(self.path("pipe.yaml"))
        self.addCleanup(lambda: [os.remove(self.path(name + ".yaml")) for name in texts])
        limited = ctl.at_most(1_000_000_000)
        for name in texts:
            begun = time.monotonic()
            error = self.expect(2, None, "scenario", "check", self.path(name + ".yaml"), prefix=limited).of("error")[0]
            self.assertIn("line ", error["message"], name)
            self.assertLess(time.monotonic() - begun, 5, name)
        listed = ctl.run(None, "scenario", "list", env=ctl.environment() | {"LOCKDESK_LESSONS": self.folder.name}, prefix=limited)
        self.assertEqual((listed.status, len([line for line in listed.of("scenario") if line["file"] is None])), (0, 10))

    def test_a_run_that_never_ends_is_ended(self):
        url = self.urls["sqlite"]
        # The second queries the store ten thousand times.
        loops = (("repeat: forever\n      every: 1ms", "{set: {n: 1}}"),
                 ("repeat: forever\n      until: word == 1", "{run: record get word, silent: true, save: {word: value}}"))
        for head, body in loops:
            text = LESSON.replace("\n      step: harm", "") % {"step": f"{head}\n      do: [{body}]", "word": "x"}
            with open(self.path("endless.yaml"), "w", encoding="utf-8") as file:
                file.write(text)
            error = self.expect(2, url, "scenario", "run", self.path("endless.yaml"), seconds=180).of("error")[0]
            self.assertIn(f"line {LINE}: this loop goes on", error["message"])
            self.assertEqual(self.expect(0, url, "sandbox", "list").of("sandbox"), [])

    # All events are kept, to step back; a lesson that does nothing else would take the computer's memory.
    def test_a_run_of_too_many_events_is_ended(self):
        url = self.urls["sqlite"]
        text = LESSON.replace("\n      step: harm", "") % {
            "step": "repeat: forever\n      every: 1s\n      do: [{repeat: 4000, do: [{note: x}]}]", "word": "x"}
        with open(self.path("wordy.yaml"), "w", encoding="utf-8") as file:
            file.write(text)
        limited = ctl.at_most(2_000_000_000)
        error = self.expect(2, url, "scenario", "run", self.path("wordy.yaml"), seconds=600, prefix=limited).of("error")[0]
        self.assertIn("more than 100,000 events", error["message"])
        self.assertEqual(self.expect(0, url, "sandbox", "list").of("sandbox"), [])


if __name__ == "__main__":
    ctl.main()
