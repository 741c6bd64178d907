// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/statement_trace.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <vector>

namespace lockdesk::test {

inline std::vector<SentStatement> without_asides(std::vector<SentStatement> sent)
{
    std::erase_if(sent, [](const SentStatement& one) { return one.aside; });
    return sent;
}

/// Returns what `verb` would send on a session with this trace.
inline std::vector<SentStatement> shown_by_rehearsal(StatementTrace& trace, const std::function<void()>& verb)
{
    const StatementTrace::Rehearsal rehearsal(trace);
    verb();
    EXPECT_TRUE(rehearsal.held());
    return without_asides(trace.take());
}

/// Expects that all that was shown has since been sent in order. `by_name`: compares names, if texts differ at every call.
inline void expect_sent_as_shown(const std::vector<SentStatement>& shown, StatementTrace& trace, bool by_name = false)
{
    ASSERT_FALSE(shown.empty());
    const auto sent = without_asides(trace.take());
    auto at = sent.begin();
    for (const SentStatement& one : shown) {
        at = std::find_if(at, sent.end(), [&](const SentStatement& other) {
            return one.name == other.name && (by_name || one == other);
        });
        ASSERT_NE(at, sent.end()) << one.name << ": " << with_values(one) << "\nwas not sent, but\n"
                                  << (sent.empty() ? "" : with_values(sent.back()));
        ++at;
    }
}

} // namespace lockdesk::test
