// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// Opening a file: which one, whether it may be written, and whether it has our schema.
#include "backends/engine/text/command_line.h"
#include "backends/sqlite/connection.h"
#include "backends/sqlite/templates.h"

#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cctype>
#include <cerrno>

namespace lockdesk::sqlite {

namespace {

// Interval of checks that the path still names the opened file: a write into a deleted file would be lost.
constexpr auto between_file_checks = std::chrono::milliseconds{200};

// Virtual machine instructions between two checks of the deadline: about a millisecond.
constexpr int instructions_between_looks = 20'000;

std::string as_uri(const std::string& path)
{
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string out = "file:";
    for (const char c : path) {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isalnum(byte) != 0 || c == '/' || c == '.' || c == '_' || c == '-')
            out += c;
        else
            (out += '%').append(1, digits[byte >> 4]).append(1, digits[byte & 15]);
    }
    return out;
}

} // namespace

std::string Connection::schema_hint() const
{
    CommandLine line(in_sandbox() ? "sandbox create" : "init");
    line.global("--store", "sqlite://" + m_path);
    if (m_options.source != "lockdesk")
        line.global("--source", m_options.source);
    if (in_sandbox())
        line.positional(m_options.sandbox->str());
    return "run `" + line.text() + "`";
}

bool Connection::file_exists() const
{
    struct stat found
    {
    };
    if (::stat(m_path.c_str(), &found) != 0) {
        if (errno == ENOENT || errno == ENOTDIR)
            return false;
        throw StoreError{not_permitted(m_path, "look at")};
    }
    if (S_ISDIR(found.st_mode))
        throw StoreError{is_folder(m_path)};
    return true;
}

void Connection::ensure_open()
{
    if (m_db)
        ensure_same_file();
    if (!m_db)
        open_file(false);
}

void Connection::ensure_same_file()
{
    const auto now = std::chrono::steady_clock::now();
    if (now - m_looked_at_file < between_file_checks)
        return;
    m_looked_at_file = now;
    struct stat found
    {
    };
    const bool same = ::stat(m_path.c_str(), &found) == 0 && found.st_dev == m_device && found.st_ino == m_inode;
    // A file opened as immutable is no longer so once it has a write-ahead log.
    if (!same || (m_immutable && ::access((m_path + "-wal").c_str(), F_OK) == 0))
        close();
}

void Connection::open_file(bool create)
{
    if (!file_exists() && !create)
        throw StoreError{missing_file(m_path)};
    if (!create && ::access(m_path.c_str(), R_OK) != 0)
        throw StoreError{not_permitted(m_path, "read")};
    const int access = m_options.read_only ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE;
    adopt(open_handle(access | (create ? SQLITE_OPEN_CREATE : 0)));
    struct stat found
    {
    };
    if (::stat(m_path.c_str(), &found) != 0)
        throw StoreError{missing_file(m_path)};
    m_device = found.st_dev;
    m_inode = found.st_ino;
    m_looked_at_file = std::chrono::steady_clock::now();
    refuse_writes();
}

std::unique_ptr<SQLite::Database> Connection::open_handle(int flags)
{
    m_immutable = false;
    try {
        auto db = std::make_unique<SQLite::Database>(m_path, flags | SQLITE_OPEN_NOMUTEX);
        sqlite3_busy_handler(db->getHandle(), &Connection::on_busy, this);
        SQLite::Statement(*db, "SELECT count(*) FROM sqlite_schema").executeStep();
        return db;
    } catch (const SQLite::Exception& e) {
        const bool wal_needs_writing = e.getErrorCode() == SQLITE_CANTOPEN || e.getErrorCode() == SQLITE_READONLY;
        const bool may_be_read = ::access(m_path.c_str(), R_OK) == 0 && ::access((m_path + "-wal").c_str(), F_OK) != 0;
        if (!wal_needs_writing || !may_be_read)
            throw;
    }
    // A write-ahead-log file in a folder that this user cannot write, and that no process has open: it can be read as it
    // is.
    auto db = std::make_unique<SQLite::Database>(as_uri(m_path) + "?immutable=1",
                                                 SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX);
    m_immutable = true;
    return db;
}

void Connection::adopt(std::unique_ptr<SQLite::Database> db)
{
    sqlite3* handle = db->getHandle();
    sqlite3_extended_result_codes(handle, 1);
    sqlite3_busy_handler(handle, &Connection::on_busy, this);
    sqlite3_progress_handler(handle, instructions_between_looks, &Connection::on_progress, this);
    sqlite3_create_function_v2(handle, "lockdesk_clock_us", 0, SQLITE_UTF8, this, &Connection::on_clock, nullptr, nullptr,
                               nullptr);
    sqlite3_create_function_v2(handle, "lockdesk_contains", -1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nullptr, &Connection::on_contains,
                               nullptr, nullptr, nullptr);
    // An acknowledged grant or token must survive a power cut, or the token would be granted twice. NORMAL may lose the last
    // transactions in write-ahead-log mode; there EXTRA is FULL. With a journal that is deleted, FULL does not sync the folder
    // afterwards: a power cut can bring the journal back, and with it the state before.
    db->exec("PRAGMA synchronous = EXTRA");
    // Who only reads, reads whole tables, of which a page is of use once; an observer has several sessions.
    db->exec(m_options.read_only ? "PRAGMA cache_size = -1024; PRAGMA query_only = 1" : "PRAGMA cache_size = -16384");
    m_db = std::move(db);
    m_schema_checked = false;
}

void Connection::refuse_writes()
{
    m_write_refusal.reset();
    if (m_options.read_only)
        m_write_refusal = read_only_session();
    else if (m_immutable || sqlite3_db_readonly(m_db->getHandle(), "main") == 1)
        m_write_refusal = read_only_file(m_path);
}

void Connection::close() noexcept
{
    m_statements.clear();
    m_db.reset();
    m_schema_checked = false;
}

std::int64_t Connection::read_version(const std::string& prefix)
{
    auto found = one_off(text_of("schema_columns"), "schema_version");
    found.bind(prefix + "meta");
    if (!found.step() || found.is_null(0))
        return 0;
    if (found.number(0) != 2)
        throw StoreError{foreign_table(m_path, prefix + "meta")};
    auto version = one_off(with_prefix("schema_version", prefix), "schema_version");
    return version.step() ? version.number(0) : 0;
}

void Connection::check_schema()
{
    if (m_schema_checked)
        return;
    const auto version = read_version(m_prefix);
    if (version == 0)
        throw StoreError{missing_schema(m_path, schema_hint())};
    if (version < schema_version)
        throw StoreError{older_schema(m_path, version, schema_hint())};
    refuse_writes();
    if (version > schema_version && !m_write_refusal)
        m_write_refusal = newer_schema(m_path, version);
    m_schema_checked = true;
}

void Connection::open_or_create()
{
    if (m_db)
        ensure_same_file();
    if (!m_db)
        open_file(true);
}

void Connection::use_wal()
{
    for (;;) {
        auto mode = one_off(text_of("journal_wal"), "journal_mode");
        try {
            if (mode.step() && mode.text(0) == "wal")
                return;
        } catch (const SQLite::Exception& e) {
            if (e.getErrorCode() != SQLITE_BUSY)
                throw;
        }
        // SQLite calls no busy handler here: another process is reading the file, and will finish in a moment.
        if (on_busy(this, 20) == 0)
            throw SQLite::Exception("the journal mode cannot be changed while others read", SQLITE_BUSY);
    }
}

} // namespace lockdesk::sqlite
