// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/store.h"
#include "tests/support/servers.h"
#include "tests/support/temp_dir.h"

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace lockdesk::test {

/// The value of an answer; a failure ends the test by std::runtime_error.
template <class T> T need(Answer<T> answer)
{
    if (!answer)
        throw std::runtime_error(answer.failure().message + " [" + answer.failure().code + "]");
    return std::move(answer).value();
}

/// The kinds of store that this program's cases run on: those that LOCKDESK_TEST_STORES names (`mariadb redlock`), else all of
/// sqlite, postgresql, redis, mariadb, mongodb, redlock. A word that is none of these ends the program.
const std::vector<std::string>& kinds_under_test();

/// A store of one kind with its schema, on private servers of its own: Redlock on three. Its data outlive a crash of them. Throws
/// std::runtime_error when a server is missing. Start it from the main thread.
class LiveStore
{
public:
    /// `settings`: of its servers, as in ServerOptions.
    explicit LiveStore(std::string kind, const std::vector<std::string>& settings = {});
    ~LiveStore();
    LiveStore(const LiveStore&) = delete;
    LiveStore& operator=(const LiveStore&) = delete;

    [[nodiscard]] const std::string& kind() const { return m_kind; }
    [[nodiscard]] const std::string& url() const { return m_url; }
    [[nodiscard]] std::shared_ptr<Store> store() const { return m_store; }
    [[nodiscard]] std::unique_ptr<Session> open(const SessionOptions& options = {}) const
    {
        return need(m_store->open(options));
    }

    /// Of SQLite.
    [[nodiscard]] std::string file() const { return (m_dir / "live.db").string(); }
    /// Empty again, with its schema.
    void clean();
    /// Of SQLite there are none.
    [[nodiscard]] const std::vector<std::unique_ptr<TestServer>>& servers() const { return m_servers; }
    void freeze(); ///< SIGSTOP to all of them
    void thaw();
    void kill();    ///< SIGKILL to all of them
    void restart(); ///< after a kill, on the same ports and data

    /// What a person would type: SQL, commands of redis-cli (of Redlock: on every server), or one command of MongoDB as JSON.
    void by_hand(const std::string& text) const;
    /// Such words that write a lock of this name which `owner` holds for long, and that delete it.
    [[nodiscard]] std::string lock_by_hand(const std::string& name, const std::string& owner) const;
    [[nodiscard]] std::string delete_by_hand(const std::string& name) const;

private:
    TempDir m_dir{"lockdesk-live"};
    const std::string m_kind;
    std::vector<std::unique_ptr<TestServer>> m_servers;
    std::string m_url;
    std::shared_ptr<Store> m_store;
};

} // namespace lockdesk::test
