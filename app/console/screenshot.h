// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/tokens.h"

#include <QObject>
#include <QSize>
#include <QString>
#include <QTimer>

#include <functional>
#include <optional>
#include <vector>

namespace lockdesk {
class FeedSet;
class MainWindow;
} // namespace lockdesk

namespace lockdesk::app {

/// Captures the window once data has arrived, then ends the program: for documentation. One file, or, into a folder, every
/// page with its detail and sheets, in both schemes and two sizes by default.
class Screenshots final : public QObject
{
    Q_OBJECT

public:
    /// `settleMs` after the first answer of every store, so that charts and lanes have content.
    Screenshots(MainWindow* window, FeedSet* feeds, QString target, int settleMs, std::vector<QSize> sizes = {},
                std::vector<Scheme> schemes = {}, QObject* parent = nullptr);
    /// Sets a condition that must hold before the first capture.
    void waitFor(std::function<bool()> ready) { m_ready = std::move(ready); }

private:
    struct Shot
    {
        QString file;
        QString page; ///< empty: the current page
        Scheme scheme = Scheme::dark;
        QSize size;
        /// `detail` opens the first row's detail; `force-release` the sheet on it; `action-1` the sheet of the page's second
        /// action; `start` the sheet of its first button; `table`; `empty` a filter without matches; `connect` the dialog.
        QString step;
        QString environment; ///< the row is the first one of a connection with it
    };
    void planAll(const QString& folder, const std::vector<QSize>& sizes, const std::vector<Scheme>& schemes);
    void wait();
    void prepare();
    void takeStep(const Shot& shot);
    /// Returns the first row of this page's table that matches the shot, or -1.
    [[nodiscard]] int rowFor(const Shot& shot) const;
    void grab();

    MainWindow* m_window;
    FeedSet* m_feeds;
    std::vector<Shot> m_shots;
    std::function<bool()> m_ready;
    std::size_t m_next = 0;
    int m_settleMs;
    int m_waited = 0;
    std::optional<QString> m_filterBefore; ///< of the page whose filter a shot has changed
    QTimer m_timer;
};

} // namespace lockdesk::app
