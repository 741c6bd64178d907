#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: Apache-2.0
"""The programs of docs/embedding.md: writes every block that names a file into a folder; with --run BUILT runs what was built of
them, on a file and on a PostgreSQL of its own, and checks what they say."""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))

import servers  # noqa: E402


def blocks():
    text = (ROOT / "docs" / "embedding.md").read_text(encoding="utf-8")
    return dict(re.findall(r"^```[a-z]+ ([A-Za-z.]+)\n(.*?)^```$", text, re.S | re.M))


def say(*words):
    command = [str(word) for word in words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    print("$", " ".join(pathlib.Path(word).name if os.sep in word and "://" not in word else word for word in command))
    print(done.stdout + done.stderr, end="")
    assert done.returncode == 0, f"exit status {done.returncode}"
    return done.stdout


def run(programs, built, sanitized):
    with tempfile.TemporaryDirectory() as folder:
        mill = f"sqlite://{folder}/mill.db"
        said = say(built / "mill", mill)
        assert said == "greased\nground sack-1, rang: the miller sleeps\n", said
        file = f"{folder}/ledger.db"
        said = say(built / "ledger", file)
        assert said == "written with token 1\n", said
        if not sanitized:  # Python itself is not
            said = say(sys.executable, "-B", programs / "ledger.py", file)
            assert said == "written with token 2\n", said
    with servers.Postgres() as server:
        said = say(built / "nightly", server.url)
        assert said == "done with token 1\n", said
        assert server.sql("SELECT id, topic FROM lockdesk_outbox") == "night-1|mail\n"
        said = say(built / "nightly", server.url)
        assert said == "another does it\n", said


def main():
    programs = pathlib.Path(sys.argv[1])
    if "--run" in sys.argv:
        run(programs, pathlib.Path(sys.argv[sys.argv.index("--run") + 1]), "--sanitized" in sys.argv)
        return
    found = blocks()
    assert {"CMakeLists.txt", "nightly.cpp", "mill.cpp", "ledger.c", "ledger.py"} <= set(found), sorted(found)
    programs.mkdir(parents=True)
    for name, text in found.items():
        (programs / name).write_text(text, encoding="utf-8")


main()
