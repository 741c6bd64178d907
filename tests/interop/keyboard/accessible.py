# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads a program's windows as a screen reader does: AT-SPI over a session bus of its own, where this process is both the service
that says that somebody reads, and the reader. As little of D-Bus as that needs, without packages beside dbus-daemon."""

import os
import socket
import struct
import subprocess
from typing import NamedTuple

ACCESSIBLE = "org.a11y.atspi.Accessible"
ROOT = "/org/a11y/atspi/accessible/root"
ENABLED, FOCUSABLE, FOCUSED, SELECTED, SHOWING, ACTIVE = 8, 11, 12, 23, 25, 1
FIXED = {"y": ("B", 1), "n": ("h", 2), "q": ("H", 2), "b": ("I", 4), "i": ("i", 4), "u": ("I", 4), "x": ("q", 8), "t": ("Q", 8), "d": ("d", 8)}
ALIGNS = {"s": 4, "o": 4, "a": 4, "(": 8, "{": 8}


class Failed(Exception):
    """The other side answered with an error."""


def padded(data, to):
    return data + b"\0" * (-len(data) % to)


def text(value, kind="s"):
    value = value.encode()
    return struct.pack("<B" if kind == "g" else "<I", len(value)) + value + b"\0"


def single(signature, at=0):
    """Returns the index after the complete type that begins at `at`."""
    if signature[at] == "a":
        return single(signature, at + 1)
    if signature[at] not in "({":
        return at + 1
    depth = 0
    while True:
        depth += (signature[at] in "({") - (signature[at] in ")}")
        at += 1
        if depth == 0:
            return at


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def values(self, signature):
        out, at = [], 0
        while at < len(signature):
            end = single(signature, at)
            out.append(self.value(signature[at:end]))
            at = end
        return out

    def number(self, form, size):
        self.at += -self.at % size
        value = struct.unpack_from("<" + form, self.data, self.at)[0]
        self.at += size
        return value

    def value(self, kind):
        if kind[0] in FIXED:
            return self.number(*FIXED[kind[0]])
        if kind[0] in "sog":
            size = self.number("B", 1) if kind == "g" else self.number("I", 4)
            self.at += size + 1
            return self.data[self.at - size - 1:self.at - 1].decode("utf-8", "replace")
        if kind[0] == "v":
            return self.value(self.value("g"))
        if kind[0] in "({":
            self.at += -self.at % 8
            return tuple(self.values(kind[1:-1]))
        size, inner = self.number("I", 4), kind[1:]
        self.at += -self.at % (FIXED[inner[0]][1] if inner[0] in FIXED else ALIGNS.get(inner[0], 1))
        end, out = self.at + size, []
        while self.at < end:
            out.append(self.value(inner))
        return out


class Bus:
    """A private bus: `address` for the environment of programs, calls to them. `with` ends it."""

    def __init__(self, folder):
        rules = os.path.join(folder, "bus.conf")
        with open(rules, "w") as file:
            file.write(f"<busconfig><type>session</type><listen>unix:path={folder}/bus</listen><auth>EXTERNAL</auth>"
                       '<policy context="default"><allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/>'
                       '</policy><limit name="max_replies_per_connection">100000</limit></busconfig>')
        self.daemon = subprocess.Popen(["dbus-daemon", "--config-file=" + rules, "--nofork", "--print-address"],
                                       stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.address = self.daemon.stdout.readline().strip()
        assert self.address, "dbus-daemon did not start"
        self.link = socket.socket(socket.AF_UNIX)
        self.link.settimeout(20)
        self.link.connect(f"{folder}/bus")
        self.link.sendall(b"\0AUTH EXTERNAL " + str(os.getuid()).encode().hex().encode() + b"\r\n")
        answer = self.link.recv(500)
        assert answer.startswith(b"OK"), answer
        self.link.sendall(b"BEGIN\r\n")
        self.serial, self.unread = 0, b""
        self.name = self.daemon_call("Hello")[0]
        self.daemon_call("RequestName", "su", "org.a11y.Bus", 0)

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.link.close()
        self.daemon.terminate()
        self.daemon.wait(20)
        self.daemon.stdout.close()

    def daemon_call(self, member, signature="", *words):
        return self.call(("org.freedesktop.DBus", "/org/freedesktop/DBus"), "org.freedesktop.DBus", member, signature, *words)

    def post(self, kind, fields, signature, words):
        """Sends a message and returns its serial. `words` are texts and numbers; a variant holds a boolean."""
        self.serial += 1
        body = b""
        for form, word in zip(signature, words):
            if form == "v":
                body = padded(body + text("b", "g"), 4) + struct.pack("<I", word)
            else:
                body = padded(body, 4) + (text(word) if form == "s" else struct.pack("<" + FIXED[form][0], word))
        head = b""
        for code, form, value in [*fields, (8, "g", signature)]:
            head = padded(head, 8) + bytes([code]) + text(form, "g")
            head = head if form == "g" else padded(head, 4)
            head += struct.pack("<I", value) if form == "u" else text(value, form)
        self.link.sendall(padded(struct.pack("<cBBBIII", b"l", kind, 0, 1, len(body), self.serial, len(head)) + head, 8) + body)
        return self.serial

    def send(self, target, interface, member, signature="", *words):
        return self.post(1, [(1, "o", target[1]), (2, "s", interface), (3, "s", member), (6, "s", target[0])], signature, words)

    def serve(self, serial, fields):
        """Answers as the desktop's service does: somebody reads, on this bus."""
        answers = {"GetAddress": ("s", self.address), "Get": ("v", True)}
        signature, *words = answers.get(fields[3], ("", ))
        self.post(2, [(5, "u", serial), (6, "s", fields[7])], signature, words)

    def exactly(self, size):
        while len(self.unread) < size:
            more = self.link.recv(65536)
            assert more, "the bus has ended"
            self.unread += more
        out, self.unread = self.unread[:size], self.unread[size:]
        return out

    def replies(self, serials):
        """Returns the answers to these calls by serial: values, or Failed."""
        out, wanted = {}, set(serials)
        while wanted:
            start = self.exactly(16)
            body_size, serial, fields_size = struct.unpack("<III", start[4:])
            reader = Reader(start + self.exactly(fields_size + -fields_size % 8))
            reader.at = 12
            fields = dict(reader.value("a(yv)"))
            values = Reader(self.exactly(body_size)).values(fields.get(8, ""))
            if start[1] == 1:
                self.serve(serial, fields)
            elif fields.get(5) in wanted:
                wanted.remove(fields[5])
                out[fields[5]] = values if start[1] == 2 else Failed(f"{fields.get(4)}: {values}")
        return out

    def call(self, target, interface, member, signature="", *words):
        serial = self.send(target, interface, member, signature, *words)
        answer = self.replies([serial])[serial]
        if isinstance(answer, Failed):
            raise answer
        return answer


class Part(NamedTuple):
    """What a screen reader knows of one part of a window."""

    target: tuple
    role: str
    name: str
    states: int
    depth: int

    def has(self, state):
        return bool(self.states >> state & 1)


class Program:
    """The accessible parts of the only program on the bus."""

    def __init__(self, bus):
        self.bus, self.found = bus, None

    def root(self):
        """Returns the program's outermost part, or None: it has not joined yet. It may have several connections to the bus."""
        for name in self.bus.daemon_call("ListNames")[0] if self.found is None else []:
            if name.startswith(":") and name != self.bus.name:
                try:
                    self.bus.call((name, ROOT), ACCESSIBLE, "GetRoleName")
                    self.found = (name, ROOT)
                except Failed:
                    pass
        return self.found

    def parts(self, windows=SHOWING):
        """Returns the visible parts of the windows in this state, each before those inside it; what vanishes meanwhile is left out."""
        root = self.root()
        return self.inside([root], 0, windows) if root else []

    def inside(self, targets, depth, windows):
        asked = []
        for target in targets:
            asked.append((target, self.bus.send(target, ACCESSIBLE, "GetRoleName"),
                          self.bus.send(target, "org.freedesktop.DBus.Properties", "Get", "ss", ACCESSIBLE, "Name"),
                          self.bus.send(target, ACCESSIBLE, "GetState"), self.bus.send(target, ACCESSIBLE, "GetChildren")))
        answers = self.bus.replies(serial for _, *serials in asked for serial in serials)
        out = []
        for target, *serials in asked:
            role, name, state, children = (answers[serial] for serial in serials)
            if isinstance(state, Failed) or isinstance(name, Failed) or isinstance(role, Failed):
                continue
            low, high = state[0]
            part = Part(target, role[0], name[0], low | high << 32, depth)
            if depth > 0 and not part.has(windows if depth == 1 else SHOWING):
                continue
            out.append(part)
            if not isinstance(children, Failed) and depth < 40:
                out += self.inside([child for child in children[0] if child[1] != "/org/a11y/atspi/null"], depth + 1, windows)
        return out

    def text_of(self, part):
        try:
            return self.bus.call(part.target, "org.a11y.atspi.Text", "GetText", "ii", 0, -1)[0]
        except Failed:
            return ""
