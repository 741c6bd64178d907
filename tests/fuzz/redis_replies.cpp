// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/redis/decode.h"
#include "backends/redis/packed_lock.h"
#include "backends/redis/reply_arena.h"
#include "tests/fuzz/input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace lockdesk;
    using redis::Raw;
    (void)redis::unpack_lock(fuzz::text_of(data, size));
    (void)redis::unpack_changed(fuzz::text_of(data, size));
    redisReader* reader = redisReaderCreate();
    redis::limit_arrays(reader);
    redisReaderFeed(reader, reinterpret_cast<const char*>(data), size);
    void* reply = nullptr;
    while (redisReaderGetReply(reader, &reply) == REDIS_OK && reply != nullptr) {
        const redis::View all(static_cast<redisReply*>(reply));
        for (const redis::View view : {all, all[0], all[1]}) {
            const redis::Rules rules(view);
            (void)rules.all();
            (void)redis::lock_row("name", view, Raw::with);
            (void)redis::task_row("id", view, rules, Raw::with);
            (void)redis::task_row("id", view, redis::rule_of_values(view, all[1]));
            (void)redis::message_row("id", view, time_from_us(1'790'000'000'000'000), Raw::with);
            (void)redis::worker_row("id", view, Raw::with);
            (void)redis::fence_row(view);
            (void)redis::audit_row(view);
            (void)redis::waiter_rows(view, all[1]);
            (void)redis::waiters_of(view);
            (void)redis::below_entry(view);
            (void)redis::parse_rule(view.text(), "kind", "phase");
        }
        freeReplyObject(reply);
        reply = nullptr;
    }
    redisReaderFree(reader);
    return 0;
}
