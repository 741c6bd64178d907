// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/scenarios/checks.h"

namespace lockdesk::scenarios {

namespace {

class Clock final : public Check
{
public:
    [[nodiscard]] std::unique_ptr<Check> clone() const override { return std::make_unique<Clock>(*this); }
    void add(const Event& event) override
    {
        if (event.t < m_last)
            wrong(event);
        m_last = event.t;
    }

private:
    Duration m_last{0};
};

// What a line says of itself twice must be the same: a changed word alone does not pass.
class Agreement final : public Check
{
public:
    [[nodiscard]] std::unique_ptr<Check> clone() const override { return std::make_unique<Agreement>(*this); }
    void add(const Event& event) override
    {
        const Value result = field(event.values, "result");
        const bool same = std::holds_alternative<std::monostate>(result) || text_of(result) == event.result;
        if (!same || (!event.statement.empty() && !event.named && event_word(event) != event.event))
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

template <class T>
std::unique_ptr<Check> made(const char* name, const char* en, const char* ko)
{
    auto check = std::make_unique<T>();
    check->name = name;
    check->text = Text({{"en", en}, {"ko", ko}});
    return check;
}

} // namespace

std::vector<std::unique_ptr<Check>> general_checks()
{
    std::vector<std::unique_ptr<Check>> out;
    out.push_back(made<Clock>("clock", "Time does not go back.", "시간은 거꾸로 가지 않는다."));
    out.push_back(made<Agreement>("agreement", "A line of the event file agrees with itself.",
                                  "이벤트 파일의 한 줄은 스스로 어긋나지 않는다."));
    out.push_back(made<Completeness>("complete", "The run has its end.", "실행은 끝까지 기록되어 있다."));
    return out;
}

} // namespace lockdesk::scenarios
