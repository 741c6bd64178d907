# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The statements that an actor reports are those that the server got, compared with PostgreSQL's log, MariaDB's general
log, Redis' MONITOR and mongod's log. SQLite has no server: there the statements are run again on a copy of the earlier
file, with the same result."""

import glob
import json
import os
import re
import socket
import sqlite3
import subprocess
import sys
import threading
import time
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "ctl"))
import ctl  # noqa: E402

WORKER = os.environ["LOCKDESK_WORKER_PROGRAM"]
PATIENCE = 30

# Each key occurs only in its own statements, so that counting it in a server's log counts all of them.
COMMANDS = [
    ("lock acquire k-acquire --owner me/1/a --lease 30s --request r1", 0),
    ("lock acquire k-acquire --owner other/1/b --lease 30s --request r2", 3),
    ('record put k-record --value "it\'s"', 0),
    ("record update k-record --if-version 1 --value two", 0),
    ("record update k-record --if-version 1 --value three", 3),
    ("record put k-fenced --value 250 --fence k-fence --token 18 --owner me/1/a", 0),
    ("record put k-fenced --value 100 --fence k-fence --token 17 --owner me/1/a", 4),
    ("task add k-kind --id k-task --phase new", 0),
    ("task show k-task", 0),
    ("task claim k-kind new --owner me/1/a --limit 1 --claim-id c1", 0),
    ("task unlock k-task --owner me/1/a --token 1", 0),
    ("task claim k-kind new --owner me/1/a --limit 1 --claim-id c2 --strategy none", 0),
    ("outbox add k-topic --payload hello --id k-message", 0),
]
# On stores that have them: a holder's id is replaced by a word, as it differs in each run.
SESSION_COMMANDS = [
    ("session lock k-named --owner me/1/a", 0),
    ("session unlock k-named --owner me/1/a", 0),
    ("session lock k-row --owner me/1/a --kind skip-locked", 0),
    ("session unlock k-row --owner me/1/a --kind skip-locked", 0),
]


def squeezed(text):
    return re.sub(r"\s+", " ", text).strip()


RESOURCES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "resources")


def statements_of(folder):
    """Returns the texts in resources/<folder> by name, each as a pattern: parameters and fragments match anything."""
    found = {}
    for file in glob.glob(os.path.join(RESOURCES, folder, "*.sql")):
        with open(file) as texts:
            for part in texts.read().split("-- name: ")[1:]:
                name, _, text = part.partition("\n")
                holes = re.split(r"\s*(?:\{\w+\}|\?\d*|\$\w+|(?<!:):\w+)", squeezed(text).rstrip("; "))
                found[name.strip()] = ".*".join(map(re.escape, holes))
    return found


class Actor:
    """`lockdesk-worker --join` with commands on its standard input."""

    def __init__(self, url, sandbox):
        env = ctl.environment()
        env["LOCKDESK_STORE"] = url
        self.process = subprocess.Popen([WORKER, "--join", "-", "--sandbox", sandbox, "--as", "pod-a", "--control", "--statements"], env=env,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.ask("clock")

    def ask(self, command):
        """Returns the exit status and the statements sent."""
        self.process.stdin.write((command + "\n").encode())
        self.process.stdin.flush()
        sent = []
        while True:
            line = json.loads(self.process.stdout.readline())
            if line["type"] == "done":
                return line["status"], sent
            if line["type"] == "statement":
                sent.append(line)

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.process.stdin.close()
        self.process.wait(PATIENCE)
        self.process.stdout.close()


class PostgresLog:
    def __init__(self, server):
        self.server = server
        for setting in ("log_statement = 'all'", "log_line_prefix = '@%a@'", "log_parameter_max_length = -1"):
            server.sql(f"ALTER SYSTEM SET {setting}")
        server.sql("SELECT pg_reload_conf()")
        ctl.servers.await_true("the setting holds", lambda: server.sql("SHOW log_statement").strip() == "all")

    def entries(self):
        out = []
        for part in self.server.log().split("\n@")[1:]:
            who, _, rest = part.partition("@")
            kind, _, text = rest.partition(":  ")
            if kind == "LOG" and "lockdesk" in who and re.match(r"(execute|statement)", text):
                out.append(squeezed(text.partition(": ")[2]))
            elif kind == "DETAIL" and out and re.match(r"[Pp]arameters: ", text):
                out[-1] += " -- " + squeezed(text.partition(": ")[2])
        return [one.replace('"', "") for one in out]  # the log rewrites arrays, with quotes only where needed

    @staticmethod
    def expected(sent):
        values = sent.get("values", [])
        bound = " -- " + squeezed(", ".join(f"${i + 1} = {v}" for i, v in enumerate(values))) if values else ""
        return (squeezed(sent["text"]) + bound).replace('"', "")


class MariaDbLog:
    def __init__(self, server):
        self.server = server
        server.sql("SET GLOBAL log_output = 'TABLE'; SET GLOBAL general_log = 1")

    def entries(self):
        told = self.server.sql("SELECT HEX(argument) FROM mysql.general_log WHERE command_type = 'Query' ORDER BY event_time")
        return [squeezed(bytes.fromhex(line).decode("utf-8", "replace")) for line in told.split()]

    @staticmethod
    def expected(sent):
        values = sent.get("values", [])
        return f"EXECUTE lockdesk_{sent['name']} USING {squeezed(', '.join(values))}" if values else squeezed(sent["text"])


class RedisMonitor:
    def __init__(self, server):
        self.link = socket.create_connection(("127.0.0.1", server.port), 5)
        self.link.sendall(b"MONITOR\r\n")
        self.server, self.read = server, b""
        threading.Thread(target=self.listen, daemon=True).start()
        ctl.servers.await_true("MONITOR answers", lambda: b"+OK" in self.read)

    def listen(self):
        self.link.settimeout(None)
        while data := self.link.recv(65536):
            self.read += data

    def entries(self):
        # Once this has arrived, so has everything before it.
        mark = f"k-mark-{time.monotonic_ns()}"
        self.server.command("ECHO", mark)
        ctl.servers.await_true("MONITOR has told all", lambda: mark.encode() in self.read)
        lines = self.read.decode().split("\r\n")
        got = [line.partition("] ")[2] for line in lines if "] " in line and " lua] " not in line and "k-mark" not in line]
        # A script unknown to the server is called, loaded and called again. The call is reported.
        loads = {i for i, one in enumerate(got) if one.startswith('"SCRIPT" "LOAD"')}
        return [one for i, one in enumerate(got) if i not in loads and i + 1 not in loads]

    @staticmethod
    def expected(sent):
        return sent["text"]


class MongoLog:
    # Fields of the session, not of the statement.
    OF_THE_SESSION = {"lsid", "$clusterTime", "$db", "writeConcern", "readConcern", "txnNumber", "startTransaction", "autocommit",
                      "maxTimeMS", "$readPreference"}

    def __init__(self, server):
        self.server = server
        server.command({"setParameter": 1, "logComponentVerbosity": {"command": {"verbosity": 2}}})

    @classmethod
    def plain(cls, value):
        if isinstance(value, dict):
            if set(value) == {"$numberLong"}:
                return int(value["$numberLong"])
            return {key: cls.plain(one) for key, one in value.items()}
        return [cls.plain(one) for one in value] if isinstance(value, list) else value

    @classmethod
    def text(cls, command):
        text = json.dumps({k: v for k, v in cls.plain(command).items() if k not in cls.OF_THE_SESSION}, sort_keys=True)
        return re.sub(r'"\d+-\d+"', '"<mark of a row without a grant>"', text)  # differs in each run, so a word replaces it

    def entries(self):
        out = []
        for line in self.server.log().splitlines():
            told = json.loads(line) if line.startswith("{") else {}
            command = told.get("attr", {}).get("command") if told.get("c") == "COMMAND" else None
            if isinstance(command, dict) and ("lockdesk" in told["attr"].get("ns", "") or "commitTransaction" in command):
                out.append(self.text(command))
        return out

    @classmethod
    def expected(cls, sent):
        return cls.text(json.loads(sent["text"]))


LOGS = {"postgresql": PostgresLog, "mariadb": MariaDbLog, "redis": RedisMonitor, "mongodb": MongoLog}


class Sent(ctl.Stores):
    def ask_all(self, kind, url, sandbox):
        self.expect(0, url, "sandbox", "create", sandbox)
        self.expect(0, url, "--sandbox", sandbox, "clock", "rate", "0")
        with Actor(url, sandbox) as actor:
            out = []
            for command, status in COMMANDS:
                got, sent = actor.ask(command)
                self.assertEqual(got, status, f"{kind}: {command}: {sent}")
                self.assertTrue([one for one in sent if not one.get("aside")], f"{kind}: {command}: nothing was told")
                out.append((command, sent))
            return out

    def test_the_server_got_what_is_told(self):
        for kind, url in self.each():
            if kind == "sqlite":
                continue
            log = LOGS[kind](self.servers[kind])
            told = self.ask_all(kind, url, "sent")
            entries = log.entries()
            at = 0
            for command, sent in told:
                for one in sent:
                    wanted = log.expected(one)
                    place = next((i for i in range(at, len(entries)) if wanted in entries[i]), None)
                    self.assertIsNotNone(place, f"{kind}: {command}: the server never got\n{wanted}\nafter entry {at} of\n"
                                                + "\n".join(entries[at:at + 12]))
                    at = place
            # And nothing else: every entry that contains a key was reported.
            for key in ("k-acquire", "k-record", "k-fenced", "k-message"):
                # Notifications are sent later, on a connection that all sessions of a program share.
                of_server = [one for one in entries if key in one and "pg_notify" not in one]
                of_actor = [one for _, sent in told for one in sent if key in json.dumps(one)]
                self.assertEqual(len(of_server), len(of_actor), f"{kind}: {key}\n" + "\n".join(of_server) + "\n"
                                 + "\n".join(json.dumps(one) for one in of_actor))

    def test_session_locks_tell_all_and_the_same_each_time(self):
        for kind, url in self.each():
            if kind not in LOGS or kind in ("redis", "mongodb"):
                continue
            runs = []
            for sandbox in ("one", "two"):
                log = LOGS[kind](self.servers[kind])
                before = len(log.entries())
                self.expect(0, url, "sandbox", "create", sandbox)
                self.expect(0, url, "--sandbox", sandbox, "clock", "rate", "0")
                told = []
                with Actor(url, sandbox) as actor:
                    for command, status in SESSION_COMMANDS:
                        got, sent = actor.ask(command)
                        self.assertEqual(got, status, f"{kind}: {command}: {sent}")
                        told += [one for one in sent if not one.get("aside")]
                entries = log.entries()[before:]
                for one in told:
                    wanted = re.sub("<[^>]*>", "\x00", log.expected(one))
                    pattern = ".*".join(re.escape(part) for part in wanted.split("\x00"))
                    self.assertTrue(any(re.search(pattern, entry, re.DOTALL) for entry in entries), f"{kind}: the server never got {one}")
                # The deciding statements are among them.
                texts = " ".join(squeezed(one["text"]) for one in told)
                for word in ("SKIP LOCKED", "COMMIT", "GET_LOCK" if kind == "mariadb" else "lockdesk_lock_session"):
                    self.assertIn(word.lower(), texts.lower(), kind)
                runs.append(json.dumps(told).replace(f"sb_{sandbox}", "sb_any"))
            self.assertEqual(runs[0], runs[1], kind)

    def test_sqlite_statements_make_what_the_file_became(self):
        if "sqlite" not in self.urls:
            self.skipTest("sqlite is not built in")
        url = self.urls["sqlite"]
        path, before = url.removeprefix("sqlite://"), os.path.join(self.folder.name, "before.db")
        self.expect(0, url, "sandbox", "create", "sent")
        self.expect(0, url, "--sandbox", "sent", "clock", "rate", "0")

        def contents(file):
            with sqlite3.connect(file) as db:
                tables = [name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'lockdesk_sb_sent%'")]
                return {name: sorted(map(repr, db.execute(f"SELECT * FROM {name}"))) for name in tables}

        with Actor(url, "sent") as actor:
            for command, status in COMMANDS:
                with sqlite3.connect(path) as db, sqlite3.connect(before) as copy:
                    db.backup(copy)
                got, sent = actor.ask(command)
                self.assertEqual(got, status, f"{command}: {sent}")
                with sqlite3.connect(before, isolation_level=None) as copy:
                    copy.create_function("lockdesk_clock_us", 0, lambda: 0)  # at rate 0 its value does not matter
                    for one in sent:
                        copy.execute(one["text"]).fetchall()
                self.assertEqual(contents(before), contents(path), command)
                os.remove(before)

    def test_each_text_is_that_of_its_name(self):
        for kind, url in self.each():
            if kind in ("redis", "mongodb"):
                continue
            texts = statements_of({"postgresql": "postgres"}.get(kind, kind))
            told = [one for _, sent in self.ask_all(kind, url, "named") for one in sent if one["name"] in texts]
            self.assertGreater(len(told), len(COMMANDS), kind)
            for one in told:
                self.assertRegex(squeezed(one["text"]), texts[one["name"]], f"{kind}: {one}")

    def test_no_secret_is_told(self):
        sql = ("sql 'CREATE TABLE {items} (id INT PRIMARY KEY, stock INT)'", "sql 'INSERT INTO {items} VALUES (1, 7)'",
               "sql 'UPDATE {items} SET stock = stock - 1 WHERE id = 1'")
        for kind, url in self.each():
            if kind in ("redis", "mongodb"):
                continue
            self.expect(0, url, "sandbox", "create", "quiet")
            with Actor(url, "quiet") as actor:
                for command in sql:
                    status, sent = actor.ask(command)
                    self.assertEqual(status, 0, f"{kind}: {command}")
                    texts = [one["text"] for one in sent if not one.get("aside")]
                    self.assertEqual(len(texts), 1, f"{kind}: {texts}")
                    self.assertIn("lockdesk_", texts[0])
                    self.assertIn("items", texts[0])
                    for one in sent:
                        self.assertNotRegex(json.dumps(one).lower(), "password|identified by|create (user|role)", kind)


if __name__ == "__main__":
    ctl.main()
