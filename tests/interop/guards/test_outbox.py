# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The promises of an outbox on every store: no message of a rolled back transaction, a late commit with a lower id, no
message lost when the relay is killed, dead ones revived."""

import concurrent.futures
import os
import random
import subprocess
import sys
import tempfile
import time
import unittest

import cells
from cells import ctl

SEED = int(os.environ.get("LOCKDESK_TEST_SEED", "20261"))
KILLS = ctl.size("guards.kills")


class Transaction:
    """A client of the database itself that leaves its transaction open."""

    def __init__(self, server):
        find = ctl.servers.find_program
        if isinstance(server, ctl.servers.Postgres):
            self.now = "lockdesk_stamp()"
            command = [find("psql", *server.bin_dirs), "-X", "-qAt", "-v", "ON_ERROR_STOP=1", server.url]
        else:
            self.now = "CAST(UNIX_TIMESTAMP(NOW(6)) * 1000000 AS SIGNED)"
            command = [find("mariadb"), "--no-defaults", "-h", "127.0.0.1", "-P", str(server.port), "-u", "root", "-N", "-B",
                       "-n", "lockdesk"]
        self.client = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.say("BEGIN")

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.client.stdin.close()
        self.client.stdout.close()
        self.client.wait(20)

    def say(self, statement):
        self.client.stdin.write(statement + ";\nSELECT 'done';\n")
        self.client.stdin.flush()
        answer = self.client.stdout.readline()
        assert answer == "done\n", answer

    def add(self, message):
        self.say("INSERT INTO lockdesk_outbox (id, topic, payload, created_at, next_at) "
                 f"VALUES ('{message}', 'mail', '{{}}', {self.now}, {self.now})")


class Outbox(ctl.Stores):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="lockdesk-outbox-")
        self.addCleanup(self.folder.cleanup)

    def log_of(self, kind):
        return os.path.join(self.folder.name, kind)

    def relay(self, kind, url, *options):
        receiver = f"exec:sleep 0.01; echo $LOCKDESK_MESSAGE_ID >> {self.log_of(kind)}"
        return ctl.start(url, "outbox", "relay", "--receiver", receiver, *options)

    def received(self, kind):
        try:
            with open(self.log_of(kind)) as log:
                return log.read().split()
        except FileNotFoundError:
            return []

    def test_a_rolled_back_message_never_was_and_a_late_one_is_delivered(self):
        for kind in ("postgresql", "mariadb"):
            if kind not in self.urls:
                continue
            url, server = self.urls[kind], self.servers[kind]
            with Transaction(server) as late, Transaction(server) as undone:
                late.add("late")
                undone.add("undone")
                self.expect(0, url, "outbox", "add", "mail", "--payload", "{}", "--id", "early")
                self.assertEqual(ctl.finish(self.relay(kind, url, "--until-empty")).status, 0)
                self.assertEqual(self.received(kind), ["early"], kind)
                undone.say("ROLLBACK")
                late.say("COMMIT")
                self.assertEqual(ctl.finish(self.relay(kind, url, "--until-empty")).status, 0)
            self.assertEqual(self.received(kind), ["early", "late"], kind)
            self.assertEqual(self.expect(0, url, "list", "outbox", "id:undone").of("row"), [])
            by_number = server.sql("SELECT id FROM lockdesk_outbox WHERE id IN ('early', 'late', 'undone') ORDER BY seq")
            self.assertEqual(by_number.split(), ["late", "early"], "the late one has the lower number")

    def test_three_failures_are_dead_and_come_back(self):
        for kind, url in self.each():
            gate = os.path.join(self.folder.name, "gate")
            self.expect(0, url, "outbox", "add", "mail", "--payload", "{}", "--id", "dying")
            words = ("outbox", "relay", "--until-empty", "--tries", "3", "--backoff", "fixed:100ms", "--receiver",
                     f"exec:echo $LOCKDESK_MESSAGE_ID >> {self.log_of(kind)}; test -e {gate}")
            lines = self.expect(0, url, *words).of("message")
            self.assertEqual([(line["state"], line["tries"]) for line in lines],
                             [("pending", 1), ("pending", 2), ("dead", 3)], kind)
            self.assertEqual(self.received(kind), ["dying"] * 3)
            self.assertEqual(self.expect(0, url, "outbox", "backlog").lines[0]["dead"], 1)
            back = self.expect(0, url, "outbox", "retry-dead").of("message")
            self.assertEqual([(line["id"], line["state"], line["tries"]) for line in back], [("dying", "pending", 0)])
            open(gate, "w").close()
            lines = self.expect(0, url, *words).of("message")
            self.assertEqual([(line["state"], line["tries"]) for line in lines], [("sent", 0)], kind)
            self.assertEqual(self.expect(0, url, "outbox", "backlog").lines[0]["dead"], 0)
            os.remove(gate)

    def test_the_end_says_how_many_died(self):
        for kind, url in self.each():
            for one in ("lives", "dies"):
                self.expect(0, url, "outbox", "add", "mail", "--payload", "{}", "--id", one)
            twice = self.expect(3, url, "outbox", "add", "mail", "--payload", "other", "--id", "dies")
            self.assertEqual([(line["id"], line["result"]) for line in twice.of("message")], [("dies", "duplicate")], kind)
            self.assertIn("dies already exists", twice.errors)
            words = ("outbox", "relay", "--until-empty", "--tries", "1", "--receiver", "exec:test $LOCKDESK_MESSAGE_ID = lives")
            done = self.expect(3, url, *words, "--fail-on-dead")
            end = done.of("end")[-1]
            self.assertEqual((end["sent"], end["failed"], end["dead"]), (1, 1, 1), kind)
            self.expect(0, url, *words, "--fail-on-dead")  # of an earlier relay
            some = self.expect(3, url, "outbox", "retry-dead", "dies", "lives", "unknown")
            self.assertEqual([line["id"] for line in some.of("message")], ["dies"], kind)
            for one in ("lives", "unknown"):
                self.assertIn(f"Message {one} is not dead", some.errors, kind)
            self.assertEqual(self.expect(0, url, *words).of("end")[-1]["dead"], 1, kind)
            self.deliver_dead(url, "dies")

    def test_guarded_relays_of_two_topics_do_not_wait_for_each_other(self):
        for kind, url in self.each():
            gate = os.path.join(self.folder.name, f"gate-{kind}")
            for topic in ("slow", "quick"):
                self.expect(0, url, "outbox", "add", topic, "--payload", "{}", "--id", topic)
            words = ("outbox", "relay", "--until-empty", "--guard", "fixed", "--topic")
            slow = ctl.start(url, *words, "slow", "--receiver", f"exec:until test -e {gate}; do sleep 0.1; done")
            ctl.servers.await_true("it delivers", lambda: ctl.run(url, "lock", "show", "outbox-relay:slow").status == 0)
            quick = self.expect(0, url, *words, "quick", "--receiver", "exec:true").of("message")
            self.assertEqual([(line["id"], line["state"]) for line in quick], [("quick", "sent")], kind)
            open(gate, "w").close()
            self.assertEqual([line["state"] for line in ctl.finish(slow).of("message")], ["sent"], kind)

    def deliver_dead(self, url, message):
        """Delivers it, as the other tests count dead messages."""
        self.expect(0, url, "outbox", "retry-dead", message)
        self.expect(0, url, "outbox", "relay", "--until-empty", "--receiver", "exec:true")

    def row(self, url, message):
        return self.expect(0, url, "list", "outbox", f"id:{message}").of("row")[0]

    def test_a_slow_receiver_of_a_long_batch_is_no_try(self):
        """Ten messages in one batch, each taking a third of the lease: nothing is cut, nothing is delivered twice."""
        ids = [f"slow{n}" for n in range(10)]

        def deliver(kind, url):
            for one in ids:
                self.expect(0, url, "outbox", "add", "mail", "--payload", "{}", "--id", one)
            receiver = f"exec:sleep 0.4; echo $LOCKDESK_MESSAGE_ID >> {self.log_of(kind)}"
            relays = [ctl.start(url, "outbox", "relay", "--receiver", receiver, "--lease", "1200ms", "--batch", "10",
                                "--until-empty") for _ in range(2)]
            done = [ctl.finish(one) for one in relays]
            self.assertEqual([one.status for one in done], [0, 0], kind)
            lines = [line for one in done for line in one.of("message")]
            self.assertEqual(sorted(self.received(kind)), ids, kind)
            self.assertEqual({(line["state"], line["tries"], line["cuts"]) for line in lines}, {("sent", 0, 0)}, kind)

        with concurrent.futures.ThreadPoolExecutor(len(self.urls)) as pool:
            for one in [pool.submit(deliver, kind, url) for kind, url in self.urls.items()]:
                one.result()

    def test_a_message_that_kills_its_relay_three_times_is_dead(self):
        def poison(kind, url):
            for one in ("poison", "good1", "good2"):
                self.expect(0, url, "outbox", "add", "mail", "--payload", "{}", "--id", one)
            receiver = (f"exec:echo $LOCKDESK_MESSAGE_ID >> {self.log_of(kind)}; "
                        "test $LOCKDESK_MESSAGE_ID != poison || kill -9 $PPID")
            words = (url, "outbox", "relay", "--receiver", receiver, "--lease", "500ms", "--until-empty")
            for count in (1, 2, 3):
                self.assertEqual(ctl.finish(ctl.start(*words)).status, -9, kind)
                self.assertEqual(self.received(kind).count("poison"), count, kind)
            last = self.expect(0, *words)
            self.assertEqual([line["state"] for line in last.of("message") if line["id"] == "poison"], ["dead"], kind)
            self.assertEqual(self.received(kind).count("poison"), 3, f"{kind}: not once more")
            row = self.row(url, "poison")
            self.assertEqual((row["state"], row["tries"], row["cuts"]), ("dead", 0, 3), kind)
            for one in ("good1", "good2"):
                row = self.row(url, one)
                self.assertEqual((row["state"], row["tries"], row["cuts"]), ("sent", 0, 0), kind)
            self.deliver_dead(url, "poison")

        with concurrent.futures.ThreadPoolExecutor(len(self.urls)) as pool:
            for one in [pool.submit(poison, kind, url) for kind, url in self.urls.items()]:
                one.result()

    def test_what_was_not_begun_is_given_back_at_once(self):
        for kind, url in self.each():
            for n in range(5):
                self.expect(0, url, "outbox", "add", "mail", "--payload", "{}", "--id", f"back{n}")
            receiver = f"exec:echo $LOCKDESK_MESSAGE_ID >> {self.log_of(kind)}; exec sleep 60"
            relay = ctl.start(url, "outbox", "relay", "--receiver", receiver)
            ctl.servers.await_true("it delivers", lambda: self.received(kind), 20)
            relay.terminate()
            self.assertEqual(ctl.finish(relay, 10).status, 0, kind)
            rows = self.expect(0, url, "list", "outbox", "id~back").of("row")
            self.assertEqual({(row["state"], row["tries"], row["cuts"], row["owner"]) for row in rows},
                             {("pending", 0, 0, None)}, kind)

    def test_retention_removes_sent_messages_and_keeps_the_dead(self):
        for kind, url in self.each():
            for one in ("old1", "old2", "bad"):
                self.expect(0, url, "outbox", "add", "mail", "--payload", "{}", "--id", one)
            receiver = "exec:test $LOCKDESK_MESSAGE_ID != bad"
            self.expect(0, url, "outbox", "relay", "--until-empty", "--tries", "1", "--receiver", receiver)
            relay = ctl.start(url, "outbox", "relay", "--receiver", receiver, "--retention", "1s")

            def left():
                return sorted(row["id"] for row in self.expect(0, url, "list", "outbox").of("row"))

            ctl.servers.await_true("old ones are removed", lambda: "old1" not in left() and "old2" not in left(), 20)
            relay.terminate()
            done = ctl.finish(relay, 10)
            self.assertEqual(done.status, 0, kind)
            self.assertGreaterEqual(sum(line["rows"] for line in done.of("collected") if line["entity"] == "message"), 2, kind)
            self.assertIn("bad", left(), f"{kind}: a dead one needs a human")
            audit = self.expect(0, url, "list", "audit").of("row")
            self.assertIn("collect", [row["action"] for row in audit], kind)
            self.deliver_dead(url, "bad")

    def test_a_relay_killed_again_and_again_loses_none(self):
        print(f"seed {SEED}", file=sys.stderr)
        with concurrent.futures.ThreadPoolExecutor(len(self.urls)) as pool:
            running = [pool.submit(self.kill_relays, kind, url) for kind, url in self.urls.items()]
        for one in running:
            print(one.result(), file=sys.stderr)

    def kill_relays(self, kind, url):
        chance = random.Random(f"{SEED} {kind}")
        ids = [f"{kind}{n}" for n in range(200)]
        added = "".join(f"outbox add mail --payload {{}} --id {one}\n" for one in ids)
        done = ctl.run(url, "batch", "-", data=added.encode())
        self.assertEqual(done.status, 0, done)
        in_hand = 0
        for _ in range(KILLS):
            before = len(self.received(kind))
            relay = self.relay(kind, url, "--lease", "1s", "--batch", "5")
            # Not before it works, else the kill proves nothing.
            ctl.servers.await_true("it delivers", lambda: len(self.received(kind)) > before, 20)
            time.sleep(chance.uniform(0.0, 0.15))
            in_hand += relay.poll() is None
            relay.kill()
            relay.communicate()
        self.assertEqual(in_hand, KILLS)
        left = ctl.run(url, "outbox", "backlog").lines[0]["pending"]
        self.assertGreater(left, 0, "the kills came too late")
        self.assertEqual(ctl.finish(self.relay(kind, url, "--until-empty")).status, 0)
        received = self.received(kind)
        self.assertEqual(sorted(set(received) & set(ids)), sorted(ids), "lost")
        states = {row["state"] for row in ctl.run(url, "list", "outbox", f"id~{kind}", "--limit", "1000").of("row")}
        self.assertEqual(states, {"sent"})
        return (f"{kind}: {KILLS} kills, {len(ids)} messages, {len(received) - len(ids)} delivered again, none lost, "
                f"{left} left at the last")


if __name__ == "__main__":
    ctl.main()
