// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/connection.h"

#include "backends/engine/text/text.h"
#include "backends/postgres/reply.h"

#include <libpq-fe.h>
#include <poll.h>

#include <algorithm>

namespace lockdesk::postgres {

namespace {

using Cleared = std::unique_ptr<PGresult, decltype(&PQclear)>;

std::string trimmed(const char* text) { return one_line(text ? text : ""); }

Trouble server_trouble(const PGresult* result)
{
    const auto field = [&](int code) { return trimmed(PQresultErrorField(result, code)); };
    Trouble trouble{.sent = true, .code = field(PG_DIAG_SQLSTATE), .text = field(PG_DIAG_MESSAGE_PRIMARY)};
    if (trouble.text.empty())
        trouble.text = trimmed(PQresultErrorMessage(result));
    if (const auto hint = field(PG_DIAG_MESSAGE_HINT); !hint.empty())
        trouble.text += " (" + hint + ")";
    return trouble;
}

} // namespace

Connection::Connection(ConnectOptions options, std::shared_ptr<Interrupter> interrupter)
    : Driver(std::move(interrupter)), m_options(std::move(options)), m_settings(read_session_settings(option("options")))
{
}

Connection::~Connection() { close(); }

void Connection::close() noexcept
{
    if (m_connection)
        PQfinish(m_connection);
    m_connection = nullptr;
    m_seen.clear();
    m_prepared.clear();
}

bool Connection::in_transaction() const { return m_connection && PQtransactionStatus(m_connection) != PQTRANS_IDLE; }

std::string Connection::server_version_text() const
{
    const char* text = m_connection ? PQparameterStatus(m_connection, "server_version") : nullptr;
    return text ? text : "";
}

std::string Connection::user() const
{
    const char* text = m_connection ? PQuser(m_connection) : nullptr;
    return text ? text : "";
}

std::optional<Trouble::Cause> Connection::wait(short events, SteadyPoint deadline) const
{
    return Driver::wait(m_connection ? PQsocket(m_connection) : -1, events, deadline);
}

std::string Connection::library_error() const { return trimmed(PQerrorMessage(m_connection)); }

bool Connection::is_alive()
{
    if (!m_connection || PQstatus(m_connection) != CONNECTION_OK)
        return false;
    pollfd descriptor{PQsocket(m_connection), POLLIN, 0};
    if (::poll(&descriptor, 1, 0) <= 0)
        return true;
    // Unsolicited input: a notice, or the end of the connection.
    if (PQconsumeInput(m_connection) == 0 || PQstatus(m_connection) != CONNECTION_OK)
        return false;
    PQisBusy(m_connection); // reads the messages, which may call on_notice
    return !m_farewell;
}

void Connection::on_notice(void* self, const pg_result* notice)
{
    const char* state = PQresultErrorField(notice, PG_DIAG_SQLSTATE);
    if (state && std::string_view(state).starts_with("57P"))
        static_cast<Connection*>(self)->m_farewell = true;
}

Outcome<Reply> Connection::query(const std::string& name, const std::string& sql, const Parameters& values,
                                  SteadyPoint deadline)
{
    // Prepared on one backend, it would be missing on the next, or be another client's of the same name.
    if (m_pooled)
        return query_once(sql, values, deadline);
    if (m_prepared.contains(name))
        return finish(PQsendQueryPrepared(m_connection, name.c_str(), static_cast<int>(values.size()), values.data(), nullptr, nullptr, 0)
                          == 1,
                      deadline);
    if (!m_seen.insert(name).second) {
        auto prepared = finish(PQsendPrepare(m_connection, name.c_str(), sql.c_str(), 0, nullptr) == 1, deadline);
        if (auto* trouble = std::get_if<Trouble>(&prepared)) {
            trouble->sent = false;
            return std::move(*trouble);
        }
        m_prepared.insert(name);
        return query(name, sql, values, deadline);
    }
    return query_once(sql, values, deadline);
}

Outcome<Reply> Connection::query_once(const std::string& sql, const Parameters& values, SteadyPoint deadline)
{
    return carried(deadline, [&] {
        return finish(
            PQsendQueryParams(m_connection, sql.c_str(), static_cast<int>(values.size()), nullptr, values.data(), nullptr, nullptr, 0) == 1,
            deadline);
    });
}

Outcome<Reply> Connection::literal(const std::string& sql, SteadyPoint deadline)
{
    return carried(deadline, [&] { return simple(sql, deadline); });
}

bool Connection::may_ask_again(const Outcome<Reply>& answer, Duration wait, SteadyPoint deadline)
{
    const auto* trouble = std::get_if<Trouble>(&answer);
    return trouble != nullptr && trouble->cause == Trouble::Cause::server && trouble->code == "57014"
           && steady_after(std::chrono::steady_clock::now(), wait) < deadline && pause(wait);
}

Outcome<Reply> Connection::begin(SteadyPoint deadline, const std::string& also)
{
    const auto sql = (m_pooled ? m_carrying : std::string("BEGIN")) + (also.empty() ? "" : "; " + also);
    auto begun = simple(sql, deadline);
    // On a busy machine a former client's short timeout cuts off most attempts: many are better than long pauses.
    constexpr Duration longest_wait = std::chrono::milliseconds{16};
    for (Duration wait = std::chrono::milliseconds{1}; m_pooled && may_ask_again(begun, wait, deadline); wait = std::min(2 * wait, longest_wait)) {
        simple("ROLLBACK", deadline);
        if (!m_connection)
            break;
        begun = simple(sql, deadline);
    }
    if (auto* trouble = std::get_if<Trouble>(&begun)) {
        trouble->sent = false;
        if (m_connection && PQtransactionStatus(m_connection) == PQTRANS_INERROR)
            simple("ROLLBACK", deadline);
    } else if (m_pooled && PQtransactionStatus(m_connection) != PQTRANS_INTRANS) {
        return not_kept("a transaction");
    }
    return begun;
}

Outcome<Reply> Connection::simple(const std::string& sql, SteadyPoint deadline)
{
    return finish(PQsendQuery(m_connection, sql.c_str()) == 1, deadline);
}

// Nothing of a transaction lasts before its end was sent, so that only a lost COMMIT leaves a doubt.
Outcome<Reply> Connection::carried(SteadyPoint deadline, const Call& call)
{
    if (!m_pooled || !m_connection || PQtransactionStatus(m_connection) != PQTRANS_IDLE)
        return call();
    auto begun = begin(deadline);
    if (std::holds_alternative<Trouble>(begun))
        return begun;
    auto answer = call();
    if (auto* trouble = std::get_if<Trouble>(&answer)) {
        trouble->sent = trouble->sent && trouble->cause == Trouble::Cause::server;
        if (m_connection)
            simple("ROLLBACK", deadline);
        return answer;
    }
    auto done = simple("COMMIT", deadline);
    if (auto* trouble = std::get_if<Trouble>(&done))
        return std::move(*trouble);
    return answer;
}

Outcome<Reply> Connection::finish(bool queued, SteadyPoint deadline)
{
    if (!queued)
        return lose(Trouble::Cause::lost, false);
    if (auto trouble = flush(deadline))
        return std::move(*trouble);
    return receive(deadline);
}

std::optional<Trouble> Connection::flush(SteadyPoint deadline)
{
    for (;;) {
        const int left = PQflush(m_connection);
        if (left == 0)
            return std::nullopt;
        // Part of the text may have been sent, and a short statement fits into that part.
        if (left < 0)
            return lose(Trouble::Cause::lost, true);
        if (const auto cause = wait(POLLIN | POLLOUT, deadline))
            return lose(*cause, true);
        if (PQconsumeInput(m_connection) == 0)
            return lose(Trouble::Cause::lost, true);
    }
}

Outcome<Reply> Connection::receive(SteadyPoint deadline)
{
    Cleared last(nullptr, PQclear);
    std::optional<Trouble> refused;
    for (;;) {
        while (PQisBusy(m_connection) != 0) {
            if (const auto cause = wait(POLLIN, deadline))
                return lose(*cause, true);
            if (PQconsumeInput(m_connection) == 0)
                return lose(Trouble::Cause::lost, true);
        }
        PGresult* result = PQgetResult(m_connection);
        // Only the server's "ready" proves that the statement is committed: until then an answer proves nothing.
        if (!result)
            break;
        const auto status = PQresultStatus(result);
        if (status == PGRES_FATAL_ERROR || status == PGRES_BAD_RESPONSE) {
            if (!refused)
                refused = server_trouble(result);
            PQclear(result);
        } else {
            last.reset(result);
        }
    }
    if (PQstatus(m_connection) != CONNECTION_OK) {
        auto trouble = lose(Trouble::Cause::lost, true);
        if (refused) {
            trouble.code = refused->code;
            trouble.text = refused->text;
        }
        return trouble;
    }
    if (refused)
        return std::move(*refused);
    return reply_of(last.release());
}

Outcome<std::vector<std::string>> Connection::notifications(SteadyPoint deadline)
{
    for (;;) {
        if (PQconsumeInput(m_connection) == 0)
            return lose(Trouble::Cause::lost, false);
        std::vector<std::string> payloads;
        while (PGnotify* notify = PQnotifies(m_connection)) {
            payloads.emplace_back(notify->extra ? notify->extra : "");
            PQfreemem(notify);
        }
        if (!payloads.empty())
            return payloads;
        const auto cause = wait(POLLIN, deadline);
        if (cause == Trouble::Cause::timeout)
            return payloads;
        if (cause)
            return Trouble{.cause = *cause};
    }
}

} // namespace lockdesk::postgres
