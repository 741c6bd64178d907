# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The pages of the manual, as the programs print them: complete, and read by groff and mandoc without a complaint."""

import os
import re
import shutil
import subprocess
import unittest

PROGRAMS = {"lockdeskctl": (os.environ["LOCKDESKCTL"], "man"), "lockdesk-worker": (os.environ["LOCKDESK_WORKER"], "--man")}
if os.environ.get("LOCKDESK_CONSOLE"):
    PROGRAMS["lockdesk"] = (os.environ["LOCKDESK_CONSOLE"], "--man")


def output(*words):
    # A page needs no display, and no help either.
    env = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": "/nonexistent"}
    done = subprocess.run(words, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, (words, done)
    return done.stdout


def words_of(text):
    """Without line breaks and indentation."""
    return " ".join(text.split())


class Pages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.pages = {name: output(*words) for name, words in PROGRAMS.items()}

    def shown(self, name):
        self.assertTrue(shutil.which("groff"), "groff is not installed")
        done = subprocess.run(["groff", "-man", "-Tutf8", "-P-cbou", "-ww"], input=self.pages[name], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""), name)
        return words_of(done.stdout)

    def test_groff_reads_them(self):
        for name in self.pages:
            with self.subTest(name):
                self.assertIn(f"{name} - ", self.shown(name))

    def test_mandoc_reads_them(self):
        self.assertTrue(shutil.which("mandoc"), "mandoc is not installed")
        for name, page in self.pages.items():
            with self.subTest(name):
                done = subprocess.run(["mandoc", "-Tlint", "-Wwarning"], input=page, capture_output=True, text=True, check=False)
                self.assertEqual(done.stdout + done.stderr, "")

    def help_of_commands(self):
        program = PROGRAMS["lockdeskctl"][0]
        top = output(program, "--help")
        for word in re.findall(r"^  ([a-z-]+)(?:\s|$)", top.split("\nCommands:")[1].split("\nFirst steps")[0], re.M):
            shown = output(program, word, "--help")
            below = re.findall(rf"^  ({word} [a-z-]+)(?:\s|$)", shown, re.M) if " ..." in shown.split("\n\n")[1] else []
            if re.search(rf"^Usage: .* {word}(?! \.\.\.)", shown, re.M):
                yield word, shown
            for path in below:
                yield path, output(program, *path.split(), "--help")

    def test_every_command_and_option_of_help_is_there(self):
        page = self.shown("lockdeskctl")
        commands = dict(self.help_of_commands())
        self.assertGreater(len(commands), 50)
        for path, help_text in commands.items():
            with self.subTest(path):
                for part in help_text.split("\n\n"):
                    if part.startswith(("Options of every command", "Examples:")):
                        continue
                    for line in items_of(part) if part.startswith(("Options:", "  ")) else [part.removeprefix("Usage: ")]:
                        self.assertIn(plain(line), page)
        for line in items_of(output(PROGRAMS["lockdeskctl"][0], "--help").split("\n\n")[2]):
            self.assertIn(plain(line), page)

    def test_every_option_of_the_others_is_there(self):
        for name in set(PROGRAMS) - {"lockdeskctl"}:
            page, joins = self.shown(name), []
            if name == "lockdesk-worker":
                joins = items_of(output(PROGRAMS[name][0], "--join", "x", "--help"))
            with self.subTest(name):
                lines = items_of(output(PROGRAMS[name][0], "--help")) + joins
                self.assertGreater(len(lines), 15)
                for line in lines:
                    if line.startswith("-") and "--help" not in line and "--version" not in line:
                        self.assertIn(plain(line), page)

    @unittest.skipUnless("lockdesk" in PROGRAMS, "built without the console")
    def test_the_console_names_a_missing_display(self):
        done = subprocess.run([PROGRAMS["lockdesk"][0]], env={"HOME": "/nonexistent"}, stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, timeout=60, check=False)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("neither DISPLAY nor WAYLAND_DISPLAY is set", done.stderr)

    def test_exit_statuses_environment_and_files_are_there(self):
        for name in self.pages:
            with self.subTest(name):
                page = self.shown(name)
                for part in ("EXIT STATUS", "ENVIRONMENT LOCKDESK_STORE", "FILES ~/.config/lockdesk/connections.json", "SEE ALSO"):
                    self.assertIn(part, page)
        statuses = output(PROGRAMS["lockdeskctl"][0], "--help").split("Exit status:")[1]
        for line in statuses.strip().splitlines():
            for name in ("lockdeskctl", "lockdesk-worker"):
                self.assertIn(words_of(line), self.shown(name))

    def test_roff_sees_our_requests_alone(self):
        ours = {".TH", ".SH", ".SS", ".PP", ".TP", ".RS", ".RE", ".nf", ".fi", ".nh", ".ad"}
        for name, page in self.pages.items():
            for line in page.splitlines():
                self.assertFalse(line.startswith("'"), line)
                if line.startswith("."):
                    self.assertIn(line.split()[0], ours, name)
                self.assertNotRegex(line, r"\\(?!&|-|f[BR]|\((?:rs|aq|ga|dq|ha|ti)|\[u[0-9A-F]{4,6}\])", name)


def items_of(text):
    """The terms with their texts, each one line."""
    out = []
    for line in text.splitlines():
        if re.match(r"^  \S", line):
            out.append(line.strip())
        elif re.match(r"^ {4,}\S", line) and out:
            out[-1] += " " + line.strip()
        else:
            out.append("")
    return [words_of(line) for line in out if line and (line.startswith("-") or " " in line)]


def plain(text):
    return words_of(text.replace("`", ""))


if __name__ == "__main__":
    unittest.main()
