# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Session locks: holders are listed, their sessions are ended by force, and they learn of it in time."""

import hashlib
import json
import subprocess
import threading
import time
import unittest
from urllib.parse import urlsplit

import ctl

BEAT = 1.0
# In addition to a beat: the command gets SIGTERM and ends, on a busy machine.
SLACK = 1.5


def raw(url, sql):
    """Runs SQL in the server's own client."""
    parts = urlsplit(url)
    if parts.scheme == "postgresql":
        command = ["psql", "-Atqc", sql, url]
    else:
        command = ["mariadb", "--skip-ssl", "-N", "-h", parts.hostname, "-P", str(parts.port), "-u", parts.username]
        command += ["--password=" + parts.password] if parts.password else []
        command += ["-e", sql, parts.path.lstrip("/")]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


class Sessions(ctl.Stores):
    wanted = ("postgresql", "mariadb")

    def guarded(self, url, name, guard="named"):
        """Starts a long job under a session lock; returns it and its row once listed."""
        process = ctl.start(url, "guard", "run", name, "--guard", guard, "--", "sleep", "60")
        self.addCleanup(process.kill)
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            rows = ctl.run(url, "--source", guard, "lock", "show", name).of("row")
            # Its owner is recorded slightly after it was taken.
            if rows and not rows[0]["owner"].startswith("session "):
                return process, rows[0]
        self.fail(f"{name} was not taken: {process.poll()}")

    def is_told(self, process, cut):
        started = time.monotonic()
        cut()
        result = ctl.finish(process, seconds=20)
        took = time.monotonic() - started
        self.assertEqual(result.status, 4, result)
        self.assertEqual([run["result"] for run in result.of("run")], ["lost"], result)
        self.assertLess(took, BEAT + SLACK, result)

    def test_force_release_ends_the_session(self):
        for kind, url in self.each():
            for guard in ("named", "skip-locked"):
                process, row = self.guarded(url, "nightly", guard)
                self.assertEqual((row["source"], row["state"], row["holds"]), (guard, "held", 1))
                self.assertEqual((row["token"], row["expires_us"]), (None, None))
                words = ["--source", guard, "lock", "force-release", "nightly", "--if-token", "0", "--reason", "it's stuck"]
                changed = ctl.run(url, *words, "--if-owner", "somebody")
                self.assertEqual(changed.status, 4, changed)
                self.assertEqual(changed.of("lock")[0]["result"], "changed")
                self.assertEqual(changed.of("lock")[0]["holder"]["owner"], row["owner"])
                preview = ctl.run(url, *words, "--if-owner", row["owner"], "--preview").of("preview")[0]
                self.assertEqual(preview["protection"], "none")
                self.assertEqual(str(json.loads(row["raw"])["session"]) if isinstance(row["raw"], str)
                                 else str(row["raw"]["session"]), preview["ends_session"])
                self.assertIn("pg_terminate_backend" if kind == "postgresql" else "KILL CONNECTION", preview["commands"][0])
                released = []
                self.is_told(process, lambda: released.append(ctl.run(url, *words, "--if-owner", row["owner"])))
                self.assertEqual(released[0].status, 0, released)
                self.assertEqual(released[0].of("lock")[0]["result"], "released")
                self.assertEqual(ctl.run(url, "--source", guard, "lock", "show", "nightly").status, 3)
                lost = ctl.run(url, "guard", "history", "nightly").of("row")[0]
                self.assertEqual(lost["result"], "lost", lost)
                self.assertGreaterEqual(lost["ended_us"], lost["started_us"], lost)
                audit = ctl.run(url, "list", "audit", "--limit", "1").of("row")[0]
                self.assertEqual((audit["key"], audit["state"], audit["raw"]), ("nightly", "released", {"where": "store"}), audit)
                self.assertEqual({one["raw"]["where"] for one in ctl.run(url, "list", "audit").of("row")}, {"store"}, "each once")
                seen = audit["evidence"]
                self.assertEqual({key: seen[key] for key in ("source", "name", "owner", "token", "holds", "acquired_us", "state")},
                                 {key: row[key] for key in ("source", "name", "owner", "token", "holds", "acquired_us", "state")})
                self.assertEqual(seen["session"]["id"], preview["ends_session"])
                again, _ = self.guarded(url, "nightly", guard)
                again.terminate()
                again.wait(20)

    def test_the_server_logs_what_the_preview_showed(self):
        url = self.urls.get("postgresql")
        if url is None:
            self.skipTest("PostgreSQL is not built in")
        raw(url, "ALTER SYSTEM SET log_statement = 'all'")
        raw(url, "SELECT pg_reload_conf()")
        process, row = self.guarded(url, "logged")
        words = ["--source", "named", "lock", "force-release", "logged", "--if-owner", row["owner"], "--if-token", "0",
                 "--reason", "x"]
        command = ctl.run(url, *words, "--preview").of("preview")[0]["commands"][0]
        self.is_told(process, lambda: ctl.run(url, *words))
        # The log indents further lines with a tab.
        self.assertIn(command.replace("\n", "\n\t").rstrip(), self.servers["postgresql"].log())

    def test_a_session_cut_by_others_is_told(self):
        for kind, url in self.each():
            process, row = self.guarded(url, "cut by hand")
            record = row["raw"] if isinstance(row["raw"], dict) else json.loads(row["raw"])
            session = int(record["session"])
            sql = f"SELECT pg_terminate_backend({session})" if kind == "postgresql" else f"KILL CONNECTION {session}"
            self.is_told(process, lambda: raw(url, sql))

    def test_a_lock_of_another_program_is_shown_and_ended(self):
        """It is in no registry, so the session itself is its owner."""
        for kind, url in self.each():
            name = "their job"
            if kind == "postgresql":
                key = int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big", signed=True)
                sql = f"SELECT pg_advisory_lock({key}), pg_sleep(60)"
            else:
                sql = f"SELECT GET_LOCK('{name}', 5), SLEEP(60)"
            failed = []

            def hold():
                try:
                    raw(url, sql)
                except subprocess.CalledProcessError as error:
                    failed.append(error)

            other = threading.Thread(target=hold, daemon=True)
            other.start()
            rows = []
            deadline = time.monotonic() + 20
            while not rows and time.monotonic() < deadline:
                rows = ctl.run(url, "--source", "named", "lock", "show", name).of("row")
            self.assertTrue(rows)
            self.assertRegex(rows[0]["owner"], r"^session \d+$")
            ended = ctl.run(url, "--source", "named", "lock", "force-release", name, "--if-owner", rows[0]["owner"],
                            "--if-token", "0", "--reason", "forgotten")
            self.assertEqual(ended.of("lock")[0]["result"], "released", ended)
            other.join(20)
            self.assertTrue(failed)


if __name__ == "__main__":
    ctl.main()
