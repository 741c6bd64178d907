// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console/link_server.h"

#include "models/feed/row_link.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QLocalSocket>
#include <QLockFile>
#include <QStandardPaths>

#include <chrono>

#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lockdesk::app {

namespace {

using namespace std::chrono_literals;

constexpr auto linkPatience = 2s, listenAgain = 10s;
constexpr int mostLinkSockets = 8;
constexpr const char* takenReply = "taken\n";

QString socketPath(const QString& folder) { return folder + QStringLiteral("/lockdesk-links"); }

// Somebody else's folder could have any socket in it, and symbolic links.
bool isPrivate(const QString& folder)
{
    struct stat about = {};
    return ::lstat(QFile::encodeName(folder).constData(), &about) == 0 && S_ISDIR(about.st_mode) && about.st_uid == ::geteuid()
           && (about.st_mode & 077) == 0;
}

QString usableFolder(const QString& folder) { return folder.isEmpty() ? privateRuntimeFolder() : isPrivate(folder) ? folder : QString(); }

bool exists(const QString& path)
{
    struct stat about = {};
    return ::lstat(QFile::encodeName(path).constData(), &about) == 0;
}

bool isSocketOfThisUser(const QString& path)
{
    struct stat about = {};
    return ::lstat(QFile::encodeName(path).constData(), &about) == 0 && S_ISSOCK(about.st_mode) && about.st_uid == ::geteuid();
}

bool isThisUser(const QLocalSocket& peer)
{
    struct ucred who = {};
    socklen_t size = sizeof who;
    return ::getsockopt(int(peer.socketDescriptor()), SOL_SOCKET, SO_PEERCRED, &who, &size) == 0 && who.uid == ::geteuid();
}

} // namespace

QString privateRuntimeFolder()
{
    QString folder = qEnvironmentVariable("XDG_RUNTIME_DIR");
    if (folder.isEmpty())
        folder = QStandardPaths::writableLocation(QStandardPaths::RuntimeLocation);
    return !folder.isEmpty() && isPrivate(folder) ? folder : QString();
}

LinkServer::LinkServer(const QString& folder, QObject* parent) : QObject(parent), m_folder(usableFolder(folder))
{
    if (m_folder.isEmpty())
        return;
    m_lock = std::make_unique<QLockFile>(socketPath(m_folder) + QStringLiteral(".lock"));
    m_lock->setStaleLockTime(0);
    m_server.setSocketOptions(QLocalServer::UserAccessOption);
    m_server.setMaxPendingConnections(mostLinkSockets);
    connect(&m_server, &QLocalServer::newConnection, this, &LinkServer::accept);
    connect(&m_again, &QTimer::timeout, this, &LinkServer::tryToListen);
    m_again.start(listenAgain);
    tryToListen();
}

LinkServer::~LinkServer() = default;

void LinkServer::tryToListen()
{
    if (!m_lock->tryLock(0))
        return; // another program has it
    const QString path = socketPath(m_folder);
    // Left by a program that was killed: the lock says that it is gone.
    if (isSocketOfThisUser(path))
        QFile::remove(path);
    if (exists(path) || !m_server.listen(path)) { // what is no socket of this user stays
        m_lock->unlock();
        return;
    }
    QFile::setPermissions(path, QFileDevice::ReadOwner | QFileDevice::WriteOwner);
    m_again.stop();
}

void LinkServer::accept()
{
    while (QLocalSocket* socket = m_server.nextPendingConnection()) {
        if (m_open >= mostLinkSockets || !isThisUser(*socket)) {
            socket->abort();
            socket->deleteLater();
            continue;
        }
        ++m_open;
        socket->setReadBufferSize(longestRowLink + 2);
        connect(socket, &QLocalSocket::readyRead, this, [this, socket] { read(socket); });
        connect(socket, &QLocalSocket::disconnected, socket, &QObject::deleteLater);
        connect(socket, &QObject::destroyed, this, [this] { --m_open; });
        QTimer::singleShot(linkPatience, socket, [socket] {
            socket->abort();
            socket->deleteLater();
        });
        read(socket);
    }
}

void LinkServer::read(QLocalSocket* socket)
{
    if (!socket->canReadLine()) {
        if (socket->bytesAvailable() > longestRowLink)
            socket->abort();
        return;
    }
    const QByteArray line = socket->readLine(longestRowLink + 2);
    socket->disconnect(this); // one line each
    connect(socket, &QObject::destroyed, this, [this] { --m_open; });
    if (!line.endsWith('\n')) {
        socket->abort();
        return;
    }
    socket->write(takenReply);
    socket->flush();
    socket->disconnectFromServer();
    emit received(line.chopped(1));
}

LinkHandOver handOverLink(const QByteArray& text, const QString& folder)
{
    const QString in = usableFolder(folder);
    if (in.isEmpty() || !isSocketOfThisUser(socketPath(in)))
        return LinkHandOver::nobody;
    QElapsedTimer since;
    since.start();
    const auto left = [&] { return int(std::max<qint64>(1, std::chrono::milliseconds(linkPatience).count() - since.elapsed())); };
    QLocalSocket socket;
    socket.connectToServer(socketPath(in));
    if (!socket.waitForConnected(left())) // of a program that was killed
        return socket.error() == QLocalSocket::ConnectionRefusedError || socket.error() == QLocalSocket::ServerNotFoundError
                   ? LinkHandOver::nobody
                   : LinkHandOver::no_answer;
    if (!isThisUser(socket))
        return LinkHandOver::no_answer;
    socket.write(text + '\n');
    while (!socket.canReadLine())
        if (!socket.waitForReadyRead(left()) && !socket.canReadLine())
            return LinkHandOver::no_answer;
    return socket.readLine(64) == takenReply ? LinkHandOver::taken : LinkHandOver::no_answer;
}

} // namespace lockdesk::app
