// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console/keyring.h"

#ifdef LOCKDESK_WITH_KEYCHAIN
#include <qt6keychain/keychain.h>

#include <QTimer>

#include <memory>
#endif

namespace lockdesk::app {

#ifdef LOCKDESK_WITH_KEYCHAIN

namespace {

constexpr char service[] = "lockdesk";
constexpr int keyringPatienceMs = 1000; ///< a keyring that asks its user must not hold up the window

} // namespace

bool Keyring::available() { return true; }

void Keyring::read(const QString& id, std::function<void(const QString&)> done)
{
    auto* job = new QKeychain::ReadPasswordJob(QLatin1String(service), this);
    job->setKey(id);
    const auto answered = std::make_shared<bool>(false);
    const auto finish = [answered, done = std::move(done)](const QString& password) {
        if (!std::exchange(*answered, true))
            done(password);
    };
    connect(job, &QKeychain::Job::finished, this,
            [job, finish] { finish(job->error() == QKeychain::NoError ? job->textData() : QString()); });
    QTimer::singleShot(keyringPatienceMs, this, [finish] { finish({}); });
    job->start();
}

void Keyring::write(const QString& id, const QString& password)
{
    auto* job = new QKeychain::WritePasswordJob(QLatin1String(service), this);
    job->setKey(id);
    job->setTextData(password);
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

void Keyring::read(const QString&, std::function<void(const QString&)> done) { done({}); }

void Keyring::write(const QString&, const QString&) {}

void Keyring::forget(const QString&) {}

#endif

} // namespace lockdesk::app
