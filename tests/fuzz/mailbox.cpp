// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/scenarios/mailbox.h"
#include "backends/scenarios/actor_link.h"
#include "backends/scenarios/reply.h"
#include "tests/fuzz/input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace lockdesk;
    const std::string value(fuzz::text_of(data, size));
    (void)scenarios::decode_joined("pod-a", value);
    (void)scenarios::decode_letter(value);
    (void)scenarios::statement_of(value);
    scenarios::ActorReply answer;
    if (const auto reply = scenarios::decode_reply(value)) {
        answer.status = reply->status;
        answer.lines = reply->lines;
    } else {
        answer.lines = {value};
    }
    (void)scenarios::read_reply(answer, "lesson_1");
    return 0;
}
