// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/redis/key_formats.h"
#include "backends/redis/reply_arena.h"
#include "tests/fuzz/input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace lockdesk;
    fuzz::Input in(data, size);
    const std::string source = in.text();
    (void)redis::is_key_source(source);
    (void)redis::parse_key_source(source);
    redisReader* reader = redisReaderCreate();
    redis::limit_arrays(reader);
    redis::KeyFormat format;
    format.kind = static_cast<redis::KeyFormat::Kind>(in.byte() % 3);
    format.prefix = in.byte() % 2 == 0 ? "" : "job-lock:default:";
    const bool asked = in.byte() % 2 == 0;
    redis::KeySeen seen{in.text(), {}, in.number(), in.number()};
    const TimePoint now = time_from_us(in.number());
    (void)redis::parse_shed_value(in.rest());
    redisReaderFeed(reader, in.rest().data(), in.rest().size());
    void* reply = nullptr;
    if (redisReaderGetReply(reader, &reply) == REDIS_OK && reply != nullptr) {
        seen.value = redis::View(static_cast<redisReply*>(reply));
        if (const auto row = redis::key_row(format, seen, now, asked))
            (void)redis::key_release_words(format, row->name, row->owner, row->expires_at);
        freeReplyObject(reply);
    }
    redisReaderFree(reader);
    return 0;
}
