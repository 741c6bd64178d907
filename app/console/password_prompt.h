// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QHash>
#include <QObject>
#include <QPointer>
#include <QString>
#include <QStringList>
#include <QWidget>

#include <cstdint>
#include <functional>

namespace lockdesk {
class Feed;
class FeedSet;
class PasswordDialog;
} // namespace lockdesk

namespace lockdesk::app {

class ConnectionsController;

/// Asks for the password of each connection whose login was refused, one at a time. Opens by itself, but not over another
/// dialog, nor while somebody types in the window or works in another program: the banner of the pages then offers it.
/// GUI thread.
class PasswordPrompt final : public QObject
{
    Q_OBJECT

public:
    /// `workers`: number of this window's workers on a connection.
    PasswordPrompt(ConnectionsController* connections, FeedSet* feeds, std::function<int(const QString& id)> workers,
                   QWidget* window, QObject* parent);

signals:
    /// It does not open by itself now.
    void notice(const QString& text);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Login
    {
        QString user; ///< empty: as the address names it
        QString password;
    };
    void note(const Feed* feed);
    void forget(const QString& id);
    void askNext();
    void ask(const Feed* feed, bool unasked);
    void finish();
    void give(const QString& id, const Login& login, bool remember);
    void keep(const QString& id, const Login& login);
    [[nodiscard]] bool isTyping() const;

    ConnectionsController* m_connections;
    FeedSet* m_feeds;
    std::function<int(const QString& id)> m_workers;
    QWidget* m_window;
    QElapsedTimer m_typed;              ///< since the last key in the window
    QElapsedTimer m_handled;            ///< since the last key or click in any window of the program
    QString m_openedByHand;             ///< id of a connection whose prompt is expected: keys are meant for it
    QStringList m_refused;              ///< ids to ask for
    QString m_asked;                    ///< id of the open dialog
    QPointer<PasswordDialog> m_dialog;
    QHash<QString, std::uint64_t> m_noted; ///< refusals that have been dealt with
    QHash<QString, Login> m_unproved; ///< logins to remember as soon as one with them succeeds
};

} // namespace lockdesk::app
