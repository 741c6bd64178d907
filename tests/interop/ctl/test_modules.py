# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The programs load a store's client library, and that of HTTP, when an address asks for it, and from no other place than beside
themselves."""

import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

import ctl

CLIENTS = {"postgresql": "libpq", "redis": "libhiredis", "mariadb": "libmariadb", "mongodb": "libmongoc"}
SILENT = {kind: kind + "://127.0.0.1:1" + ("" if kind == "redis" else "/x") for kind in CLIENTS}
FILES = {kind: "lockdesk-" + ("postgres" if kind == "postgresql" else kind) + ".so" for kind in CLIENTS}
# Slow to load, and of no use to most commands.
OTHERS = ["libcurl", "libssl", "libcrypto"]


def loaded(*words, program=ctl.PROGRAM, **variables):
    """Returns the libraries that the program opened, as the dynamic loader names them."""
    done = subprocess.run([program, *words], capture_output=True, text=True, timeout=60,
                          env={**ctl.environment(), **variables, "LD_DEBUG": "files"})
    return done, [line.split("file=")[1].split()[0] for line in done.stderr.splitlines() if "file=" in line]


def failure(program, url, **variables):
    done = subprocess.run([program, "--json", "--store", url, "--timeout", "2s", "capabilities"], capture_output=True, text=True,
                          timeout=60, env={**ctl.environment(), **variables})
    return done.returncode, json.loads(done.stdout.splitlines()[-1])


@unittest.skipUnless(set(SILENT) & set(ctl.STORES), "no store of a module is compiled in")
class Modules(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def stores(self):
        return [kind for kind in SILENT if kind in ctl.STORES]

    def copied(self):
        """Returns a copy of the program that has no modules beside it, and the folder where it expects them."""
        own = os.path.relpath(self.modules(), pathlib.Path(ctl.PROGRAM).resolve().parent)
        copy = self.folder / "bin" / "lockdeskctl"
        copy.parent.mkdir()
        shutil.copy(ctl.PROGRAM, copy)
        return str(copy), (copy.parent / own).resolve()

    def modules(self):
        found = list(pathlib.Path(ctl.PROGRAM).resolve().parent.parent.glob("lib*/**/lockdesk/" + FILES[self.stores()[0]]))
        self.assertEqual(len(found), 1, found)
        return found[0].parent

    def test_a_client_library_is_loaded_for_its_store_alone(self):
        for words in (["--version"], ["--store", "sqlite://" + str(self.folder / "a.sqlite"), "capabilities"]):
            _, libraries = loaded(*words)
            for client in [*CLIENTS.values(), *OTHERS]:
                self.assertFalse([one for one in libraries if client in one], (words, client))
        for kind in self.stores():
            _, libraries = loaded("--store", SILENT[kind], "--timeout", "1s", "capabilities")
            for other, client in CLIENTS.items():
                self.assertEqual(any(client in one for one in libraries), other == kind, (kind, client, libraries))

    def relayed(self, receiver, *, program=ctl.PROGRAM):
        """Relays the pending messages of a new SQLite store, of which there are none."""
        store = "sqlite://" + str(self.folder / "relayed.sqlite")
        subprocess.run([program, "--store", store, "init"], check=True, capture_output=True, timeout=60, env=ctl.environment())
        return loaded("--json", "--store", store, "outbox", "relay", "--until-empty", "--receiver", receiver, program=program)

    def test_curl_is_loaded_for_an_http_receiver_alone(self):
        for receiver, expected in (("exec:true", False), ("http://127.0.0.1:1/in", True)):
            done, libraries = self.relayed(receiver)
            if "not built in" in done.stdout:
                self.skipTest("HTTP is not compiled in")
            self.assertEqual(done.returncode, 0, done)
            self.assertEqual(any("libcurl" in one for one in libraries), expected, (receiver, libraries))
        program, place = self.copied()
        done, _ = self.relayed("http://127.0.0.1:1/in", program=program)
        self.assertEqual(done.returncode, 7, done)
        self.assertIn(str(place / "lockdesk-http.so"), json.loads(done.stdout.splitlines()[-1])["message"])

    def test_without_its_module_a_store_is_not_supported_and_the_others_are(self):
        program, place = self.copied()
        for kind in self.stores():
            status, said = failure(program, SILENT[kind])
            self.assertEqual((status, said["kind"]), (7, "unsupported"), said)
            self.assertIn(str(place / FILES[kind]), said["message"])
        done = subprocess.run([program, "--store", "sqlite://" + str(self.folder / "b.sqlite"), "init"], timeout=60, env=ctl.environment())
        self.assertEqual(done.returncode, 0)

    def test_a_module_is_looked_for_in_no_other_place(self):
        program, _ = self.copied()
        kind = self.stores()[0]
        shutil.copy(self.modules() / FILES[kind], self.folder / FILES[kind])
        here = {"LD_LIBRARY_PATH": str(self.folder), "PWD": str(self.folder)}
        previous = os.getcwd()
        os.chdir(self.folder)
        self.addCleanup(os.chdir, previous)
        self.assertEqual(failure(program, SILENT[kind], **here)[1]["kind"], "unsupported")

    def test_another_file_in_its_place_is_refused(self):
        program, place = self.copied()
        place.mkdir(parents=True)
        kind = self.stores()[0]
        (place / FILES[kind]).write_text("no library")
        self.assertIn("cannot be loaded", failure(program, SILENT[kind])[1]["message"])
        (place / FILES[kind]).unlink()
        other = next(path for path in pathlib.Path("/usr/lib").glob("*/libfmt.so.*") if path.is_file())
        shutil.copy(other, place / FILES[kind])
        self.assertIn("is not a module of Lockdesk", failure(program, SILENT[kind])[1]["message"])
        (place / FILES[kind]).unlink()
        bytes_of_it = (self.modules() / FILES[kind]).read_bytes()
        version = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=60).stdout.split()[-1]
        self.assertIn(version.encode() + b"\0", bytes_of_it)
        later = version[:-1] + ("8" if version[-1] != "8" else "7")
        (place / FILES[kind]).write_bytes(bytes_of_it.replace(version.encode() + b"\0", later.encode() + b"\0"))
        self.assertIn("belongs to Lockdesk " + later, failure(program, SILENT[kind])[1]["message"])


if __name__ == "__main__":
    unittest.main()
