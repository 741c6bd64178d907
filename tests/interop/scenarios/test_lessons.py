# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The ten lessons. On SQLite every variant; on each other store every lesson in as many variants as in tests/sizes.txt,
chosen by the date or LOCKDESK_TEST_SEED; in the full size all of them. Those of a hundred buyers, one after another, take
most of the time of all: a store runs one of them where it is one of lessons.long, chosen in the same way. Each reaches its intended verdict, the file of
events alone gives the same, and nothing is left behind. Features that a store lacks are reported and counted, never
skipped silently."""

import os
import random
import sys
import time
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "ctl"))
import ctl  # noqa: E402

SEED = int(os.environ.get("LOCKDESK_TEST_SEED", time.strftime("%Y%m%d")))
# Features that a store lacks: a variant that needs one may be refused there, and nowhere else.
LACKS = {"sqlite": {"session_locks", "skip_locked", "row_locks", "hints", "postgresql", "redis", "mariadb", "mongodb", "strategy:skip-locked-2", "redlock"},
         "postgresql": {"sqlite", "redis", "mariadb", "mongodb", "redlock"},
         "mariadb": {"sqlite", "postgresql", "redis", "mongodb", "hints", "redlock"},
         "redis": {"session_locks", "skip_locked", "row_locks", "sql", "foreign_keys", "sqlite", "postgresql", "mariadb", "mongodb",
                   "strategy:skip-locked-2", "redlock"},
         "mongodb": {"session_locks", "skip_locked", "row_locks", "sql", "foreign_keys", "sqlite", "postgresql", "redis", "mariadb",
                     "strategy:skip-locked-2", "redlock"}}
# A hundred buyers take turns; the lesson's other variants are over at once.
LONG = {"hundred-items": ("optimistic", "pessimistic", "row-lock")}
RUN_LONG = ["sqlite", *random.Random(SEED).sample([kind for kind in LACKS if kind != "sqlite"], ctl.size("lessons.long"))]


class Lessons(ctl.Stores):
    def lacks(self, kind, needs):
        return any(all(word in LACKS[kind] for word in need.split("|")) for need in needs)

    def play(self, kind, url, lesson, variant):
        """Returns False if the store cannot run it and reports what it lacks."""
        name = f"{kind}: {lesson['id']}, {variant['name']}"
        events = os.path.join(self.folder.name, "run.jsonl")
        done = ctl.run(url, "scenario", "run", lesson["id"], "--variant", variant["name"], "--events", events, seconds=300)
        if done.status == 7:
            self.assertTrue(self.lacks(kind, lesson["needs"] + variant["needs"]), f"{name}: {done}")
            return False
        verdict = done.of("verdict")
        self.assertEqual(len(verdict), 1, f"{name}: {done}")
        self.assertEqual((done.status, verdict[0]["ok"]), (0, True) if variant["expected"] else (3, False), f"{name}: {verdict}")
        again = ctl.run(None, "verify", events).of("verdict")
        self.assertEqual([(one["ok"], one["first_bad"], one["counts"]) for one in again],
                         [(one["ok"], one["first_bad"], one["counts"]) for one in verdict], name)
        self.assertEqual(self.expect(0, url, "sandbox", "list").of("sandbox"), [], name)
        return True

    def test_there_are_ten(self):
        self.assertEqual([one["number"] for one in LESSONS], list(range(1, 11)))

    def every_variant(self, lesson):
        for kind, url in self.each():
            begun = time.monotonic()
            variants = [one for one in lesson["variants"] if kind in RUN_LONG or one["name"] not in LONG.get(lesson["id"], ())]
            random.Random(f"{SEED} {kind} {lesson['id']}").shuffle(variants)
            done = 0
            for variant in variants:
                done += self.play(kind, url, lesson, variant)
                if done == ctl.size("lessons.variants") and kind != "sqlite":
                    break
            self.assertTrue(done or self.lacks(kind, lesson["needs"]) or all(
                self.lacks(kind, lesson["needs"] + one["needs"]) for one in variants), f"{kind}: {lesson['id']}")
            print(f"{kind}: {lesson['id']}, {done} runs in {time.monotonic() - begun:.1f} s (seed {SEED})", file=sys.stderr)


# A case for each lesson, so that shards divide them.
LESSONS = ctl.run(None, "scenario", "list").of("scenario")
for one in LESSONS:
    def test(self, lesson=one):
        self.every_variant(lesson)
    setattr(Lessons, "test_lesson_" + one["id"].replace("-", "_"), test)

if __name__ == "__main__":
    ctl.main()
