// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/worker/leading.h"

#include "app/worker/faults.h"
#include "app/worker/role_control.h"

#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

namespace lockdesk::worker {

namespace {

constexpr std::int64_t ranks_at_once = 100; // maximum ranks of a batch that a dying consumer does not print
constexpr Duration after_an_error = std::chrono::seconds{1};

// The applicants: one per line of a file, or generated ones of whom every fourth applies twice.
class Persons
{
public:
    explicit Persons(const Work& work) : m_work(work)
    {
        if (!work.options.persons.empty())
            m_file.open(work.options.persons);
    }
    [[nodiscard]] bool readable() const { return m_work.options.persons.empty() || m_file.is_open(); }
    /// Returns an empty list at the end.
    std::vector<PersonId> next(std::int64_t most)
    {
        std::vector<PersonId> out;
        while (std::ssize(out) < most) {
            const auto text = next_text();
            if (text.empty())
                break;
            if (auto person = PersonId::parse(text))
                out.push_back(std::move(*person));
            else
                m_work.events.trouble(person.failure().message);
        }
        return out;
    }

private:
    std::string next_text()
    {
        for (std::string line; m_file.is_open() && std::getline(m_file, line);) {
            if (line.ends_with('\r'))
                line.pop_back();
            if (!line.empty())
                return line;
        }
        if (m_made_up >= m_work.options.applications)
            return {};
        const auto number = ++m_made_up;
        return m_work.owner.str() + "/" + std::to_string(number % 4 == 0 ? number - 1 : number);
    }

    const Work& m_work;
    std::ifstream m_file;
    std::int64_t m_made_up = 0;
};

void tell(const Work& work, const DrawEntry& entry, std::optional<TimePoint> at)
{
    const char* what = entry.rank ? "ranked" : word(entry.result);
    const auto number = entry.rank      ? "rank " + std::to_string(*entry.rank)
                        : entry.seq > 0 ? "number " + std::to_string(entry.seq)
                                        : "";
    work.control.tell({what, entry.person, {}, {}, {}, at, {}, number});
}

// Repeats the same persons after a failure: the store returns the existing number, so nobody is lost or duplicated.
bool apply(const Work& work, OwnSession& session, const std::vector<PersonId>& persons)
{
    const auto opened = session.get();
    if (!opened) {
        work.events.trouble(opened.failure().message);
        return false;
    }
    const auto answer = (*opened)->draws().apply(*work.options.event, persons);
    if (!answer) {
        work.events.trouble(answer.failure().message);
        session.drop();
        return false;
    }
    if (!*answer) {
        work.events.trouble("there is no draw " + work.options.event->str() + "; --places opens it");
        return false;
    }
    for (const auto& entry : **answer)
        tell(work, entry, answer.store_time());
    return true;
}

void publish(const Work& work)
{
    OwnSession session(work.access);
    const auto ending = work.control.ending();
    const std::stop_callback cut(ending, [&] { session.interrupt(); });
    Persons persons(work);
    if (!persons.readable())
        return work.events.trouble("'" + work.options.persons + "' cannot be read");
    for (auto some = persons.next(work.options.batch); !some.empty() && !ending.stop_requested();) {
        while (work.control.paused() && work.runtime.sleep(ending, after_an_error)) {
        }
        if (apply(work, session, some))
            some = persons.next(work.options.batch);
        else
            (void)work.runtime.sleep(ending, after_an_error);
        (void)work.runtime.sleep(ending, work.options.work);
    }
}

// Assigns ranks step by step. The token of a former leader is refused.
int consume(const Work& work, const JobContext& job)
{
    auto opened = work.access.until(job.stop).open();
    if (!opened) {
        work.events.trouble(opened.failure().message);
        return exit_status(opened.failure().kind);
    }
    auto& session = **opened;
    const std::stop_callback cut(job.lost, [&] { session.interrupt(); });
    for (;;) {
        const auto step = session.draws().consume(*work.options.event, job.token.value_or(FencingToken{}), ranks_at_once);
        if (!step) {
            work.events.trouble(step.failure().message);
            return exit_status(step.failure().kind);
        }
        if (!*step)
            return 0; // not open yet
        if ((*step)->refused) {
            work.control.tell(
                {"refused", work.options.event->str(), {}, {}, job.token, step.store_time(), {}, "a newer leader ranks"});
            return exit_status(FailureKind::refused);
        }
        for (const auto& entry : (*step)->entries)
            tell(work, entry, step.store_time());
        work.faults.hang(work.runtime, job.stop);
        if ((*step)->left == 0 || (*step)->entries.empty() || job.stop.stop_requested() || job.lost.stop_requested())
            return 0;
    }
}

Answer<Done> open_draw(const Work& work)
{
    if (work.options.places == 0)
        return Done{};
    const auto session = work.access.until(work.control.ending()).open();
    if (!session)
        return session.failure();
    const auto opened = (*session)->draws().open(*work.options.event, work.options.places);
    return opened ? Answer<Done>(Done{}) : Answer<Done>(opened.failure());
}

} // namespace

int work_on_draw(const Work& work)
{
    const auto ending = work.control.ending();
    for (auto opened = open_draw(work); !opened; opened = open_draw(work)) {
        if (ending.stop_requested())
            return 0;
        work.events.trouble(opened.failure().message);
        if (!worth_retrying(opened.failure()))
            return exit_status(opened.failure().kind);
        (void)work.runtime.sleep(ending, after_an_error);
    }
    std::jthread publisher([&] { publish(work); });
    const int status = lead(work, [&](const JobContext& job) { return consume(work, job); });
    if (status != 0)
        work.control.end(); // ends the publisher too
    return status;
}

} // namespace lockdesk::worker
