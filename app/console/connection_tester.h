// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/contracts/store.h"
#include "backends/engine/runners/bounded_thread.h"
#include "widgets/connect/connection_backend.h"

#include <functional>
#include <memory>

namespace lockdesk::app {

/// Tests connections on separate threads. A new test replaces the running one, whose result is dropped.
class ConnectionTester final : public ConnectionBackend
{
    Q_OBJECT

public:
    ConnectionTester(StoreRegistry& registry, QObject* parent = nullptr);
    ~ConnectionTester() override;

    [[nodiscard]] QStringList schemes() const override;
    [[nodiscard]] bool hasKeyring() const override;
    QString splitPassword(const QString& text, QString& url, QString& password) const override;
    [[nodiscard]] QString retentionProblem(const QString& text) const override;
    void test(const ConnectionDraft& draft) override;
    void createSchema(const ConnectionDraft& draft) override;
    void cancel() override;

private:
    /// State shared with the thread; outlives the tester when a store hangs.
    struct Job;
    /// `store`: null if the address names none.
    using Work = std::function<void(Job& job, Answer<std::unique_ptr<Session>>& session, Store* store,
                                    const SessionOptions& options)>;
    void start(const ConnectionDraft& draft, bool readOnly, Work work);
    [[nodiscard]] static QStringList unreadable(Job& job, Store& store, SessionOptions options, const QStringList& sources);

    StoreRegistry& m_registry;
    std::shared_ptr<Job> m_job;
    BoundedThread m_thread;
};

} // namespace lockdesk::app
