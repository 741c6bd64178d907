// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Failures of stores and of user input: sentences of the engine with values in them, listed for translation. Others are
// shown unchanged. A longer form precedes the shorter one that it begins with.
#include "models/format/engine_forms.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <array>
#include <utility>
#include <vector>

namespace lockdesk::format {

namespace {

constexpr std::array forms{
    QT_TRANSLATE_NOOP("lockdesk::engine",
                      "%1 after the statement was sent: it may have run. Ask again with the same request or claim id"),
    QT_TRANSLATE_NOOP("lockdesk::engine",
                      "%1; the command was sent, so it may have happened. Ask again with the same request or claim "
                      "id"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "%1; it may have happened. Ask again with the same request or claim id"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "%1; try again"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "%1 of %2 servers answered, %3 are needed; one of the others: %4"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "%1 of %2 servers answered, %3 are needed"),
    QT_TRANSLATE_NOOP("lockdesk::engine",
                      "'%1' is inside a transaction, which on SQLite holds the whole file: do that when it is over."),
    QT_TRANSLATE_NOOP("lockdesk::engine", "'%1' is in the middle of something; thaw it, or let it end first."),
    QT_TRANSLATE_NOOP("lockdesk::engine", "There is no actor '%1' to do that to."),
    QT_TRANSLATE_NOOP("lockdesk::engine", "'%1' has crashed or is gone: nothing reaches it any more."),
    QT_TRANSLATE_NOOP("lockdesk::engine", "The worker for the setup is gone: %1"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "A step waits for another, and none goes on."),
    QT_TRANSLATE_NOOP("lockdesk::engine", "The lesson does not get that far again: whoever is left waits inside the store."),
    QT_TRANSLATE_NOOP("lockdesk::engine", "the call was interrupted"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "the call was cut"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "the call was cut because the program is closing the session."),
    QT_TRANSLATE_NOOP("lockdesk::engine", "PostgreSQL at %1 did not answer in time"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "MariaDB at %1 did not answer in time"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "the connection to PostgreSQL at %1 was lost"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "the connection to MariaDB at %1 was lost"),
    QT_TRANSLATE_NOOP("lockdesk::engine",
                      "cannot connect to PostgreSQL at %1: no answer in time. Is the server running and the address "
                      "right?"),
    QT_TRANSLATE_NOOP("lockdesk::engine",
                      "cannot connect to PostgreSQL at %1. Is the server running and the address right?"),
    QT_TRANSLATE_NOOP("lockdesk::engine",
                      "cannot connect to MariaDB at %1: no answer in time. Is the server running and the address "
                      "right?"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "cannot connect to MariaDB at %1. Is the server running and the address right?"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "Lockdesk's schema is not installed in database %1; run `%2`"),
    QT_TRANSLATE_NOOP("lockdesk::engine",
                      "wrong password for user %1 at %2; give it in the URL, the variable PGPASSWORD or ~/.pgpass"),
    QT_TRANSLATE_NOOP("lockdesk::engine",
                      "no password for user %1 at %2; give it in the URL, the variable PGPASSWORD or ~/.pgpass"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "PostgreSQL at %1 refuses user %2: %3; see pg_hba.conf of the server"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "MariaDB at %1 refuses user %2: %3. Give user and password in the URL"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "user %1 lacks a permission: %2. As the owner: %3"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "user %1 lacks a permission: %2. As the administrator: %3"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "database %1 does not exist at %2: %3"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "database %1 does not exist at %2"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "the session or the server is read-only, so PostgreSQL refused the write: %1"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "the session or the server is read-only, so PostgreSQL refused the write"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "the session or the server is read-only, so MariaDB refused the write: %1"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "the session or the server is read-only, so MariaDB refused the write"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "PostgreSQL did not finish in time; nothing was changed: %1"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "PostgreSQL did not finish in time; nothing was changed"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "PostgreSQL rolled back because of concurrent work: %1"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "MariaDB rolled back because of concurrent work: %1"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "MariaDB at %1 cut the statement off: %2"),
    QT_TRANSLATE_NOOP("lockdesk::engine",
                      "PostgreSQL at %1 has no free connection; raise max_connections or close some: %2"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "MariaDB at %1 has no free connection; raise max_connections or close some: %2"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "PostgreSQL lacks resources (disk or memory): %1"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "MariaDB lacks resources (disk or memory): %1"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "PostgreSQL at %1 is starting or shutting down: %2"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "a row stayed locked for too long: %1"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "PostgreSQL rejected the statement: %1"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "MariaDB rejected the statement: %1"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "the session is read-only, so the write was not sent"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "no TLS connection to PostgreSQL at %1 that can be trusted: %2"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "no TLS connection to MariaDB at %1 that can be trusted: %2"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "no TLS connection to %1 that can be trusted: %2"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "the server did not answer in time"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "the server did not read in time"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "the server closed the connection before it answered"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "the server closed the connection"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "the connection broke (%1)"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "%1: no answer in time"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "no answer in time"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "no answer"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "cannot reach the server; is it running, and the address right? (%1)"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "cannot reach the server: %1"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "the server's answer makes no sense (%1)"),
    QT_TRANSLATE_NOOP("lockdesk::engine",
                      "the server asks for a password: put it into the URL, the keyring or REDISCLI_AUTH"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "wrong password or user name, or the user is disabled"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "wrong user name or password, or another authSource is needed"),
    QT_TRANSLATE_NOOP("lockdesk::engine",
                      "no password is known for this user: put it into the URL, the keyring or LOCKDESK_PASSWORD"),
    QT_TRANSLATE_NOOP("lockdesk::engine",
                      "the server requires a login, and the URL names no user: put one into it (mongodb://USER@HOST/...)"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "the login failed: wrong user name or password, or another authSource is needed"),
    QT_TRANSLATE_NOOP("lockdesk::engine",
                      "the user lacks a permission; docs/stores/redis.md has the ACL rules for working and for "
                      "watching"),
    QT_TRANSLATE_NOOP("lockdesk::engine",
                      "the user lacks a permission; docs/stores/mongodb.md names the roles for working and for "
                      "watching"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "the user lacks a permission"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "the server is a replica; give the URL of its primary"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "this session is read-only"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "Lockdesk's schema is not installed on this server; run `%1`"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "Lockdesk's schema is not installed in this database; run `%1`"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "the server's memory is full; nothing was changed. Raise maxmemory or free some"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "the server cannot save to disk and refuses writes; look at its log and disk"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "the server is still loading its data; try again in a moment"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "the server is kept busy by a script; wait, or SCRIPT KILL it"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "the server refused: %1"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "the server is shutting down"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "the replica set has no primary at the moment"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "the primary has stepped down; the replica set elects another"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "this member is not the primary any more"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "this member is starting or recovering"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "the server gave it up because it took too long; nothing was changed"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "others changed it again and again; nothing was done. Try again"),
    QT_TRANSLATE_NOOP("lockdesk::engine",
                      "%1 is locked by another process and did not come free within %2. Try again; if it stays so, "
                      "end the program that has a transaction open on it."),
    QT_TRANSLATE_NOOP("lockdesk::engine",
                      "the call did not end within %1; nothing was changed. Raise --timeout or narrow the question."),
    QT_TRANSLATE_NOOP("lockdesk::engine",
                      "%1 can only be read (%2); make the file and its folder writable, or open another."),
    QT_TRANSLATE_NOOP("lockdesk::engine",
                      "there is no room left for %1; nothing was changed. Make room on its disk and try again."),
    QT_TRANSLATE_NOOP("lockdesk::engine", "%1 is not a SQLite database; choose another file."),
    QT_TRANSLATE_NOOP("lockdesk::engine", "%1 is damaged (%2); stop writing to it and restore it from a backup."),
    QT_TRANSLATE_NOOP("lockdesk::engine", "%1 cannot be opened (%2); check that its folder exists and can be written."),
    QT_TRANSLATE_NOOP("lockdesk::engine", "there is no file %1; create it with `%2`."),
    QT_TRANSLATE_NOOP("lockdesk::engine", "Lockdesk's tables are not installed in %1; %2."),
    QT_TRANSLATE_NOOP("lockdesk::engine", "run `%1`"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "%1 is a folder; name a file in it."),
    QT_TRANSLATE_NOOP("lockdesk::engine", "this connection was opened read-only; open it without --read-only to write."),
    QT_TRANSLATE_NOOP("lockdesk::engine", "A quote is not closed (at character %1)."),
    QT_TRANSLATE_NOOP("lockdesk::engine", "Unknown word \"%1\" (at character %2). Try %3."),
    QT_TRANSLATE_NOOP("lockdesk::engine", "Unknown key \"%1\" (at character %2). Try %3."),
    QT_TRANSLATE_NOOP("lockdesk::engine", "\"%1\" has no value (at character %2)."),
    QT_TRANSLATE_NOOP("lockdesk::engine", "no row can be %1. Use one of: %2."),
    QT_TRANSLATE_NOOP("lockdesk::engine", "no row can be %1: that is a number or a span of time."),
    QT_TRANSLATE_NOOP("lockdesk::engine", "\"%1\" is neither a number nor a duration (at character %2). Try %3."),
    QT_TRANSLATE_NOOP("lockdesk::engine", "%1; write for example %2"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "the store URL is empty"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "the store URL has no scheme"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "'%1:' must be followed by //"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "the SQLite URL names no file"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "the store URL's port is not a number from 1 to 65535"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "'%1' is not a kind of store that Lockdesk knows"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "the %1 backend is not built in; build with %2"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "lease %1 is too short; the shortest is %2"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "'%1' is too long; write 'forever'"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "'%1' is not a duration; write a number and a unit, such as %2, or 'forever'"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "there is no table %1 in this database; run `%2`"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "This connection was closed, or it is a recording: nothing can be changed."),
};

// `a %1 b` matches `a ... b`.
QRegularExpression patternOf(const char* form)
{
    static const QRegularExpression place(QStringLiteral("%\\d"));
    QStringList parts;
    for (const QString& part : QString::fromUtf8(form).split(place))
        parts << QRegularExpression::escape(part);
    return QRegularExpression(QRegularExpression::anchoredPattern(parts.join(QStringLiteral("(.+?)"))),
                              QRegularExpression::DotMatchesEverythingOption);
}

// A malicious server may send anything: longer or deeper text is not the engine's and would keep the window busy.
constexpr qsizetype longestSentence = 2000;
constexpr int deepestSentence = 3;

std::optional<QString> translatedAt(const QString& text, int depth);

} // namespace

std::span<const char* const> engineForms()
{
    static const std::vector<const char*> all = [] {
        std::vector<const char*> out(forms.begin(), forms.end());
        out.insert(out.end(), seldomForms().begin(), seldomForms().end());
        return out;
    }();
    return all;
}

// In one pass, so that a value containing %2 stays unchanged. A value may itself be a sentence.
std::optional<QString> translatedFailure(const QString& text) { return translatedAt(text, 0); }

namespace {

std::optional<QString> translatedAt(const QString& text, int depth)
{
    if (text.size() > longestSentence || depth > deepestSentence)
        return std::nullopt;
    static const std::vector<std::pair<const char*, QRegularExpression>> all = [] {
        std::vector<std::pair<const char*, QRegularExpression>> out;
        for (const char* form : engineForms())
            out.emplace_back(form, patternOf(form));
        return out;
    }();
    for (const auto& [form, pattern] : all) {
        const auto match = pattern.match(text);
        if (!match.hasMatch())
            continue;
        const QString translated = QCoreApplication::translate("lockdesk::engine", form);
        QString out;
        for (qsizetype i = 0; i < translated.size(); ++i) {
            const int number = translated[i] == u'%' && i + 1 < translated.size() ? translated[i + 1].unicode() - u'0' : 0;
            if (number < 1 || number > match.lastCapturedIndex()) {
                out += translated[i];
                continue;
            }
            const QString value = match.captured(number);
            out += translatedAt(value, depth + 1).value_or(value);
            ++i;
        }
        return out;
    }
    return std::nullopt;
}

} // namespace

} // namespace lockdesk::format
