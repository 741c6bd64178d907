# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What people type wrong: each mistake is named in their words, before a store is asked."""

import json
import os
import subprocess
import tempfile
import unittest

import ctl

WORKER = os.environ.get("LOCKDESK_WORKER", os.path.join(os.path.dirname(ctl.PROGRAM), "lockdesk-worker"))
SMALL_LIMIT = "1"


def typed(*words, program=ctl.PROGRAM, env=None, text="", stdout=subprocess.PIPE):
    return subprocess.run([program, *words], input=text, stdout=stdout, stderr=subprocess.PIPE, text=True, timeout=60, check=False,
                          env=ctl.environment() | (env or {}))


class Mistakes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="lockdesk-mistakes-")
        cls.addClassCleanup(cls.folder.cleanup)
        cls.store = "sqlite://" + os.path.join(cls.folder.name, "locks.db")
        assert ctl.run(cls.store, "init").status == 0

    def refused(self, *words, status=2, **more):
        """Returns what is said on standard error; nothing stands on standard output."""
        done = typed(*words, **more)
        self.assertEqual((done.returncode, done.stdout), (status, ""), (words, done))
        return done.stderr

    def says(self, words, *parts, without=(), **more):
        said = self.refused("--store", self.store, *words, **more)
        for part in parts:
            self.assertIn(part, said, words)
        for part in without:
            self.assertNotIn(part, said, words)

    def worker_says(self, words, *parts, status=2, store=None, **more):
        done = typed("--store", store or self.store, *words, program=WORKER, **more)
        self.assertEqual((done.returncode, done.stdout), (status, ""), (words, done))
        for part in parts:
            self.assertIn(part, done.stderr, words)

    def test_an_unknown_short_option_is_named(self):
        self.says(["list", "locks", "-x"], "Unknown option -x.", without=["arguments were not expected"])
        self.says(["lock", "show", "-dash"], "Unknown option -dash.", "stands after --")
        self.says(["guard", "run", "n", "-x", "--", "true"], "Unknown option -x.")
        self.says(["task", "claim", "k", "p", "-owner", "me"], "Unknown option -owner. Did you mean --owner?")
        self.worker_says(["-x"], "Unknown option -x.")
        # A name that begins with a dash.
        self.assertEqual(typed("--store", self.store, "lock", "show", "--", "-dash").returncode, 3)

    def test_each_mistake_of_a_lesson_is_a_line(self):
        file = os.path.join(self.folder.name, "wrong.yaml")
        with open(file, "w", encoding="utf-8") as lesson:
            lesson.write('lesson: x\n"two\\nlines": 1\nactors: none\n')
        said = self.refused("scenario", "check", file).splitlines()
        self.assertGreater(len(said), 4, said)
        for line in said:
            self.assertRegex(line, r"^lockdeskctl: .*wrong\.yaml: line \d: ")
        self.assertEqual(len([line for line in said if "unknown key 'two lines'" in line]), 1, said)
        done = typed("--json", "scenario", "check", file)
        self.assertEqual((done.returncode, len(done.stdout.splitlines())), (2, 1), done)
        self.assertIn("actors must be a list", json.loads(done.stdout)["message"])

    def test_what_is_verified_is_a_file(self):
        pipe = os.path.join(self.folder.name, "pipe")
        os.mkfifo(pipe)
        for file in (pipe, "/dev/zero", self.folder.name):
            self.says(["verify", file], file + ": it is no file with text in it")
            self.says(["scenario", "run", "zombie", "--again", file], file + ": it is no file with text in it")
        self.says(["verify", "/no/such/file"], "/no/such/file: it cannot be read")

    def test_an_option_without_its_value_is_named(self):
        self.says(["watch", "locks", "--fail-on"], "--fail-on needs a value.")
        self.says(["list", "locks", "--limit"], "--limit needs a value.")
        self.says(["lock", "acquire", "--owner", "--", "n"], "--owner needs a value.")

    def test_an_option_that_is_given_twice(self):
        for done in (typed("--store", self.store, "--store", self.store, "list", "locks"),
                     typed("--store", self.store, "lock", "acquire", "n", "--lease", "1s", "--owner", "a", "--owner", "b"),
                     typed("--store", self.store, "--kind", "k", "--kind", "l", program=WORKER)):
            self.assertEqual(done.returncode, 2, done)
            self.assertRegex(done.stderr, r"--(store|owner|kind) is given 2 times; it takes one value\.")

    def test_numbers_and_durations_name_their_option(self):
        self.says(["list", "locks", "--limit", "0"], "--limit must be at least 1, not 0")
        self.says(["guard", "run", "n", "--status-from", "3", "--", "true"], "--status-from must be at least 9")
        for words in (["guard", "run", "n", "--once-per", "forever", "--", "true"], ["guard", "run", "n", "--fixed-rate", "forever", "--", "true"]):
            self.says(words, "needs a duration above 0 that ends, not forever")
        self.says(["task", "rule", "k", "p", "--lock-timeout", "0"], "--lock-timeout 0", without=["lease"])
        for words in (["task", "collect"], ["collect"]):
            self.says([*words, "--older-than", "0"], "--older-than", "at least a second", without=["off"])
        self.worker_says(["--kind", "k", "--handlers", "0"], "--handlers must be at least 1")

    def test_words_that_are_one_of_a_list(self):
        self.says(["task", "claim", "k", "p", "--owner", "o", "--strategy", "bogus"],
                  "Unknown claim strategy 'bogus'. Use one of: atomic, plain, skip-locked-2, version, none.")
        self.says(["list", "audit", "state:x"], "no row can be state:x", "done")
        self.says(["watch", "--fail-on", "event:refusd"], "no event can be event:refusd", "refused, ", "Did you mean refused?")
        self.says(["guard", "run", "n", "--guard", "bogus", "--", "true"], "watchdog", without=["skip-locked-rows"])
        self.says(["guard", "run", "n", "--guard", "skip-locked-rows", "--", "true"], "outbox relay", status=7)

    def test_options_that_a_guard_does_not_use(self):
        self.says(["guard", "run", "n", "--guard", "none", "--skip-ok", "--", "true"], "--skip-ok does not apply to guard none")


    def test_options_of_tables_where_there_is_none(self):
        for words in ("findings --columns name", "clock --no-headers", "backoff --waited 1s --sort name", "scenario list --no-headers",
                      "lock acquire n --owner o --lease 1s --columns name", "advise n --sort name", "watch findings --no-headers"):
            self.says(words.split(), "is for tables, and '")

    def test_a_wrong_column_is_told_those_there_are(self):
        for words, known in (("lock show n", "NAME, STATE, OWNER"), ("guard history n", "STARTED, ENDED"), ("task show t", "ID, STATE, KIND"),
                             ("outbox show m", "ID, STATE, TOPIC"), ("waits", "WAITER, WAITS_FOR"), ("jobs", "NAME, STATE, PERIOD"),
                             ("worker show w", "ID, STATE, ROLE"), ("list connections", "NAME, URL, ENVIRONMENT")):
            for option in ("--columns", "--sort"):
                self.says([*words.split(), option, "BOGUS"], "Unknown column 'BOGUS'. Use one of: " + known)

    def test_connections_are_a_table(self):
        with tempfile.TemporaryDirectory() as home:
            env = {"XDG_CONFIG_HOME": home}
            for name in ("b", "a"):
                self.assertEqual(typed("use", name, "--url", self.store, env=env).returncode, 0)
            done = typed("list", "connections", "--columns", "name,chosen", "--sort", "name", env=env)
            self.assertEqual(done.stdout, "NAME  CHOSEN\na     yes\nb     no\n")
            self.assertEqual([json.loads(line)["type"] for line in typed("--json", "list", "connections", env=env).stdout.splitlines()],
                             ["connection"] * 2)

    def test_an_address_that_no_store_has_is_not_saved(self):
        with tempfile.TemporaryDirectory() as home:
            env = {"XDG_CONFIG_HOME": home}
            for url in ("bogus://x", "sqlite:///tmp/x.db?no_such_option=1", "redis://h?no_such_option=1"):
                self.refused("use", "bad", "--url", url, env=env)
            self.assertEqual(typed("list", "connections", env=env).stdout, "")
            self.assertIn("No connection is chosen", typed("use", env=env).stderr)

    def test_the_worker_finds_saved_connections(self):
        with tempfile.TemporaryDirectory() as home:
            env = {"XDG_CONFIG_HOME": home}
            done = typed("--kind", "k", program=WORKER, env=env)
            self.assertEqual(done.returncode, 2, done)
            self.assertIn("lockdeskctl use NAME", done.stderr)
            without_schema = "sqlite://" + os.path.join(home, "empty.db")
            self.assertEqual(typed("use", "here", "--url", without_schema, env=env).returncode, 0)
            for words in (["--kind", "k"], ["--store", "@here", "--kind", "k"]):
                done = typed(*words, program=WORKER, env=env)
                self.assertEqual(done.returncode, 5, done)
                self.assertIn("there is no file", done.stderr, words)
            file = os.path.join(home, "lockdesk", "connections.json")
            with open(file, encoding="utf-8") as saved:
                text = saved.read()
            with open(file, "w", encoding="utf-8") as saved:
                saved.write(text.replace('"read_only": false', '"read_only": true'))
            self.worker_says(["--kind", "k"], "the saved connection is read-only", status=8, store="@here", env=env)
            with open(file, "w", encoding="utf-8") as saved:
                saved.write(text)
            self.assertIn("There is no saved connection 'heer'", typed("--store", "@heer", "--kind", "k", program=WORKER, env=env).stderr)
            self.assertIn("There is no saved connection 'heer'",
                          typed("--store", "@here", "--role", "relay", "--receiver", "exec:true", "--guard", "redlock", "--guard-store", "@heer",
                                program=WORKER, env=env).stderr)


    def test_a_receiver_that_cannot_be_is_refused_before_the_work(self):
        for receiver in ("http://", "http://127.0.0.1:99999/", "ftp://h/x", "http://127.0.0.1:0/x", "exec:"):
            self.says(["outbox", "relay", "--until-empty", "--receiver", receiver], "receiver")
            self.worker_says(["--role", "relay", "--receiver", receiver], "receiver")

    def test_a_wrong_line_of_headers_is_named(self):
        file = os.path.join(self.folder.name, "headers")
        with open(file, "w", encoding="utf-8") as out:
            out.write("# who we are\n\nX-Team: a\n  \nS3CRET\n")
        for words in (["outbox", "relay", "--until-empty", "--receiver", "http://127.0.0.1:1/", "--header", "@" + file],
                      ["--role", "relay", "--receiver", "http://127.0.0.1:1/", "--header", "@" + file]):
            done = typed("--store", self.store, *words, program=ctl.PROGRAM if words[0] == "outbox" else WORKER)
            self.assertEqual((done.returncode, done.stdout), (2, ""), done)
            self.assertIn(f"line 5 of '{file}': a header is written NAME: VALUE", done.stderr)
            self.assertNotIn("S3CRET", done.stderr)
        self.says(["outbox", "relay", "--until-empty", "--receiver", "http://127.0.0.1:1/"], "line 2 of the variable LOCKDESK_RECEIVER_HEADERS",
                  env={"LOCKDESK_RECEIVER_HEADERS": "A: b\nS3CRET"}, without=["S3CRET"])
        with open(file, "w", encoding="utf-8") as out:
            out.write("# who we are\n\nX-Team: a\n")
        done = typed("--store", self.store, "outbox", "relay", "--until-empty", "--receiver", "http://127.0.0.1:1/", "--header", "@" + file)
        self.assertEqual(done.returncode, 0, done)

    def test_a_worker_ends_where_its_guard_cannot_be(self):
        for guard, locks in (("named", ["a"]), ("named", ["a", "b"]), ("redlock", ["a"])):
            done = typed("--store", self.store, "--role", "guard", "--guard", guard, *(f"--lock={lock}" for lock in locks), "--exec", "true",
                         program=WORKER)
            self.assertEqual(done.returncode, 7, done)
            self.assertNotIn("trying again", done.stderr)
            self.assertEqual(done.stderr.count("lockdesk-worker: "), 1, done)


    def test_a_name_that_no_lesson_has(self):
        self.says(["scenario", "run", "zombi"], "There is no lesson 'zombi' and no file of that name. Did you mean zombie?", without=["line 1"])
        self.says(["scenario", "run", "zombie", "--variant", "with-tokn"], "has no variant 'with-tokn'. Use one of: ", "Did you mean with-token?")

    def test_tasks_on_standard_input(self):
        line = '{"id":"a","kind":"k","phase":"p"}'
        done = typed("--store", self.store, "task", "add", "-", text=line + '\n{"id":"b","kind":"k","phase":"p","desired":"Stopped"}\n')
        self.assertEqual((done.returncode, done.stdout), (0, "2 added\n"), done)
        self.assertIn('line 2: the unknown key "desired" is ignored', done.stderr)
        self.assertEqual(typed("--store", self.store, "task", "add", "-", text=line).stderr, "0 added, 1 was already there\n")
        self.says(["task", "remove", "--yes"], "name at least one task")

    def test_output_that_cannot_be_written(self):
        ctl.run(self.store, "lock", "acquire", "full", "--owner", "o", "--lease", "1h")
        for program, words in ((ctl.PROGRAM, ["--json", "list", "locks"]), (ctl.PROGRAM, ["list", "locks"]), (ctl.PROGRAM, ["-o", "json", "list", "locks"]),
                               (ctl.PROGRAM, ["man"]), (ctl.PROGRAM, ["completion", "bash"]), (ctl.PROGRAM, ["--help"]),
                               (WORKER, ["--help"]), (WORKER, ["--version"]), (WORKER, ["--man"]), (WORKER, ["--join", "--help"])):
            with open("/dev/full", "w", encoding="utf-8") as full:
                done = typed(*(["--store", self.store] if "list" in words else []), *words, program=program, stdout=full)
            self.assertEqual(done.returncode, 1, (words, done))
            self.assertIn("standard output cannot be written: No space left on device", done.stderr, words)
            self.assertEqual(done.stderr.count("\n"), 1, done)

    def test_a_worker_whose_events_cannot_be_written(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            worker = subprocess.Popen([WORKER, "--store", self.store, "--kind", "k", "--json"], stdout=full, stderr=subprocess.PIPE, text=True,
                                      env=ctl.environment())
        self.assertIn("standard output cannot be written, events are lost: No space left on device", worker.stderr.readline())
        worker.terminate()
        self.assertEqual(worker.wait(60), 1)
        worker.stderr.close()

    def test_a_preview_of_what_has_changed(self):
        name = "previewed"
        ctl.run(self.store, "lock", "acquire", name, "--owner", "o", "--lease", "1h")
        force = ("lock", "force-release", name, "--reason", "r", "--preview")
        done = ctl.run(self.store, *force, "--if-owner", "o", "--if-token", "1")
        self.assertEqual((done.status, done.lines[0]["result"], done.lines[0]["may_run_twice"]), (0, "released", True), done)
        for words in ((*force, "--if-owner", "o", "--if-token", "7"), (*force, "--if-owner", "x", "--if-token", "1"),
                      (*force, "--if-owner", "o", "--if-token", "1", "--if-expires", "1"),
                      ("lock", "force-release", "no-such-lock", "--reason", "r", "--preview", "--if-owner", "o", "--if-token", "1"),
                      ("lock", "end-hold-off", name, "--reason", "r", "--preview"), ("lock", "end-hold-off", "no-such-lock", "--reason", "r", "--preview")):
            done = ctl.run(self.store, *words)
            self.assertEqual((done.status, done.lines[0]["result"], done.lines[0]["may_run_twice"]), (4, "changed", False), (words, done))
            self.assertIn("It would do nothing", typed("--store", self.store, *words).stdout, words)

    def test_the_end_of_a_relay_has_all_keys(self):
        store = "sqlite://" + os.path.join(self.folder.name, "relay.db")
        self.assertEqual(ctl.run(store, "init").status, 0)
        for count in (0, 1):
            done = ctl.run(store, "outbox", "relay", "--until-empty", "--receiver", "exec:true")
            end = done.of("end")[0]
            self.assertEqual((end["rows"], end["truncated"], end["about"], end["sent"]), (count, False, None, count), done)
            ctl.run(store, "outbox", "add", "t", "--payload", "1")

    def test_help_of_joining(self):
        for words in (["--join", "--help"], ["--join", "memory:", "--help"], ["--help", "--join"]):
            done = typed(*words, program=WORKER)
            self.assertEqual(done.returncode, 0, done)
            self.assertIn("--as NAME", done.stdout)
        manual = typed("--man", program=WORKER).stdout
        self.assertNotIn("Examples:", manual)
        self.assertEqual(manual.count("On SIGTERM"), 1)


    def test_the_example_of_a_filter_can_be_typed(self):
        for what in ("locks", "tasks", "outbox", "workers", "waiters", "fences", "audit"):
            text = " ".join(typed("help", "list", what).stdout.split())
            words = text.split("only rows that match, e.g. ")[1].split(" (all")[0].split()
            done = typed("--store", self.store, "list", what, *words)
            self.assertEqual(done.returncode, 0, (what, words, done))


if __name__ == "__main__":
    ctl.main()
