# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Parts of lessons played by the engine's own objects: they are the engine's, they act the same in every run, and they
reach only the lesson's sandbox."""

import json
import os
import signal
import sys
import time
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "ctl"))
import ctl  # noqa: E402

TELLS_WAITERS = {"sqlite", "postgresql", "redis"}

LEAD = """
lesson: own
title: {en: Own, ko: 내 것}
summary: {en: "One leads.", ko: 하나가 이끈다.}
needs: [locks]
length: 10s
actors:
  - {name: one, kind: server, program: one}
  - {name: two, kind: server, program: two}
programs:
  one:
    - engine: %s
      do: job
      as: leading
      step: lead
    - at: 4500ms
    - stop: leading
  two:
    - at: 500ms
      engine: lead boss --lease 3s --interval 1s
      do: job
      step: lead
    - at: 8s
  job:
    - note: {en: works, ko: 일함}
      step: work
      with: {token: token, owner: owner}
variants:
  - {name: only, title: {en: Only, ko: 하나}, expected: true}
rules:
  - {name: two-lead, kind: count, text: {en: Two lead., ko: 둘이 이끈다.}, of: {event: elected}, is: 2}
"""

# Twelve parts in two processes want one lock, each for a second.
HOLD = """
lesson: own
title: {en: Own, ko: 내 것}
summary: {en: "One lock, and a queue for it.", ko: 잠금 하나와 줄.}
needs: [locks]
length: 20s
actors:
  - {name: one, kind: shop, program: want, count: 6, set: {before: 0}}
  - {name: two, kind: shop, program: want, count: 6, set: {before: 6}}
programs:
  want:
    - at: 1s
      set: {buyer: before + index}
    - engine: hold item --lease 30s
      do: job
      step: ask
      event: {waits: "result == 'busy'"}
      silent: result == 'busy' and asked > 1
      with: {buyer: buyer, asked: asked}
  job:
    - after: 1s
      note: {en: works, ko: 일함}
      step: work
      with: {buyer: buyer, token: token, owner: owner}
variants:
  - {name: only, title: {en: Only, ko: 하나}, expected: true}
rules:
  - {name: one, kind: one_holder, text: {en: One at a time., ko: 한 번에 하나.}}
  - {name: all, kind: count, text: {en: All have it., ko: 모두 얻는다.}, of: {event: acquired}, is: 12}
  - {name: queue, kind: count, text: {en: All but one wait., ko: 하나만 빼고 기다린다.}, of: {event: waits}, is: 11}
"""


class Parts(ctl.Stores):
    def path(self, name):
        return os.path.join(self.folder.name, name)

    def lesson(self, text):
        with open(self.path("own.yaml"), "w", encoding="utf-8") as file:
            file.write(text)
        return self.path("own.yaml")

    def run_lesson(self, url, which, variant, status=0):
        file = self.path("run.jsonl")
        done = ctl.run(url, "scenario", "run", which, "--variant", variant, "--seed", "5", "--events", file, seconds=300)
        self.assertEqual(done.status, status, f"{url}: {done}")
        with open(file, encoding="utf-8") as lines:
            text = lines.read()
        return text, [json.loads(line) for line in text.splitlines()[1:]]

    def test_the_engine_leads(self):
        lead = LEAD % "lead boss --lease 3s --interval 1s"
        for kind, url in self.each():
            text, events = self.run_lesson(url, self.lesson(lead), "only")
            again, _ = self.run_lesson(url, self.lesson(lead), "only")
            self.assertEqual(text, again, kind)
            told = [(one["t_us"] / 1e6, one["actor"], one["event"]) for one in events if one["step"] == "lead" and one["event"] != "busy"]
            first = [one for one in told if one[0] < 4.5]
            self.assertEqual(first, [(0, "one", "acquired"), (0, "one", "elected"), (1, "one", "renewed"), (2, "one", "renewed"),
                                     (3, "one", "renewed"), (4, "one", "renewed")], kind)
            rest = [one for one in told if one[0] >= 4.5]
            self.assertEqual([one[1:] for one in rest[:4]],
                             [("one", "released"), ("one", "resigned"), ("two", "acquired"), ("two", "elected")], kind)
            # Depending on the store's notification or on polls: the exact time is not specified.
            self.assertLessEqual(rest[2][0] - rest[0][0], 0 if kind in TELLS_WAITERS else 1, kind)
            # Each call with what was sent for it, under its own owners.
            calls = [one for one in events if one.get("command")]
            self.assertEqual([one["command"] for one in calls if not one.get("sent")], [], kind)
            self.assertEqual({one["command"].split()[1] for one in calls}, {"acquire", "renew", "release"}, kind)
            owners = {one["values"]["owner"] for one in calls}
            self.assertEqual(len(owners), 2, owners)
            # The program runs while it leads, with the engine's values.
            work = [one for one in events if one["step"] == "work"]
            self.assertGreaterEqual(len(work), 6, kind)
            self.assertEqual({one["values"]["token"] for one in work}, {one["values"]["token"] for one in calls if one["event"] == "acquired"})
            self.assertEqual({one["values"]["owner"] for one in work}, owners)

    def test_many_of_a_process_wait_for_one_lock(self):
        """Each with its own events, one after the other; on a store with notifications the next gets it at once."""
        for kind, url in self.each():
            text, events = self.run_lesson(url, self.lesson(HOLD), "only")
            again, _ = self.run_lesson(url, self.lesson(HOLD), "only")
            self.assertEqual(text, again, kind)
            got = [one for one in events if one["event"] == "acquired"]
            self.assertEqual({one["values"]["buyer"] for one in got}, set(range(1, 13)), kind)
            self.assertEqual(len({one["values"]["owner"] for one in got}), 12, kind)
            work = {one["values"]["buyer"]: one["values"] for one in events if one["step"] == "work"}
            for one in got:  # each is given its own values
                self.assertEqual((work[one["values"]["buyer"]]["owner"], work[one["values"]["buyer"]]["token"]),
                                 (one["values"]["owner"], one["values"]["token"]), kind)
            given = [one for one in events if one["event"] == "released"]
            self.assertEqual([one["values"]["owner"] for one in given], [one["values"]["owner"] for one in got], kind)
            gaps = [after["t_us"] - before["t_us"] for before, after in zip(given, got[1:])]
            self.assertLessEqual(max(gaps), 0 if kind in TELLS_WAITERS else 1_000_000, f"{kind}: {gaps}")
            # Waiters query on notification, and once a second.
            self.assertGreater(max(one["values"]["asked"] for one in got), 10, kind)

    def test_lesson_9_runs_redlock_on_real_servers(self):
        servers = [ctl.servers.Redis() for _ in range(3)]
        try:
            places = ",".join(f"127.0.0.1:{one.port}" for one in servers)
            for kind, url in self.each():
                lacking = self.expect(7, url, "scenario", "run", "double-notification", "--variant", "redlock").of("error")[0]
                self.assertIn("several Redis servers", lacking["message"], kind)
                file = self.path("redlock.jsonl")
                done = self.expect(3, url, "scenario", "run", "double-notification", "--variant", "redlock", "--redlock",
                                   f"redlock://{places}", "--events", file)
                with open(file, encoding="utf-8") as lines:
                    events = [json.loads(line) for line in lines.read().splitlines()[1:]]
                rings = {}
                for one in events:
                    if one["event"] == "sent" and one["step"] == "ring":
                        rings.setdefault(one["values"]["message"], []).append(one["t_us"] / 1e6)
                # 35 s exceed 30 s, 25 s do not; the hung one rings again when it wakes; killed before it is marked, twice
                # under every guard.
                self.assertEqual({name: len(at) for name, at in rings.items()}, {"slow": 2, "hung": 2, "dead": 1, "brief": 1, "told": 2}, kind)
                self.assertEqual(rings["slow"][0], 34, f"{kind}: B has it when the lease is over")
                asks = [one for one in events if (one.get("command") or "").startswith("lock acquire")]
                # Each is really sent to a quorum, with the story's own command.
                self.assertTrue(all(sum("SET" in sent["text"] or "EVAL" in sent["text"] for sent in one["sent"]) >= 2 for one in asks), kind)
                self.assertEqual([one["values"]["expires_us"] for one in asks if one["event"] == "acquired" and one["values"]["expires_us"] > 1768000000000000], [],
                                 f"{kind}: ends are told on the lesson's clock")
                self.assertFalse(done.of("verdict")[0]["ok"])
                for one in servers:
                    self.assertEqual(one.command("DBSIZE").strip(), b":0", f"{kind}: nothing is left behind")
        finally:
            for one in servers:
                one.stop()

    def test_what_a_part_may_not_be(self):
        for part, why in (("lead boss --interval 0s", "between 10ms and 1d"), ("relay --fixed-delay 1us", "between 10ms and 1d"),
                          ("relay --receiver exec:true", "no option of it in lessons"), ("lead boss --store sqlite:///tmp/other.db", "no option of it in lessons"),
                          ("guard run boss -- true", "the engine plays these parts")):
            done = ctl.run(None, "scenario", "check", self.lesson(LEAD % part))
            self.assertEqual(done.status, 2, f"{part}: {done}")
            self.assertIn(why, str(done), part)

    def test_more_parts_or_a_later_time_than_a_lesson_has(self):
        part = "    - engine: lead boss --lease 3s --interval 1s\n      do: job\n"
        lesson = LEAD % "lead boss --lease 3s --interval 1s"
        for text, line, why in ((lesson.replace("    - at: 4500ms\n", part * 32 + "    - at: 4500ms\n"), 78, "at most 32 parts of an actor; 'one' has more"),
                                (lesson.replace("at: 4500ms", "at: 400d"), 16, "'400d': a lesson takes no longer than a year"),
                                (lesson.replace("length: 10s", "length: 9000h"), 6, "length: a lesson takes no longer than a year")):
            done = ctl.run(None, "scenario", "check", self.lesson(text))
            self.assertEqual(done.status, 2, f"{why}: {done}")
            self.assertIn(f"line {line}: ", json.dumps(done.lines, ensure_ascii=False), done)
            self.assertIn(why, json.dumps(done.lines, ensure_ascii=False), done)

    def test_a_hint_that_comes_late_is_heard(self):
        """The server process that sends notifications is stopped for more than a second after the lock was released."""
        url = self.urls.get("postgresql")
        if url is None:
            self.skipTest("postgresql is not among the stores")
        server, file = self.servers["postgresql"], self.path("late.jsonl")
        before = set(self.listening(server))
        # No renewal in between, which would notify them instead.
        lesson = (LEAD % "lead boss --lease 3s --interval 1s").replace("--lease 3s", "--lease 30s")
        run = ctl.start(url, "scenario", "run", self.lesson(lesson), "--variant", "only",
                        "--speed", "1", "--events", file)
        stopped = []

        def somebody_listens():
            stopped.extend(set(self.listening(server)) - before)
            return bool(stopped)

        try:
            ctl.servers.await_true("somebody listens", somebody_listens)
            for pid in stopped:
                os.kill(pid, signal.SIGSTOP)
            sandbox = ctl.run(url, "sandbox", "list").lines[0]["id"]
            ctl.servers.await_true("it was given back", lambda: [one["state"] for one in ctl.run(
                url, "--sandbox", sandbox, "list", "locks").of("row")] == ["free"])
            given_back = time.monotonic()
            ctl.servers.await_true("more than a second has passed", lambda: time.monotonic() > given_back + 1.5)
            events = [json.loads(line)["event"] for line in self.text(file).splitlines()[1:]]
            self.assertEqual(events.count("elected"), 1, "nobody has heard of it yet")
        finally:
            for pid in stopped:
                os.kill(pid, signal.SIGCONT)
        done = ctl.finish(run)
        self.assertEqual(done.status, 0, done)
        told = [json.loads(line) for line in self.text(file).splitlines()[1:]]
        self.assertEqual([one for one in told if one["event"] == "error"], [])
        at = {event: [one["t_us"] for one in told if one["event"] == event] for event in ("released", "elected")}
        self.assertEqual(at["released"][0], at["elected"][1], "the next one leads as soon as it hears")

    @staticmethod
    def listening(server):
        return [int(pid) for pid in server.sql("SELECT pid FROM pg_stat_activity WHERE state = 'idle' AND query ILIKE 'listen%'").split()]

    @staticmethod
    def text(file):
        if not os.path.exists(file):
            return ""
        with open(file, encoding="utf-8") as lines:
            return lines.read()

    def test_lesson_5_hands_over_as_measured(self):
        for kind, url in self.each():
            if kind not in ("redis", "mariadb"):  # one with notifications, and one without
                continue
            _, events = self.run_lesson(url, "first-come", "own-thread")
            released = [one["t_us"] for one in events if one["event"] == "released"]
            elected = [one["t_us"] for one in events if one["event"] == "elected"]
            self.assertEqual(len(elected), len(released) + 1, kind)
            self.assertGreaterEqual(len(released), 3, kind)
            gaps = [(after - before) / 1e6 for before, after in zip(released, elected[1:])]
            self.assertTrue(all(0 <= gap <= (0 if kind in TELLS_WAITERS else 1) for gap in gaps), f"{kind}: {gaps}")
            leaders = [row["after"]["owner"].split("/")[0] for one in events if one["event"] == "ranked"
                       for row in one["rows"] if row["entity"] == "lock"]
            self.assertEqual(leaders, [one["actor"] for one in events if one["event"] == "ranked"], kind)

    def test_lesson_9_runs_the_engines_relay_under_its_guards(self):
        guards = {"named": ("session lock", {"postgresql", "mariadb"}), "skip-locked": ("session lock", {"postgresql", "mariadb"}),
                  "skip-locked-rows": ("outbox claim", {"postgresql", "mariadb"}), "watchdog": ("lock acquire", None)}
        for kind, url in self.each():
            repeats = ctl.size("lessons.again")
            for guard, (verb, stores) in guards.items():
                if stores and kind not in stores:
                    continue
                text, events = self.run_lesson(url, "double-notification", guard, 3)
                again = self.run_lesson(url, "double-notification", guard, 3)[0] if stores and repeats > 0 else text
                repeats -= 1
                # Also after a kill: the run continues once the server has noticed the lost connections.
                self.assertGreater(text.count('"event":"crashed"'), 1)
                self.assertEqual(text, again, f"{kind}: {guard}")
                calls = [one for one in events if one["step"] == "relay" and one.get("command")]
                self.assertEqual([one["command"] for one in calls if not one.get("sent")], [], f"{kind}: {guard}")
                verbs = {" ".join(one["command"].split()[:2]) for one in calls}
                self.assertLessEqual({verb, "outbox claim", "outbox sent"}, verbs, f"{kind}: {guard}")
                # A process never overlaps with itself: each run of a guard has its own owner.
                taken = [one["values"]["owner"] for one in calls if one["event"] == "acquired"]
                self.assertEqual(len(taken), len(set(taken)), f"{kind}: {guard}")
                renewed = [one["t_us"] / 1e6 for one in calls if one["actor"] == "slow-a" and one["event"] == "renewed"]
                self.assertEqual(renewed, [11, 21, 31] if guard == "watchdog" else [], f"{kind}: {guard}")

    def test_a_part_names_no_program_file_or_other_store(self):
        for command in ("lead boss --lease 3s --interval 1s -- sh -c true", "lead boss --lease 3s --exec true", "lead boss --lease 100ms",
                        "relay --receiver exec:true", "relay --guard-store redis://127.0.0.1:1", "relay --guard lock-free", "guard run x",
                        "lead", "lead 'a\\nb'x --lease 3s --lease 4s"):
            done = ctl.run(None, "scenario", "check", self.lesson(LEAD % command))
            self.assertEqual(done.status, 2, f"{command}: {done}")
            self.assertIn("line 12", json.dumps(done.lines), command)


if __name__ == "__main__":
    ctl.main()
