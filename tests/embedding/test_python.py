#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: Apache-2.0
"""The Python package on a store of each kind in LOCKDESK_TEST_STORES, and through it the C functions: LOCKDESK_LIBRARY."""

import os
import pathlib
import sqlite3
import sys
import tempfile
import threading
import types
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))

import cffi  # noqa: E402
import lockdesk  # noqa: E402
import servers  # noqa: E402

USAGE, UNSUPPORTED = 2, 7


class SqliteFile:
    def __init__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.file = os.path.join(self.folder.name, "store.db")
        self.url = f"sqlite://{self.file}"

    def stop(self):
        self.folder.cleanup()


class Cursor:
    """As much of DB-API as a driver has, over a client library in C: its results are bytes."""

    description = None

    def __init__(self, connection):
        self.connection = connection

    def execute(self, sql):
        self.rows, self.rowcount = self.connection.run(sql)
        self.description = self.rows is not None or None

    def fetchall(self):
        return self.rows


class Libpq:
    def __init__(self, url):
        self.ffi = cffi.FFI()
        self.ffi.cdef("""typedef struct pg_conn PGconn; typedef struct pg_result PGresult;
            PGconn *PQconnectdb(const char *); void PQfinish(PGconn *); PGresult *PQexec(PGconn *, const char *);
            int PQresultStatus(const PGresult *); int PQntuples(const PGresult *); int PQnfields(const PGresult *);
            char *PQgetvalue(const PGresult *, int, int); char *PQcmdTuples(PGresult *); void PQclear(PGresult *);
            char *PQerrorMessage(const PGconn *);""")
        self.lib = self.ffi.dlopen("libpq.so.5")
        self.handle = self.ffi.gc(self.lib.PQconnectdb(url.encode()), self.lib.PQfinish)

    def run(self, sql):
        result = self.ffi.gc(self.lib.PQexec(self.handle, sql.encode()), self.lib.PQclear)
        status = self.lib.PQresultStatus(result)
        if status not in (1, 2):
            raise RuntimeError(self.ffi.string(self.lib.PQerrorMessage(self.handle)).decode())
        rows = [[self.ffi.string(self.lib.PQgetvalue(result, row, i)) for i in range(self.lib.PQnfields(result))]
                for row in range(self.lib.PQntuples(result))]
        return rows if status == 2 else None, int(self.ffi.string(self.lib.PQcmdTuples(result)) or b"0")

    def native(self):
        return lockdesk.Native("pgconn", self.handle)

    def cursor(self):
        return Cursor(self)


class Libmariadb:
    def __init__(self, port):
        self.ffi = cffi.FFI()
        self.ffi.cdef("""typedef struct st_mysql MYSQL; typedef struct st_mysql_res MYSQL_RES;
            MYSQL *mysql_init(MYSQL *); void mysql_close(MYSQL *); const char *mysql_error(MYSQL *);
            int mysql_options(MYSQL *, int, const void *);
            MYSQL *mysql_real_connect(MYSQL *, const char *, const char *, const char *, const char *, unsigned int, const char *,
                unsigned long);
            int mysql_query(MYSQL *, const char *); MYSQL_RES *mysql_store_result(MYSQL *); int mysql_next_result(MYSQL *);
            unsigned int mysql_num_fields(MYSQL_RES *); char **mysql_fetch_row(MYSQL_RES *); void mysql_free_result(MYSQL_RES *);
            uint64_t mysql_affected_rows(MYSQL *);""")
        self.lib = self.ffi.dlopen("libmariadb.so.3")
        self.handle = self.ffi.gc(self.lib.mysql_init(self.ffi.NULL), self.lib.mysql_close)
        charset = 7  # MYSQL_SET_CHARSET_NAME
        self.lib.mysql_options(self.handle, charset, self.ffi.new("char[]", b"utf8mb4"))
        if not self.lib.mysql_real_connect(self.handle, b"127.0.0.1", b"root", b"", b"lockdesk", port, self.ffi.NULL, 0):
            raise RuntimeError(self.ffi.string(self.lib.mysql_error(self.handle)).decode())

    def run(self, sql):
        more, rows, affected = self.lib.mysql_query(self.handle, sql.encode()), None, 0
        affected = self.lib.mysql_affected_rows(self.handle) if more == 0 else 0
        while more == 0:
            result = self.lib.mysql_store_result(self.handle)
            if result and rows is None:
                rows = []
                while row := self.lib.mysql_fetch_row(result):
                    rows.append([self.ffi.string(row[i]) if row[i] else None for i in range(self.lib.mysql_num_fields(result))])
            if result:
                self.lib.mysql_free_result(result)
            more = self.lib.mysql_next_result(self.handle)
        if more > 0:
            raise RuntimeError(self.ffi.string(self.lib.mysql_error(self.handle)).decode())
        return rows, affected if affected < 1 << 63 else 0

    def native(self):
        return lockdesk.Native("mysql", self.handle)

    def cursor(self):
        return Cursor(self)


class Sqlite3:
    """Python's own."""

    def __init__(self, file):
        self.connection = sqlite3.connect(file, timeout=20, isolation_level=None)

    def run(self, sql):
        return self.connection.execute(sql).fetchall(), 0

    def cursor(self):
        return self.connection.cursor()


class OnEveryStore:
    @classmethod
    def setUpClass(cls):
        cls.server = cls.start()
        cls.desk = lockdesk.connect(cls.server.url, timeout=5)
        cls.desk.init()

    @classmethod
    def tearDownClass(cls):
        del cls.desk
        cls.server.stop()

    def newer(self, name="newer", resource="ledger"):
        """A lock with a token greater than that of another name's first grant, which passes the resource's fence."""
        mutex = self.desk.mutex(name)
        for _ in range(3):
            mutex.try_lock(10).release()
        held = mutex.try_lock(10)
        held.require(resource=resource)
        return held

    def test_with_waits_and_releases(self):
        mutex = self.desk.mutex("nightly", lease=30)
        with mutex as held:
            self.assertTrue(held)
            self.assertGreater(held.token, 0)
            self.assertFalse(self.desk.mutex("nightly").try_lock())
            waited = []
            waiter = threading.Thread(target=lambda: waited.append(bool(self.desk.mutex("nightly").try_lock(20))))
            waiter.start()
        waiter.join()
        self.assertEqual(waited, [True])
        with self.desk.mutex("nightly").try_lock(10) as held:
            self.assertTrue(held)

    def test_the_fence_refuses_an_older_token(self):
        old = self.desk.mutex("old").try_lock()
        old.require(resource="ledger-1")
        self.assertGreater(self.newer(resource="ledger-1").token, old.token)
        with self.assertRaises(lockdesk.StaleToken) as refused:
            old.require(resource="ledger-1")
        self.assertIn("newer", str(refused.exception))
        old.require()
        old.release()

    def test_the_outbox_knows_an_id(self):
        outbox = self.desk.outbox()
        self.assertTrue(outbox.add("mail", "한 'quoted' \\ text", id="mail-1"))
        self.assertFalse(outbox.add("mail", "again", id="mail-1"))
        self.assertTrue(outbox.add("mail", "", None))

    def test_mistakes(self):
        for wrong in (lambda: self.desk.mutex("").try_lock(), lambda: self.desk.mutex("a\0b").try_lock(),
                      lambda: self.desk.mutex("short", lease=0.01).try_lock(), lambda: self.desk.outbox().add("", "x"),
                      lambda: lockdesk.connect("what://ever"), lambda: self.desk.outbox(42).add("mail", "x"),
                      lambda: self.desk.mutex("a", lease="30s").try_lock(), lambda: self.desk.mutex("a").try_lock("1"),
                      lambda: self.desk.mutex("a").try_lock(float("nan")), lambda: self.desk.mutex("a", lease=float("inf")).try_lock(),
                      lambda: self.desk.mutex(3).try_lock(), lambda: self.desk.mutex(b"a").try_lock(), lambda: self.desk.mutex("\ud800").try_lock(),
                      lambda: lockdesk.connect(3), lambda: self.desk.outbox().add("mail", {"a": 1}),
                      lambda: lockdesk.connect(self.server.url, timeout="5s")):
            with self.assertRaises(lockdesk.Error) as error:
                wrong()
            self.assertEqual(error.exception.status, USAGE)
        nothing = self.desk.mutex("nightly").try_lock()
        nothing.release()
        self.assertFalse(nothing)
        self.assertEqual(nothing.token, 0)
        nothing.release()
        with self.assertRaises(lockdesk.Error):
            nothing.require()


class WithServer(OnEveryStore):
    def test_a_lost_lock_is_false_and_says_so(self):
        desk = lockdesk.connect(self.server.url, timeout=0.5)
        held = desk.mutex("lost", lease=0.9).try_lock()
        self.assertTrue(held)
        self.server.freeze()
        try:
            servers.await_true("the lease is over", lambda: not held)
            with self.assertRaises(lockdesk.LockLost):
                held.release()
        finally:
            self.server.thaw()


class WithSql:
    def test_the_fence_and_the_outbox_in_my_transaction(self):
        for number, tx in enumerate(self.transactions()):
            with self.subTest(tx=type(tx).__name__):
                mine = self.mine
                resource, message = f"own-{number}", f"own-mail-{number}"
                old = self.desk.mutex(f"own-{number}").try_lock()
                mine.run("BEGIN")
                old.require(tx, resource)
                self.assertTrue(self.desk.outbox(tx).add("mail", "O'Hara \\ 한", id=message))
                mine.run("ROLLBACK")
                mine.run("BEGIN")
                old.require(tx, resource)
                self.assertTrue(self.desk.outbox(tx).add("mail", "O'Hara \\ 한", id=message), "it was rolled back")
                self.assertFalse(self.desk.outbox(tx).add("mail", "again", id=message))
                mine.run("COMMIT")
                self.assertFalse(self.desk.outbox().add("mail", "again", id=message))
                text = mine.run(f"SELECT payload FROM lockdesk_outbox WHERE id = '{message}'")[0][0][0]
                self.assertEqual(text if isinstance(text, str) else text.decode(), "O'Hara \\ 한")
                newer = self.newer(name=f"newer-{number}", resource=resource)
                mine.run("BEGIN")
                with self.assertRaises(lockdesk.StaleToken):
                    old.require(tx, resource)
                mine.run("ROLLBACK")
                mine.run("BEGIN")
                newer.require(tx, resource)
                mine.run("COMMIT")
                old.release()

    def test_an_exception_of_the_client_library_comes_through(self):
        class Broken:
            def cursor(self):
                raise KeyError("mine")

        with self.desk.mutex("broken") as held:
            with self.assertRaises(KeyError):
                held.require(Broken())


class WithoutSql:
    def test_its_transactions_are_not_for_sql(self):
        class Connection:
            def cursor(self):
                raise AssertionError("asked")

        with self.desk.mutex("no-sql") as held:
            with self.assertRaises(lockdesk.Error) as error:
                held.require(Connection())
            self.assertEqual(error.exception.status, UNSUPPORTED)


class Sqlite(WithSql, OnEveryStore, unittest.TestCase):
    start = SqliteFile

    def transactions(self):
        self.mine = Sqlite3(self.server.file)
        return [self.mine.connection, self.mine.connection.cursor()]

    def test_in_no_transaction_it_is_a_mistake(self):
        mine = Sqlite3(self.server.file)
        with self.desk.mutex("none") as held:
            with self.assertRaises(lockdesk.Error) as error:
                held.require(mine.connection)
            self.assertEqual(error.exception.status, USAGE)

    def test_a_long_transaction_loses_the_lock(self):
        held = lockdesk.connect(self.server.url, timeout=0.5).mutex("long", lease=0.9).try_lock()
        mine = Sqlite3(self.server.file)
        mine.run("BEGIN IMMEDIATE")
        servers.await_true("the lease is over", lambda: not held)
        mine.run("ROLLBACK")
        with self.assertRaises(lockdesk.LockLost):
            held.release()


class Postgresql(WithSql, WithServer, unittest.TestCase):
    start = servers.Postgres

    def transactions(self):
        self.mine = Libpq(self.server.url)
        return [self.mine, self.mine.native()]


class Mariadb(WithSql, WithServer, unittest.TestCase):
    start = servers.MariaDb

    def transactions(self):
        self.mine = Libmariadb(self.server.port)
        return [self.mine, self.mine.native()]


class Redis(WithoutSql, WithServer, unittest.TestCase):
    start = servers.Redis


class Mongodb(WithoutSql, WithServer, unittest.TestCase):
    start = servers.MongoDb


def load_tests(loader, _tests, _pattern):
    kinds = {"sqlite": Sqlite, "postgresql": Postgresql, "mariadb": Mariadb, "redis": Redis, "mongodb": Mongodb}
    wanted = os.environ.get("LOCKDESK_TEST_STORES", "").split() or list(kinds)
    return unittest.TestSuite(loader.loadTestsFromTestCase(kinds[kind]) for kind in wanted)


class Made:
    """A connection of another library, as far as it matters; what is executed is kept."""

    def __init__(self, **attributes):
        self.executed = []
        self.__dict__.update(attributes)

    def cursor(self):
        return self

    def execute(self, sql):
        self.executed.append(sql)
        raise InterruptedError


class Autocommit(unittest.TestCase):
    def test_what_would_be_written_at_once_is_refused(self):
        psycopg = [types.SimpleNamespace(transaction_status=status) for status in (0, 2)]
        with tempfile.TemporaryDirectory() as folder:
            desk = lockdesk.connect("sqlite://" + os.path.join(folder, "s.sqlite"))
            desk.init()
            for refused, made in ((True, Made(autocommit=True, info=psycopg[0])), (False, Made(autocommit=False, info=psycopg[0])),
                                  (False, Made(autocommit=True, info=psycopg[1])),
                                  (True, Made(server_status=2, get_autocommit=lambda: True)),
                                  (False, Made(server_status=3, get_autocommit=lambda: True)),
                                  (False, Made(server_status=0, get_autocommit=lambda: False)),
                                  (True, Made(in_transaction=False, autocommit=True)), (False, Made(in_transaction=False, autocommit=False)),
                                  (False, Made(in_transaction=True, autocommit=True))):
                with self.assertRaises(lockdesk.Error if refused else InterruptedError):
                    desk.outbox(made).add("mail", b"{}", id="mail-1")
                self.assertEqual(made.executed == [], refused, made.__dict__)
            del desk


if __name__ == "__main__":
    unittest.main()
