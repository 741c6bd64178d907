# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Many concurrent processes, each running command after command. Their number is in tests/sizes.txt."""

import contextlib
import json
import threading
import unittest

import ctl

PROCESSES = ctl.size("many.processes")
ROUNDS = ctl.size("many.rounds")
TASKS = ctl.size("many.tasks")
CLAIMERS = 8
BATCH = 7


class Many(ctl.Stores):
    def test_one_of_many_acquires(self):
        for kind, url in self.each():
            with contextlib.ExitStack() as all_of_them:
                crowd = [all_of_them.enter_context(ctl.Batch(url, "--timeout", "30s")) for _ in range(PROCESSES)]
                for one in crowd:
                    one.send("clock")
                for one in crowd:
                    self.assertEqual([line["type"] for line in one.answer()], ["clock"], kind)
                last = 0
                for number in range(ROUNDS):
                    last = self.race(kind, crowd, number, last)

    def race(self, kind, crowd, number, last):
        """All request one lock at the same time; every second round uses the same one. Returns its last token."""
        name = f"round-{number}" if number % 2 == 0 else "again"
        for i, one in enumerate(crowd):
            one.send("lock", "acquire", name, "--owner", f"o{i}", "--lease", "60s")
        told = [one.answer() for one in crowd]
        self.assertEqual([len(lines) for lines in told], [1] * PROCESSES, f"{kind}, round {number}: {told}")
        told = [lines[0] for lines in told]
        self.assertEqual(sorted(line.get("result", "no result") for line in told), ["acquired"] + ["busy"] * (PROCESSES - 1),
                         f"{kind}, round {number}: {told}")
        place, winner = next((i, line) for i, line in enumerate(told) if line["result"] == "acquired")
        for line in told:
            self.assertEqual(line["holder"]["owner"], winner["owner"])
        if name == "again":
            self.assertGreater(winner["token"], last)
            last = winner["token"]
        released = crowd[place].ask("lock", "release", name, "--owner", winner["owner"], "--token", str(winner["token"]))
        self.assertEqual([line["result"] for line in released], ["released"], kind)
        return last

    def claim_all(self, url, number, into):
        with ctl.Batch(url, "--timeout", "30s") as claimer:
            while True:
                lines = claimer.ask("task", "claim", "k", "p", "--owner", f"w{number}", "--limit", str(BATCH))
                nothing = [(one["type"], one.get("rows")) for one in lines] == [("end", 0)]
                into.append((number, [] if nothing else lines))
                if nothing or not lines or lines[0]["type"] != "task":
                    return

    def test_one_part_of_a_rule_changes_alone(self):
        def rule(url, *words):
            line = self.expect(0, url, "task", "rule", "rules", "p", *words).of("rule")[0]
            return line["lock_timeout_us"], line["backoff"], line["max_failures"], line["final"]
        for kind, url in self.each():
            self.assertEqual(rule(url, "--max-failures", "3"), (30_000_000, "progressive", 3, False), kind)
            self.assertEqual(rule(url, "--lock-timeout", "1m"), (60_000_000, "progressive", 3, False), kind)
            self.assertEqual(rule(url, "--backoff", "exponential"), (60_000_000, "exponential", 3, False), kind)
            self.assertEqual(rule(url, "--max-failures", "0"), (60_000_000, "exponential", 0, False), kind)
            self.assertTrue(rule(url, "--final")[3], kind)
            self.assertEqual(rule(url, "--lock-timeout", "30s"), (30_000_000, "exponential", 0, False), kind)
            for words in ((), ("--final", "--lock-timeout", "5s")):
                self.expect(2, url, "task", "rule", "rules", "p", *words)

    def test_each_task_is_claimed_once(self):
        lines = "".join(json.dumps({"kind": "k", "id": f"t{i}", "phase": "p"}) + "\n" for i in range(TASKS))
        for kind, url in self.each():
            self.expect(0, url, "task", "rule", "k", "p", "--lock-timeout", "1h")
            added = self.expect(0, url, "--timeout", "60s", "task", "add", "-", data=lines.encode())
            self.assertEqual([(one["type"], one["rows"], one["truncated"], one["about"]) for one in added.lines],
                             [("end", TASKS, False, None)])
            claims = []
            threads = [threading.Thread(target=self.claim_all, args=(url, i, claims)) for i in range(CLAIMERS)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.assertEqual({line["type"] for _, got in claims for line in got}, {"task"}, kind)
            ids = [line["id"] for _, got in claims for line in got]
            self.assertEqual(sorted(ids), sorted(f"t{i}" for i in range(TASKS)), kind)
            # Each claimed until nothing was left, and never got more at once than requested.
            self.assertEqual(sorted(number for number, got in claims if not got), list(range(CLAIMERS)), kind)
            for _, got in claims:
                self.assertLessEqual(len(got), BATCH)
            self.expect(3, url, "task", "claim", "k", "p", "--owner", "late", "--limit", "1")

    def test_plain_order(self):
        lines = "".join(json.dumps({"kind": "order", "id": f"x{i:04}", "phase": "p"}) + "\n" for i in reversed(range(200)))
        for _, url in self.each():
            self.expect(0, url, "task", "add", "-", data=lines.encode())
            stamps = {line["id"]: (line["locked_at_us"], line["updated_at_us"], line["id"].encode())
                      for line in self.expect(0, url, "list", "tasks", "kind:order").of("row")}
            claimed = []
            while len(claimed) < 200:
                claimed += [line["id"] for line in self.expect(0, url, "task", "claim", "order", "p", "--owner", "w",
                                                               "--limit", "60", "--strategy", "plain").lines]
            self.assertEqual(claimed, sorted(stamps, key=stamps.get))

    def test_a_returned_task_does_not_starve(self):
        lines = "".join(json.dumps({"kind": "fair", "id": f"f{i}", "phase": "p"}) + "\n" for i in range(10_000))
        for kind, url in self.each():
            self.expect(0, url, "task", "rule", "fair", "p", "--lock-timeout", "300ms")
            self.expect(0, url, "task", "add", "fair", "--id", "old", "--phase", "p")
            self.expect(0, url, "task", "claim", "fair", "p", "--owner", "dead")
            self.expect(0, url, "--timeout", "60s", "task", "add", "-", data=lines.encode())
            ctl.servers.await_true("the dead worker's task is due", lambda: self.expect(
                0, url, "list", "tasks", "id:old").of("row")[0]["state"] == "expired")
            for count in range(20):
                line = self.expect(0, url, "task", "claim", "fair", "p", "--owner", f"w{count}").lines[0]
                if line["id"] == "old":
                    self.assertEqual(line["takeovers"], 1)
                    break
            else:
                self.fail(f"{kind}: not taken within 20 claims")


if __name__ == "__main__":
    ctl.main()
