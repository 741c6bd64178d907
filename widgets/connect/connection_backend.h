// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>

namespace lockdesk {

/// A connection being edited. The password is never stored in the settings.
struct ConnectionDraft
{
    QString id; ///< of the saved one being edited; empty: new
    QString name;
    QString url; ///< without password
    QString password;
    QString environment = QStringLiteral("development");
    bool readOnly = true; ///< nothing is written to a foreign store without consent
    bool rememberPassword = false;
    QStringList sources; ///< sources shown; the first must exist. Empty: `lockdesk`
    QString group;       ///< in the manager; empty: none
    QString after;       ///< id of the saved one that a new one follows; empty: comes last
    QString retention;   ///< of sent messages, silent workers and free locks: `30d`, `12h`, `off`. Empty: 7 days
};

/// What a test of a connection found.
struct ConnectionTest
{
    bool reached = false;       ///< the store answered
    bool schemaMissing = false; ///< reached, but Lockdesk's tables are missing
    bool schemaOlder = false;   ///< with `schemaMissing`: the tables exist in an older version
    QString summary;            ///< `PostgreSQL 15.6, schema 1, clock +12 ms ±3, answered in 4 ms`
    QString error;              ///< what went wrong and what to do; never a secret
    QStringList sourceProblems; ///< reached, but these sources cannot be read: a sentence each
    QString ddl;                ///< DDL that creates the schema
};

/// Tests and prepares connections off the GUI thread. Implemented by the application; the dialog uses only this interface.
class ConnectionBackend : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    /// Schemes of the compiled-in stores: sqlite, postgresql, redis, ...
    [[nodiscard]] virtual QStringList schemes() const = 0;
    [[nodiscard]] virtual bool hasKeyring() const = 0;
    /// Splits a URL that contains a password. Returns what is wrong with the URL, or an empty string.
    virtual QString splitPassword(const QString& text, QString& url, QString& password) const = 0;
    /// Returns what is wrong with a retention, or an empty string.
    [[nodiscard]] virtual QString retentionProblem(const QString& text) const = 0;
    /// Tests a connection; a new test replaces the running one. Emits `tested`.
    virtual void test(const ConnectionDraft& draft) = 0;
    /// Creates the schema that `test` showed. Emits `schemaCreated`.
    virtual void createSchema(const ConnectionDraft& draft) = 0;
    /// Interrupts the running operation; no signal follows.
    virtual void cancel() = 0;

signals:
    void tested(const lockdesk::ConnectionTest& result);
    /// Empty: success.
    void schemaCreated(const QString& error);
};

} // namespace lockdesk
