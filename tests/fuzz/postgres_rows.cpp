// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/formats/dist_lock.h"
#include "backends/formats/shed_lock.h"
#include "backends/postgres/reply.h"
#include "backends/sql/rows.h"
#include "tests/fuzz/input.h"

#include <libpq-fe.h>
#include <vector>

namespace {

constexpr int columns = 26; // more than any of our rows has

// A row of any types, as a server could send it.
lockdesk::sql::Reply made_up(lockdesk::fuzz::Input& in)
{
    PGresult* made = PQmakeEmptyPGresult(nullptr, PGRES_TUPLES_OK);
    constexpr Oid types[] = {20, 23, 25, 16, 1184, 3802, 701};
    std::vector<std::string> names(columns);
    std::vector<PGresAttDesc> attributes(columns);
    for (int i = 0; i < columns; ++i) {
        names[static_cast<std::size_t>(i)] = "c" + std::to_string(i);
        auto& one = attributes[static_cast<std::size_t>(i)];
        one = {};
        one.name = names[static_cast<std::size_t>(i)].data();
        one.typid = types[in.byte() % std::size(types)];
        one.typlen = -1;
    }
    PQsetResultAttrs(made, columns, attributes.data());
    for (int i = 0; i < columns; ++i) {
        std::string value = in.text_or_number();
        value.resize(std::min(value.size(), value.find('\0'))); // the server's texts contain none
        const bool null = in.byte() % 8 == 0;
        PQsetvalue(made, 0, i, null ? nullptr : value.data(), null ? -1 : static_cast<int>(value.size()));
    }
    return lockdesk::postgres::reply_of(made);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace lockdesk;
    fuzz::Input in(data, size);
    const auto row = made_up(in);
    const TimePoint now = row.now().value_or(TimePoint{});
    const LockRow lock = sql::read_row<LockRow>(row, 0, 1, Raw::with);
    (void)lock_state(lock, now);
    const TaskRow task = sql::read_row<TaskRow>(row, 0, 1, Raw::with);
    (void)task_state(task, now);
    (void)sql::read_row<MessageRow>(row, 0, 1, Raw::with);
    (void)sql::read_row<WorkerRow>(row, 0, 1, Raw::with);
    (void)sql::read_row<WaiterRow>(row, 0);
    (void)sql::read_row<FenceRow>(row, 0);
    (void)sql::read_row<AuditRow>(row, 0);
    return 0;
}
