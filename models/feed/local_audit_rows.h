// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/contracts/rows.h"

#include <QObject>
#include <QString>

#include <functional>
#include <vector>

namespace lockdesk {

/// Forced actions that this user's programs recorded in a file on this computer, because the store has no audit or the
/// process has no store. Filled by the program; lives in the GUI thread.
class LocalAuditRows final : public QObject
{
    Q_OBJECT

public:
    struct Entry
    {
        QString place;  ///< the store, as the file names it
        QString source; ///< as sessions name it: `lockdesk`, `redisson`, ...
        AuditRow row;
        friend bool operator==(const Entry&, const Entry&) = default;
    };
    /// Returns the file's name for the store of a URL.
    using PlaceOf = std::function<QString(const QString& url)>;

    explicit LocalAuditRows(PlaceOf placeOf, QObject* parent = nullptr) : QObject(parent), m_placeOf(std::move(placeOf)) {}

    [[nodiscard]] const std::vector<Entry>& entries() const { return m_entries; } ///< newest first
    [[nodiscard]] QString placeOf(const QString& url) const { return m_placeOf(url); }
    void set(std::vector<Entry> entries)
    {
        if (entries == m_entries)
            return;
        m_entries = std::move(entries);
        emit changed();
    }

signals:
    void changed();

private:
    PlaceOf m_placeOf;
    std::vector<Entry> m_entries;
};

} // namespace lockdesk
