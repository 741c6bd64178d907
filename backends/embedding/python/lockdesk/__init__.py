# SPDX-FileCopyrightText: 2026 The Lockdesk developers
# SPDX-License-Identifier: Apache-2.0
"""Locks, the fence in your own transaction, and the outbox, over liblockdesk. See docs/embedding.md.

    with lockdesk.connect(url).mutex("nightly", lease=30) as held:
        held.require(tx)
        desk.outbox(tx).add("mail", body, id="mail-17")
        tx.commit()
"""

import os
import re

import cffi

from ._header import HEADER

_ffi = cffi.FFI()


def _declarations(header):
    text = re.sub(r"#ifdef __cplusplus.*?#endif", "", header, flags=re.S)
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    text = re.sub(r"^\s*#.*$", "", text, flags=re.M)
    return text.replace("LOCKDESK_API ", "")


_ffi.cdef(_declarations(HEADER))
_LONGEST = 1e12  # seconds, which fit into 64 bits as microseconds
_lib = _ffi.dlopen(os.environ.get("LOCKDESK_LIBRARY") or "liblockdesk.so.0")


class Error(Exception):
    """A call failed or is in doubt. `status`: as lockdeskctl's exit codes; `code`: the store's own."""

    def __init__(self, status, message, code="", retryable=False):
        super().__init__(message)
        self.status, self.code, self.retryable = status, code, retryable


class StaleToken(Error):
    """A newer holder has passed the fence: roll back."""


class LockLost(Error):
    """The lock was lost before its release: another may have held it."""


def _call(function, *args, may=()):
    """Calls with an error at the end. Returns the status, which is 0 or one of `may`."""
    error = _ffi.new("lockdesk_error *")
    error.size = _ffi.sizeof("lockdesk_error")
    status = function(*args, error)
    if status == _lib.LOCKDESK_OK or status in may:
        return status
    kind = StaleToken if function == _lib.lockdesk_require and status == _lib.LOCKDESK_REFUSED else Error
    if function == _lib.lockdesk_release and status == _lib.LOCKDESK_REFUSED:
        kind = LockLost
    raise kind(status, _text(error.message), _text(error.code), bool(error.retryable))


def _text(chars):
    return _ffi.string(chars).decode("utf-8", "replace")


def _bytes(text):
    """A C text, which ends at its first NUL: what has one inside is refused."""
    if text is None:
        return _ffi.NULL
    if not isinstance(text, str):
        raise Error(_lib.LOCKDESK_USAGE, f"a str is needed, not {type(text).__name__}")
    try:
        raw = text.encode()
    except UnicodeEncodeError as error:
        raise Error(_lib.LOCKDESK_USAGE, "a text that is not valid Unicode") from error
    if b"\0" in raw:
        raise Error(_lib.LOCKDESK_USAGE, "a text with NUL")
    return _ffi.new("char[]", raw)


def _us(seconds):
    """Microseconds; -1: without end. Text such as "30s" is for the command line."""
    if seconds is None:
        return -1
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)) or not -_LONGEST < seconds < _LONGEST:
        raise Error(_lib.LOCKDESK_USAGE, f"a number of seconds is needed, not {seconds!r}")
    return round(seconds * 1_000_000)


class Native:
    """A transaction as a handle of a client library in C: kind is "sqlite3", "pgconn", "mysql", "mongoc" or "hiredis"."""

    def __init__(self, kind, pointer):
        self.kind, self.pointer = getattr(_lib, f"LOCKDESK_{kind.upper()}"), pointer


def _writes_at_once(connection):
    """Whether a statement would be committed by itself, as far as the usual libraries can tell."""
    if hasattr(connection, "in_transaction"):  # sqlite3, mysql.connector
        at_once = getattr(connection, "autocommit", None) is True or getattr(connection, "isolation_level", "") is None
        return at_once and not connection.in_transaction
    if hasattr(getattr(connection, "info", None), "transaction_status"):  # psycopg, psycopg2; 0: idle
        return connection.autocommit is True and connection.info.transaction_status == 0
    if hasattr(connection, "server_status") and hasattr(connection, "get_autocommit"):  # PyMySQL; 1: in a transaction
        return bool(connection.get_autocommit()) and not connection.server_status & 1
    return False


class _Transaction:
    """A caller's transaction for the time of one call. What its library raises is raised again by `check`."""

    def __init__(self, tx):
        self.raised = None
        self.struct = _ffi.NULL
        if tx is None:
            return
        self.struct = _ffi.new("lockdesk_transaction *")
        self.struct.size = _ffi.sizeof("lockdesk_transaction")
        if isinstance(tx, Native):
            self.struct.kind, self.struct.handle = tx.kind, _ffi.cast("void *", tx.pointer)
            return
        if not (hasattr(tx, "cursor") or hasattr(tx, "execute")):
            raise Error(_lib.LOCKDESK_USAGE, f"{type(tx).__name__} is no connection and no cursor of a DB-API library")
        if _writes_at_once(getattr(tx, "connection", tx)):
            raise Error(_lib.LOCKDESK_USAGE, "the connection is in no transaction, so this would be written at once")
        self.tx, self.kept = tx, []
        self.function = _ffi.callback("int(void *, const char *, lockdesk_reply *)", self.run, error=1)
        self.runner = _ffi.new("lockdesk_runner *")
        self.runner.size, self.runner.run = _ffi.sizeof("lockdesk_runner"), self.function
        self.struct.kind, self.struct.handle = _lib.LOCKDESK_SQL, self.runner

    def run(self, _context, sql, reply):
        try:
            cursor = self.tx.cursor() if hasattr(self.tx, "cursor") else self.tx
            cursor.execute(_text(sql))
            rows = cursor.fetchall() if cursor.description else []
            reply.affected = max(cursor.rowcount, 0)
            while getattr(cursor, "nextset", lambda: None)():
                pass
            if rows:
                texts = [_ffi.new("char[]", _cell(value).encode()) for value in rows[0]]
                self.kept = [texts, _ffi.new("char *[]", texts)]
                reply.columns, reply.row = len(texts), self.kept[1]
            return 0
        except BaseException as error:  # it must not pass through C
            self.raised = error
            return 1

    def check(self, function, *args, may=()):
        try:
            return _call(function, *args, may=may)
        except Error as error:
            if self.raised is not None:
                raise self.raised from error
            raise


def _cell(value):
    if value is None:
        return ""
    if isinstance(value, bool):
        return "1" if value else "0"
    return value.decode() if isinstance(value, bytes) else str(value)


def connect(url, timeout=5, application_name=None, host=None):
    """Returns a Desk after the store's first answer. Thread-safe."""
    return Desk(url, timeout, application_name, host)


class Desk:
    def __init__(self, url, timeout, application_name, host):
        names = _bytes(application_name), _bytes(host)
        options = _ffi.new("lockdesk_options *", {"size": _ffi.sizeof("lockdesk_options"), "timeout_us": _us(timeout),
                                                  "application_name": names[0], "host": names[1]})
        out = _ffi.new("lockdesk_desk **")
        _call(_lib.lockdesk_connect, _bytes(url), options, out)
        self._desk = _ffi.gc(out[0], _lib.lockdesk_close)

    def init(self):
        """Installs Lockdesk's tables, or brings older ones up to date."""
        _call(_lib.lockdesk_init, self._desk)

    def mutex(self, name, lease=30):
        return Mutex(self, name, lease)

    def outbox(self, tx=None):
        """The outbox in `tx`, a transaction of yours; None: in one of its own."""
        return Outbox(self, tx)


class Outbox:
    def __init__(self, desk, tx):
        self._desk, self._tx = desk, tx

    def add(self, topic, payload, id=None):
        """Returns False if a message of that id exists. On Redis in a MULTI that answer comes with EXEC."""
        if not isinstance(payload, (str, bytes)):
            raise Error(_lib.LOCKDESK_USAGE, f"a payload is str or bytes, not {type(payload).__name__}; json.dumps makes a str")
        raw = payload if isinstance(payload, bytes) else payload.encode()
        transaction = _Transaction(self._tx)
        return transaction.check(_lib.lockdesk_add, self._desk._desk, transaction.struct, _bytes(topic), _ffi.from_buffer(raw),
                                 len(raw), _bytes(id), may=(_lib.LOCKDESK_NO,)) == _lib.LOCKDESK_OK


class Mutex:
    """A lock of that name. `with mutex as held` waits for it. Thread-safe but for `with`."""

    def __init__(self, desk, name, lease):
        self._desk, self._name, self._lease = desk, name, lease

    def try_lock(self, wait=0):
        """Waits at most so many seconds (None: without end). Returns a Held, which is false if another has the lock."""
        out = _ffi.new("lockdesk_held **")
        status = _call(_lib.lockdesk_lock, self._desk._desk, _bytes(self._name), _us(self._lease), _us(wait), out,
                       may=(_lib.LOCKDESK_NO,))
        return Held(self._desk, out[0] if status == _lib.LOCKDESK_OK else _ffi.NULL)

    def __enter__(self):
        self._held = self.try_lock(None)
        return self._held.__enter__()

    def __exit__(self, *raised):
        return self._held.__exit__(*raised)


class Held:
    """A lock that is held, or nothing. True until its lease is lost or may no longer be trusted. One thread at a time."""

    def __init__(self, desk, pointer):
        self._desk, self._pointer = desk, pointer

    def __bool__(self):
        return bool(_lib.lockdesk_is_held(self._pointer))

    @property
    def token(self):
        return _lib.lockdesk_token(self._pointer)

    def require(self, tx=None, resource=None):
        """Passes the fence in `tx`, a transaction of yours; None: in one of its own. Raises StaleToken: roll back."""
        if not self._pointer:
            raise Error(_lib.LOCKDESK_USAGE, "nothing is held")
        transaction = _Transaction(tx)
        transaction.check(_lib.lockdesk_require, self._pointer, transaction.struct, _bytes(resource))

    def release(self):
        """Raises LockLost if it was lost. Once; later calls do nothing."""
        pointer, self._pointer = self._pointer, _ffi.NULL
        if pointer:
            _call(_lib.lockdesk_release, pointer)

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        try:
            self.release()
        except Error:
            if kind is None:
                raise

    def __del__(self):
        try:
            self.release()
        except (Error, AttributeError, TypeError):
            pass
