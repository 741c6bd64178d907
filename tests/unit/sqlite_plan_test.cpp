// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// Frequent statements must use an index and sort nothing, whatever the size of the table.
#include "backends/sqlite/connection.h"
#include "tests/unit/sqlite_fixture.h"

namespace lockdesk::test {

class SqlitePlanTest : public SqliteTest
{
protected:
    void SetUp() override { init(); }

    std::string plan(std::string_view file)
    {
        sqlite::Connection db(path(), {});
        return db
            .run<std::string>(sqlite::Mode::read,
                              [&] {
                                  std::string text;
                                  auto query = db.one_off("EXPLAIN QUERY PLAN " + db.text_of(file), file);
                                  while (query.step())
                                      text += query.text(3) + "\n";
                                  return text;
                              })
            .value();
    }
    void expect_index(std::string_view file, const std::string& index)
    {
        const auto text = plan(file);
        EXPECT_NE(text.find(index), std::string::npos) << file << ":\n" << text;
        EXPECT_EQ(text.find("TEMP B-TREE"), std::string::npos) << file << ":\n" << text;
        EXPECT_EQ(text.find("SCAN lockdesk_tasks\n"), std::string::npos) << file << ":\n" << text;
        EXPECT_EQ(text.find("SCAN lockdesk_outbox\n"), std::string::npos) << file << ":\n" << text;
    }
};

TEST_F(SqlitePlanTest, Claims)
{
    const std::string due = "lockdesk_tasks_due (kind=? AND phase=? AND locked_at";
    expect_index("task_look", due);
    expect_index("task_look_returned", due);
    expect_index("task_look_any", due);
    expect_index("task_ended", due);
    expect_index("task_ended_late", due);
    expect_index("task_take", "INTEGER PRIMARY KEY");
    EXPECT_NE(plan("task_by_claim").find("lockdesk_tasks_claim"), std::string::npos);
    expect_index("task_find", "sqlite_autoindex_lockdesk_tasks_1");
}

TEST_F(SqlitePlanTest, Outbox)
{
    expect_index("outbox_look", "lockdesk_outbox_pending");
    expect_index("outbox_look_overdue", "lockdesk_outbox_sending");
    expect_index("outbox_look_any", "lockdesk_outbox_pending");
    expect_index("outbox_find", "sqlite_autoindex_lockdesk_outbox_1");
    expect_index("outbox_collect", "lockdesk_outbox_sent");
    expect_index("outbox_backlog", "lockdesk_outbox_pending");
    expect_index("outbox_backlog_out", "lockdesk_outbox_sent");
}

TEST_F(SqlitePlanTest, LocksAndChanges)
{
    expect_index("lock_find", "PRIMARY KEY");
    expect_index("lock_ground", "PRIMARY KEY");
    expect_index("lock_list#since", "lockdesk_locks_change");
    expect_index("lock_list#latest", "lockdesk_locks_change");
    expect_index("task_list#since", "lockdesk_tasks_change");
    expect_index("task_list#latest", "lockdesk_tasks_change");
    expect_index("outbox_list#since", "lockdesk_outbox_change");
    expect_index("outbox_list#pending", "lockdesk_outbox_pending");
    expect_index("removed_list", "PRIMARY KEY");
    expect_index("hint_tasks", "lockdesk_tasks_change");
    expect_index("hint_locks", "lockdesk_locks_change");
}

TEST_F(SqlitePlanTest, Counts)
{
    expect_index("task_counts_next", "lockdesk_tasks_due (kind=? AND phase>?)");
    const auto text = plan("task_counts");
    EXPECT_NE(text.find("COVERING INDEX lockdesk_tasks_due"), std::string::npos) << text;
    EXPECT_NE(text.find("lockdesk_tasks_held"), std::string::npos) << text;
    EXPECT_NE(text.find("lockdesk_tasks_failed"), std::string::npos) << text;
}

} // namespace lockdesk::test
