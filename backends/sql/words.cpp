// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sql/words.h"

#include <initializer_list>

namespace lockdesk::sql {

namespace {

template <class Word> std::optional<Word> among(std::initializer_list<Word> all, std::string_view text)
{
    for (const Word one : all)
        if (text == word(one))
            return one;
    return std::nullopt;
}

} // namespace

std::optional<MessageState> message_state(std::string_view text)
{
    using enum MessageState;
    return among({pending, sending, sent, dead}, text);
}

std::optional<WorkerOrder> worker_order(std::string_view text)
{
    using enum WorkerOrder;
    return among({run, pause, slow, stop}, text);
}

std::optional<LeaseResult> lease_result(std::string_view text)
{
    using enum LeaseResult;
    return among({renewed, released, still_held, cooling, not_owner, stale, expired}, text);
}

} // namespace lockdesk::sql
