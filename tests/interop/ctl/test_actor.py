#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""lockdesk-worker as an actor of a lesson, and that sandboxes leave nothing behind."""

import json
import os
import re
import signal
import socket
import sqlite3
import struct
import subprocess
import threading
import unittest

import ctl
import servers

WORKER = os.environ["LOCKDESK_WORKER"]
START_US = 1767571200000000
NO_PROCESS = 2**22 + 1  # above the kernel's largest process id


def process_place():
    """The scope in which process ids are unique, formatted as in backends/scenarios/stage.cpp."""
    with open("/proc/sys/kernel/random/boot_id", encoding="ascii") as boot:
        return f"{boot.readline().strip()} {os.readlink('/proc/self/ns/pid')}"


class Actor:
    """A local actor with lines as input and output."""

    def __init__(self, store, sandbox, name, *more):
        self.process = subprocess.Popen([WORKER, "--join", store, "--sandbox", sandbox, "--as", name, "--control", *more],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=ctl.environment())
        self.joined = self.read()
        assert self.joined["event"] == "joined", self.joined

    def read(self):
        line = self.process.stdout.readline()
        assert line, "the actor has ended"
        return json.loads(line)

    def send(self, line):
        self.process.stdin.write((line + "\n").encode())
        self.process.stdin.flush()

    def reply(self):
        lines = []
        while (line := self.read())["type"] != "done":
            lines.append(line)
        return line["status"], lines

    def ask(self, line):
        self.send(line)
        return self.reply()

    def only(self, line):
        _, lines = self.ask(line)
        assert len(lines) == 1, lines
        return lines[0]

    def kill(self):
        self.process.kill()
        self.end()

    def end(self):
        rest = self.process.communicate(timeout=30)[0]
        return self.process.returncode, [json.loads(line) for line in rest.splitlines()]


class Base(ctl.Stores):
    def setUp(self):
        self.actors = []
        self.addCleanup(lambda: [actor.kill() for actor in self.actors if actor.process.poll() is None])

    def actor(self, url, sandbox, name, *more):
        self.actors.append(Actor(url, sandbox, name, *more))
        return self.actors[-1]

    def sandbox(self, url, name):
        """Creates a sandbox with a stopped clock."""
        self.expect(0, url, "sandbox", "create", name)
        self.addCleanup(ctl.run, url, "sandbox", "drop", name)  # a failed case leaves nothing to the next
        self.expect(0, url, "--sandbox", name, "clock", "rate", "0")
        self.expect(0, url, "--sandbox", name, "clock", "set", "2026-01-05T00:00:00Z")

    def drop(self, url, name):
        self.expect(0, url, "sandbox", "drop", name)


STORY = """\
lock acquire ledger --owner a --lease 30s --request r1
lock acquire ledger --owner a --lease 30s --request r1
lock acquire ledger --owner b --lease 30s --request r2
fence admit ledger --token 1
clock advance 31s
lock acquire ledger --owner b --lease 30s --request r3
fence admit ledger --token 2
fence admit ledger --token 1
lock renew ledger --owner a --token 1
lock release ledger --owner b --token 2 --at-least 40s
list locks
task rule gateway Creating --lock-timeout 30s
task add gateway --id g1 --phase Creating
task add gateway --id g2 --phase Creating
task claim gateway Creating --owner a --limit 1 --claim-id c1
clock advance 31s
task claim gateway Creating --owner b --limit 1 --claim-id c2
task claim gateway Creating --owner b --limit 1 --claim-id c3
task advance --to Created g1 --owner a --token 1
task relock g1 --progressive --owner b --token 2
list tasks
record put stock --value 100
record update stock --if-version 1 --value 99
record update stock --if-version 1 --value 98
record get stock
outbox add mail --payload '{"to":"ann"}' --id m1
outbox claim --owner r1 --lease 30s --claim-id k1
outbox claim --owner r2 --lease 30s --claim-id k2
outbox sent m1 --owner r2 --token 1
outbox fail m1 --owner r1 --token 1 --error 'no route' --retry-after 5s --tries 2
clock advance 5s
outbox claim --owner r2 --lease 30s --claim-id k3
outbox sent m1 --owner r2 --token 2
outbox sent nothing --owner r2 --token 2
draw open e --places 2
draw apply e --person ann
draw apply e --person ann
draw apply e --person bob
draw apply e --person cid
draw consume e --token 4 --limit 1
draw consume e --token 3
draw consume e --token 5
draw consume e --token 5
draw results e
lock show nobody
"""
STATUSES = [0, 0, 3, 0, 0, 0, 0, 4, 4, 0, 0,
            0, 0, 0, 0, 0, 0, 0, None, None, 0,
            0, 0, 3, 0,
            0, 0, 3, 4, 0, 0, 0, 0, 3,
            0, 0, 3, 0, 3, 0, 4, 0, 3, 0,
            3]


class Control(Base):
    def story(self, url, sandbox):
        actor = self.actor(url, sandbox, "pod-a")
        out = [(line, *actor.ask(line)) for line in STORY.splitlines()]
        actor.process.stdin.close()
        actor.process.stdin = None
        status, rest = actor.end()
        self.assertEqual(status, 0)
        self.assertEqual([line["event"] for line in rest], ["left"])
        return out

    def test_the_same_lines_in_every_run(self):
        for kind, url in self.each():
            runs = []
            for name in ("one", "two"):
                self.sandbox(url, name)
                runs.append(self.story(url, name))
                self.assertEqual(self.expect(0, url, "--sandbox", name, "list", "workers").of("row"), [])
                self.drop(url, name)
            for expected, (line, status, _) in zip(STATUSES, runs[0]):
                if expected is not None:
                    self.assertEqual(status, expected, f"{kind}: {line}")
            for one, two in zip(*runs):
                if one[0].startswith("clock"):
                    continue  # it measures the round trip
                for lines in (one[2], two[2]):
                    for line in lines:
                        line.pop("seq", None) if line["type"] == "message" else None
                self.assertEqual(one, two, kind)

    def test_cut_off_and_seen(self):
        for kind, url in self.each():
            self.sandbox(url, "cut")
            actor = self.actor(url, "cut", "pod-a")
            row = self.expect(0, url, "--sandbox", "cut", "list", "workers").of("row")[0]
            self.assertEqual((row["id"], row["role"], row["pid"]), ("pod-a", "actor", actor.process.pid))
            self.assertEqual(actor.joined["pid"], actor.process.pid)
            self.assertEqual(actor.ask("lock acquire x --owner a --lease 30s")[0], 0)
            self.assertEqual(actor.only("cut")["event"], "cut_off")
            status, lines = actor.ask("lock acquire x --owner a --lease 30s")
            self.assertEqual((status, lines[0]["kind"]), (5, "unavailable"))
            self.assertEqual(actor.only("reconnect")["event"], "reconnected")
            self.assertEqual(actor.only("lock release x --owner a --token 1")["result"], "released")
            self.assertEqual(actor.ask("nonsense")[0], 2)
            self.assertEqual(actor.ask("lock acquire 'x")[0], 2)
            self.assertEqual(actor.ask("task add -")[0], 2, "standard input is taken")
            self.assertEqual(actor.ask("--read-only lock acquire x --owner a --lease 30s")[0], 2, "no options of the program")
            self.assertEqual(actor.ask("guard run x --guard none -- true")[0], 2, "no programs")
            self.assertEqual(actor.ask("lock acquire x --owner a --lease 30s")[0], 0)
            actor.send("quit")
            self.assertEqual(actor.end()[0], 0)
            self.drop(url, "cut")

    def test_a_sandbox_that_is_not_there(self):
        for kind, url in self.each():
            done = subprocess.run([WORKER, "--join", url, "--sandbox", "nowhere", "--as", "a", "--control"],
                                  stdin=subprocess.DEVNULL, capture_output=True, env=ctl.environment(), timeout=30)
            self.assertEqual(done.returncode, 5, done)
            self.assertEqual(json.loads(done.stdout)["kind"], "unavailable")


class Sql(Base):
    wanted = ("sqlite", "postgresql", "mariadb")

    def test_statements(self):
        for kind, url in self.each():
            self.expect(2, url, "sql", "SELECT 1")
            self.sandbox(url, "s")
            a = self.actor(url, "s", "a")
            self.assertEqual(a.ask("sql ''")[0], 2)
            self.assertEqual(a.only("sql 'CREATE TABLE {items} (id BIGINT PRIMARY KEY, stock BIGINT)'")["affected"], 0)
            self.assertEqual(a.only("sql 'INSERT INTO {items} VALUES (1, 2), (2, NULL)'")["affected"], 2)
            line = a.only("sql 'SELECT * FROM {items} ORDER BY id'")
            self.assertEqual(line["rows"], [{"id": 1, "stock": 2}, {"id": 2, "stock": None}])
            self.assertEqual(line["store_us"], START_US)
            self.assertEqual((line["code"], line["message"]), (None, None))
            status, lines = a.ask("sql 'INSERT INTO {items} VALUES (1, 2)'")
            self.assertEqual(status, 4)
            codes = {"sqlite": "SQLITE_CONSTRAINT", "postgresql": "23505", "mariadb": "1062"}
            self.assertEqual(lines[0]["code"], codes[kind])
            self.assertNotIn("lockdesk", lines[0]["message"])
            self.expect(0, url, "--sandbox", "s", "sql", "SELECT 1")
            self.drop(url, "s")

    def test_a_row_lock_lasts_as_long_as_its_process(self):
        for kind, url in self.each():
            if kind == "sqlite":
                continue
            self.sandbox(url, "s")
            a, b = (self.actor(url, "s", name, "--timeout", "60s") for name in "ab")
            a.ask("sql 'CREATE TABLE {items} (id BIGINT PRIMARY KEY, stock BIGINT)'")
            a.ask("sql 'INSERT INTO {items} VALUES (1, 2)'")
            a.ask("sql BEGIN")
            a.ask("sql 'SELECT * FROM {items} FOR UPDATE'")
            b.send("sql 'UPDATE {items} SET stock = stock - 1 WHERE id = 1'")
            answered = threading.Event()
            reply = []
            waiting = threading.Thread(target=lambda: (reply.append(b.reply()), answered.set()))
            waiting.start()
            self.assertFalse(answered.wait(0.3))
            a.kill()
            self.assertTrue(answered.wait(30))
            waiting.join()
            self.assertEqual((reply[0][0], reply[0][1][0]["affected"]), (0, 1))
            b.kill()
            self.drop(url, "s")


class Sessions(Base):
    wanted = ("sqlite", "postgresql", "mariadb")

    def test_a_session_lock_lasts_as_long_as_its_process(self):
        for kind, url in self.each():
            self.sandbox(url, "s")
            a, b = (self.actor(url, "s", name) for name in "ab")
            if kind == "sqlite":
                self.assertEqual(a.ask("session lock x")[0], 7)
                continue
            for how in ("named", "skip-locked"):
                words = f"nightly --kind {how}"
                self.assertEqual(a.only(f"session lock {words} --owner a")["result"], "acquired")
                self.assertEqual(a.ask(f"session check {words} --owner a")[0], 0)
                status, lines = b.ask(f"session lock {words} --owner b")
                self.assertEqual((status, lines[0]["result"], lines[0]["holder"]["owner"]), (3, "busy", "a"))
                self.assertEqual(b.ask(f"session unlock {words} --owner b")[0], 4)
                self.assertEqual(a.only(f"session unlock {words} --owner a")["result"], "released")
                self.assertEqual(b.ask(f"session lock {words} --owner b")[0], 0)
                self.assertEqual(b.ask(f"session unlock {words} --owner b")[0], 0)
                self.assertEqual(a.ask(f"session lock {words} --owner a")[0], 0)
            self.assertEqual(a.ask("session lock x --kind other")[0], 2)
            a.kill()
            for how in ("named", "skip-locked"):
                servers.await_true("the lock goes with its process",
                                   lambda: b.ask(f"session lock nightly --kind {how} --owner b")[0] == 0)
            b.kill()
            self.drop(url, "s")


class Mailbox(Base):
    """The run's side of the mailbox, implemented as documented in backends/scenarios/mailbox.h."""

    wanted = ("sqlite", "postgresql", "redis")

    def start(self, url, name="pod-b"):
        process = subprocess.Popen([WORKER, "--join", url, "--sandbox", "far", "--as", name], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, env=ctl.environment())
        self.addCleanup(lambda: process.poll() is None and process.kill())
        joined = json.loads(process.stdout.readline())
        servers.await_true("it has joined", lambda: joined["id"] in (self.value(url, f"lesson/joined/{name}") or ""))
        return process, joined["id"]

    def value(self, url, record):
        found = ctl.run(url, "--sandbox", "far", "record", "get", record).of("record")
        return found[0]["value"] if found else None

    def ask(self, url, number, to, command, name="pod-b"):
        letter = f"command\n{number}\n{to}\n{command}\n"
        self.expect(0, url, "--sandbox", "far", "record", "put", f"lesson/inbox/{name}", "--value", letter)
        start = f"reply\n{number}\n{to}\n"

        def answered():
            value = self.value(url, f"lesson/reply/{name}") or ""
            return value.startswith(start) and value

        reply = servers.await_true("it answers", answered)
        lines = reply.splitlines()[3:]
        return int(lines[0]), [json.loads(line) for line in lines[1:]]

    def test_commands_come_by_records(self):
        for kind, url in self.each():
            self.sandbox(url, "far")
            process, to = self.start(url)
            status, lines = self.ask(url, 1, to, "lock acquire x --owner b --lease 30s")
            self.assertEqual((status, lines[0]["result"]), (0, "acquired"))
            self.assertEqual(self.ask(url, 2, to, "cut")[0], 0)
            self.assertEqual(self.ask(url, 3, to, "lock show x")[0], 5)
            self.assertEqual(self.ask(url, 4, to, "reconnect")[0], 0)
            self.assertEqual(self.ask(url, 5, to, "lock release x --owner b --token 1")[0], 0)
            process.send_signal(signal.SIGTERM)
            out, _ = process.communicate(timeout=30)
            self.assertEqual(process.returncode, 0)
            self.assertEqual(json.loads(out.splitlines()[-1])["event"], "left")
            self.assertEqual(self.value(url, "lesson/joined/pod-b"), "left\n")
            self.assertEqual(self.expect(0, url, "--sandbox", "far", "list", "workers").of("row"), [])
            self.drop(url, "far")

    def made_by(self, url, host, silent_s, place=""):
        """Writes the sandbox's maker record: a process that does not exist, with a last sign of that age."""
        beat = self.expect(0, url, "clock").of("clock")[0]["store_us"] - silent_s * 1_000_000
        maker = {"lesson": "zombie", "host": host, "pid": NO_PROCESS, "started": 1, "place": place, "beat_us": beat}
        self.expect(0, url, "--sandbox", "far", "record", "put", "lesson/sandbox", "--value", json.dumps(maker))

    def test_who_joins_what_was_left_behind_is_told(self):
        here = socket.gethostname()
        for kind, url in self.each():
            self.sandbox(url, "far")
            # In this scope its process is known not to exist; elsewhere only its signs count. A sign from the future does
            # not.
            for host, silent_s, place in ((here, 1, process_place()), ("elsewhere", 61, "a b"), (here, 61, ""), ("elsewhere", -100, "")):
                self.made_by(url, host, silent_s, place)
                done = subprocess.run([WORKER, "--join", url, "--sandbox", "far", "--as", "pod-b"], capture_output=True, text=True,
                                      env=ctl.environment(), timeout=30)
                self.assertEqual(done.returncode, 4, f"{kind}: {done}")
                self.assertIn(f"there is no sign of {host}/{NO_PROCESS}", done.stderr)
                self.assertEqual(json.loads(done.stdout.splitlines()[-1])["event"], "left")
                self.assertEqual(self.expect(0, url, "--sandbox", "far", "list", "workers").of("row"), [])
            self.drop(url, "far")

    def test_a_maker_that_is_silent_for_a_while_loses_nobody(self):
        """Two computers may have the same name; a laptop may be closed."""
        for kind, url in self.each():
            self.sandbox(url, "far")
            for host in (socket.gethostname(), "elsewhere"):
                self.made_by(url, host, 20, "a b")
                process, to = self.start(url)
                self.assertEqual(self.ask(url, 1, to, "clock")[0], 0, kind)
                self.made_by(url, host, 61, "a b")
                self.assertIn(f"no sign of {host}/{NO_PROCESS}, which began the lesson".encode(), process.stderr.readline(), kind)
                self.assertEqual(self.ask(url, 2, to, "clock")[0], 0, kind)
                process.send_signal(signal.SIGTERM)
                self.assertEqual(process.communicate(timeout=30)[1], b"", kind)
            self.drop(url, "far")

    def test_it_ends_with_its_sandbox_and_gives_way(self):
        for kind, url in self.each():
            self.sandbox(url, "far")
            first, _ = self.start(url)
            second, to = self.start(url)
            _, errors = first.communicate(timeout=30)
            self.assertEqual(first.returncode, 4, "its part is another's, as with a part that is refused at once")
            self.assertIn(b"another", errors)
            self.assertEqual(self.ask(url, 1, to, "clock")[0], 0)
            self.drop(url, "far")
            out, errors = second.communicate(timeout=30)
            self.assertEqual(second.returncode, 0)
            self.assertIn(b"sandbox is gone", errors)
            self.assertEqual(json.loads(out.splitlines()[-1])["event"], "left")


def mongo_hash(server):
    body = struct.pack("<iB", 0, 0) + servers.bson({"dbHash": 1, "$db": "lockdesk"})
    with socket.create_connection(("127.0.0.1", server.port), 5) as link:
        link.settimeout(5)
        link.sendall(struct.pack("<iiii", len(body) + 16, 1, 0, 2013) + body)
        reply = link.recv(1 << 20)
    return re.findall(rb"\x02([\w.]+)\0....([0-9a-f]{32})\0", reply, re.S)


class NothingIsLeft(Base):
    def dump(self, kind, url):
        server = self.servers.get(kind)
        if kind == "sqlite":
            with sqlite3.connect(url.removeprefix("sqlite://")) as db:
                return [line for line in db.iterdump() if "sqlite_sequence" not in line]
        if kind == "postgresql":
            program = servers.find_program("pg_dump", *servers.Postgres.bin_dirs)
            dump = subprocess.run([program, server.url], check=True, capture_output=True, text=True).stdout
            return re.sub(r"(?m)^\\(un)?restrict .*$", "", dump)
        if kind == "mariadb":
            program = servers.find_program("mariadb-dump")
            words = ["--no-defaults", "-h", "127.0.0.1", "-P", str(server.port), "-u", "root", "--skip-comments"]
            return subprocess.run([program, *words, "--databases", "lockdesk"], check=True, capture_output=True, text=True).stdout
        if kind == "redis":
            keys = sorted(server.command("KEYS", "*").split(b"\r\n")[2::2])
            return [(key, server.command("DUMP", key.decode())) for key in keys]
        return mongo_hash(server)

    def test_dumps_are_equal(self):
        for kind, url in self.each():
            self.expect(0, url, "lock", "acquire", "production", "--owner", "p", "--lease", "1h")
            before = self.dump(kind, url)
            self.assertTrue(before)
            self.sandbox(url, "gone")
            listed = self.expect(0, url, "sandbox", "list").of("sandbox")
            self.assertEqual([one["id"] for one in listed], ["gone"])
            self.assertGreater(listed[0]["created_us"], START_US, "the store's time, whatever the sandbox's clock shows")
            self.assertNotEqual(self.dump(kind, url), before)
            actor = self.actor(url, "gone", "pod-a")
            for line in STORY.splitlines():
                actor.ask(line)
            holds = kind in ("postgresql", "mariadb")
            if kind in ("sqlite", "postgresql", "mariadb"):
                self.assertEqual(actor.ask("sql 'CREATE TABLE {items} (id BIGINT PRIMARY KEY)'")[0], 0)
                self.assertEqual(actor.ask("sql 'CREATE VIEW {seen} AS SELECT id FROM {items}'")[0], 0)
                self.assertEqual(actor.ask("sql BEGIN")[0], 0)
                self.assertEqual(actor.ask("sql 'SELECT * FROM {items}'")[0], 0)
            if holds:
                self.assertEqual(actor.ask("sql 'INSERT INTO {items} VALUES (1)'")[0], 0)
                self.assertEqual(actor.ask("session lock job --owner a --kind skip-locked")[0], 0)
            servers.freeze(actor.process.pid)
            self.drop(url, "gone")
            self.assertEqual(self.expect(0, url, "sandbox", "list").of("sandbox"), [])
            self.assertEqual(self.dump(kind, url), before, kind)
            actor.kill()
            self.assertEqual(self.dump(kind, url), before, kind)

    def test_a_file_that_a_frozen_process_holds_says_so(self):
        url = self.urls.get("sqlite")
        if url is None:
            return
        self.sandbox(url, "held")
        actor = self.actor(url, "held", "pod-a")
        actor.ask("sql 'CREATE TABLE {items} (id BIGINT PRIMARY KEY)'")
        self.assertEqual(actor.ask("sql 'BEGIN IMMEDIATE'")[0], 0)
        servers.freeze(actor.process.pid)
        done = self.expect(5, url, "--timeout", "1s", "sandbox", "drop", "held")
        self.assertIn("locked by another process", done.lines[-1]["message"])
        actor.kill()
        self.drop(url, "held")


if __name__ == "__main__":
    ctl.main()
