// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/scenario_search.h"

#include "app/ctl/command.h"
#include "app/ctl/verdict_json.h"
#include "backends/engine/text/replacing_file.h"
#include "backends/json/json.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lockdesk::ctl {

namespace {

using namespace scenarios;
using OrderOfPicks = std::vector<std::uint64_t>;

constexpr auto between_notes = std::chrono::seconds{5};

/// The next order in a walk of all: the last place with a further actor takes that one, and what follows begins anew.
std::optional<OrderOfPicks> order_after(const std::vector<Pick>& picks)
{
    for (std::size_t i = picks.size(); i-- > 0;) {
        if (picks[i].taken + 1 >= picks[i].of)
            continue;
        OrderOfPicks out;
        for (std::size_t before = 0; before < i; ++before)
            out.push_back(picks[before].taken);
        out.push_back(picks[i].taken + 1);
        return out;
    }
    return std::nullopt;
}

bool is_shorter(const OrderedRun& one, const OrderedRun& other)
{
    const auto first_bad = [](const OrderedRun& run) { return run.verdict.first_bad.value_or(static_cast<int>(run.lines)); };
    return std::pair(one.lines, first_bad(one)) < std::pair(other.lines, first_bad(other));
}

void keep_shortest(const std::string& path, const std::string& text)
{
    auto file = or_fail(ReplacingFile::begin(path, 0666));
    auto failure = file.write(text);
    if (!failure)
        failure = file.take_place();
    if (failure)
        throw CommandFailed{*failure, std::nullopt};
}

} // namespace

int search_orders(Context& context, const Lesson& lesson, ScenarioRequest request, const SearchLimits& limits)
{
    const Variant& variant = *lesson.variant(request.variant);
    const std::string events = std::exchange(request.events, {});
    if (!events.empty())
        (void)or_fail(ReplacingFile::begin(events, 0666)); // before minutes of work whose result has no place
    tell_of_abandoned(context);
    const auto began = context.runtime().now();
    auto noted = began;
    std::int64_t orders = 0;
    bool complete = false;
    std::optional<OrderedRun> shortest;
    request.order = OrderOfPicks{};
    while (!complete && orders < limits.orders && context.runtime().now() < steady_after(began, limits.within)) {
        auto run = run_in_order(context, lesson, variant, request);
        if (context.signals().stopped())
            return 128 + context.signals().number();
        if (!run)
            throw CommandFailed{run.failure(), run.store_time()};
        ++orders;
        auto next = order_after(run->picks);
        complete = !next;
        request.order = std::move(next).value_or(OrderOfPicks{});
        if (!run->verdict.ok && (!shortest || is_shorter(*run, *shortest)))
            shortest = std::move(run).value();
        if (const auto now = context.runtime().now(); now >= steady_after(noted, between_notes)) {
            noted = now;
            context.out().note(std::to_string(orders) + " orders tried" + (shortest ? ", a wrong one among them." : "."));
        }
    }
    if (shortest && !events.empty())
        keep_shortest(events, shortest->text);
    Json line = Output::line("search", std::nullopt);
    line["scenario"] = lesson.id;
    line["variant"] = variant.name;
    line["orders"] = orders;
    line["complete"] = complete;
    line["found"] = shortest.has_value();
    line["first_bad"] = shortest && shortest->verdict.first_bad ? Json(*shortest->verdict.first_bad) : Json(nullptr);
    const std::string tried = std::to_string(orders) + (orders == 1 ? " order tried, " : " orders tried, ")
                              + (complete ? "all that differ" : "not all that differ");
    context.out().emit(line, lesson.id + ", " + variant.name + ": " + tried + ". "
                                 + (!shortest ? "None is wrong."
                                              : "Wrong: " + shortest->verdict.rule_text.in(language())
                                                    + (events.empty() ? "" : " See lockdeskctl verify " + events)));
    return shortest ? exit_no : exit_done;
}

} // namespace lockdesk::ctl
