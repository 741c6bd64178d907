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

/// Returns the value of an answer; throws std::runtime_error on a failure, which ends the test.
template <class T> T need(Answer<T> answer)
{
    if (!answer)
        throw std::runtime_error(answer.failure().message + " [" + answer.failure().code + "]");
    return std::move(answer).value();
}

/// The kinds of store for this program's cases: those listed in LOCKDESK_TEST_STORES (`mariadb redlock`), else all of
/// sqlite, postgresql, redis, mariadb, mongodb, redlock. Any other word ends the program.
const std::vector<std::string>& kinds_under_test();

/// A store of one kind with its schema, on its own private servers (Redlock: three). Its data survive their crash. Throws
/// std::runtime_error if a server is missing. Start it from the main thread.
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

    /// The file of a SQLite store.
    [[nodiscard]] std::string file() const { return (m_dir / "live.db").string(); }
    /// Empties the store and creates its schema.
    void clean();
    /// SQLite has none.
    [[nodiscard]] const std::vector<std::unique_ptr<TestServer>>& servers() const { return m_servers; }
    void freeze(); ///< SIGSTOP to all of them
    void thaw();
    void kill();    ///< SIGKILL to all of them
    void restart(); ///< after a kill, on the same ports and data

    /// Runs what a person would type: SQL, commands of redis-cli (Redlock: on every server), or one MongoDB command as JSON.
    void by_hand(const std::string& text) const;
    /// Returns such a command that writes a lock of this name held by `owner` for long, or that deletes it.
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
