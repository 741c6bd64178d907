// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mongodb/concerns.h"

#include "backends/engine/text/text.h"
#include "backends/mongodb/decode.h"
#include "backends/mongodb/fence_pass.h"

#include <charconv>

namespace lockdesk::mongodb {

namespace {

Record record_of(View doc)
{
    Record out;
    out.id = id_text(doc["_id"]);
    out.value = doc["value"].str();
    const View version = doc["version"];
    out.version = version.is_text() ? version.str() : std::to_string(version.integer());
    if (const auto by = parse_version_by(doc["version_by"].text()))
        out.version_by = *by;
    return out;
}

std::string hash_of(const std::string& value)
{
    const auto digest = sha256(value);
    return hex(digest.data(), digest.size());
}

// Returns the version as a number, if the text is the canonical form of one.
std::optional<std::int64_t> as_number(const std::string& text)
{
    std::int64_t number = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
    if (parsed.ec != std::errc{} || parsed.ptr != text.data() + text.size() || std::to_string(number) != text)
        return std::nullopt;
    return number;
}

class MongoRecords final : public Records
{
public:
    explicit MongoRecords(Link& link) : m_link(link) {}

    Answer<Record> put(const RecordId& id, const std::string& value, VersionBy version_by) override
    {
        if (auto failed = m_link.begin_write("record_put", Schema::fresh))
            return *failed;
        Values values;
        values.text("id", id.str()).text("value", value).text("version_by", word(version_by)).text("hash", hash_of(value));
        constexpr int tries = 8;
        for (int i = 0; i < tries; ++i) {
            auto doc = m_link.change("record_put", values);
            if (!doc && doc.failure().code == "DuplicateKey")
                continue; // two concurrent first writers: the second one replaces
            if (!doc)
                return doc.failure();
            if (*doc)
                return {record_of((**doc).view()), (**doc)["at"].time()};
        }
        return m_link.failure({Trouble::Cause::kept_changing}, "record_put");
    }

    Answer<std::optional<Record>> get(const RecordId& id, bool bump) override
    {
        if (auto failed = bump ? m_link.begin_write("record_bump") : m_link.begin_read())
            return *failed;
        if (!bump)
            return read(id);
        auto doc = m_link.change("record_bump", Values().text("id", id.str()));
        if (!doc)
            return doc.failure();
        if (*doc)
            return {std::optional(record_of((**doc).view())), (**doc)["at"].time()};
        auto now = read(id);
        if (now && *now && (*now)->version_by == VersionBy::hash)
            return Failure::usage("A record whose version is the hash of its value cannot be bumped.");
        return now;
    }

    Answer<RecordUpdate> update_if_version(const RecordId& id, const std::string& version, const std::string& value) override
    {
        if (auto failed = m_link.begin_write("record_update"))
            return *failed;
        Bson same;
        same.text("0", version);
        if (const auto number = as_number(version))
            same.whole("1", *number);
        Values values;
        values.text("id", id.str()).array("version", same).text("value", value).text("hash", hash_of(value));
        auto doc = m_link.change("record_update", values);
        if (!doc)
            return doc.failure();
        if (*doc)
            return {RecordUpdate{true, record_of((**doc).view())}, (**doc)["at"].time()};
        auto current = read(id);
        if (!current)
            return current.failure();
        return {RecordUpdate{false, std::move(*current)}, current.store_time()};
    }

    // The fence is a separate document, so one transaction changes both.
    Answer<FencedWrite> put_fenced(const RecordId& id, const std::string& value, VersionBy version_by,
                                   const FencePass& pass) override
    {
        if (auto failed = m_link.begin_write("record_put", Schema::fresh))
            return *failed;
        if (!m_link.server().replica_set)
            return Failure::unsupported(
                "a write that asks the fence needs transactions, which MongoDB has in a replica set only");
        Values values;
        values.text("id", id.str()).text("value", value).text("version_by", word(version_by)).text("hash", hash_of(value));
        FencedWrite out;
        if (auto failed = m_link.transaction("record_put_fenced", [&](const Link::Send& send) -> std::optional<Failure> {
                out = {};
                const auto run = [&](const char* statement, const Values& given, Bson& reply) {
                    return send(m_link.filled(statement, given), reply);
                };
                if (auto trouble = admit_in_transaction(run, pass, out.fence); trouble || !out.fence.admitted)
                    return trouble;
                Bson reply;
                if (auto trouble = send(m_link.filled("record_put", values), reply))
                    return trouble;
                out.record = record_of(reply["value"]);
                return std::nullopt;
            }))
            return *failed;
        return {std::move(out), m_link.looked_now()};
    }

private:
    Answer<std::optional<Record>> read(const RecordId& id)
    {
        const Bson lookups = Bson().push(m_link.lookup_one("records", id.str(), "rows"));
        auto meta = m_link.look(&lookups);
        if (!meta)
            return meta.failure();
        // A lesson's programs communicate through records, ten thousand times; a confirmation waits for the journal, up to
        // 100 ms. A sandbox need not persist.
        if (!m_link.in_sandbox())
            if (auto failed = m_link.confirm("record_get", Effect::reads))
                return *failed;
        const View doc = meta->doc["rows"]["0"];
        return {doc.present() ? std::optional(record_of(doc)) : std::nullopt, meta->now};
    }

    Link& m_link;
};

} // namespace

std::unique_ptr<Records> make_records(Link& link) { return std::make_unique<MongoRecords>(link); }

} // namespace lockdesk::mongodb
