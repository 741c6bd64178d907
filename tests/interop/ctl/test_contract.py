# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The interface for scripts: exit statuses, keys, words."""

import json
import os
import sqlite3
import subprocess
import unittest

import ctl
from ctl import servers

LONG = "é" * 100 + "x"  # 201 bytes

# Exit status 2, kind usage, without contacting the store.
BAD = [
    ["lock", "acquire", "a", "--owner", "o"],
    ["lock", "acquire", "a", "--lease", "30s"],
    ["lock", "acquire", "--owner", "o", "--lease", "30s"],
    ["lock", "acquire", "a", "b", "--owner", "o", "--lease", "30s"],
    ["lock", "acquire", "", "--owner", "o", "--lease", "30s"],
    ["lock", "acquire", LONG, "--owner", "o", "--lease", "30s"],
    ["lock", "acquire", "a", "--owner", LONG, "--lease", "30s"],
    ["lock", "acquire", "a", "--owner", "", "--lease", "30s"],
    ["lock", "acquire", "a", "--owner=", "--lease", "30s"],
    ["lock", "acquire", "a", "--owner", "o", "--lease", "30"],
    ["lock", "acquire", "a", "--owner", "o", "--lease", "299ms"],
    ["lock", "acquire", "a", "--owner", "o", "--lease", "0"],
    ["lock", "acquire", "a", "--owner", "o", "--lease", "-30s"],
    ["lock", "acquire", "a", "--owner", "o", "--lease", "30s", "--wait", "5"],
    ["lock", "acquire", "a", "--owner", "o", "--lease", "30s", "--request", ""],
    ["lock", "acquire", "a", "--owner", "o", "--lease", "30s", "--bogus"],
    ["lock", "acquire", "a", "--owner", "o", "--owner", "p", "--lease", "30s"],
    ["lock", "acquire", b"\xff", "--owner", "o", "--lease", "30s"],
    ["lock", "acquire", "a", "--owner", b"o\xc3", "--lease", "30s"],
    ["lock", "renew", "a", "--owner", "o", "--token", "-1", "--lease", "30s"],
    ["lock", "renew", "a", "--owner", "o", "--token", "1.5", "--lease", "30s"],
    ["lock", "renew", "a", "--owner", "o", "--token", "x", "--lease", "30s"],
    ["lock", "renew", "a", "--owner", "o", "--token", "9223372036854775808", "--lease", "30s"],
    ["lock", "release", "a", "--owner", "o", "--token", ""],
    ["lock", "release", "a", "--owner", "o"],
    ["lock", "release", "a", "--owner", "o", "--token", "1", "--at-least", "10"],
    ["lock", "force-release", "a", "--if-owner", "o", "--if-token", "1"],
    ["lock", "force-release", "a", "--if-owner", "o", "--if-token", "1", "--reason", ""],
    ["lock", "force-release", "a", "--if-owner", "o", "--if-token", "1", "--reason", "r", "--if-expires", "soon"],
    ["lock", "end-hold-off", "a"], ["lock", "end-hold-off", "a", "--reason", ""],
    ["lock", "end-hold-off", "a", "--reason", "r", "--if-until", "soon"],
    ["lock"], ["lock", "frob"], ["frob"], ["--bogus", "clock"],
    ["list"], ["list", "things"],
    ["list", "locks", "--limit", "0"], ["list", "locks", "--limit", "-1"], ["list", "locks", "--limit", "x"],
    ["list", "locks", "stat:x"], ["list", "locks", "name:"], ["list", "locks", ":x"], ["list", "locks", "bare"],
    ["list", "locks", ""], ["list", "tasks", "age>5m"],
    ["fence", "admit", "a"], ["fence", "admit", "a", "--token", "-1"], ["fence", "show"],
    ["task", "add", "k"], ["task", "add", "k", "--id", "t"], ["task", "add", "k", "--phase", "p"],
    ["task", "add", "k", "--id", "t", "--phase", "p", "--payload", "{"],
    ["task", "add", "k", "--id", "t", "--phase", "p", "--desired", "Gone"],
    ["task", "add", "k", "--id", LONG, "--phase", "p"],
    ["task", "claim", "k", "p"], ["task", "claim", "k", "p", "--owner", "o", "--limit", "0"],
    ["task", "claim", "k", "p", "--owner", "o", "--strategy", "magic"],
    ["task", "claim", "k", "p", "--owner", "o", "--claim-id", ""],
    ["task", "relock", "t", "--owner", "o", "--token", "1", "--wait", "1s", "--progressive"],
    ["task", "relock", "t", "--force", "--if-owner", "o", "--if-token", "1", "--wait", "1s"],
    ["task", "relock", "t", "--if-owner", "o", "--if-token", "1", "--wait", "1s", "--reason", "r"],
    ["task", "advance", "t", "--owner", "o", "--token", "1"],
    ["task", "rule", "k", "p"], ["task", "rule", "k", "p", "--lock-timeout", "30"],
    ["backoff"], ["backoff", "--waited"], ["backoff", "--waited", "5"], ["backoff", "--waited", "-1s"],
    ["backoff", "--waited", "1s", "--policy", "none"],
    ["record", "put", "r"], ["record", "update", "r", "--value", "1"], ["record", "get"],
    ["record", "put", "r", "--value", "1", "--version-by", "luck"],
    ["outbox", "add", "t"], ["outbox", "add", LONG, "--payload", "1"],
    ["worker", "pause"], ["worker", "slow", "5", "w"],
    ["clock", "advance", "1s"], ["clock", "set", "0"], ["clock", "rate", "1"],
    ["--sandbox", "Not OK", "list", "locks"], ["--timeout", "5", "list", "locks"], ["--timeout", "0", "list", "locks"],
    ["init", "--print", "--drop"], ["completion", "tcsh"], ["batch", "/nonexistent/file"],
    ["draw", "open", "e"], ["lead", "l"], ["scenario"], ["scenario", "check"], ["scenario", "frob"], ["scenario", "run"],
    ["record-file"], ["replay", "f"], ["verify", "f"],
    ["doctor"],
]

# An option that does not fit what stands beside it is refused, and not ignored.
BAD += [["guard", "run", "g", "--guard", *words, "--", "true"] for words in (
    ["named", "--at-least", "1s"], ["named", "--at-most", "10s"], ["skip-locked", "--once-per", "1h"], ["none", "--at-most", "10s"],
    ["none", "--wait", "1s"], ["redlock", "--at-least", "1s"], ["watchdog", "--at-most", "10s", "--at-least", "20s"],
    ["fixed", "--once-per", "0"], ["fixed", "--once-per", "forever"], ["fixed", "--once-per", "1h", "--at-least", "1s"],
    ["fixed", "--cron", "* * * * * *", "--skip-ok"], ["fixed", "--fixed-delay", "1s", "--status-from", "64"],
    ["fixed", "--status-from", "8"], ["fixed", "--status-from", "128"], ["fixed", "--count", "2"])]
BAD += [["outbox", "relay", "--receiver", "exec:true", *words] for words in (
    ["--lock", "l"], ["--guard", "named", "--lease", "10s"],
    ["--guard", "named", "--at-least", "1s"], ["--guard", "fixed", "--at-most", "10s", "--at-least", "20s"],
    ["--guard", "skip-locked-rows", "--guard-store", "redis://h"], ["--fail-on-dead"], ["--header", "A: b"])]
BAD += [["outbox", "relay", "--receiver", "http://127.0.0.1:1/", "--header", header] for header in ("", "A", "A:", "@/nonexistent/file")]
BAD += [
    ["guard", "run", "g", "--guard", "fixed", "--cron", "* * * * * *"],
    ["list", "locks", "state:fre"], ["list", "tasks", "state:dead"], ["list", "outbox", "-state:held"], ["worker", "list", "state:x"],
    ["watch", "locks", "state:fre"], ["watch", "all", "--fail-on", "state:fre"], ["watch", "findings", "state:held"],
    ["session", "lock", "s", "--owner", "o"],
    ["record", "put", "r", "--value", "1", "--owner", "o"], ["draw", "consume", "e", "--token", "1", "--lease", "10s"],
    ["replay", "f", "--at", "1", "--speed", "2"], ["scenario", "run", "--again", "f", "--seed", "2"],
]

ERROR_KEYS = {"v", "type", "store_us", "kind", "code", "statement", "retryable", "message"}
KEYS = {
    "lock": {"op", "name", "source", "result", "owner", "token", "holds", "extended", "acquired_us", "expires_us", "holder"},
    "schema": {"version", "created"},
    "capabilities": {"store", "version", "source", "resolution_us", "fence", "durable_tokens", "max_name_bytes", "waiters",
                     "hints", "batch_claim", "session_locks"},
    "clock": {"offset_us", "uncertainty_us", "sandbox", "rate"},
    "sandbox": {"id"},
    "preview": {"commands", "wakes", "may_run_twice", "protection"},
    "end": {"rows", "truncated", "about"},
    "fence": {"resource", "result", "max_token", "refusals"},
    "task": {"id", "kind", "phase", "desired_state", "owner", "token", "claim_id", "locked_at_us", "updated_at_us", "due_us",
             "claims", "takeovers", "failures", "result", "wait_us"},
    "rule": {"kind", "phase", "lock_timeout_us", "backoff", "max_failures"},
    "backoff": {"waited_us", "wait_us"},
    "record": {"id", "result", "version", "value"},
    "message": {"id", "topic", "state", "tries", "next_us"},
    "backlog": {"pending", "oldest_us", "in_rate", "out_rate", "dead"},
    "error": ERROR_KEYS,
}
LOCK_ROW = {"source", "name", "owner", "token", "holds", "state", "acquired_us", "expires_us", "remaining_us", "waiters", "raw"}

SESSION = """
0 init
0 capabilities
0 clock
0 lock acquire a --owner -o --lease 30s
0 lock acquire renew --owner [x] --lease forever
0 lock show renew
0 lock renew a --owner -o --token 1
0 lock force-release a --if-owner -o --if-token 1 --reason {} --preview
0 lock force-release a --if-owner -o --if-token 1 --reason {}
0 lock acquire cools --owner -o --lease 30s
0 lock force-release cools --if-owner -o --if-token 1 --reason {} --hold-off 1h
0 lock end-hold-off cools --reason {} --preview
4 lock end-hold-off cools --reason {} --if-token 1
0 lock end-hold-off cools --reason {} --if-token 2
4 lock end-hold-off cools --reason {}
4 lock end-hold-off never --reason {}
4 fence admit a --token 1
0 fence show a
3 fence show never
0 list locks -state:free
0 list locks state:held name~RENEW --limit 1
0 list fences
0 list audit
0 task rule k p --lock-timeout 30s --backoff exponential --max-failures 3
0 task add k --id t1 --phase p --payload {}
3 task add k --id t1 --phase p
0 task add k --id t2 --phase p --desired Stopped
0 task claim k p --owner w --claim-id c --limit 5
0 task claim k p --owner w --claim-id c --limit 5
3 task claim k p --owner w
0 task extend t1 --owner w --token 1
4 task unlock t1 --owner v --token 1
4 task unlock t1 --owner w --token 0
0 task fail t1 --owner w --token 1 --error {}
4 task advance t1 --owner w --token 1 --to q
0 task advance t2 --owner w --token 1 --to q --desired Running
3 task unlock t9 --owner w --token 1
0 task relock t2 --force --if-owner '' --if-token 1 --wait 90s --reason r
4 task relock t2 --force --if-owner '' --if-token 1 --wait 90s --reason r
0 task rule often p --lock-timeout 30s --max-failures 1
0 task add often --id f1 --phase p
0 task claim often p --owner w
0 task fail f1 --owner w --token 1 --error {}
0 list tasks state:failed
0 task retry f1
3 task retry f1
3 task retry t2
3 task retry t9
2 task rule often end
0 task rule often end --final
0 task add often --id e1 --phase end
3 task claim often end --owner w
0 list tasks state:done
3 task claim often end --owner w --lock-timeout 300ms
0 task retry e1
0 task claim often end --owner w
4 task remove e1
2 task remove e1 --if-owner w
2 task remove e1 --if-owner w --if-token 1 
4 task remove e1 --if-owner w --if-token 99 --reason r
0 task remove e1 --if-owner w --if-token 2 --reason r --preview
0 task remove e1 --if-owner w --if-token 2 --reason r
3 task remove e1
0 task add often --id e2 --phase end
0 task add often --id e3 --phase end
0 task remove e2 e3 --dry-run
3 task remove e2 never
0 task remove e3 --yes --reason 'no use'
0 task collect --older-than 1h
0 list tasks id:t2
0 task list id:t2
0 task show t2
3 task show never
0 record put r --value [1]
0 record update r --if-version 1 --value -1
3 record update r --if-version 1 --value 3
0 record get r --bump-on-read
3 record get never
0 outbox add mail --payload {} --id m1
3 outbox add mail --payload {} --id m1
0 outbox backlog
0 list outbox topic:mail
0 outbox backlog --topic mail
3 outbox claim --owner w --topic sms
3 outbox retry-dead m1
3 worker pause nobody
0 worker list
0 backoff --waited 1s
0 sandbox create lesson
0 --sandbox lesson clock rate 0
0 --sandbox lesson clock set 2026-01-01T00:00:00Z
0 --sandbox lesson clock advance 30s
0 --sandbox lesson list locks
0 sandbox list
0 sandbox drop lesson
3 sandbox drop lesson
0 lock collect --older-than 1h
0 init --print
0 init --drop
5 list locks
"""


class Contract(ctl.Stores):
    def test_bad_input(self):
        port = servers.free_port()  # nobody listens: contacting it would give 5
        for words in BAD:
            done = ctl.run(f"redis://127.0.0.1:{port}/0", *words)
            self.assertEqual(done.status, 2, f"{words}: {done}")
            self.assertEqual(len(done.lines), 1, words)
            self.assertEqual(set(done.lines[0]), ERROR_KEYS, words)
            self.assertEqual((done.lines[0]["type"], done.lines[0]["kind"], done.lines[0]["store_us"]),
                             ("error", "usage", None), words)
            self.assertEqual(done.errors, "", words)
        for words in (["list", "locks"], ["--store", "nonsense", "list", "locks"], ["--store", "@nobody", "list", "locks"]):
            self.assertEqual(ctl.run(None, *words).status, 2, words)

    def test_what_was_meant(self):
        for words, meant in (("lcok", "lock"), ("lock aquire a", "acquire"), ("lock acquire a --onwer o --lease 30s", "--owner"),
                             ("list lokcs", "locks"), ("list locks state:fre", "free"), ("list outbox state:ded", "dead"),
                             ("watch lokcs", "locks")):
            message = ctl.run("memory:x", *words.split()).lines[0]["message"]
            self.assertIn(f"Did you mean {meant}?", message, words)
        self.assertNotIn("Did you mean", ctl.run("memory:x", "frobnicate").lines[0]["message"])

    def test_statuses_and_keys(self):
        import shlex
        for kind, url in self.some():
            for line in SESSION.strip().splitlines():
                status, command = line.split(None, 1)
                done = self.expect(int(status), url, *shlex.split(command))
                for one in done.lines:
                    self.assertLessEqual(KEYS.get(one["type"], set()), set(one), f"{kind}: {command}: {one}")
                    if one["type"] == "row":
                        self.assertLessEqual({"entity", "key", "state"}, set(one), command)
                        self.assertIsInstance(one["store_us"], int)
                    if one["type"] == "row" and one["entity"] == "lock":
                        self.assertLessEqual(LOCK_ROW, set(one), command)
                    if one["type"] == "row" and one["entity"] == "task":
                        self.assertLessEqual(KEYS["task"], set(one), command)
                    if one["type"] in ("lock", "task", "fence", "record", "message", "end", "clock", "sandbox"):
                        self.assertIsInstance(one["store_us"], int, f"{kind}: {command}")
            self.assertIn("init", done.lines[0]["message"])
            self.expect(0, url, "init")

    def test_backoff(self):
        done = self.expect(0, None, "backoff", "--waited", *"0 1s 1001ms 10s 30s 60s 120s 120001ms 3m".split())
        self.assertEqual([line["wait_us"] for line in done.lines],
                         [0, 100000, 101000, 1000000, 3000000, 6000000, 12000000, 30000000, 30000000])
        for line in self.expect(0, None, "backoff", "--waited", "1s", "--waited", "3m", "--policy", "exponential").lines:
            self.assertTrue(0 <= line["wait_us"] <= min(line["waited_us"], 30_000_000))

    def test_task_lines(self):
        for _, url in self.each():
            good = '{"kind":"lines","id":"l%d","phase":"p","payload":{"n":%d},"later":1}\n'
            for bad in ("nonsense", "[]", '{"kind":"lines","id":"x"}', '{"kind":"lines","id":"","phase":"p"}',
                        '{"kind":"lines","id":"x","phase":"p","desired_state":"Gone"}', '{"kind":1,"id":"x","phase":"p"}'):
                data = (good % (1, 1) + good % (2, 2) + bad + "\n").encode()
                done = self.expect(2, url, "task", "add", "-", data=data)
                self.assertIn("line 3", done.lines[0]["message"])
            self.assertEqual(self.expect(0, url, "list", "tasks", "kind:lines").of("row"), [])
            done = self.expect(0, url, "task", "add", "-", data=(good % (1, 1) + "\n" + good % (2, 2)).encode())
            self.assertEqual([(one["type"], one["rows"], one["truncated"], one["about"]) for one in done.lines],
                             [("end", 2, False, None)])
            done = self.expect(3, url, "task", "add", "-", data=(good % (2, 9) + good % (3, 3)).encode())
            self.assertEqual(done.lines[0]["rows"], 1)
            rows = {row["id"]: row["payload"] for row in self.expect(0, url, "list", "tasks", "kind:lines").of("row")}
            self.assertEqual(rows, {"l1": {"n": 1}, "l2": {"n": 2}, "l3": {"n": 3}})

    def test_truncated_list(self):
        for _, url in self.each():
            for i in range(3):
                self.expect(0, url, "lock", "acquire", f"many-{i}", "--owner", "o", "--lease", "60s")
            end = self.expect(0, url, "list", "locks", "name~many-", "--limit", "2").lines[-1]
            self.assertEqual((end["rows"], end["truncated"]), (2, True))
            end = self.expect(0, url, "list", "locks", "name~many-", "--limit", "3").lines[-1]
            self.assertEqual((end["rows"], end["truncated"], end["about"]), (3, False, None))

    def test_read_only(self):
        writes = ["lock acquire ro --owner o --lease 30s", "fence admit ro --token 1", "task add k --id ro --phase p",
                  "record put ro --value 1", "outbox add t --payload 1", "task rule k p --lock-timeout 1s", "init --drop"]
        for kind, url in self.each():
            for command in writes:
                done = self.expect(8, url, "--read-only", *command.split())
                self.assertEqual(done.lines[0]["kind"], "read_only", kind)
            self.expect(0, url, "--read-only", "list", "locks")
            self.expect(3, url, "--read-only", "lock", "show", "ro")

    def test_unsupported(self):
        for _, url in self.each():
            self.assertEqual(self.expect(7, url, "--source", "liquibase", "list", "locks").lines[0]["kind"], "unsupported")
        self.expect(5, "redlock://127.0.0.1:1,127.0.0.1:2,127.0.0.1:3", "list", "locks")

    def test_a_killed_program_leaves_no_shared_memory(self):
        env = ctl.environment()
        env.pop("MONGOC_DISABLE_SHM")
        process = subprocess.Popen([ctl.PROGRAM, "--store", "memory:x", "--json", "batch", "-"], stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, env=env)
        process.stdin.write(b"clock\n")
        process.stdin.flush()
        self.assertIn(b"clock", process.stdout.readline())
        process.kill()
        process.communicate()
        self.assertEqual([name for name in os.listdir("/dev/shm") if name.endswith(f"-{process.pid}")], [])

    def test_missing_schema(self):
        fresh = {"sqlite": "sqlite://" + os.path.join(self.folder.name, "fresh.db")}
        if "postgresql" in self.servers:
            self.servers["postgresql"].sql("create database fresh")
            fresh["postgresql"] = self.urls["postgresql"].replace("/postgres", "/fresh").replace("//fresh", "//postgres")
        if "mariadb" in self.servers:
            self.servers["mariadb"].sql("create database fresh")
            fresh["mariadb"] = self.urls["mariadb"].replace("/lockdesk", "/fresh")
        if "mongodb" in self.servers:
            fresh["mongodb"] = self.urls["mongodb"].replace("/lockdesk", "/fresh")
        for kind in fresh.keys() & self.urls.keys():
            for command in ("list locks", "lock acquire a --owner o --lease 30s"):
                done = self.expect(5, fresh[kind], *command.split())
                self.assertIn("lockdeskctl", done.lines[0]["message"], kind)
                self.assertIn("init", done.lines[0]["message"], kind)

    def test_foreign_table(self):
        file = os.path.join(self.folder.name, "foreign.db")
        with sqlite3.connect(file) as other:
            other.execute("create table lockdesk_locks (something text)")
        other.close()
        self.expect(5, "sqlite://" + file, "init")
        with sqlite3.connect(file) as other:
            self.assertEqual(other.execute("select count(*) from sqlite_master").fetchone(), (1,))
        other.close()

    def test_no_secret_is_shown(self):
        port = servers.free_port()
        for url in (f"redis://:sesame@127.0.0.1:{port}/0", f"postgresql://ann:sesame@127.0.0.1:{port}/db",
                    f"mongodb://ann:sesame@127.0.0.1:{port}/db", "nonsense://ann:sesame@host"):
            for json_too in ([], ["--json"]):
                done = subprocess.run([ctl.PROGRAM, "--store", url, *json_too, "list", "locks"], capture_output=True,
                                      env=ctl.environment())
                self.assertNotEqual(done.returncode, 0)
                self.assertNotIn(b"sesame", done.stdout + done.stderr)

    def test_init_print_asks_nothing(self):
        port = servers.free_port()
        urls = {"sqlite": "sqlite:///nonexistent/folder/x.db", "redis": f"redis://127.0.0.1:{port}",
                "postgresql": f"postgresql://127.0.0.1:{port}/db", "mariadb": f"mariadb://127.0.0.1:{port}/db",
                "mongodb": f"mongodb://127.0.0.1:{port}/db"}
        for kind in self.urls:
            done = self.expect(0, urls[kind], "init", "--print")
            self.assertIsNone(done.lines[0]["store_us"])
            self.assertIn("lockdesk", done.lines[0]["ddl"])

    def test_saved_connection(self):
        folder = os.path.join(self.folder.name, "config")
        os.makedirs(os.path.join(folder, "lockdesk"), exist_ok=True)
        kind, url = next(iter(self.urls.items()))
        with open(os.path.join(folder, "lockdesk", "connections.json"), "w") as file:
            json.dump({"connections": [{"name": "here", "url": url},
                                       {"name": "looking", "url": url, "environment": "production", "read_only": True}]}, file)
        env = ctl.environment() | {"XDG_CONFIG_HOME": folder}
        self.expect(0, "@here", "lock", "acquire", "saved", "--owner", "o", "--lease", "30s", env=env)
        self.expect(8, "@looking", "lock", "acquire", "saved2", "--owner", "o", "--lease", "30s", env=env)
        self.expect(2, "@elsewhere", "list", "locks", env=env)
        self.expect(0, None, "list", "locks", env=env | {"LOCKDESK_STORE": "@here"})

    def test_for_people(self):
        def people(*words, url="memory:p"):
            return subprocess.run([ctl.PROGRAM, "--store", url, *words], capture_output=True, text=True, env=ctl.environment())
        done = people("lock", "acquire")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("NAME is required", done.stderr)
        self.assertEqual(people("--version").returncode, 0)
        overview = people("--help").stdout
        for path in ("lock acquire", "task claim", "backoff", "outbox add"):
            self.assertIn(path.split()[0], overview)
            page = people(*path.split(), "--help")
            self.assertEqual(page.returncode, 0, path)
            self.assertIn("Usage: lockdeskctl", page.stdout)
        url = next(iter(self.urls.values()))
        self.assertIn("acquired", people("lock", "acquire", "for people", "--owner", "ann", "--lease", "1m", url=url).stdout)
        table = people("list", "locks", "name~people", url=url).stdout
        self.assertIn("OWNER", table)
        self.assertNotIn("\x1b", table)  # colours are only for terminals

    def test_completion(self):
        script = f"""source <({ctl.PROGRAM} completion bash); lockdeskctl() {{ {ctl.PROGRAM} "$@"; }}
complete_line() {{ COMP_LINE="$1" COMP_POINT="${{#1}}" COMP_WORDS=(lockdeskctl); _lockdesk; echo "${{COMPREPLY[*]}}"; }}
complete_line "lockdeskctl --store x lock a"; complete_line "lockdeskctl task claim k p --str" """
        done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, env=ctl.environment())
        self.assertEqual(done.stdout, "acquire\n--strategy\n", done.stderr)


if __name__ == "__main__":
    ctl.main()
