// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/runners/bounded_thread.h"
#include "models/actions/store_actions.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <set>

namespace lockdesk {

/// The action thread of one connection. Its thread keeps it alive, so that a hanging store never delays quitting.
class StoreActions::Lane : public std::enable_shared_from_this<Lane>
{
public:
    struct Job
    {
        quint64 number = 0;
        ActionRequest request;
        QString store;
        bool previewOnly = false;
    };
    using ScriptText = std::function<std::string(const std::string& hash)>;
    Lane(StoreActions* owner, int connection, StoreOpener opener, std::string who, ScriptText scriptText);
    void start();
    void enqueue(Job job);
    void cancel(quint64 number);
    /// Interrupts the running job; the owner is not notified any more.
    void stop();

private:
    void run();
    Session* session(const std::string& source, Failure& why);
    void preview(const Job& job);
    void addScripts(ActionPreview::Item& item) const;
    void perform(const Job& job);
    static void forget(Session* asked);
    bool cancelled(quint64 number);
    void tell(std::function<void(StoreActions*)> what);

    const int m_connection;
    const StoreOpener m_opener;
    const std::string m_who;
    const ScriptText m_scriptText;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    StoreActions* m_owner;
    std::deque<Job> m_jobs;
    std::set<quint64> m_cancelled;
    std::map<std::string, std::unique_ptr<Session>> m_sessions; ///< by source
    bool m_stop = false;
    BoundedThread m_thread;
};

} // namespace lockdesk
