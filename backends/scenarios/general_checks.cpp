// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/scenarios/checks.h"

#include <charconv>

namespace lockdesk::scenarios {

namespace {

class ClockCheck final : public Check
{
public:
    [[nodiscard]] std::unique_ptr<Check> clone() const override { return std::make_unique<ClockCheck>(*this); }
    void add(const Event& event) override
    {
        if (event.t < m_last)
            wrong(event);
        m_last = event.t;
    }

private:
    Duration m_last{0};
};

std::int64_t in_lesson(Duration t) { return to_us(lockdesk::add(lesson_base, t)); }

// Reads `store_us` from a line; it is the first key of that name.
std::optional<std::int64_t> store_time(std::string_view line)
{
    constexpr std::string_view key = "\"store_us\"";
    auto place = line.find(key);
    if (place == std::string_view::npos)
        return std::nullopt;
    place = line.find_first_not_of(": ", place + key.size());
    std::int64_t out = 0;
    if (place == std::string_view::npos
        || std::from_chars(line.data() + place, line.data() + line.size(), out).ec != std::errc{})
        return std::nullopt;
    return out;
}

// A fence refuses tokens smaller than the largest one that it has seen, and no others.
bool fence_agrees(const Event& event)
{
    const Value token = field(event.values, "token"), largest = field(event.values, "max_token");
    const auto *one = std::get_if<std::int64_t>(&token), *other = std::get_if<std::int64_t>(&largest);
    if ((event.statement != "fence.admit" && event.statement != "record.put") || one == nullptr || other == nullptr)
        return true;
    return event.result == "refused" ? *one < *other : event.result == "admitted" ? *one == *other : true;
}

// Values that a line contains twice must agree: an edit of the word alone is detected.
class Agreement final : public Check
{
public:
    [[nodiscard]] std::unique_ptr<Check> clone() const override { return std::make_unique<Agreement>(*this); }
    void add(const Event& event) override
    {
        const Value result = field(event.values, "result");
        const bool same = std::holds_alternative<std::monostate>(result) || text_of(result) == event.result;
        const auto at = store_time(event.raw);
        const bool word = event.statement.empty() || event.named || event_word(event) == event.event;
        if (!same || !word || !fence_agrees(event) || (at && *at != in_lesson(event.t)))
            wrong(event);
    }
};

class Completeness final : public Check
{
public:
    [[nodiscard]] std::unique_ptr<Check> clone() const override { return std::make_unique<Completeness>(*this); }
    void add(const Event& event) override { m_finished = m_finished || event.event == "finished"; }
    [[nodiscard]] std::optional<int> lacks(int last) const override { return at(last, !m_finished); }

private:
    bool m_finished = false;
};

class GoesOn final : public Check
{
public:
    [[nodiscard]] std::unique_ptr<Check> clone() const override { return std::make_unique<GoesOn>(*this); }
    void add(const Event& event) override
    {
        if (event.event == "for_ever")
            wrong(event);
    }
};

template <class T> std::unique_ptr<Check> made(const char* name, const char* en, const char* ko)
{
    auto check = std::make_unique<T>();
    check->name = name;
    check->text = Text({{"en", en}, {"ko", ko}});
    check->safety = check->in_any_case = true;
    return check;
}

} // namespace

std::vector<std::unique_ptr<Check>> general_checks()
{
    std::vector<std::unique_ptr<Check>> out;
    out.push_back(made<ClockCheck>("clock", "Time does not go back.", "시간은 거꾸로 가지 않는다."));
    out.push_back(made<Agreement>("agreement", "A line of the event file agrees with itself.",
                                  "이벤트 파일의 한 줄은 스스로 어긋나지 않는다."));
    out.push_back(made<Completeness>("complete", "The run has its end.", "실행은 끝까지 기록되어 있다."));
    out.push_back(made<GoesOn>("not-for-ever", "Nobody holds for ever without moving.", "움직이지 않으면서 끝없이 쥐고 있는 쪽은 없다."));
    return out;
}

} // namespace lockdesk::scenarios
