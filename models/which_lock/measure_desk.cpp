// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/which_lock/measure_desk.h"

#include "models/format/format.h"

#include <QStandardPaths>
#include <QSysInfo>

namespace lockdesk {

MeasureDesk::MeasureDesk(ClassStores* stores, QObject* parent)
    : QObject(parent), m_stores(stores),
      m_book(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/which-lock.json"))
{
}

MeasureDesk::~MeasureDesk()
{
    cancel();
    if (m_thread.joinable())
        m_thread.join();
}

std::vector<StoreMeasurement> MeasureDesk::measured() const
{
    std::vector<StoreMeasurement> here;
    for (const StoreMeasurement& one : m_book.all())
        if (one.machine == QSysInfo::machineHostName())
            here.push_back(one);
    return here;
}

void MeasureDesk::setThoroughness(Duration each, std::vector<int> clients, bool outages)
{
    m_each = each;
    m_clients = std::move(clients);
    m_outages = outages;
}

QString MeasureDesk::whyNot(const ClassStore& store) { return store.hasLocksOnly ? QString() : store.why; }

void MeasureDesk::measure(const QString& storeId)
{
    if (isBusy())
        return;
    QString name;
    for (const ClassStore& store : m_stores->stores())
        if (store.id == storeId)
            name = store.name;
    const auto target = m_stores->target(storeId);
    if (!target) {
        emit problem(format::engineSentence(target.failure().message));
        return;
    }
    if (m_thread.joinable())
        m_thread.join();
    scenarios::MeasureOptions options;
    options.store = target->store.get();
    options.session = target->session;
    options.store_url = target->url;
    if (m_outages)
        options.worker = target->worker;
    options.clients = m_clients;
    options.each = m_each;
    m_cancelled = false;
    m_measuring = std::make_shared<scenarios::Measuring>(std::move(options));
    // The thread shares ownership of what it uses; the destructor joins it, so that `this` stays valid.
    m_thread = std::thread([this, name, measuring = m_measuring, store = target->store] {
        const auto on_progress = [this](int done, int total, scenarios::Way way) {
            QMetaObject::invokeMethod(
                this, [this, done, total, way] { emit progress(done, total, way); }, Qt::QueuedConnection);
        };
        auto answer = measuring->run(on_progress);
        QMetaObject::invokeMethod(
            this, [this, name, answer = std::move(answer)] { ended(name, answer); }, Qt::QueuedConnection);
    });
    emit busyChanged();
}

void MeasureDesk::cancel()
{
    if (m_measuring == nullptr)
        return;
    m_cancelled = true;
    m_measuring->interrupt();
}

void MeasureDesk::ended(const QString& store, const Answer<scenarios::Measurement>& answer)
{
    m_measuring.reset();
    if (answer) {
        const QString wrong = m_book.put({store, QSysInfo::machineHostName(), QDate::currentDate(), *answer});
        emit measuredChanged();
        if (!wrong.isEmpty())
            emit problem(tr("The numbers could not be kept: %1").arg(wrong));
    } else if (!m_cancelled)
        emit problem(format::engineSentence(answer.failure().message));
    emit busyChanged();
}

} // namespace lockdesk
