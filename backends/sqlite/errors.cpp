// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sqlite/errors.h"

#include "backends/engine/text/command_line.h"
#include "backends/engine/text/text.h"

#include <sqlite3.h>

namespace lockdesk::sqlite {

namespace {

std::string quoted(const std::string& path)
{
    std::string out(1, '\'');
    out += to_valid_utf8(path);
    return out += '\'';
}

Failure plain(FailureKind kind, const char* code, std::string message, bool retryable = false)
{
    return {kind, code, {}, retryable, false, std::move(message)};
}

} // namespace

// Returns the symbol of a primary result code; SQLite itself only has sentences.
const char* result_name(int code)
{
    switch (code & 0xff) {
    case SQLITE_ERROR: return "SQLITE_ERROR";
    case SQLITE_PERM: return "SQLITE_PERM";
    case SQLITE_ABORT: return "SQLITE_ABORT";
    case SQLITE_BUSY: return "SQLITE_BUSY";
    case SQLITE_LOCKED: return "SQLITE_LOCKED";
    case SQLITE_NOMEM: return "SQLITE_NOMEM";
    case SQLITE_READONLY: return "SQLITE_READONLY";
    case SQLITE_INTERRUPT: return "SQLITE_INTERRUPT";
    case SQLITE_IOERR: return "SQLITE_IOERR";
    case SQLITE_CORRUPT: return "SQLITE_CORRUPT";
    case SQLITE_FULL: return "SQLITE_FULL";
    case SQLITE_CANTOPEN: return "SQLITE_CANTOPEN";
    case SQLITE_PROTOCOL: return "SQLITE_PROTOCOL";
    case SQLITE_SCHEMA: return "SQLITE_SCHEMA";
    case SQLITE_TOOBIG: return "SQLITE_TOOBIG";
    case SQLITE_CONSTRAINT: return "SQLITE_CONSTRAINT";
    case SQLITE_MISMATCH: return "SQLITE_MISMATCH";
    case SQLITE_AUTH: return "SQLITE_AUTH";
    case SQLITE_NOTADB: return "SQLITE_NOTADB";
    default: return "";
    }
}

Failure to_failure(int code, const std::string& text, const Circumstances& at)
{
    Failure f = Failure::unavailable({}).with_code(result_name(code)).in_statement(at.statement);
    const auto file = quoted(at.path);
    switch (code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_PROTOCOL:
        f.retryable = true;
        f.message = file + " is locked by another process and did not come free within " + at.timeout
                    + ". Try again; if it stays so, end the program that has a transaction open on it.";
        break;
    case SQLITE_INTERRUPT:
    case SQLITE_ABORT:
        f.retryable = !at.interrupted;
        f.message = at.interrupted ? was_interrupted().message
                                   : "the call did not end within " + at.timeout
                                         + "; nothing was changed. Raise --timeout "
                                           "or narrow the question.";
        break;
    case SQLITE_READONLY:
        f.kind = FailureKind::read_only;
        f.message = code == SQLITE_READONLY_DIRECTORY
                        ? "the folder of " + file
                              + " cannot be written, which SQLite needs beside the file itself; make it writable."
                        : file + " can only be read (" + text + "); make the file and its folder writable, or open another.";
        break;
    case SQLITE_FULL:
        f.retryable = true;
        f.message = "there is no room left for " + file + "; nothing was changed. Make room on its disk and try again.";
        break;
    case SQLITE_NOTADB: f.message = file + " is not a SQLite database; choose another file."; break;
    case SQLITE_CORRUPT:
        f.message = file + " is damaged (" + text + "); stop writing to it and restore it from a backup.";
        break;
    case SQLITE_CANTOPEN:
        f.message = file + " cannot be opened (" + text + "); check that its folder exists and can be written.";
        break;
    case SQLITE_PERM:
    case SQLITE_AUTH:
        f.kind = FailureKind::refused;
        f.message = "the system refused access to " + file + " (" + text + "); check its permissions.";
        break;
    case SQLITE_IOERR:
        f.kind = at.committing ? FailureKind::in_doubt : FailureKind::unavailable;
        f.connection_lost = true;
        f.message = at.committing ? "the disk failed while " + file + " was committed (" + text
                                        + "): it may have happened. Check the disk, then ask again."
                                  : "the disk failed while " + file + " was used (" + text + "); check the disk.";
        break;
    case SQLITE_ERROR:
    case SQLITE_SCHEMA:
        if (text.find("no such table") != std::string::npos || text.find("no such column") != std::string::npos
            || text.find("has no column") != std::string::npos) {
            f.message = file + " lacks what this program needs (" + text + "); " + at.schema_hint + ".";
            break;
        }
        [[fallthrough]];
    default: f.kind = FailureKind::internal; f.message = "SQLite refused a statement on " + file + ": " + text + ".";
    }
    return f;
}

Failure missing_file(const std::string& path)
{
    return plain(FailureKind::unavailable, "ENOENT",
                 "there is no file " + quoted(path) + "; create it with `"
                     + CommandLine("init").global("--store", "sqlite://" + path).text() + "`.");
}
Failure missing_schema(const std::string& path, const std::string& hint)
{
    return plain(FailureKind::unavailable, "", "Lockdesk's tables are not installed in " + quoted(path) + "; " + hint + ".");
}
Failure is_folder(const std::string& path)
{
    return plain(FailureKind::unavailable, "EISDIR", quoted(path) + " is a folder; name a file in it.");
}
Failure on_network(const std::string& path, const std::string& file_system)
{
    return plain(
        FailureKind::unavailable, "ENETFS",
        quoted(path) + " lies on a network file system (" + file_system
            + "), where a write-ahead log is right for one computer only: two would both be granted a lock. Put the file "
              "on a local disk, or use a server; if no other computer ever opens it, set the variable "
              "LOCKDESK_SQLITE_NETWORK to one-host.");
}
Failure not_permitted(const std::string& path, const std::string& to_do_what)
{
    return plain(FailureKind::refused, "EACCES",
                 "this user may not " + to_do_what + " " + quoted(path)
                     + "; change its permissions or choose another file.");
}
Failure read_only_session()
{
    return plain(FailureKind::read_only, "SQLITE_READONLY",
                 "this connection was opened read-only; open it without --read-only to write.");
}
Failure read_only_file(const std::string& path)
{
    return plain(FailureKind::read_only, "SQLITE_READONLY",
                 quoted(path) + " is read-only for this user; make the file and its folder writable, or open another.");
}
Failure older_schema(const std::string& path, long long version, const std::string& hint)
{
    return plain(FailureKind::unavailable, "",
                 quoted(path) + " has schema version " + std::to_string(version)
                     + ", which is older than this program; to bring it up to date in place, " + hint + ".");
}
Failure newer_schema(const std::string& path, long long version)
{
    return plain(FailureKind::read_only, "",
                 quoted(path) + " has schema version " + std::to_string(version)
                     + ", which is newer than this program knows; it can be read. Update Lockdesk to write.");
}
Failure foreign_table(const std::string& path, const std::string& table)
{
    return plain(FailureKind::unavailable, "",
                 "a table '" + to_valid_utf8(table) + "' that is not Lockdesk's is in " + quoted(path)
                     + "; nothing was changed. Rename it, or choose another file.");
}
Failure was_interrupted()
{
    return plain(FailureKind::unavailable, "SQLITE_INTERRUPT",
                 "the call was cut because the program is closing the session.");
}

} // namespace lockdesk::sqlite
