// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sqlite/sqlite_store.h"

#include "backends/engine/contracts/concern_session.h"
#include "backends/engine/text/text.h"
#include "backends/engine/text/url_options.h"
#include "backends/formats/dist_lock.h"
#include "backends/sqlite/concerns.h"
#include "backends/sqlite/dist_lock_source.h"
#include "backends/sqlite/errors.h"
#include "backends/sqlite/file_system.h"
#include "backends/sqlite/hints.h"
#include "backends/sqlite/statements.h"

#include <sqlite3.h>

#include <cstdlib>

namespace lockdesk {

namespace sqlite {

namespace {

Capabilities what_sqlite_can()
{
    Capabilities c;
    c.store = "sqlite";
    c.version = sqlite3_libversion();
    c.draws = true;
    c.fenced_writes = true;
    c.sql = true;
    c.statements = true;
    c.foreign_keys = true;
    c.strategies = {ClaimStrategy::atomic, ClaimStrategy::plain, ClaimStrategy::skip_locked_2, ClaimStrategy::version,
                    ClaimStrategy::none};
    return c;
}

/// Everything except session locks, which SQLite does not have.
class SqliteSession final : public ConcernSession<Connection>
{
public:
    SqliteSession(std::string path, const SessionOptions& options)
        : ConcernSession(what_sqlite_can(), std::move(path), options)
    {
        auto statements = std::make_unique<SqliteStatements>(m_line);
        m_own_statements = statements.get();
        m_concerns = {.locks = make_locks(m_line),
                      .fence = make_fence(m_line),
                      .tasks = make_tasks(m_line),
                      .outbox = make_outbox(m_line),
                      .records = make_records(m_line),
                      .workers = make_workers(m_line),
                      .changes = make_changes(m_line),
                      .audit = make_audit(m_line),
                      .draws = make_draws(m_line),
                      .statements = std::move(statements),
                      .admin = make_admin(m_line)};
    }

    /// Opens the file and checks the schema.
    Answer<Done> check()
    {
        return m_line.run<Done>(Mode::read, [] { return Done{}; });
    }

    /// Reads the file's durability into the capabilities.
    void learn() { m_capabilities.take(durability_or_unknown(admin().durability())); }
    [[nodiscard]] StatementTrace* rehearsed() const override { return m_line.options().trace.get(); }

    void interrupt() noexcept override
    {
        m_line.interrupt();
        m_own_statements->interrupt();
    }

private:
    SqliteStatements* m_own_statements = nullptr; ///< the concern `statements`, which has a connection of its own
};

// The operator's assurance that only processes of one computer have the file open, although it lies on a network file
// system. Not an option of the URL: everything after `sqlite://` is the path.
bool is_said_to_be_on_one_host()
{
    const char* word = std::getenv("LOCKDESK_SQLITE_NETWORK");
    return word != nullptr && std::string_view(word) == "one-host";
}

class SqliteStore final : public Store
{
public:
    explicit SqliteStore(StoreUrl url) : m_url(std::move(url)) {}
    [[nodiscard]] const StoreUrl& url() const override { return m_url; }

    Answer<std::unique_ptr<Session>> open(const SessionOptions& options) override
    {
        if (auto refused = refuse_network())
            return *refused;
        if (dist_lock::is_source(options.source))
            return open_dist_lock(m_url.path(), options);
        if (options.source != "lockdesk")
            return Failure::unsupported("sqlite has no source '" + to_valid_utf8(options.source)
                                        + "'; lockdesk and dist_lock are known");
        auto session = std::make_unique<SqliteSession>(m_url.path(), options);
        if (!options.without_schema) {
            auto checked = session->check();
            if (!checked)
                return checked.failure();
            session->learn();
        }
        return std::unique_ptr<Session>(std::move(session));
    }

    Answer<std::unique_ptr<HintListener>> listen(std::vector<HintTopic> topics, const SessionOptions& options,
                                                 const std::stop_token& stop) override
    {
        if (options.source != "lockdesk")
            return Failure::unsupported("sqlite, source " + to_valid_utf8(options.source) + ", has no hints");
        if (auto refused = refuse_network())
            return *refused;
        return open_hints(m_url.path(), std::move(topics), options, stop);
    }

private:
    // Checked each time: it costs a microsecond, and a file system may have been mounted meanwhile.
    [[nodiscard]] std::optional<Failure> refuse_network() const
    {
        const auto system = network_file_system(m_url.path());
        return system.empty() || is_said_to_be_on_one_host() ? std::nullopt
                                                             : std::optional(on_network(m_url.path(), system));
    }

    StoreUrl m_url;
};

} // namespace

} // namespace sqlite

Answer<std::unique_ptr<Store>> open_sqlite_store(const StoreUrl& url)
{
    if (auto unknown = UrlOptions(url).unknown("SQLite"))
        return *unknown;
    if (url.path().empty() || url.path().find('\0') != std::string::npos)
        return Failure::usage("a SQLite store needs a file: sqlite:///path/file.db");
    return std::unique_ptr<Store>(std::make_unique<sqlite::SqliteStore>(url));
}

} // namespace lockdesk
