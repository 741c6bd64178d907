// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/common/local_audit.h"
#include "models/feed/local_audit_rows.h"

#include <QThreadPool>
#include <QTimer>

#include <filesystem>

namespace lockdesk::app {

/// The local audit in this window: what it does to processes is written, and what this user's programs have written is shown. The
/// file is touched on a thread of its own: a disk may be slow, and another program may have the file locked.
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
    QThreadPool m_pool;                           ///< one thread: in the order in which it was done
    QTimer m_timer;                               ///< other programs write, too
    std::filesystem::file_time_type m_changed_at; ///< of the pool's thread
    std::uintmax_t m_size = 0;                    ///< the same
};

} // namespace lockdesk::app
