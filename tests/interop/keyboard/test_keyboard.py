# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""From alarm to freed lock by keyboard alone: the console from a fresh home, on a server that wants a password. Every step is
checked by what it has done: in the store, in a file, or in what a screen reader finds."""

import contextlib
import csv
import json
import os
import subprocess
import sys
import tempfile
import time
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import desk as desks  # noqa: E402
from desk import servers  # noqa: E402

SECRET = "hunter2-s3cret@/+"


class Keyboard(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.ends = contextlib.ExitStack()
        cls.addClassCleanup(cls.ends.close)
        cls.folder = cls.ends.enter_context(tempfile.TemporaryDirectory(prefix="lockdesk-hba-"))
        rules = os.path.join(cls.folder, "hba.conf")
        with open(rules, "w") as file:
            file.write("host all guarded 127.0.0.1/32 scram-sha-256\nhost all all 127.0.0.1/32 trust\nlocal all all trust\n")
        os.chmod(cls.folder, 0o755)
        os.chmod(rules, 0o644)
        cls.server = cls.ends.enter_context(servers.Postgres("hba_file=" + rules))
        cls.server.sql(f"CREATE ROLE guarded LOGIN SUPERUSER PASSWORD '{SECRET}'")
        cls.server.sql("CREATE DATABASE orders")
        cls.store = cls.server.url.rsplit("/", 1)[0] + "/orders"
        cls.ctl("init")
        for name, lease in (("billing:invoices", "300ms"), ("billing:dunning", "300ms"), ("stock:count", "2h"), ("stock:move", "2h")):
            cls.ctl("lock", "acquire", name, "--owner", "bill-2/4471/c41be0729d53fa18", "--lease", lease)
        cls.ctl("lock", "force-release", "stock:move", "--if-owner", "bill-2/4471/c41be0729d53fa18", "--if-token",
                str(cls.row("stock:move")["token"]), "--reason", "moved by hand", "--hold-off", "2h")
        cls.desk = desks.Desk("keyboard")
        cls.ends.enter_context(cls.desk.ends)

    @classmethod
    def ctl(cls, *words):
        done = subprocess.run([os.environ["LOCKDESKCTL"], "--store", cls.store, "--json", *words], stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=60, check=False,
                              env=os.environ | {"XDG_DATA_HOME": cls.folder, "XDG_CONFIG_HOME": cls.folder})
        assert done.returncode == 0, (words, done)
        return [json.loads(line) for line in done.stdout.splitlines()]

    @classmethod
    def row(cls, name):
        return cls.ctl("lock", "show", name)[0]

    def settings(self):
        out = ""
        for folder, _, files in os.walk(self.desk.env["XDG_CONFIG_HOME"]):
            for name in files:
                with open(os.path.join(folder, name), errors="replace") as file:
                    out += file.read()
        return out

    def audited(self, reason):
        return [line for line in self.ctl("list", "audit") if reason in json.dumps(line)]

    def palette(self, *words):
        """Chooses what the palette finds first."""
        desk = self.desk
        desk.press("ctrl+k")
        desk.fill("Name of an action", words[0])
        desk.until(f"the palette finds {words[-1]}", lambda: any(
            part.name.startswith(words[-1]) and part.has(desks.SELECTED) for part in desk.parts.parts() if part.role == "list item"))
        desk.press("Return")

    def test_1_connects_with_a_password(self):
        desk = self.desk
        desk.press("ctrl+n")
        desk.window("Connect to a store")
        desk.fill("Address", f"postgresql://guarded@127.0.0.1:{self.server.port}/orders")
        desk.reach("development")
        desk.write("prod")
        desk.reach("Read-only")
        desk.press("space", "Return")
        desk.window("Password of orders")
        desk.focused("Password")
        desk.write(SECRET)  # at once, for it was expected
        desk.press("Return")
        desk.window("Lockdesk")
        self.palette("only orders", "Show only orders")
        self.palette("locks", "Locks")
        desk.until("its locks are shown", lambda: "billing:invoices" in desk.cells("Locks"))
        self.assertNotIn("s3cret", self.settings())

    def test_2_saves_and_applies_a_filter(self):
        desk = self.desk
        desk.press("slash")
        desk.fill("Filter", "state:expired")
        desk.until("the filter applies", lambda: "stock:count" not in desk.cells("Locks"))
        desk.press("alt+Down", "s")
        desk.window("Save Filter")
        desk.fill("Name of the filter", "left over")
        desk.press("Return")
        desk.window("Lockdesk")
        desk.until("the settings have it", lambda: "left over" in self.settings())
        desk.focused("Filter")
        desk.press("Escape")
        desk.until("no filter applies", lambda: "stock:count" in desk.cells("Locks"))
        desk.press("alt+Down", "Return")  # the first entry of the menu
        desk.until("the saved filter applies", lambda: desk.content("Filter") == "state:expired" and "stock:count" not in desk.cells("Locks"))
        self.assertIn("billing:dunning", desk.cells("Locks"))

    def test_3_opens_a_detail(self):
        desk = self.desk
        desk.press("Down")
        desk.focused("Locks")
        desk.press("Home", "Return")
        name = desk.see("Detail of ").name.removeprefix("Detail of ")
        self.assertIn(name, ("billing:dunning", "billing:invoices"))
        desk.press("Escape")
        desk.until("it is closed", lambda: desk.find("Detail of ") is None)

    def test_4_frees_a_lock_from_its_alarm(self):
        desk = self.desk
        desk.window("(2) Lockdesk")  # the alarm
        keys, start = desk.keys, time.monotonic()
        desk.press("ctrl+1")
        desk.focused("Findings")
        desk.press("Return")
        desk.fill("Reason", "OPS-17 billing is dead")
        name = desk.reach("Type billing:").name.removeprefix("Type ")
        desk.fill("Type ", name)
        desk.enabled(f"Force unlock {name}")
        desk.press("Return")
        desk.until(f"{name} is free", lambda: self.row(name)["state"] == "free")
        print(f"from alarm to freed lock: {desk.keys - keys} keys, {time.monotonic() - start:.1f} s", file=sys.stderr)
        self.assertEqual(len(self.audited("OPS-17 billing is dead")), 1)
        desk.focused("Close")
        desk.press("Return")

    def test_5_ends_a_hold_off_early(self):
        desk = self.desk
        self.assertEqual(self.row("stock:move")["state"], "cooling")
        self.palette("stock:move")
        desk.until("its row is selected", lambda: "stock:move" in desk.selected())
        self.palette("end hold", "End hold-off")
        desk.fill("Reason", "moved again")
        desk.reach("Type stock:move")
        desk.fill("Type ", "stock:move")
        desk.enabled("End the hold-off of stock:move")
        desk.press("Return")
        desk.until("stock:move is free", lambda: self.row("stock:move")["state"] == "free")
        self.assertEqual(len(self.audited("moved again")), 1)
        desk.focused("Close")
        desk.press("Return")

    def test_6_exports_the_table(self):
        desk = self.desk
        file = os.path.join(desk.home, "locks.csv")

        def names():
            return [cell for cell in desk.cells("Locks") if cell.startswith(("billing:", "stock:"))]

        # It was freed a moment ago: rows that are free come last.
        desk.until("stock:move has its place", lambda: names()[-1:] == ["stock:move"])
        shown = names()
        desk.press("ctrl+shift+e")
        desk.window("Export table")
        desk.press("ctrl+a")
        desk.write(file)
        desk.press("Return")
        desk.until("the file is there", lambda: os.path.exists(file))
        with open(file, encoding="utf-8-sig", newline="") as table:
            rows = list(csv.DictReader(table))
        self.assertEqual([row["name"] for row in rows], shown)
        self.assertIn("stock:count", shown)
        desk.window("Lockdesk")
        desk.focused("Locks")

    def test_7_jumps_by_name(self):
        desk = self.desk
        self.palette("jobs", "Jobs")
        desk.see("Jobs", "table")
        self.palette("stock:count")
        desk.until("its row is selected", lambda: "stock:count" in desk.selected())
        desk.focused("Locks")

    def test_8_acknowledges_a_finding(self):
        desk = self.desk
        desk.press("ctrl+1")
        desk.focused("Findings")
        desk.press("Down", "shift+a")
        desk.see("Acknowledge 1")
        desk.fill("Reason", "anna restarts it")
        desk.press("Return")
        desk.until("the settings have it", lambda: "anna restarts it" in self.settings())
        desk.focused("Findings")

    def test_9_quits_and_keeps_no_secret(self):
        self.desk.quit()
        self.assertEqual(self.desk.program.returncode, 0)
        kept = self.settings()
        self.assertIn("guarded@127.0.0.1", kept)
        self.assertNotIn("s3cret", kept)


if __name__ == "__main__":
    unittest.main()
