# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tokens only grow: after a row was deleted by hand, after a restored backup, in a recreated schema; and a store reports
when it cannot guarantee that. Redlock refuses servers that are not independent. Forced actions that no store records are
recorded on this computer."""

import concurrent.futures
import json
import os
import socket
import sqlite3
import stat
import struct
import subprocess
import tempfile
import time
import unittest

import ctl
import servers


def mongo(server, document):
    """Runs a command on the tests' database."""
    body = struct.pack("<iB", 0, 0) + servers.bson({**document, "$db": "lockdesk"})
    with socket.create_connection(("127.0.0.1", server.port), 5) as link:
        link.settimeout(5)
        link.sendall(struct.pack("<iiii", len(body) + 16, 1, 0, 2013) + body)
        return link.recv(65536)


class DeafProxy(servers.Proxy):
    """Loses the reply to each request for settings."""

    @property
    def text(self):
        return b"appendfsync"

    @text.setter
    def text(self, unused):
        pass


class Tokens(ctl.Stores):
    def delete_row(self, kind, url, name):
        """The classic unlock by hand."""
        if kind == "sqlite":
            with sqlite3.connect(url[len("sqlite://"):]) as db:
                self.assertEqual(db.execute("DELETE FROM lockdesk_locks WHERE name = ?", (name,)).rowcount, 1)
        elif kind == "redis":
            self.assertEqual(self.servers[kind].command("DEL", "lockdesk:lock:" + name), b":1\r\n")
        elif kind == "mongodb":
            mongo(self.servers[kind], {"delete": "lockdesk_locks", "deletes": [{"q": {"_id": name}, "limit": 1}]})
        else:
            self.servers[kind].sql(f"DELETE FROM lockdesk_locks WHERE name = '{name}'")

    def acquire(self, url, name, owner, status=0):
        return self.expect(status, url, "lock", "acquire", name, "--owner", owner, "--lease", "30s").of("lock")[0]

    def release(self, url, name, owner, token):
        self.expect(0, url, "lock", "release", name, "--owner", owner, "--token", str(token))

    def test_row_deleted_by_hand_lowers_no_token(self):
        for kind, url in self.each():
            for _ in range(3):
                old = self.acquire(url, "orders", "old")["token"]
                self.release(url, "orders", "old", old)
            old = self.acquire(url, "orders", "old")["token"]
            self.expect(0, url, "fence", "admit", "orders", "--token", str(old))
            self.delete_row(kind, url, "orders")
            self.expect(3, url, "lock", "show", "orders")
            new = self.acquire(url, "orders", "new")["token"]
            self.assertGreater(new, old, kind)
            self.expect(0, url, "fence", "admit", "orders", "--token", str(new))
            self.expect(4, url, "fence", "admit", "orders", "--token", str(old))

    def test_floor_is_raised_and_printed(self):
        for kind, url in self.each():
            held = self.acquire(url, "floor-held", "h")["token"]
            before = int(time.time())
            line = self.expect(0, url, "init", "--token-floor", "now").of("schema")[0]
            self.assertFalse(line["created"], kind)
            self.assertTrue(before - 5 <= line["token_floor"] <= time.time() + 5, (kind, line))
            self.release(url, "floor-held", "h", held)  # the holder continues
            for name in ("floor-held", "floor-new"):
                self.assertGreater(self.acquire(url, name, "n")["token"], line["token_floor"], (kind, name))
            again = self.expect(0, url, "init", "--token-floor", "5").of("schema")[0]
            self.assertEqual(again["token_floor"], line["token_floor"], "never lowered")
            for wrong in ("soon", "-1", "1.5", "8000000000000001", ""):
                self.expect(2, url, "init", "--token-floor", wrong)
            self.expect(2, url, "init", "--drop", "--token-floor", "now")
            self.expect(2, url, "--sandbox", "none", "init", "--token-floor", "1")
            shown = self.expect(0, url, "init", "--print", "--token-floor", "4711").of("schema")[0]["ddl"]
            self.assertIn("4711", shown, kind)

    def test_restored_backup(self):
        """As documented: rows of the backup exist, and tokens granted since are unknown."""
        url = "sqlite://" + os.path.join(self.folder.name, "backup.db")
        path = url[len("sqlite://"):]
        self.expect(0, url, "init")
        self.release(url, "job", "a", self.acquire(url, "job", "a")["token"])
        with sqlite3.connect(path) as db, sqlite3.connect(path + ".copy") as copy:
            db.backup(copy)
        for _ in range(5):
            since = self.acquire(url, "job", "b")["token"]
            self.release(url, "job", "b", since)
        for end in ("", "-wal", "-shm"):
            if os.path.exists(path + end):
                os.remove(path + end)
        os.rename(path + ".copy", path)
        self.expect(0, url, "init", "--token-floor", "now")
        self.assertGreater(self.acquire(url, "job", "c")["token"], since)

    def test_sources_without_tokens_have_no_floor(self):
        for kind, source in (("sqlite", "dist_lock"), ("postgresql", "shedlock"), ("redis", "string"), ("mongodb", "shedlock")):
            if kind in self.urls:
                self.expect(7, self.urls[kind], "--source", source, "init", "--token-floor", "now")

    def test_tokens_too_large_are_refused_before_the_store_is_asked(self):
        for kind, url in self.each():
            self.expect(2, url, "fence", "admit", "huge", "--token", "9223372036854775807")
            self.expect(3, url, "fence", "show", "huge")


class Kept(unittest.TestCase):
    """Capabilities reflect the server's configuration and change with it."""

    def kept(self, url, *words):
        done = ctl.run(url, *words, "capabilities")
        self.assertEqual(done.status, 0, done)
        line = done.of("capabilities")[0]
        return line["durable_tokens"], line["fence"], [one["setting"] for one in line["weaknesses"]]

    def strong(self, url):
        self.assertEqual(self.kept(url), (True, "strict", []))

    def weak(self, url, *settings):
        durable, fence, said = self.kept(url)
        self.assertEqual((durable, fence), (False, "weak"), said)
        self.assertEqual(said, list(settings))

    @unittest.skipUnless("redis" in ctl.STORES, "not built in")
    def test_redis(self):
        with servers.Redis("--appendfsync", "always") as redis:
            self.strong(redis.url)
            for setting, value, said in (("no-appendfsync-on-rewrite", "yes", "no-appendfsync-on-rewrite yes"),
                                         ("appendfsync", "everysec", "appendfsync everysec"),
                                         ("appendfsync", "no", "appendfsync no"), ("appendonly", "no", "appendonly no")):
                redis.command("CONFIG", "SET", setting, value)
                self.weak(redis.url, said)
                redis.command("CONFIG", "SET", "appendfsync", "always", "no-appendfsync-on-rewrite", "no")
            redis.command("CONFIG", "SET", "appendonly", "yes")
            servers.await_true("the append-only file is written", lambda: self.kept(redis.url)[0])
            redis.command("CONFIG", "SET", "maxmemory-policy", "allkeys-lru")
            self.strong(redis.url)  # nothing is evicted without a limit
            redis.command("CONFIG", "SET", "maxmemory", "100mb")
            self.weak(redis.url, "maxmemory-policy allkeys-lru")
            redis.command("CONFIG", "SET", "maxmemory-policy", "volatile-lru")
            self.strong(redis.url)  # our keys have no expiry
            redis.command("ACL", "SETUSER", "poor", "on", ">pw", "~*", "&*", "+@all", "-config")
            poor = redis.url.replace("redis://", "redis://poor:pw@")
            self.weak(poor, "appendfsync unknown")
            redis.command("ACL", "SETUSER", "poor", "-info")
            self.weak(poor, "appendonly unknown")

    @unittest.skipUnless("redis" in ctl.STORES, "not built in")
    def test_a_server_that_does_not_answer_is_asked_once(self):
        with servers.Redis() as server:
            proxy = DeafProxy(server.port)
            self.addCleanup(proxy.stop)
            begun = time.monotonic()
            done = ctl.run(f"redis://127.0.0.1:{proxy.port}/0", "--timeout", "2s", "capabilities")
            self.assertLess(time.monotonic() - begun, 3.8)  # twice the timeout is 4
            line = done.of("capabilities")[0]
            self.assertFalse(line["durable_tokens"])
            self.assertIn("unknown", [one["kind"] for one in line["weaknesses"]])

    @unittest.skipUnless("redis" in ctl.STORES, "not built in")
    def test_redis_that_forgets_begins_at_the_seconds(self):
        for settings, forgets in ((("--appendonly", "no"), True), (("--maxmemory", "1gb", "--maxmemory-policy", "allkeys-lfu"), True),
                                  ((), False)):
            with servers.Redis(*settings) as redis:
                before = int(time.time())
                floor = ctl.run(redis.url, "init").of("schema")[0]["token_floor"]
                self.assertEqual(floor >= before, forgets, (settings, floor))
                token = ctl.run(redis.url, "lock", "acquire", "a", "--owner", "o", "--lease", "30s").of("lock")[0]["token"]
                self.assertEqual(token, floor + 1)

    # A failover, which the server cannot report, may follow at any time.

    @unittest.skipUnless("redis" in ctl.STORES, "not built in")
    def test_redis_with_a_replica(self):
        with servers.Redis("--appendfsync", "always") as primary:
            with servers.Redis("--replicaof", "127.0.0.1", str(primary.port)):
                servers.await_true("the replica is connected",
                                   lambda: b"connected_slaves:1" in primary.command("INFO", "replication"))
                self.weak(primary.url, "replication asynchronous")
            servers.await_true("the replica is gone", lambda: self.kept(primary.url)[0])
            self.strong(primary.url)

    @unittest.skipUnless("postgresql" in ctl.STORES, "not built in")
    def test_postgresql_with_a_standby(self):
        with servers.Postgres("wal_level=logical") as primary, tempfile.TemporaryDirectory() as folder:
            # A standby to the server: it streams the log, and confirms what it has on its disk.
            receiver = subprocess.Popen([servers.find_program("pg_receivewal", *primary.bin_dirs), "-h", "127.0.0.1", "-p", str(primary.port),
                                         "-U", "postgres", "-D", folder, "--synchronous"], stderr=subprocess.DEVNULL)
            try:
                servers.await_true("it streams", lambda: "streaming" in primary.sql("SELECT state FROM pg_stat_replication"))
                self.weak(primary.url, "synchronous_standby_names empty")
                primary.sql("CREATE ROLE poor LOGIN")
                self.weak(primary.url.replace("postgres@", "poor@"), "synchronous_standby_names empty")
                primary.sql("ALTER SYSTEM SET synchronous_standby_names = '*'")
                primary.sql("SELECT pg_reload_conf()")
                servers.await_true("it is synchronous", lambda: self.kept(primary.url)[0])
                self.strong(primary.url)
                primary.sql("ALTER SYSTEM RESET synchronous_standby_names")
                primary.sql("SELECT pg_reload_conf()")
            finally:
                receiver.terminate()
                receiver.wait()
            servers.await_true("it is gone", lambda: self.kept(primary.url)[0])
            # A subscriber of logical replication is no standby.
            primary.sql("SELECT pg_create_logical_replication_slot('copy', 'test_decoding')")
            subscriber = subprocess.Popen([servers.find_program("pg_recvlogical", *primary.bin_dirs), "-h", "127.0.0.1", "-p", str(primary.port),
                                           "-U", "postgres", "-d", "postgres", "-S", "copy", "--start", "-f", os.devnull],
                                          stderr=subprocess.DEVNULL)
            try:
                servers.await_true("it streams", lambda: "streaming" in primary.sql("SELECT state FROM pg_stat_replication"))
                self.strong(primary.url)
            finally:
                subscriber.terminate()
                subscriber.wait()

    @unittest.skipUnless("mariadb" in ctl.STORES, "not built in")
    def test_mariadb_with_a_replica(self):
        with servers.MariaDb("log-bin=on", "sync-binlog=1", "server-id=1") as primary, servers.MariaDb("server-id=2") as replica:
            self.strong(primary.url)
            replica.sql(f"CHANGE MASTER TO master_host='127.0.0.1', master_port={primary.port}, master_user='root'; START SLAVE")
            servers.await_true("the replica is connected", lambda: not self.kept(primary.url)[0])
            self.weak(primary.url, "rpl_semi_sync_master_status off")
            primary.sql("SET GLOBAL rpl_semi_sync_master_enabled = ON")
            replica.sql("STOP SLAVE; SET GLOBAL rpl_semi_sync_slave_enabled = ON; START SLAVE")
            servers.await_true("the primary waits for it", lambda: self.kept(primary.url)[0])
            self.strong(primary.url)

    @unittest.skipUnless("postgresql" in ctl.STORES, "not built in")
    def test_postgresql(self):
        with servers.Postgres("synchronous_commit=off") as postgres:
            self.strong(postgres.url)  # our sessions switch it on
            self.assertEqual(ctl.run(postgres.url, "init").status, 0)
            postgres.sql("ALTER TABLE lockdesk_locks SET UNLOGGED")
            self.weak(postgres.url, "UNLOGGED lockdesk_locks")
        with servers.Postgres("fsync=off", "full_page_writes=off") as postgres:
            self.weak(postgres.url, "fsync off", "full_page_writes off")

    @unittest.skipUnless("mariadb" in ctl.STORES, "not built in")
    def test_mariadb(self):
        with servers.MariaDb("log-bin=on") as mariadb:
            self.weak(mariadb.url, "sync_binlog 0")
            mariadb.sql("SET GLOBAL sync_binlog = 1")
            self.strong(mariadb.url)
            for level in (0, 2):
                mariadb.sql(f"SET GLOBAL innodb_flush_log_at_trx_commit = {level}")
                self.weak(mariadb.url, f"innodb_flush_log_at_trx_commit {level}")
            mariadb.sql("SET GLOBAL innodb_flush_log_at_trx_commit = 3")
            self.strong(mariadb.url)

    @unittest.skipUnless("mongodb" in ctl.STORES, "not built in")
    def test_mongodb(self):
        with servers.MongoDb() as mongodb:
            self.strong(mongodb.url)
            self.strong(mongodb.url + "&w=majority&journal=true")  # the concern of our writes
            for less in ("w=1", "w=0", "journal=false"):
                self.assertEqual(ctl.run(mongodb.url + "&" + less, "capabilities").status, 2, less)

    @unittest.skipUnless("sqlite" in ctl.STORES, "not built in")
    def test_sqlite(self):
        with tempfile.TemporaryDirectory() as folder:
            url = f"sqlite://{folder}/locks.db"
            ctl.run(url, "init")
            self.strong(url)
        if os.path.isdir("/dev/shm"):
            with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
                url = f"sqlite://{folder}/locks.db"
                ctl.run(url, "init")
                self.weak(url, "tmpfs")


@unittest.skipUnless("redis" in ctl.STORES, "not built in")
class Apart(unittest.TestCase):
    def test_one_server_under_three_names(self):
        with servers.Redis() as one, servers.Redis() as two, servers.Redis() as three:
            names = [f"127.0.0.1:{one.port}", f"localhost:{one.port}", f"127.0.0.2:{one.port}"]
            # 127.0.0.2 needs a server that listens there.
            one.command("CONFIG", "SET", "bind", "127.0.0.1 127.0.0.2")
            for panel in (names, [names[0], names[1], f"127.0.0.1:{two.port}"]):
                done = ctl.run("redlock://" + ",".join(panel), "lock", "acquire", "a", "--owner", "o", "--lease", "30s")
                self.assertEqual(done.status, 5, done)
                self.assertIn("one server", done.of("error")[0]["message"])
                self.assertEqual(one.command("EXISTS", "a"), b":0\r\n", "nothing was done")
            apart = f"redlock://127.0.0.1:{one.port},127.0.0.1:{two.port},127.0.0.1:{three.port}"
            self.assertEqual(ctl.run(apart, "lock", "acquire", "a", "--owner", "o", "--lease", "30s").status, 0)
            three.command("REPLICAOF", "127.0.0.1", str(one.port))
            done = ctl.run(apart, "lock", "acquire", "b", "--owner", "o", "--lease", "30s")
            self.assertEqual(done.status, 5, done)
            self.assertIn("replica", done.of("error")[0]["message"])

    def test_server_that_does_not_say_who_it_is(self):
        with servers.Redis() as one, servers.Redis() as two, servers.Redis() as three:
            for server in (one, two, three):
                server.command("ACL", "SETUSER", "poor", "on", ">pw", "~*", "&*", "+@all", "-info")
            url = f"redlock://poor:pw@127.0.0.1:{one.port},127.0.0.1:{two.port},127.0.0.1:{three.port}"
            done = ctl.run(url, "lock", "acquire", "a", "--owner", "o", "--lease", "30s")
            self.assertEqual(done.status, 5, done)
            self.assertIn("+info", done.of("error")[0]["message"])


class LocalAudit(ctl.Stores):
    """Forced actions on this computer: those of sources without a table, and those that a store records too, listed
    once."""

    def setUp(self):
        self.home = tempfile.TemporaryDirectory(prefix="lockdesk-home-")
        self.addCleanup(self.home.cleanup)
        self.env = {**ctl.environment(), "XDG_DATA_HOME": self.home.name}
        self.file = os.path.join(self.home.name, "lockdesk", "audit.jsonl")

    def force(self, url, source, name="job", reason="it hangs", env=None):
        ctl.run(url, "--source", source, "init", env=self.env)
        taken = ctl.run(url, "--source", source, "lock", "acquire", name, "--owner", "me", "--lease", "1m", env=self.env)
        self.assertEqual(taken.status, 0, taken)
        self.seen = ctl.run(url, "--source", source, "lock", "show", name, env=self.env).of("row")[0]
        return ctl.run(url, "--source", source, "lock", "force-release", name, "--if-owner", "me", "--if-token", "0", "--reason",
                       reason, env=env or self.env)

    def audit(self, url, *words):
        return ctl.run(url, *words, "list", "audit", env=self.env).of("row")

    def test_every_source_without_a_table(self):
        for kind, url in self.each():
            sources = {"sqlite": ["dist_lock"], "postgresql": ["dist_lock", "shedlock"], "mariadb": ["dist_lock", "shedlock"],
                       "redis": ["string", "shedlock", "redisson"], "mongodb": ["shedlock"]}[kind]
            for source in sources:
                self.assertEqual(self.force(url, source, source + "-job").status, 0, (kind, source))
                row = self.audit(url, "--source", source)[0]
                self.assertEqual((row["key"], row["action"], row["reason"], row["state"], row["raw"]["where"]),
                                 (source + "-job", "force-release", "it hangs", "released", "local"), (kind, source))
                self.assertIn("--source " + source, row["command"])
                self.assertIn("me", json.dumps(row["evidence"]), "the row as it was")
                same = ("source", "name", "owner", "token", "holds", "acquired_us", "waiters", "doubt")
                self.assertEqual({key: row["evidence"][key] for key in same}, {key: self.seen[key] for key in same}, (kind, source))
                record = row["evidence"]["raw"]
                self.assertEqual(json.loads(record) if record else None, self.seen["raw"], (kind, source))
            # With the store's own table, both are written.
            ours = ctl.run(url, "lock", "acquire", "ours", "--owner", "o", "--lease", "1m", env=self.env).of("lock")[0]
            ctl.run(url, "lock", "force-release", "ours", "--if-owner", "o", "--if-token", str(ours["token"]), "--reason", "r",
                    env=self.env)
            rows = self.audit(url)
            self.assertEqual([(row["key"], row["raw"]["where"]) for row in rows],
                             [("ours", "store")] + [(source + "-job", "local") for source in reversed(sources)], kind)
            self.assertEqual([row["key"] for row in self.audit(url, "--source", sources[0])][0], sources[-1] + "-job")
        found = os.stat(self.file)
        self.assertEqual(stat.S_IMODE(found.st_mode), 0o600)
        self.assertEqual(stat.S_IMODE(os.stat(os.path.dirname(self.file)).st_mode), 0o700)
        with open(self.file, "rb") as file:
            self.assertTrue(file.read().isascii())

    def test_a_link_in_its_place_leads_nowhere(self):
        victim = os.path.join(self.home.name, "victim")
        for link in (os.link, os.symlink):
            with open(victim, "w", encoding="ascii") as file:
                file.write("mine\n")
            os.chmod(victim, 0o644)
            os.makedirs(os.path.dirname(self.file), exist_ok=True)
            link(victim, self.file)
            done = self.force(self.urls["sqlite"], "dist_lock", link.__name__)
            self.assertIn("audit.jsonl", done.errors, done)
            with open(victim, encoding="ascii") as file:
                self.assertEqual(file.read(), "mine\n", link)
            self.assertEqual(stat.S_IMODE(os.stat(victim).st_mode), 0o644, link)
            os.remove(self.file)

    def test_what_a_store_keeps_is_kept_here_too(self):
        forget = {"sqlite": lambda url: sqlite3.connect(url[len("sqlite://"):], isolation_level=None).execute("DELETE FROM lockdesk_audit"),
                  "redis": lambda url: self.servers["redis"].command("DEL", "lockdesk:audit"),
                  "mongodb": lambda url: mongo(self.servers["mongodb"], {"delete": "lockdesk_audit", "deletes": [{"q": {}, "limit": 0}]})}
        for kind, url in self.each():
            def ask(*words):
                return ctl.run(url, *words, env=self.env)
            token = ask("lock", "acquire", "twice", "--owner", "o", "--lease", "1m").of("lock")[0]["token"]
            force = ["lock", "force-release", "twice", "--if-owner", "o", "--if-token", str(token), "--reason"]
            self.assertEqual([ask(*force, "first").status, ask(*force, "second").status], [0, 4], kind)
            ask("task", "add", "k", "--id", "moved", "--phase", "p")
            ask("task", "claim", "k", "p", "--owner", "w")
            self.assertEqual(ask("task", "relock", "moved", "--force", "--if-owner", "w", "--if-token", "1", "--wait", "0", "--reason",
                                 "third").status, 0, kind)
            stored = self.audit(url)[:3]
            told = [(row["key"], row["action"], row["state"], row["reason"]) for row in stored]
            self.assertEqual(told, [("moved", "relock", "done", "third"), ("twice", "force-release", "changed", "second"),
                                    ("twice", "force-release", "released", "first")], (kind, "each once"))
            self.assertEqual({row["raw"]["where"] for row in stored}, {"store"}, kind)
            with open(self.file, encoding="ascii") as file:
                kept = [json.loads(line) for line in file][-3:]
            self.assertEqual([(one["key"], one["action"], one["result"], one["reason"], one["in_store"]) for one in reversed(kept)],
                             [(*one, True) for one in told], kind)
            self.assertEqual([json.loads(one["evidence"]) for one in reversed(kept)], [row["evidence"] for row in stored], kind)
            # A sandbox leaves nothing behind and shows no actions from outside.
            ask("sandbox", "create", "apart")
            inside = ["--sandbox", "apart"]
            ask(*inside, "lock", "acquire", "inside", "--owner", "o", "--lease", "1m")
            ask(*inside, "lock", "force-release", "inside", "--if-owner", "o", "--if-token", "1", "--reason", "r")
            self.assertEqual([row["key"] for row in self.audit(url, *inside)], ["inside"], kind)
            ask("sandbox", "drop", "apart")
            with open(self.file, encoding="ascii") as file:
                self.assertNotIn('"inside"', file.read(), kind)
            # After the store has lost them, they are listed from this file.
            if kind in forget:
                forget[kind](url)
            else:
                self.servers[kind].sql("DELETE FROM lockdesk_audit")
            rows = self.audit(url)
            self.assertEqual([(row["key"], row["action"], row["state"], row["reason"]) for row in rows], told, kind)
            self.assertEqual({row["raw"]["where"] for row in rows}, {"local"}, kind)

    def test_redlock(self):
        if "redis" not in self.urls:
            self.skipTest("not built in")
        with servers.Redis() as two, servers.Redis() as three:
            url = f"redlock://127.0.0.1:{self.servers['redis'].port},127.0.0.1:{two.port},127.0.0.1:{three.port}"
            self.assertEqual(self.force(url, "redlock").status, 0)
            self.assertEqual(self.audit(url)[0]["raw"]["where"], "local")

    def test_several_processes_and_hostile_text(self):
        url = self.urls["sqlite"]
        hostile = "a\n{\"at_us\":1}\x1b[2J\u202e"
        self.assertEqual(self.force(url, "dist_lock", "first", hostile).status, 0)
        with open(self.file, "ab") as file:
            file.write(b'{"torn')
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            done = list(pool.map(lambda i: self.force(url, "dist_lock", f"many-{i}"), range(16)))
        self.assertEqual([one.status for one in done], [0] * 16)
        rows = self.audit(url, "--source", "dist_lock")
        self.assertEqual({row["key"] for row in rows}, {"first"} | {f"many-{i}" for i in range(16)})
        self.assertEqual([row["reason"] for row in rows if row["key"] == "first"], [hostile])

    def test_rotation(self):
        os.makedirs(os.path.dirname(self.file), mode=0o700)
        with open(self.file, "w") as file:
            file.write('{"v":1,"at_us":1,"store":"x","key":"' + "k" * (4 * 1024 * 1024) + '"}\n')
        os.chmod(self.file, 0o666)
        self.assertEqual(self.force(self.urls["sqlite"], "dist_lock", "rotated").status, 0)
        self.assertTrue(os.path.getsize(os.path.join(self.home.name, "lockdesk", "audit.1.jsonl")) > 4 * 1024 * 1024)
        self.assertLess(os.path.getsize(self.file), 10_000)
        self.assertEqual(stat.S_IMODE(os.stat(self.file).st_mode), 0o600)

    def test_what_cannot_be_written_is_told(self):
        url = self.urls["sqlite"]
        if os.access("/dev/full", os.W_OK):
            os.makedirs(os.path.dirname(self.file), mode=0o700)
            os.symlink("/dev/full", self.file)  # not our file: links are not followed
            done = self.force(url, "dist_lock", "linked")
            self.assertEqual(done.status, 0, done)
            self.assertIn("Not written to the audit", done.errors)
            os.remove(self.file)
        os.makedirs(os.path.dirname(self.file), mode=0o700, exist_ok=True)
        # No space: files are limited to one kilobyte.
        ctl.run(url, "--source", "dist_lock", "lock", "acquire", "full", "--owner", "me", "--lease", "1m", env=self.env)
        with open(self.file, "w") as file:
            file.write('{"v":1,"at_us":1}\n' * 60)  # 1080 bytes, of 1024 allowed
        os.chmod(self.file, 0o600)
        size = os.path.getsize(self.file)
        done = subprocess.run(["bash", "-c", "trap '' XFSZ; ulimit -f 1; exec \"$@\"", "-", ctl.PROGRAM, "--json", "--store", self.redis_or(url),
                               "--source", "string" if "redis" in self.urls else "dist_lock", "lock", "force-release", "full",
                               "--if-owner", "me", "--if-token", "0", "--reason", "r"], env=self.env, capture_output=True, text=True)
        self.assertIn("Not written to the audit", done.stderr, done)
        self.assertEqual(os.path.getsize(self.file), size, "no half line")

    def redis_or(self, url):
        """Returns a store that is not a file of this process, so that the limit affects only the audit."""
        if "redis" not in self.urls:
            return url
        ctl.run(self.urls["redis"], "--source", "string", "lock", "acquire", "full", "--owner", "me", "--lease", "1m", env=self.env)
        return self.urls["redis"]


if __name__ == "__main__":
    ctl.main()
