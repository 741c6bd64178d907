// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/runners/settler.h"

#include "backends/engine/rules/retry_delay.h"

#include <algorithm>

namespace lockdesk {

Settler::Settler(Runtime& runtime, Access access, SettlerOptions options, SettlerEvents events)
    : m_runtime(runtime), m_access(std::move(access)), m_options(options), m_events(std::move(events)), m_session(m_access)
{
}

Settler::~Settler() { stop(Duration{0}); }

void Settler::start()
{
    m_thread.start([this](const std::stop_token& stop) { run(stop); });
}

void Settler::submit(Settlement settlement)
{
    bool ring = false;
    {
        const std::lock_guard lock(m_mutex);
        if (!make_room(settlement))
            return;
        m_waiting.push_back(std::move(settlement));
        ++m_unsettled;
        ring = m_waiting.size() == 1 || m_waiting.size() == m_options.batch;
    }
    if (ring)
        m_bell.ring();
}

// A call must not contain two steps of one task: drops an extension in favour of the step that ends the task.
bool Settler::make_room(const Settlement& settlement)
{
    const bool extension = std::holds_alternative<Extend>(settlement.step.what);
    if (!extension && m_extensions == 0)
        return true;
    const auto same =
        std::find_if(m_waiting.begin(), m_waiting.end(), [&](const Settlement& s) { return s.task == settlement.task; });
    if (same != m_waiting.end() && extension)
        return false;
    if (same != m_waiting.end()) {
        m_waiting.erase(same);
        --m_unsettled;
        --m_extensions;
    }
    m_extensions += extension ? 1 : 0;
    return true;
}

void Settler::flush()
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_waiting.empty())
            return;
        m_urgent = true;
    }
    m_bell.ring();
}

std::size_t Settler::stop(Duration grace)
{
    const auto until = steady_after(m_runtime.now(), grace);
    {
        const std::lock_guard lock(m_mutex);
        m_closing = true;
    }
    m_bell.ring();
    const auto left = [&] {
        const std::lock_guard lock(m_mutex);
        return m_unsettled;
    };
    while (m_thread.running() && left() > 0 && m_runtime.wait(m_drained, {}, until) == Woken::rung) {
    }
    m_thread.request_stop();
    if (left() > 0)
        m_session.interrupt();
    m_thread.stop();
    return left();
}

void Settler::run(const std::stop_token& stop)
{
    for (auto batch = gather(stop); !batch.empty(); batch = gather(stop)) {
        bool doubtful = false;
        RetryDelay delay(m_runtime);
        std::vector<TaskStep> steps;
        for (const auto& settlement : batch)
            steps.push_back(settlement.step);
        while (true) {
            const auto asked_at = m_runtime.now();
            const auto opened = m_session.get();
            auto answers = opened ? (*opened)->tasks().apply(steps) : Answer<std::vector<StepAnswer>>(opened.failure());
            if (answers) {
                for (std::size_t i = 0; i < batch.size() && i < answers->size(); ++i) {
                    auto& answer = (*answers)[i];
                    if (doubtful && happened_before(steps[i], answer))
                        answer.result = StepResult::done;
                    m_events.settled(batch[i], answer, answers.store_time(), asked_at);
                }
                settle(batch);
                break;
            }
            doubtful = doubtful || answers.is_in_doubt();
            if (m_events.trouble && !stop.stop_requested())
                m_events.trouble(answers.failure());
            if (!m_runtime.sleep(stop, delay.next()))
                return;
        }
    }
}

void Settler::settle(const std::vector<Settlement>& batch)
{
    {
        const std::lock_guard lock(m_mutex);
        m_unsettled -= batch.size();
    }
    m_drained.ring();
}

// Empty: stopped.
std::vector<Settlement> Settler::gather(const std::stop_token& stop)
{
    auto until = SteadyPoint::max();
    while (!stop.stop_requested()) {
        {
            const std::lock_guard lock(m_mutex);
            const auto now = m_runtime.now();
            if (!m_waiting.empty() && until == SteadyPoint::max())
                until = steady_after(now, m_options.gather);
            if (!m_waiting.empty() && (m_urgent || m_closing || m_waiting.size() >= m_options.batch || now >= until)) {
                std::vector<Settlement> out;
                while (!m_waiting.empty() && out.size() < m_options.batch) {
                    m_extensions -= std::holds_alternative<Extend>(m_waiting.front().step.what) ? 1 : 0;
                    out.push_back(std::move(m_waiting.front()));
                    m_waiting.pop_front();
                }
                m_urgent = m_urgent && !m_waiting.empty();
                return out;
            }
        }
        m_runtime.wait(m_bell, stop, until);
    }
    return {};
}

bool happened_before(const TaskStep& step, const StepAnswer& answer)
{
    if (answer.result != StepResult::not_owner && answer.result != StepResult::stale)
        return false;
    if (!answer.row || std::holds_alternative<Extend>(step.what))
        return false;
    // Only the holder clears the owner without raising the token.
    return answer.row->token == step.token && answer.row->owner.empty();
}

} // namespace lockdesk
