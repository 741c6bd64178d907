// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/sqlite/connection.h"

namespace lockdesk::sqlite {

/// Commits of this process ring the gate; those of others show in `PRAGMA data_version`, polled every few milliseconds.
/// One number for each topic then shows whether it changed.
class SqliteHints final : public HintListener
{
public:
    SqliteHints(std::vector<HintTopic> topics, std::string path, SessionOptions options);
    /// Remembers the present state: later changes are hints.
    Answer<Done> start();
    Answer<bool> wait(Duration at_most) override;
    void interrupt() noexcept override { m_db.interrupt(); }

private:
    Answer<bool> look();
    std::vector<std::int64_t> signature();
    [[nodiscard]] Duration interval() const;

    std::vector<HintTopic> m_topics;
    Connection m_db;
    bool m_precise = false; ///< a waiter waits for one lock
    std::int64_t m_version = -1;
    std::vector<std::int64_t> m_signature;
};

} // namespace lockdesk::sqlite
