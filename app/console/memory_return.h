// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>

#include <atomic>
#include <memory>

namespace lockdesk::app {

/// Keeps memory that was needed for a moment from staying with the process: lists of a hundred thousand rows are read again and
/// again. Call first in `main`.
void returnLargeMemory();

/// Returns unused memory between rows in use, too, whenever the program has grown since the last time. Does nothing where the C library
/// has no call for it.
class MemoryReturn final : public QTimer
{
    Q_OBJECT

public:
    explicit MemoryReturn(QObject* parent);

private:
    void check();

    std::shared_ptr<std::atomic<qint64>> m_least; ///< bytes after the last return, or fewer since; -1: it runs
};

} // namespace lockdesk::app
