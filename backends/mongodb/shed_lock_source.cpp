// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mongodb/shed_lock_source.h"

#include "backends/engine/contracts/unsupported.h"
#include "backends/engine/rules/clock_probe.h"
#include "backends/formats/foreign_table.h"
#include "backends/formats/shed_lock_table.h"
#include "backends/mongodb/decode.h"
#include "backends/mongodb/durability.h"
#include "backends/mongodb/link.h"
#include "backends/mongodb/lists.h"
#include "backends/mongodb/spans.h"

#include <algorithm>

namespace lockdesk::mongodb {

namespace {

constexpr std::string_view usual_collection = "shedLock";
constexpr const char* stamps[]{"lockUntil", "lockedAt"};
constexpr int namespace_exists = 48;

Bson& date(Bson& doc, const char* key, TimePoint t)
{
    bson_append_date_time(doc.get(), key, -1, std::chrono::floor<std::chrono::milliseconds>(t).time_since_epoch().count());
    return doc;
}

// A missing value has expired; a non-date never expires: ShedLock does not acquire such a lock either.
std::optional<TimePoint> stamp(View value)
{
    if (value.nil())
        return std::nullopt;
    return value.date().value_or(end_of_time);
}

shed_lock::Row row_in(View doc)
{
    shed_lock::Row out;
    out.exists = doc.present();
    out.lock_until = stamp(doc["lockUntil"]);
    out.locked_at = doc["lockedAt"].date();
    out.locked_by = doc["lockedBy"].str();
    return out;
}

LockRow lock_in(View doc, TimePoint now)
{
    auto out = shed_lock::to_lock_row(id_text(doc["_id"]), row_in(doc), doc.copy().json(), now);
    for (const char* key : stamps)
        if (!doc[key].date())
            out.doubt += (out.doubt.empty() ? "" : ", ") + std::string(key);
    if (!doc["lockedBy"].is_text())
        out.doubt += (out.doubt.empty() ? "" : ", ") + std::string("lockedBy");
    return out;
}

/// Reads the server's clock with a command that needs no collection.
Answer<TimePoint> server_clock(Link& link)
{
    const auto reply = link.run("clock", Bson().whole("isMaster", 1), Effect::reads);
    if (!reply)
        return reply.failure();
    return (*reply)["localTime"].date().value_or(TimePoint{});
}

class ShedTable final : public shed_lock::Table
{
public:
    ShedTable(Link& link, std::string collection) : m_link(link), m_collection(std::move(collection)) {}

    // A signed 64-bit count of milliseconds exceeds every time that we write.
    [[nodiscard]] TimePoint latest() const override { return end_of_time; }

    // No transaction: writes compare with what was read.
    Answer<Done> in_transaction(const char*, const std::function<Answer<Done>()>& body) override { return body(); }

    Answer<shed_lock::Row> read(const LockName& name, bool to_change) override
    {
        if (auto failed = m_link.begin_bare(to_change))
            return *failed;
        // The clock first: a lock that had expired then has expired now.
        const auto now = server_clock(m_link);
        if (!now)
            return now.failure();
        m_read = Bson();
        auto failed = m_link.each("shedlock_read", find(named(name.str())), [&](View doc) {
            m_read = doc.copy();
            return false;
        });
        if (failed)
            return *failed;
        return {row_in(m_read.empty() ? View() : m_read.view()), *now};
    }

    Answer<Done> ensure(const LockName& name, const OwnerId& owner) override
    {
        if (auto failed = m_link.begin_bare(true))
            return *failed;
        Bson doc = named(name.str());
        for (const char* key : stamps)
            date(doc, key, TimePoint{});
        doc.text("lockedBy", owner.str());
        const auto made = m_link.run(
            "shedlock_ensure", Bson().text("insert", m_collection).array("documents", Bson().push(doc)), Effect::writes);
        if (!made)
            return made.failure();
        return Done{};
    }

    Answer<bool> write(const LockName&, const shed_lock::Write& what) override
    {
        Bson set;
        date(set, "lockUntil", what.lock_until);
        date(set, "lockedAt", what.locked_at);
        set.text("lockedBy", what.locked_by);
        return changed(m_link.run("shedlock_write", update(set), Effect::writes));
    }

    // An end equal to the start has passed on every clock that may have written it.
    [[nodiscard]] std::string force_command(const LockName&, const OwnerId&) const override
    {
        Bson set;
        if (m_read["lockedAt"].date())
            m_read["lockedAt"].append_to(set.get(), "lockUntil");
        else
            date(set, "lockUntil", TimePoint{});
        return update(set).json();
    }

    Answer<bool> force(const std::string& command) override
    {
        if (auto failed = m_link.begin_bare(true))
            return *failed;
        return changed(m_link.run("shedlock_force", Bson::of_json(command), Effect::writes));
    }

    Answer<std::optional<LockRow>> find(const LockName& name) override
    {
        const auto row = read(name, false);
        if (!row)
            return row.failure();
        if (!row->exists)
            return {std::optional<LockRow>{}, row.store_time()};
        return {std::optional(lock_in(m_read.view(), row.store_time().value_or(TimePoint{}))), row.store_time()};
    }

    Answer<Page<LockRow>> list(const ListRequest& request) override
    {
        if (auto failed = m_link.begin_bare(false))
            return *failed;
        const auto now = server_clock(m_link);
        if (!now)
            return now.failure();
        Collector<LockRow> collector(request);
        if (auto failed = m_link.each("shedlock_list", find(Bson()).doc("sort", Bson().whole("_id", 1)),
                                      [&](View doc) { return collector.offer(lock_in(doc, *now), *now); }))
            return *failed;
        return {collector.page(0), *now};
    }

private:
    static Bson named(std::string_view name) { return Bson().text("_id", name); }

    [[nodiscard]] Bson find(const Bson& filter) const
    {
        return Bson().text("find", m_collection).doc("filter", filter).whole("batchSize", 1000);
    }

    // Updates the document read last, if it is unchanged. Equality to null also matches a missing field.
    [[nodiscard]] Bson update(const Bson& set) const
    {
        Bson same;
        m_read["_id"].append_to(same.get(), "_id");
        for (const char* key : {"lockedBy", "lockedAt", "lockUntil"}) {
            if (m_read[key].nil())
                same.null(key);
            else
                m_read[key].append_to(same.get(), key);
        }
        return Bson()
            .text("update", m_collection)
            .array("updates", Bson().push(Bson().doc("q", same).doc("u", Bson().doc("$set", set))));
    }

    static Answer<bool> changed(const Answer<Bson>& reply)
    {
        if (!reply)
            return reply.failure();
        return (*reply)["n"].integer() > 0;
    }

    Link& m_link;
    const std::string m_collection;
    Bson m_read; ///< the document read last; empty: none
};

class ShedAdmin final : public formats::TableAdmin
{
public:
    ShedAdmin(Link& link, std::string collection)
        : TableAdmin("a shedlock collection"), m_link(link), m_collection(std::move(collection))
    {
    }
    // A program creates it with its first lock: it need not exist before.
    std::string schema_text() const override { return command().json() + "\n"; }

    Answer<Durability> durability() override { return read_durability(m_link); }
    Answer<ClockReading> clock(int probes) override
    {
        if (auto failed = m_link.begin_bare(false))
            return *failed;
        const auto read = [&](ClockReading& out) -> Answer<TimePoint> {
            const auto store = server_clock(m_link);
            if (store)
                out.store = *store;
            return store;
        };
        return probe_clock(probes, read, resolution);
    }

protected:
    Answer<Found> look() override
    {
        if (auto failed = m_link.begin_bare(false))
            return *failed;
        const auto now = server_clock(m_link);
        if (!now)
            return now.failure();
        Found found = Found::nothing;
        const Bson list = Bson().whole("listCollections", 1).doc("filter", Bson().text("name", m_collection));
        if (auto failed = m_link.each("list_collections", list, [&](View doc) {
                found = doc["type"].text() == "collection" ? Found::known : Found::foreign;
                return true;
            }))
            return *failed;
        return {found, *now};
    }

    Answer<Done> create() override
    {
        if (auto failed = m_link.begin_bare(true))
            return *failed;
        const auto made = m_link.run("create_collection", command(), Effect::writes);
        if (!made && made.failure().code != "NamespaceExists" && made.failure().code != std::to_string(namespace_exists))
            return made.failure();
        return Done{};
    }

    [[nodiscard]] Failure foreign_failure() const override
    {
        return Failure::unavailable("'" + m_collection + "' in the database " + m_link.database()
                                    + " is no collection. Nothing was changed.")
            .in_statement("create_collection");
    }

private:
    [[nodiscard]] Bson command() const { return Bson().text("create", m_collection); }
    Link& m_link;
    const std::string m_collection;
};

class ShedLockSession final : public UnsupportedSession
{
public:
    ShedLockSession(const StoreUrl& url, const SessionOptions& options, const std::string& collection)
        : m_link(url, options), m_capabilities(shed_lock::capabilities("mongodb", "unknown")),
          m_locks(shed_lock::make_table_locks(std::make_unique<ShedTable>(m_link, collection))), m_admin(m_link, collection)
    {
    }
    std::optional<Failure> connect()
    {
        auto failure = m_link.connect();
        m_capabilities.version = m_link.server().version;
        m_capabilities.server_read_only = false;
        return failure;
    }
    [[nodiscard]] const Capabilities& capabilities() const override { return m_capabilities; }
    Locks& locks() override { return *m_locks; }
    Admin& admin() override { return m_admin; }
    [[nodiscard]] StatementTrace* rehearsed() const override { return m_link.trace(); }
    void interrupt() noexcept override { m_link.interrupt(); }

private:
    Link m_link;
    Capabilities m_capabilities;
    std::unique_ptr<Locks> m_locks;
    ShedAdmin m_admin;
};

} // namespace

Answer<std::unique_ptr<Session>> open_shed_lock(const StoreUrl& url, const SessionOptions& options)
{
    const auto parsed = shed_lock::parse_options(options.source, usual_collection);
    if (!parsed)
        return parsed.failure();
    if (options.sandbox)
        return shed_lock::no_sandbox();
    auto session = std::make_unique<ShedLockSession>(url, options, parsed->table);
    if (options.connect_later)
        return std::unique_ptr<Session>(std::move(session));
    if (auto failure = session->connect())
        return *failure;
    return std::unique_ptr<Session>(std::move(session));
}

} // namespace lockdesk::mongodb
