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
    /// Answers within a second; an empty text when there is none or the keyring does not answer.
    void read(const QString& id, std::function<void(const QString& password)> done);
    void write(const QString& id, const QString& password);
    void forget(const QString& id);
};

} // namespace lockdesk::app
