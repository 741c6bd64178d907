# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A stop is effective while the first call waits for a frozen server."""

import os
import signal
import subprocess
import time
import unittest

import ctl
from ctl import servers

WORKER = os.environ["LOCKDESK_WORKER"]

# Long-running commands, and one short verb. All may wait this long for the server.
TIMEOUT = "30s"
COMMANDS = """
lock acquire a --owner o --lease 30s --watchdog
lock acquire a --owner o --lease 30s --wait forever
lock acquire a --owner o --lease 30s
lead a --lease 30s --interval 1s -- true
guard run a --guard watchdog --at-most 30s -- true
outbox relay --receiver exec:true
watch
scenario run three-pods --variant atomic
scenario clean
list locks
""".strip().splitlines()
ROLES = ("--kind k --phase p", "--role relay --receiver exec:true")


def talks(pid):
    """Returns True if the process has a socket, that is, has begun to connect."""
    try:
        return any(os.readlink(f"/proc/{pid}/fd/{fd}").startswith("socket:") for fd in os.listdir(f"/proc/{pid}/fd"))
    except OSError:
        return False


class Stop(ctl.Stores):
    wanted = ("postgresql", "redis", "mariadb", "mongodb")

    def commands(self, url):
        for line in COMMANDS:
            yield line, [ctl.PROGRAM, "--store", url, "--json", "--timeout", TIMEOUT, *line.split()]
        for line in ROLES:
            yield "worker " + line, [WORKER, "--store", url, "--timeout", TIMEOUT, *line.split()]

    def test_first_call_hears_it(self):
        for kind, url in self.each():
            self.servers[kind].freeze()
            try:
                running = [(line, subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                                   stderr=subprocess.PIPE, env=ctl.environment()))
                           for line, command in self.commands(url)]
                for line, process in running:
                    servers.await_true(f"{line} connects", lambda: talks(process.pid) or process.poll() is not None)
                    if process.poll() is not None:
                        self.fail(f"{kind}: {line} ended by itself: {process.stderr.read().decode()}")
                began = time.monotonic()
                for _, process in running:
                    process.send_signal(signal.SIGTERM)
                for line, process in running:
                    try:
                        process.communicate(timeout=12)
                    except subprocess.TimeoutExpired:
                        process.kill()
                        process.communicate()
                        self.fail(f"{kind}: {line} does not hear the stop")
                    # A busy machine has ten of them to end; --timeout is far longer.
                    self.assertLess(time.monotonic() - began, 8, f"{kind}: {line}")
                print(f"{kind}: {len(running)} programs ended {time.monotonic() - began:.2f} s after the stop", flush=True)
            finally:
                self.servers[kind].thaw()


if __name__ == "__main__":
    ctl.main()
