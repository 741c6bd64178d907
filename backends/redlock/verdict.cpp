// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/redlock/verdict.h"

#include "backends/engine/text/json_text.h"

#include <algorithm>
#include <utility>

namespace lockdesk::redlock {

Duration validity(std::vector<Duration> left, std::size_t quorum, Duration elapsed)
{
    if (left.size() < quorum)
        return Duration{0};
    std::sort(left.begin(), left.end(), std::greater<>());
    const Duration shortest = left[quorum - 1];
    return shortest == no_end ? no_end : shortest - elapsed - shortest / 100 - std::chrono::milliseconds{2};
}

void Votes::add(const std::optional<Holder>& holder, const std::optional<TimePoint>& now)
{
    if (!holder)
        return;
    Vote& vote = m_votes[holder->owner];
    ++vote.count;
    vote.left = std::max(vote.left, left_until(holder->expires_at, now));
}

std::map<std::string, Votes::Vote>::const_iterator Votes::best() const
{
    return std::max_element(m_votes.begin(), m_votes.end(),
                            [](const auto& a, const auto& b) { return a.second.count < b.second.count; });
}

std::size_t Votes::most() const { return m_votes.empty() ? 0 : best()->second.count; }

std::optional<Holder> Votes::winner(const std::optional<TimePoint>& now) const
{
    if (m_votes.empty())
        return std::nullopt;
    const auto& [owner, vote] = *best();
    return Holder{owner, FencingToken{},
                  now && vote.left != no_end ? std::optional(lockdesk::add(*now, vote.left)) : std::nullopt};
}

Failure too_few(std::size_t answered, std::size_t servers, const std::vector<Failure>& failures, const std::string& addition)
{
    for (const Failure& failure : failures)
        if (failure.kind != FailureKind::unavailable && failure.kind != FailureKind::in_doubt)
            return failure;
    std::string message = std::to_string(answered) + " of " + std::to_string(servers) + " servers answered, "
                          + std::to_string(servers / 2 + 1) + " are needed" + addition;
    if (!failures.empty())
        message += "; one of the others: " + failures.front().message;
    Failure out = Failure::unavailable(std::move(message))
                      .with_code(failures.empty() ? std::string() : failures.front().code)
                      .in_statement("redlock")
                      .try_again();
    out.connection_lost = answered < servers // one that is silent has no failure yet
                          && std::all_of(failures.begin(), failures.end(), [](const Failure& one) { return one.connection_lost; });
    return out;
}

namespace {

ServerVote vote_of(const View& view, const std::string& owner)
{
    ServerVote vote{view.server, ServerSays::unreachable, {}, std::nullopt};
    if (!view.reachable)
        return vote;
    vote.says = ServerSays::missing;
    if (!view.row || view.row->owner.empty())
        return vote;
    vote.owner = view.row->owner;
    vote.says = vote.owner == owner ? ServerSays::held : ServerSays::other_owner;
    if (const Duration left = left_until(view.row->expires_at, view.now); left != no_end)
        vote.left = left;
    return vote;
}

std::string raw_of(const LockQuorum& quorum)
{
    std::string servers;
    for (const ServerVote& vote : quorum.servers) {
        JsonText one;
        one.text("server", vote.server).text("says", word(vote.says));
        if (!vote.owner.empty())
            one.text("owner", vote.owner).span("left_us", vote.left);
        servers += (servers.empty() ? "" : ",") + one.str();
    }
    return JsonText()
        .number("quorum", quorum.quorum)
        .number("held", quorum.held)
        .span("valid_us", quorum.valid)
        .json("servers", "[" + servers + "]")
        .str();
}

} // namespace

std::optional<LockRow> joined(const std::string& name, const std::vector<View>& views, std::size_t quorum,
                              const std::optional<TimePoint>& now)
{
    Votes votes;
    for (const View& view : views)
        if (view.row && !view.row->owner.empty())
            votes.add(Holder{view.row->owner, FencingToken{}, view.row->expires_at}, view.now);
    const auto winner = votes.winner(now);
    if (!winner)
        return std::nullopt;
    std::vector<Duration> left;
    for (const View& view : views)
        if (view.row && view.row->owner == winner->owner)
            left.push_back(left_until(view.row->expires_at, view.now));
    const Duration valid = validity(left, quorum, Duration{0});
    LockRow row;
    row.source = "redlock";
    row.name = name;
    row.owner = winner->owner;
    row.holds = 1;
    row.expires_at = winner->expires_at;
    if (valid > Duration{0} && valid != no_end && now)
        row.expires_at = add(*now, valid);
    if (left.size() < quorum)
        row.doubt = "quorum";
    LockQuorum said{
        static_cast<std::int64_t>(quorum), static_cast<std::int64_t>(left.size()), std::max(valid, Duration{0}), {}};
    for (const View& view : views)
        said.servers.push_back(vote_of(view, winner->owner));
    row.raw = raw_of(said);
    row.quorum = std::move(said);
    return row;
}

} // namespace lockdesk::redlock
