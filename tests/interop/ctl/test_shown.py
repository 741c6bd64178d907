# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Names and owners that act on a terminal: lockdeskctl's messages escape them, and JSON keeps them exactly."""

import json
import os
import sqlite3
import subprocess
import unicodedata
import unittest

import ctl

NAMES = {
    "escape": "a\x1b[2Jb",
    "csi": "a\x9b31mb",
    "override": "a\u202egnp.exe",
    "newline": "a\nlock x: released",
    "kill-line": "\x15touch pwned",
    "return": "a\rb",
    "zero-width": "or\u200bders",
    "isolate": "\u2066x\u2069",
    "separator": "a\u2028b",
    "spelled": "a\\u202egnp.exe",
    "dash": "--store",
    "quote": "it's!\n",
}
OWNER = "pod\x1b]0;pwned\x07/1/\u202eab"


def acts(data):
    """Returns characters that act on a terminal or are invisible, except line ends; colour is off, as output is not a
    terminal."""
    text = data.decode("utf-8")  # anything else is a defect as well
    return sorted({hex(ord(c)) for c in text if c != "\n" and unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp", "Cs")})


def sentence(store, *words, data=None):
    done = subprocess.run([ctl.PROGRAM, "--store", store, *words], input=data, capture_output=True, timeout=60,
                          env=ctl.environment(), check=False, **({} if data is not None else {"stdin": subprocess.DEVNULL}))
    return done


BYTES = b"\xac\xed\x05t orders\xff"
WRITTEN = r"\xac\xed\x05t orders\xff"


class Shown(ctl.Stores):
    def by_hand(self, kind, url, name, owner):
        """Writes a row with a name that is not text, as other programs do. Returns the source, or None if the store
        accepts no such name."""
        if kind == "sqlite":
            with sqlite3.connect(url[len("sqlite://"):]) as db:
                db.execute("INSERT INTO lockdesk_locks (name, owner, token, holds, expires_at) VALUES (CAST(? AS TEXT), "
                           "CAST(? AS TEXT), 3, 1, 4000000000000000)", (name, owner))
        elif kind == "mariadb":
            self.servers[kind].sql(f"INSERT INTO lockdesk_locks (name, owner, token, holds, expires_at) VALUES (X'{name.hex()}', "
                                   f"X'{owner.hex()}', 3, 1, 4000000000000000)")
        elif kind == "redis":
            self.assertEqual(self.servers[kind].command("SET", name, owner, "PX", "600000"), b"+OK\r\n")
            return "string"
        else:
            return None
        return "lockdesk"

    def test_names_that_are_no_text_are_forced_by_what_is_shown(self):
        tried = 0
        for kind, url in self.each():
            for name in (BYTES, BYTES[:-1] + b"\xfe"):
                source = self.by_hand(kind, url, name, b"pod\xfe")
            if source is None:
                self.assertEqual(ctl.run(url, "lock", "show", "--escaped", WRITTEN).status, 2, kind)
                continue
            tried += 1
            ours = ["--source", source]
            row = ctl.run(url, *ours, "lock", "show", "--escaped", WRITTEN).of("row")[0]
            self.assertEqual((row["name"], row["key"], row["owner"]), (WRITTEN, WRITTEN, r"pod\xfe"), kind)
            listed = [one["name"] for one in ctl.run(url, *ours, "list", "locks").of("row")]
            self.assertIn(WRITTEN, listed)
            self.assertIn(WRITTEN[:-1] + "e", listed)
            self.assertIn(WRITTEN.encode(), sentence(url, *ours, "list", "locks").stdout, "people read the same")
            force = ["lock", "force-release", "--escaped", WRITTEN, "--if-token", "0" if source == "string" else "3", "--reason", "r"]
            self.assertEqual(ctl.run(url, *ours, *force, "--if-owner", r"pod\xff").status, 4, "another owner")
            self.assertEqual(ctl.run(url, *ours, *force, "--if-owner", r"pod\xfe").of("lock")[0]["result"], "released", kind)
            left = {one["name"]: one["state"] for one in ctl.run(url, *ours, "list", "locks").of("row")}
            self.assertEqual((left.get(WRITTEN, "free"), left[WRITTEN[:-1] + "e"]), ("free", "held"), kind)
            note = ctl.run(url, *ours, "list", "audit").of("row")[0]
            self.assertEqual((note["key"], note["evidence"]["name"], note["evidence"]["owner"]), (WRITTEN, WRITTEN, r"pod\xfe"), kind)
            self.assertEqual(ctl.run(url, "batch", "-", data=(note["command"] + "\n").encode()).status, 4, note)
            self.assertEqual(ctl.run(url, *ours, *force, "--if-owner", "pod\\xF").status, 2, "an escape that is none")
        self.assertGreater(tried, 0)

    def quiet(self, store, *words, lines=None):
        done = sentence(store, *words)
        for stream in (done.stdout, done.stderr):
            self.assertEqual(acts(stream), [], f"{words}: {stream}")
        if lines is not None:
            self.assertEqual(len((done.stdout + done.stderr).splitlines()), lines, f"{words}: {done.stdout} {done.stderr}")
        return done

    def sentences_of(self, store, name):
        """Runs every verb with that name and owner: one line of output each, whatever they contain."""
        one = ["--if-owner", OWNER, "--if-token", "1", "--reason", "it\x1b[31m\nis \u202edown"]
        self.quiet(store, "lock", "acquire", "--owner", OWNER, "--lease", "60s", "--", name, lines=1)
        self.quiet(store, "lock", "acquire", "--owner", "other\x1b[1m", "--lease", "60s", "--", name, lines=1)  # busy
        self.quiet(store, "lock", "renew", "--owner", "x\x9b", "--token", "1", "--lease", "60s", "--", name, lines=1)
        self.quiet(store, "lock", "renew", "--owner", OWNER, "--token", "9", "--lease", "60s", "--", name, lines=1)
        self.quiet(store, "lock", "renew", "--owner", OWNER, "--token", "1", "--lease", "90s", "--", name, lines=1)
        self.quiet(store, "lock", "show", "--", name)
        self.quiet(store, "list", "locks")
        self.quiet(store, "lock", "force-release", "--preview", *one, "--", name)
        self.quiet(store, "lock", "force-release", "--if-owner", "nobody\u202e", *one[2:], "--", name, lines=1)  # changed
        self.quiet(store, "lock", "force-release", *one, "--hold-off", "400ms", "--", name, lines=1)
        self.quiet(store, "lock", "acquire", "--owner", OWNER, "--lease", "60s", "--wait", "20s", "--", name, lines=1)
        self.quiet(store, "fence", "admit", "--token", "1", "--", name, lines=1)
        self.quiet(store, "fence", "show", "--", name, lines=1)
        self.quiet(store, "lock", "release", "--owner", OWNER, "--token", "3", "--at-least", "60s", "--", name)
        self.quiet(store, "lock", "show", "--", "nobody" + name)
        self.quiet(store, "task", "add", "--id", name, "--phase", "p" + name, "--payload", json.dumps({"a": name}),
                   "--", name, lines=1)
        self.quiet(store, "task", "add", "--id", name, "--phase", "p", "--", name)  # duplicate
        self.quiet(store, "task", "claim", "--owner", OWNER, "--limit", "1", "--", name, "p" + name, lines=1)
        self.quiet(store, "task", "advance", "--owner", "x" + name, "--token", "1", "--to", name, "--", name, lines=1)
        self.quiet(store, "task", "fail", "--owner", OWNER, "--token", "1", "--error", name, "--", name)
        self.quiet(store, "task", "show", "--", name)
        self.quiet(store, "outbox", "add", "--payload", name, "--id", name, "--", name, lines=1)
        self.quiet(store, "outbox", "add", "--payload", name, "--id", name, "--", name, lines=2)  # duplicate, and what that means
        self.quiet(store, "outbox", "retry-dead", "--", name)
        self.quiet(store, "record", "put", "--value", name, "--", name, lines=1)
        self.quiet(store, "record", "get", "--", name, lines=1)
        self.quiet(store, "worker", "pause", "--", name)
        self.quiet(store, "draw", "results", "--", name)
        self.quiet(store, "guard", "history", "--", name)
        for what in ("locks", "tasks", "outbox", "workers", "waiters", "fences", "audit"):
            self.quiet(store, "list", what)

    def test_no_sentence_acts(self):
        for kind, store in self.each():
            for name in NAMES.values() if kind == "sqlite" else ("all\\" + "".join(NAMES.values()),):
                self.sentences_of(store, name)

    def test_json_is_exact(self):
        for _, store in self.each():
            for key, name in NAMES.items():
                name = "json" + name
                done = self.expect(0, store, "lock", "acquire", "--owner", OWNER + key, "--lease", "60s", "--", name)
                self.assertEqual([done.lines[0]["name"], done.lines[0]["owner"]], [name, OWNER + key])
                done = self.expect(0, store, "lock", "show", "--", name)
                self.assertEqual([done.lines[0]["name"], done.lines[0]["owner"]], [name, OWNER + key])
                raw = sentence(store, "--json", "lock", "show", "--", name).stdout
                self.assertEqual(acts(raw), [], "JSON escapes say the same")

    def test_two_names_are_never_shown_alike(self):
        for _, store in self.each():
            told = {self.quiet(store, "lock", "acquire", "--owner", "o", "--lease", "60s", "--", "two" + name).stdout
                    for name in NAMES.values()}
            self.assertEqual(len(told), len(NAMES))

    def test_the_audit_keeps_a_line_that_can_be_pasted(self):
        for _, store in self.each():
            for name in NAMES.values():
                name = name + "pasted"
                self.expect(0, store, "lock", "acquire", "--owner", OWNER, "--lease", "60s", "--", name)
                self.expect(0, store, "lock", "force-release", "--if-owner", OWNER, "--if-token", "1", "--reason", "r",
                            "--", name)
                rows = [row for row in self.expect(0, store, "list", "audit").lines if row.get("key") == name]
                self.assertEqual(len(rows), 1, name)
                line = rows[0]["command"]
                self.assertEqual(acts(line.encode()), [], line)
                self.assertNotIn("\n", line)
                words = subprocess.run(["bash", "-c", "printf '%s\\0' " + line], capture_output=True, check=True)
                words = words.stdout.decode("utf-8").split("\0")
                self.assertIn(name, words)
                self.assertIn(OWNER, words)
                # A batch accepts the same line.
                done = self.expect(4, store, "batch", "-", data=line.encode() + b"\n")
                self.assertEqual(done.lines[0]["name"], name)

    def test_messages_of_stores_and_files(self):
        for url in ("redis://127.0.0.1:1/0", "postgresql://a\x1b[31m@127.0.0.1:1/x", "sqlite:///no/such/\x1b[2J\nfile.db",
                    "bogus\x9b://x", "mariadb://u@127.0.0.1:1/\u202ex", "@no\x1bsuch\nname"):
            self.quiet(url, "list", "locks", lines=1)
        self.quiet("memory:x", "verify", "/no/such\x1b[2J\nfile", lines=1)
        self.quiet("memory:x", "replay", "/no/such\x1b[2J\nfile", lines=1)
        self.quiet("memory:x", "scenario", "check", "/no/such\x1b[2J\nfile", lines=1)
        self.quiet("memory:x", "lock", "acquire", "\x1b[2J\n", "--bo\x1bgus", lines=1)
        self.quiet("memory:x", "fro\x9bb\n", lines=1)
        path = os.path.join(self.folder.name, "evil\x1b[31m.yaml")
        with open(path, "w", encoding="utf-8") as file:
            file.write("lesson: \"\\e[31m\\u202e\"\nbogus\\x1b: 1\n")
        self.quiet("memory:x", "scenario", "check", path, lines=7)  # a mistake each


if __name__ == "__main__":
    ctl.main()
