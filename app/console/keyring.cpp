// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console/keyring.h"

#include <QTimer>

#include <memory>
#include <utility>

#ifdef LOCKDESK_WITH_KEYCHAIN
#include <qt6keychain/keychain.h>
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

} // namespace

bool Keyring::available() { return true; }

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
