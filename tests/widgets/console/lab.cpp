// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/console/lab.h"

#include "app/common/connections.h"
#include "models/tables/live_table_model.h"
#include "widgets/common/table_view.h"

#include <QCoreApplication>
#include <QElapsedTimer>

#include <algorithm>
#include <array>
#include <string_view>

namespace lockdesk::test {

namespace {

struct KnownStore
{
    const char* name;
    const char* kind;
};
constexpr std::array<KnownStore, 6> known_stores{{{"files", "sqlite"},
                                                  {"orders", "postgresql"},
                                                  {"cache", "redis"},
                                                  {"shop", "mariadb"},
                                                  {"docs", "mongodb"},
                                                  {"quorum", "redlock"}}};

} // namespace

QStringList Lab::wanted()
{
    QStringList out;
    if (qEnvironmentVariableIsEmpty("LOCKDESK_TEST_STORES"))
        return {QStringLiteral("files"), QStringLiteral("orders"), QStringLiteral("cache")};
    for (const std::string& kind : kinds_under_test())
        for (const KnownStore& known : known_stores)
            if (kind == known.kind)
                out << QString::fromLatin1(known.name);
    return out;
}

Lab::Lab(const QStringList& names) : m_names(names)
{
    for (const KnownStore& known : known_stores) {
        if (!names.contains(QLatin1String(known.name)))
            continue;
        const bool postgres = known.kind == std::string_view("postgresql");
        m_live[QString::fromLatin1(known.name)] = std::make_unique<LiveStore>(
            known.kind, postgres ? std::vector<std::string>{"log_statement=all"} : std::vector<std::string>{});
    }
}

Lab::~Lab()
{
    for (const auto& [name, live] : m_live)
        live->thaw();
    m_sessions.clear();
    m_console.reset();
}

Session& Lab::session(const QString& name)
{
    auto& session = m_sessions[name];
    if (session == nullptr)
        session = live(name).open();
    return *session;
}

std::unique_ptr<Session> Lab::another(const QString& name, const std::string& source, bool withoutSchema)
{
    return live(name).open({.source = source, .without_schema = withoutSchema});
}

void Lab::clean()
{
    m_sessions.clear();
    for (const auto& [name, live] : m_live)
        live->clean();
}

void Lab::open(const QStringList& names, bool readOnly, const QStringList& sources, const std::string& environment)
{
    std::vector<app::SavedConnection> saved;
    QStringList addresses;
    for (const QString& name : names) {
        saved.push_back({name.toStdString(), url(name), environment, readOnly, {}, {}});
        for (const QString& source : sources)
            saved.back().sources.push_back(source.toStdString());
        addresses << u'@' + name;
    }
    need(app::save_connections(saved));
    m_console = std::make_unique<app::Console>();
    window()->resize(1280, 800);
    window()->show();
    if (!awaitActive(window(), patience))
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
    if (m_console == nullptr) // the case ended before it opened a window
        return 0;
    m_console->shutDown();
    m_console.reset();
    return timer.elapsed();
}

Acquisition Lab::acquire(const QString& store, const std::string& name, const std::string& owner, Duration lease)
{
    const AcquireRequest request{LockName::trusted(name), OwnerId::trusted(owner), lease, RequestId::trusted("r-" + name + owner)};
    auto answer = session(store).locks().acquire(request);
    // A server that has just come back may take a command and answer it late; the same request acquires once.
    QElapsedTimer since;
    since.start();
    while (answer.is_in_doubt() && since.elapsed() < patience)
        answer = session(store).locks().acquire(request);
    auto got = need(std::move(answer));
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
