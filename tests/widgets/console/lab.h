// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/console/console.h"
#include "backends/engine/contracts/store.h"
#include "models/feed/feed.h"
#include "tests/support/stores/live_store.h"
#include "tests/widgets/console/desktop.h"
#include "tests/widgets/required.h"
#include "widgets/shell/live_table_page.h"
#include "widgets/shell/main_window.h"

#include <QPushButton>
#include <QTest>

#include <map>
#include <memory>
#include <stdexcept>
#include <string>

namespace lockdesk::test {


// Qt's 5 s are too short beside other tests: a window manager, a server and xdotool take part in each of these events.
#undef QTRY_VERIFY
#undef QTRY_VERIFY2
#undef QTRY_COMPARE
#define QTRY_VERIFY(expr) QTRY_VERIFY_WITH_TIMEOUT((expr), ::lockdesk::test::patience)
#define QTRY_VERIFY2(expr, message) QTRY_VERIFY2_WITH_TIMEOUT((expr), (message), ::lockdesk::test::patience)
#define QTRY_COMPARE(expr, expected) QTRY_COMPARE_WITH_TIMEOUT((expr), (expected), ::lockdesk::test::patience)

/// The window with one saved connection per store, each with its schema: `files` (SQLite), `orders` (PostgreSQL), `cache`
/// (Redis), `shop` (MariaDB), `docs` (MongoDB), `quorum` (Redlock).
class Lab
{
public:
    /// Returns the first three, or those listed in LOCKDESK_TEST_STORES.
    static QStringList wanted();
    explicit Lab(const QStringList& names = wanted());
    ~Lab();

    [[nodiscard]] const QStringList& names() const { return m_names; }
    [[nodiscard]] LiveStore& live(const QString& name) { return *m_live.at(name); }
    TestServer& postgres() { return *live(QStringLiteral("orders")).servers().front(); }
    TestServer& redis() { return *live(QStringLiteral("cache")).servers().front(); }
    [[nodiscard]] std::string file() const { return m_live.at(QStringLiteral("files"))->file(); }
    [[nodiscard]] std::string url(const QString& name) const { return m_live.at(name)->url(); }
    /// Returns a separate session on that store, beside the console's.
    Session& session(const QString& name);
    [[nodiscard]] Store& store(const QString& name) { return *live(name).store(); }
    /// Opens a session owned by the caller.
    std::unique_ptr<Session> another(const QString& name, const std::string& source = "lockdesk",
                                     bool withoutSchema = false);
    /// Removes what earlier cases left in the stores.
    void clean();

    /// Opens the window on these connections and waits until all have answered.
    void open(const QStringList& names, bool readOnly = false, const QStringList& sources = {},
              const std::string& environment = "development");
    void open() { open(m_names); }
    /// Quits like closing the window. Returns the duration in ms.
    qint64 quit();
    [[nodiscard]] app::Console& console() { return *m_console; }
    [[nodiscard]] MainWindow* window() const { return m_console->window(); }
    [[nodiscard]] Feed* feed(const QString& name) const { return m_console->feeds()->find(name); }

    template <class Page> Page* page(const char* key)
    {
        window()->showPage(QString::fromLatin1(key), {});
        return dynamic_cast<Page*>(window()->page(QString::fromLatin1(key)));
    }
    /// Takes a lock as another program would.
    Acquisition acquire(const QString& store, const std::string& name, const std::string& owner,
                        Duration lease = std::chrono::minutes{2});
    /// Returns the row on a page, or -1.
    [[nodiscard]] int rowOf(LiveTablePage* page, const QString& store, const QString& key) const;

private:
    const QStringList m_names;
    std::map<QString, std::unique_ptr<LiveStore>> m_live;
    std::map<QString, std::unique_ptr<Session>> m_sessions;
    std::unique_ptr<app::Console> m_console;
};

/// Clicks a row with the mouse. Returns false if it does not appear in time.
bool clickRow(Lab& lab, LiveTablePage* page, const QString& store, const QString& key);
/// Clicks the visible, enabled button with this text (or accessible name). Returns false if there is none in time.
bool clickButton(QWidget* within, const QString& text);

/// Measures the longest delay of a 5 ms timer in the event loop during its lifetime.
class StallMeter final : public QObject
{
public:
    StallMeter();
    [[nodiscard]] qint64 worstMs() const { return m_worst; }

protected:
    void timerEvent(QTimerEvent* event) override;

private:
    QElapsedTimer m_since;
    qint64 m_worst = 0;
};

} // namespace lockdesk::test
