// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// Rows of other libraries' tables: odd times and owners, and the decisions on them.
#include "backends/formats/dist_lock.h"
#include "backends/formats/shed_lock.h"
#include "tests/fuzz/input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace lockdesk;
    fuzz::Input in(data, size);
    const auto maybe_time = [&] { return in.byte() % 4 == 0 ? std::nullopt : std::optional(time_from_us(in.number())); };
    const TimePoint now = time_from_us(1'790'000'000'000'000);
    const Duration lease{in.number() & 0x7FFF'FFFF'FFFF'FFFF}, at_least{in.number() & 0x7FFF'FFFF'FFFF'FFFF};
    const auto owner = OwnerId::trusted(in.byte() % 2 == 0 ? "me" : "me (done)");
    const FencingToken token{in.number()};
    (void)dist_lock::parse_options(in.text());
    (void)shed_lock::parse_options(in.text());

    dist_lock::Row row{in.byte() % 2 == 0, std::nullopt, maybe_time()};
    if (in.byte() % 4 != 0)
        row.owner = in.text();
    const dist_lock::Column column{Duration{in.byte() % 2 == 0 ? 1 : 1'000'000}, time_from_us(253'402'300'799'999'999)};
    (void)dist_lock::decide_acquire(row, owner, lease, now, column);
    (void)dist_lock::decide_renew(row, owner, token, lease, now, column);
    (void)dist_lock::decide_release(row, owner, token, now);
    (void)lock_state(dist_lock::to_lock_row("name", row), now);

    const shed_lock::Row other{true, maybe_time(), maybe_time(), in.text()};
    (void)shed_lock::decide_acquire(other, owner, lease, now, column.latest);
    (void)shed_lock::decide_renew(other, owner, token, lease, now, column.latest);
    (void)shed_lock::decide_release(other, owner, token, at_least, now, column.latest);
    (void)shed_lock::holder(other, now);
    (void)lock_state(shed_lock::to_lock_row("name", other, "{}", now), now);
    return 0;
}
