// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

#include <functional>

namespace lockdesk::app {

/// Passwords of connections in the desktop's keyring, by connection id. Where QtKeychain is not built in there is none:
/// passwords then come from the environment, ~/.pgpass or the dialog. Asynchronous, GUI thread.
class Keyring final : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;
    [[nodiscard]] static bool available();
    /// `done` once, when the keyring has answered, however late; an empty text when there is none, or its user has refused. One
    /// that asks its user takes its time: `waiting` comes once before, after a second, so that somebody can say so.
    void read(const QString& id, std::function<void(const QString& password)> done, std::function<void()> waiting = {});
    /// Another source of passwords, for tests: answers whenever it likes, by its second argument.
    using Source = std::function<void(const QString& id, std::function<void(const QString& password)> answer)>;
    void setSource(Source source) { m_source = std::move(source); }
    void write(const QString& id, const QString& password);
    void forget(const QString& id);

private:
    void ask(const QString& id, std::function<void(const QString& password)> answer);
    Source m_source;
};

} // namespace lockdesk::app
