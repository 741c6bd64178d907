// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QLocalServer>
#include <QObject>
#include <QString>
#include <QTimer>

#include <memory>

class QLocalSocket;
class QLockFile;

namespace lockdesk::app {

/// Takes links from further starts of the program by the same user: one line of at most `longestRowLink` bytes on a socket in the
/// user's own runtime directory. The first program listens; when it ends, another one does.
class LinkServer final : public QObject
{
    Q_OBJECT

public:
    /// `folder`: tests'; empty: the user's runtime directory.
    explicit LinkServer(const QString& folder = {}, QObject* parent = nullptr);
    ~LinkServer() override;

    [[nodiscard]] bool listens() const { return m_server.isListening(); }

signals:
    /// A line from outside: unchecked.
    void received(const QByteArray& text);

private:
    void tryToListen();
    void accept();
    void read(QLocalSocket* socket);

    QString m_folder;
    std::unique_ptr<QLockFile> m_lock;
    QLocalServer m_server;
    QTimer m_again;
    int m_open = 0;
};

enum class LinkHandOver {
    taken,     ///< the running program has it
    nobody,    ///< no program runs that takes links
    no_answer, ///< one runs and does not answer, or is not this user's
};
/// Hands a link to the running program, within two seconds.
LinkHandOver handOverLink(const QByteArray& text, const QString& folder = {});

/// Returns the runtime directory if it is this user's alone, else an empty text.
QString privateRuntimeFolder();

} // namespace lockdesk::app
