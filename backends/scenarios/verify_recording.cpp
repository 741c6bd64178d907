// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/json/json.h"
#include "backends/scenarios/json.h"
#include "backends/scenarios/line_chain.h"
#include "backends/scenarios/rules.h"

#include <algorithm>

namespace lockdesk::scenarios {

namespace {

std::int64_t whole_field(const Json& json, const char* key)
{
    const auto found = json.find(key);
    return found != json.end() && found->is_number_integer() ? found->get<std::int64_t>() : 0;
}

std::string text(const Json& json, const char* key)
{
    const auto found = json.find(key);
    return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

// Checks the general rules on the output of `watch`. A lock's rows are in the order of their changes.
class RecordingJudge
{
public:
    RecordingJudge()
    {
        for (const char* name : {"rows", "locks", "refusals"})
            m_verdict.counts[name] = 0;
    }

    void add(const Json& line, int number)
    {
        if (text(line, "type") == "gone" && text(line, "entity") == "lock")
            m_locks.erase(text(line, "key"));
        if (text(line, "type") != "row")
            return;
        ++m_verdict.counts["rows"];
        if (text(line, "entity") == "lock")
            lock(line, number);
        else if (text(line, "entity") == "fence")
            refusal(line, number);
    }
    [[nodiscard]] const Verdict& verdict() const { return m_verdict; }

private:
    struct Lock
    {
        std::int64_t token = 0;
        std::string owner;
    };

    void lock(const Json& row, int number)
    {
        const std::int64_t token = whole_field(row, "token");
        const std::string owner = text(row, "owner");
        const auto [place, fresh] = m_locks.try_emplace(text(row, "key"));
        Lock& known = place->second;
        m_verdict.counts["locks"] += fresh ? 1 : 0;
        if (token == 0) // a source without tokens
            return;
        if (token < known.token)
            wrong("tokens_grow", "A token never gets smaller.", "토큰은 작아지지 않는다.", number);
        if (token == known.token && !owner.empty() && !known.owner.empty() && owner != known.owner)
            wrong("one_holder", "One token has one holder.", "한 토큰의 소유자는 하나뿐이다.", number);
        if (token != known.token || !owner.empty())
            known = {token, owner};
    }

    void refusal(const Json& row, int number)
    {
        ++m_verdict.counts["refusals"];
        if (whole_field(row, "token") >= whole_field(row, "max_token") && whole_field(row, "max_token") > 0)
            wrong("fence", "The fence refuses only smaller tokens.", "펜스는 더 작은 토큰만 거부한다.", number);
    }

    void wrong(const char* rule, const char* en, const char* ko, int number)
    {
        if (!m_verdict.ok)
            return;
        m_verdict.ok = false;
        m_verdict.rule = rule;
        m_verdict.rule_text = Text({{"en", en}, {"ko", ko}});
        m_verdict.first_bad = number;
    }

    Verdict m_verdict;
    std::map<std::string, Lock> m_locks;
};

Answer<Verdict> verify_recording(std::string_view text_of_file)
{
    RecordingJudge judge;
    for (int number = 1; !text_of_file.empty(); ++number) {
        const auto end = text_of_file.find('\n');
        const Json line = end == std::string_view::npos ? Json() : read_json<Json>(text_of_file.substr(0, end));
        if (!line.is_object())
            return Failure::usage("line " + std::to_string(number) + ": it is cut or broken");
        judge.add(line, number);
        text_of_file.remove_prefix(end + 1);
    }
    return judge.verdict();
}

} // namespace

Answer<Verdict> verify_text(std::string_view text_of_file)
{
    const Json first = read_json<Json>(text_of_file.substr(0, text_of_file.find('\n')));
    const std::string type = first.is_object() ? text(first, "type") : std::string();
    const std::vector<std::string> of_watch{"begin", "recording", "row", "poll", "stale", "event", "gone"};
    if (std::find(of_watch.begin(), of_watch.end(), type) != of_watch.end())
        return verify_recording(text_of_file);
    const auto file = EventFile::parse(text_of_file);
    if (!file)
        return file.failure();
    const int last = static_cast<int>(file->events.size()) + 1;
    const auto broken = first_break(text_of_file);
    if (!broken && (file->events.empty() || file->events.back().event != "finished"))
        return Failure::usage("line " + std::to_string(last)
                              + ": the file is incomplete: the run was ended before its end, or is "
                                "still going on, so there is no verdict");
    auto verdict = verify(*file);
    // The rule that an edited line breaks is more informative than the broken chain.
    if (verdict && broken && verdict->first_bad != broken) {
        verdict->ok = false;
        verdict->first_bad = broken;
        verdict->rule = "unbroken";
        verdict->rule_text = Text({{"en", "No line was changed, taken out or added after it was written."},
                                   {"ko", "기록된 뒤에 바뀌거나 빠지거나 더해진 줄이 없다."}});
        verdict->step = *broken >= 2 ? file->events[static_cast<std::size_t>(*broken - 2)].step : std::string();
    }
    return verdict;
}

} // namespace lockdesk::scenarios
