// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/common/local_audit.h"
#include "models/feed/local_audit_rows.h"

#include <QThreadPool>
#include <QTimer>

#include <filesystem>

namespace lockdesk::app {

/// The local audit in this window: records actions on processes, and lists what this user's programs have recorded. A
/// separate thread accesses the file, because the disk may be slow or another program may hold the file's lock.
class AuditBook final : public QObject
{
    Q_OBJECT

public:
    explicit AuditBook(LocalAudit audit = LocalAudit(), QObject* parent = nullptr);
    ~AuditBook() override;

    [[nodiscard]] LocalAuditRows* rows() const { return m_rows; }
    void write(const LocalAuditRow& entry);

signals:
    void problem(const QString& text);

private:
    void look();

    const LocalAudit m_audit;
    LocalAuditRows* m_rows;
    QThreadPool m_pool;                           ///< one thread, to keep the order of actions
    QTimer m_timer;                               ///< polls, because other programs write too
    std::filesystem::file_time_type m_changed_at; ///< used on the pool's thread
    std::uintmax_t m_size = 0;                    ///< likewise
};

} // namespace lockdesk::app
