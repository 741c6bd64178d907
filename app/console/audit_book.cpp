// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console/audit_book.h"

#include "models/format/format.h"

#include <chrono>
#include <system_error>
#include <utility>

namespace lockdesk::app {

namespace {

constexpr auto auditLookEvery = std::chrono::seconds{2};
constexpr std::size_t mostAuditRows = 1000;

QString auditPlaceOf(const QString& url)
{
    const auto parsed = StoreUrl::parse(url.toStdString());
    return parsed ? format::exact(audit_place(*parsed)) : QString();
}

} // namespace

AuditBook::AuditBook(LocalAudit audit, QObject* parent)
    : QObject(parent), m_audit(std::move(audit)), m_rows(new LocalAuditRows(auditPlaceOf, this))
{
    m_pool.setMaxThreadCount(1);
    m_timer.setInterval(auditLookEvery);
    connect(&m_timer, &QTimer::timeout, this, &AuditBook::look);
    m_timer.start();
    look();
}

AuditBook::~AuditBook() { m_pool.waitForDone(); }

void AuditBook::write(const LocalAuditRow& entry)
{
    m_pool.start([this, entry] {
        const auto written = m_audit.append(entry);
        if (!written)
            QMetaObject::invokeMethod(this, [this, text = format::engineSentence(written.failure().message)] {
                emit problem(tr("Not written to the audit: %1").arg(text));
            });
    });
    look();
}

// Reads the file again only when it has changed.
void AuditBook::look()
{
    m_pool.start([this] {
        std::error_code error;
        const auto changed = std::filesystem::last_write_time(m_audit.file(), error);
        const auto size = error ? 0 : std::filesystem::file_size(m_audit.file(), error);
        if (error || (changed == m_changed_at && size == m_size))
            return;
        m_changed_at = changed;
        m_size = size;
        std::vector<LocalAuditRows::Entry> entries;
        for (LocalAuditRow& one : m_audit.read(mostAuditRows))
            if (!one.in_store) // the store's row is shown instead
                entries.push_back({format::exact(one.store), format::exact(one.source), std::move(one.row)});
        QMetaObject::invokeMethod(this, [this, entries = std::move(entries)] { m_rows->set(entries); });
    });
}

} // namespace lockdesk::app
