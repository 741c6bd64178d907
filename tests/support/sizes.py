# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: Apache-2.0
"""Test sizes of tests/sizes.txt: small, or full with LOCKDESK_TEST_FULL=1."""
import os
import pathlib

FILE = pathlib.Path(__file__).resolve().parent.parent / "sizes.txt"


def table():
    """Returns {name: (small, full, what)}, in the file's order."""
    out = {}
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            name, small, full, what = line.split(None, 3)
            out[name] = (int(small), int(full), what)
    return out


def size(name):
    small, full, _ = table()[name]
    return full if os.environ.get("LOCKDESK_TEST_FULL") == "1" else small
