# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Completion in a real shell, LOCKDESK_TEST_SHELL: what the tab key makes of a line, and that no name of a lock becomes a command."""

import os
import socket
import subprocess
import tempfile
import time
import unittest

import ctl
from shells import Shell

SHELL = os.environ["LOCKDESK_TEST_SHELL"]
HOSTILE = ["x1;touch pwned", "x2$(touch pwned)", "x3`touch pwned`", "x4 'q\" w", "x5\\back", "x6&touch pwned", "x7>pwned", "x8*?[a]~{b,c}",
           "x9|touch pwned", "xa#b", "xb!!", "xc<(touch pwned)", "xd\u00e9 \uac00"]


class Completion(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="lockdesk-shell-")
        cls.addClassCleanup(cls.folder.cleanup)
        cls.store = "sqlite://" + os.path.join(cls.folder.name, "locks.db")
        assert ctl.run(cls.store, "init").status == 0
        for name in ["orders:eu", "a:1:b", "-n", "bell\x07", "two\nlines", *HOSTILE]:
            assert ctl.run(cls.store, "lock", "acquire", "--owner", "me", "--lease", "1h", "--", name).status == 0, name
        config = os.path.join(cls.folder.name, "config", "lockdesk")
        os.makedirs(config)
        worker = os.path.join(os.path.dirname(ctl.PROGRAM), "lockdesk-worker")
        env = dict(ctl.environment(), LOCKDESK_STORE=cls.store, XDG_CONFIG_HOME=os.path.join(cls.folder.name, "config"))
        assert subprocess.run([ctl.PROGRAM, "use", "staging", "--url", cls.store], env=env, check=False, capture_output=True).returncode == 0
        cls.shell = Shell(SHELL, cls.folder.name, {"lockdeskctl": ctl.PROGRAM, "lockdesk-worker": worker}, env)
        cls.addClassCleanup(cls.shell.close)

    def check(self, line, words):
        self.assertEqual(self.shell.completed(line), words, line)

    def test_commands_and_options(self):
        self.check("lockdeskctl capab", ["capabilities"])
        self.check("lockdeskctl lock acq", ["lock", "acquire"])
        self.check("lockdeskctl list locks --lim", ["list", "locks", "--limit"])
        self.check("lockdeskctl list locks --no-hea", ["list", "locks", "--no-headers"])
        self.check("lockdeskctl list locks -o wi", ["list", "locks", "-o", "wide"])
        self.check("lockdeskctl --json lock sho", ["--json", "lock", "show"])
        self.check("lockdeskctl completion zs", ["completion", "zsh"])
        self.check("lockdeskctl help back", ["help", "backoff"])
        self.check("lockdeskctl help lock acq", ["help", "lock", "acquire"])

    def test_values(self):
        self.check("lockdeskctl list locks state:exp", ["list", "locks", "state:expired"])
        self.check("lockdeskctl list outbox state:de", ["list", "outbox", "state:dead"])
        self.check("lockdeskctl scenario run zomb", ["scenario", "run", "zombie"])
        self.check("lockdeskctl use stag", ["use", "staging"])
        self.check("lockdeskctl --store @stag", ["--store", "@staging"])
        self.check("lockdeskctl --store postgres", ["--store", "postgresql://"])
        self.check(f"lockdeskctl --store {self.store} lock show orders:e", ["--store", self.store, "lock", "show", "orders:eu"])

    def test_names_of_locks(self):
        self.check("lockdeskctl lock show orders:e", ["lock", "show", "orders:eu"])
        self.check("lockdeskctl lock show ord", ["lock", "show", "orders:eu"])
        self.check("lockdeskctl lock show a:1:", ["lock", "show", "a:1:b"])
        self.check("lockdeskctl lock acquire --owner me ord", ["lock", "acquire", "--owner", "me", "orders:eu"])
        # Those that would be options, or that no line can show, are not offered.
        self.check("lockdeskctl lock show -n", ["lock", "show", "-n"])
        self.check("lockdeskctl lock show bel", ["lock", "show", "bel"])
        self.check("lockdeskctl lock show tw", ["lock", "show", "tw"])

    def test_hostile_names_are_words(self):
        for name in HOSTILE:
            self.check(f"lockdeskctl lock show {name[:2]}", ["lock", "show", name])
            self.assertEqual(os.path.exists(os.path.join(self.folder.name, "pwned")), False, name)

    def test_worker(self):
        self.check("lockdesk-worker --rece", ["--receiver"])
        self.check("lockdesk-worker --role rel", ["--role", "relay"])
        self.check("lockdesk-worker --role relay --guard watch", ["--role", "relay", "--guard", "watchdog"])
        self.check(f"lockdesk-worker --store {self.store} --role guard --lock ord",
                   ["--store", self.store, "--role", "guard", "--lock", "orders:eu"])

    def test_a_store_that_does_not_answer_is_silent(self):
        with socket.socket() as deaf:
            deaf.bind(("127.0.0.1", 0))
            deaf.listen()
            url = f"redis://127.0.0.1:{deaf.getsockname()[1]}/0"
            started = time.monotonic()
            self.check(f"lockdeskctl --store {url} lock show ord", ["--store", url, "lock", "show", "ord"])
            self.assertLess(time.monotonic() - started, 10)
        self.check("lockdeskctl --store redis://127.0.0.1:1/0 lock show ord", ["--store", "redis://127.0.0.1:1/0", "lock", "show", "ord"])
        missing = os.path.join(self.folder.name, "missing.db")
        self.check(f"lockdeskctl --store sqlite://{missing} lock show ord", ["--store", f"sqlite://{missing}", "lock", "show", "ord"])
        self.assertFalse(os.path.exists(missing))
        self.assertNotIn(b"lockdeskctl: ", self.shell.screen)


if __name__ == "__main__":
    ctl.main()
