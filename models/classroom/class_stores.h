// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/contracts/store.h"

#include <QObject>
#include <QString>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

namespace lockdesk {

/// A store that a lesson can run on: the built-in one, or an open connection.
struct ClassStore
{
    QString id, name;
    QString environment;                     ///< empty: the built-in store
    QString why;                             ///< why the store is unusable now; empty: usable
    std::shared_ptr<const Capabilities> can; ///< null: not known yet
    bool hasLocksOnly = false;               ///< lessons fail there only for lack of tasks and records
};

/// Returns the store of that id, or null.
inline const ClassStore* storeIn(const std::vector<ClassStore>& all, const QString& id)
{
    const auto it = std::find_if(all.begin(), all.end(), [&id](const ClassStore& one) { return one.id == id; });
    return it != all.end() ? &*it : nullptr;
}

/// The store of a run, and what its sessions and workers need.
struct ClassTarget
{
    std::shared_ptr<Store> store;
    SessionOptions session;
    std::string url; ///< with its password; only for the environment of the workers
    std::filesystem::path worker;
    std::shared_ptr<Store> redlock{}; ///< several servers, for ways that take a Redlock; null: none is open
    std::string redlockUrl{};         ///< as `url`
};

/// Stores on which lessons can run. Implemented by the console. GUI thread.
class ClassStores : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;
    /// Returns all stores, the built-in one first.
    [[nodiscard]] virtual std::vector<ClassStore> stores() const = 0;
    /// Returns the first open Redlock connection for lessons that need one beside their store, or nullopt. Never one of
    /// production, which nobody has chosen for a lesson.
    [[nodiscard]] std::optional<ClassStore> redlock() const
    {
        for (ClassStore& one : stores())
            if (one.hasLocksOnly && one.environment != QLatin1String("production"))
                return std::move(one);
        return std::nullopt;
    }
    /// Returns the target of a store. Sends nothing to the store.
    virtual Answer<ClassTarget> target(const QString& id) = 0;
    /// Returns the address without its password, for others to join; empty: the store cannot be joined.
    [[nodiscard]] virtual QString address(const QString& id) const = 0;

signals:
    void changed();
};

inline constexpr auto builtInStore = "built-in";

} // namespace lockdesk
