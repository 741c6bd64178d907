# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs lockdeskctl as scripts do. LOCKDESKCTL is the program; LOCKDESK_TEST_STORES lists the stores that are compiled
in."""

import concurrent.futures
import json
import os
import random
import shlex
import subprocess
import sys
import tempfile
import time
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "support"))
import servers  # noqa: E402
from sharded import main  # noqa: E402,F401
from sizes import size  # noqa: E402,F401

PROGRAM = os.environ["LOCKDESKCTL"]
STORES = os.environ.get("LOCKDESK_TEST_STORES", "memory sqlite postgresql redis mariadb mongodb").split()


HOME = tempfile.TemporaryDirectory(prefix="lockdesk-home-")  # for recorded forced actions, instead of the user's home


def environment():
    env = {key: value for key, value in os.environ.items() if not key.startswith("LOCKDESK_")}
    env.pop("XDG_CONFIG_HOME", None)
    # Suppresses warnings about shared memory that another killed program left under our process id.
    env["MONGOC_DISABLE_SHM"] = "1"
    env["XDG_DATA_HOME"] = HOME.name
    return env


def at_most(size):
    """A prefix that limits a command's memory to so many bytes. Under sanitizers it limits nothing: they reserve terabytes of
    addresses."""
    return () if {"ASAN_OPTIONS", "TSAN_OPTIONS"} & set(os.environ) else ("prlimit", f"--as={size}", "--")


class Result:
    def __init__(self, status, lines, errors):
        self.status, self.lines, self.errors = status, lines, errors

    def __repr__(self):
        return f"status {self.status}\n" + "\n".join(json.dumps(line) for line in self.lines) + "\n" + self.errors

    def of(self, kind):
        return [line for line in self.lines if line["type"] == kind]


def parse(output):
    """Parses the output: every line of --json is an object with v, type and store_us."""
    lines = [json.loads(line) for line in output.decode("utf-8").splitlines()]
    for line in lines:
        assert line["v"] == 1 and isinstance(line["type"], str) and "store_us" in line, line
        for key, value in line.items():
            assert not key.endswith("_us") or value is None or type(value) is int, (key, line)
    return lines


def start(store, *words, prefix=(), stdin=subprocess.DEVNULL, env=None):
    where = ["--store", store] if store else []
    return subprocess.Popen([*prefix, PROGRAM, *where, "--json", *words], stdin=stdin, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, env=env or environment())


def finish(process, data=None, seconds=120):
    out, errors = process.communicate(data, timeout=seconds)
    return Result(process.returncode, parse(out), errors.decode("utf-8", "replace"))


def run(store, *words, data=None, prefix=(), env=None, seconds=120):
    stdin = subprocess.DEVNULL if data is None else subprocess.PIPE
    return finish(start(store, *words, prefix=prefix, stdin=stdin, env=env), data, seconds)


class Batch:
    """A running lockdeskctl that takes commands line by line: one process for many commands. Commands are lists of
    words."""

    END = "backoff --waited 0"  # every store answers this line, and only this, with such a line

    def __init__(self, store, *options):
        self.process = subprocess.Popen([PROGRAM, "--store", store, "--json", *options, "batch", "-"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, env=environment())

    def send(self, *words):
        self.process.stdin.write(f"{shlex.join(words)}\n{self.END}\n".encode())
        self.process.stdin.flush()

    def answer(self):
        """Returns the output of the oldest command not yet read."""
        lines = []
        while True:
            line = self.process.stdout.readline()
            assert line, f"lockdeskctl ended in a batch, after {lines}"
            lines += parse(line)
            if lines[-1]["type"] == "backoff":
                return lines[:-1]

    def ask(self, *words):
        self.send(*words)
        return self.answer()

    def done(self, *words):
        """Asks, for commands that must not fail; a batch has no exit status of one command. Returns the output as a Result."""
        lines = self.ask(*words)
        assert all(line["type"] != "error" for line in lines), f"{words}: {lines}"
        return Result(0, lines, "")

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.process.stdin.close()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()


class Stores(unittest.TestCase):
    """Private stores for a test class; `self.urls` by kind. `wanted` limits the kinds."""

    wanted = ("sqlite", "postgresql", "redis", "mariadb", "mongodb")
    kinds = {"postgresql": servers.Postgres, "redis": servers.Redis, "mariadb": servers.MariaDb, "mongodb": servers.MongoDb}

    @classmethod
    def setUpClass(cls):
        cls.urls, cls.servers = {}, {}
        cls.folder = tempfile.TemporaryDirectory(prefix="lockdesk-ctl-")
        cls.addClassCleanup(cls.folder.cleanup)
        # A test of every store must not pass because there is none.
        assert set(STORES) <= {"memory", *Stores.wanted}, f"LOCKDESK_TEST_STORES: {STORES}"
        kinds = [kind for kind in cls.wanted if kind in STORES]
        assert kinds, f"of {cls.wanted} none is in LOCKDESK_TEST_STORES"
        # Starting is mostly waiting, so the servers start concurrently.
        with concurrent.futures.ThreadPoolExecutor() as pool:
            starting = {kind: pool.submit(cls.kinds[kind]) for kind in kinds if kind != "sqlite"}
        for kind, one in starting.items():
            if one.exception() is None:
                cls.addClassCleanup(one.result().stop)
        for kind in kinds:
            if kind == "sqlite":
                cls.urls[kind] = "sqlite://" + os.path.join(cls.folder.name, "locks.db")
                continue
            cls.servers[kind] = starting[kind].result()
            cls.urls[kind] = cls.servers[kind].url
        for url in cls.urls.values():
            done = run(url, "init")
            assert done.status == 0, done

    def each(self):
        for kind, url in self.urls.items():
            print(f"{self.id()}: {kind}", file=sys.stderr)
            yield kind, url

    def some(self):
        """SQLite and as many other stores as sizes.txt has for words.stores, chosen by the date or LOCKDESK_TEST_SEED: for what
        the program says, not what a store does."""
        others = [kind for kind in self.urls if kind != "sqlite"]
        chosen = random.Random(os.environ.get("LOCKDESK_TEST_SEED", time.strftime("%Y%m%d"))).sample(
            others, min(len(others), size("words.stores")))
        return ((kind, url) for kind, url in self.each() if kind == "sqlite" or kind in chosen)

    def expect(self, status, store, *words, **more):
        done = run(store, *words, **more)
        self.assertEqual(done.status, status, f"{' '.join(words)}\n{done}")
        return done
