// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/text/text.h"
#include "backends/memory/database.h"

#include <algorithm>
#include <charconv>

namespace lockdesk::memory {

namespace {

std::int64_t as_number(const std::string& version)
{
    std::int64_t number = 0;
    std::from_chars(version.data(), version.data() + version.size(), number);
    return number;
}

// Returns the version after `before`, which is empty for a new record and hex for a former hash.
std::string next_version(VersionBy by, const std::string& before, bool before_is_number, const std::string& value,
                         TimePoint now)
{
    const auto last = before_is_number ? as_number(before) : 0;
    switch (by) {
    case VersionBy::integer: return std::to_string(last + 1);
    case VersionBy::time: return std::to_string(std::max(to_us(now), last + 1));
    case VersionBy::hash: break;
    }
    const auto digest = sha256(value);
    return hex(digest.data(), digest.size());
}

Record put_now(Space& s, TimePoint now, const RecordId& id, const std::string& value, VersionBy version_by)
{
    const auto it = s.records.find(id.str());
    const bool numbered = it != s.records.end() && it->second.version_by != VersionBy::hash;
    const auto before = it == s.records.end() ? std::string{} : it->second.version;
    Record record{id.str(), value, next_version(version_by, before, numbered, value, now), version_by};
    s.records.insert_or_assign(id.str(), record);
    return record;
}

class MemoryRecords final : public Records
{
public:
    explicit MemoryRecords(Context& context) : m_context(context) {}

    Answer<Record> put(const RecordId& id, const std::string& value, VersionBy version_by) override
    {
        return m_context.write([&](Space& s, TimePoint now) { return put_now(s, now, id, value, version_by); });
    }

    Answer<FencedWrite> put_fenced(const RecordId& id, const std::string& value, VersionBy version_by,
                                   const FencePass& pass) override
    {
        return m_context.write([&](Space& s, TimePoint now) {
            FencedWrite out{admit_now(s, now, pass), std::nullopt};
            if (out.fence.admitted)
                out.record = put_now(s, now, id, value, version_by);
            return out;
        });
    }

    Answer<std::optional<Record>> get(const RecordId& id, bool bump) override
    {
        return m_context.run(bump ? Mode::write : Mode::read, [&](Space& s, TimePoint now) -> Answer<std::optional<Record>> {
            const auto it = s.records.find(id.str());
            if (it == s.records.end())
                return std::optional<Record>{};
            Record& record = it->second;
            if (bump && record.version_by == VersionBy::hash)
                return Failure::usage("A record whose version is the hash of its value cannot be bumped.");
            if (bump)
                record.version = next_version(record.version_by, record.version, true, {}, now);
            return std::optional(record);
        });
    }

    Answer<RecordUpdate> update_if_version(const RecordId& id, const std::string& version, const std::string& value) override
    {
        return m_context.write([&](Space& s, TimePoint now) {
            RecordUpdate answer;
            const auto it = s.records.find(id.str());
            if (it == s.records.end())
                return answer;
            Record& record = it->second;
            if (record.version == version) {
                record.version =
                    next_version(record.version_by, record.version, record.version_by != VersionBy::hash, value, now);
                record.value = value;
                answer.updated = true;
            }
            answer.current = record;
            return answer;
        });
    }

private:
    Context& m_context;
};

} // namespace

std::unique_ptr<Records> make_records(Context& context) { return std::make_unique<MemoryRecords>(context); }

} // namespace lockdesk::memory
