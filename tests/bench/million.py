#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: Apache-2.0
"""The console on stores with a million locks and a million tasks: first rows, filters, orders, scrolling, memory, stalls.

    tests/bench/million.py --bin BUILD/bin [--rows 1000000] [sqlite postgresql redis mariadb mongodb]

Starts one private server after the other, fills it in bulk through its own client, and prints what lockdesk-bench-million prints, a
line a measurement. --keep keeps the server up until Enter is pressed."""

import argparse
import json
import os
import socket
import sqlite3
import struct
import subprocess
import sys
import tempfile
import time

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(here, "..", "support"))
import servers  # noqa: E402

# Of ten locks seven are held, of a hundred two have expired and five cool. Of ten tasks five are due, three held and one waits;
# of a hundred five have failed and wait for a retry. In SQL, with the number as {i} and the time in us as {now}.
NEVER = 9000000000000000
HELD, COOLING, EXPIRED = "{i} % 10 < 7", "{i} % 100 BETWEEN 75 AND 79", "{i} % 100 IN (13, 41)"
LOCK_COLUMNS = ("name, owner, token, holds, lease_us, acquired_at, expires_at, cooling_until, released_at, last_owner, renewals")
LOCK_VALUES = f"""{{concat('stock:sku-', i)}}, CASE WHEN {HELD} THEN {{concat('api-', 'i % 40', '/7719/04be11aa22bb33cc')}} END,
    {{i}} % 9973 + 1, CASE WHEN {HELD} THEN 1 ELSE 0 END, 7200000000, {{now}} - {{i}} % 86400 * 1000000,
    CASE WHEN {EXPIRED} THEN {{now}} - 60000000 - {{i}} WHEN {HELD} THEN {{now}} + 7200000000 + {{i}} % 86400 * 1000000 END,
    CASE WHEN {COOLING} THEN {{now}} + 7200000000 END, CASE WHEN NOT ({HELD}) THEN {{now}} - {{i}} % 86400 * 1000000 END,
    '', {{i}} % 50"""
TASK_COLUMNS = ("id, kind, phase, owner, token, locked_at, updated_at, created_at, claims, failures, last_error")
TASK_VALUES = """{concat('task-', i)}, CASE {i} % 3 WHEN 0 THEN 'gateway' WHEN 1 THEN 'report' ELSE 'mail' END,
    CASE {i} % 4 WHEN 0 THEN 'Creating' WHEN 1 THEN 'Starting' ELSE 'Waiting' END,
    CASE WHEN {i} % 10 BETWEEN 5 AND 7 THEN {concat('pod-', 'i % 40', '/8044/5d0e11aa22bb33cc')} END, {i} % 97 + 1,
    CASE WHEN {i} % 20 = 4 THEN {never} WHEN {i} % 10 < 5 THEN 0 WHEN {i} % 10 < 9 THEN {now} + 7200000000
    ELSE {now} - {i} % 600 * 1000000 END,
    {now} - {i} % 86400 * 1000000, {now} - 86400000000, {i} % 97, CASE WHEN {i} % 20 = 4 THEN 8 ELSE 0 END,
    CASE WHEN {i} % 20 = 4 THEN 'connection refused' ELSE '' END""".replace("{never}", str(NEVER))
FILTERS = ["locks/name:stock:sku-777777", "locks/name~sku-77777", "locks/owner:api-36/7719/04be11aa22bb33cc", "locks/owner~api-36",
           "locks/state:expired", "locks/sku-4242", "tasks/id:task-777777", "tasks/id~task-77777",
           "tasks/owner~pod-36", "tasks/kind:report phase:Creating", "tasks/state:failed", "tasks/4242"]


def filled_in(text, number, now, concat):
    """Replaces {i}, {now} and {concat(...)} of the values above."""
    out = ""
    while "{concat(" in text:
        before, _, rest = text.partition("{concat(")
        inside, _, text = rest.partition(")}")
        out += before + concat([part if part.startswith("'") and "i %" not in part else number.join(part.strip("'").split("i", 1))
                                for part in inside.split(", ")])
    return (out + text).replace("{i}", number).replace("{now}", now)


def insert(table, columns, values, number, concat, source):
    now = str(int(time.time() * 1e6))
    return f"INSERT INTO {table} ({columns}) SELECT {filled_in(values, number, now, concat)} FROM {source}"


def bars(parts):
    return " || ".join(f"({part})" for part in parts)  # SQLite joins before it divides


def fill_sqlite(url, rows):
    file = url.removeprefix("sqlite://")
    db = sqlite3.connect(file)
    numbers = f"(WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < {rows - 1}) SELECT i FROM n)"
    for table, columns, values in (("locks", LOCK_COLUMNS, LOCK_VALUES), ("tasks", TASK_COLUMNS, TASK_VALUES)):
        # Numbers each row as one transaction, as the program does, so that the triggers for other writers need not.
        db.execute("UPDATE lockdesk_stamp SET n = n + 1")
        text = insert(f"lockdesk_{table}", columns + ", change", values + ", (SELECT n FROM lockdesk_stamp)", "i", bars, numbers)
        db.execute(text)
    db.commit()
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()


def fill_postgresql(server, rows):
    for table, columns, values in (("locks", LOCK_COLUMNS, LOCK_VALUES), ("tasks", TASK_COLUMNS, TASK_VALUES)):
        server.sql(insert(f"lockdesk_{table}", columns, values, "i", bars, f"generate_series(0::bigint, {rows - 1}) AS i"))
    server.sql("VACUUM ANALYZE")


def fill_mariadb(server, rows):
    def concat(parts):
        return "concat(" + ", ".join(parts) + ")"
    for table, columns, values in (("locks", LOCK_COLUMNS, LOCK_VALUES), ("tasks", TASK_COLUMNS, TASK_VALUES)):
        for begin in range(0, rows, 100_000):
            last = min(rows, begin + 100_000) - 1
            server.sql(insert(f"lockdesk_{table}", columns, values, "seq", concat, f"seq_{begin}_to_{last}"))
    server.sql("ANALYZE TABLE lockdesk_locks, lockdesk_tasks")


# The same rows as the statements above, in the packed form of resources/redis/library.lua and as task_add writes them.
REDIS_LOCKS = """
local now = redis.call('TIME'); now = now[1] * 1e6 + now[2]
for i = tonumber(ARGV[1]), tonumber(ARGV[2]) do
    local held, name = i % 10 < 7, 'stock:sku-' .. i
    local owner = held and 'api-' .. i % 40 .. '/7719/04be11aa22bb33cc' or ''
    local ends, last = -1, now - i % 86400 * 1e6
    if i % 100 == 13 or i % 100 == 41 then ends = now - 6e7 - i elseif held then ends = now + 72e8 + i % 86400 * 1e6
    elseif i % 100 >= 75 and i % 100 < 80 then ends = now + 72e8 end
    redis.call('SET', 'lockdesk:lock:' .. name, struct.pack('>ddBdddddI4I4BBc0', 0, -1, held and 72 or 70, i % 9973 + 1, last, ends,
        held and -1 or last, 72e8, held and 1 or 0, i % 50, 0, #owner, owner) .. (held and '' or '.'))
    redis.call('ZADD', 'lockdesk:locks', 0, name)
end"""
REDIS_TASKS = """
local now = redis.call('TIME'); now = now[1] * 1e6 + now[2]
local seq = redis.call('INCRBY', 'lockdesk:seq', ARGV[2] - ARGV[1] + 1) - ARGV[2]
for i = tonumber(ARGV[1]), tonumber(ARGV[2]) do
    local id, r = 'task-' .. i, i % 10
    local kind = i % 3 == 0 and 'gateway' or i % 3 == 1 and 'report' or 'mail'
    local phase = i % 4 == 0 and 'Creating' or i % 4 == 1 and 'Starting' or 'Waiting'
    local held, failed = r >= 5 and r <= 7, i % 20 == 4
    local locked = string.format('%.0f', failed and 9e15 or r < 5 and 0 or r < 9 and now + 72e8 or now - i % 600 * 1e6)
    local updated = string.format('%.0f', now - i % 86400 * 1e6)
    redis.call('HSET', 'lockdesk:task:' .. id, 'owner', held and 'pod-' .. i % 40 .. '/8044/5d0e11aa22bb33cc' or '', 'token', i % 97 + 1,
        'claim_id', '', 'locked_at', locked, 'claims', i % 97, 'takeovers', '0', 'kind', kind, 'phase', phase, 'desired_state', 'Running',
        'payload', '{}', 'updated_at', updated, 'created_at', string.format('%.0f', now - 864e8), 'failures', failed and '8' or '0',
        'last_error', failed and 'connection refused' or '')
    local pack = #kind .. ':' .. kind .. phase
    redis.call('SADD', 'lockdesk:phases', pack)
    redis.call('ZADD', 'lockdesk:q:' .. pack, locked, updated .. ':' .. id)
    if failed then
        redis.call('ZADD', 'lockdesk:failing:' .. pack, 8, id)
    end
    if not held and locked ~= '0' then
        redis.call('ZADD', 'lockdesk:returned:' .. pack, locked, updated .. ':' .. id)
    end
    redis.call('ZADD', 'lockdesk:ch:task', seq + i, id)
end"""


def fill_redis(server, rows):
    for script in (REDIS_LOCKS, REDIS_TASKS):
        for begin in range(0, rows, 5_000):
            reply = server.command("EVAL", script, "0", str(begin), str(min(rows, begin + 5_000) - 1))
            assert not reply.startswith(b"-"), reply


def bson_of(document):
    """BSON of texts, 64-bit integers, lists and documents."""
    out = b""
    for key, value in document.items():
        name = key.encode() + b"\0"
        if isinstance(value, (list, dict)):
            listed = isinstance(value, list)
            out += (b"\x04" if listed else b"\x03") + name + bson_of({str(i): one for i, one in enumerate(value)} if listed else value)
        elif value is None:
            out += b"\x0a" + name
        elif isinstance(value, int):
            out += b"\x12" + name + struct.pack("<q", value)
        else:
            text = value.encode() + b"\0"
            out += b"\x02" + name + struct.pack("<i", len(text)) + text
    return struct.pack("<i", len(out) + 5) + out + b"\0"


def mongo_command(server, document):
    body = struct.pack("<iB", 0, 0) + bson_of({**document, "$db": "lockdesk"})
    with socket.create_connection(("127.0.0.1", server.port), 5) as link:
        link.settimeout(300)
        link.sendall(struct.pack("<iiii", len(body) + 16, 1, 0, 2013) + body)
        length = struct.unpack("<i", link.recv(4, socket.MSG_WAITALL))[0]
        reply = link.recv(length - 4, socket.MSG_WAITALL)
        assert b"errmsg\0" not in reply, reply


def fill_mongodb(server, rows):
    """The server makes the documents itself."""
    def mod(n):
        return {"$mod": ["$i", n]}

    def when(condition, then, otherwise):
        return {"$cond": [condition, then, otherwise]}

    def whole(value):
        return {"$toLong": value}

    def text_of(value):
        return {"$toString": value}
    now = int(time.time() * 1e6)
    past = whole({"$subtract": [now, {"$multiply": [mod(86400), 1000000]}]})
    held = {"$lt": [mod(10), 7]}
    lock = {"_id": {"$concat": ["stock:sku-", text_of("$i")]},
            "owner": when(held, {"$concat": ["api-", text_of(mod(40)), "/7719/04be11aa22bb33cc"]}, None),
            "token": whole({"$add": [mod(9973), 1]}), "holds": when(held, 1, 0), "lease_us": 7200000000, "acquired_at": past,
            "expires_at": when({"$in": [mod(100), [13, 41]]}, whole({"$subtract": [now - 60000000, "$i"]}),
                               when(held, whole({"$add": [now + 7200000000, {"$multiply": [mod(86400), 1000000]}]}), None)),
            "cooling_until": when({"$and": [{"$gte": [mod(100), 75]}, {"$lt": [mod(100), 80]}]}, now + 7200000000, None),
            "released_at": when(held, None, past), "last_owner": {"$literal": ""}, "renewals": whole(mod(50)), "changed_at": now}
    due = {"$lt": [mod(10), 5]}
    failed = {"$eq": [mod(20), 4]}
    task = {"_id": {"$concat": ["task-", text_of("$i")]},
            "kind": when({"$eq": [mod(3), 0]}, "gateway", when({"$eq": [mod(3), 1]}, "report", "mail")),
            "phase": when({"$eq": [mod(4), 0]}, "Creating", when({"$eq": [mod(4), 1]}, "Starting", "Waiting")),
            "desired_state": {"$literal": "Running"}, "payload": {"$literal": "{}"},
            "owner": when({"$and": [{"$gte": [mod(10), 5]}, {"$lte": [mod(10), 7]}]},
                          {"$concat": ["pod-", text_of(mod(40)), "/8044/5d0e11aa22bb33cc"]}, None),
            "token": whole({"$add": [mod(97), 1]}),
            "locked_at": when(failed, NEVER, when(due, 0, when({"$lt": [mod(10), 9]}, now + 7200000000,
                                                               whole({"$subtract": [now, {"$multiply": [mod(600), 1000000]}]})))),
            "updated_at": past, "created_at": {"$literal": now - 86400000000}, "claims": whole(mod(97)), "takeovers": {"$literal": 0},
            "failures": when(failed, 8, 0), "last_error": when(failed, "connection refused", None), "changed_at": now}
    for collection, document in (("lockdesk_locks", lock), ("lockdesk_tasks", task)):
        for begin in range(0, rows, 50_000):
            numbers = {"$range": [begin, min(rows, begin + 50_000)]}
            numbers = {"$map": {"input": numbers, "as": "n", "in": whole("$$n")}}
            mongo_command(server, {"aggregate": 1, "cursor": {}, "pipeline": [
                {"$documents": [{"i": 0}]}, {"$project": {"i": numbers}}, {"$unwind": "$i"},
                {"$replaceWith": {key: value if isinstance(value, dict) else {"$literal": value} for key, value in document.items()}},
                {"$merge": {"into": collection, "on": "_id", "whenMatched": "fail"}}]})


class File:
    """A SQLite file in the place of a server."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="lockdesk-million-", dir=os.environ.get("LOCKDESK_TEST_SERVERS") or None)
        self.url = f"sqlite://{self.folder.name}/million.sqlite"

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.folder.cleanup()


STORES = {"sqlite": (File, lambda file, rows: fill_sqlite(file.url, rows)),
          "postgresql": (servers.Postgres, fill_postgresql),
          "redis": (servers.Redis, fill_redis),
          "mariadb": (lambda: servers.MariaDb("innodb-buffer-pool-size=512M"), fill_mariadb),
          "mongodb": (servers.MongoDb, fill_mongodb)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", required=True, help="folder with the programs")
    parser.add_argument("--rows", type=int, default=1_000_000, help="locks, and tasks")
    parser.add_argument("--keep", action="store_true", help="keep each server up until Enter is pressed")
    parser.add_argument("--only", nargs="+", help="filters to measure: locks/FILTER or tasks/FILTER", default=FILTERS)
    parser.add_argument("stores", nargs="*", default=list(STORES), help="all by default")
    options = parser.parse_args()
    for name in options.stores:
        make, fill = STORES[name]
        with make() as server, tempfile.TemporaryDirectory() as home:
            where = {**os.environ, "HOME": home, "LOCKDESK_STORE": server.url,
                     **{f"XDG_{one}_HOME": home for one in ("CONFIG", "DATA", "CACHE")}}
            subprocess.run([os.path.join(options.bin, "lockdeskctl"), "init"], check=True, env=where, stdout=sys.stderr)
            began = time.monotonic()
            fill(server, options.rows)
            print(json.dumps({"store": name, "what": f"{options.rows} locks and tasks filled in",
                              "ms": round((time.monotonic() - began) * 1000), "url": server.url}), flush=True)
            done = subprocess.run([os.path.join(options.bin, "lockdesk-bench-million"), server.url, *options.only], env=where)
            if options.keep:
                input("Enter ends the server. ")
            if done.returncode != 0:
                return 1
    return 0


sys.exit(main())
