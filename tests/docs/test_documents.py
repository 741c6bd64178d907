# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs every command of README.md and docs, each document in a fresh folder with a bare environment."""

import glob
import json
import os
import re
import shlex
import shutil
import stat
import struct
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "tests", "support"))
import servers  # noqa: E402
from blocks import blocks_of, pattern  # noqa: E402

INTEROP = os.environ["LOCKDESK_INTEROP"]  # drivers of PostgreSQL and MariaDB for Python and Java
BIN = os.path.dirname(os.environ["LOCKDESKCTL"])
SERVERS = {"postgresql": servers.Postgres, "mariadb": servers.MariaDb, "redis": servers.Redis, "mongodb": servers.MongoDb}
DOCUMENTS = ["README.md", "SECURITY.md", *sorted(glob.glob("docs/**/*.md", root_dir=ROOT, recursive=True))
             ] if sys.version_info >= (3, 10) else []

TO_COME = set()  # pages that may not be there yet


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


class Folder:
    """Where a document's blocks run, one after the other: what one exports the next one sees."""

    def __init__(self):
        self.path = tempfile.mkdtemp(prefix="lockdesk-docs-")
        self.servers = {}

    def close(self):
        for server in self.servers.values():
            server.stop()
        shutil.rmtree(self.path, ignore_errors=True)

    def store(self, info):
        for kind in info:
            if kind in SERVERS:
                if kind not in self.servers:
                    self.servers[kind] = SERVERS[kind]()
                return self.servers[kind].url
        return f"sqlite://{self.path}/locks.db"

    def run(self, text, info=(), shell="bash"):
        env = {"HOME": self.path, "PATH": f"{BIN}:{INTEROP}/venv/bin:/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "USER": "ann",
               "MONGOC_DISABLE_SHM": "1", "CLASSPATH": f"{INTEROP}/java/lib/*",
               "LOCKDESK_STORE": self.store(info)}
        script = f"[ ! -f .exported ] || . ./.exported\nset -e\n{text}\nexport -p | grep -v LOCKDESK_STORE > .exported\n"
        words = [shell, "-c", text] if shell == "sh" else [shell, "-c", script]
        return subprocess.run(words, cwd=self.path, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, timeout=120)


class Documents(unittest.TestCase):
    def test_every_command(self):
        self.assertTrue(DOCUMENTS, "needs Python 3.10")
        for path in DOCUMENTS:
            blocks, mistakes = blocks_of(path, read(path))
            with self.subTest(path):
                self.assertEqual(mistakes, [])
            folder = Folder()
            try:
                for block in blocks:
                    with self.subTest(str(block)):
                        self.check(folder, block)
            finally:
                folder.close()

    def check(self, folder, block):
        if block.file_name:
            with open(os.path.join(folder.path, block.file_name), "w", encoding="utf-8") as file:
                file.write(block.text)
        elif block.language == "crontab":
            self.check_crontab(folder, block)
        elif block.language == "systemd":
            self.check_unit(folder, block)
        elif block.info == ["js", "mongodb"]:
            self.create_users(folder, block)
        elif block.language == "sh" and "noexec" in block.info:
            self.check_words(folder, block)
        elif block.language == "sh":
            done = folder.run(block.text, block.info)
            self.assertEqual(done.returncode, 0, done.stdout)
            # What a document says to fail must fail.
            failing = len(re.findall(r'\|\| echo "status \$\?', block.text))
            self.assertEqual(len(re.findall(r"^status [1-9]", done.stdout, re.M)), failing, done.stdout)
            if os.environ.get("LOCKDESK_SHOW_DOCS"):
                print(f"--- {block}\n{done.stdout}", flush=True)
            if block.output is not None:
                self.assertIsNotNone(pattern(block.output).fullmatch(done.stdout), f"{block}: the output was\n{done.stdout}")

    def create_users(self, folder, block):
        """As mongosh does, which no package of Debian has."""
        folder.store(block.info)
        server = folder.servers["mongodb"]
        users = re.findall(r"^db\.createUser\((\{.*\})\)$", block.text, re.M)
        self.assertEqual(len(users), len([line for line in block.text.splitlines() if line and not line.startswith("//")]))
        for text in users:
            user = json.loads(re.sub(r"(\w+):", r'"\1":', text))
            reply = server.command({"createUser": user.pop("user"), **user}, database="lockdesk")
            self.assertIn(b"\x01ok\0" + struct.pack("<d", 1), reply)
        server.demand_login()

    def check_crontab(self, folder, block):
        for line in block.text.splitlines():
            variable = re.match(r"^[A-Z_]+=", line)
            if not line.strip() or line.startswith("#") or variable:
                continue
            fields = line.split(None, 5)
            for field in fields[:5]:
                self.assertRegex(field, r"^[0-9*/,-]+$", line)
            done = folder.run(fields[5].replace("\\%", "%"), block.info, shell="sh")
            self.assertEqual(done.returncode, 0, f"{line}\n{done.stdout}")

    def check_unit(self, folder, block):
        # A timer starts the service that stands before it in the document.
        name = "nightly.timer" if "[Timer]" in block.text else "nightly.service"
        # Programs of the package are not installed where tests run.
        text = block.text.replace("/usr/local/bin/lockdeskctl", os.path.join(BIN, "lockdeskctl"))
        text = text.replace("/usr/local/bin/", f"{folder.path}/")
        with open(os.path.join(folder.path, name), "w") as unit:
            unit.write(text)
        if shutil.which("systemd-analyze"):
            done = subprocess.run(["systemd-analyze", "verify", "--man=no", os.path.join(folder.path, name)],
                                  capture_output=True, text=True)
            complaints = [line for line in done.stderr.splitlines() if name in line]
            self.assertEqual(complaints, [], done.stderr)
        for command in re.findall(r"^ExecStart=(.*)$", text, re.M):
            done = folder.run(command, block.info, shell="sh")
            self.assertEqual(done.returncode, 0, f"{command}\n{done.stdout}")

    def check_words(self, folder, block):
        parsed = subprocess.run(["bash", "-n"], input=block.text, capture_output=True, text=True)
        self.assertEqual(parsed.returncode, 0, parsed.stderr)
        for line in block.text.replace("\\\n", " ").splitlines():
            try:
                words = shlex.split(line, comments=True)
            except ValueError:
                continue
            if "lockdeskctl" in words[:2]:
                self.check_command(folder, words[words.index("lockdeskctl") + 1:], line)

    def check_command(self, folder, words, line):
        """The command's help names each of its options."""
        while words and words[0].startswith("-"):
            words = words[2:] if words[0] in ("--store", "--source", "--timeout", "--sandbox") else words[1:]
        command = []
        for word in words[:2]:
            if not re.fullmatch(r"[a-z-]+", word) or word.startswith("-"):
                break
            command.append(word)
        if not command:
            return
        own = words[:words.index("--")] if "--" in words else words
        for attempt in (command, command[:1]):
            shown = folder.run(shlex.join(["lockdeskctl", *attempt, "--help"]))
            if shown.returncode == 0:
                break
        self.assertEqual(shown.returncode, 0, line)
        for word in own:
            if word.startswith("--"):
                self.assertIn(word.split("=")[0], shown.stdout, line)


class Rights(unittest.TestCase):
    """Of docs/rights.md, what a shell of one user cannot show."""

    def test_others_may_read_a_sqlite_file_but_not_write_it(self):
        folder = tempfile.mkdtemp(prefix="lockdesk-rights-")
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        program = shutil.copy(os.environ["LOCKDESKCTL"], folder)
        jobs, watcher = (12345, 12346) if os.getuid() == 0 else (None, None)
        data = os.path.join(folder, "data")
        os.mkdir(data)
        os.chmod(folder, 0o755)
        if jobs:
            os.chown(data, jobs, jobs)
        self.run_as(jobs, program, data, "init")
        self.run_as(jobs, program, data, "lock", "acquire", "orders", "--owner", "a", "--lease", "1h")
        if jobs:
            os.chmod(data, 0o755)
            os.chmod(os.path.join(data, "locks.db"), 0o644)
        else:  # without root there is one user: it takes its own right to write
            self.addCleanup(os.chmod, data, stat.S_IRWXU)
            os.chmod(os.path.join(data, "locks.db"), 0o444)
            os.chmod(data, 0o555)
        self.assertIn("orders", self.run_as(watcher, program, data, "--read-only", "list", "locks"))
        self.run_as(watcher, program, data, "--read-only", "findings")
        self.assertIn("orders", self.run_as(watcher, program, data, "--read-only", "watch", "all", "--for", "1s"))
        for option in ([], ["--read-only"]):
            self.run_as(watcher, program, data, *option, "lock", "acquire", "mails", "--owner", "w", "--lease", "30s", status=8)

    def run_as(self, user, program, data, *words, status=0):
        env = {"LOCKDESK_STORE": f"sqlite://{data}/locks.db", "PATH": "/usr/bin:/bin", "HOME": "/nonexistent"}
        done = subprocess.run([program, *words], env=env, user=user, group=user, extra_groups=[] if user else None, umask=0o022,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, status, (words, done))
        return done.stdout


class Stores(unittest.TestCase):
    def test_pages_have_the_same_order(self):
        for store in ("sqlite", "postgresql", "mariadb", "redis", "mongodb"):
            with self.subTest(store):
                headings = re.findall(r"^## (.*)$", read(f"docs/stores/{store}.md"), re.M)
                self.assertEqual(headings[:3] + headings[-1:], ["Address", "Installing", "Rights", "Not supported"])


class Links(unittest.TestCase):
    def linked(self):
        for path in DOCUMENTS:
            text = read(path)
            for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text) + re.findall(r'\bsrc(?:set)?="([^":]+)"', text):
                yield path, os.path.normpath(os.path.join(os.path.dirname(path), target))

    def test_what_is_linked_is_there(self):
        for path, place in self.linked():
            if place not in TO_COME:
                with self.subTest(f"{path}: {place}"):
                    self.assertTrue(os.path.exists(os.path.join(ROOT, place)))

    def test_each_picture_is_shown(self):
        shown = {place for _, place in self.linked()}
        self.assertEqual([picture for picture in glob.glob("docs/images/*", root_dir=ROOT) if picture not in shown], [])


class OfTheTest(unittest.TestCase):
    """A broken command must not pass."""

    def test_broken_documents_fail(self):
        broken = {"sh": "lockdeskctl lock aquire a", "sh noexec": "true", "sh noexec: slow": "lockdeskctl guard run a --once-par 1d -- true",
                  "crontab": "0 2 * * * lockdeskctl guard rum a", "": "lockdeskctl init", "sh mysql": "true"}
        for info, text in broken.items():
            with self.subTest(info):
                blocks, mistakes = blocks_of("x.md", f"```{info}\n{text}\n```\n")
                folder = Folder()
                try:
                    if not mistakes:
                        with self.assertRaises(AssertionError):
                            Documents().check(folder, blocks[0])
                finally:
                    folder.close()

    def test_other_output_fails(self):
        folder = Folder()
        try:
            block = blocks_of("x.md", "```sh\necho a 1 b\n```\n\n```text\na 22 c\n```\n")[0][0]
            with self.assertRaises(AssertionError):
                Documents().check(folder, block)
        finally:
            folder.close()

    def test_commands_outside_blocks_are_mistakes(self):
        self.assertEqual(len(blocks_of("x.md", "Say:\n\n    lockdeskctl init\n")[1]), 1)


class Findings(unittest.TestCase):
    def test_each_kind_has_its_heading(self):
        words = read("backends/observe/words.cpp").split("word(FindingKind kind)")[1].split("\n}\n")[0]
        kinds = re.findall(r'FindingKind::\w+: return "([^"]+)"', words)
        self.assertGreater(len(kinds), 10)
        self.assertEqual(re.findall(r"^## (.*)$", read("docs/findings.md"), re.M), kinds)


class ExitCodes(unittest.TestCase):
    def test_each_status_has_its_row(self):
        done = subprocess.run([os.environ["LOCKDESKCTL"], "--help"], capture_output=True, text=True)
        statuses = re.findall(r"^  (\d)  ", done.stdout.split("Exit status:")[1], re.M)
        self.assertEqual(re.findall(r"^\| (\d) \|", read("docs/exit-codes.md"), re.M), statuses)


if __name__ == "__main__":
    unittest.main()
