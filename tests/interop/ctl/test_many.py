# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Many processes at once. LOCKDESK_TEST_FULL=1 runs the full numbers."""

import json
import threading
import unittest

import ctl

PROCESSES = 64
ROUNDS = 200 if ctl.FULL else 8
TASKS = 50_000 if ctl.FULL else 700
CLAIMERS = 8
BATCH = 7


class Many(ctl.Stores):
    def test_one_of_many_acquires(self):
        for kind, url in self.each():
            last = 0
            for round_number in range(ROUNDS):
                name = f"round-{round_number}" if round_number % 2 == 0 else "again"
                runs = [ctl.start(url, "--timeout", "30s", "lock", "acquire", name, "--owner", f"o{i}", "--lease", "60s")
                        for i in range(PROCESSES)]
                done = [ctl.finish(one) for one in runs]
                by_status = sorted(one.status for one in done)
                self.assertEqual(by_status, [0] + [3] * (PROCESSES - 1), f"{kind}, round {round_number}: {done}")
                winner = next(one.lines[0] for one in done if one.status == 0)
                for one in done:
                    self.assertEqual(one.lines[0]["holder"]["owner"], winner["owner"])
                if name == "again":
                    self.assertGreater(winner["token"], last)
                    last = winner["token"]
                self.expect(0, url, "lock", "release", name, "--owner", winner["owner"], "--token", str(winner["token"]))

    def claim_all(self, url, number, into):
        while True:
            done = ctl.run(url, "--timeout", "30s", "task", "claim", "k", "p", "--owner", f"w{number}", "--limit", str(BATCH))
            if done.status != 0:
                into.append((number, done.status, []))
                return
            into.append((number, 0, [line["id"] for line in done.lines]))

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
            ids = [one for _, _, some in claims for one in some]
            self.assertEqual(sorted(ids), sorted(f"t{i}" for i in range(TASKS)), kind)
            self.assertEqual({status for _, status, some in claims if not some}, {3}, kind)
            for _, _, some in claims:
                self.assertLessEqual(len(some), BATCH)

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
    unittest.main()
