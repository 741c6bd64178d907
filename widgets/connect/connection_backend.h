// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>

namespace lockdesk {

/// A connection as it is edited. The password never goes into the settings.
struct ConnectionDraft
{
    QString id; ///< of the saved one being edited; empty: new
    QString name;
    QString url; ///< without password
    QString password;
    QString environment = QStringLiteral("development");
    bool readOnly = true; ///< foreign stores: nothing is written until somebody says so
    bool rememberPassword = false;
    QStringList sources; ///< what is shown; the first one must be there. None: `lockdesk`
    QString retention;   ///< of sent messages, silent workers and free locks: `30d`, `12h`, `off`. Empty: 7 days
};

/// What a test of a connection found.
struct ConnectionTest
{
    bool reached = false;       ///< the store answered
    bool schemaMissing = false; ///< reached, but Lockdesk's tables are not there
    bool schemaOlder = false;   ///< with it: they are there, of an older version
    QString summary;            ///< `PostgreSQL 15.6, schema 1, clock +12 ms ±3, answered in 4 ms`
    QString error;              ///< what went wrong and what to do; never a secret
    QString ddl;                ///< what creating the schema would run
};

/// Tests and prepares connections off the GUI thread. Implemented by the application; the dialog sees only this.
class ConnectionBackend : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    /// Schemes of the stores that are built in: sqlite, postgresql, redis, ...
    [[nodiscard]] virtual QStringList schemes() const = 0;
    [[nodiscard]] virtual bool hasKeyring() const = 0;
    /// Splits a URL with a password in it. Answers what is wrong with the URL, or an empty text.
    virtual QString splitPassword(const QString& text, QString& url, QString& password) const = 0;
    /// What is wrong with a retention, or an empty text.
    [[nodiscard]] virtual QString retentionProblem(const QString& text) const = 0;
    /// One at a time; a new one replaces the last. Ends in `tested`.
    virtual void test(const ConnectionDraft& draft) = 0;
    /// Creates the schema that `test` showed. Ends in `schemaCreated`.
    virtual void createSchema(const ConnectionDraft& draft) = 0;
    /// Cuts what is running; no signal follows.
    virtual void cancel() = 0;

signals:
    void tested(const lockdesk::ConnectionTest& result);
    /// Empty: done.
    void schemaCreated(const QString& error);
};

} // namespace lockdesk
