// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/text/text.h"
#include "backends/mongodb/decode.h"
#include "tests/fuzz/input.h"

namespace {

// Builds a document of the fields that the store reads, with values of any type.
void put(lockdesk::fuzz::Input& in, bson_t* doc, const char* field, int depth)
{
    const int size = -1;
    switch (in.byte() % 12) {
    case 0: bson_append_null(doc, field, size); break;
    case 1: bson_append_int32(doc, field, size, static_cast<std::int32_t>(in.byte()) - 128); break;
    case 2:
    case 3:
    case 4: bson_append_int64(doc, field, size, in.number()); break;
    case 5: {
        double value = 0;
        const std::int64_t bits = in.number();
        std::memcpy(&value, &bits, sizeof value);
        bson_append_double(doc, field, size, value);
        break;
    }
    case 6:
    case 7: {
        const std::string text = lockdesk::to_valid_utf8(in.text());
        bson_append_utf8(doc, field, size, text.data(), static_cast<int>(text.size()));
        break;
    }
    case 8: bson_append_bool(doc, field, size, in.byte() % 2 == 0); break;
    case 9: bson_append_date_time(doc, field, size, in.number()); break;
    case 10: {
        bson_t inside;
        bson_append_array_begin(doc, field, size, &inside);
        if (depth < 3)
            put(in, &inside, "0", depth + 1);
        bson_append_array_end(doc, &inside);
        break;
    }
    default: {
        bson_t inside;
        bson_append_document_begin(doc, field, size, &inside);
        if (depth < 3)
            put(in, &inside, "name", depth + 1);
        bson_append_document_end(doc, &inside);
    }
    }
}

void read_all(lockdesk::mongodb::View doc)
{
    using namespace lockdesk;
    using mongodb::Raw;
    mongodb::Rules rules;
    rules.add(doc);
    (void)rules.all();
    (void)mongodb::lock_row(doc, Raw::with);
    (void)mongodb::task_row(doc, rules, Raw::with);
    (void)mongodb::message_row(doc, time_from_us(1'790'000'000'000'000), Raw::with);
    (void)mongodb::worker_row(doc, Raw::with);
    (void)mongodb::waiter_row(doc);
    (void)mongodb::fence_row(doc);
    (void)mongodb::audit_row(doc);
    (void)mongodb::id_text(doc["_id"]);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace lockdesk;
    bson_t doc;
    // The client library validates a server's reply before the engine sees it.
    if (bson_init_static(&doc, data, size) && bson_validate(&doc, BSON_VALIDATE_NONE, nullptr)) {
        read_all(mongodb::View(&doc));
        return 0;
    }
    constexpr const char* fields[] = {
        "_id",          "name",       "owner",         "token",         "holds",       "lease",
        "acquired_at",  "renewed_at", "expires_at",    "cooling_until", "released_at", "kind",
        "phase",        "payload",    "desired_state", "state",         "locked_at",   "updated_at",
        "created_at",   "next_at",    "lease_until",   "claims",        "failures",    "takeovers",
        "beat_at",      "control",    "slow_by",       "period",        "counters",    "lock_timeout",
        "max_failures", "at",         "max_token",     "resource",      "who",         "tries"};
    fuzz::Input in(data, size);
    bson_t* made = bson_new();
    while (in.more())
        put(in, made, fields[in.byte() % std::size(fields)], 0);
    read_all(mongodb::View(made));
    bson_destroy(made);
    return 0;
}
