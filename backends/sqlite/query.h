// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/names.h"
#include "backends/engine/contracts/time.h"
#include "backends/sqlite/prepared.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace lockdesk::sqlite {

/// Binds empty text as NULL.
struct MaybeText
{
    const std::string& text;
};

/// One run of a prepared statement: bind in order, step, read in order. The destructor resets the statement, so that no
/// read stays open between calls.
class Query
{
public:
    explicit Query(PreparedStatement& statement) : m_statement(&statement) {}
    explicit Query(std::unique_ptr<PreparedStatement> statement) : m_own(std::move(statement)), m_statement(m_own.get()) {}
    ~Query()
    {
        if (m_statement && !m_own)
            m_statement->reset();
    }
    Query(Query&& other) noexcept : m_own(std::move(other.m_own)), m_statement(std::exchange(other.m_statement, nullptr)) {}
    Query& operator=(Query&&) = delete;

    Query& bind(std::int64_t number)
    {
        m_statement->bind(++m_bound, number);
        return *this;
    }
    Query& bind(const char* text)
    {
        m_statement->bind(++m_bound, std::string(text));
        return *this;
    }
    Query& bind(const std::string& text)
    {
        m_statement->bind(++m_bound, text);
        return *this;
    }
    Query& bind(std::nullptr_t)
    {
        m_statement->bind_null(++m_bound);
        return *this;
    }
    Query& bind(std::optional<std::int64_t> number) { return number ? bind(*number) : bind(nullptr); }
    Query& bind(double number)
    {
        m_statement->bind(++m_bound, number);
        return *this;
    }
    Query& bind(FencingToken token) { return bind(token.number()); }
    Query& bind(TimePoint t) { return bind(to_us(t)); }
    Query& bind(Duration d) { return bind(to_us(d)); }
    Query& bind(std::optional<TimePoint> t) { return t ? bind(to_us(*t)) : bind(nullptr); }
    Query& bind(const MaybeText& text) { return text.text.empty() ? bind(nullptr) : bind(text.text); }

    bool step() { return m_statement->step(); }
    /// Runs a statement, ignoring any rows.
    void run()
    {
        while (m_statement->step()) {
        }
    }
    /// Resets the statement for another run.
    void again()
    {
        m_statement->reset();
        m_bound = 0;
    }

    [[nodiscard]] Column column(int index) const { return m_statement->column(index); }
    [[nodiscard]] std::int64_t number(int index) const { return column(index).number(); }
    [[nodiscard]] std::string text(int index) const { return column(index).text(); }
    [[nodiscard]] bool is_null(int index) const { return column(index).is_null(); }
    /// Returns the number, or nullopt. Hand-written text and blobs in place of a number count as absent: SQLite would read
    /// them as 0, and a lease with an unreadable end would seem over.
    [[nodiscard]] bool is_whole(int index) const { return column(index).is_whole(); }
    [[nodiscard]] std::optional<std::int64_t> maybe(int index) const
    {
        const auto c = column(index);
        return c.is_number() ? std::optional(c.number()) : std::nullopt;
    }
    [[nodiscard]] int columns() const { return m_statement->columns(); }

private:
    std::unique_ptr<PreparedStatement> m_own;
    PreparedStatement* m_statement;
    int m_bound = 0;
};

} // namespace lockdesk::sqlite
