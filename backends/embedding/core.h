// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/embedding/keeper.h"

#include <lockdesk/lockdesk.h>

#include <memory>
#include <vector>

namespace lockdesk::embedding {

/// What the objects of one desk share. Thread-safe.
class Core
{
public:
    Core(std::unique_ptr<Store> store, SessionOptions options, std::string host);

    /// A session for one call, one thread at a time.
    class Lent
    {
    public:
        Lent(Core& core, std::unique_ptr<Session> session) : m_core(core), m_session(std::move(session)) {}
        ~Lent();
        Lent(Lent&&) = default;
        Session& operator*() const { return *m_session; }
        Session* operator->() const { return m_session.get(); }
        /// It is of no more use.
        void discard() { m_session.reset(); }

    private:
        Core& m_core;
        std::unique_ptr<Session> m_session;
    };
    /// Connects with its first call.
    Answer<Lent> lend();

    [[nodiscard]] Access access() const { return {m_store.get(), m_options}; }
    [[nodiscard]] Runtime& runtime() { return m_runtime; }
    [[nodiscard]] Keeper& keeper() { return m_keeper; }
    [[nodiscard]] const std::string& host() const { return m_host; }
    [[nodiscard]] TransactionParts::Place place() const { return {m_store->url().scheme(), m_store->url().path()}; }

private:
    SystemRuntime m_runtime;
    std::unique_ptr<Store> m_store;
    SessionOptions m_options;
    std::string m_host;
    std::mutex m_mutex;
    std::vector<std::unique_ptr<Session>> m_idle;
    Keeper m_keeper; ///< last member: destroyed first
};

} // namespace lockdesk::embedding
