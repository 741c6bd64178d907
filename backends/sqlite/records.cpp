// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sqlite/concerns.h"

#include "backends/engine/text/text.h"
#include "backends/sqlite/fence.h"

#include <algorithm>
#include <charconv>

namespace lockdesk::sqlite {

namespace {

std::int64_t number_of(const std::string& version)
{
    std::int64_t number = 0;
    std::from_chars(version.data(), version.data() + version.size(), number);
    return number;
}

class SqliteRecords final : public Records
{
public:
    explicit SqliteRecords(Connection& db) : m_db(db) {}

    Answer<Record> put(const RecordId& id, const std::string& value, VersionBy version_by) override
    {
        return m_db.run<Record>(Mode::write, [&] { return write(id, value, version_by); });
    }

    Answer<std::optional<Record>> get(const RecordId& id, bool bump) override
    {
        if (!bump)
            return m_db.run<std::optional<Record>>(Mode::read, [&] { return read(id); });
        return m_db.run<std::optional<Record>>(Mode::write, [&] {
            auto record = read(id);
            if (!record)
                return record;
            if (record->version_by == VersionBy::hash)
                throw StoreError{
                    Failure::usage("record '" + id.str() + "' is versioned by its hash, which reading cannot raise")};
            const auto next = next_version(record, record->value, record->version_by);
            m_db.change("record_update", record->id, record->version, record->value, next);
            record->version = next;
            return record;
        });
    }

    Answer<RecordUpdate> update_if_version(const RecordId& id, const std::string& version, const std::string& value) override
    {
        return m_db.run<RecordUpdate>(Mode::write, [&] {
            auto record = read(id);
            if (!record)
                return RecordUpdate{false, std::nullopt};
            // Its condition decides, as on the other stores, and lessons show it.
            const auto next = next_version(record, value, record->version_by);
            if (m_db.change("record_update", record->id, version, value, next) != 1)
                return RecordUpdate{false, std::move(record)};
            record->value = value;
            record->version = next;
            return RecordUpdate{true, std::move(record)};
        });
    }

    Answer<FencedWrite> put_fenced(const RecordId& id, const std::string& value, VersionBy version_by,
                                   const FencePass& pass) override
    {
        return m_db.run<FencedWrite>(Mode::write, [&] {
            FencedWrite out{admit_in_transaction(m_db, pass), std::nullopt};
            if (out.fence.admitted)
                out.record = write(id, value, version_by);
            return out;
        });
    }

private:
    std::optional<Record> read(const RecordId& id)
    {
        auto query = m_db.query("record_get");
        query.bind(id.str());
        if (!query.step())
            return std::nullopt;
        const auto by = parse_version_by(query.text(2));
        return Record{id.str(), query.text(0), query.text(1), by ? *by : VersionBy::integer};
    }

    Record write(const RecordId& id, const std::string& value, VersionBy version_by)
    {
        Record record{id.str(), value, next_version(read(id), value, version_by), version_by};
        m_db.change("record_put", record.id, record.value, record.version, word(version_by));
        return record;
    }

    std::string next_version(const std::optional<Record>& before, const std::string& value, VersionBy version_by)
    {
        const auto last = before && before->version_by != VersionBy::hash ? number_of(before->version) : 0;
        switch (version_by) {
        case VersionBy::integer: return std::to_string(last + 1);
        case VersionBy::time: return std::to_string(std::max(m_db.now(), last + 1));
        case VersionBy::hash: break;
        }
        const auto digest = sha256(value);
        return hex(digest.data(), digest.size());
    }

    Connection& m_db;
};

} // namespace

std::unique_ptr<Records> make_records(Connection& db) { return std::make_unique<SqliteRecords>(db); }

} // namespace lockdesk::sqlite
