# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Statements of a lesson that wait inside the store: in its own queue, for as long as a class talks, and seen while they wait."""

import json
import os
import sys
import time
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "ctl"))
import ctl  # noqa: E402

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
rules:
  - {name: no-error, kind: never, text: {en: Nobody is cut off., ko: 아무도 끊기지 않는다.}, of: error}
  - {name: reads, kind: count, text: {en: The second reads., ko: 둘째가 읽는다.}, of: {step: queue, event: read}, is: 1}
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

    def test_the_queue_is_the_stores(self):
        for kind, url in self.each():
            text, events = self.run_lesson(url, QUEUE)
            asked = [(one["actor"], one["values"]["turn"]) for one in events if one["event"] == "waits"]
            got = [(one["actor"], one["values"]["turn"]) for one in events if one["event"] == "acquired"]
            self.assertEqual(len(asked), 5, kind)
            if kind == "mariadb":
                self.assertEqual(got[1:], asked, "first come, first served")
                self.assertEqual(text, self.run_lesson(url, QUEUE)[0])
            else:  # those who wait race for the row's new version
                self.assertEqual(sorted(got[1:]), sorted(asked), kind)
            self.assertEqual([one["values"]["left"] for one in events if one["event"] == "acquired"], [9, 8, 7, 6, 5, 4], kind)
            # Each gets it at the instant at which the one before gives it back.
            given = [one["t_us"] for one in events if one["step"] == "leave"]
            self.assertEqual([one["t_us"] for one in events if one["event"] == "acquired"][1:], given[:-1], kind)

    def test_a_class_may_talk_meanwhile(self):
        """Seven real seconds, longer than a call to a store may take elsewhere; and the lesson keeps its pace meanwhile."""
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


if __name__ == "__main__":
    unittest.main()
