// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/redis/lookahead.h"

namespace lockdesk::redis {

void Lookahead::send(const char* statement, std::function<void(std::size_t, View)> each, std::function<void()> then)
{
    if (ended())
        return;
    std::size_t replies = 0;
    m_failure = m_link.send_pipeline(statement, replies);
    if (m_failure)
        m_batches.clear(); // lost with the connection
    else
        m_batches.push_back({statement, replies, std::move(each), std::move(then)});
}

std::optional<Failure> Lookahead::run()
{
    while (!m_batches.empty()) {
        const Batch batch = std::move(m_batches.front());
        m_batches.pop_front();
        auto lost = m_link.read_replies(batch.statement, batch.replies, [&](std::size_t i, View reply) {
            if (!ended())
                batch.each(i, reply);
        });
        if (lost) { // with every reply that was to come
            m_batches.clear();
            return m_failure ? std::move(m_failure) : std::move(lost);
        }
        if (batch.then && !ended())
            batch.then();
    }
    return std::move(m_failure);
}

bool Lookahead::refused(View reply, const char* statement)
{
    if (!reply.is_error())
        return false;
    if (!m_failure)
        m_failure = to_failure({Trouble::Cause::error_reply, reply.str(), false, statement});
    return true;
}

bool Lookahead::refused(View reply, std::size_t elements, const char* statement)
{
    if (refused(reply, statement))
        return true;
    if (reply.is_array() && reply.size() == elements)
        return false;
    if (!m_failure)
        m_failure = to_failure({Trouble::Cause::garbage, "not a value for each of the keys", false, statement});
    return true;
}

} // namespace lockdesk::redis
