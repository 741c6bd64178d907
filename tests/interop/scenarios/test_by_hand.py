# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Built-in lessons after faults by hand: the verdict judges the harm that was done, and every sentence is true of this run.
Each case runs on every store that can do it. None as the rule: the run is right."""

import os
import subprocess
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "ctl"))
import ctl  # noqa: E402

SQLITE = ("sqlite",)
SERVERS = ("postgresql", "mariadb")
SQL = SQLITE + SERVERS

# Lesson, variant, faults, the step and the rule of the verdict, stores.
TABLE = [
    # Whoever dies before it takes its item back leaves an orphan, under whatever name the variant goes.
    ("deadlock", "compensate", ["crash:t2:11s"], ("reader.end", "no-orphan"), SQL),
    ("deadlock", "compensate", ["crash:t1:11s"], None, SQL),
    # Where nobody claims there is nothing to judge.
    ("three-pods", "fair-order", ["crash:pod-1:5s", "crash:pod-2:5s", "crash:pod-3:5s"], None, SQLITE),
    # Who is dead does not work, and may be replaced at any time; two who both work are found by what they create.
    ("dead-pod", "timeout-5", ["crash:pod-1:1s"], None, SQLITE),
    ("dead-pod", "clock-ahead", ["crash:pod-1:700ms"], None, SQLITE),
    ("dead-pod", "clock-ahead", ["cut_off:pod-1:500ms"], None, SQLITE),
    ("dead-pod", "timeout-5", ["skew:pod-2:1s"], ("second.done", "created-once"), SQLITE),
    # The inner release, and not the re-entry before it, is what lets another host in.
    ("lock-table", "inner-release", ["skew:host-b:1s"], ("inner.clear", "outer-lock-stays"), SQL),
    ("lock-table", "inner-release", ["crash:host-a:12s"], None, SQL),
    # A list of ids that cannot be read is not an empty one.
    ("double-notification", "message-ids", ["cut_off:hung-a:260s"], None, SQLITE),
    # A watchdog beside a job that hangs holds for ever: that is found, and the run ends.
    ("lock-table", "watchdog", ["hang:host-b:65s"], (None, "not-for-ever"), SQLITE),
    ("dead-pod", "extended", ["hang:pod-2:20s"], (None, "not-for-ever"), SQLITE),
    ("lock-table", "watchdog", ["hang:host-b:65s", "thaw:host-b:70s"], None, SQLITE),
    ("lock-table", "watchdog", ["hang:host-b:65s", "thaw:host-b:400s"], None, SQLITE),
    ("lock-table", "every-minute", ["hang:host-b:65s"], None, SQLITE),
    # A transaction ends with its connection: nothing of it is executed alone after a reconnect.
    ("deadlock", "lock-parent", ["cut_off:t1:4500ms", "reconnect:t1:7500ms"], None, SERVERS),
    ("deadlock", "version-first", ["cut_off:t1:4500ms", "reconnect:t1:5s"], None, SERVERS),
    # Nobody inserts for a debt that somebody settles.
    ("deadlock", "debt-first", ["freeze:t1:4500ms", "thaw:t1:32s"], None, SQL),
    ("deadlock", "debt-first", ["freeze:t1:4500ms", "thaw:t1:32s", "crash:t1:33500ms"], None, SQL),
    ("deadlock", "debt-first", ["freeze:t1:3s", "thaw:t1:31s"], None, SQL),
    ("deadlock", "debt-first", ["freeze:t1:5500ms", "thaw:t1:32s"], None, SQL),
    # A successor who died before it wrote has lost nothing.
    ("zombie", "without-token", ["crash:pod-b:37s"], None, SQLITE),
    ("zombie", "without-token", ["crash:pod-b:38s"], None, SQLITE),
]

# Lesson, variant, faults, what is said, what is not, stores.
SENTENCES = [
    ("deadlock", "lock-parent", [], ["raises the version of 1", "raises the version of 2"], [], SERVERS),
    ("deadlock", "compensate", ["crash:t1:1s", "crash:t2:1s"], ["sees version 1, items: 1"], ["wrong for a moment"], SQL),
    ("deadlock", "debt-first", ["crash:t1:4500ms"], ["no item is to be taken back", "strikes out the debts that are settled: 1"],
     ["no debts are open"], SQL),
    ("deadlock", "debt-first", ["crash:t1:9900ms", "crash:t2:9900ms"], ["items taken back: 2\n", "items taken back: 2."], [], SQL),
    ("three-pods", "fair-order", ["crash:pod-1:5s", "crash:pod-2:5s", "crash:pod-3:5s"], ["look at gw-old"], ["18 of"], SQLITE),
    ("double-notification", "message-ids", ["cut_off:hung-a:260s"],
     ["cannot reach the store", "cannot see whether the phone knows hung: refuses it"], ["error"], SQLITE),
    ("deadlock", "debt-first", ["cut_off:t1:4500ms"], ["t1           cannot reach the store"], ["error"], SQL),
    ("deadlock", "lock-parent", ["cut_off:t1:4500ms", "reconnect:t1:7500ms"], ["its transaction is gone with the connection", "Items counted: 1."],
     ["t1           commits", "T1 is gone", "t1 is gone"], SERVERS),
    ("deadlock", "version-first", ["cut_off:t1:4500ms", "reconnect:t1:5s"], ["its transaction is gone with the connection"],
     ["t1           commits", "Items counted: 2"], SERVERS),
    ("lost-update", "by-hash", ["crash:mobile:10s"], ["PUT with the hash that was read: saved"], ["missed", "old hash"], SQLITE),
    ("lock-table", "matrix", ["freeze:host-b:139s", "thaw:host-b:150s"], ["releases too late: expired"], ["5 s too late"], SQLITE),
    ("lock-table", "watchdog", ["hang:host-b:65s"], ["a thread beside the job renews"], ["still runs"], SQLITE),
    ("three-pods", "unlock-by-token", ["crash:pod-2:8500ms"], ["claims: nothing is due\n"], ["at work"], SQLITE),
    ("dead-pod", "timeout-5", ["crash:pod-1:1s"], ["right (after faults by hand only harm is judged)"], ["it should be"], SQLITE),
]


class ByHand(ctl.Stores):
    wanted = SQL

    def play(self, url, lesson, variant, faults, *words):
        options = [word for fault in faults for word in ("--fault", fault)]
        return ctl.run(url, "scenario", "run", lesson, "--variant", variant, *options, *words, seconds=120)

    def said(self, url, lesson, variant, faults):
        """Returns what people read, line by line."""
        options = [word for fault in faults for word in ("--fault", fault)]
        done = subprocess.run([ctl.PROGRAM, "--store", url, "scenario", "run", lesson, "--variant", variant, *options],
                                  stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120,
                                  env=ctl.environment() | {"LC_ALL": "C.UTF-8"})
        self.assertIn(done.returncode, (0, 3), done)
        return done.stdout

    def test_the_table(self):
        for kind, url in self.each():
            for lesson, variant, faults, broken, stores in TABLE:
                if kind not in stores:
                    continue
                with self.subTest(store=kind, lesson=lesson, variant=variant, faults=faults):
                    done = self.play(url, lesson, variant, faults)
                    self.assertEqual(done.status, 3 if broken else 0, done)
                    verdict = done.of("verdict")[0]
                    self.assertEqual((verdict["ok"], verdict["safety_only"]), (broken is None, True), verdict)
                    if broken:
                        self.assertEqual((verdict["step"], verdict["rule"]), broken, verdict)

    def test_the_sentences(self):
        for kind, url in self.each():
            for lesson, variant, faults, said, not_said, stores in SENTENCES:
                if kind not in stores:
                    continue
                with self.subTest(store=kind, lesson=lesson, variant=variant, faults=faults):
                    text = self.said(url, lesson, variant, faults)
                    for words in said:
                        self.assertIn(words, text)
                    for words in [*not_said, "\\x20", "${"]:
                        self.assertNotIn(words, text)

    def test_the_inner_release_is_the_first_wrong_step(self):
        for kind, url in self.each():
            done = self.expect(3, url, "scenario", "run", "lock-table", "--variant", "inner-release")
            self.assertEqual((done.of("verdict")[0]["step"], done.of("verdict")[0]["rule"]), ("inner.clear", "outer-lock-stays"), kind)

    def test_stale_writes_are_those_that_the_verdict_names(self):
        url = self.urls["sqlite"]
        for at in ("37s", "38s"):
            verdict = self.play(url, "zombie", "without-token", [f"crash:pod-b:{at}"]).of("verdict")[0]
            self.assertEqual((verdict["ok"], verdict["counts"]["stale"]), (True, 0), at)
        verdict = self.expect(3, url, "scenario", "run", "zombie", "--variant", "without-token").of("verdict")[0]
        self.assertEqual(verdict["counts"]["stale"], 1)

    def test_requested_faults_are_done_in_the_order_of_their_times(self):
        url = self.urls["sqlite"]
        for faults in (["thaw:pc:20s", "freeze:pc:5s"], ["freeze:pc:5s", "thaw:pc:20s"]):
            done = self.play(url, "lost-update", "with-version", faults)
            self.assertEqual([(e["event"], e["t_us"]) for e in done.of("event") if e.get("by_hand")],
                             [("frozen", 5_000_000), ("thawed", 20_000_000)], faults)
        # Nobody else goes on by then, and the frozen one has still to save.
        done = self.play(url, "lost-update", "with-version", ["freeze:pc:3s", "thaw:pc:28s"])
        self.assertIn(("pc.look", 30_000_000), [(e["step"], e["t_us"]) for e in done.of("event")], done)
        done = self.play(url, "lost-update", "with-version", ["freeze:pc:300s"])
        self.assertEqual([e for e in done.of("event") if e.get("by_hand")], [])
        self.assertIn("Not done, as the lesson was over before: freeze pc at 300.0 s.", done.errors)

    def test_a_fault_that_came_later_than_asked_is_the_same_again(self):
        url = self.urls["sqlite"]
        first, again = (os.path.join(self.folder.name, name) for name in ("later.jsonl", "later-again.jsonl"))
        for lesson, variant, faults in (("three-pods", "atomic", ["freeze:pod-1:1s:4", "thaw:pod-1:1500ms"]),
                                        ("dead-pod", "timeout-30", ["crash:pod-1:0s:2"])):
            self.play(url, lesson, variant, faults, "--events", first)
            self.expect(0, url, "scenario", "run", "--again", first, "--events", again)
            with open(first, encoding="utf-8") as a, open(again, encoding="utf-8") as b:
                self.assertEqual(a.read(), b.read(), lesson)


if __name__ == "__main__":
    ctl.main()
