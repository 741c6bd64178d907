// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/text/plain_file.h"
#include "backends/engine/text/replacing_file.h"
#include "backends/scenarios/event.h"
#include "backends/scenarios/line_chain.h"

#include <algorithm>

namespace lockdesk::scenarios {

namespace {

Failure bad_line(int number, const std::string& what)
{
    return Failure::usage("line " + std::to_string(number) + ": " + what);
}

bool is_request_of(const Choice& asked, const Choice& done)
{
    return asked.fault == done.fault && asked.actor == done.actor && asked.amount == done.amount && asked.t <= done.t;
}

} // namespace

Answer<EventFile> EventFile::parse(std::string_view text)
{
    EventFile out;
    int number = 0;
    while (!text.empty()) {
        ++number;
        const auto end = text.find('\n');
        if (end == std::string_view::npos)
            return bad_line(number, "it is cut: its end is missing");
        const auto line = text.substr(0, end);
        text.remove_prefix(end + 1);
        if (number == 1) {
            auto header = parse_header(line);
            if (!header)
                return bad_line(number, header.failure().message);
            out.header = std::move(header).value();
            continue;
        }
        auto event = parse_event(line, number);
        if (!event)
            return bad_line(number, event.failure().message);
        out.events.push_back(std::move(event).value());
    }
    if (number == 0)
        return bad_line(1, "the file is empty");
    return out;
}

Answer<EventFile> EventFile::read(const std::filesystem::path& file)
{
    const auto text = read_plain_file(file, most_run_bytes);
    return text ? parse(*text) : Failure::usage(file.string() + ": " + text.failure().message);
}

std::string EventFile::text() const
{
    LineChain chain;
    const auto written = [&chain](const std::string& raw, const auto& make) {
        if (raw.empty())
            return chain.closed(make()) + '\n';
        (void)chain.check(raw);
        return raw + '\n';
    };
    std::string out = written(header.raw, [this] { return line_of(header); });
    for (const Event& event : events)
        out += written(event.raw, [&] { return line_of(event, header.base); });
    return out;
}

Answer<Done> EventFile::write(const std::filesystem::path& file) const
{
    if (auto failure = replace_file(file.string(), text(), 0666))
        return std::move(*failure);
    return Done{};
}

std::vector<Choice> EventFile::choices() const
{
    std::vector<Choice> out = header.faults;
    std::vector<bool> found(out.size());
    for (const Event& event : events) {
        if (!event.by_hand)
            continue;
        const Value amount = field(event.values, "amount");
        const auto* number = std::get_if<std::int64_t>(&amount);
        Choice choice{event.t, event.line - 2, text_of(field(event.values, "fault")), text_of(field(event.values, "target")),
                      number != nullptr ? *number : 0};
        // A requested fault is recorded where it happened, which may be later than requested; it is the same fault, not
        // another one, and happens there again.
        std::size_t i = 0;
        while (i < found.size() && (found[i] || !is_request_of(out[i], choice)))
            ++i;
        if (i < found.size())
            found[i] = true;
        else
            out.push_back(std::move(choice));
    }
    return out;
}

} // namespace lockdesk::scenarios
