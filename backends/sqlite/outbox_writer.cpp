// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sqlite/outbox_writer.h"

#include "backends/engine/text/text.h"
#include "backends/sqlite/errors.h"
#include "backends/sqlite/query.h"
#include "backends/sqlite/templates.h"
#include "embedded/sqlite.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <cmath>

namespace lockdesk::sqlite {

namespace {

// The caller's connection lacks our clock function, so this reads the same clock.
std::int64_t store_clock_us()
{
    return std::chrono::duration_cast<Duration>(std::chrono::system_clock::now().time_since_epoch()).count();
}

} // namespace

OutboxWriter::OutboxWriter(SQLite::Database& db, const std::optional<SandboxId>& sandbox)
    : m_db(db), m_prefix(sandbox ? "lockdesk_sb_" + sandbox->str() + "_" : "lockdesk_"), m_sandbox(sandbox.has_value())
{
}

Answer<bool> OutboxWriter::add(const NewMessage& message)
{
    try {
        auto now = store_clock_us();
        if (m_sandbox) {
            SQLite::Statement clock(m_db, with_prefix("clock_read", m_prefix));
            if (clock.executeStep())
                now = clock.getColumn(0).getInt64()
                      + std::llround(static_cast<double>(now - clock.getColumn(1).getInt64())
                                     * clock.getColumn(2).getDouble());
        }
        SQLite::Statement next(m_db, with_prefix("stamp_next", m_prefix));
        next.executeStep();
        const std::int64_t stamp = next.getColumn(0).getInt64();
        next.reset();
        SQLite::Statement insert(m_db, with_prefix("outbox_add", m_prefix));
        insert.bind(1, stamp);
        insert.bind(2, message.id.str());
        insert.bind(3, message.topic.str());
        insert.bind(4, message.payload);
        insert.bind(5, now);
        return Answer<bool>(insert.exec() == 1, time_from_us(now));
    } catch (const SQLite::Exception& e) {
        const int code = e.getExtendedErrorCode() > 0 ? e.getExtendedErrorCode() : e.getErrorCode();
        return to_failure(
            code, e.what(),
            {m_db.getFilename(), "outbox_add", "install the schema with `lockdeskctl init`", "its busy timeout"});
    }
}

} // namespace lockdesk::sqlite
