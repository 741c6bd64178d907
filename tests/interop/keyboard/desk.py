# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The console in an X server of its own and with a fresh home, used by keys alone: xdotool sends them, and what a screen reader
would say shows where they went. LOCKDESK is the program."""

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "support"))
import servers  # noqa: E402
from accessible import ACTIVE, ENABLED, FOCUSED, SELECTED, Bus, Program  # noqa: E402

PATIENCE = 20  # s: for events that normally take well under one
WINDOWS = {"frame", "dialog", "window"}


class Desk:
    def __init__(self, name):
        self.name = name
        self.ends = contextlib.ExitStack()
        self.home = self.ends.enter_context(tempfile.TemporaryDirectory(prefix="lockdesk-keys-"))
        self.keys, self.log = 0, []
        try:
            self.start()
        except BaseException:
            self.ends.close()
            raise

    def start(self):
        self.env = {key: value for key, value in os.environ.items() if not key.startswith(("LOCKDESK_", "XDG_", "QT_", "DBUS_"))}
        self.env |= {"HOME": self.home, "QT_QPA_PLATFORM": "xcb", "LANG": "C.UTF-8"}
        for name, folder in (("CONFIG_HOME", "config"), ("DATA_HOME", "data"), ("CACHE_HOME", "cache"), ("RUNTIME_DIR", "run")):
            self.env["XDG_" + name] = os.path.join(self.home, folder)
            os.mkdir(self.env["XDG_" + name], 0o700)
        # A session bus without a keyring.
        self.bus = self.ends.enter_context(Bus(self.home))
        self.env["DBUS_SESSION_BUS_ADDRESS"] = self.bus.address
        display = self.run("Xvfb", "-displayfd", "1", "-screen", "0", "1600x1000x24", "-noreset", "-nolisten", "tcp", stdout=subprocess.PIPE)
        self.env["DISPLAY"] = ":" + display.stdout.readline().decode().strip()
        self.ends.callback(display.stdout.close)
        self.run("openbox")
        self.tool("mousemove", "1599", "999")  # a mouse over a table holds its rows
        self.program = self.run(os.environ["LOCKDESK"])
        self.parts = Program(self.bus)
        self.window("Lockdesk")

    def run(self, *command, **more):
        process = subprocess.Popen([servers.find_program(command[0]), *command[1:]], env=self.env, stdin=subprocess.DEVNULL,
                                   **({"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL} | more))
        self.ends.callback(process.wait, 20)
        self.ends.callback(process.terminate)
        return process

    def tool(self, *words):
        subprocess.run(["xdotool", *words], env=self.env, check=True, timeout=PATIENCE)

    def quit(self):
        """Quits the program by its key, and waits until it has written its settings."""
        self.press("ctrl+q")
        self.program.wait(PATIENCE)

    def picture(self):
        """Saves the screen beside the reports of the other tests, where there is a program for it."""
        folder = os.environ.get("LOCKDESK_TEST_REPORT")
        if folder and shutil.which("import"):
            os.makedirs(folder, exist_ok=True)
            subprocess.run(["import", "-window", "root", os.path.join(folder, self.name + ".png")], env=self.env, check=False)

    # What the hands do.

    def press(self, *keys):
        for key in keys:
            self.log.append(key)
            self.keys += 1
            self.tool("key", "--clearmodifiers", key)

    def write(self, text):
        self.log.append(repr(text))
        self.keys += len(text)
        self.tool("type", "--delay", "4", "--", text)

    def reach(self, name, key="Tab", most=40):
        """Presses the key until the focus is there; each time waits until it has moved."""
        for _ in range(most):
            before = self.focus()
            if before is not None and before.name.startswith(name):
                return before
            self.press(key)
            self.until(f"{key} moves the focus from {before}", lambda before=before: (self.focus() or before) != before)
        raise AssertionError(f"{name} is not reached by {most} times {key}")

    def fill(self, name, text):
        """Writes into the field that has the focus."""
        self.focused(name)
        self.write(text)
        self.until(f"{name} has {text!r}", lambda: (part := self.focus()) and self.parts.text_of(part) == text)

    # What the eyes see.

    def until(self, what, condition):
        try:
            return servers.await_true(what, condition, PATIENCE)
        except AssertionError as late:
            self.picture()
            shown = "\n".join(f"{'  ' * part.depth}{part.role} {part.name!r}{' *' if part.has(FOCUSED) else ''}" for part in self.parts.parts())
            raise AssertionError(f"{late}\nkeys: {' '.join(self.log)}\n{shown}") from late

    def focus(self):
        """Returns the part with the focus, or None: keys reach nothing. Current cells and tabs say that they have it, too."""
        return next((part for part in self.parts.parts(ACTIVE) if part.has(FOCUSED) and part.role not in ("cell", "page tab")), None)

    def find(self, name, *roles):
        """Returns the first visible part whose name begins so."""
        for part in self.parts.parts():
            if part.name.startswith(name) and (not roles or part.role in roles):
                return part
        return None

    def see(self, name, *roles):
        return self.until(f"{name} is shown", lambda: self.find(name, *roles))

    def window(self, title):
        """Waits until the window with this title takes the keys."""
        return self.until(f"window {title}", lambda: next(
            (part for part in self.parts.parts() if part.role in WINDOWS and title in part.name and part.has(ACTIVE)), None))

    def focused(self, name):
        self.until(f"the focus is in {name}", lambda: (part := self.focus()) and part.name.startswith(name))

    def content(self, name):
        part = self.find(name, "text", "password text")
        return part and self.parts.text_of(part)

    def enabled(self, name):
        def ready():
            return any(part.name == name and part.has(ENABLED) for part in self.parts.parts() if part.role == "push button")
        return self.until(f"the button {name} can be pressed", ready)

    def cells(self, table):
        """Returns the texts in the cells of the table with this name."""
        out, inside = [], None
        for part in self.parts.parts():
            if inside is not None and part.depth <= inside:
                inside = None
            if part.role == "table":
                inside = part.depth if part.name == table else None
            elif inside is not None and part.role == "cell":
                out.append(part.name)
        return out

    def selected(self):
        return [part.name for part in self.parts.parts() if part.has(SELECTED) and part.role == "cell"]
