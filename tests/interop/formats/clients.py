# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""lockdeskctl, and other libraries' clients as processes that execute their input lines, with one answer a line."""

import json
import os
import subprocess
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "support"))
import servers  # noqa: E402,F401

PLACE = os.environ["LOCKDESK_INTEROP"]
PROGRAM = os.environ["LOCKDESKCTL"]


def environment():
    return {key: value for key, value in os.environ.items() if not key.startswith("LOCKDESK_")}


class Ctl:
    """lockdeskctl on a store and source."""

    def __init__(self, url, source=None):
        self.words = [PROGRAM, "--store", url, *(["--source", source] if source else []), "--json"]

    def start(self, *words):
        return subprocess.Popen([*self.words, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, env=environment())

    def __call__(self, *words):
        """Returns exit status and lines."""
        done = subprocess.run([*self.words, *words], stdin=subprocess.DEVNULL, capture_output=True, env=environment(),
                              timeout=60)
        return done.returncode, [json.loads(line) for line in done.stdout.decode().splitlines()]

    def lock(self, verb, name, owner, *words):
        """Returns the result's word."""
        extra = ["--lease", "30s"] if verb in ("acquire", "renew") and "--lease" not in words else []
        token = [] if verb == "acquire" else ["--token", "0"]
        _, lines = self("lock", verb, name, "--owner", owner, *token, *extra, *words)
        return lines[-1].get("result") or lines[-1]

    def row(self, name):
        status, lines = self("lock", "show", name)
        return lines[0] if status == 0 else None


class Client:
    """A client process. Each request is a list of words; each answer is a JSON value."""

    def __init__(self, *command, env=None):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env)

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.process.stdin.close()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()

    def send(self, *words):
        self.process.stdin.write((json.dumps(words) + "\n").encode())
        self.process.stdin.flush()

    def answer(self):
        line = self.process.stdout.readline()
        assert line, "the client ended"
        return json.loads(line)

    def __call__(self, *words):
        self.send(*words)
        return self.answer()
