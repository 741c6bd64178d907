# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A sequence of commands of three owners gives the same lines on every store."""

import json
import shlex
import unittest

import ctl

# Exit status, result of the first line, command. The expiry of a lease is awaited by a waiting acquire of another lock
# whose lease began later, never by sleeping.
STORY = """
0 acquired   lock acquire orders --owner anna --lease 60s
0 acquired   lock acquire orders --owner anna --lease 90s
0 acquired   lock acquire orders --owner anna --lease 30s
3 busy       lock acquire orders --owner ben --lease 30s
3 busy       lock acquire orders --owner cleo --lease 30s --wait 400ms
4 not_owner  lock renew orders --owner ben --token 1 --lease 30s
4 stale      lock renew orders --owner anna --token 0 --lease 30s
0 renewed    lock renew orders --owner anna --token 1 --lease 30s
0 renewed    lock renew orders --owner anna --token 1 --lease 200s
0 still_held lock release orders --owner anna --token 1
0 still_held lock release orders --owner anna --token 1
0 -          lock show orders
0 released   lock release orders --owner anna --token 1
4 not_owner  lock release orders --owner anna --token 1
0 -          lock show orders
0 acquired   lock acquire orders --owner ben --lease 400ms --request r-1
0 acquired   lock acquire orders --owner ben --lease 400ms --request r-1
0 acquired   lock acquire orders --owner cleo --lease 20s --wait 10s
4 not_owner  lock renew orders --owner ben --token 2 --lease 30s
4 not_owner  lock release orders --owner ben --token 2
0 admitted   fence admit orders --token 3
4 refused    fence admit orders --token 2
0 cooling    lock release orders --owner cleo --token 3 --at-least 60s
3 cooling    lock acquire orders --owner cleo --lease 30s
3 cooling    lock acquire orders --owner anna --lease 30s --wait 300ms
0 -          lock show orders
0 acquired   lock acquire short --owner anna --lease 300ms
0 acquired   lock acquire timer --owner ben --lease 300ms
0 acquired   lock acquire timer --owner cleo --lease 60s --wait 10s
0 -          list locks state:expired
4 expired    lock renew short --owner anna --token 1 --lease 30s
4 expired    lock release short --owner anna --token 1
0 acquired   lock acquire short --owner anna --lease 60s
0 -          lock force-release short --if-owner anna --if-token 2 --reason stuck --preview
4 changed    lock force-release short --if-owner ben --if-token 2 --reason stuck
4 changed    lock force-release short --if-owner anna --if-token 1 --reason stuck
0 released   lock force-release short --if-owner anna --if-token 2 --reason stuck --hold-off 700ms
4 refused    fence admit short --token 2
3 cooling    lock acquire short --owner ben --lease 30s
0 acquired   lock acquire short --owner ben --lease 30s --wait 10s
4 not_owner  lock release short --owner anna --token 2
0 admitted   fence admit short --token 4
0 -          fence show short
0 -          list locks owner:ben
0 -          list fences
0 -          list audit
3 -          lock show nobody
"""

DIFFERENT = {"commands", "command", "raw"}  # the stores' own texts


def normalised(line):
    """Replaces times by whether they are set; tokens start at 1 on every new store."""
    out = {}
    for key, value in line.items():
        if key in DIFFERENT:
            out[key] = None
        elif key.endswith("_us") and value is not None:
            out[key] = "T"
        elif key == "seq":
            out[key] = "N"  # used for ordering; on MongoDB it does not start at 1
        else:
            out[key] = normalised(value) if isinstance(value, dict) else value
    return out


class Story(ctl.Stores):
    def steps(self):
        for line in STORY.strip().splitlines():
            status, result, command = line.split(None, 2)
            yield int(status), result, command

    def check_step(self, step, status, lines):
        expected, result, command = step
        self.assertEqual(status, expected, f"{command}: {lines}")
        if result != "-":
            self.assertEqual(lines[0]["result"], result, f"{command}: {lines}")

    def on_memory(self):
        """One process; `backoff` marks the end of every command's lines."""
        mark = "backoff --waited 0"
        text = "init\n" + "".join(f"{command}\n{mark}\n" for _, _, command in self.steps())
        done = ctl.run("memory:story", "batch", "-", data=text.encode())
        parts, part = [], []
        for line in done.lines[1:]:
            if line["type"] == "backoff":
                parts.append(part)
                part = []
            else:
                part.append(line)
        for step, lines in zip(self.steps(), parts, strict=True):
            self.check_step(step, step[0], lines)
        return parts

    def on_server(self, url):
        parts = []
        for step in self.steps():
            done = ctl.run(url, *shlex.split(step[2]))
            self.check_step(step, done.status, done.lines)
            parts.append(done.lines)
        return parts

    def test_same_lines_everywhere(self):
        self.maxDiff = None
        self.assertGreaterEqual(len(list(self.steps())), 40)
        memory = [[normalised(line) for line in part] for part in self.on_memory()]
        for kind, url in self.each():
            told = [[normalised(line) for line in part] for part in self.on_server(url)]
            for step, ours, theirs in zip(self.steps(), memory, told, strict=True):
                self.assertEqual(theirs, ours, f"{kind}: {step[2]}")

    def evidence_of(self, url, key):
        audit = ctl.run(url, "list", "audit", "--limit", "1").of("row")[0]
        self.assertEqual(audit["key"], key, audit)
        return audit["evidence"]

    def is_the_row(self, evidence, row, but=()):
        """The evidence contains every field of a row, except those of the output line."""
        left_out = {"v", "type", "store_us", "key", "entity", "remaining_us", "raw", "payload", "result", "wait_us", *but}
        for key in row.keys() - left_out:
            self.assertEqual(evidence[key], row[key], f"{key}: {row} {evidence}")
        self.assertEqual((evidence["entity"], evidence["cut"]), (row["entity"], None))

    def test_the_audit_keeps_the_row_that_was_seen(self):
        hostile = "o'\"$(x)\\{now}\n\u202e\u2603"
        for kind, url in self.each():
            ctl.run(url, "lock", "acquire", hostile, "--owner", hostile, "--lease", "1h")
            row = ctl.run(url, "lock", "show", hostile).of("row")[0]
            force = ["lock", "force-release", hostile, "--if-owner", hostile, "--reason", hostile, "--if-token"]
            self.assertEqual(ctl.run(url, *force, str(row["token"] + 5)).status, 4, kind)
            self.is_the_row(self.evidence_of(url, hostile), row)
            self.assertEqual(ctl.run(url, *force, str(row["token"])).status, 0, kind)
            self.is_the_row(self.evidence_of(url, hostile), row)

            ctl.run(url, "task", "add", "k", "--id", "seen", "--phase", "p", "--payload", json.dumps({"a": hostile}))
            ctl.run(url, "task", "claim", "k", "p", "--owner", hostile, "--limit", "1", "--lock-timeout", "1h")
            row = ctl.run(url, "list", "tasks", "id:seen").of("row")[0]
            relock = ["task", "relock", "seen", "--force", "--if-owner", hostile, "--wait", "0", "--reason", "r", "--if-token"]
            self.assertEqual(ctl.run(url, *relock, str(row["token"])).status, 0, kind)
            evidence = self.evidence_of(url, "seen")
            self.is_the_row(evidence, row)
            self.assertEqual(json.loads(evidence["payload"]), row["payload"])

            ctl.run(url, "outbox", "add", "t", "--payload", hostile, "--id", "seen")
            claimed = ctl.run(url, "outbox", "claim", "--owner", hostile).of("message")[0]
            ctl.run(url, "outbox", "fail", "seen", "--owner", hostile, "--token", str(claimed["token"]), "--tries", "1", "--error",
                    hostile)
            row = ctl.run(url, "list", "outbox", "id:seen").of("row")[0]
            self.assertEqual(row["state"], "dead", kind)
            self.assertEqual(ctl.run(url, "outbox", "retry-dead", "seen").status, 0, kind)
            evidence = self.evidence_of(url, "seen")
            self.is_the_row(evidence, row)
            self.assertEqual(evidence["payload"], row["payload"])

    def test_quoting_in_batch(self):
        done = ctl.run("memory:q", "batch", "-", data=b"""init
# a comment
lock acquire 'a b' --owner "x \\"y\\"" --lease 30s
lock show a\\ b
lock show 'open
""")
        self.assertEqual(done.status, 2)
        self.assertEqual([line["type"] for line in done.lines], ["schema", "lock", "row", "end", "error"])
        self.assertEqual(done.lines[2]["owner"], 'x "y"')


if __name__ == "__main__":
    ctl.main()
