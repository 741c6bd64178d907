// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

#include <functional>
#include <optional>

class QSplitter;

namespace lockdesk {

class ShownConnections;

/// Keeps where the user has put the handle of a splitter of two parts, for each set of connections.
class SplitterKeeper final : public QObject
{
    Q_OBJECT

public:
    /// `part`: the one whose size is kept, 0 or 1. `apply`: sets the kept size, or the usual one if there is none.
    SplitterKeeper(QSplitter* splitter, int part, const QString& key, ShownConnections* shown,
                   std::function<void(std::optional<int> size)> apply);

    [[nodiscard]] std::optional<int> size() const; ///< in pixels; nullopt: the user has not moved it
    void reset();

private:
    QSplitter* m_splitter;
    int m_part;
    QString m_key;
    ShownConnections* m_shown;
    std::function<void(std::optional<int> size)> m_apply;
};

} // namespace lockdesk
