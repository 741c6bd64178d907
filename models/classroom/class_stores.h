// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/contracts/store.h"

#include <QObject>
#include <QString>

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

namespace lockdesk {

/// A store that a lesson can run on: the built-in one, or an open connection.
struct ClassStore
{
    QString id, name;
    QString environment;                     ///< empty: the built-in one
    QString why;                             ///< it cannot be used now; empty: it can
    std::shared_ptr<const Capabilities> can; ///< null: not known yet
    bool hasLocksOnly = false;               ///< nothing else is why lessons cannot run there: no tasks, no records
};

/// What a run needs to know of it.
struct ClassTarget
{
    std::shared_ptr<Store> store;
    SessionOptions session;
    std::string url; ///< with its password: for the environment of the workers only
    std::filesystem::path worker;
    std::shared_ptr<Store> redlock{}; ///< several servers beside it, for the ways that take a Redlock; null: none is open
    std::string redlockUrl{};         ///< as `url`
};

/// Where lessons can run. The console provides it. GUI thread.
class ClassStores : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;
    /// The built-in one first.
    [[nodiscard]] virtual std::vector<ClassStore> stores() const = 0;
    /// The first open connection to several Redis servers that a lesson may use beside its store. Never one of production: nobody
    /// has chosen it for a lesson.
    [[nodiscard]] std::optional<ClassStore> redlock() const
    {
        for (ClassStore& one : stores())
            if (one.hasLocksOnly && one.environment != QLatin1String("production"))
                return std::move(one);
        return std::nullopt;
    }
    /// Asks nothing of the store.
    virtual Answer<ClassTarget> target(const QString& id) = 0;
    /// The address without its password, for others to join. Empty: nobody else can.
    [[nodiscard]] virtual QString address(const QString& id) const = 0;
    /// What a kind of store is sent for a statement (`lock.acquire`) that came out as this event's word; empty: not known.
    [[nodiscard]] virtual QString statementText(const std::string& kind, const std::string& statement,
                                                const std::string& event) const = 0;

signals:
    void changed();
};

inline constexpr auto builtInStore = "built-in";

} // namespace lockdesk
