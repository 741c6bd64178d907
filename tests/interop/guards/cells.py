# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Two relay processes on one outbox, and a receiver that logs what it gets and when, at a tenth of the lesson's times."""

import json
import os
import shlex
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "ctl"))
import ctl  # noqa: E402

WORKER = os.environ["LOCKDESK_WORKER"]
HERE = os.path.dirname(os.path.abspath(__file__))
GUARDS = ("none", "named", "skip-locked", "skip-locked-rows", "fixed", "watchdog", "redlock")
NEEDS = dict.fromkeys(("named", "skip-locked", "skip-locked-rows"), ("postgresql", "mariadb"))

LEASE, POLL, SLOW = 3.0, 2.0, 3.5
# A must begin this long before a tick of B, so that the tick is between the end of the lease and that of the slow
# delivery.
MIDDLE, WINDOW = (LEASE + SLOW) / 2, (SLOW - LEASE) / 2 - 0.06
STALLED = 7.0  # without B's delivery: more than two leases
PATIENCE = 20.0


class Databases:
    """Separate outboxes on one server, so that cells do not interfere."""

    def __init__(self, kind, server, folder):
        self.kind, self.server, self.folder = kind, server, folder
        self.count = 0

    def new(self):
        self.count += 1
        n = self.count
        if self.kind == "sqlite":
            url = f"sqlite://{self.folder}/outbox{n}.db"
        elif self.kind == "postgresql":
            self.server.sql(f"CREATE DATABASE outbox{n}")
            url = self.server.url.rsplit("/", 1)[0] + f"/outbox{n}"
        elif self.kind == "mariadb":
            self.server.sql(f"CREATE DATABASE outbox{n} CHARACTER SET utf8mb4")
            url = self.server.url.rsplit("/", 1)[0] + f"/outbox{n}"
        elif self.kind == "redis":
            url = self.server.url.rsplit("/", 1)[0] + f"/{n}"
        else:
            url = self.server.url.replace("/lockdesk?", f"/outbox{n}?")
        done = ctl.run(None, "--store", url, "--timeout", "60s", "init")
        assert done.status == 0, done
        return url

    def cut_sessions_that_hold(self, url):
        """Ends the session that has the lock or the open transaction, as an operator would for a hanging holder."""
        name = url.rsplit("/", 1)[1]
        if self.kind == "postgresql":
            self.server.sql(f"""SELECT pg_terminate_backend(a.pid) FROM pg_stat_activity a WHERE a.datname = '{name}'
                AND (a.state = 'idle in transaction'
                     OR EXISTS (SELECT 1 FROM pg_locks l WHERE l.pid = a.pid AND l.locktype = 'advisory' AND l.granted))""")
            return
        holding = self.server.sql(f"""SELECT p.id FROM information_schema.processlist p
            WHERE p.db = '{name}' AND (p.id IN (SELECT trx_mysql_thread_id FROM information_schema.innodb_trx)
                                       OR p.id IN (SELECT IS_USED_LOCK(key_text) FROM {name}.lockdesk_sessions))""")
        for connection in holding.split():
            self.server.sql(f"KILL {connection}")


class Cell:
    """One outbox, one guard, relays A and B. A context manager that ends what was started."""

    def __init__(self, databases, guard, redlock=None):
        self.databases, self.guard, self.redlock = databases, guard, redlock
        self.url = databases.new()
        self.lock = f"relay-{databases.kind}-{databases.count}"
        self.folder = tempfile.TemporaryDirectory(prefix="lockdesk-guards-")
        self.processes = {}
        open(self.path("log"), "w").close()

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.wake()
        for process in self.processes.values():
            if process.poll() is None:
                process.kill()
            process.wait()
        self.folder.cleanup()

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def guard_options(self):
        options = ["--guard", self.guard, "--lock", self.lock]
        if self.guard in ("fixed", "watchdog", "redlock"):
            options += ["--at-most", f"{int(LEASE * 1000)}ms"]
        if self.guard == "redlock":
            options += ["--guard-store", self.redlock]
        return options

    def receiver(self, who, how):
        return "exec:" + " ".join([os.path.join(HERE, "receiver.sh"), self.folder.name, who, *how])

    def launch(self, who, command):
        with open(self.path("lines-" + who), "w") as lines, open(self.path("errors-" + who), "w") as errors:
            self.processes[who] = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=lines, stderr=errors,
                                                   env=ctl.environment())

    def start_a(self, how, messages):
        """Starts lockdeskctl, which adds the messages and relays once."""
        commands = [["outbox", "add", "mail", "--payload", "{}", "--id", one] for one in messages]
        commands.append(["outbox", "relay", "--receiver", self.receiver("A", how), "--fixed-delay", "1h", *self.guard_options()])
        with open(self.path("batch"), "w") as batch:
            batch.writelines(shlex.join(words) + "\n" for words in commands)
        self.launched = time.time()
        self.launch("A", [ctl.PROGRAM, "--store", self.url, "--json", "batch", self.path("batch")])

    def start_b(self, how):
        """Starts lockdesk-worker, which relays every POLL and prints when it was skipped."""
        self.launch("B", [WORKER, "--store", self.url, "--json", "--role", "relay", "--receiver", self.receiver("B", how),
                          "--fixed-rate", f"{int(POLL * 1000)}ms", *self.guard_options()])

    def skipped(self):
        """Returns the times at which B found the guard taken."""
        with open(self.path("lines-B")) as lines:
            events = [json.loads(line) for line in lines.read().splitlines() if line.endswith("}")]
        return [event["store_us"] / 1e6 for event in events if event.get("event") == "skipped" and event["store_us"]]

    def add(self, *ids):
        for one in ids:
            done = ctl.run(self.url, "outbox", "add", "mail", "--payload", "{}", "--id", one)
            assert done.status == 0, done

    def events(self, message=None, who=None, what=None):
        """Returns (seconds, id, who, begin or end), oldest first."""
        out = []
        with open(self.path("log")) as log:
            for line in log.read().splitlines():
                words = line.split(" ")
                if len(words) == 4 and message in (None, words[0]) and who in (None, words[1]) and what in (None, words[2]):
                    out.append((int(words[3]) / 1e9, words[0], words[1], words[2]))
        return sorted(out)

    def await_true(self, what, condition):
        try:
            ctl.servers.await_true(what, condition, PATIENCE)
        except AssertionError as late:
            raise AssertionError(f"{late}: {self}") from None

    def await_event(self, message, who, what):
        self.await_true(f"{what} of {message} by {who}", lambda: self.events(message, who, what))
        return self.events(message, who, what)[0][0]

    def wake(self):
        open(self.path("wake"), "w").close()

    def state(self, message):
        rows = ctl.run(self.url, "list", "outbox", "id:" + message).of("row")
        return rows[0]["state"] if rows else None

    def await_sent(self, message):
        self.await_true(f"{message} is sent", lambda: self.state(message) == "sent")

    def kill(self, who):
        self.processes[who].kill()
        self.processes[who].wait()
        return time.time()

    def __str__(self):
        return f"{self.databases.kind}, {self.guard}\n{self.dump()}"

    def dump(self):
        lines = [f"  {at:.3f} {what} {message} {who}" for at, message, who, what in self.events()]
        for who in self.processes:
            with open(self.path("errors-" + who)) as errors:
                lines += [f"  {who}: {line}" for line in errors.read().splitlines()]
        return "\n".join(lines)


def sleep_to_phase(ticks, offset):
    """Sleeps until `offset` seconds after a tick; ticks come every POLL."""
    time.sleep((ticks + offset - time.time()) % POLL)


def begin(databases, guard, redlock, how_a, how_b, others=()):
    """Starts a cell in which A begins `m` at such a time that one of B's ticks is between the end of A's lease and that
    of its slow delivery. Returns it and that time. No program starts to the tenth of a second: cells that missed are
    discarded."""
    ahead = 0.1
    for _ in range(12):
        cell = Cell(databases, guard, redlock)
        try:
            cell.add("warm")
            cell.start_b(how_b)
            ticks = cell.await_event("warm", "B", "begin")
            cell.await_sent("warm")
            sleep_to_phase(ticks, POLL * 2 - MIDDLE - ahead)
            cell.start_a(how_a, ("m", *others))
            began = cell.await_event("m", None, "begin")
            late = MIDDLE - (ticks - began) % POLL - POLL
            if cell.events("m", "A", "begin") and abs(late) < WINDOW:
                return cell, began
            ahead = min(max(ahead + late, 0.02), 0.6) if cell.events("m", "A") else ahead
        except BaseException:
            cell.__exit__()
            raise
        cell.__exit__()
    raise AssertionError(f"{databases.kind}, {guard}: A never began in time")
