// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/console/lab.h"

#include "app/common/connections.h"
#include "app/common/stores.h"
#include "models/live_table_model.h"
#include "widgets/common/table_view.h"

#include <QCoreApplication>
#include <QElapsedTimer>

namespace lockdesk::test {

Lab::Lab()
    : m_postgres(start_postgres({.settings = {"log_statement=all"}, .may_use_existing = false})),
      m_redis(start_redis({.may_use_existing = false}))
{
    m_urls = {{QStringLiteral("files"), "sqlite://" + file()},
              {QStringLiteral("orders"), m_postgres->url()},
              {QStringLiteral("cache"), m_redis->url()}};
    auto registry = app::make_registry();
    for (const auto& [name, url] : m_urls) {
        m_stores[name] = need(registry.open(need(StoreUrl::parse(url))));
        need(need(m_stores[name]->open({.without_schema = true}))->admin().create_schema());
    }
}

Lab::~Lab()
{
    m_postgres->thaw();
    m_redis->thaw();
    m_sessions.clear();
    m_console.reset();
}

Session& Lab::session(const QString& name)
{
    auto& session = m_sessions[name];
    if (session == nullptr)
        session = need(m_stores.at(name)->open({}));
    return *session;
}

std::unique_ptr<Session> Lab::another(const QString& name, const std::string& source, bool withoutSchema)
{
    return need(m_stores.at(name)->open({.source = source, .without_schema = withoutSchema}));
}

void Lab::clean()
{
    for (const auto& [name, store] : m_stores) {
        m_sessions.erase(name);
        auto admin = need(store->open({.without_schema = true}));
        need(admin->admin().drop_schema());
        need(admin->admin().create_schema());
    }
}

void Lab::open(const QStringList& names, bool readOnly, const QStringList& sources)
{
    std::vector<app::SavedConnection> saved;
    QStringList addresses;
    for (const QString& name : names) {
        saved.push_back({name.toStdString(), m_urls.at(name), "development", readOnly, {}});
        for (const QString& source : sources)
            saved.back().sources.push_back(source.toStdString());
        addresses << u'@' + name;
    }
    need(app::save_connections(saved));
    m_console = std::make_unique<app::Console>();
    window()->resize(1280, 800);
    window()->show();
    if (!QTest::qWaitForWindowActive(window(), patience))
        throw std::runtime_error("the window did not become active");
    m_console->start(addresses);
    const bool live = QTest::qWaitFor(
        [&] {
            return std::all_of(names.begin(), names.end(), [&](const QString& name) {
                return feed(name) != nullptr && feed(name)->health().state == HealthState::live;
            });
        },
        patience);
    if (!live)
        throw std::runtime_error("not all stores answered");
}

qint64 Lab::quit()
{
    QElapsedTimer timer;
    timer.start();
    m_console->shutDown();
    m_console.reset();
    return timer.elapsed();
}

Acquisition Lab::acquire(const QString& store, const std::string& name, const std::string& owner, Duration lease)
{
    auto got = need(session(store).locks().acquire(
        {LockName::trusted(name), OwnerId::trusted(owner), lease, RequestId::trusted("r-" + name + owner)}));
    if (got.result != AcquireResult::acquired)
        throw std::runtime_error(name + " was not acquired");
    return got;
}

int Lab::rowOf(LiveTablePage* page, const QString& store, const QString& key) const
{
    return page->model()->rowOfKey(feed(store)->index(), key);
}

bool clickRow(Lab& lab, LiveTablePage* page, const QString& store, const QString& key)
{
    if (!QTest::qWaitFor([&] { return lab.rowOf(page, store, key) >= 0; }, patience))
        return false;
    TableView* table = page->table();
    const QModelIndex index = page->model()->index(lab.rowOf(page, store, key), 1);
    table->scrollTo(index);
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(index).center());
    return true;
}

bool clickButton(QWidget* within, const QString& text)
{
    QPushButton* found = nullptr;
    const bool there = QTest::qWaitFor(
        [&] {
            for (auto* button : within->findChildren<QPushButton*>())
                if ((button->text() == text || button->accessibleName() == text) && button->isVisible()
                    && button->isEnabled())
                    found = button;
            return found != nullptr;
        },
        patience);
    if (there)
        QTest::mouseClick(found, Qt::LeftButton);
    return there;
}

StallMeter::StallMeter()
{
    m_since.start();
    startTimer(5, Qt::PreciseTimer);
}

void StallMeter::timerEvent(QTimerEvent*) { m_worst = std::max(m_worst, m_since.restart()); }

} // namespace lockdesk::test
