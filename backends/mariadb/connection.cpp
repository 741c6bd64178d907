// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mariadb/connection.h"

#include "backends/engine/runners/without_pipe_signal.h"
#include "backends/mariadb/errors.h"

#include <arpa/inet.h>
#include <errmsg.h>
#include <mysql.h>
#include <mysqld_error.h>
#include <poll.h>
#include <sys/socket.h>

namespace lockdesk::mariadb {

namespace {

sql::Result result_of(MYSQL_RES* received)
{
    const std::size_t columns = mysql_num_fields(received);
    std::vector<Result::Column> names;
    names.reserve(columns);
    const MYSQL_FIELD* const fields = mysql_fetch_fields(received);
    for (std::size_t i = 0; i < columns; ++i)
        names.push_back({fields[i].name, IS_NUM(fields[i].type)});
    std::vector<Result::Cell> cells;
    cells.reserve(mysql_num_rows(received) * columns);
    while (char** row = mysql_fetch_row(received)) {
        const auto* lengths = mysql_fetch_lengths(received);
        for (std::size_t i = 0; i < columns; ++i)
            cells.push_back(row[i] == nullptr ? Result::Cell{} : Result::Cell(row[i], lengths[i]));
    }
    return {{received, [](void* result) { mysql_free_result(static_cast<MYSQL_RES*>(result)); }}, std::move(names),
            std::move(cells)};
}

constexpr auto patience = std::chrono::milliseconds{400}; ///< nobody waits longer for the end of what is given up

// The port of this end, by which the server lists a session; 0: a local socket, or unknown.
int own_port(int socket)
{
    sockaddr_storage address{};
    socklen_t size = sizeof address;
    if (::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size) != 0)
        return 0;
    if (address.ss_family == AF_INET)
        return ntohs(reinterpret_cast<const sockaddr_in*>(&address)->sin_port);
    return address.ss_family == AF_INET6 ? ntohs(reinterpret_cast<const sockaddr_in6*>(&address)->sin6_port) : 0;
}

// One statement with more columns: a proxy answers a plain query for the connection's number itself.
std::string greeting_sql(const char* prefix)
{
    const std::string variable = std::string("@@session.") + prefix;
    return "SELECT CONNECTION_ID() AS id, @@session.autocommit AS autocommit, " + variable + "_isolation AS isolation, "
           + variable
           + "_read_only AS read_only, DATABASE() AS name, @@session.sql_mode LIKE '%NO_BACKSLASH_ESCAPES%' AS "
             "bare_backslashes, "
             "@@session.character_set_client AS characters";
}

constexpr std::int64_t told_bits = 0xFFFFFFFF; // the width of the number in the protocol's handshake

} // namespace

Connection::Connection(ConnectOptions options, std::shared_ptr<Interrupter> interrupter)
    : Driver(std::move(interrupter)), m_options(std::move(options))
{
}

Connection::~Connection() { close(); }

// The closing message to a stopped server must not block: the socket is shut first, so nothing is sent.
void Connection::close() noexcept
{
    m_greeted = false;
    if (!m_connection)
        return;
    if (const auto socket = mysql_get_socket(m_connection); socket != MARIADB_INVALID_SOCKET && socket > 2)
        ::shutdown(socket, SHUT_RDWR);
    const WithoutPipeSignal quiet; // through TLS, the library's closing message on a shut connection raises it
    mysql_close(m_connection);
    m_connection = nullptr;
}

bool Connection::in_transaction() const
{
    unsigned status = 0;
    return m_connection && mariadb_get_infov(m_connection, MARIADB_CONNECTION_SERVER_STATUS, &status) == 0
           && (status & SERVER_STATUS_IN_TRANS) != 0;
}

std::int64_t Connection::id() const { return m_connection ? static_cast<std::int64_t>(mysql_thread_id(m_connection)) : 0; }

std::string Connection::server_version_text() const
{
    const char* text = m_connection ? mysql_get_server_info(m_connection) : nullptr;
    return text ? text : "";
}

std::optional<Trouble::Cause> Connection::wait(int& events, SteadyPoint deadline) const
{
    constexpr std::pair<int, short> names[] = {
        {MYSQL_WAIT_READ, POLLIN}, {MYSQL_WAIT_WRITE, POLLOUT}, {MYSQL_WAIT_EXCEPT, POLLPRI}};
    short seen = 0;
    for (const auto& [library, poll] : names)
        seen |= (events & library) != 0 ? poll : 0;
    if (const auto cause = Driver::wait(mysql_get_socket(m_connection), seen, deadline))
        return cause;
    if ((seen & (POLLERR | POLLHUP | POLLNVAL)) != 0)
        return std::nullopt;
    events = 0;
    for (const auto& [library, poll] : names)
        events |= (seen & poll) != 0 ? library : 0;
    return std::nullopt;
}

std::optional<Trouble> Connection::run(const Step& step, SteadyPoint deadline)
{
    int events = step(0);
    while (events != 0) {
        if (const auto cause = wait(events, deadline)) {
            // After a timeout the server ends it by its max_statement_time.
            const std::string session = cause == Trouble::Cause::interrupted ? listed_as() : std::string();
            auto cut = lose(*cause, true);
            end_on_server(session);
            return cut;
        }
        events = step(events);
    }
    return std::nullopt;
}

bool Connection::is_alive()
{
    if (!m_connection)
        return false;
    pollfd descriptor{mysql_get_socket(m_connection), POLLIN, 0};
    // The server sends nothing unasked except that it closes.
    return ::poll(&descriptor, 1, 0) <= 0;
}

Outcome<Reply> Connection::begin(SteadyPoint deadline, const std::string& also)
{
    return literal(also.empty() ? "BEGIN" : "BEGIN; " + also, deadline);
}

Outcome<Reply> Connection::literal(const std::string& sql, SteadyPoint deadline)
{
    Reply reply;
    int failed = 0;
    auto cut = call(deadline, failed, mysql_real_query_start, mysql_real_query_cont, sql.data(), sql.size());
    for (;;) {
        if (cut)
            return std::move(*cut);
        if (failed != 0)
            return trouble(false);
        if (mysql_field_count(m_connection) > 0) {
            MYSQL_RES* set = nullptr;
            cut = call(deadline, set, mysql_store_result_start, mysql_store_result_cont);
            if (cut)
                return std::move(*cut);
            if (!set)
                return trouble(false);
            reply.add(result_of(set));
            reply.set_affected(0);
        } else {
            reply.set_affected(static_cast<std::int64_t>(mysql_affected_rows(m_connection)));
        }
        if (!mysql_more_results(m_connection))
            return reply;
        cut = call(deadline, failed, mysql_next_result_start, mysql_next_result_cont);
    }
}

Trouble Connection::trouble(bool connecting)
{
    const int code = static_cast<int>(mysql_errno(m_connection));
    // The library's own error numbers: the connection is unusable.
    if (code == 0 || (code >= CR_MIN_ERROR && code <= CR_MAX_ERROR) || code >= CER_MIN_ERROR) {
        auto lost = lose(Trouble::Cause::lost, !connecting);
        lost.connecting = connecting;
        return lost;
    }
    return {.connecting = connecting, .sent = !connecting, .code = std::to_string(code), .text = library_error()};
}

std::string Connection::library_error() const { return mysql_error(m_connection); }

// The number alone may be another client's, on another server behind the same name: the port tells them apart.
std::string Connection::listed_as() const
{
    if (!m_greeted || !m_connection || m_pooled || !m_options.read_only) // a write that was cut is better done than not
        return {};
    const std::string where = " FROM information_schema.PROCESSLIST WHERE ID = " + std::to_string(id()) + " AND ";
    if (!m_options.socket.empty())
        return where + "HOST = 'localhost'";
    const int port = own_port(mysql_get_socket(m_connection));
    return port == 0 ? std::string() : where + "HOST LIKE '%:" + std::to_string(port) + "'";
}

// The server notices that a client has gone when it sends the answer: until then the statement would run on.
void Connection::end_on_server(const std::string& session) const noexcept
{
    if (session.empty())
        return;
    try {
        const auto deadline = std::chrono::steady_clock::now() + patience;
        Connection other(m_options, std::make_shared<Interrupter>());
        if (other.start(deadline))
            return;
        const auto found = other.literal("SELECT ID" + session, deadline);
        const auto* reply = std::get_if<Reply>(&found);
        if (reply != nullptr && reply->last().rows() == 1)
            (void)other.literal("KILL " + std::to_string(reply->last().number(0, 0)), deadline);
    } catch (...) { // no memory: it ends by itself
    }
}

// Checks that the session at the other end is ours, and has the requested settings.
std::optional<Trouble> Connection::greet(SteadyPoint deadline)
{
    m_pooled = false;
    auto answer = literal(greeting_sql("tx"), deadline);
    if (const auto* trouble = std::get_if<Trouble>(&answer); trouble && number_of(*trouble) == ER_UNKNOWN_SYSTEM_VARIABLE)
        answer = literal(greeting_sql("transaction"), deadline);
    if (auto* trouble = std::get_if<Trouble>(&answer))
        return std::move(*trouble).while_connecting();
    const auto& row = std::get<Reply>(answer).last();
    m_pooled = row.rows() != 1 || (row.number(0, 0) & told_bits) != (id() & told_bits);
    m_greeted = m_options.by_hand;
    if (m_options.by_hand)
        return std::nullopt;
    const char* different = row.rows() != 1                                ? "the number of the connection"
                            : row.number(0, 1) != 1                        ? "autocommit"
                            : row.text(0, 2) != "READ-COMMITTED"           ? "the isolation level"
                            : m_options.read_only && row.number(0, 3) != 1 ? "that the session is read-only"
                            : row.number(0, 5) != 0                        ? "how texts are quoted (NO_BACKSLASH_ESCAPES)"
                            : row.text(0, 6) != "utf8mb4"                  ? "the character set of the client"
                            : !m_options.database.empty() && row.is_null(0, 4) ? "the database"
                                                                               : nullptr;
    if (different != nullptr)
        return not_kept(different);
    m_greeted = true;
    return std::nullopt;
}

} // namespace lockdesk::mariadb
