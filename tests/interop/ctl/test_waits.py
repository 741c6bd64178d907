# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Who waits for whom: cycles of application locks on every store with waiters, and of real sessions in PostgreSQL and MariaDB, planted
here and named by lockdeskctl."""

import signal
import subprocess
import unittest

import ctl

WAIT = {"entity", "key", "state", "layer", "waiter", "what", "holder", "lock_state", "since_us", "waited_us", "cycle", "waiter_about",
        "holder_about"}


class Client:
    """A session of the server's own client that runs what it is given, until `close`."""

    def __init__(self, kind, server):
        program = {"postgresql": ("psql", "-X", "-qAt", getattr(server, "url", "")),
                   "mariadb": ("mariadb", "--no-defaults", "-h127.0.0.1", f"-P{server.port}", "-uroot", "-NBn", "--force", "lockdesk")}
        self.kind, self.server = kind, server
        name, *options = program[kind]
        self.process = subprocess.Popen([ctl.servers.find_program(name, *getattr(server, "bin_dirs", ())), *options],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.id = self.run({"postgresql": "SELECT pg_backend_pid();", "mariadb": "SELECT CONNECTION_ID();"}[kind])

    def send(self, text):
        self.process.stdin.write(text.encode() + b"\n")
        self.process.stdin.flush()

    def run(self, text):
        """Returns the first line that it prints for the text, once that has ended."""
        self.send(text)
        line = self.process.stdout.readline().decode().strip()
        assert line, (text, self.process.poll())
        return line

    def close(self):
        # A session that waits for a lock does not notice that its client has gone.
        if self.kind == "postgresql":
            self.server.sql(f"SELECT pg_terminate_backend({self.id}, 10000)")
        else:
            self.server.sql(f"KILL {self.id}")
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()


class Waits(ctl.Stores):
    kinds = {**ctl.Stores.kinds, "mariadb": lambda: ctl.servers.MariaDb("innodb-deadlock-detect=OFF", "innodb-lock-wait-timeout=300"),
             "postgresql": lambda: ctl.servers.Postgres("deadlock_timeout=300s")}

    def waits(self, url):
        done = ctl.run(url, "waits")
        self.assertIn(done.status, (0, 3), done)
        for line in done.of("row"):
            self.assertEqual(set(line) - {"v", "type", "store_us"}, WAIT)
        self.assertEqual(done.status, 3 if done.of("cycle") else 0, done)
        return done

    def finding(self, url, rows):
        """The cycle among the findings, as a crontab sees it: one call, status 3."""
        done = self.expect(3, url, "findings")
        found = [line for line in done.of("finding") if line["what"] == "cycle of waits"]
        self.assertEqual(len(found), 1, done)
        self.assertEqual((found[0]["severity"], found[0]["advice"], found[0]["count"]), ("act", "lockdeskctl waits", rows), done)
        return found[0]

    def test_owners_that_wait_for_each_other(self):
        for kind, url in self.each():
            self.assertEqual(self.waits(url).of("row"), [], kind)
            for name, owner in (("left", "a"), ("right", "b")):
                self.expect(0, url, "lock", "acquire", name, "--owner", owner, "--lease", "10m")
            waiting = [ctl.start(url, "lock", "acquire", name, "--owner", owner, "--lease", "10m", "--wait", "10m")
                       for name, owner in (("right", "a"), ("left", "b"), ("left", "outside"))]
            try:
                found = ctl.servers.await_true("all of them wait", lambda url=url: (w := self.waits(url)) and len(w.of("row")) == 3 and w)
                self.assertEqual(len(found.of("cycle")), 1, (kind, found))
                cycle = found.of("cycle")[0]
                print(f"{kind}: {cycle['text']}")
                self.assertEqual(cycle["members"], ["a", "b"], kind)
                self.assertEqual(cycle["text"], "a waits for right, which b holds; b waits for left, which a holds", kind)
                self.assertEqual([row["cycle"] for row in found.of("row")], [1, 1, None], kind)
                self.assertEqual({row["layer"] for row in found.of("row")}, {"application"}, kind)
                self.assertEqual(found.of("row")[2]["waiter"], "outside", kind)
                finding = self.finding(url, 2)
                self.assertEqual((finding["subject"], finding["evidence"]), ("left, right", cycle["text"]), kind)
            finally:
                for one in waiting:
                    one.send_signal(signal.SIGTERM)
                    ctl.finish(one)
            self.assertEqual(self.waits(url).of("row"), [], kind)
            self.assertNotIn("cycle of waits", str(ctl.run(url, "findings")), kind)

    def plant(self, kind, rows=2):
        """Sessions, each with a row of its own, of which each but the last then waits for the next one's."""
        server = self.servers[kind]
        server.sql("DROP TABLE IF EXISTS planted; CREATE TABLE planted (id int PRIMARY KEY, v int)"
                   + (" ENGINE=InnoDB" if kind == "mariadb" else "")
                   + "; INSERT INTO planted VALUES " + ", ".join(f"({i}, 0)" for i in range(rows)))
        clients, ids = [], []
        for i in range(rows):
            client = Client(kind, server)
            self.addCleanup(client.close)
            clients.append(client)
            ids.append("session " + client.id)
            client.run(f"BEGIN; UPDATE planted SET v = 1 WHERE id = {i}; SELECT 'ready';")
        for i in range(rows - 1):
            clients[i].send(f"UPDATE planted SET v = 2 WHERE id = {i + 1};")
        return clients, ids

    def test_sessions_of_the_database(self):
        for kind, url in self.each():
            if kind not in ("postgresql", "mariadb"):
                continue
            clients, ids = self.plant(kind, 3)
            chain = ctl.servers.await_true("two wait", lambda url=url: (w := self.waits(url)) and len(w.of("row")) == 2 and w)
            self.assertEqual(chain.of("cycle"), [], kind)
            self.assertNotIn("cycle of waits", str(ctl.run(url, "findings")), kind)
            self.assertEqual({(row["waiter"], row["holder"]) for row in chain.of("row")}, {(ids[0], ids[1]), (ids[1], ids[2])},
                             (kind, chain))
            self.assertEqual({(row["layer"], row["what"]) for row in chain.of("row")}, {("database", "row of planted")}, kind)
            for row in chain.of("row"):
                self.assertIn("UPDATE planted", row["waiter_about"], kind)
            clients[2].send("UPDATE planted SET v = 2 WHERE id = 0;")
            found = ctl.servers.await_true("there is a cycle", lambda url=url: (w := self.waits(url)) and w.of("cycle") and w)
            self.assertEqual(len(found.of("cycle")), 1, (kind, found))
            print(f"{kind}: {found.of('cycle')[0]['text']}")
            self.assertEqual(set(found.of("cycle")[0]["members"]), set(ids), kind)
            self.assertEqual({row["cycle"] for row in found.of("row")}, {1}, kind)
            for row in found.of("row"):
                self.assertLess(row["waited_us"], 120_000_000, (kind, row))
            finding = self.finding(url, 3)
            self.assertEqual(finding["subject"], ", ".join(sorted(ids)), kind)
            self.assertEqual(finding["evidence"], found.of("cycle")[0]["text"], kind)

    def test_an_advisory_lock_and_a_table(self):
        if "postgresql" not in self.urls:
            return self.skipTest("no PostgreSQL is compiled in")
        server, url = self.servers["postgresql"], self.urls["postgresql"]
        one, other = (Client("postgresql", server) for _ in range(2))
        self.addCleanup(one.close)
        self.addCleanup(other.close)
        ids = ["session " + client.id for client in (one, other)]
        one.run("SELECT 'held' FROM pg_advisory_lock(4711);")
        other.run("CREATE TABLE IF NOT EXISTS locked (i int); BEGIN; LOCK TABLE locked; SELECT 'held';")
        one.send("SELECT count(*) FROM locked;")
        other.send("SELECT pg_advisory_lock(4711);")
        found = ctl.servers.await_true("there is a cycle", lambda: (w := self.waits(url)) and w.of("cycle") and w)
        self.assertEqual({(row["waiter"], row["what"]) for row in found.of("row")},
                         {(ids[0], "table locked"), (ids[1], "advisory lock 4711")})
        return None

    def test_a_user_without_the_right(self):
        if "mariadb" not in self.urls:
            return self.skipTest("no MariaDB is compiled in")
        server = self.servers["mariadb"]
        server.sql("CREATE USER IF NOT EXISTS plain@'%' IDENTIFIED BY 'w'; GRANT ALL ON lockdesk.* TO plain@'%'")
        done = ctl.run(server.url.replace("root@", "plain:w@"), "waits")
        self.assertEqual((done.status, done.of("row")), (0, []), done)
        self.assertIn("PROCESS", done.errors)
        return None


if __name__ == "__main__":
    ctl.main()
