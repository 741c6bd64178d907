# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Lessons that run fast, are joined, left and killed."""

import json
import os
import signal
import subprocess
import sys
import time
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "ctl"))
import ctl  # noqa: E402

WORKER = os.environ["LOCKDESK_WORKER_PROGRAM"]
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..")
PATIENCE = 60

FAULTS = """
lesson: faults
title: {en: Faults, ko: 고장}
summary: {en: Every fault once., ko: 고장마다 한 번.}
needs: [locks]
length: 60s
actors:
  - {name: a, program: hold}
  - {name: b, program: sleepy}
programs:
  hold:
    - at: 1s
      run: lock acquire x --owner ${me} --lease 9s
      step: hold
      save: {token: token}
    - start: watchdog
    - at: 30s
      run: lock release x --owner ${me} --token ${token}
      step: release
  watchdog:
    - repeat: forever
      every: 3s
      while: t < 40s
      do:
        - run: lock renew x --owner ${me} --token ${token} --lease 9s
          step: renew
  sleepy:
    - repeat: 4
      do:
        - run: lock acquire y --owner ${me} --lease 1s
          step: nap
        - sleep: 2s
    - note: {en: "my clock ${mine}", ko: "내 시계 ${mine}"}
      step: clock
      with: {mine: "my_clock - now"}
faults:
  - {at: 5s, hang: a}
  - {at: 1s, slow: b, times: 3}
  - {at: 2s, skew: b, ahead: 31s}
  - {at: 10s, cut-off: b}
  - {at: 14s, reconnect: b}
  - {at: 50s, crash: a}
variants:
  - {name: only, title: {en: Only, ko: 하나}, expected: true}
rules:
  - {name: held, kind: never, text: {en: Never expired., ko: 만료되지 않는다.}, of: [expired, stale, not_owner]}
"""

# Nothing is visible between its two events, which are four seconds apart.
PACE = """
lesson: pace
title: {en: Pace, ko: 속도}
summary: {en: Two events., ko: 두 사건.}
length: 6s
actors:
  - {name: a, program: two}
programs:
  two:
    - at: 1s
      note: {en: one, ko: 하나}
      step: one
    - set: {x: 1}
    - at: 5s
      note: {en: two, ko: 둘}
      step: two
variants:
  - {name: only, title: {en: Only, ko: 하나}, expected: true}
rules:
  - {name: both, kind: count, text: {en: Two., ko: 둘.}, of: note, is: 2}
"""


# Each of its commands waits for a lock in vain.
SLOW_SETUP = """
lesson: slow
title: {en: Slow, ko: 느림}
summary: {en: A setup that takes a while., ko: 오래 걸리는 준비.}
needs: [locks]
length: 5s
setup:
  - run: lock acquire x --owner a --lease 1h
  - repeat: 30
    do:
      - run: lock acquire x --owner b --lease 1h --wait 1s
  - run: record put ready --value yes
actors:
  - {name: a, program: one}
programs:
  one:
    - at: 1s
      note: {en: one, ko: 하나}
variants:
  - {name: only, title: {en: Only, ko: 하나}, expected: true}
rules:
  - {name: one, kind: count, text: {en: One., ko: 하나.}, of: note, is: 1}
"""


def worker_environment():
    env = ctl.environment()
    env["LOCKDESK_STORE"] = ""
    return env


class Faults(ctl.Stores):
    wanted = ("sqlite", "postgresql", "redis")

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def test_an_event_comes_at_its_time(self):
        file = self.path("pace.jsonl")
        with open(self.path("pace.yaml"), "w", encoding="utf-8") as lesson:
            lesson.write(PACE)

        def seen(step):
            with open(file, encoding="utf-8") as lines:
                return f'"step":"{step}"' in lines.read()

        process = ctl.start(self.urls["sqlite"], "scenario", "run", self.path("pace.yaml"), "--variant", "only", "--speed", "1",
                            "--events", file)
        ctl.servers.await_true("it begins", lambda: os.path.exists(file) and seen("one"))
        begun = time.monotonic()
        ctl.servers.await_true("it goes on", lambda: seen("two"))
        self.assertGreater(time.monotonic() - begun, 3)
        self.assertEqual(ctl.finish(process).status, 0)

    def read_until(self, process, wanted):
        """Returns lines of a running lesson up to the first wanted one."""
        lines = []
        for raw in process.stdout:
            lines.append(json.loads(raw))
            if wanted(lines[-1]):
                return lines
        self.fail(f"the lesson ended first: {lines[-3:]}")

    def await_that(self, condition, what):
        end = time.monotonic() + PATIENCE
        while not condition():
            self.assertLess(time.monotonic(), end, what)
            time.sleep(0.05)

    def test_each_fault_does_what_it_says(self):
        with open(self.path("faults.yaml"), "w", encoding="utf-8") as file:
            file.write(FAULTS)
        for kind, url in self.each():
            done = self.expect(0, url, "scenario", "run", self.path("faults.yaml"))
            events = done.of("event")
            of = lambda word: [e for e in events if e["event"] == word]  # noqa: E731
            # A hung main program never releases; its watchdog keeps renewing.
            self.assertEqual(of("released"), [])
            self.assertEqual([e["t_us"] // 1000000 for e in of("renewed")], list(range(1, 40, 3)))
            # From the second on (or the first, depending on the seed), sleeps of 2 s take three times as long.
            naps = [e["t_us"] // 1000000 for e in events if e["step"] == "nap"]
            self.assertEqual(naps, [0, 2, 8, 14])
            self.assertEqual(of("error"), [])
            self.assertEqual(next(e["values"]["mine"] for e in events if e["step"] == "clock"), 31000000)
            self.assertEqual(len(of("crashed")), 1)

    def test_cut_off_fails_and_comes_back(self):
        text = FAULTS.replace("at: 10s, cut-off", "at: 7s, cut-off")
        with open(self.path("cut.yaml"), "w", encoding="utf-8") as file:
            file.write(text)
        for kind, url in self.each():
            done = self.expect(0, url, "scenario", "run", self.path("cut.yaml"))
            naps = [(e["t_us"] // 1000000, e["event"]) for e in done.of("event") if e["step"] == "nap"]
            self.assertEqual(naps[2], (8, "error"))
            self.assertEqual(naps[3][1], "acquired")

    def test_hurried_as_at_once(self):
        url = self.urls["sqlite"]
        slow, quick = self.path("slow.jsonl"), self.path("quick.jsonl")
        begun = time.monotonic()
        self.expect(0, url, "scenario", "run", "zombie", "--variant", "with-token", "--speed", "20", "--events", slow)
        self.assertGreater(time.monotonic() - begun, 47 / 20)
        self.expect(0, url, "scenario", "run", "zombie", "--variant", "with-token", "--events", quick)
        with open(slow, encoding="utf-8") as a, open(quick, encoding="utf-8") as b:
            self.assertEqual(a.read(), b.read())

    def test_what_was_done_by_hand_is_done_again(self):
        url = self.urls["sqlite"]
        first, again, third = (self.path(name) for name in ("first.jsonl", "again.jsonl", "third.jsonl"))
        self.expect(0, url, "scenario", "run", "zombie", "--variant", "with-token", "--seed", "9", "--events", first)
        with open(first, encoding="utf-8") as file:
            header, *rest = file.read().splitlines()
        header = json.loads(header)
        # Before everything, and after the third event: pod-b never gets the lock.
        header["faults"] = [{"t_us": 0, "after": 0, "fault": "skew", "actor": "pod-a", "amount": 31000000},
                            {"t_us": 6000000, "after": 4, "fault": "crash", "actor": "pod-b", "amount": 0}]
        with open(first, "w", encoding="utf-8") as file:
            file.write("\n".join([json.dumps(header, ensure_ascii=False, separators=(",", ":")), *rest]) + "\n")
        # Nobody takes over, but nothing stale is written: only harm counts after a fault by hand.
        done = self.expect(0, url, "scenario", "run", "--again", first, "--events", again)
        self.assertEqual(done.lines[0]["seed"], 9)
        by_hand = [(e["t_us"], e["event"], e["n"]) for e in done.of("event") if e.get("by_hand")]
        self.assertEqual(by_hand, [(0, "skewed", 2), (6000000, "crashed", 6)])
        self.assertEqual([e for e in done.of("event") if e["actor"] == "pod-b" and e["t_us"] > 6000000], [])
        self.expect(0, url, "scenario", "run", "--again", again, "--events", third)
        with open(again, encoding="utf-8") as a, open(third, encoding="utf-8") as b:
            self.assertEqual(a.read(), b.read())

    def with_fault(self, url, lesson, variant, fault):
        done = self.expect(0, url, "scenario", "run", lesson, "--variant", variant, "--fault", fault)
        verdict = done.of("verdict")[0]
        self.assertTrue(verdict["safety_only"])
        return done, verdict

    def test_after_a_fault_by_hand_only_harm_is_judged(self):
        for kind, url in self.each():
            # The work is not done in time, because its actor was killed: no harm.
            self.with_fault(url, "dead-pod", "timeout-30", "crash:pod-1:7s")
            # pod-b never gets the lock, so that a write with pod-a's token is not a former holder's.
            done, verdict = self.with_fault(url, "zombie", "with-token", "freeze:pod-b:5s")
            self.assertEqual(verdict["counts"]["stale"], 0)
            self.assertIn("admitted", [e["event"] for e in done.of("event") if e["step"] == "late.write"])
            # Harm counts: whether frozen by hand or by the lesson, the stale write goes through.
            harmed = self.expect(3, url, "scenario", "run", "zombie", "--variant", "check-before", "--fault", "skew:pod-b:1s:0:31000000")
            self.assertEqual(harmed.of("verdict")[0]["rule"], "tokens")

    def test_nothing_reaches_who_has_crashed(self):
        url = self.urls["sqlite"] if "sqlite" in self.urls else self.skipTest("sqlite is not built in")
        for fault, words in (("cut_off:pod-1:20s", "'pod-1' has crashed or is gone"), ("freeze:pod-9:20s", "no actor 'pod-9'")):
            self.assertIn(words, repr(self.expect(2, url, "scenario", "run", "dead-pod", "--variant", "timeout-30", "--fault", fault)))

    def test_who_was_cut_off_or_did_not_look_did_no_harm(self):
        for kind, url in self.each():
            done, _ = self.with_fault(url, "lock-table", "release", "cut_off:host-a:23s")
            self.assertIn("error", [e["event"] for e in done.of("event")], kind)
            # An actor without a token has none to show later; the lesson continues without that step.
            self.with_fault(url, "lock-table", "matrix", "cut_off:host-b:20s")
            self.with_fault(url, "zombie", "with-token", "cut_off:pod-a:1s")
            if kind != "redis":
                self.with_fault(url, "deadlock", "debt-first", "hang:reader:11s")
                self.with_fault(url, "deadlock", "debt-first", "crash:reader:11s")

    def test_a_debt_that_is_paid_is_not_taken_back(self):
        for kind, url in self.each():
            if kind == "redis":
                continue
            for events_before in (6, 7):  # right after the version was incremented, and one step later
                done, _ = self.with_fault(url, "deadlock", "debt-first", f"crash:t1:10s:{events_before}")
                seen = next(e["values"] for e in done.of("event") if e["step"] == "reader.settled")
                self.assertEqual((seen["items"], seen["version"]), (2, 2), kind)

    def test_a_lesson_from_elsewhere_is_done_again(self):
        url = self.urls["sqlite"]
        first, again = self.path("hand.jsonl"), self.path("hand-again.jsonl")
        with open(os.path.join(ROOT, "resources", "lessons", "10-zombie.yaml"), encoding="utf-8") as file:
            text = file.read().replace("lesson: zombie", "lesson: elsewhere")
        own = self.path("elsewhere.yaml")
        with open(own, "w", encoding="utf-8") as file:
            file.write(text)
        self.expect(0, url, "scenario", "run", own, "--variant", "with-token", "--step", "--fault", "crash:pod-b:6s", "--events", first)
        self.expect(0, url, "scenario", "run", own, "--again", first, "--step", "--events", again)
        with open(first, encoding="utf-8") as a, open(again, encoding="utf-8") as b:
            self.assertEqual(a.read(), b.read())
        for words in ((), ("zombie",)):
            failure = self.expect(2, url, "scenario", "run", *words, "--again", first).lines[-1]
            self.assertIn("'elsewhere'", failure["message"])

    def test_killed_in_a_lesson_and_cleaned(self):
        for kind, url in self.each():
            process = ctl.start(url, "scenario", "run", "zombie", "--variant", "with-token", "--speed", "1")
            try:
                self.read_until(process, lambda line: line.get("event") == "acquired")
                before = self.expect(0, url, "scenario", "clean", "--dry-run").of("sandbox")
                self.assertEqual([(s["lesson"], s["abandoned"]) for s in before], [("zombie", False)])
                self.assertEqual(self.expect(0, url, "scenario", "clean").of("sandbox"), [])
            finally:
                self.kill(process)
            self.assertTrue(self.expect(0, url, "scenario", "clean", "--dry-run").of("sandbox")[0]["abandoned"])
            removed = self.expect(0, url, "scenario", "clean").of("sandbox")
            self.assertEqual([s["id"] for s in removed], [before[0]["id"]])
            self.assertEqual(self.expect(0, url, "sandbox", "list").of("sandbox"), [])
            # Its workers ended with it.
            self.await_that(lambda: before[0]["id"] not in self.processes(), "the workers go on")

    def test_killed_with_redlock_and_cleaned_on_its_servers(self):
        """Each server of a Redlock knows whose the sandbox is: it stays while its lesson runs, however old it is."""
        servers = [ctl.servers.Redis() for _ in range(3)]
        places = ",".join(f"127.0.0.1:{one.port}" for one in servers)
        try:
            process = ctl.start(self.urls["sqlite"], "scenario", "run", "double-notification", "--variant", "redlock", "--speed", "1",
                                "--redlock", f"redlock://{places}")
            try:
                self.read_until(process, lambda line: line.get("event") == "acquired")
                for url in (f"redlock://{places}", servers[0].url):
                    found = self.expect(0, url, "scenario", "clean", "--dry-run").of("sandbox")
                    self.assertEqual([(one["lesson"], one["abandoned"]) for one in found], [("double-notification", False)], url)
            finally:
                self.kill(process)
            self.expect(0, self.urls["sqlite"], "scenario", "clean")
            removed = self.expect(0, f"redlock://{places}", "scenario", "clean").of("sandbox")
            self.assertEqual([one["id"] for one in removed], [found[0]["id"]])
            for one in servers:
                self.assertEqual(one.command("DBSIZE").strip(), b":0", "nothing is left behind")
        finally:
            for one in servers:
                one.stop()

    @staticmethod
    def kill(process):
        process.kill()
        process.wait()
        process.stdout.close()
        process.stderr.close()

    @staticmethod
    def processes():
        out = []
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{pid}/cmdline", "rb") as file:
                    out.append(file.read().decode("utf-8", "replace"))
            except OSError:
                pass
        return "\n".join(out)

    def test_a_signal_ends_it_and_leaves_nothing(self):
        url = self.urls["sqlite"]
        process = ctl.start(url, "scenario", "run", "zombie", "--speed", "1")
        self.read_until(process, lambda line: line.get("event") == "acquired")
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=PATIENCE)
        self.assertNotEqual(process.returncode, 0)
        self.assertEqual(self.expect(0, url, "sandbox", "list").of("sandbox"), [])

    def test_a_guest_joins_and_vanishes(self):
        for kind, url in self.each():
            process = ctl.start(url, "scenario", "run", "zombie", "--variant", "with-token", "--speed", "4")
            self.read_until(process, lambda line: line.get("type") == "scenario")
            sandbox = self.expect(0, url, "sandbox", "list").lines[0]["id"]
            guest = subprocess.Popen([WORKER, "--join", url, "--sandbox", sandbox, "--as", "guest"], env=worker_environment(),
                                     stdout=subprocess.DEVNULL)
            try:
                self.read_until(process, lambda line: line.get("event") == "joined" and line["actor"] == "guest")
                asked = self.read_until(process, lambda line: line.get("actor") == "guest" and line["event"] != "joined")
                self.assertIn(asked[-1]["event"], ("busy", "acquired"))
            finally:
                guest.kill()
                guest.wait()
            rest, _ = process.communicate(timeout=PATIENCE)
            lines = [json.loads(line) for line in rest.splitlines()]
            self.assertEqual([line["actor"] for line in lines if line.get("event") == "gone"], ["guest"])
            self.assertEqual(lines[-1]["type"], "verdict")
            self.assertEqual(self.expect(0, url, "sandbox", "list").of("sandbox"), [])

    def test_of_two_with_one_name_the_other_is_refused(self):
        url = self.urls["sqlite"]
        process = ctl.start(url, "scenario", "run", "zombie", "--variant", "with-token", "--speed", "4")
        guests = []
        try:
            self.read_until(process, lambda line: line.get("type") == "scenario")
            sandbox = self.expect(0, url, "sandbox", "list").lines[0]["id"]
            for _ in range(2):
                guests.append(subprocess.Popen([WORKER, "--join", url, "--sandbox", sandbox, "--as", "pod-c"], env=worker_environment(),
                                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True))
            self.await_that(lambda: any(one.poll() is not None for one in guests), "both stay")
            refused = next(one for one in guests if one.poll() is not None)
            _, told = refused.communicate(timeout=PATIENCE)
            self.assertEqual(refused.returncode, 4, told)
            self.assertIn("another program has joined as pod-c", told)
        finally:
            process.communicate(timeout=PATIENCE)
            for one in guests:
                one.kill()
                one.communicate()

    def test_who_comes_too_late_is_told(self):
        for kind, url in self.each():
            guest = subprocess.run([WORKER, "--join", url, "--sandbox", "lesson_10_0f0f0f", "--as", "ana"], env=worker_environment(),
                                   capture_output=True, text=True, timeout=PATIENCE)
            self.assertEqual((guest.returncode, guest.stdout), (4, ""), f"{kind}: {guest}")
            self.assertIn("the lesson is over", guest.stderr)
            self.assertNotIn("sandbox create", guest.stderr)

    def test_who_joins_after_the_teacher_has_gone_is_told(self):
        guests = {}
        for kind, url in self.each():
            process = ctl.start(url, "scenario", "run", "zombie", "--variant", "with-token", "--speed", "1")
            try:
                self.read_until(process, lambda line: line.get("event") == "acquired")
                sandbox = self.expect(0, url, "scenario", "clean", "--dry-run").of("sandbox")[0]["id"]
            finally:
                process.kill()
                process.communicate()
            guests[kind] = subprocess.Popen([WORKER, "--join", url, "--sandbox", sandbox, "--as", "guest"], env=worker_environment(),
                                            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            self.addCleanup(lambda one=guests[kind]: one.poll() is None and (one.kill(), one.wait()))
        for kind, guest in guests.items():
            _, told = guest.communicate(timeout=PATIENCE)
            self.assertEqual(guest.returncode, 4, f"{kind}: {told}")
            self.assertIn("there is no sign of", told)
            self.assertEqual(len(self.expect(0, self.urls[kind], "scenario", "clean").of("sandbox")), 1, kind)

    def test_its_maker_gives_signs_while_the_setup_goes_on(self):
        """Otherwise, a participant on another computer takes a minute without a sign for its end."""
        url = self.urls["sqlite"]
        with open(self.path("slow.yaml"), "w", encoding="utf-8") as file:
            file.write(SLOW_SETUP)
        process = ctl.start(url, "scenario", "run", self.path("slow.yaml"), "--variant", "only")
        try:
            self.await_that(lambda: self.expect(0, url, "sandbox", "list").of("sandbox"), "no sandbox")
            sandbox = self.expect(0, url, "sandbox", "list").of("sandbox")[0]["id"]

            def beat():
                found = ctl.run(url, "--sandbox", sandbox, "record", "get", "lesson/sandbox").of("record")
                return json.loads(found[0]["value"])["beat_us"] if found and found[0].get("value") else None

            self.await_that(beat, "no maker")
            first = beat()
            self.await_that(lambda: beat() != first, "it gives no sign")
            self.assertEqual(ctl.run(url, "--sandbox", sandbox, "record", "get", "ready").status, 3, "the setup is over")
        finally:
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=PATIENCE)

    def test_nobody_freezes_with_the_file_in_hand(self):
        """On SQLite everybody would wait for that transaction, including the lesson. At any other time it may be
        frozen."""
        url = self.urls["sqlite"]
        file = self.path("matrix.jsonl")
        self.expect(0, url, "scenario", "run", "lock-table", "--variant", "matrix-literal", "--events", file)
        with open(file, encoding="utf-8") as lines:
            events = [json.loads(line) for line in lines][1:]
        began = next(i for i, one in enumerate(events) if one["event"] == "began")
        for fault in ("freeze", "hang"):
            at = f"{fault}:host-a:2s:"
            failure = self.expect(2, url, "scenario", "run", "lock-table", "--variant", "matrix-literal", "--fault",
                                  at + str(began + 1)).of("error")[0]
            self.assertIn("holds the whole file", failure["message"])
            committed = next(i for i, one in enumerate(events) if one["event"] == "committed")
            self.expect(0, url, "scenario", "run", "lock-table", "--variant", "matrix-literal", "--fault", at + str(committed + 1))
            self.assertEqual(self.expect(0, url, "sandbox", "list").of("sandbox"), [])

    def test_nobody_joins_where_a_transaction_would_keep_him_silent(self):
        """On SQLite it locks the file to which replies would be written: the participant would be considered gone, and
        the lesson would wait for its transaction."""
        url = self.urls["sqlite"]
        process = ctl.start(url, "scenario", "run", "lock-table", "--variant", "matrix-literal", "--speed", "8")
        try:
            self.read_until(process, lambda line: line.get("type") == "scenario")
            sandbox = self.expect(0, url, "sandbox", "list").lines[0]["id"]
            guest = subprocess.run([WORKER, "--join", url, "--sandbox", sandbox, "--as", "host-a"], env=worker_environment(),
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, timeout=PATIENCE)
        finally:
            rest, _ = process.communicate(timeout=PATIENCE)
        self.assertEqual(guest.returncode, 4, guest.stderr)
        self.assertIn("holds the whole file", guest.stderr)
        lines = [json.loads(line) for line in rest.splitlines()]
        self.assertEqual([line for line in lines if line.get("event") in ("joined", "gone", "error")], [])
        self.assertTrue(lines[-1]["ok"])

    def test_a_guest_who_comes_first_leaves_the_lesson_its_lock(self):
        url = self.urls["sqlite"]
        early = False
        for _ in range(10):
            process = ctl.start(url, "scenario", "run", "zombie", "--variant", "with-token", "--speed", "4")
            # It exists before the lesson has its actors.
            self.await_that(lambda: self.expect(0, url, "sandbox", "list").of("sandbox"), "no sandbox")
            sandbox = self.expect(0, url, "sandbox", "list").of("sandbox")[0]["id"]
            guest = subprocess.Popen([WORKER, "--join", url, "--sandbox", sandbox, "--as", "guest"], env=worker_environment(),
                                     stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                rest, _ = process.communicate(timeout=PATIENCE)
            finally:
                guest.kill()
                guest.wait()
            lines = [json.loads(line) for line in rest.splitlines()]
            self.assertEqual(process.returncode, 0, lines[-1])
            self.assertTrue(lines[-1]["ok"])
            # The lesson's first acquire is at 2 s: a later participant proves nothing.
            early = any(line.get("event") == "joined" and line["t_us"] < 2_000_000 for line in lines)
            if early:
                self.assertIn("busy", [line["event"] for line in lines if line.get("actor") == "guest"])
                break
        self.assertTrue(early, "nobody came before the first step")


if __name__ == "__main__":
    ctl.main()
