# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Statements of a lesson that wait inside the store: in its own queue, for as long as a class talks, and visible
meanwhile."""

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

HEAD = """
lesson: waits
title: {en: Waits, ko: 기다림}
summary: {en: "One row, and a queue for it.", ko: 한 행과 줄.}
needs: [sql, row_locks]
length: 30s
setup:
  - sql: "CREATE TABLE {items} (id integer PRIMARY KEY, stock integer NOT NULL)"
  - sql: "INSERT INTO {items} (id, stock) VALUES (1, 9)"
variants:
  - {name: only, title: {en: Only, ko: 하나}, expected: true}
"""
# Three connections, two turns each.
QUEUE = HEAD + """
actors:
  - {name: a, program: till}
  - {name: b, program: till}
  - {name: c, program: till}
programs:
  till:
    - at: 1s
      set: {turn: 0}
    - repeat: 2
      do:
        - set: {turn: turn + 1}
        - sql: BEGIN
          step: begin
        - sql: SELECT stock FROM {items} WHERE id = 1 FOR UPDATE
          step: queue
          may_block: true
          event: {acquired: status == 0}
          save: {left: rows.0.stock}
          with: {turn: turn, left: rows.0.stock}
        - set: {after_it: left - 1}
        - after: 1s
          sql: UPDATE {items} SET stock = ${after_it} WHERE id = 1
          step: buy
        - sql: COMMIT
          step: leave
rules:
  - {name: waits, kind: count, text: {en: All but the first wait., ko: 첫째만 빼고 기다린다.}, of: waits, is: 5}
"""
LONG = HEAD + """
actors:
  - {name: a, program: first}
  - {name: b, program: second}
programs:
  first:
    - at: 1s
      sql: BEGIN
    - sql: SELECT stock FROM {items} WHERE id = 1 FOR UPDATE
      step: take
    - at: 9s
      sql: COMMIT
      step: give
  second:
    - at: 2s
      sql: SELECT stock FROM {items} WHERE id = 1 FOR UPDATE
      step: queue
      may_block: true
  look:
    - at: 3s
      run: list locks
      step: look
joinable: {kind: looker, program: look}
rules:
  - {name: no-error, kind: never, text: {en: Nobody is cut off., ko: 아무도 끊기지 않는다.}, of: error}
  - {name: reads, kind: count, text: {en: The second reads., ko: 둘째가 읽는다.}, of: {step: queue, event: read}, is: 1}
"""
# One waits for the row repeatedly.
AGAIN = HEAD + """
actors:
  - {name: b, program: again}
programs:
  again:
    - at: 2s
    - repeat: 3
      do:
        - sql: SELECT stock FROM {items} WHERE id = 1 FOR UPDATE
          step: queue
          may_block: true
rules:
  - {name: three, kind: count, text: {en: Three steps., ko: 세 단계.}, of: {step: queue, event: waits}, is: 3}
"""
# A command that waits outside the store and reports no statement meanwhile.
BESIDE = HEAD + """
actors:
  - {name: a, program: waiter}
programs:
  waiter:
    - at: 1s
      run: lock acquire x --owner other --lease 30s
    - run: lock acquire x --owner me --lease 30s --wait 3s
      step: queue
      may_block: true
rules:
  - {name: waits, kind: count, text: {en: It waits., ko: 기다린다.}, of: waits, is: 1}
"""


class Waits(ctl.Stores):
    wanted = ("postgresql", "mariadb")

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def lesson(self, text):
        with open(self.path("waits.yaml"), "w", encoding="utf-8") as file:
            file.write(text)
        return self.path("waits.yaml")

    @staticmethod
    def text(file):
        if not os.path.exists(file):
            return ""
        with open(file, encoding="utf-8") as lines:
            return lines.read()

    def run_lesson(self, url, text, *options):
        done = self.expect(0, url, "scenario", "run", self.lesson(text), "--variant", "only", "--seed", "3", "--trust",
                           "--events", self.path("waits.jsonl"), *options)
        self.assertTrue(done.of("verdict")[0]["ok"], done)
        text = self.text(self.path("waits.jsonl"))
        return text, [json.loads(line) for line in text.splitlines()[1:]]

    def test_a_command_without_a_statement_of_its_own_is_seen_to_wait(self):
        for kind, url in self.each():
            _, events = self.run_lesson(url, BESIDE)
            seen = [one["event"] for one in events if one.get("step") == "queue"]
            self.assertEqual(seen, ["waits", "busy"], kind)

    def test_the_queue_is_the_stores(self):
        for kind, url in self.each():
            text, events = self.run_lesson(url, QUEUE)
            asked = [(one["actor"], one["values"]["turn"]) for one in events if one["event"] == "waits"]
            got = [(one["actor"], one["values"]["turn"]) for one in events if one["event"] == "acquired"]
            self.assertEqual(len(asked), 5, kind)
            # Its statements are known while it waits, and equal to those of its reply.
            for word in ("waits", "acquired"):
                sent = [[one["text"] for one in event.get("sent", []) if not one.get("aside")] for event in events if event["event"] == word]
                for texts in sent:
                    self.assertEqual(len(texts), 1, kind)
                    self.assertIn("{sandbox}", texts[0], kind)
                    self.assertNotIn("{items}", texts[0], kind)
                self.assertEqual(len({texts[0] for texts in sent}), 1, kind)
            if kind == "mariadb":
                self.assertEqual(got[1:], asked, "first come, first served")
                self.assertEqual(text, self.run_lesson(url, QUEUE)[0])
            else:  # waiters race for the row's new version
                self.assertEqual(sorted(got[1:]), sorted(asked), kind)
            self.assertEqual([one["values"]["left"] for one in events if one["event"] == "acquired"], [9, 8, 7, 6, 5, 4], kind)
            # Each gets it at the instant at which the previous one releases it.
            given = [one["t_us"] for one in events if one["step"] == "leave"]
            self.assertEqual([one["t_us"] for one in events if one["event"] == "acquired"][1:], given[:-1], kind)

    def test_a_class_may_talk_meanwhile(self):
        """Seven real seconds, longer than a call to a store may otherwise take; the lesson keeps its pace meanwhile."""
        for kind, url in self.each():
            file = self.path("long.jsonl")
            run = ctl.start(url, "scenario", "run", self.lesson(LONG), "--variant", "only", "--trust", "--events", file, "--speed", "1")
            ctl.servers.await_true("it waits", lambda: '"event":"waits"' in self.text(file))
            begun = time.monotonic()
            done = ctl.finish(run)
            self.assertGreater(time.monotonic() - begun, 6, kind)
            self.assertEqual(done.status, 0, f"{kind}: {done}")
            events = [json.loads(line) for line in self.text(file).splitlines()[1:]]
            seen = [(one["t_us"] // 1_000_000, one["event"]) for one in events if one["step"] == "queue"]
            self.assertEqual(seen, [(2, "waits"), (9, "read")], kind)
            os.remove(file)

    def test_who_stands_in_the_way_stops_the_run_with_a_verdict(self):
        """The row's holder freezes for good: no minute of waiting and no failure, but a verdict, in which only harm
        counts."""
        for kind, url in self.each():
            for fault in ("freeze", "hang"):
                begun = time.monotonic()
                done = self.expect(0, url, "scenario", "run", self.lesson(LONG), "--variant", "only", "--trust", "--fault", f"{fault}:a:5s",
                                   "--events", self.path("stands.jsonl"))
                self.assertLess(time.monotonic() - begun, 30, kind)
                verdict = done.of("verdict")[0]
                self.assertTrue(verdict["safety_only"], kind)
                told = [one for one in done.of("event") if one["event"] == "stands"]
                self.assertEqual([one["values"] for one in told], [{"waiting": "b", "stopped": "a"}], kind)
                self.assertEqual([one["event"] for one in done.of("event")][-2:], ["stands", "finished"], kind)
                self.assertEqual(self.expect(0, None, "verify", self.path("stands.jsonl")).of("verdict")[0]["counts"], verdict["counts"])
                self.assertEqual(self.expect(0, url, "sandbox", "list").of("sandbox"), [], kind)
        # Thawed by hand afterwards, it continues; a second run is the same.
        for kind, url in self.each():
            files = [self.path("thawed.jsonl"), self.path("thawed-again.jsonl")]
            events = [json.loads(line) for line in self.text(self.path("stands.jsonl")).splitlines()]
            stood = next(i for i, one in enumerate(events) if one.get("event") == "stands")
            self.expect(0, url, "scenario", "run", self.lesson(LONG), "--variant", "only", "--trust", "--fault", "freeze:a:5s",
                        "--fault", f"thaw:a:5s:{stood}", "--events", files[0])
            steps = [(one["event"], one["step"]) for one in (json.loads(line) for line in self.text(files[0]).splitlines()[1:])]
            self.assertIn(("read", "queue"), steps, kind)
            self.expect(0, url, "scenario", "run", self.lesson(LONG), "--again", files[0], "--trust", "--events", files[1])
            self.assertEqual(self.text(files[0]), self.text(files[1]), kind)

    def test_a_student_waits_inside_the_store(self):
        """For seven seconds, under a name of the lesson: it is not considered gone. One that stands still is, and learns
        so."""
        for kind, url in self.each():
            file = self.path("student.jsonl")
            run = ctl.start(url, "scenario", "run", self.lesson(LONG), "--variant", "only", "--trust", "--events", file, "--speed", "1")
            ctl.servers.await_true("its actors are there", lambda: "actors" in self.text(file))
            sandbox = self.expect(0, url, "sandbox", "list").lines[0]["id"]
            student = subprocess.Popen([WORKER, "--join", url, "--sandbox", sandbox, "--as", "b", "--trust"], stdout=subprocess.PIPE,
                                       stderr=subprocess.PIPE, text=True)
            try:
                ctl.servers.await_true("it waits", lambda: '"event":"waits"' in self.text(file))
                done = ctl.finish(run)
            finally:
                student.terminate()
                told = student.communicate(timeout=60)
            events = [json.loads(line) for line in self.text(file).splitlines()[1:]]
            self.assertEqual(done.status, 0, f"{kind}: {done} {told}")
            self.assertEqual([one["actor"] for one in events if one["event"] == "joined"], ["b"], kind)
            self.assertEqual([one for one in events if one["event"] in ("gone", "error")], [], kind)
            seen = [(one["t_us"] // 1_000_000, one["event"], one["actor"]) for one in events if one["step"] == "queue"]
            self.assertEqual(seen, [(2, "waits", "b"), (9, "read", "b")], kind)
            sent = [[text["text"] for text in one.get("sent", []) if text["name"] == "sql"] for one in events if one["step"] == "queue"]
            self.assertEqual(len(sent[0]), 1, f"{kind}: {sent}")
            self.assertIn("{sandbox}", sent[0][0], kind)
            self.assertEqual(sent[0], sent[1], "what is told while it waits, and with its reply")
            os.remove(file)

    def test_a_student_that_tells_no_statement_is_waited_for_once(self):
        """It gives the signs of a waiting participant without a statement, like an older version or a malicious one."""
        for kind, url in self.each():
            file = self.path("silent.jsonl")
            run = ctl.start(url, "scenario", "run", self.lesson(AGAIN), "--variant", "only", "--trust", "--events", file, "--speed", "1")
            ctl.servers.await_true("its actors are there", lambda: "actors" in self.text(file))
            sandbox = self.expect(0, url, "sandbox", "list").lines[0]["id"]
            student = subprocess.Popen([WORKER, "--join", url, "--sandbox", sandbox, "--as", "b", "--trust"], stdout=subprocess.DEVNULL)
            try:
                took = self.play_silent(lambda *words: ctl.run(url, "--sandbox", sandbox, *words).lines, student, file)
                self.assertLess(max(took[1:]), 3, f"{kind}: {took}")
                done = ctl.finish(run)
            finally:
                student.kill()
                student.wait()
                if run.poll() is None:
                    run.kill()
                    run.communicate()
            events = [json.loads(line) for line in self.text(file).splitlines()[1:]]
            self.assertEqual(done.status, 0, f"{kind}: {done}")
            self.assertEqual([one["event"] for one in events if one["actor"] == "b" and one["event"] in ("gone", "waits")], ["waits"] * 3, kind)
            os.remove(file)

    def play_silent(self, ask, student, file):
        """Acts for a participant's program once that has its first letter; returns how long the class waited at each of
        its steps."""
        def value(part):
            return (ask("record", "get", f"lesson/{part}/b")[0].get("value") or "").split("\n")

        ctl.servers.await_true("it has a part", lambda: value("reply")[0] == "reply")
        os.kill(student.pid, signal.SIGSTOP)
        who, last, took = value("joined")[1], int(value("inbox")[1]), []
        for step in range(1, 4):
            ctl.servers.await_true("the next letter", lambda: value("inbox")[1:2] == [str(last + step)])
            begun = time.monotonic()
            for sign in range(1, 1000):
                ask("record", "put", "lesson/reply/b", "--value", f"reply\n{last + step}\n{who}\n-1\n{sign}\n")
                if "".join(self.text(file).splitlines()[1:]).count('"event":"waits"') == step:
                    break
                self.assertLess(time.monotonic() - begun, 60)
                time.sleep(0.1)
            took.append(time.monotonic() - begun)
            ask("record", "put", "lesson/reply/b", "--value", f"reply\n{last + step}\n{who}\n0\n")
        return took

    def test_a_student_who_is_gone_or_crashed_is_told(self):
        for kind, url in self.each():
            for how in ("stands still", "crashed"):
                file = self.path("away.jsonl")
                fault = ("--fault", "crash:ana:2500ms") if how == "crashed" else ()
                run = ctl.start(url, "scenario", "run", self.lesson(LONG), "--variant", "only", "--trust", "--events", file,
                                "--speed", "0.25", *fault)
                ctl.servers.await_true("its actors are there", lambda: "actors" in self.text(file))
                sandbox = self.expect(0, url, "sandbox", "list").lines[0]["id"]
                student = subprocess.Popen([WORKER, "--join", url, "--sandbox", sandbox, "--as", "ana"], stdout=subprocess.DEVNULL,
                                           stderr=subprocess.PIPE, text=True)
                try:
                    ctl.servers.await_true("it has joined", lambda: '"event":"joined"' in self.text(file))
                    if how == "stands still":
                        os.kill(student.pid, signal.SIGSTOP)
                        ctl.servers.await_true("it is gone", lambda: '"event":"gone"' in self.text(file))
                        os.kill(student.pid, signal.SIGCONT)
                    ctl.servers.await_true(f"{how}: it leaves", lambda: student.poll() is not None)
                    self.assertIsNone(run.poll(), "the lesson goes on")
                finally:
                    student.kill()
                    told = student.communicate(timeout=60)[1]
                    run.send_signal(signal.SIGINT)
                    ctl.finish(run)
                self.assertEqual(student.returncode, 4 if how == "stands still" else 0, told)
                self.assertIn("no sign" if how == "stands still" else "crashed", told, kind)
                os.remove(file)


if __name__ == "__main__":
    ctl.main()
