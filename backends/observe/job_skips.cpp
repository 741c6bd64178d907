// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/observe/job_skips.h"

#include "backends/engine/text/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <optional>

namespace lockdesk {

namespace {

constexpr char between = '\t';
constexpr std::size_t fields = 6, longest_field = 200;

// A name from outside must not begin another field or line.
std::string field(const std::string& text)
{
    std::string out = to_valid_utf8(text.substr(0, longest_field));
    std::replace_if(
        out.begin(), out.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
    return out;
}

// Accepts at most the engine's largest time: the sum of two still fits.
std::optional<std::int64_t> number(std::string_view text)
{
    std::int64_t out = 0;
    const auto [end, wrong] = std::from_chars(text.data(), text.data() + text.size(), out);
    const bool whole = wrong == std::errc{} && end == text.data() + text.size();
    return whole && out >= 0 && out <= to_us(end_of_time) ? std::optional(out) : std::nullopt;
}

std::optional<JobSkip> read_line(std::string_view line)
{
    std::array<std::string_view, fields> parts;
    for (std::size_t i = 0; i < fields; ++i) {
        const auto end = i + 1 < fields ? line.find(between) : line.size();
        if (end == std::string_view::npos)
            return std::nullopt;
        parts[i] = line.substr(0, end);
        line.remove_prefix(std::min(end + 1, line.size()));
    }
    const auto runs = number(parts[1]), first = number(parts[2]), last = number(parts[3]);
    if (parts[0].empty() || !runs || !first || !last)
        return std::nullopt;
    return JobSkip{std::string(parts[0]), *runs, time_from_us(*first), time_from_us(*last), std::string(parts[4]),
                   std::string(parts[5])};
}

// The host of a process; a host remains one, and so does a process without.
std::string host_of(const std::string& process)
{
    const auto slash = process.rfind('/');
    return slash == 0 ? process : process.substr(0, slash);
}

void merge(JobSkip& into, const JobSkip& from)
{
    into.runs = std::min(into.runs + from.runs, to_us(end_of_time)); // a larger one could not be read
    into.first = std::min(into.first, from.first);
    if (from.last < into.last)
        return;
    into.last = from.last;
    into.why = from.why;
    into.held_by = from.held_by;
}

} // namespace

RecordId skips_record(const LockName& guard)
{
    constexpr std::size_t longest_id = 200;
    const std::string id = "guard-skips:" + guard.str();
    const auto digest = sha256(guard.str());
    return RecordId::trusted(id.size() <= longest_id ? id : "guard-skips#" + hex(digest.data(), digest.size()));
}

std::vector<JobSkip> read_skips(std::string_view text)
{
    std::vector<JobSkip> out;
    while (!text.empty() && out.size() < 2 * most_skipping) {
        const auto end = std::min(text.find('\n'), text.size());
        if (auto skip = read_line(text.substr(0, end)))
            out.push_back(std::move(*skip));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return out;
}

std::string write_skips(const std::vector<JobSkip>& skips)
{
    std::string out;
    for (const JobSkip& one : skips) {
        out += field(one.process) + between + std::to_string(one.runs) + between + std::to_string(to_us(one.first)) + between
               + std::to_string(to_us(one.last)) + between + field(one.why) + between + field(one.held_by) + '\n';
    }
    return out;
}

void add_skip(std::vector<JobSkip>& skips, JobSkip skip)
{
    const auto of = [&skips](const std::string& process) {
        return std::find_if(skips.begin(), skips.end(), [&](const JobSkip& one) { return one.process == process; });
    };
    skip.process = field(skip.process);
    if (const auto found = of(skip.process); found != skips.end()) {
        merge(skip, *found);
        skips.erase(found);
    }
    skips.push_back(std::move(skip));
    const auto newest_first = [&skips] {
        std::stable_sort(skips.begin(), skips.end(), [](const JobSkip& a, const JobSkip& b) { return a.last > b.last; });
    };
    newest_first();
    while (skips.size() > most_skipping) {
        // Of the oldest process with company of its host; where each is of another host, the oldest is forgotten.
        const auto has_company = [&skips](const JobSkip& one) {
            return host_of(one.process) != one.process && std::count_if(skips.begin(), skips.end(), [&](const JobSkip& other) {
                                                              return host_of(other.process) == host_of(one.process);
                                                          }) > 1;
        };
        const auto oldest = std::find_if(skips.rbegin(), skips.rend(), has_company);
        if (oldest == skips.rend()) {
            skips.pop_back();
            continue;
        }
        JobSkip one = std::move(*oldest);
        skips.erase(std::next(oldest).base());
        one.process = host_of(one.process);
        if (const auto host = of(one.process); host != skips.end())
            merge(*host, one);
        else
            skips.push_back(std::move(one));
        newest_first();
    }
}

} // namespace lockdesk
