// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// The PostgreSQL store's statements on libpq's blocking calls, with nothing around them.
#include "backends/engine/text/placeholders.h"
#include "backends/postgres/link.h"
#include "tests/bench/raw_loop.h"

#include <libpq-fe.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <vector>

namespace lockdesk::bench {

namespace {

using postgres::statement_text;

struct Clear
{
    void operator()(PGresult* result) const { PQclear(result); }
};
using Rows = std::unique_ptr<PGresult, Clear>;

class Line
{
public:
    explicit Line(const StoreUrl& url)
    {
        std::vector<const char*> keywords, values;
        // The store's own session settings, which determine the plans.
        const auto options = postgres::connect_options(url, {});
        for (const auto& [keyword, value] : options) {
            keywords.push_back(keyword.c_str());
            values.push_back(value.c_str());
        }
        keywords.push_back(nullptr);
        values.push_back(nullptr);
        m_connection = PQconnectdbParams(keywords.data(), values.data(), 0);
        if (PQstatus(m_connection) != CONNECTION_OK)
            throw std::runtime_error(PQerrorMessage(m_connection));
    }
    ~Line() { PQfinish(m_connection); }
    Line(const Line&) = delete;
    Line& operator=(const Line&) = delete;

    void prepare(const char* name, const std::string& sql)
    {
        const Rows result(PQprepare(m_connection, name, sql.c_str(), 0, nullptr));
        if (PQresultStatus(result.get()) != PGRES_COMMAND_OK)
            throw std::runtime_error(PQerrorMessage(m_connection));
    }
    void execute(const char* sql)
    {
        const Rows result(PQexec(m_connection, sql));
        if (PQresultStatus(result.get()) != PGRES_COMMAND_OK)
            throw std::runtime_error(PQerrorMessage(m_connection));
    }
    template <std::size_t n> Rows run(const char* name, const std::array<const char*, n>& values)
    {
        Rows result(PQexecPrepared(m_connection, name, n, values.data(), nullptr, nullptr, 0));
        if (PQresultStatus(result.get()) != PGRES_TUPLES_OK)
            throw std::runtime_error(PQerrorMessage(m_connection));
        return result;
    }

private:
    PGconn* m_connection;
};

void append(std::string& array, const char* element)
{
    array += array.empty() ? "{\"" : ",\"";
    for (; *element; ++element) {
        if (*element == '"' || *element == '\\')
            array += '\\';
        array += *element;
    }
    array += '"';
}

// The statement with these values as $1, $2 and so on.
std::string numbered(const char* name, const std::vector<std::string_view>& keys)
{
    return fill_placeholders(statement_text(name), [&](std::string_view key) -> std::optional<std::string> {
        if (key == "token_left") // a piece that the engine's link inserts
            return statement_text(key);
        const auto at = std::find(keys.begin(), keys.end(), key);
        return at == keys.end() ? std::nullopt : std::optional("$" + std::to_string(at - keys.begin() + 1));
    });
}

const char* const update_text =
    "UPDATE lockdesk_tasks SET locked_at = lockdesk_stamp(), owner = $2, claim_id = $3, token = token + 1, claims = claims "
    "+ 1, changed = pg_current_xact_id() WHERE id = $1 "
    "RETURNING id, desired_state, payload, token, updated_at, created_at, claims, takeovers, failures, last_error";

// ShedLock's statements: no lock takes fewer.
const char* const smallest_table = "SET client_min_messages = warning; CREATE TABLE IF NOT EXISTS bench_smallest (name text "
                                   "PRIMARY KEY, owner text NOT NULL, until timestamptz NOT NULL)";
const char* const smallest_acquire =
    "INSERT INTO bench_smallest VALUES ($1, $2, now() + interval '30 s') ON CONFLICT (name) DO UPDATE SET owner = $2, "
    "until = now() + interval '30 s' WHERE bench_smallest.until <= now() RETURNING 1";
const char* const smallest_release = "UPDATE bench_smallest SET until = now() WHERE name = $1 AND owner = $2 RETURNING 1";

class RawPostgres final : public RawLoop
{
public:
    explicit RawPostgres(const StoreUrl& url) : m_line(url)
    {
        m_line.prepare("lock_acquire", numbered("lock_acquire", {"name", "owner", "lease", "mark"}));
        m_line.prepare("lock_release", numbered("lock_release", {"name", "owner", "token", "at_least"}));
        m_line.prepare("task_apply", numbered("task_apply", {"ids", "owners", "tokens", "verbs", "waits", "from", "to", "desired",
                                                             "jitters", "texts"}));
        m_line.prepare("outbox_add", numbered("outbox_add", {"id", "topic", "payload"}));
        m_line.prepare("changes_head", statement_text("changes_head"));
        m_line.prepare("update", update_text);
        m_line.execute(smallest_table);
        m_line.prepare("smallest_acquire", smallest_acquire);
        m_line.prepare("smallest_release", smallest_release);
        const std::string is_new = "k.changed >= $1::xid8 AND k.changed < $2::xid8 "
                                   "AND NOT pg_visible_in_snapshot(k.changed, $3::pg_snapshot)";
        for (const char* name : {"lock_list", "task_list", "outbox_list", "worker_list", "changes_removed"})
            m_line.prepare(
                name, fill_placeholders(statement_text(name), {{"where", is_new}, {"order", ""}, {"limit", "LIMIT 1001"}}));
    }

    void pair(const std::string& name, const std::string& owner) override
    {
        std::string mark = "|";
        mark.append(std::to_string(100'000'000'000'000'000 + ++m_count)).append("000000");
        const auto got = m_line.run<4>("lock_acquire", {name.c_str(), owner.c_str(), "30000000", mark.c_str()});
        const std::string token = PQgetvalue(got.get(), 0, 3);
        const auto freed = m_line.run<4>("lock_release", {name.c_str(), owner.c_str(), token.c_str(), "0"});
        if (std::string_view(PQgetvalue(freed.get(), 0, 1)) != "released")
            throw std::runtime_error("the benchmark's own lock was lost");
    }

    void smallest_pair(const std::string& name, const std::string& owner) override
    {
        for (const char* statement : {"smallest_acquire", "smallest_release"})
            if (PQntuples(m_line.run<2>(statement, {name.c_str(), owner.c_str()}).get()) != 1)
                throw std::runtime_error("raw loop: the smallest lock is somebody else's");
    }

    std::int64_t claim(const std::string& kind, const std::string& phase, std::int64_t limit,
                       const std::string& owner) override
    {
        const std::string name = "claim_" + std::to_string(limit);
        if (m_claims.insert(limit).second)
            m_line.prepare(name.c_str(),
                           fill_placeholders(numbered(limit > 1 ? "task_claim_fair" : "task_claim_plain",
                                                      {"kind", "phase", "owner", "claim", "timeout"}),
                                             {{"limit", std::to_string(limit)},
                                              {"quota", std::to_string(std::max<std::int64_t>(1, limit / 4))}}));
        const auto claim = std::to_string(++m_count) + owner;
        m_owner = owner;
        m_claimed = m_line.run<5>(name.c_str(), {kind.c_str(), phase.c_str(), owner.c_str(), claim.c_str(), nullptr});
        return PQgetisnull(m_claimed.get(), 0, id_at) ? 0 : PQntuples(m_claimed.get());
    }

    void advance_claimed(const std::string& to) override
    {
        std::string ids, owners, tokens, verbs, nothing, phases, jitters;
        const int count = PQntuples(m_claimed.get());
        for (int i = 0; i < count; ++i) {
            append(ids, PQgetvalue(m_claimed.get(), i, id_at));
            append(owners, m_owner.c_str());
            append(tokens, PQgetvalue(m_claimed.get(), i, token_at));
            append(verbs, "advance");
            nothing += nothing.empty() ? "{NULL" : ",NULL";
            append(phases, to.c_str());
            jitters += jitters.empty() ? "{1" : ",1";
        }
        for (auto* array : {&ids, &owners, &tokens, &verbs, &nothing, &phases, &jitters})
            *array += '}';
        const auto done = m_line.run<10>("task_apply", {ids.c_str(), owners.c_str(), tokens.c_str(), verbs.c_str(),
                                                        nothing.c_str(), nothing.c_str(), phases.c_str(), nothing.c_str(),
                                                        jitters.c_str(), nothing.c_str()});
        if (PQntuples(done.get()) != count || PQgetisnull(done.get(), 0, 1))
            throw std::runtime_error("a task of the benchmark was lost");
    }

    void update(const std::string& id, const std::string& owner) override
    {
        const auto claim = std::to_string(++m_count) + owner;
        if (PQntuples(m_line.run<3>("update", {id.c_str(), owner.c_str(), claim.c_str()}).get()) != 1)
            throw std::runtime_error("a task of the benchmark was lost");
    }

    void enqueue(const std::string& id, const std::string& payload) override
    {
        m_line.run<3>("outbox_add", {id.c_str(), "bench", payload.c_str()});
    }

    std::int64_t changes() override
    {
        const auto head = m_line.run<0>("changes_head", {});
        const std::string snapshot = PQgetvalue(head.get(), 0, 1);
        if (m_snapshot.empty())
            m_snapshot = snapshot;
        const std::string xmin = m_snapshot.substr(0, m_snapshot.find(':'));
        std::int64_t rows = 0;
        for (const char* name : {"lock_list", "task_list", "outbox_list", "worker_list", "changes_removed"})
            rows += PQntuples(m_line.run<3>(name, {xmin.c_str(), PQgetvalue(head.get(), 0, 2), m_snapshot.c_str()}).get());
        m_snapshot = snapshot;
        return rows;
    }

private:
    // Columns of the claim's result.
    static constexpr int id_at = 3;
    static constexpr int token_at = 6;

    Line m_line;
    Rows m_claimed;
    std::string m_owner;
    std::string m_snapshot;
    std::int64_t m_count = 0;
    std::set<std::int64_t> m_claims;
};

} // namespace

std::unique_ptr<RawLoop> make_raw_postgres(const StoreUrl& url) { return std::make_unique<RawPostgres>(url); }

} // namespace lockdesk::bench
