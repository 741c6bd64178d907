// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// The MariaDB store's statements on libmariadb's blocking calls, with nothing around them.
#include "backends/mariadb/batch.h"
#include "backends/mariadb/link.h"
#include "tests/bench/raw_loop.h"

#include <mysql.h>

#include <cstdint>
#include <limits>
#include <set>
#include <stdexcept>
#include <utility>

namespace lockdesk::bench {

namespace {

using mariadb::Template;
using mariadb::Values;

// The reply to one command: all rows of all result sets, as the library returns them.
struct Rows
{
    std::vector<std::vector<std::string>> rows;
    std::uint64_t changed = 0; ///< by the last statement
};

class Line
{
public:
    explicit Line(const StoreUrl& url) : m_connection(mysql_init(nullptr))
    {
        // The store's own session settings, which determine the plans.
        const auto options = mariadb::connect_options(url, {});
        const unsigned by_tcp = MYSQL_PROTOCOL_TCP;
        mysql_options(m_connection, MYSQL_SET_CHARSET_NAME, "utf8mb4");
        mysql_options(m_connection, MYSQL_OPT_PROTOCOL, &by_tcp);
        if (!mysql_real_connect(m_connection, options.host.c_str(), options.user.c_str(), options.password.c_str(),
                                options.database.c_str(), static_cast<unsigned>(options.port), nullptr,
                                CLIENT_MULTI_STATEMENTS))
            throw std::runtime_error(mysql_error(m_connection));
        run(options.setup);
    }
    ~Line() { mysql_close(m_connection); }
    Line(const Line&) = delete;
    Line& operator=(const Line&) = delete;

    Rows run(const std::string& sql)
    {
        Rows out;
        int more = mysql_real_query(m_connection, sql.data(), sql.size());
        for (; more == 0; more = mysql_next_result(m_connection)) {
            MYSQL_RES* set = mysql_store_result(m_connection);
            if (!set) {
                out.changed = mysql_affected_rows(m_connection);
                continue;
            }
            const auto columns = mysql_num_fields(set);
            while (char** row = mysql_fetch_row(set)) {
                auto& texts = out.rows.emplace_back();
                for (unsigned i = 0; i < columns; ++i)
                    texts.emplace_back(row[i] ? row[i] : "");
            }
            mysql_free_result(set);
        }
        if (more > 0)
            throw std::runtime_error(mysql_error(m_connection));
        return out;
    }

private:
    MYSQL* m_connection;
};

class Statement
{
public:
    explicit Statement(const char* name) : m_name(name), m_template(mariadb::statement_text(name), mariadb::fixed_values({}))
    {
    }
    static Statement of_text(const char* text) { return Statement(Template(text)); }
    [[nodiscard]] std::string fill(const Values& values) const { return m_template.fill(values); }
    [[nodiscard]] std::string prepare() const { return mariadb::prepare(m_name, m_template); }
    [[nodiscard]] std::string execute(const Values& values) const { return mariadb::execute(m_name, m_template, values); }

private:
    explicit Statement(Template made) : m_template(std::move(made)) {}
    std::string m_name;
    Template m_template;
};

// MariaDB has no UPDATE ... RETURNING: the row is selected by its key in the same message.
const char* const update_text =
    "UPDATE lockdesk_tasks SET locked_at = TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)), owner = {owner}, "
    "claim_id = {claim}, token = token + 1, claims = claims + 1, change_seq = NEXT VALUE FOR lockdesk_changes WHERE id = "
    "{id}; SELECT id, desired_state, payload, token, updated_at, created_at, claims, takeovers, failures, last_error "
    "FROM lockdesk_tasks WHERE id = {id}";

const char* const smallest_table =
    "CREATE TABLE IF NOT EXISTS bench_smallest (name VARCHAR(200) PRIMARY KEY, owner VARCHAR(200), until DATETIME(6))";
const char* const smallest_insert = "INSERT IGNORE INTO bench_smallest VALUES ({name}, '', UTC_TIMESTAMP(6))";
const char* const smallest_acquire =
    "UPDATE bench_smallest SET owner = {owner}, until = UTC_TIMESTAMP(6) + INTERVAL 30 SECOND "
    "WHERE name = {name} AND until <= UTC_TIMESTAMP(6)";
const char* const smallest_release =
    "UPDATE bench_smallest SET until = UTC_TIMESTAMP(6) WHERE name = {name} AND owner = {owner}";

class RawMariaDb final : public RawLoop
{
public:
    explicit RawMariaDb(const StoreUrl& url) : m_line(url) {}

    void pair(const std::string& name, const std::string& owner) override
    {
        Values values;
        values.text("name", name).text("owner", owner).number("lease", 30'000'000);
        values.text("mark", std::string("|") + std::to_string(100'000'000'000'000'000 + ++m_count) + "000000");
        const bool first = !std::exchange(m_prepared_pair, true);
        const auto got = m_line.run((first ? m_acquire.prepare() + ";\n" : "") + m_acquire.execute(values));
        values.sql("token", got.rows.at(0).at(3)).number("at_least", 0);
        const auto freed = m_line.run((first ? m_release.prepare() + ";\n" : "") + m_release.execute(values));
        if (freed.rows.at(0).at(1) != "released")
            throw std::runtime_error("the benchmark's own lock was lost");
    }

    void smallest_pair(const std::string& name, const std::string& owner) override
    {
        Values values;
        values.text("name", name).text("owner", owner);
        if (m_smallest.insert(name).second) {
            m_line.run(smallest_table);
            m_line.run(m_smallest_insert.fill(values));
        }
        for (const Statement* one : {&m_smallest_acquire, &m_smallest_release})
            if (m_line.run(one->fill(values)).changed != 1)
                throw std::runtime_error("raw loop: the smallest lock is somebody else's");
    }

    std::int64_t claim(const std::string& kind, const std::string& phase, std::int64_t limit,
                       const std::string& owner) override
    {
        Values values;
        values.text("kind", kind).text("phase", phase).text("owner", owner).number("limit", limit).sql("timeout", "NULL");
        values.text("claim", std::to_string(++m_count) + owner);
        auto returned = values;
        returned.number("n", 1).number("above", 0).number("count", std::max<std::int64_t>(1, limit / 4));
        auto rest = values;
        rest.number("n", 2).number("above", -std::numeric_limits<std::int64_t>::max()).sql("count", "v_limit");
        m_owner = owner;
        if (limit == 1) {
            values.number("above", -std::numeric_limits<std::int64_t>::max());
            const bool first = !std::exchange(m_prepared, true);
            m_claimed = m_line.run((first ? m_claim_first.prepare() + ";\n" + m_claim_one.prepare() + ";\n" : "")
                                   + m_claim_first.execute(values));
            if (m_claimed.rows.empty())
                m_claimed = m_line.run(m_claim_one.execute(values));
            if (m_claimed.rows.size() == 1 && m_claimed.rows[0].size() == 1)
                m_claimed.rows.clear(); // only the clock
            return static_cast<std::int64_t>(m_claimed.rows.size());
        }
        values.sql("looks", m_look.fill(returned) + m_look.fill(rest));
        values.sql("passes", m_pass.fill(returned) + m_pass.fill(rest));
        m_claimed = m_line.run(m_claim.fill(values));
        m_claimed.rows.pop_back(); // the clock
        return static_cast<std::int64_t>(m_claimed.rows.size());
    }

    void advance_claimed(const std::string& to) override
    {
        const auto change = "locked_at = 0, owner = NULL, updated_at = v_now, failures = 0, last_error = '', phase = "
                            + mariadb::literal(to) + ", change_seq = NEXT VALUE FOR lockdesk_changes";
        mariadb::Batch batch;
        for (const auto& row : m_claimed.rows)
            batch.add(change, "owner = " + mariadb::literal(m_owner), row.at(1), std::stoll(row.at(7)));
        Values values;
        values.sql("ids", batch.ids()).sql("updates", batch.updates("lockdesk_tasks"));
        const auto done = m_line.run(m_apply.fill(values));
        if (done.rows.size() != 2 * m_claimed.rows.size() + 1)
            throw std::runtime_error("a task of the benchmark was lost");
    }

    void update(const std::string& id, const std::string& owner) override
    {
        Values values;
        values.text("id", id).text("owner", owner).text("claim", std::to_string(++m_count) + owner);
        if (m_line.run(m_update.fill(values)).rows.size() != 1)
            throw std::runtime_error("a task of the benchmark was lost");
    }

    void enqueue(const std::string& id, const std::string& payload) override
    {
        Values values;
        values.text("id", id).text("topic", "bench").text("payload", payload);
        m_line.run(m_enqueue.fill(values));
    }

    std::int64_t changes() override
    {
        Values values;
        m_line.run(m_head.fill(values));
        m_line.run(m_top.fill(values));
        values.sql("low", m_low);
        const auto stamps = m_line.run(m_dirty.fill(values)).rows;
        m_line.run(m_committed.fill(values));
        values.sql("where", "k.change_seq > " + m_low).sql("limit", "LIMIT 1001");
        std::int64_t rows = 0;
        for (const auto* statement : {&m_locks, &m_tasks, &m_messages, &m_workers})
            rows += static_cast<std::int64_t>(m_line.run(statement->fill(values)).rows.size()) - 1;
        m_line.run(m_removed.fill(values));
        for (const auto& stamp : stamps)
            m_low = std::to_string(std::max(std::stoll(m_low), std::stoll(stamp.at(0))));
        return rows;
    }

private:
    const Statement m_smallest_insert = Statement::of_text(smallest_insert);
    const Statement m_smallest_acquire = Statement::of_text(smallest_acquire);
    const Statement m_smallest_release = Statement::of_text(smallest_release);
    std::set<std::string> m_smallest;
    Line m_line;
    Statement m_acquire{"lock_acquire"}, m_release{"lock_release"}, m_claim{"task_claim"}, m_pass{"task_claim_pass"},
        m_look{"task_claim_look"}, m_claim_first{"task_claim_first"}, m_claim_one{"task_claim_one"}, m_apply{"task_apply"}, m_enqueue{"outbox_add"},
        m_head{"changes_head"}, m_top{"changes_top"}, m_dirty{"changes_dirty"}, m_committed{"changes_committed"},
        m_locks{"lock_list"}, m_tasks{"task_list"}, m_messages{"outbox_list"}, m_workers{"worker_list"},
        m_removed{"changes_removed"}, m_update = Statement::of_text(update_text);
    bool m_prepared = false, m_prepared_pair = false;
    std::int64_t m_count = 0;
    std::string m_owner;
    Rows m_claimed;
    std::string m_low = "0";
};

} // namespace

std::unique_ptr<RawLoop> make_raw_mariadb(const StoreUrl& url) { return std::make_unique<RawMariaDb>(url); }

} // namespace lockdesk::bench
