// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/feed/row_link.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace lockdesk {
class Feed;
class FeedSet;
class MainWindow;
} // namespace lockdesk

namespace lockdesk::app {

/// Follows links from anybody: shows the window and selects a row of an open connection. Opens nothing, runs nothing.
class LinkFollower final : public QObject
{
    Q_OBJECT

public:
    /// Ids and names of the saved connections that are not open.
    using Closed = std::function<std::vector<std::pair<QString, QString>>()>;

    LinkFollower(FeedSet* feeds, MainWindow* window, Closed closed, QObject* parent = nullptr);

    /// The newest link replaces one that waits for its connection's first answer.
    void follow(const QByteArray& text);

private:
    /// Returns false while the link waits.
    bool tryNow();
    void tryUntilDone();
    [[nodiscard]] const Feed* meant() const;
    [[nodiscard]] QString missing() const;

    FeedSet* m_feeds;
    MainWindow* m_window;
    Closed m_closed;
    std::optional<RowLink> m_link; ///< waits
    QElapsedTimer m_since;
    QTimer m_again;
};

} // namespace lockdesk::app
