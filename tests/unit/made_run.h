// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/scenarios/playback.h"

#include <gtest/gtest.h>

namespace lockdesk::scenarios {

/// A run built event by event.
class Made
{
public:
    explicit Made(const std::string& rules, const std::string& counts = R"({"all":{"actor":"*"}})")
    {
        m_file.header.base = lesson_base;
        m_file.header.id = "made";
        m_file.header.variant = "only";
        m_file.header.store = "memory";
        m_file.header.rules = rules;
        m_file.header.lanes.push_back({"a", "actor", "a", {}, {}});
        m_file.header.lanes.push_back({"lock x", "lock", "x", {}, {}});
        m_file.header.counts = counts;
    }

    Made& add(int second, const std::string& actor, const std::string& word, Fields values = {},
              const std::string& statement = {})
    {
        Event event;
        event.line = static_cast<int>(m_file.events.size()) + 2;
        event.t = std::chrono::seconds{second};
        event.actor = actor;
        event.event = word;
        event.step = word + ".step";
        event.statement = statement;
        event.named = !statement.empty();
        event.values = std::move(values);
        m_file.events.push_back(event);
        return *this;
    }

    Made& by_hand(int second, const std::string& word)
    {
        add(second, "you", word);
        m_file.events.back().by_hand = true;
        return *this;
    }

    [[nodiscard]] Verdict verdict()
    {
        add(100, "lesson", "finished");
        const auto out = verify(m_file);
        EXPECT_TRUE(out) << out.failure().message;
        return out ? *out : Verdict{};
    }
    [[nodiscard]] const EventFile& file() const { return m_file; }
    [[nodiscard]] Event& last() { return m_file.events.back(); }

private:
    EventFile m_file;
};

inline Fields number(const char* key, std::int64_t value) { return {{key, value}}; }

inline void expect_right(Made made) { EXPECT_TRUE(made.verdict().ok); }

inline void expect_wrong_at(Made made, int line)
{
    const Verdict verdict = made.verdict();
    EXPECT_FALSE(verdict.ok);
    EXPECT_EQ(verdict.first_bad, line);
    EXPECT_EQ(verdict.rule, "r");
}

/// Expects a right verdict after a fault by hand.
inline void harmless(Made made)
{
    const Verdict verdict = made.verdict();
    EXPECT_TRUE(verdict.ok) << *verdict.first_bad;
    EXPECT_TRUE(verdict.safety_only);
}

} // namespace lockdesk::scenarios
