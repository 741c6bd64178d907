# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Lessons on every store: the same seed gives the same bytes, the file alone gives the verdict, nothing is left
behind."""

import json
import os
import signal
import sys
import time
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "ctl"))
import ctl  # noqa: E402

BUYERS = """
lesson: buyers
title: {en: Buyers, ko: 구매자}
summary: {en: "In lockstep, each retries until it is sold out.", ko: 모두가 한 걸음씩 다시 시도한다.}
needs: [records]
length: 60s
actors:
  - {name: shop, kind: buyer, program: buy, count: %(buyers)d}
setup:
  - run: record put stock --value %(items)d
programs:
  buy:
    - set: {done: 0}
    - repeat: forever
      every: 1s
      until: done == 1
      do:
        - run: record get stock
          silent: true
          save: {left: value, seen: version}
        - after: 500ms
          if: whole(left) <= 0
          then:
            - note: {en: sold out, ko: 매진}
              step: out
            - set: {done: 1}
          else:
            - run: record update stock --if-version ${seen} --value ${whole(left) - 1}
              step: try
              save: {done: "status == 0"}
variants:
  - {name: only, title: {en: Only, ko: 하나}, expected: true}
rules:
  - {name: sold, kind: count, text: {en: All are sold., ko: 모두 팔린다.}, of: written, is: %(sold)d}
  - {name: tries, kind: count, text: {en: One winner a round., ko: 한 번에 한 사람.}, of: {event: conflict}, is: %(conflicts)d}
counts: {sold: written, conflicts: conflict}
"""


def lines_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read().splitlines()


class Engine(ctl.Stores):
    def path(self, name):
        return os.path.join(self.folder.name, name)

    def lesson(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        return self.path(name)

    def test_same_seed_same_bytes_on_every_store(self):
        for variant, status in (("with-token", 0), ("without-token", 3)):
            seen = {}
            for kind, url in self.each():
                turns = set()
                for turn in range(2):
                    file = self.path(f"{kind}{turn}.jsonl")
                    done = self.expect(status, url, "scenario", "run", "zombie", "--variant", variant, "--seed", "7",
                                       "--events", file, "--step")
                    verdict = done.of("verdict")[0]
                    self.assertEqual((verdict["ok"], verdict["expected"]), (status == 0, status == 0))
                    lines = lines_of(file)
                    self.assertEqual([json.loads(line) for line in lines], done.lines[:-1])
                    turns.add("\n".join(lines))
                    # Two stores differ only in what was sent to them, and thus in each line's sum.
                    events = [json.loads(line) for line in lines]
                    self.assertTrue(any("sent" in one for one in events), kind)
                    for one in events:
                        self.assertEqual(one.pop("sent", None) is None, one.pop("sent_sum", None) is None)
                    events[0]["store"] = "any"
                    seen[json.dumps(events)] = kind
                self.assertEqual(len(turns), 1, kind)
                self.assertEqual(self.expect(0, url, "sandbox", "list").of("sandbox"), [])
            self.assertEqual(len(seen), 1, list(seen.values()))

    def test_the_zombies_story(self):
        url = self.urls["sqlite"]
        done = self.expect(0, url, "scenario", "run", "zombie", "--variant", "with-token")
        events = [(e["t_us"] / 1e6, e["actor"], e["event"]) for e in done.of("event") if not e.get("quiet")]
        self.assertEqual(events, [(2, "pod-a", "acquired"), (4, "pod-a", "admitted"), (5, "pod-b", "busy"), (7, "pod-a", "renewed"),
                                  (12, "you", "frozen"), (37, "pod-b", "acquired"), (39, "pod-b", "admitted"), (41, "you", "thawed"),
                                  (42, "pod-a", "refused"), (44, "pod-a", "not_owner"), (46, "pod-b", "read"),
                                  (47, "pod-b", "released")])
        tokens = [e["values"]["token"] for e in done.of("event") if e["event"] == "acquired"]
        self.assertEqual(tokens, [17, 18])
        late = next(e for e in done.of("event") if e["event"] == "refused")
        record = next(row for row in late["rows"] if row["entity"] == "record")
        self.assertEqual((record["before"]["value"], record["after"]["value"]), ("250", "250"))

    def test_verify_reads_the_file_alone(self):
        url = self.urls["sqlite"]
        file, changed = self.path("run.jsonl"), self.path("changed.jsonl")
        self.expect(0, url, "scenario", "run", "zombie", "--variant", "with-token", "--events", file)
        self.assertTrue(self.expect(0, None, "verify", file).of("verdict")[0]["ok"])
        lines = lines_of(file)
        bad = next(i for i, line in enumerate(lines) if json.loads(line).get("event") == "refused")
        flipped = lines[:bad] + [lines[bad].replace('"refused"', '"admitted"')] + lines[bad + 1:]
        with open(changed, "w", encoding="utf-8") as out:
            out.write("\n".join(flipped) + "\n")
        verdict = self.expect(3, None, "verify", changed).of("verdict")[0]
        self.assertEqual((verdict["first_bad"], verdict["step"]), (bad + 1, "late.write"))
        with open(changed, "w", encoding="utf-8") as out:
            out.write("\n".join(lines)[:-30])
        error = self.expect(2, None, "verify", changed).of("error")[0]
        self.assertIn(f"line {len(lines)}", error["message"])
        without = lines[:3] + lines[4:]
        with open(changed, "w", encoding="utf-8") as out:
            out.write("\n".join(without) + "\n")
        self.assertIn("line 4", self.expect(2, None, "verify", changed).of("error")[0]["message"])

    def test_a_line_that_was_edited_or_taken_out_is_named(self):
        file, changed = self.path("run.jsonl"), self.path("changed.jsonl")
        self.expect(0, self.urls["sqlite"], "scenario", "run", "zombie", "--variant", "with-token", "--events", file)
        events = [json.loads(line) for line in lines_of(file)]

        def verdict(status, objects):
            with open(changed, "w", encoding="utf-8") as out:
                out.write("".join(json.dumps(one) + "\n" for one in objects))
            return self.expect(status, None, "verify", changed).lines[0]

        self.assertTrue(verdict(0, events)["ok"])
        for at in range(1, len(events)):
            edited = events[:at] + [{**events[at], "command": "another"}] + events[at + 1:]
            found = verdict(3, edited)
            self.assertEqual((found["first_bad"], found["step"]), (at + 1, events[at]["step"]))
        for at in range(1, len(events) - 1):
            left = events[:at] + [{**one, "n": one["n"] - 1} for one in events[at + 1:]]
            self.assertEqual(verdict(3, left)["first_bad"], at + 1)
        self.assertIn("incomplete", verdict(2, events[:-1])["message"])
        without = [{key: value for key, value in one.items() if key != "sum"} for one in events]
        self.assertTrue(verdict(0, without)["ok"])  # as written before there were sums

    def test_what_happened_is_in_the_file_of_a_run_that_was_killed(self):
        file = self.path("killed.jsonl")
        for number in (signal.SIGKILL, signal.SIGTERM):
            process = ctl.start(self.urls["sqlite"], "scenario", "run", "zombie", "--variant", "with-token", "--speed", "2",
                                "--events", file)
            ended = time.monotonic() + 60
            while not (os.path.exists(file) and len(lines_of(file)) >= 3) and time.monotonic() < ended:
                time.sleep(0.05)
            process.send_signal(number)
            process.communicate(timeout=60)
            self.assertGreaterEqual(len(lines_of(file)), 3)
            error = self.expect(2, None, "verify", file).of("error")[0]
            self.assertIn(f"line {len(lines_of(file))}: the file is incomplete", error["message"])
            os.remove(file)
            self.expect(0, self.urls["sqlite"], "scenario", "clean")

    def test_another_seed_another_order_the_same_verdict(self):
        url = self.urls["sqlite"]
        file = self.lesson("buyers.yaml", BUYERS % {"buyers": 6, "items": 6, "sold": 6, "conflicts": 15})
        orders = set()
        for seed in ("1", "2", "3"):
            done = self.expect(0, url, "scenario", "run", file, "--seed", seed)
            orders.add(tuple(e["thread"] for e in done.of("event") if e["event"] == "written"))
            self.assertEqual(done.of("verdict")[0]["counts"]["conflicts"], 15)
        self.assertGreater(len(orders), 1)

    def test_thousands_of_steps_take_seconds(self):
        buyers = ctl.size("scenarios.buyers")
        tries = buyers * (buyers - 1) // 2
        file = self.lesson("many.yaml", BUYERS % {"buyers": buyers, "items": buyers, "sold": buyers, "conflicts": tries})
        done = self.expect(0, self.urls["sqlite"], "scenario", "run", file)
        self.assertEqual(done.of("verdict")[0]["counts"], {"sold": buyers, "conflicts": tries})

    def test_what_a_store_cannot_do_is_named(self):
        text = BUYERS % {"buyers": 1, "items": 1, "sold": 1, "conflicts": 0}
        file = self.lesson("needs.yaml", text.replace("needs: [records]", "needs: [records, session_locks]"))
        error = self.expect(7, self.urls["sqlite"], "scenario", "run", file).of("error")[0]
        self.assertEqual(error["kind"], "unsupported")
        for word in ("buyers", "only", "session_locks", "sqlite"):
            self.assertIn(word, error["message"])
        self.expect(7, "memory:x", "scenario", "run", "zombie")
        file = self.lesson("word.yaml", text.replace("needs: [records]", "needs: [records, nonsense]"))
        error = self.expect(2, self.urls["sqlite"], "scenario", "run", file).of("error")[0]
        line = next(n for n, one in enumerate(text.split("\n"), 1) if one.startswith("needs:"))
        self.assertIn(f"line {line}: needs: no store can do 'nonsense'", error["message"])

    def test_a_mistake_has_its_line(self):
        text = BUYERS % {"buyers": 1, "items": 1, "sold": 1, "conflicts": 0}
        self.expect(0, None, "scenario", "check", self.lesson("good.yaml", text))
        bad = self.lesson("bad.yaml", text.replace("      every: 1s\n", "      evry: 1s\n"))
        line = text.split("\n").index("      every: 1s") + 1
        self.assertIn(f"line {line}", self.expect(2, None, "scenario", "check", bad).of("error")[0]["message"])

    def test_commands_of_steps_are_checked(self):
        text = BUYERS % {"buyers": 1, "items": 1, "sold": 1, "conflicts": 0}
        for old, new, what in (("record get stock", "record gte stock", "'record gte' is no command of lessons"),
                               ("record get stock", "recrod get stock", "'recrod get' is no command of lessons"),
                               ("record get stock", "record get", "ID is required"),
                               ("record get stock", "record get stock --bump", "--bump"),
                               ("--value ${whole(left) - 1}", "", "--value is required"),
                               ("record get stock", "lock acquire stock --owner ${me} --lease 30", "30"),
                               ("record get stock", "lock acquire stock --owner ${me} --lease 100ms", "300ms"),
                               ("record get stock", "lock release stock --owner ${me} --token many", "token"),
                               ("record get stock", "task claim a b --owner ${me} --strategy wild", "wild"),
                               ("record get stock", "draw apply e -", "standard input"),
                               ("record get stock", "list locks stat:free", "stat"),
                               ("record get stock", "record get ${stock}", "nobody sets 'stock'"),
                               ("record get stock", "record get 'stock", "quote")):
            bad = text.replace(old, new)
            number = next(n for n, line in enumerate(bad.split("\n"), 1) if new in line) if new else next(
                n for n, line in enumerate(text.split("\n"), 1) if old in line)
            error = self.expect(2, None, "scenario", "check", self.lesson("bad.yaml", bad)).of("error")[0]
            self.assertIn(f"bad.yaml: line {number}: ", error["message"])
            self.assertIn(what, error["message"])
        # Reports all errors, before the store is contacted, and when a folder of lessons is read.
        bad = text.replace("record get stock", "record gte stock").replace("record put stock", "record pot stock")
        file = self.lesson("bad.yaml", bad.replace("items\n", "items\n    only: [other]\n"))
        error = self.expect(2, self.urls["sqlite"], "scenario", "run", file).of("error")[0]
        self.assertEqual(len(error["message"].split("\n")), 2)
        listed = ctl.run(None, "scenario", "list", env=ctl.environment() | {"LOCKDESK_LESSONS": self.folder.name})
        self.assertIn("record gte", listed.errors)

    def test_no_secret_in_the_file(self):
        url = self.urls.get("postgresql")
        if url is None:
            return
        file = self.path("secret.jsonl")
        self.expect(0, url, "scenario", "run", "zombie", "--variant", "with-token", "--events", file)
        text = "\n".join(lines_of(file))
        self.assertNotIn("://", text)
        self.assertNotIn("password", text)


if __name__ == "__main__":
    ctl.main()
