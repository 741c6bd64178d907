# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What people expect of any command line: options anywhere, tables to their taste, a pager, colours, one word for each thing,
empty answers, and a connection that is chosen once."""

import fcntl
import json
import os
import pty
import re
import select
import stat
import struct
import subprocess
import sys
import tempfile
import termios
import time
import unittest

import ctl

LONG = "orders-" + "x" * 100
HOSTILE = "a\x1b[2Jb\u202e"


class Habits(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="lockdesk-habits-")
        cls.addClassCleanup(cls.folder.cleanup)
        cls.store = "sqlite://" + os.path.join(cls.folder.name, "locks.db")
        assert ctl.run(cls.store, "init").status == 0

    def fresh(self):
        store = "sqlite://" + os.path.join(self.folder.name, self.id().rsplit(".", maxsplit=1)[-1] + ".db")
        self.assertEqual(ctl.run(store, "init").status, 0)
        return store

    def hold(self, store, name, owner="me", lease="1h"):
        done = ctl.run(store, "lock", "acquire", "--owner", owner, "--lease", lease, "--", name)
        self.assertEqual(done.status, 0, done)

    def people(self, *words, status=0, env=None):
        done = subprocess.run([ctl.PROGRAM, *words], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False,
                              env=ctl.environment() | (env or {}))
        self.assertEqual(done.returncode, status, (words, done))
        return done

    def at_terminal(self, *words, rows=24, env=None, status=0):
        """What stands on a terminal of this height."""
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, 80, 0, 0))
        given = ctl.environment() | {"TERM": "xterm", "PAGER": "cat"} | (env or {})
        given = {key: value for key, value in given.items() if value is not None}
        process = subprocess.Popen([ctl.PROGRAM, *words], stdin=theirs, stdout=theirs, stderr=theirs, env=given, start_new_session=True)
        os.close(theirs)
        shown, end = b"", time.monotonic() + 60
        while time.monotonic() < end:
            if not select.select([ours], [], [], 0.1)[0]:
                continue
            try:
                got = os.read(ours, 65536)
            except OSError:
                break
            if not got:
                break
            shown += got
        os.close(ours)
        self.assertEqual(process.wait(30), status, shown)
        return shown.decode()

    def test_watch_repeats_no_titles_in_a_pipe(self):
        store = self.fresh()
        self.hold(store, "before")
        watching = subprocess.Popen([ctl.PROGRAM, "--store", store, "watch", "locks", "--fail-on", "name:last"], text=True,
                                    stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, env=ctl.environment())
        self.assertIn("Watching locks", watching.stdout.readline())
        shown = [watching.stdout.readline(), watching.stdout.readline()]
        self.assertTrue(shown[1].startswith("before "), shown)
        for name in ("second", "a-much-longer-name-of-a-lock", "last"):
            self.hold(store, name)
            while not shown[-1].startswith(name + " "):
                shown.append(watching.stdout.readline())
                self.assertTrue(shown[-1], shown)
        self.assertEqual(watching.wait(60), 3)
        watching.stdout.close()
        self.assertEqual([line for line in shown if line.startswith("NAME ")], shown[:1], shown)
        self.assertEqual([line for line in shown if not line.strip()], [], shown)

    def test_watch_repeats_its_titles_once_per_screen(self):
        store, rows, lines = self.fresh(), 10, 40
        program = ("import subprocess,sys\nctl, store = sys.argv[1:]\nfor n in range(%d):\n    subprocess.run([ctl, '--store', store, 'lock', 'acquire', f'n{n}', "
                   "'--owner', 'o', '--lease', '1h'], check=True, stdout=subprocess.DEVNULL)\n" % lines)
        holding = subprocess.Popen([sys.executable, "-c", program, ctl.PROGRAM, store], env=ctl.environment())
        shown = self.at_terminal("--store", store, "watch", "locks", "--fail-on", f"name:n{lines - 1}", rows=rows, status=3)
        self.assertEqual(holding.wait(60), 0)
        titles = [number for number, line in enumerate(shown.splitlines()) if "NAME" in line and "OWNER" in line]
        self.assertGreaterEqual(len(titles), 3, shown)
        # Rows that came together are one table, whatever the terminal's height.
        for former, later in zip(titles, titles[1:]):
            self.assertGreaterEqual(later - former, rows - 1, shown)

    def test_global_options_stand_anywhere(self):
        self.hold(self.store, "anywhere")
        for words in (["list", "locks", "name:anywhere", "--store", self.store, "--json"], ["list", "--json", "locks", "--store=" + self.store],
                      ["--json", "list", "locks", "--store", self.store, "--timeout", "3s"],
                      ["lock", "show", "--store", self.store, "--json", "anywhere", "--read-only"]):
            self.assertIn('"name":"anywhere"', self.people(*words).stdout, words)
        self.people("lock", "acquire", "n", "--owner", "o", "--lease", "1s", "--store", self.store, "--read-only", status=8)

    def test_values_and_words_behind_dashes_are_no_options(self):
        done = ctl.run(self.store, "lock", "acquire", "--owner", "--read-only", "--lease", "30s", "--", "--json")
        self.assertEqual((done.status, done.lines[0]["name"], done.lines[0]["owner"]), (0, "--json", "--read-only"))
        done = self.people("--store", self.store, "outbox", "add", "t", "--payload", "--json")
        self.assertFalse(done.stdout.startswith("{"), done)
        done = self.people("--store", self.store, "guard", "run", "g", "--guard", "none", "--", "echo", "--json", "--store", "x", "-o", "wide")
        self.assertEqual(done.stdout, "--json --store x -o wide\n")
        # -o before a colon is the beginning of a filter.
        self.assertEqual(ctl.run(self.store, "list", "locks", "-owner:--read-only").status, 0)

    def test_formats(self):
        store = self.fresh()
        self.hold(store, LONG)
        self.hold(store, "b", owner="ann")
        table = self.people("--store", store, "list", "locks").stdout
        self.assertNotIn(LONG, table)
        self.assertRegex(table, r"orders-x+\.\.\. ")
        wide = self.people("--store", store, "list", "locks", "-o", "wide").stdout
        self.assertIn(LONG, wide)
        self.assertRegex(wide, r"\b2\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\b")
        array = json.loads(self.people("--store", store, "list", "locks", "--output", "json").stdout)
        lines = [json.loads(line) for line in self.people("--store", store, "list", "locks", "-o=jsonl").stdout.splitlines()]
        self.assertEqual([(one["type"], one.get("name")) for one in array], [(one["type"], one.get("name")) for one in lines])
        self.assertEqual(json.loads(self.people("--store", store, "list", "locks", "state:fre", "-o", "json", status=2).stdout)[0]["kind"], "usage")
        self.assertIn("Did you mean wide?", self.people("list", "locks", "-o", "wid", status=2).stderr)

    def test_columns_order_and_headers(self):
        store = self.fresh()
        for name, owner in (("b", "x"), ("a", "z"), ("c", "y")):
            self.hold(store, name, owner)
        words = ("--store", store, "list", "locks", "--no-headers")
        self.assertEqual(self.people(*words, "--columns", "owner,name", "--sort", "owner").stdout, "x  b\ny  c\nz  a\n")
        self.assertEqual(self.people(*words, "--columns", "NAME", "--sort", "-name").stdout, "c\nb\na\n")
        self.assertEqual(self.people("--store", store, "list", "locks", "--columns=token", "name:a").stdout, "TOKEN\n1\n1 row\n")
        done = self.people(*words, "--columns", "nam", status=2)
        self.assertIn("Did you mean NAME?", done.stderr)
        self.assertNotIn("TOPIC", done.stderr)
        self.people("--json", *words, status=2)

    def test_times_for_people(self):
        store = self.fresh()
        self.hold(store, "short", lease="300ms")
        deadline = time.monotonic() + 30
        while ctl.run(store, "lock", "show", "short").lines[0]["state"] != "expired":
            self.assertLess(time.monotonic(), deadline)
        self.assertRegex(self.people("--store", store, "list", "locks").stdout, r"expired \d+ s ago")
        self.people("--store", store, "outbox", "add", "t", "--payload", "1")
        backlog = self.people("--store", store, "outbox", "backlog").stdout
        self.assertRegex(backlog, r"in_rate: \d+\.\d\d ")
        added = self.people("--store", store, "outbox", "add", "t", "--payload", "1").stdout
        self.assertRegex(added, r"created: 2\d{3}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
        self.assertNotRegex(added, r"(?<![0-9a-f])\d{16}(?![0-9a-f])")
        self.assertNotIn(" us", self.people("--store", store, "clock").stdout)

    def test_empty_answers_are_alike(self):
        store = self.fresh()
        for words, status in ((["list", "locks"], 0), (["list", "tasks"], 0), (["list", "outbox"], 0), (["list", "workers"], 0),
                              (["list", "waiters"], 0), (["list", "fences"], 0), (["list", "audit"], 0), (["sandbox", "list"], 0),
                              (["findings"], 0), (["task", "claim", "k", "p", "--owner", "o"], 3), (["outbox", "claim", "--owner", "o"], 3),
                              (["outbox", "retry-dead"], 3), (["lock", "show", "none"], 3), (["task", "show", "none"], 3),
                              (["message", "show", "none"], 3), (["worker", "show", "none"], 3), (["draw", "results", "none"], 3)):
            done = self.people("--store", store, *words, status=status)
            self.assertEqual(done.stdout, "", words)
            self.assertNotEqual(done.stderr, "", words)
            lines = [json.loads(line) for line in self.people("--store", store, "--json", *words, status=status).stdout.splitlines()]
            self.assertEqual([(one["type"], one["rows"]) for one in lines], [("end", 0)], words)

    def test_one_rule_for_words(self):
        store = self.fresh()
        self.hold(store, "one")
        for words in ("lock list", "list lock", "locks list", "list locks"):
            self.assertIn("one", self.people("--store", store, *words.split()).stdout, words)
        for words in ("list message", "list messages", "messages list", "message list", "outbox list", "list worker", "worker list",
                      "workers list", "task list", "list task", "audit list", "fence list", "list fence", "waiter list", "list sandbox",
                      "sandboxes list", "list findings", "finding list", "message backlog", "list scenarios", "lesson list"):
            self.assertIn(self.people("--store", store, *words.split(), status=0).returncode, (0,), words)
        self.assertIn("one", self.people("--store", store, "show", "lock", "one").stdout)
        done = ctl.run(store, "lock", "force-unlock", "one", "--if-owner", "me", "--if-token", "1", "--reason", "r")
        self.assertEqual((done.status, done.lines[0]["op"]), (0, "force-release"))

    def test_a_printed_line_without_a_reason_can_be_run(self):
        store = self.fresh()
        self.hold(store, "one")
        self.people("--store", store, "lock", "force-release", "one", "--if-owner", "me", "--if-token", "1", "--reason", "", status=2)
        self.expect_released(store, "lock force-release one --if-owner me --if-token 1 --reason=-")
        row = ctl.run(store, "list", "audit").of("row")[0]
        self.assertEqual((row["reason"], row["command"]), (None, "lockdeskctl lock force-release one --if-owner me --if-token 1 --reason=-"))
        self.hold(store, "one")
        again = row["command"].replace("--if-token 1", "--if-token 3")
        self.expect_released(store, again.removeprefix("lockdeskctl "))

    def expect_released(self, store, line):
        done = ctl.run(store, *line.split())
        self.assertEqual((done.status, done.lines[0]["result"]), (0, "released"), done)

    def test_help_and_version(self):
        self.assertRegex(self.people("version").stdout, r"^lockdeskctl \d")
        self.assertIn("Usage: lockdeskctl [OPTIONS] lock acquire", self.people("help", "lock", "acquire").stdout)
        self.assertIn("Usage: lockdeskctl [OPTIONS] list locks", self.people("help", "lock", "list").stdout)
        self.assertIn("lock release", self.people("help", "lock").stdout)
        self.assertEqual(self.people("help").stdout, self.people("--help").stdout)
        self.assertIn("Did you mean locks?", self.people("list", "lokcs", status=2).stderr)
        self.assertIn("Did you mean clock?", self.people("help", "clok", status=2).stderr)
        done = self.people("list", "locks", "--stroe", "memory:S3CRET", status=2)
        self.assertIn("--stroe", done.stderr)
        self.assertIn("Did you mean --store?", done.stderr)
        self.assertNotIn("S3CRET", done.stderr)
        done = self.people("lock", "acquire", "orders", "--onwer", "me", "--lease", "30s", status=2)
        self.assertIn("Unknown option --onwer. Did you mean --owner?", done.stderr)
        self.assertIn("Unknown command 'lock acqire'. Use one of: acquire, ", self.people("lock", "acqire", status=2).stderr)

    def test_values_that_cannot_be(self):
        for words, there in ((["list", "locks", "state:fre"], "free, held"), (["list", "outbox", "kind:x"], "topic"),
                             (["list", "locks", "-phase:x"], "owner"), (["watch", "locks", "topic:x", "--for", "1s"], "owner"),
                             (["list", "waiters", "state:gone"], "waiting")):
            done = self.people("--store", self.store, *words, status=2)
            self.assertIn(there, done.stderr, words)

    def test_pager_and_colours(self):
        store = self.fresh()
        for n in range(40):
            self.hold(store, f"{HOSTILE}{n}")
        words = ("--store", store, "list", "locks")
        saved, seen = os.path.join(self.folder.name, "paged"), os.path.join(self.folder.name, "less")
        pager = {"PAGER": f"cat > {saved}; printf %s \"$LESS\" > {seen}"}

        def paged(*more, rows=24, env=None):
            for file in (saved, seen):
                if os.path.exists(file):
                    os.remove(file)
            screen = self.at_terminal(*words, *more, rows=rows, env=pager | (env or {}))
            if not os.path.exists(saved):
                return screen, None, None
            with open(saved, encoding="utf-8") as text, open(seen, encoding="utf-8") as less:
                return screen, text.read(), less.read()

        screen, text, less = paged()
        self.assertEqual((screen, less, text.count("\n")), ("", "FRX", 42))
        self.assertIn("\x1b[32mheld\x1b[0m", text)
        _, text, less = paged(env={"NO_COLOR": "1"})
        self.assertEqual(less, "FX")  # no escapes pass
        self.assertNotIn("\x1b", text)
        _, _, less = paged(env={"LESS": "-S"})
        self.assertEqual(less, "-S")
        for more in ({"rows": 100}, {"env": {"PAGER": ""}}):
            self.assertIsNone(paged(**more)[1], more)
        screen, text, _ = paged("--no-pager")
        self.assertIsNone(text)
        without_colours = re.sub("\x1b\\[\\d*m", "", screen)
        self.assertNotIn("\x1b", without_colours)
        self.assertIn("a\\x1b[2Jb\\u202e7", without_colours)
        self.assertEqual(paged(env={"PAGER": "/nonexistent/pager"})[0].count("held"), 40)
        self.assertNotIn("\x1b", self.people(*words).stdout)
        self.assertNotIn("\x1b", self.at_terminal(*words, env={"TERM": "dumb"}))

    def test_a_connection_is_chosen_once(self):
        config = os.path.join(self.folder.name, "config")
        env = {"XDG_CONFIG_HOME": config}
        store = self.fresh()
        self.hold(store, "chosen")
        done = self.people("use", env=env)
        self.assertEqual(done.stdout, "")
        self.people("list", "locks", env=env, status=2)
        done = self.people("use", "here", "--url", store, env=env)
        self.assertIn("chosen", self.people("list", "locks", env=env).stdout)
        self.assertIn("here", self.people("use", env=env).stdout)
        self.people("use", "other", "--url", "postgresql://me:S3CRET@h/db", env=env)
        done = self.people("--json", "use", env=env)
        self.assertEqual(json.loads(done.stdout)["name"], "other")
        self.assertNotIn("S3CRET", done.stdout)
        self.assertIn("Did you mean here?", self.people("use", "heer", env=env, status=2).stderr)
        self.people("use", "@here", env=env)
        # --store and the variable precede it.
        self.assertNotIn("chosen", self.people("list", "locks", env=env | {"LOCKDESK_STORE": self.store}).stdout)
        self.assertNotIn("chosen", self.people("list", "locks", "--store", self.store, env=env).stdout)
        self.assertEqual(self.people("list", "connections", "--no-headers", env=env).stdout.count("\n"), 2)
        for name in os.listdir(os.path.join(config, "lockdesk")):
            path = os.path.join(config, "lockdesk", name)
            self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), 0o600, name)
            with open(path, encoding="utf-8") as file:
                self.assertNotIn("S3CRET", file.read())
        # What everybody can write chooses no store.
        os.chmod(os.path.join(config, "lockdesk", "connections.json"), 0o666)
        self.assertIn("chmod", self.people("list", "locks", env=env, status=2).stderr)
        os.chmod(os.path.join(config, "lockdesk", "connections.json"), 0o600)
        self.people("use", "--none", env=env)
        self.people("list", "locks", env=env, status=2)

    def test_headers_of_one_receiver_are_not_sent_to_another(self):
        worker = os.path.join(os.path.dirname(ctl.PROGRAM), "lockdesk-worker")
        env = ctl.environment() | {"LOCKDESK_RECEIVER_HEADERS": "Authorization: Bearer S3CRET"}
        done = subprocess.run([worker, "--store", self.store, "--role", "relay", "--receiver", "http://127.0.0.1:1/a", "--also",
                               "relay --receiver http://127.0.0.1:1/b"], env=env, capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 2, done)
        self.assertIn("LOCKDESK_RECEIVER_HEADERS", done.stderr)
        self.assertNotIn("S3CRET", done.stderr)

    def test_what_is_missing_prints_nothing_on_standard_output(self):
        store = self.fresh()
        for words, status, said in (("record get no", 3, "There is no record no."), ("fence show no", 3, "No token has been shown to no."),
                                    ("sandbox drop no", 3, "There is no sandbox no."), ("task remove no", 3, "There is no task no."),
                                    ("outbox collect", 0, "Removed 0 messages."), ("task collect", 0, "Removed 0 tasks."),
                                    ("lock collect --older-than 7d", 0, "Removed 0 locks."), ("collect", 0, "Removed 0 workers.")):
            done = self.people("--store", store, *words.split(), status=status)
            self.assertEqual(done.stdout, "", words)
            self.assertIn(said, done.stderr, words)

    def test_saved_connections_that_are_no_file(self):
        with tempfile.TemporaryDirectory() as home:
            os.makedirs(os.path.join(home, "lockdesk", "connections.json"))
            for words in (("use",), ("use", "b", "--url", self.store), ("--store", "@b", "list", "locks")):
                self.assertIn("are not in a file", self.people(*words, status=2, env={"XDG_CONFIG_HOME": home}).stderr)

    def test_show_names_what_it_shows(self):
        for words, said in (("show", "'show' needs a subcommand. Use one of: fence, lock, outbox, task, worker."),
                            ("show a", "Unknown command 'show a'. Use one of: fence, lock, outbox, task, worker.")):
            self.assertIn(said, self.people("--store", self.store, *words.split(), status=2).stderr)
        for words in (("help", "show"), ("show", "--help")):
            self.assertIn("lock show", self.people(*words).stdout)
        self.assertIn("There is no lock a.", self.people("--store", self.store, "show", "lock", "a", status=3).stderr)

    def test_tasks_that_ended_are_never_due(self):
        store = self.fresh()
        for line in ("task rule k end --final", "task add k --id d --phase end"):
            self.assertEqual(ctl.run(store, *line.split()).status, 0, line)
        self.assertIn("lock_timeout: forever", self.people("--store", store, "task", "rule", "k", "end", "--final").stdout)
        row = self.people("--store", store, "list", "tasks", "--no-headers", "--columns", "STATE,DUE").stdout
        self.assertEqual(row.split(), ["done", "never"])
        self.assertEqual(ctl.run(store, "task", "add", "k", "--id", "e", "--phase", "Ready").status, 0)
        row = self.people("--store", store, "list", "tasks", "id:e", "--no-headers", "--columns", "STATE,DUE").stdout
        self.assertEqual(row.split(), ["due", "-"])
        self.assertEqual(ctl.run(store, "task", "retry", "d").of("row")[0]["state"], "due")
        self.assertEqual(ctl.run(store, "task", "claim", "k", "end", "--owner", "w").status, 0)

    def test_a_step_on_a_task_without_owner_says_so(self):
        store = self.fresh()
        self.assertEqual(ctl.run(store, "task", "add", "k", "--id", "t", "--phase", "p").status, 0)
        step = ("--store", store, "task", "advance", "t", "--owner", "o", "--token", "1", "--to", "q")
        self.assertIn("refused, no owner holds it", self.people(*step, status=4).stdout)
        self.assertEqual(ctl.run(store, "task", "claim", "k", "p", "--owner", "w").status, 0)
        self.assertIn("refused, another owner holds it", self.people(*step, status=4).stdout)

    def test_a_lessons_steps_are_indented(self):
        shown = self.people("--store", self.fresh(), "scenario", "run", "lost-update", "--variant", "with-version").stdout.splitlines()
        steps = [line for line in shown if line.startswith(" ")]
        self.assertTrue(steps, shown)
        self.assertFalse([line for line in shown if "\\x20" in line], shown)


if __name__ == "__main__":
    ctl.main()
