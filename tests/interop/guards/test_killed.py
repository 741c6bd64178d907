# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A program that is killed takes along the command that it runs, and what that has started: its guard, its lease or its claim ends
with it, and somebody else begins."""

import os
import signal
import subprocess
import tempfile
import unittest

from cells import WORKER, ctl

# It ignores SIGTERM; so does its child, which has a session and a group of its own, but for SETSID=env. The numbers are those of the
# /proc that is mounted.
JOB = """#!/bin/sh
trap "" TERM
${SETSID:-setsid} sh -c 'read -r id rest < /proc/self/stat; echo $id > "$1"; while :; do sleep 0.1; done' job "$1.child" < /dev/null &
read -r id rest < /proc/self/stat; echo $id > "$1.tmp"; mv "$1.tmp" "$1"
while :; do sleep 0.1; done
"""


def pid_in(path):
    try:
        with open(path) as file:
            return int(file.read() or 0)
    except FileNotFoundError:
        return 0


def runs(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] not in "ZX"
    except FileNotFoundError:
        return False


def parent_of(pid):
    """0: it has ended."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            return int(file.read().rpartition(")")[2].split()[1])
    except (FileNotFoundError, ProcessLookupError):
        return 0


class Killed(ctl.Stores):
    wanted = ("sqlite",)

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="lockdesk-killed-")
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "job")
        self.command = os.path.join(folder.name, "job.sh")
        with open(self.command, "w") as file:
            file.write(JOB)
        os.chmod(self.command, 0o755)

    def start(self, *command, program=ctl.PROGRAM, within=()):
        return subprocess.Popen([*within, program, "--store", self.urls["sqlite"], *command], stdin=subprocess.PIPE,
                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=ctl.environment())

    def check(self, *command, program=ctl.PROGRAM):
        process = self.start(*command, program=program)
        try:
            ctl.servers.await_true("the job and its child run", lambda: pid_in(self.path) and pid_in(self.path + ".child"))
        finally:
            process.kill()
            process.communicate()
        self.expect_end()

    def expect_end(self):
        pids = [pid_in(self.path), pid_in(self.path + ".child")]
        ctl.servers.await_true("both have ended", lambda: not any(map(runs, pids)), 10)

    def test_guard_run(self):
        self.check("guard", "run", "killed", "--guard", "watchdog", "--", self.command, self.path)

    def test_all_that_have_its_name(self):
        process = self.start("guard", "run", "killed-by-name", "--guard", "watchdog", "--", self.command, self.path)
        try:
            ctl.servers.await_true("the job and its child run", lambda: pid_in(self.path) and pid_in(self.path + ".child"))
            keepers = [pid for pid in map(int, filter(str.isdigit, os.listdir("/proc")))
                       if pid not in (pid_in(self.path), pid_in(self.path + ".child")) and runs(pid) and parent_of(pid) == process.pid]
            self.assertEqual(len(keepers), 1)
            for file in ("comm", "cmdline"):  # what pkill compares
                with open(f"/proc/{keepers[0]}/{file}", "rb") as text:
                    self.assertEqual(text.read().strip(b"\0\n"), b"job-keeper", file)
        finally:
            process.kill()
            process.communicate()
        self.expect_end()

    def test_other_numbers_in_proc(self):
        user = [] if os.getuid() == 0 else ["--user", "--map-root-user"]
        within = ["unshare", *user, "--pid", "--fork", "--kill-child", "env", "SETSID=env", "sh", "-c", '"$@"; read -r line', "sh"]
        for number in (signal.SIGKILL, signal.SIGTERM):
            process = self.start("guard", "run", f"killed-{int(number)}", "--guard", "watchdog", "--", self.command, self.path,
                                 within=within)
            try:
                ctl.servers.await_true("the job and its child run", lambda: pid_in(self.path) and pid_in(self.path + ".child"))
                os.kill(parent_of(pid_in(self.path)), number)
                self.expect_end()
                self.assertIsNone(process.poll(), "its namespace has not ended with it")
            finally:
                process.kill()
                process.communicate()
            os.remove(self.path)
            os.remove(self.path + ".child")

    def test_lead(self):
        self.check("lead", "led", "--lease", "5s", "--interval", "1s", "--", self.command, self.path)

    def test_relay(self):
        self.expect(0, self.urls["sqlite"], "outbox", "add", "mail", "--payload", "{}")
        self.check("outbox", "relay", "--receiver", f"exec:{self.command} {self.path}")

    def test_worker_of_tasks(self):
        self.expect(0, self.urls["sqlite"], "task", "add", "mail", "--id", "one", "--phase", "Ready")
        self.check("--kind", "mail", "--advance", "Ready=Sent", "--exec", f"{self.command} {self.path}", program=WORKER)

    def test_worker_of_guarded_jobs(self):
        self.check("--role", "guard", "--lock", "nightly", "--exec", f"{self.command} {self.path}", program=WORKER)


if __name__ == "__main__":
    ctl.main()
