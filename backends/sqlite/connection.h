// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/store.h"
#include "backends/sqlite/errors.h"
#include "backends/sqlite/gate.h"
#include "backends/sqlite/query.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <atomic>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace lockdesk::sqlite {

/// The transaction in which a verb's body runs.
enum class Mode {
    read,     ///< one statement, without an explicit transaction
    snapshot, ///< several reads that must agree
    write,    ///< BEGIN IMMEDIATE ... COMMIT behind the gate
};
/// What must exist before the body runs.
enum class Need {
    schema,
    file,
    nothing, ///< the body opens the file itself
};

/// One open file: statements prepared once, one deadline per verb, one clock reading per transaction. One thread at a
/// time, except `interrupt`.
class Connection
{
public:
    Connection(std::string path, SessionOptions options);
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    /// Runs one verb. The body returns a T and may throw StoreError or a library exception; both end here.
    template <class T, class Body> Answer<T> run(Mode mode, Body&& body, Need need = Need::schema)
    {
        try {
            begin(mode, need);
            T value = body();
            const auto at = store_time();
            end();
            return Answer<T>(std::move(value), at);
        } catch (...) {
            const auto at = m_now;
            auto failure = recover(std::current_exception());
            return Answer<T>(std::move(failure), at ? std::optional(time_from_us(*at)) : std::nullopt);
        }
    }

    /// Returns a statement of resources/sqlite (or `name#variant` of a list), prepared once for the session; reset when the
    /// Query is destroyed. The text of `name` must outlive the connection.
    Query query(std::string_view name);
    /// Runs a statement with these values. Returns the number of rows it changed; 1 in a rehearsal.
    template <class... Values> int change(std::string_view name, const Values&... values)
    {
        auto statement = query(name);
        (statement.bind(values), ...);
        if (m_rehearses)
            return rehearse(statement);
        statement.run();
        return changes();
    }
    /// Runs a writing statement that was made for this call.
    void write(Query& statement)
    {
        if (m_rehearses)
            (void)rehearse(statement);
        else
            statement.run();
    }
    /// Prepares a statement for this call only (lists with filters, forced actions); failures show `name`.
    Query one_off(const std::string& sql, std::string_view name);
    /// Returns the text of a resource with {p} and {now} filled in.
    std::string text_of(std::string_view name) const;
    /// Runs several statements, ignoring results.
    void execute(const std::string& sql, std::string_view name);
    int changes() const;
    /// Returns the open file for calls that this class lacks; traces and failures show `name` for them.
    [[nodiscard]] sqlite3* handle(std::string_view name)
    {
        m_statement = name;
        return m_db->getHandle();
    }

    /// Returns the session's time, the same within a transaction. Reads the sandbox clock in that transaction.
    std::int64_t now();
    /// Sets the time for a verb that must not read the clock on this connection.
    void tell_time(TimePoint now) { m_now = to_us(now); }
    TimePoint store_time() { return time_from_us(now()); }
    /// Returns the store's own time in the same transaction, outside any sandbox.
    std::int64_t wall_clock();
    /// Returns the change number of this transaction, drawn on first use.
    std::int64_t stamp();

    void interrupt() noexcept;
    [[nodiscard]] bool is_interrupted() const { return m_interrupted.load(std::memory_order_relaxed); }

    /// Returns the number of the running verb, a key for values read once per verb.
    [[nodiscard]] std::uint64_t verb_number() const { return m_verb; }
    [[nodiscard]] const std::string& path() const { return m_path; }
    [[nodiscard]] const SessionOptions& options() const { return m_options; }
    [[nodiscard]] const std::string& prefix() const { return m_prefix; }
    [[nodiscard]] bool in_sandbox() const { return m_options.sandbox.has_value(); }
    [[nodiscard]] const std::string& now_text() const { return m_now_text; }
    [[nodiscard]] Gate& gate() { return *m_gate; }
    [[nodiscard]] std::string schema_hint() const;

    /// For `init`: opens the file and creates it when it is missing. Throws.
    void open_or_create();
    /// Opens the file if it is not open yet. Throws if it is missing.
    void open_existing() { ensure_open(); }
    /// For `init`: switches the file to write-ahead logging, for good. Throws when that fails within the timeout.
    void use_wal();
    /// Returns true if the file exists. Throws for folders and forbidden paths.
    bool file_exists() const;
    /// Returns the schema version; 0: none. Throws when a foreign table has the name of our first one.
    std::int64_t read_version(const std::string& prefix);
    void forget_schema() { m_schema_checked = false; }
    /// Returns a number that changes with every commit of another session.
    std::int64_t data_version();

private:
    void begin(Mode mode, Need need);
    void end();
    Failure recover(std::exception_ptr error) noexcept;
    void abandon() noexcept;
    Circumstances circumstances() const;

    void ensure_open();
    void ensure_same_file();
    void open_file(bool create);
    std::unique_ptr<SQLite::Database> open_handle(int flags);
    void adopt(std::unique_ptr<SQLite::Database> db);
    void close() noexcept;
    void check_schema();
    void refuse_writes();
    std::unique_ptr<PreparedStatement> prepare(const std::string& sql, std::string_view name);

    int rehearse(Query& statement);
    void hold_writes(bool on) noexcept;
    void listen(bool on);
    static int on_statement(unsigned why, void* self, void* statement, void* text);
    static int on_busy(void* self, int count);
    static int on_progress(void* self);
    static void on_clock(sqlite3_context* context, int, sqlite3_value**);
    static void on_contains(sqlite3_context* context, int count, sqlite3_value** values);

    std::string m_path;
    SessionOptions m_options;
    std::string m_prefix;
    std::string m_now_text;
    std::shared_ptr<Gate> m_gate;
    std::atomic<bool> m_interrupted{false};

    std::unique_ptr<SQLite::Database> m_db;
    std::unordered_map<std::string_view, std::unique_ptr<PreparedStatement>> m_statements;
    std::optional<Failure> m_write_refusal;
    bool m_schema_checked = false;
    bool m_immutable = false;
    std::uint64_t m_device = 0, m_inode = 0;
    SteadyPoint m_looked_at_file{};

    SteadyPoint m_deadline{};
    std::optional<GateTurn> m_turn;
    std::optional<std::int64_t> m_clock; ///< the store's clock of this transaction
    std::optional<std::int64_t> m_now;   ///< the same, or the sandbox's
    std::optional<std::int64_t> m_stamp;
    std::string_view m_statement;
    std::int64_t m_changes_before = 0;
    bool m_in_transaction = false;
    bool m_committing = false;
    bool m_rehearses = false; ///< this verb is only shown: SQLite refuses its writes
    bool m_listens = false;   ///< SQLite reports what it runs
    std::uint64_t m_verb = 0;
    std::uint64_t m_jitter = 0;
};

} // namespace lockdesk::sqlite
