// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// The C functions: every one catches everything, for C cannot.
#include "backends/embedding/names.h"
#include "backends/embedding/runner.h"

#include <lockdesk.h>
#ifdef LOCKDESK_WITH_SQLITE
#include <lockdesk/sqlite.h>
#endif
#ifdef LOCKDESK_WITH_POSTGRES
#include <lockdesk/postgres.h>
#endif
#ifdef LOCKDESK_WITH_MARIADB
#include <lockdesk/mariadb.h>
#endif
#ifdef LOCKDESK_WITH_MONGODB
#include <lockdesk/mongodb.h>
#endif
#ifdef LOCKDESK_WITH_REDIS
#include <lockdesk/redis.h>
#endif

#include <algorithm>
#include <cstring>
#include <limits>

struct lockdesk_desk
{
    lockdesk::embedding::Desk desk;
};
struct lockdesk_held
{
    lockdesk::embedding::Held held;
};

namespace lockdesk::embedding {

namespace {

template <class T> constexpr bool has(const T* given, std::size_t end) { return given != nullptr && given->size >= end; }
// Whether the caller's struct reaches beyond a member.
#define LOCKDESK_HAS(given, type, member) has(given, offsetof(type, member) + sizeof(type::member))

template <std::size_t Size> void put(char (&to)[Size], std::string text)
{
    if (text.size() >= Size) {
        text.resize(Size - 1);
        while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xc0U) == 0x80U) // not half a character
            text.pop_back();
        if (!text.empty() && static_cast<unsigned char>(text.back()) >= 0xc0U)
            text.pop_back();
    }
    std::memcpy(to, text.c_str(), text.size() + 1);
}

lockdesk_status status_of(const Failure& failure)
{
    switch (failure.kind) {
    case FailureKind::usage: return LOCKDESK_USAGE;
    case FailureKind::unavailable: return LOCKDESK_UNAVAILABLE;
    case FailureKind::in_doubt: return LOCKDESK_IN_DOUBT;
    case FailureKind::refused: return failure.code == "stale" ? LOCKDESK_REFUSED : LOCKDESK_UNAVAILABLE;
    case FailureKind::unsupported: return LOCKDESK_UNSUPPORTED;
    case FailureKind::read_only: return LOCKDESK_READ_ONLY;
    case FailureKind::internal: return LOCKDESK_INTERNAL;
    }
    return LOCKDESK_INTERNAL;
}

lockdesk_status fail(lockdesk_error* error, const Failure& failure)
{
    if (LOCKDESK_HAS(error, lockdesk_error, retryable))
        error->retryable = failure.retryable ? 1 : 0;
    if (LOCKDESK_HAS(error, lockdesk_error, code))
        put(error->code, failure.code);
    if (LOCKDESK_HAS(error, lockdesk_error, message))
        put(error->message, failure.message);
    return status_of(failure);
}

lockdesk_status say(lockdesk_error* error, lockdesk_status status, const char* message)
{
    (void)fail(error, {FailureKind::refused, {}, {}, false, false, message});
    return status;
}

template <class Body> lockdesk_status guarded(lockdesk_error* error, Body&& body) noexcept
{
    try {
        return body();
    } catch (const Error& failed) {
        return fail(error, failed.failure());
    } catch (const std::exception& failed) {
        return fail(error, {FailureKind::internal, {}, {}, false, false, failed.what()});
    } catch (...) {
        return LOCKDESK_INTERNAL;
    }
}

const char* text(const char* given, const char* what)
{
    if (given == nullptr)
        throw Error(Failure::usage(std::string(what) + " is null"));
    return given;
}

template <class T> T& object(T* given)
{
    if (given == nullptr)
        throw Error(Failure::usage("a handle is null"));
    return *given;
}

OwnRunner runner_of(const lockdesk_runner* given)
{
    if (!LOCKDESK_HAS(given, lockdesk_runner, run) || given->run == nullptr)
        throw Error(Failure::usage("a runner has no function"));
    return [run = given->run, context = given->context](const std::string& sql) -> Answer<OwnReply> {
        lockdesk_reply reply{sizeof(lockdesk_reply), 0, 0, nullptr};
        if (run(context, sql.c_str(), &reply) != 0)
            return Failure::unavailable("the caller's client library has failed");
        OwnReply out{reply.affected, {}};
        if (reply.columns > 0)
            out.row.emplace();
        for (int i = 0; i < reply.columns; ++i)
            out.row->emplace_back(reply.row[i] ? reply.row[i] : "");
        return out;
    };
}

Transaction transaction_of_c(const lockdesk_transaction& given)
{
    if (!LOCKDESK_HAS(&given, lockdesk_transaction, handle) || given.handle == nullptr)
        throw Error(Failure::usage("a transaction has no handle"));
    switch (given.kind) {
#ifdef LOCKDESK_WITH_SQLITE
    case LOCKDESK_SQLITE3: return Transaction(static_cast<sqlite3*>(given.handle));
#endif
#ifdef LOCKDESK_WITH_POSTGRES
    case LOCKDESK_PGCONN: return Transaction(static_cast<pg_conn*>(given.handle));
#endif
#ifdef LOCKDESK_WITH_MARIADB
    case LOCKDESK_MYSQL: return Transaction(static_cast<st_mysql*>(given.handle));
#endif
#ifdef LOCKDESK_WITH_MONGODB
    case LOCKDESK_MONGOC: return Transaction(static_cast<mongoc_client_session_t*>(given.handle));
#endif
#ifdef LOCKDESK_WITH_REDIS
    case LOCKDESK_HIREDIS: return Transaction(static_cast<redisContext*>(given.handle));
#endif
    case LOCKDESK_SQL: return Transaction(RunnerTransaction{runner_of(static_cast<lockdesk_runner*>(given.handle))});
    default: throw Error(Failure::unsupported("this build knows no such kind of transaction"));
    }
}

DeskOptions options_of(const lockdesk_options* given)
{
    DeskOptions out;
    if (LOCKDESK_HAS(given, lockdesk_options, timeout_us) && given->timeout_us != 0) {
        if (given->timeout_us < 0)
            throw Error(Failure::usage("timeout_us is below 0; 0 is the default, 5 s"));
        out.timeout = Duration{given->timeout_us};
    }
    if (LOCKDESK_HAS(given, lockdesk_options, application_name) && given->application_name)
        out.application_name = given->application_name;
    if (LOCKDESK_HAS(given, lockdesk_options, host) && given->host)
        out.host = given->host;
    return out;
}

} // namespace

} // namespace lockdesk::embedding

using namespace lockdesk;
using namespace lockdesk::embedding;

extern "C" {

const char* lockdesk_version(void) { return LOCKDESK_VERSION; }

lockdesk_status lockdesk_connect(const char* url, const lockdesk_options* options, lockdesk_desk** desk,
                                 lockdesk_error* error)
{
    return guarded(error, [&] {
        auto& out = object(desk);
        out = new lockdesk_desk{connect(text(url, "the URL"), options_of(options))};
        return LOCKDESK_OK;
    });
}

void lockdesk_close(lockdesk_desk* desk) { delete desk; }

lockdesk_status lockdesk_init(lockdesk_desk* desk, lockdesk_error* error)
{
    return guarded(error, [&] {
        object(desk).desk.init();
        return LOCKDESK_OK;
    });
}

lockdesk_status lockdesk_lock(lockdesk_desk* desk, const char* name, int64_t lease_us, int64_t wait_us, lockdesk_held** held,
                              lockdesk_error* error)
{
    return guarded(error, [&] {
        auto& out = object(held);
        const auto wait = wait_us < 0 ? no_end : std::min(Duration{wait_us}, no_end);
        auto got = Mutex(object(desk).desk, text(name, "the lock's name"), {Duration{lease_us}, {}}).try_lock_for(wait);
        if (!got)
            return say(error, LOCKDESK_NO, "another holds the lock");
        out = new lockdesk_held{std::move(got)};
        return LOCKDESK_OK;
    });
}

int lockdesk_is_held(const lockdesk_held* held) { return held != nullptr && held->held ? 1 : 0; }

int64_t lockdesk_token(const lockdesk_held* held) { return held != nullptr ? held->held.token() : 0; }

lockdesk_status lockdesk_require(lockdesk_held* held, const lockdesk_transaction* transaction, const char* resource,
                                 lockdesk_error* error)
{
    return guarded(error, [&] {
        auto& mine = object(held).held;
        if (transaction)
            mine.require(transaction_of_c(*transaction), resource ? resource : "");
        else
            mine.require(std::string_view(resource ? resource : ""));
        return LOCKDESK_OK;
    });
}

lockdesk_status lockdesk_add(lockdesk_desk* desk, const lockdesk_transaction* transaction, const char* topic,
                             const char* payload, size_t payload_size, const char* id, lockdesk_error* error)
{
    return guarded(error, [&] {
        const auto& mine = object(desk).desk;
        auto outbox = transaction ? mine.outbox(transaction_of_c(*transaction)) : mine.outbox();
        const std::string_view body(payload_size > 0 ? text(payload, "the payload") : "", payload_size);
        if (!outbox.add(text(topic, "the topic"), body, {id ? id : ""}))
            return say(error, LOCKDESK_NO, "a message of that id exists");
        return LOCKDESK_OK;
    });
}

lockdesk_status lockdesk_release(lockdesk_held* held, lockdesk_error* error)
{
    const std::unique_ptr<lockdesk_held> mine(held);
    return guarded(error, [&] {
        switch (mine ? mine->held.release() : Released::released) {
        case Released::released: return LOCKDESK_OK;
        case Released::lost: return say(error, LOCKDESK_REFUSED, "the lock was lost before its release");
        case Released::unknown: break;
        }
        return say(error, LOCKDESK_UNAVAILABLE, "the store did not answer, so the lock ends with its lease");
    });
}

} // extern "C"
