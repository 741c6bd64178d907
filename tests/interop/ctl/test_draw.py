# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""First come, first served: 8 processes apply at the same time, the consumer is killed three times, and every rank is there
once, in the order of the numbers. LOCKDESK_TEST_FULL=1: 16,000 applications."""

import random
import signal
import sys
import threading
import time
import unittest

import ctl

PROCESSES = 8
APPLICATIONS = 16_000 if ctl.FULL else 1_600
PIECES = 6
PLACES = 500
KILLS = 3
LEASE = "1s"
PATIENCE = 120


def crowd(seed):
    """What each process applies: in all, 30 % of the applications are of somebody who applied already."""
    chance = random.Random(seed)
    persons = [f"person {i}" for i in range(APPLICATIONS * 7 // 10)]
    names = persons + chance.choices(persons, k=APPLICATIONS - len(persons))
    chance.shuffle(names)
    return [names[i::PROCESSES] for i in range(PROCESSES)]


class Applicant(threading.Thread):
    """Applies for its names in pieces, a process after the other, so that all applicants are at it for a while."""

    def __init__(self, url, event, names):
        super().__init__(daemon=True)
        self.url, self.event, self.names = url, event, names
        self.entries, self.failed = [], None
        self.start()

    def run(self):
        piece = -(-len(self.names) // PIECES)
        for start in range(0, len(self.names), piece):
            lines = "".join(name + "\n" for name in self.names[start:start + piece]).encode()
            done = ctl.run(self.url, "draw", "apply", self.event, "-", data=lines, seconds=PATIENCE)
            if done.status != 0:
                self.failed = done
                return
            self.entries += done.of("entry")


class Draws(ctl.Stores):
    def kill_a_consumer(self, url, event, before, delay):
        """Starts a consumer, kills it a moment after it got the lock, and answers the token it had and what it had told."""
        consumer = ctl.start(url, "draw", "consume", event, "--lease", LEASE)

        def token():
            shown = ctl.run(url, "lock", "show", f"draw:{event}")
            return max([row["token"] for row in shown.of("row")], default=0)

        ctl.servers.await_true("a consumer has the lock", lambda: token() > before, PATIENCE)
        threading.Event().wait(delay)
        consumer.send_signal(signal.SIGKILL)
        out, _ = consumer.communicate(timeout=PATIENCE)
        whole = out[:out.rfind(b"\n") + 1]  # the last line may be cut
        return token(), [line for line in ctl.parse(whole) if line["type"] == "entry"]

    def check(self, kind, url, event, applicants, consumed):
        told = [line for applicant in applicants for line in applicant.entries]
        self.assertEqual(len(told), APPLICATIONS, kind)
        accepted = [line for line in told if line["result"] == "accepted"]
        self.assertEqual(sorted(line["seq"] for line in accepted), list(range(1, PLACES + 1)), kind)
        self.assertEqual(len({line["person"] for line in accepted}), PLACES)
        numbers = {line["person"]: line["seq"] for line in accepted}
        for line in told:
            if line["result"] == "duplicate":
                self.assertEqual(line["seq"], numbers[line["person"]], kind)
            if line["result"] == "closed":
                self.assertNotIn(line["person"], numbers, kind)
                self.assertIsNone(line["seq"])
        results = self.expect(0, url, "draw", "results", event).of("entry")
        self.assertEqual([line["seq"] for line in results], list(range(1, PLACES + 1)), kind)
        self.assertEqual([line["rank"] for line in results], list(range(1, PLACES + 1)), kind)
        self.assertEqual({line["person"]: line["seq"] for line in results}, numbers, kind)
        ranks = [line["rank"] for line in consumed]
        self.assertEqual(ranks, sorted(set(ranks)), f"{kind}: a rank was told twice")

    def test_ranks_are_exact_although_the_consumer_is_killed(self):
        for kind, url in self.each():
            event, began = "course", time.monotonic()
            self.expect(0, url, "draw", "open", event, "--places", str(PLACES))
            applicants = [Applicant(url, event, names) for names in crowd(seed=7)]
            token, told = 0, []
            for i in range(KILLS):
                token, entries = self.kill_a_consumer(url, event, token, 0.01 * i)
                told += entries
            for applicant in applicants:
                applicant.join(PATIENCE)
                self.assertIsNone(applicant.failed, kind)
            applied = time.monotonic() - began
            last = self.expect(0, url, "draw", "consume", event, "--lease", LEASE)
            shown = self.expect(0, url, "lock", "show", f"draw:{event}").lines[0]
            self.assertEqual((shown["state"], shown["token"] > token), ("free", True), kind)
            self.assertEqual(self.expect(0, url, "draw", "consume", event).of("entry"), [], kind)
            self.check(kind, url, event, applicants, told + last.of("entry"))
            count = {word: sum(line["result"] == word for a in applicants for line in a.entries)
                     for word in ("accepted", "duplicate", "closed")}
            print(f"draw[{kind}]: {APPLICATIONS} applications of {PROCESSES} processes in {applied:.1f} s, {count}, ranks "
                  f"1..{PLACES} once each, {KILLS} consumers killed", file=sys.stderr)

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
    unittest.main()
