# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures seven guards of an outbox relay: a receiver slower than the lease, a holder that hangs, a holder that is
killed between sending and recording it. On PostgreSQL; in the full size on every store."""

import concurrent.futures
import sys
import tempfile
import time
import unittest

import cells
from cells import GUARDS, LEASE, POLL, SLOW, STALLED, ctl

# Maximum delay of a begin after a tick on a busy machine.
SLACK = 1.0
CASES = ("slow", "hung", "killed")


class Measured:
    """Observations of `m` in a cell."""

    def __init__(self, cell, began, **more):
        self.began = began
        self.begins = [(at - began, who) for at, _, who, _ in cell.events("m", what="begin")]
        self.ends = [(at - began, who) for at, _, who, _ in cell.events("m", what="end")]
        self.log = cell.dump()
        # A's lease starts at some time between its launch and its begin.
        self.before = began - cell.launched
        self.stalled = self.recovered = None
        self.__dict__.update(more)

    def by(self, who):
        return [at for at, one in self.begins if one == who]

    def row(self):
        stall = "-" if self.stalled is None else f"> {self.stalled:.1f}" if self.by_hand else f"{self.stalled:.1f}"
        recovery = "-" if self.recovered is None else f"{self.recovered:.1f}"
        return f"{len(self.begins) - 1:>10} {stall:>8} {recovery:>9}"

    by_hand = False  # it stalled until someone intervened


def begins_of(cell, began, messages):
    return [(who, at - began) for at, one, who, what in cell.events() if one in messages and what == "begin"]


def slow(databases, guard, redlock):
    """A and B need SLOW seconds; the lease is LEASE."""
    for _ in range(4):
        seen = slow_once(databases, guard, redlock)
        # Unless B polled between the end of A's lease and of its delivery, nothing was tested: a busy machine.
        if seen.by("B") or guard not in ("fixed", "redlock") or any(LEASE < at < seen.ends[0][0] for at in seen.skipped):
            break
    return seen


def slow_once(databases, guard, redlock):
    others = ("x1", "x2") if guard == "skip-locked-rows" else ()
    cell, began = cells.begin(databases, guard, redlock, ("slow", str(SLOW)), ("slow", str(SLOW)), others)
    with cell:
        cell.await_sent("m")
        for one in others:
            cell.await_sent(one)
        time.sleep(max(0.0, began + SLOW + 2 * POLL - time.time()))  # nobody begins it again
        cell.await_true("every delivery of m ends", lambda: len(cell.events("m", what="end")) == len(cell.events("m", what="begin")))
        seen = Measured(cell, began, skipped=[at - began for at in cell.skipped()], others=begins_of(cell, began, others))
        seen.stalled = seen.by("B")[0] if seen.by("B") else None
        return seen


def hung(databases, guard, redlock):
    """A's delivery hangs until it is woken; B is fast. A guard that stalls is freed by ending A's session."""
    others = ("x1", "x2") if guard == "skip-locked-rows" else ()
    cell, began = cells.begin(databases, guard, redlock, ("hung",), ("quick",), others)
    with cell:
        while time.time() < began + STALLED and not cell.events("m", "B", "end"):
            time.sleep(0.05)
        stalled = cell.events("m", "B", "begin")[0][0] - began if cell.events("m", "B") else time.time() - began
        by_hand, recovered = not cell.events("m", "B"), None
        if by_hand and guard in cells.NEEDS:
            cut = time.time()
            databases.cut_sessions_that_hold(cell.url)
            recovered = cell.await_event("m", "B", "end") - cut
            cell.await_sent("m")
        others_at = begins_of(cell, began, others)
        cell.wake()
        cell.await_event("m", "A", "end")
        cell.await_sent("m")
        return Measured(cell, began, stalled=stalled, by_hand=by_hand, recovered=recovered, others=others_at)


def killed(databases, guard, redlock):
    """A has sent it and is killed before recording it in the store; under the watchdog, after a renewal."""
    cell, began = cells.begin(databases, guard, redlock, ("sent",), ("quick",))
    with cell:
        cell.await_event("m", "A", "end")
        time.sleep(max(0.0, began + (LEASE / 3 + 0.3 if guard == "watchdog" else 0.5) - time.time()))
        at = cell.kill("A")
        recovered = cell.await_event("m", "B", "end") - at
        cell.await_sent("m")
        return Measured(cell, began, recovered=recovered, killed=at - began)


class Table(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        wanted = [kind for kind in ("postgresql", "mariadb", "sqlite", "redis", "mongodb") if kind in ctl.STORES]
        cls.kinds = wanted[:ctl.size("guards.stores")]
        cls.folder = tempfile.TemporaryDirectory(prefix="lockdesk-guards-")
        cls.addClassCleanup(cls.folder.cleanup)
        settings = {"redis": ("--databases", "64"), "postgresql": ("max_connections=400",)}
        cls.databases = {}
        for kind in cls.kinds:
            server = None
            if kind != "sqlite":
                server = ctl.Stores.kinds[kind](*settings.get(kind, ()))
                cls.addClassCleanup(server.stop)
            cls.databases[kind] = cells.Databases(kind, server, cls.folder.name)
        cls.redlock = None
        if "redis" in ctl.STORES:
            servers = [ctl.servers.Redis() for _ in range(3)]
            for server in servers:
                cls.addClassCleanup(server.stop)
            cls.redlock = "redlock://" + ",".join(f"127.0.0.1:{server.port}" for server in servers)
        cls.table = {}

    @classmethod
    def tearDownClass(cls):
        heads = ("delivery of 3.5 s", "A hangs", "A killed after sending")
        for kind in cls.kinds:
            lines = ["", f"{kind}; lease {LEASE} s, a look every {POLL} s; duplicates, stall and recovery in seconds",
                     f"{'':18}" + "".join(f"| {head:>29}" for head in heads),
                     f"{'guard':18}" + "| duplicates    stall  recovery" * 3]
            for guard in GUARDS:
                row = [cls.table.get((kind, guard, case)) for case in CASES]
                lines.append(f"{guard:18}" + "".join(f"| {one.row() if one else 'not there':>29}" for one in row))
            print("\n".join(lines), file=sys.stderr)

    def possible(self, kind):
        return [guard for guard in GUARDS
                if kind in cells.NEEDS.get(guard, (kind,)) and (guard != "redlock" or self.redlock is not None)]

    def measure(self, case, check):
        """Measures the cells of one case concurrently, store by store; then checks them against the theory."""
        for kind, databases in self.databases.items():
            guards = self.possible(kind)
            with concurrent.futures.ThreadPoolExecutor(len(guards)) as pool:
                running = {guard: pool.submit(case, databases, guard, self.redlock) for guard in guards}
            for guard, one in running.items():
                with self.subTest(store=kind, guard=guard):
                    seen = self.table[kind, guard, case.__name__] = one.result()
                    try:
                        check(guard, seen)
                    except AssertionError as wrong:
                        raise AssertionError(f"{wrong}\n{seen.log}") from None

    def test_a_receiver_slower_than_the_lease(self):
        self.measure(slow, self.check_slow)

    def check_slow(self, guard, seen):
        if guard in ("none", "fixed", "redlock"):
            # Sent twice: B begins while A still sends.
            self.assertEqual([who for _, who in seen.begins], ["A", "B"])
            self.assertLess(seen.by("B")[0], seen.ends[0][0])
        else:
            self.assertEqual([who for _, who in seen.begins], ["A"])
        if guard in ("fixed", "redlock"):
            self.assertGreater(seen.by("B")[0] + seen.before, LEASE)
        if guard == "skip-locked-rows":
            # B sends the others meanwhile.
            self.assertEqual([who for who, _ in seen.others], ["B", "B"])
            self.assertLess(max(at for _, at in seen.others), SLOW)

    def test_a_holder_that_hangs(self):
        self.measure(hung, self.check_hung)

    def check_hung(self, guard, seen):
        if guard == "none":
            self.assertLess(seen.stalled, POLL + SLACK)
        elif guard in ("fixed", "redlock"):
            # B after the lease; again when A wakes.
            self.assertGreater(seen.stalled + seen.before, LEASE)
            self.assertLess(seen.stalled, LEASE + POLL + SLACK)
        else:
            self.assertTrue(seen.by_hand)
            self.assertGreaterEqual(seen.stalled, STALLED)
        if guard in ("none", "fixed", "redlock"):
            self.assertEqual([who for _, who in seen.begins], ["A", "B"])
            self.assertEqual([who for _, who in seen.ends], ["B", "A"])
        elif guard == "watchdog":
            # For ever: it is renewed as long as A's process lives.
            self.assertEqual([who for _, who in seen.begins], ["A"])
        else:
            self.assertLess(seen.recovered, POLL + SLACK)
        if guard == "skip-locked-rows":
            self.assertEqual([who for who, _ in seen.others], ["B", "B"])

    def test_a_holder_that_is_killed(self):
        self.measure(killed, self.check_killed)

    def check_killed(self, guard, seen):
        # Sent but not recorded: sent twice under every guard. Receivers must check ids.
        self.assertEqual([who for _, who in seen.ends], ["A", "B"])
        self.assertGreater(seen.recovered, 0.0)
        if guard in ("fixed", "redlock"):
            self.assertGreater(seen.killed + seen.recovered + seen.before, LEASE)
            self.assertLess(seen.killed + seen.recovered, LEASE + POLL + SLACK)
        elif guard == "watchdog":
            # Renewed a third of the lease after its begin, so it ends later than a lease without renewal.
            self.assertGreater(seen.killed + seen.recovered + seen.before, LEASE + LEASE / 3)
            self.assertLess(seen.recovered, LEASE + POLL + SLACK)
        else:
            self.assertLess(seen.recovered, POLL + SLACK)


if __name__ == "__main__":
    unittest.main()
