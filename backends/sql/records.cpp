// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sql/concerns.h"

namespace lockdesk::sql {

namespace {

Record record_in(const Result& r)
{
    Record record{std::string(r.text(0, 1)), std::string(r.text(0, 2)), std::string(r.text(0, 3)), VersionBy::integer};
    if (const auto by = parse_version_by(r.text(0, 4)))
        record.version_by = *by;
    return record;
}

class SqlRecords final : public Records
{
public:
    explicit SqlRecords(Link& link) : m_link(link) {}

    Answer<Record> put(const RecordId& id, const std::string& value, VersionBy version_by) override
    {
        return decoded(m_link.run("record_put", {{"id", id}, {"value", value}, {"by", word(version_by)}}, Effect::write),
                       record_in);
    }

    Answer<FencedWrite> put_fenced(const RecordId& id, const std::string& value, VersionBy version_by,
                                   const FencePass& pass) override
    {
        Values values{{"resource", pass.resource}, {"token", pass.token}, {"who", pass.who}};
        values.add({{"id", id}, {"value", value}, {"by", word(version_by)}});
        const auto answer = m_link.run("record_put_fenced", values, Effect::write);
        if (!answer)
            return answer.failure();
        FencedWrite out{{answer->boolean(0, 5), FencingToken{answer->number(0, 6)}, answer->number(0, 7)}, std::nullopt};
        if (out.fence.admitted)
            out.record = record_in(*answer);
        else
            m_link.hint_observers(Entity::refusal);
        return {std::move(out), answer.store_time()};
    }

    Answer<std::optional<Record>> get(const RecordId& id, bool bump) override
    {
        const Values values{{"id", id}};
        if (bump) {
            const auto bumped = m_link.run("record_bump", values, Effect::write);
            if (!bumped)
                return bumped.failure();
            if (!bumped->is_null(0, 1) && record_in(*bumped).version_by != VersionBy::hash)
                return {std::optional(record_in(*bumped)), bumped.store_time()};
        }
        const auto answer = m_link.run("record_get", values, Effect::read);
        if (!answer)
            return answer.failure();
        if (answer->is_null(0, 1))
            return {std::optional<Record>{}, answer.store_time()};
        if (bump)
            return {Failure::usage("a record whose version is the hash of its value cannot be bumped"), answer.store_time()};
        return {std::optional(record_in(*answer)), answer.store_time()};
    }

    // A refused update returns no record: the present one is read after it.
    Answer<RecordUpdate> update_if_version(const RecordId& id, const std::string& version, const std::string& value) override
    {
        const auto answer = m_link.run("record_update", {{"id", id}, {"version", version}, {"value", value}}, Effect::write);
        if (!answer)
            return answer.failure();
        if (!answer->is_null(0, 1))
            return {RecordUpdate{true, record_in(*answer)}, answer.store_time()};
        auto current = get(id, false);
        if (!current)
            return current.failure();
        return {RecordUpdate{false, std::move(*current)}, current.store_time()};
    }

private:
    Link& m_link;
};

} // namespace

std::unique_ptr<Records> make_records(Link& link) { return std::make_unique<SqlRecords>(link); }

} // namespace lockdesk::sql
