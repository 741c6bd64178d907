# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""redis-py's Lock: redis_py_client.py URL. Lines: ["acquire", name, seconds or null, wait],
["release", name], ["extend", name, seconds]."""

import json
import sys

import redis

connection = redis.Redis.from_url(sys.argv[1])
held = {}
for line in sys.stdin:
    verb, name, *rest = json.loads(line)
    try:
        if verb == "acquire":
            lock = connection.lock(name, timeout=rest[0], thread_local=False)
            answer = lock.acquire(blocking=rest[1] > 0, blocking_timeout=rest[1] or None)
            if answer:
                held[name] = lock
        elif verb == "extend":
            answer = held[name].extend(rest[0], replace_ttl=True)
        else:
            held.pop(name).release()
            answer = True
    except redis.exceptions.LockError as error:
        answer = type(error).__name__
    print(json.dumps(answer), flush=True)
