# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Shells at a terminal, in which a line is typed, completed with the tab key and run. A program of the completed name records
its arguments instead of acting on them."""

import os
import pty
import select
import shutil
import signal
import subprocess
import time

PATIENCE = 60

# Started with nothing of the user's.
COMMANDS = {"bash": ["bash", "--norc", "--noprofile", "-i"], "zsh": ["zsh", "-f", "-i"], "fish": ["fish", "--no-config", "-i"]}
SOURCES = {
    "bash": "source {script}",
    "zsh": "autoload -Uz compinit && compinit -u -d {folder}/dump && source {script}",
    "fish": "source {script}",
}

RECORDER = """#!/bin/sh
case "$1" in complete-words) exec "{program}" "$@" ;; esac
printf '%s\\0' "$@" > "{record}.new" && mv "{record}.new" "{record}"
"""


class Shell:
    """`programs` by the names under which they are typed."""

    def __init__(self, name, folder, programs, env):
        assert shutil.which(name), f"{name} is not installed"
        self.record = os.path.join(folder, "arguments")
        binaries = os.path.join(folder, "bin")
        os.makedirs(binaries)
        for typed, program in programs.items():
            path = os.path.join(binaries, typed)
            with open(path, "w", encoding="utf-8") as file:
                file.write(RECORDER.format(program=program, record=self.record))
            os.chmod(path, 0o755)
        script = os.path.join(folder, f"completion.{name}")
        with open(script, "wb") as file:
            file.write(subprocess.run([programs["lockdeskctl"], "completion", name], env=env, check=True, capture_output=True).stdout)
        env = dict(env, PATH=binaries + os.pathsep + env["PATH"], HOME=folder, TERM="xterm", XDG_CONFIG_HOME=os.path.join(folder, "config"),
                   XDG_DATA_HOME=os.path.join(folder, "data"), PS1="> ", INPUTRC="/dev/null", LC_ALL="C.UTF-8")
        child, self.terminal = pty.fork()
        if child == 0:
            os.chdir(folder)
            os.execvpe(COMMANDS[name][0], COMMANDS[name], env)
        self.child, self.screen = child, b""
        self.ready = os.path.join(folder, "ready")
        self.type(SOURCES[name].format(script=script, folder=folder) + f" && touch {self.ready}\n")
        self.until(lambda: os.path.exists(self.ready), "the script is not read")

    def type(self, text):
        data = text.encode()
        while data:
            self.drain()
            data = data[os.write(self.terminal, data):]

    def drain(self):
        while select.select([self.terminal], [], [], 0)[0]:
            try:
                got = os.read(self.terminal, 65536)
            except OSError:
                return
            if not got:
                return
            self.screen += got
            # fish asks what the terminal is, and waits for the answer.
            if b"\x1b[c" in got or b"\x1b[0c" in got:
                os.write(self.terminal, b"\x1b[?62c")
            if b"\x1b[6n" in got:
                os.write(self.terminal, b"\x1b[1;1R")

    def until(self, holds, what):
        end = time.monotonic() + PATIENCE
        while not holds():
            self.drain()
            assert time.monotonic() < end, f"{what}: {self.screen[-2000:]!r}"
            select.select([self.terminal], [], [], 0.05)

    def completed(self, line):
        """Types the line and a tab, runs it, and returns the arguments that the program got."""
        if os.path.exists(self.record):
            os.remove(self.record)
        self.type(line + "\t\r")
        self.until(lambda: os.path.exists(self.record), f"{line!r} did not run")
        with open(self.record, encoding="utf-8") as file:
            return file.read().split("\0")[:-1]

    def close(self):
        os.kill(self.child, signal.SIGKILL)
        os.waitpid(self.child, 0)
        os.close(self.terminal)
