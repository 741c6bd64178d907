# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""First come, first served: 8 processes apply concurrently, the consumer is killed three times, and every rank exists
once, in the order of the numbers. The number of applications is in tests/sizes.txt."""

import fcntl
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time
import unittest

import ctl

PROCESSES = 8
APPLICATIONS = ctl.size("draw.applications")
PLACES = 500
STEP = 100  # ranks that a consumer assigns at once
KILLS = 3
LEASE = "1s"
PATIENCE = 120


def crowd(seed):
    """Returns each process's applicants: 30 % of all applications are repeated."""
    chance = random.Random(seed)
    persons = [f"person {i}" for i in range(APPLICATIONS * 7 // 10)]
    names = persons + chance.choices(persons, k=APPLICATIONS - len(persons))
    chance.shuffle(names)
    return [names[i::PROCESSES] for i in range(PROCESSES)]


class Applicant(threading.Thread):
    """Applies for its names in pieces, with a process for each; continues after another consumer was killed."""

    def __init__(self, url, event, names, kills):
        super().__init__(daemon=True)
        self.url, self.event, self.names, self.kills = url, event, names, kills
        self.entries, self.failed = [], None
        self.start()

    def run(self):
        piece = -(-len(self.names) // (KILLS + 1))
        for i in range(KILLS + 1):
            if i > 0 and not self.kills[i - 1].wait(PATIENCE):
                return
            lines = "".join(name + "\n" for name in self.names[i * piece:(i + 1) * piece]).encode()
            done = ctl.run(self.url, "draw", "apply", self.event, "-", data=lines, seconds=PATIENCE)
            if done.status != 0:
                self.failed = done
                return
            self.entries += done.of("entry")


class OwnTransaction:
    """A program that applies by SQL in its own transaction, slowly."""

    APPLY = {"sqlite": "BEGIN IMMEDIATE; INSERT INTO {e} VALUES ('held', 'slow', 1, NULL, 0); {count};",
             "postgresql": "BEGIN; SELECT o_seq FROM lockdesk_draw_apply('held', ARRAY['slow']);",
             "mariadb": "START TRANSACTION; {count}; INSERT INTO {e} VALUES ('held', 'slow', 1, NULL, 0);"}
    COUNT = "UPDATE lockdesk_draws SET last_seq = 1 WHERE event = 'held'"

    def __init__(self, kind, url, server):
        commands = self.APPLY[kind].format(e="lockdesk_draw_entries", count=self.COUNT)
        self.database = self.client = None
        if kind == "sqlite":
            self.database = sqlite3.connect(url.removeprefix("sqlite://"), isolation_level=None)
            for command in commands.split(";"):
                self.database.execute(command)
            return
        program = {"postgresql": ("psql", "-X", "-qAt", url),
                   "mariadb": ("mariadb", "--no-defaults", "-h127.0.0.1", f"-P{server.port}", "-uroot", "-NBn", "lockdesk")}
        name, *options = program[kind]
        self.client = subprocess.Popen([ctl.servers.find_program(name, *getattr(server, "bin_dirs", ())), *options],
                                       stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.send(commands + " SELECT 'applied';")
        while self.client.stdout.readline() != b"applied\n":
            assert self.client.poll() is None

    def send(self, text):
        self.client.stdin.write(text.encode() + b"\n")
        self.client.stdin.flush()

    def commit(self):
        if self.database:
            self.database.execute("COMMIT")
            self.database.close()
            return
        self.send("COMMIT;")
        self.client.stdin.close()
        self.client.wait(PATIENCE)
        self.client.stdout.close()


class Draws(ctl.Stores):
    def kill_a_consumer(self, url, event, killed):
        """Kills a consumer whose output nobody reads: it blocks in the first line that does not fit into the pipe, has
        then assigned ranks and still holds the lock. Returns what it printed."""
        self.progress(url, event, "accepted", STEP * (killed + 1))
        consumer = ctl.start(url, "draw", "consume", event, "--lease", LEASE)
        fcntl.fcntl(consumer.stdout, fcntl.F_SETPIPE_SZ, 4096)
        self.progress(url, event, "ranked", STEP * (killed + 1))
        held = self.expect(0, url, "lock", "show", f"draw:{event}").lines[0]
        consumer.send_signal(signal.SIGKILL)
        out, _ = consumer.communicate(timeout=PATIENCE)
        self.assertEqual(consumer.returncode, -signal.SIGKILL)
        self.assertIn(held["state"], ("held", "closing"))
        self.assertEqual(self.progress(url, event, "ranked", STEP * (killed + 1)), STEP * (killed + 1))
        whole = out[:out.rfind(b"\n") + 1]  # the last line is incomplete
        return [line for line in ctl.parse(whole) if line["type"] == "entry"]

    def progress(self, url, event, what, least):
        """Waits until that many are accepted or ranked; opening a draw again returns the counts."""
        with ctl.Batch(url, "--timeout", "30s") as eyes:
            def now():
                return eyes.ask("draw", "open", event, "--places", "1")[0][what]
            ctl.servers.await_true(f"{least} are {what}", lambda: now() >= least, PATIENCE)
            return now()

    def check(self, kind, url, event, applicants, consumed, numbered):
        told = [line for applicant in applicants for line in applicant.entries]
        self.assertEqual(len(told), APPLICATIONS, kind)
        accepted = [line for line in told if line["result"] == "accepted"]
        self.assertEqual(sorted(line["seq"] for line in accepted), list(range(1, numbered + 1)), kind)
        numbers = {line["person"]: line["seq"] for line in accepted}
        self.assertEqual(len(numbers), numbered)
        for line in told:
            self.assertEqual(line["seq"], numbers.get(line["person"]), kind)
            self.assertEqual(line["result"] == "closed", line["person"] not in numbers, kind)
        results = self.expect(0, url, "draw", "results", event).of("entry")
        self.assertEqual([line["seq"] for line in results], list(range(1, numbered + 1)), kind)
        self.assertEqual([line["rank"] for line in results], list(range(1, numbered + 1)), kind)
        self.assertEqual({line["person"]: line["seq"] for line in results}, numbers, kind)
        ranks = [line["rank"] for line in consumed]
        self.assertEqual(ranks, sorted(set(ranks)), f"{kind}: a rank was told twice")

    def test_ranks_are_exact_although_the_consumer_is_killed(self):
        for kind, url in self.each():
            for event, places in ("course", PLACES), ("roomy", APPLICATIONS):
                self.draw(kind, url, event, places)

    def draw(self, kind, url, event, places):
        began = time.monotonic()
        self.expect(0, url, "draw", "open", event, "--places", str(places))
        kills = [threading.Event() for _ in range(KILLS)]
        applicants = [Applicant(url, event, names, kills) for names in crowd(seed=7)]
        told = []
        for i in range(KILLS):
            told += self.kill_a_consumer(url, event, i)
            kills[i].set()
        for applicant in applicants:
            applicant.join(PATIENCE)
            self.assertIsNone(applicant.failed, kind)
        applied = time.monotonic() - began
        last = self.expect(0, url, "draw", "consume", event, "--lease", LEASE)
        shown = self.expect(0, url, "lock", "show", f"draw:{event}").lines[0]
        self.assertEqual(shown["state"], "free", kind)
        self.assertGreater(shown["token"], KILLS, kind)
        self.assertEqual(self.expect(0, url, "draw", "consume", event).of("entry"), [], kind)
        numbered = min(places, len({name for applicant in applicants for name in applicant.names}))
        self.check(kind, url, event, applicants, told + last.of("entry"), numbered)
        count = {word: sum(line["result"] == word for a in applicants for line in a.entries)
                 for word in ("accepted", "duplicate", "closed")}
        print(f"draw[{kind}]: {APPLICATIONS} applications of {PROCESSES} processes in {applied:.1f} s, {count}, ranks "
              f"1..{numbered} once each, {KILLS} consumers killed", file=sys.stderr)

    def test_a_transaction_that_stays_open_is_not_passed_over(self):
        for kind, url in self.each():
            if kind not in OwnTransaction.APPLY:
                continue  # there only Lockdesk's own statements assign numbers
            self.expect(0, url, "draw", "open", "held", "--places", "9")
            slow = OwnTransaction(kind, url, self.servers.get(kind))
            quick = ctl.start(url, "--timeout", "30s", "draw", "apply", "held", "--person", "quick")
            consumer = ctl.start(url, "--timeout", "30s", "draw", "consume", "held", "--lease", "30s")
            with self.assertRaises(subprocess.TimeoutExpired, msg=kind):
                quick.wait(1.5)
            self.assertEqual(self.expect(0, url, "draw", "results", "held").of("entry"), [], kind)
            slow.commit()
            entry = ctl.finish(quick).of("entry")[0]
            self.assertEqual((entry["seq"], entry["result"]), (2, "accepted"), kind)
            told = ctl.finish(consumer).of("entry") + self.expect(0, url, "draw", "consume", "held").of("entry")
            self.assertEqual([(line["person"], line["rank"]) for line in told], [("slow", 1), ("quick", 2)], kind)

    def test_after_a_lost_reply_applying_again_tells_the_number(self):
        for kind, server in self.servers.items():
            url = server.url.replace("replicaSet=rs0", "directConnection=true")
            proxy = ctl.servers.Proxy(server.port)
            self.addCleanup(proxy.stop)
            through = url.replace(f":{server.port}", f":{proxy.port}")
            self.expect(0, url, "draw", "open", "lost", "--places", "9")
            self.expect(0, url, "draw", "apply", "lost", "--person", "first")  # stores that keep texts store this one
            for number, close in enumerate((True, False), 2):
                person = f"unheard-{number}"
                proxy.arm("commitTransaction" if kind == "mongodb" else person, close)
                done = ctl.run(through, "--timeout", "2s", "draw", "apply", "lost", "--person", person)
                # A commit that is sent again reports the result of the first.
                self.assertIn(done.status, (0, 6) if kind == "mongodb" and close else (6,), f"{kind}: {done}")
                if done.status == 6:
                    self.assertIn("Apply again", done.lines[0]["message"])
                self.assertGreater(proxy.lost, 0, "the proxy lost nothing")
                again = self.expect(3, url, "draw", "apply", "lost", "--person", person).of("entry")[0]
                self.assertEqual((again["seq"], again["result"]), (number, "duplicate"), kind)

    def test_words_and_exits(self):
        for kind, url in self.each():
            opened = self.expect(0, url, "draw", "open", "small", "--places", "2").of("draw")[0]
            self.assertEqual((opened["places"], opened["created"]), (2, True), kind)
            self.assertEqual(self.expect(0, url, "draw", "open", "small", "--places", "9").of("draw")[0]["places"], 2)
            first = self.expect(0, url, "draw", "apply", "small", "--person", "ann ").of("entry")[0]
            self.assertEqual([first[key] for key in ("event", "person", "seq", "result", "rank")],
                             ["small", "ann ", 1, "accepted", None], kind)
            again = self.expect(3, url, "draw", "apply", "small", "--person", "ann ").of("entry")[0]
            self.assertEqual((again["seq"], again["result"]), (1, "duplicate"), kind)
            lines = self.expect(0, url, "draw", "apply", "small", "-", data="ann\nann\ncyd\n\n".encode()).of("entry")
            self.assertEqual([(line["person"], line["seq"], line["result"]) for line in lines],
                             [("ann", 2, "accepted"), ("ann", 2, "duplicate"), ("cyd", None, "closed")], kind)
            self.expect(3, url, "draw", "apply", "small", "--person", "dan")
            ranked = self.expect(0, url, "draw", "consume", "small", "--lease", "2s").of("entry")
            self.assertEqual([(line["person"], line["rank"]) for line in ranked], [("ann ", 1), ("ann", 2)], kind)
            found = self.expect(0, url, "draw", "results", "small", "owner:ann").of("entry")
            self.assertEqual([line["rank"] for line in found], [2], kind)
            for words in (("apply", "none", "--person", "ann"), ("consume", "none"), ("results", "none")):
                self.assertIn("draw open none", self.expect(3, url, "draw", *words).errors, kind)
            self.expect(3, url, "draw", "apply", "none", "-", data=b"ann\n")
            for words in (("open", "e"), ("open", "e", "--places", "0"), ("apply", "e"), ("apply", "e", "--person", ""),
                          ("apply", "e", "-", "--person", "ann"), ("consume", "e", "--lease", "250ms"),
                          ("consume", "x" * 200)):
                self.expect(2, url, "draw", *words)
            self.expect(8, url, "--read-only", "draw", "apply", "small", "--person", "eve")

    def test_a_consumer_waits_for_the_one_before(self):
        for kind, url in self.each():
            self.expect(0, url, "draw", "open", "busy", "--places", "5")
            self.expect(0, url, "draw", "apply", "busy", "--person", "ann")
            held = self.expect(0, url, "lock", "acquire", "draw:busy", "--owner", "me", "--lease", "1s").lines[0]
            done = self.expect(0, url, "draw", "consume", "busy", "--lease", "1s").of("entry")
            self.assertEqual([line["rank"] for line in done], [1], kind)
            self.assertGreaterEqual(done[0]["store_us"], held["expires_us"], kind)
            self.expect(0, url, "lock", "acquire", "draw:busy", "--owner", "me", "--lease", "30s")
            self.expect(3, url, "--timeout", "300ms", "draw", "consume", "busy", "--lease", "300ms")


if __name__ == "__main__":
    ctl.main()
