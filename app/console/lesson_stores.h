// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/classroom/class_stores.h"

namespace lockdesk {
class FeedSet;
}

namespace lockdesk::app {

class ConnectionsController;

/// The built-in SQLite file and every open connection, for lessons.
class LessonStores final : public ClassStores
{
    Q_OBJECT

public:
    LessonStores(ConnectionsController* connections, FeedSet* feeds, QObject* parent = nullptr);

    [[nodiscard]] std::vector<ClassStore> stores() const override;
    Answer<ClassTarget> target(const QString& id) override;
    [[nodiscard]] QString address(const QString& id) const override;

private:
    void openBuiltIn();
    void addRedlock(ClassTarget& target) const;

    ConnectionsController* m_connections;
    FeedSet* m_feeds;
    std::string m_builtInUrl;
    std::shared_ptr<Store> m_builtIn;
    std::shared_ptr<const Capabilities> m_builtInCan;
    QString m_builtInWrong;
};

} // namespace lockdesk::app
