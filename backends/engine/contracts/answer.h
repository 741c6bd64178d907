// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/time.h"

#include <cassert>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace lockdesk {

/// Why a call has no result. The words are those of the command line's `error.kind`.
enum class FailureKind {
    usage,       ///< invalid input; no call to the store
    unavailable, ///< unreachable, timed out, or rejected by the store; nothing happened
    in_doubt,    ///< sent, but the reply was lost: it may have happened. Never retried blindly
    refused,     ///< the store refused us (wrong password, missing permission), or we it (its certificate)
    unsupported, ///< this store or source does not support it, or the backend is not built in
    read_only,   ///< the session cannot write, or the store refused the write as read-only
    internal,    ///< a bug
};

/// A call that failed or is in doubt. A lock held by another owner is never a failure.
struct Failure
{
    FailureKind kind = FailureKind::internal;
    std::string code;      ///< the store's own code (SQLSTATE, Redis error word, SQLite result), or empty
    std::string statement; ///< name of the statement or script, as in resources/<store>; or empty
    bool retryable = false;
    bool connection_lost = false;
    std::string message; ///< one or two sentences for people: what happened and what to do. Never a secret

    static Failure of(FailureKind kind, std::string message)
    {
        Failure out;
        out.kind = kind;
        out.message = std::move(message);
        return out;
    }
    static Failure usage(std::string message) { return of(FailureKind::usage, std::move(message)); }
    static Failure unavailable(std::string message) { return of(FailureKind::unavailable, std::move(message)); }
    static Failure in_doubt(std::string message) { return of(FailureKind::in_doubt, std::move(message)); }
    static Failure refused(std::string message) { return of(FailureKind::refused, std::move(message)); }
    static Failure unsupported(std::string message) { return of(FailureKind::unsupported, std::move(message)); }
    static Failure read_only(std::string message) { return of(FailureKind::read_only, std::move(message)); }
    static Failure internal(std::string message) { return of(FailureKind::internal, std::move(message)); }

    /// The same failure with the store's own code, with the statement's name, retryable, with the connection lost.
    Failure with_code(std::string own) &&
    {
        code = std::move(own);
        return std::move(*this);
    }
    Failure in_statement(std::string name) &&
    {
        statement = std::move(name);
        return std::move(*this);
    }
    Failure try_again(bool again = true) &&
    {
        retryable = again;
        return std::move(*this);
    }
    Failure disconnected() &&
    {
        connection_lost = true;
        return std::move(*this);
    }
};

/// The three kinds of answer of every call to a store: a result, an error, or "in doubt".
/// A value type; `store_time` is the store's clock at that answer, absent if the store was not reached.
template <class T> class [[nodiscard]] Answer
{
public:
    Answer(T value, std::optional<TimePoint> store_time = std::nullopt) : m_state(std::move(value)), m_store_time(store_time)
    {
    }
    Answer(Failure failure, std::optional<TimePoint> store_time = std::nullopt)
        : m_state(std::move(failure)), m_store_time(store_time)
    {
    }

    [[nodiscard]] bool is_result() const { return std::holds_alternative<T>(m_state); }
    [[nodiscard]] bool is_in_doubt() const { return !is_result() && failure().kind == FailureKind::in_doubt; }
    [[nodiscard]] bool is_error() const { return !is_result() && !is_in_doubt(); }
    explicit operator bool() const { return is_result(); }

    T& value() &
    {
        assert(is_result());
        return std::get<T>(m_state);
    }
    const T& value() const&
    {
        assert(is_result());
        return std::get<T>(m_state);
    }
    /// By value, so that the result of a temporary answer outlives it, as in `for (auto& row : *list())`.
    T value() &&
    {
        assert(is_result());
        return std::get<T>(std::move(m_state));
    }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }
    T& operator*() & { return value(); }
    const T& operator*() const& { return value(); }
    T operator*() && { return std::move(*this).value(); }

    [[nodiscard]] const Failure& failure() const { return std::get<Failure>(m_state); }
    [[nodiscard]] std::optional<TimePoint> store_time() const { return m_store_time; }

private:
    std::variant<T, Failure> m_state;
    std::optional<TimePoint> m_store_time;
};

/// The result of a call that returns nothing else.
struct Done
{
};

} // namespace lockdesk
