// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/redis/concerns.h"

#include "backends/engine/text/text.h"

namespace lockdesk::redis {

namespace {

std::string value_hash(const std::string& value)
{
    const auto digest = sha256(value);
    return hex(digest.data(), digest.size());
}

// Value, version, version by.
std::optional<Record> record_of(const RecordId& id, View value, View version, View version_by)
{
    if (value.nil())
        return std::nullopt;
    Record out{id.str(), value.str(), version.str()};
    if (const auto by = parse_version_by(version_by.text()))
        out.version_by = *by;
    return out;
}

class RedisRecords final : public Records
{
public:
    explicit RedisRecords(Link& link) : m_link(link) {}

    Answer<Record> put(const RecordId& id, const std::string& value, VersionBy version_by) override
    {
        const std::string hash = version_by == VersionBy::hash ? value_hash(value) : std::string();
        m_link.call(scripts().record_put).add(id.str()).add(value).add(word(version_by)).add(hash);
        return decoded(m_link.run(), [&](const Reply& r) { return Record{id.str(), value, r[1].str(), version_by}; });
    }

    Answer<std::optional<Record>> get(const RecordId& id, bool bump) override
    {
        m_link.call(bump ? scripts().record_bump : scripts().record_get).add(id.str());
        auto answer = m_link.run();
        if (!answer)
            return answer.failure();
        const Reply& r = *answer;
        if (bump && !r[1].nil() && r[2].nil())
            return Failure::usage("record '" + to_valid_utf8(id.str())
                                  + "' is versioned by its hash, which reading cannot raise");
        return {record_of(id, r[1], r[2], r[3]), r.now};
    }

    Answer<RecordUpdate> update_if_version(const RecordId& id, const std::string& version, const std::string& value) override
    {
        m_link.call(scripts().record_update).add(id.str()).add(version).add(value).add(value_hash(value));
        return decoded(m_link.run(), [&](const Reply& r) {
            return RecordUpdate{r[1].integer() == 1, record_of(id, r[2], r[3], r[4])};
        });
    }

    Answer<FencedWrite> put_fenced(const RecordId& id, const std::string& value, VersionBy version_by,
                                   const FencePass& pass) override
    {
        const std::string hash = version_by == VersionBy::hash ? value_hash(value) : std::string();
        m_link.call(scripts().record_put_fenced)
            .add(pass.resource.str())
            .add(pass.token.number())
            .add(pass.who)
            .add(id.str())
            .add(value)
            .add(word(version_by))
            .add(hash);
        auto answer = m_link.run();
        if (!answer)
            return answer.failure();
        const Reply& r = *answer;
        FencedWrite out{{r[1].integer() == 1, FencingToken(r[2].integer()), r[3].integer()}, std::nullopt};
        if (out.fence.admitted)
            out.record = Record{id.str(), value, r[4].str(), version_by};
        return {std::move(out), r.now};
    }

private:
    Link& m_link;
};

} // namespace

std::unique_ptr<Records> make_records(Link& link) { return std::make_unique<RedisRecords>(link); }

} // namespace lockdesk::redis
