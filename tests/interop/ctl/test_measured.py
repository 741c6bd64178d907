# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is measured by watching: advice about leases, compared with the script that made the holds; jobs; incident bundles."""

import concurrent.futures
import json
import math
import os
import signal
import tempfile
import threading
import unittest

import ctl

MEASURED = {"entity", "key", "state", "name", "verdict", "since_us", "grants", "holds", "lease_us", "work_p50_us", "work_p99_us",
            "work_longest_us", "unrenewed_longest_us", "at_least", "renewed", "ended", "late", "taken_over", "died", "forced",
            "ended_percent", "covers_us", "advice"}
USUAL = [int(seconds * 1_000_000) for seconds in (0.3, 0.5, 1, 2, 3, 5, 10, 15, 20, 30, 45, 60)]
NEAR = 50_000  # between the instant in a row and that of the answer


class Recorded:
    """A running recorder, and the lines that it has written so far."""

    def __init__(self, store, path):
        self.path, self.lines, self.read = path, [], 0
        self.process = ctl.start(store, "record-file", path)
        self.until(lambda line: line["type"] == "poll")

    def until(self, wanted, seconds=60):
        def seen():
            with open(self.path, "rb") as file:
                file.seek(self.read)
                whole = file.read().rpartition(b"\n")
            self.lines += [json.loads(line) for line in whole[0].splitlines()]
            self.read += len(whole[0]) + len(whole[1])
            return any(wanted(line) for line in self.lines)
        ctl.servers.await_true("the recorder has seen it", lambda: os.path.exists(self.path) and seen(), seconds)

    def until_row(self, name, token, held, expires_us=None):
        self.until(lambda line: line["type"] == "row" and line["entity"] == "lock" and line["name"] == name and line["token"] == token
                   and (line["owner"] is not None) == held and expires_us in (None, line["expires_us"]))

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        done = ctl.finish(self.process)
        assert done.status == 0, done


def rank(values, percent):
    return sorted(values)[math.ceil(len(values) * percent / 100) - 1]


class Advice(ctl.Stores):
    def advise(self, *words):
        lines = self.expect(0, None, "advise", *words).of("row")
        for line in lines:
            self.assertEqual(set(line) - {"v", "type", "store_us"}, MEASURED)
        return {line["name"]: line for line in lines}

    def lock(self, hands, verb, name, result, *words):
        line = hands.done("lock", verb, name, "--owner", "script", *words).of("lock")[0]
        self.assertEqual(line["result"], result, line)
        return line

    def hold(self, hands, recorded, name, seconds, lease="30s", renew=0):
        """Returns the work in microseconds, as the store's clock had it."""
        took = self.lock(hands, "acquire", name, "acquired", "--lease", lease)
        token = str(took["token"])
        recorded.until_row(name, took["token"], True)
        for part in range(renew):
            self.wait_till(hands, took["acquired_us"] + seconds * 1_000_000 * (part + 1) / (renew + 1))
            again = self.lock(hands, "renew", name, "renewed", "--token", token, "--lease", lease)
            recorded.until_row(name, took["token"], True, again["expires_us"])
        self.wait_till(hands, took["acquired_us"] + seconds * 1_000_000)
        gave = self.lock(hands, "release", name, "released", "--token", token)
        recorded.until_row(name, took["token"], False)
        return gave["store_us"] - took["acquired_us"]

    def wait_till(self, hands, store_us):
        """The length of a hold is what is measured, so this waits for time: the store's. Five stores do so beside each other,
        so it does not ask for the time again and again."""
        while (left := store_us - hands.done("clock").lines[0]["store_us"]) > 0:
            threading.Event().wait(left / 1e6)

    def one_store(self, kind, url, folder):
        path = os.path.join(folder, kind + ".ldrec")
        recorded = Recorded(url, path)
        with ctl.Batch(url) as hands:
            works = [self.hold(hands, recorded, "plain", seconds) for seconds in (0.2, 0.5, 0.3, 1.1, 0.4, 0.2, 0.6, 0.3, 0.5, 1.6)]
            # Each renewal is seen before the next, so the lease has room for what a loaded machine takes between two polls.
            renewed = self.hold(hands, recorded, "renewed", 6, "60s", renew=2)
        # The lease ends, another takes it, and the first one still writes.
        slow = self.expect(0, url, "lock", "acquire", "slow", "--owner", "slow", "--lease", "1s").of("lock")[0]
        recorded.until(lambda line: line["type"] == "event" and line["event"] == "expired" and line["key"] == "slow")
        then = self.expect(0, url, "lock", "acquire", "slow", "--owner", "next", "--lease", "60s").of("lock")[0]
        recorded.until_row("slow", then["token"], True)
        self.expect(0, url, "fence", "admit", "slow", "--token", str(then["token"]))
        late = self.expect(4, url, "fence", "admit", "slow", "--token", str(slow["token"])).of("fence")[0]
        recorded.until(lambda line: line["type"] == "event" and line["event"] == "refused" and line["key"] == "slow")
        recorded.stop()

        told = self.advise("--recording", path)
        plain = told["plain"]
        print(f"{kind}: script p50 {rank(works, 50)} p99 {rank(works, 99)}, advice p50 {plain['work_p50_us']} p99 "
              f"{plain['work_p99_us']}: {plain['advice']}\n{kind}: {told['renewed']['advice']}\n{kind}: {told['slow']['advice']}")
        self.assertEqual((plain["grants"], plain["holds"], plain["ended"], plain["renewed"]), (10, 10, 0, 0), kind)
        self.assertAlmostEqual(plain["work_p50_us"], rank(works, 50), delta=NEAR, msg=kind)
        self.assertAlmostEqual(plain["work_p99_us"], rank(works, 99), delta=NEAR, msg=kind)
        self.assertAlmostEqual(plain["work_longest_us"], max(works), delta=NEAR, msg=kind)
        covers = next(usual for usual in USUAL if usual >= plain["unrenewed_longest_us"] * 1.1)
        self.assertEqual((plain["lease_us"], plain["covers_us"]), (30_000_000, covers), kind)
        self.assertEqual(plain["verdict"], "generous" if covers * 10 <= 30_000_000 else "fits", kind)
        one = told["renewed"]
        self.assertEqual((one["holds"], one["renewed"], one["ended"], one["verdict"]), (1, 1, 0, "too few"), kind)
        self.assertAlmostEqual(one["work_longest_us"], renewed, delta=NEAR, msg=kind)
        self.assertLess(one["unrenewed_longest_us"], renewed, kind)
        twice = told["slow"]
        self.assertEqual((twice["ended"], twice["late"], twice["taken_over"], twice["died"]), (1, 1, 1, 0), kind)
        self.assertEqual((twice["verdict"], twice["at_least"], twice["lease_us"]), ("short", True, 1_000_000), kind)
        self.assertAlmostEqual(twice["work_longest_us"], late["store_us"] - slow["acquired_us"], delta=NEAR, msg=kind)
        self.assertGreater(twice["covers_us"], twice["work_longest_us"], kind)
        asked = self.expect(0, None, "advise", "slow", "--recording", path)
        self.assertEqual([line["name"] for line in asked.of("row")], ["slow"])

    def while_it_happens(self, kind, url):
        # An observer sees a hold only if it polls meanwhile, which it does less often on a loaded machine.
        for seconds in (4, 8, 16, 32, 64):
            held, left = f"held-{seconds}", f"left-{seconds}"
            watching = ctl.start(url, "advise", "--for", f"{seconds}s")
            took = self.expect(0, url, "lock", "acquire", held, "--owner", "script", "--lease", "5m").of("lock")[0]
            self.expect(0, url, "lock", "acquire", left, "--owner", "script", "--lease", "1s")
            with ctl.Batch(url) as hands:
                self.wait_till(hands, took["acquired_us"] + seconds * 600_000)
            gave = self.expect(0, url, "lock", "release", held, "--owner", "script", "--token", str(took["token"])).of("lock")[0]
            seen = {line["name"]: line for line in ctl.finish(watching).of("row")}
            if seen.get(held, {}).get("holds") == 1 and seen.get(left, {}).get("ended") == 1:
                self.assertAlmostEqual(seen[held]["work_longest_us"], gave["store_us"] - took["acquired_us"], delta=NEAR, msg=kind)
                return
        self.fail(f"{kind}: {seen}")

    def test_the_advice_while_it_happens(self):
        with concurrent.futures.ThreadPoolExecutor() as pool:
            for one in [pool.submit(self.while_it_happens, kind, url) for kind, url in self.each()]:
                one.result()

    def test_the_advice_is_what_the_script_did(self):
        with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor() as pool:
            running = [pool.submit(self.one_store, kind, url, folder) for kind, url in self.each()]
            for one in running:
                one.result()

    def test_nothing_measured_and_bad_input(self):
        url = self.urls[next(iter(self.urls))]
        self.assertEqual(self.expect(3, url, "advise", "nobody", "--for", "1s").of("row"), [])
        self.expect(2, url, "advise", "--for", "1")
        self.expect(2, url, "advise", "--recording", "/nonexistent/file")
        self.expect(2, url, "advise", "--recording", "f", "--for", "1s")


class Jobs(ctl.Stores):
    def one_store(self, kind, url):
        self.assertEqual(self.expect(0, url, "jobs").of("row"), [], kind)
        self.expect(0, url, "guard", "run", "tick", "--guard", "fixed", "--fixed-rate", "3s", "--count", "5", "--", "true")
        self.expect(7, url, "guard", "run", "once", "--guard", "watchdog", "--", "sh", "-c", "exit 7")
        jobs = {line["name"]: line for line in ctl.run(url, "jobs").of("row")}
        self.assertEqual(set(jobs), {"once", "tick"}, kind)
        self.assertEqual((jobs["once"]["result"], jobs["once"]["runs"], jobs["once"]["period_us"]), ("failed", 1, None), kind)
        self.assertEqual((jobs["tick"]["result"], jobs["tick"]["runs"]), ("ran", 5), kind)
        history = self.expect(0, url, "guard", "history", "tick").of("row")  # newest first
        gaps = sorted(newer["started_us"] - older["started_us"] for newer, older in zip(history, history[1:]))
        self.assertEqual(jobs["tick"]["period_us"], gaps[len(gaps) // 2], (kind, gaps))
        self.assertAlmostEqual(jobs["tick"]["period_us"], 3_000_000, delta=600_000, msg=kind)
        self.assertIsNotNone(jobs["tick"]["hold_p50_us"], kind)
        self.assertEqual(jobs["tick"]["last_us"], history[0]["started_us"], kind)
        self.assertEqual(jobs["tick"]["hold_last_us"], history[0]["ended_us"] - history[0]["started_us"], kind)
        # Who skips it, and because of whom; a process that skips again and again is one line.
        self.assertEqual(jobs["tick"]["skipped_by"], [], kind)
        held = self.expect(0, url, "lock", "acquire", "tick", "--owner", "other/1/x", "--lease", "1h").lines[0]
        for _ in range(2):
            self.expect(3, url, "guard", "run", "tick", "--guard", "fixed", "--", "true")
        skipped = {line["name"]: line for line in ctl.run(url, "jobs").of("row")}["tick"]["skipped_by"]
        self.assertEqual([(one["runs"], one["why"], one["held_by"]) for one in skipped], [(1, "busy", "other/1/x")] * 2, kind)
        self.assertEqual(len({one["process"] for one in skipped}), 2, kind)
        self.assertGreaterEqual(skipped[0]["last_us"], skipped[1]["last_us"], kind)
        self.expect(0, url, "lock", "release", "tick", "--owner", "other/1/x", "--token", str(held["token"]))
        # Nobody runs it any more.
        late = ctl.servers.await_true("runs are missed", lambda: (done := ctl.run(url, "jobs")).status == 3 and done)
        row = next(line for line in late.of("row") if line["name"] == "tick")
        self.assertEqual(row["state"], "missed", kind)
        self.assertGreaterEqual(row["missed"], 1, kind)
        self.assertGreaterEqual(row["next_us"], row["store_us"], kind)

    def test_guards_and_their_runs(self):
        with concurrent.futures.ThreadPoolExecutor() as pool:
            running = [pool.submit(self.one_store, kind, url) for kind, url in self.each()]
            for one in running:
                one.result()


class Bundles(ctl.Stores):
    SECRETS = ("hunter2", "payload-secret", "receiver-secret", "evidence-secret", "url-secret")

    def test_a_bundle_has_no_secret_and_opens_without_a_store(self):
        with tempfile.TemporaryDirectory() as folder:
            for kind, url in self.each():
                path = os.path.join(folder, kind + ".ldrec")
                self.expect(0, url, "lock", "acquire", "left", "--owner", "pod/1/a", "--lease", "300ms")
                self.expect(0, url, "outbox", "add", "mail", "--payload", '{"card": "payload-secret"}', "--id", "m1")
                self.expect(0, url, "outbox", "relay", "--receiver", "exec:echo receiver-secret >&2; exit 1", "--tries", "1", "--until-empty")
                self.expect(0, url, "task", "add", "pay", "--id", "t1", "--phase", "new", "--payload", '{"pin": "payload-secret hunter2"}')
                task = self.expect(0, url, "task", "claim", "pay", "new", "--owner", "w", "--limit", "1").of("task")[0]
                self.expect(0, url, "task", "relock", "t1", "--force", "--if-owner", "w", "--if-token", str(task["token"]), "--wait", "1h",
                            "--reason", "see postgresql://ops:url-secret@db/orders?password=hunter2&x=1")
                done = self.expect(0, url, "bundle", path, "--for", "2s")
                self.assertIn("left out", done.of("bundle")[0]["left_out"], kind)
                with open(path, "rb") as file:
                    content = file.read()
                for secret in self.SECRETS:
                    self.assertNotIn(secret.encode(), content, (kind, secret))
                for kept in (b"pod/1/a", b"m1", b"t1", b"expired and held", b"message dead", b"ops:***@db"):
                    self.assertIn(kept, content, (kind, kept))
                header = json.loads(content.splitlines()[0])
                self.assertEqual((header["type"], header["facts"]["health"]), ("recording", "live"), kind)
                self.assertIn("Payloads", header["facts"]["left_out"])
                self.check_facts(kind, url, header["facts"])
                at = [json.loads(line) for line in content.splitlines()][-1]["store_us"]
                rows = self.expect(0, None, "replay", path, "--at", str(at)).of("row")
                self.assertEqual({row["key"] for row in rows if row["entity"] in ("lock", "task")}, {"left", "t1"}, kind)
                audit = [line for line in self.expect(0, None, "replay", path, "--speed", "0").of("row") if line["entity"] == "audit"]
                self.assertEqual([row["of"] for row in audit], ["task"], kind)
                # The last ten minutes of a recording, and of a bundle itself.
                again = path + ".again"
                self.expect(0, None, "bundle", again, "--recording", path)
                with open(again, "rb") as file:
                    kept = json.loads(file.readline())["facts"]
                self.assertEqual({key: kept[key] for key in self.FACTS}, {key: header["facts"][key] for key in self.FACTS}, kind)
                self.expect(0, None, "replay", again, "--speed", "0")

    FACTS = ("store", "version", "source", "fence", "durable_tokens", "weaknesses", "settings", "schema_version", "token_floor",
             "clock_offset_us", "clock_uncertainty_us", "pooled", "may_write", "superuser", "supports", "read_us")

    def test_one_bundle_of_every_store(self):
        with tempfile.TemporaryDirectory() as folder:
            parts = {}
            for kind, url in self.each():
                parts[kind] = os.path.join(folder, kind + ".ldrec")
                self.expect(0, url, "lock", "acquire", "of-" + kind, "--owner", "pod/1/a", "--lease", "1h")
                self.expect(0, url, "outbox", "add", "mail", "--payload", '{"card": "payload-secret"}', "--id", "m-of-all")
                self.expect(0, url, "bundle", parts[kind], "--for", "1s")
            path = os.path.join(folder, "all.ldrec")
            self.expect(0, None, "bundle", path, "--join", *parts.values())
            with open(path, "rb") as file:
                content = file.read()
            for secret in self.SECRETS:
                self.assertNotIn(secret.encode(), content, secret)
            contents = json.loads(content.splitlines()[0])
            self.assertEqual((contents["type"], len(contents["parts"])), ("bundle", len(parts)))
            self.assertEqual(sum(part["bytes"] for part in contents["parts"]), len(content) - len(content.splitlines(True)[0]))
            for kind in parts:
                self.assertIn(f'"of-{kind}"'.encode(), content)
            told = self.expect(2, None, "replay", path)
            self.assertIn("bundle of several stores", str(told))
            # A recording, which has payloads, loses them; so does a bundle that was made elsewhere.
            kind, url = next(iter(self.urls.items()))
            recorded = Recorded(url, os.path.join(folder, "night.ldrec"))
            recorded.stop()
            with open(recorded.path, "rb") as file:
                plain = file.read()
            self.assertIn(b"payload-secret", plain, kind)
            with open(os.path.join(folder, "elsewhere.ldrec"), "wb") as file:
                file.write(json.dumps({"v": 1, "type": "bundle", "parts": [{"name": "a", "bytes": len(plain)}] * 2}).encode() + b"\n" + plain * 2)
            self.expect(0, None, "bundle", path, "--join", recorded.path, os.path.join(folder, "elsewhere.ldrec"), parts[kind])
            with open(path, "rb") as file:
                content = file.read()
            self.assertNotIn(b"payload-secret", content)
            self.assertEqual(len(json.loads(content.splitlines()[0])["parts"]), 4)
            self.expect(2, None, "bundle", path, "--join", os.path.join(folder, "missing.ldrec"))

    def check_facts(self, kind, url, facts):
        """What the bundle says of its store is what the store says now."""
        now = self.expect(0, url, "capabilities").of("capabilities")[0]
        for key in ("store", "version", "source", "fence", "durable_tokens", "weaknesses", "resolution_us"):
            self.assertEqual(facts[key], now[key], (kind, key))
        for key, value in facts["supports"].items():
            self.assertEqual(value, now[key], (kind, key))
        self.assertEqual(facts["schema_version"], 2, kind)
        self.assertGreaterEqual(facts["token_floor"], 0, kind)
        self.assertLess(abs(facts["clock_offset_us"]), 1_000_000, kind)
        self.assertLess(0, facts["clock_uncertainty_us"] + (kind == "sqlite"), kind)
        self.assertGreater(facts["read_us"], 1_600_000_000_000_000, kind)
        self.assertEqual(facts["unread"], [], kind)
        settings = {one["name"]: one["value"] for one in facts["settings"]}
        decides = {"sqlite": "journal_mode", "postgresql": "synchronous_commit", "redis": "appendonly",
                   "mariadb": "innodb_flush_log_at_trx_commit", "mongodb": "replica set"}[kind]
        self.assertTrue(settings[decides], (kind, settings))
        if kind == "postgresql":
            self.assertEqual((facts["pooled"], facts["may_write"], facts["superuser"]), (False, True, True))
        if kind in ("mariadb", "mongodb"): # root, and a server that knows no users
            self.assertEqual((facts["may_write"], facts["superuser"]), (True, True), kind)
        if kind == "redis": # the reason is the setting
            self.assertEqual(facts["fence"] == "strict", (settings["appendonly"], settings.get("appendfsync")) == ("yes", "always"))

    def test_facts_of_a_user_with_a_password(self):
        logins = []
        if "postgresql" in self.urls:
            server = self.servers["postgresql"]
            server.sql("CREATE ROLE reader LOGIN PASSWORD 'opensesame-pg'")
            server.sql("GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader")
            logins.append(("postgresql", "reader:opensesame-pg", (False, False, False)))
        if "redis" in self.urls:
            for user, rights, expected in (("ops", ["+@all"], (None, True, True)),
                                           ("writer", ["+@all", "-acl", "+acl|whoami", "+acl|dryrun"], (None, True, False)),
                                           ("viewer", ["+@all", "-@write", "+@scripting", "-acl", "+acl|whoami", "+acl|dryrun"],
                                            (None, False, False)),
                                           ("mute", ["+@all", "-acl"], (None, None, None))):
                self.servers["redis"].command("ACL", "SETUSER", user, "on", ">opensesame-redis", "~*", "&*", *rights)
                logins.append(("redis", user + ":opensesame-redis", expected))
        if "mariadb" in self.urls:
            for user, rights, expected in (("reader", "SELECT ON lockdesk.*", (False, False)),
                                           ("writer", "SELECT, INSERT, UPDATE, DELETE, EXECUTE ON `lock%`.*", (True, False)),
                                           ("a@b", "ALL ON lockdesk.*", (True, False))):
                self.servers["mariadb"].sql(f"CREATE USER '{user}'@'%' IDENTIFIED BY 'opensesame-my'; GRANT {rights} TO '{user}'@'%'")
                logins.append(("mariadb", user.replace("@", "%40") + ":opensesame-my", (False, *expected)))
        at = dict(self.urls)
        if "mongodb" in self.urls:
            server = ctl.servers.MongoDb()
            self.addCleanup(server.stop)
            at["mongodb"] = server.url
            self.expect(0, server.url, "init")
            database = server.url.split("/")[-1].split("?")[0]
            for user, role, where, expected in (("reader", "read", database, (False, False)), ("writer", "readWrite", database, (True, False)),
                                                ("ops", "root", "admin", (True, True))):
                server.command({"createUser": user, "pwd": "opensesame-mongo", "roles": [{"role": role, "db": where}]})
                logins.append(("mongodb", user + ":opensesame-mongo", (None, *expected)))
            server.demand_login()
        with tempfile.TemporaryDirectory() as folder:
            for kind, login, rights in logins:
                scheme, rest = at[kind].split("://")
                path = os.path.join(folder, login.split(":")[0])
                url = f"{scheme}://{login}@{rest.split('@')[-1]}"
                self.expect(0, url + ("&authSource=admin" if kind == "mongodb" else ""), "bundle", path, "--for", "3s")
                with open(path, "rb") as file:
                    content = file.read()
                self.assertNotIn(b"opensesame", content, kind)
                facts = json.loads(content.splitlines()[0])["facts"]
                self.assertEqual((facts["pooled"], facts["may_write"], facts["superuser"]), rights, login)
                self.assertEqual(facts["unread"], [], login)
                self.assertEqual(facts["schema_version"], 2, kind)

    def test_hostile_bundles(self):
        url = self.urls["sqlite"]
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "made.ldrec")
            self.expect(0, url, "lock", "acquire", "kept", "--owner", "o", "--lease", "1h")
            self.expect(0, url, "bundle", path, "--for", "1s")
            with open(path, "rb") as file:
                lines = file.read().splitlines(keepends=True)
            wrong = {"cut": b"".join(lines)[:-40], "edited": b"".join(lines).replace(b'"owner":"o"', b'"owner":"p"'),
                     "no header": b"".join(lines[1:]), "no json": b"PK\x03\x04../../etc/passwd" + os.urandom(4096),
                     "empty": b"", "facts": lines[0].replace(b'"facts":{', b'"facts":["') + b"".join(lines[1:]),
                     "one long line": b'{"v":1,"type":"recording","facts":{"a":"' + b"x" * 50_000_000}
            for name, content in wrong.items():
                bad = os.path.join(folder, "bad")
                with open(bad, "wb") as file:
                    file.write(content)
                done = ctl.run(None, "replay", bad, "--speed", "0")
                self.assertEqual(done.status, 2, (name, done.errors[:500]))
                self.assertEqual(len(done.of("error")), 1, name)
                self.assertLess(len(done.of("error")[0]["message"]), 500, name)
                self.assertEqual(ctl.run(None, "bundle", os.path.join(folder, "out"), "--recording", bad).status, 2, name)
            # Nothing but a recording is replaced.
            other = os.path.join(folder, "notes.txt")
            with open(other, "w") as file:
                file.write("mine")
            self.expect(2, url, "bundle", other, "--for", "1s")
            with open(other) as file:
                self.assertEqual(file.read(), "mine")


class Maintenance(ctl.Stores):
    def test_free_and_held_locks_are_held_off_and_come_back_by_themselves(self):
        for kind, url in self.each():
            held = self.expect(0, url, "lock", "acquire", "held", "--owner", "o", "--lease", "10m").of("lock")[0]
            begun = self.expect(3, url, "maintenance", "begin", "free", "held", "--for", "6s", "--reason", "INC-42 upgrade").of("row")
            self.assertEqual([(row["name"], row["state"]) for row in begun], [("free", "held off"), ("held", "held")], kind)
            self.expect(3, url, "lock", "acquire", "free", "--owner", "other", "--lease", "10s")
            listed = self.expect(0, url, "maintenance", "list").of("row")
            self.assertEqual([(row["name"], row["reason"]) for row in listed], [("free", "INC-42 upgrade")], kind)
            self.assertTrue(listed[0]["who"], kind)
            self.assertEqual(self.expect(0, url, "lock", "show", "held").of("row")[0]["token"], held["token"], kind)
            forced = self.expect(0, url, "maintenance", "begin", "held", "--for", "6s", "--reason", "INC-42 upgrade", "--force").of("row")
            self.assertEqual(forced[0]["state"], "held off", kind)
            listed = self.expect(0, url, "maintenance", "list").of("row")
            self.assertEqual({(row["name"], row["reason"]) for row in listed}, {("free", "INC-42 upgrade"), ("held", "INC-42 upgrade")}, kind)
            audit = self.expect(0, url, "list", "audit").of("row")
            self.assertEqual([(row["key"], row["reason"]) for row in audit],
                             [("held", "maintenance: INC-42 upgrade"), ("free", "maintenance: INC-42 upgrade")], kind)
            # The end comes by the store's clock, without anybody's doing.
            self.expect(0, url, "lock", "acquire", "free", "--owner", "other", "--lease", "10s", "--wait", "20s")
            self.expect(0, url, "lock", "acquire", "held", "--owner", "other", "--lease", "10s", "--wait", "20s")
            self.assertEqual(self.expect(0, url, "maintenance", "list").of("row"), [], kind)

    def test_bad_input(self):
        url = self.urls["sqlite"]
        for words in (["--for", "1h", "--reason", "r"], ["a", "--reason", "r"], ["a", "--for", "1h"], ["a", "--for", "forever", "--reason", "r"],
                      ["a", "--for", "0", "--reason", "r"], ["a", "--for", "1h", "--reason", ""]):
            self.expect(2, url, "maintenance", "begin", *words)

if __name__ == "__main__":
    ctl.main()
