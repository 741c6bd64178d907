// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sql/concerns.h"
#include "backends/sql/listing.h"

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
        return decoded(m_link.run("record_put_fenced", values, Effect::write), [&](const Result& r) {
            FencedWrite out{{r.boolean(0, 5), FencingToken{r.number(0, 6)}, r.number(0, 7)}, std::nullopt};
            if (out.fence.admitted)
                out.record = record_in(r);
            else
                m_link.hint_observers(Entity::refusal);
            return out;
        });
    }

    Answer<std::optional<Record>> get(const RecordId& id, bool bump) override
    {
        using Found = Answer<std::optional<Record>>;
        if (!bump)
            return find_row<Record>(m_link, "record_get", {{"id", id}}, record_in);
        return decoded(m_link.run("record_bump", {{"id", id}}, Effect::write), [&](const Reply& bumped) -> Found {
            if (!bumped.is_null(0, 1) && record_in(bumped).version_by != VersionBy::hash)
                return {std::optional(record_in(bumped)), bumped.now()};
            const auto is = get(id, false);
            if (!is || !*is)
                return is;
            return {Failure::usage("a record whose version is the hash of its value cannot be bumped"), is.store_time()};
        });
    }

    // A refused update returns no record: the present one is read after it.
    Answer<RecordUpdate> update_if_version(const RecordId& id, const std::string& version, const std::string& value) override
    {
        const Values values{{"id", id}, {"version", version}, {"value", value}};
        return decoded(m_link.run("record_update", values, Effect::write), [&](const Reply& r) -> Answer<RecordUpdate> {
            if (!r.is_null(0, 1))
                return {RecordUpdate{true, record_in(r)}, r.now()};
            return decoded(get(id, false), [](std::optional<Record>& is) { return RecordUpdate{false, std::move(is)}; });
        });
    }

private:
    Link& m_link;
};

} // namespace

std::unique_ptr<Records> make_records(Link& link) { return std::make_unique<SqlRecords>(link); }

} // namespace lockdesk::sql
