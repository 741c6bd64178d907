/* SPDX-FileCopyrightText: 2026 The Lockdesk developers
   SPDX-License-Identifier: Apache-2.0

   Lockdesk in C, and for languages that call C: a lock, the fence in your transaction, the outbox. Link liblockdesk. See
   docs/embedding.md; the C++ header is <lockdesk/lockdesk.h>.

   Statuses are the exit codes of lockdeskctl. Functions set none of the results but `error` unless they return
   LOCKDESK_OK. Texts are UTF-8 and end with NUL. A lockdesk_error may be null, and what says so. A struct that grows keeps
   its head: set `size` to its sizeof. No C++ exception leaves the library. */
#ifndef LOCKDESK_H
#define LOCKDESK_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define LOCKDESK_API __attribute__((visibility("default")))
#else
#define LOCKDESK_API
#endif

typedef enum lockdesk_status {
    LOCKDESK_OK = 0,
    LOCKDESK_INTERNAL = 1,
    LOCKDESK_USAGE = 2,       /* the store was not asked */
    LOCKDESK_NO = 3,          /* not obtained: busy; a message with that id exists */
    LOCKDESK_REFUSED = 4,     /* a stale token; a lost lock */
    LOCKDESK_UNAVAILABLE = 5, /* store unavailable: unreachable, timed out, rejected by the store */
    LOCKDESK_IN_DOUBT = 6,    /* sent, and the reply was lost */
    LOCKDESK_UNSUPPORTED = 7,
    LOCKDESK_READ_ONLY = 8
} lockdesk_status;

typedef struct lockdesk_error
{
    size_t size;
    int retryable;     /* the same call, or the same transaction from its start, may succeed */
    char code[32];     /* the store's own: SQLSTATE, error number; or empty */
    char message[480]; /* a sentence or two, cut to fit */
} lockdesk_error;

typedef struct lockdesk_options
{
    size_t size;
    int64_t timeout_us;           /* bounds every call; 0: 5 s */
    const char* application_name; /* null: "lockdesk" */
    const char* host;             /* first part of owners' names; null: this computer's name */
} lockdesk_options;

/* A transaction of yours. `handle` belongs to the client library that liblockdesk links. */
typedef enum lockdesk_kind {
    LOCKDESK_SQLITE3 = 1, /* sqlite3*, after BEGIN IMMEDIATE */
    LOCKDESK_PGCONN = 2,  /* PGconn*, after BEGIN */
    LOCKDESK_MYSQL = 3,   /* MYSQL* of libmariadb, after START TRANSACTION */
    LOCKDESK_MONGOC = 4,  /* mongoc_client_session_t*, in a transaction */
    LOCKDESK_HIREDIS = 5, /* redisContext*: the fence before MULTI, messages after it */
    LOCKDESK_SQL = 6      /* lockdesk_runner*: any client library of a store that speaks SQL, in a transaction */
} lockdesk_kind;

/* The reply to one statement. Its texts live until `run` is called again or the verb has returned. */
typedef struct lockdesk_reply
{
    size_t size;
    int64_t affected;       /* rows written */
    int columns;            /* of the first row; 0: no row */
    const char* const* row; /* numbers in decimal, true as 1, NULL as "" */
} lockdesk_reply;
typedef struct lockdesk_runner
{
    size_t size;
    void* context;
    /* Executes `sql`, which has its values in it, fills `reply`, and drops further results. Not 0: it failed; the verb
       ends with LOCKDESK_UNAVAILABLE. */
    int (*run)(void* context, const char* sql, lockdesk_reply* reply);
} lockdesk_runner;

typedef struct lockdesk_transaction
{
    size_t size;
    int kind;     /* lockdesk_kind */
    void* handle; /* or lockdesk_runner* */
} lockdesk_transaction;

typedef struct lockdesk_desk lockdesk_desk; /* thread-safe */
typedef struct lockdesk_held lockdesk_held; /* one thread at a time; lockdesk_is_held from any */

LOCKDESK_API const char* lockdesk_version(void);

/* Null options: the defaults. A lock that is held keeps what it needs of a closed desk. */
LOCKDESK_API lockdesk_status lockdesk_connect(const char* url, const lockdesk_options* options, lockdesk_desk** desk,
                                              lockdesk_error* error);
LOCKDESK_API void lockdesk_close(lockdesk_desk* desk);
/* Installs Lockdesk's tables, or brings older ones up to date. */
LOCKDESK_API lockdesk_status lockdesk_init(lockdesk_desk* desk, lockdesk_error* error);

/* Waits for a lock at most wait_us (0: one try; below 0: without end). It is renewed until lockdesk_release.
   LOCKDESK_NO: another has it. */
LOCKDESK_API lockdesk_status lockdesk_lock(lockdesk_desk* desk, const char* name, int64_t lease_us, int64_t wait_us,
                                           lockdesk_held** held, lockdesk_error* error);
/* 1 until the lease is lost or may no longer be trusted, else 0: the work must end. */
LOCKDESK_API int lockdesk_is_held(const lockdesk_held* held);
LOCKDESK_API int64_t lockdesk_token(const lockdesk_held* held);
/* Passes the fence of `resource` (null: the lock's name) in your transaction (null: in one of its own).
   LOCKDESK_REFUSED: roll back, a newer holder has passed. */
LOCKDESK_API lockdesk_status lockdesk_require(lockdesk_held* held, const lockdesk_transaction* transaction,
                                              const char* resource, lockdesk_error* error);
/* Adds a message to the outbox in your transaction (null: in one of its own). Null id: a random one. */
LOCKDESK_API lockdesk_status lockdesk_add(lockdesk_desk* desk, const lockdesk_transaction* transaction, const char* topic,
                                          const char* payload, size_t payload_size, const char* id, lockdesk_error* error);
/* Releases and frees, also when it fails or when the lock was lost: LOCKDESK_REFUSED. LOCKDESK_UNAVAILABLE: it ends with its
   lease. Null: nothing. */
LOCKDESK_API lockdesk_status lockdesk_release(lockdesk_held* held, lockdesk_error* error);

#ifdef __cplusplus
}
#endif

#endif
