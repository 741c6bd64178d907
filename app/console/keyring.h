// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

#include <functional>

namespace lockdesk::app {

/// Passwords of connections in the desktop's keyring, by connection id. Without QtKeychain in the build there is none:
/// passwords then come from the environment, ~/.pgpass or the dialog. Asynchronous, GUI thread.
class Keyring final : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;
    /// True if a keyring service runs or can be started (secret service, KWallet). A keyring that opens may still refuse.
    [[nodiscard]] static bool available();
    /// Calls `done` once, when the keyring answers, with an empty text if there is no password or its user refuses. Calls
    /// `waiting` once before that if the answer takes more than a second, for example because it prompts its user.
    void read(const QString& id, std::function<void(const QString& password)> done, std::function<void()> waiting = {});
    /// Sets another source of passwords, for tests: it answers at any time through its second argument.
    using Source = std::function<void(const QString& id, std::function<void(const QString& password)> answer)>;
    void setSource(Source source) { m_source = std::move(source); }
    void write(const QString& id, const QString& password);
    void forget(const QString& id);

signals:
    /// A password was not saved: why.
    void problem(const QString& text);

private:
    void ask(const QString& id, std::function<void(const QString& password)> answer);
    Source m_source;
};

} // namespace lockdesk::app
