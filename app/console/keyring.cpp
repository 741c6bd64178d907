// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console/keyring.h"

#include "models/format/format.h"

#include <QTimer>

#include <memory>
#include <utility>

#ifdef LOCKDESK_WITH_KEYCHAIN
#include <qt6keychain/keychain.h>
#if defined(Q_OS_UNIX) && !defined(Q_OS_DARWIN)
#include <QDBusConnection>
#include <QDBusConnectionInterface>
#include <QFileInfo>

#include <algorithm>
#include <iterator>
#endif
#endif

namespace lockdesk::app {

namespace {

constexpr int patienceMs = 1000; ///< a slower answer is reported to the user

} // namespace

void Keyring::read(const QString& id, std::function<void(const QString&)> done, std::function<void()> waiting)
{
    const auto answered = std::make_shared<bool>(false);
    if (waiting)
        QTimer::singleShot(patienceMs, this, [answered, waiting = std::move(waiting)] {
            if (!*answered)
                waiting();
        });
    auto finish = [answered, done = std::move(done)](const QString& password) {
        if (!std::exchange(*answered, true))
            done(password);
    };
    if (m_source)
        m_source(id, std::move(finish));
    else
        ask(id, std::move(finish));
}

#ifdef LOCKDESK_WITH_KEYCHAIN

namespace {

constexpr char service[] = "lockdesk";
#if defined(Q_OS_UNIX) && !defined(Q_OS_DARWIN)
constexpr const char* keyringServices[] = {"org.freedesktop.secrets", "org.kde.kwalletd5", "org.kde.kwalletd6"};
#endif

} // namespace

#if defined(Q_OS_UNIX) && !defined(Q_OS_DARWIN)

namespace {

// Asks no bus that is not there: the library would start one.
bool hasSessionBus()
{
    if (!qEnvironmentVariableIsEmpty("DBUS_SESSION_BUS_ADDRESS"))
        return true;
    const QString folder = qEnvironmentVariable("XDG_RUNTIME_DIR");
    return !folder.isEmpty() && QFileInfo::exists(folder + QStringLiteral("/bus"));
}

} // namespace

// Not remembered: a keyring may be started later.
bool Keyring::available()
{
    if (!hasSessionBus())
        return false;
    const QDBusConnectionInterface* bus = QDBusConnection::sessionBus().interface();
    if (bus == nullptr)
        return false;
    const QStringList running = bus->registeredServiceNames();
    const QStringList startable = bus->activatableServiceNames();
    return std::any_of(std::begin(keyringServices), std::end(keyringServices), [&](const char* name) {
        return running.contains(QLatin1String(name)) || startable.contains(QLatin1String(name));
    });
}

#else

bool Keyring::available() { return true; }

#endif

void Keyring::ask(const QString& id, std::function<void(const QString&)> answer)
{
    auto* job = new QKeychain::ReadPasswordJob(QLatin1String(service), this);
    job->setKey(id);
    connect(job, &QKeychain::Job::finished, this,
            [job, answer = std::move(answer)] { answer(job->error() == QKeychain::NoError ? job->textData() : QString()); });
    job->start();
}

void Keyring::write(const QString& id, const QString& password)
{
    auto* job = new QKeychain::WritePasswordJob(QLatin1String(service), this);
    job->setKey(id);
    job->setTextData(password);
    connect(job, &QKeychain::Job::finished, this, [this, job, id] {
        if (job->error() != QKeychain::NoError)
            emit problem(tr("The keyring did not save the password of %1: %2")
                             .arg(format::foreign(id), format::foreign(job->errorString())));
    });
    job->start();
}

void Keyring::forget(const QString& id)
{
    auto* job = new QKeychain::DeletePasswordJob(QLatin1String(service), this);
    job->setKey(id);
    job->start();
}

#else

bool Keyring::available() { return false; }

void Keyring::ask(const QString&, std::function<void(const QString&)> answer) { answer({}); }

void Keyring::write(const QString&, const QString&) {}

void Keyring::forget(const QString&) {}

#endif

} // namespace lockdesk::app
