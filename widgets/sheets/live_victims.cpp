// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/sheets/live_victims.h"

#include "backends/observe/row_events.h"
#include "models/format/format.h"

#include <unordered_set>
#include <utility>

namespace lockdesk {

namespace {

// Compares as a forced verb does: the same grant, renewed or not, is the same victim.
bool isSame(const LockRow& a, const LockRow& b)
{
    const auto sessionOf = [](const LockRow& row) { return row.session ? row.session->id : std::string(); };
    return a.owner == b.owner && a.token == b.token && a.acquired_at == b.acquired_at && sessionOf(a) == sessionOf(b)
           && a.cooling_until == b.cooling_until;
}
bool isSame(const TaskRow& a, const TaskRow& b) { return a.owner == b.owner && a.token == b.token && a.phase == b.phase; }
bool isSame(const MessageRow& a, const MessageRow& b)
{
    return a.state == b.state && a.owner == b.owner && a.token == b.token;
}
bool isSame(const WorkerRow& a, const WorkerRow& b) { return a.id == b.id; }

bool isRenewed(const LockRow& before, const LockRow& now)
{
    return before.expires_at && (!now.expires_at || ends_later(before, now));
}
bool isRenewed(const TaskRow& before, const TaskRow& now) { return now.locked_at > before.locked_at; }
bool isRenewed(const MessageRow& before, const MessageRow& now) { return now.lease_until > before.lease_until; }
bool isRenewed(const WorkerRow&, const WorkerRow&) { return false; }

std::string keyOf(const LiveVictims::SeenRow& seen)
{
    return std::visit(
        [](const auto& each) -> std::string {
            if constexpr (std::is_same_v<std::remove_cvref_t<decltype(each)>, std::monostate>)
                return {};
            else
                return std::string(key_of(each.row));
        },
        seen);
}

template <class Row> constexpr Entity entityOfRow()
{
    return std::is_same_v<Row, LockRow>      ? Entity::lock
           : std::is_same_v<Row, TaskRow>    ? Entity::task
           : std::is_same_v<Row, MessageRow> ? Entity::message
                                             : Entity::worker;
}

QString ownerOf(const LiveVictims::SeenRow& seen)
{
    return std::visit(
        [](const auto& each) -> QString {
            if constexpr (requires { each.row.owner; })
                return format::exact(each.row.owner);
            else
                return {};
        },
        seen);
}

FencingToken tokenOf(const LiveVictims::SeenRow& seen)
{
    return std::visit(
        [](const auto& each) -> FencingToken {
            if constexpr (requires { each.row.token; })
                return each.row.token;
            else
                return {};
        },
        seen);
}

} // namespace

void LiveVictims::begin(const ActionRequest& request)
{
    m_victims.clear();
    m_index.clear();
    m_entity = request.action->entity();
    for (const ActionTarget& target : request.targets) {
        if (const std::string key = keyOf(target.seen); !key.empty())
            m_index.emplace(key, m_victims.size());
        m_victims.push_back({target.seen, target.seen, false, News::none});
    }
}

void LiveVictims::judge(Victim& victim)
{
    victim.news = std::visit(
        [&](const auto& agreed) {
            using Kind = std::remove_cvref_t<decltype(agreed)>;
            if constexpr (std::is_same_v<Kind, std::monostate>) {
                return News::none;
            } else {
                const auto& now = std::get<Kind>(victim.now);
                return victim.gone || !isSame(agreed.row, now.row) ? News::changedHands
                       : isRenewed(agreed.row, now.row)            ? News::renewed
                                                                   : News::none;
            }
        },
        victim.agreed);
}

template <class Row> bool LiveVictims::takeRows(const Rows<Row>& rows)
{
    if (m_entity != entityOfRow<Row>())
        return false;
    bool other = false;
    for (const auto& row : rows) {
        const auto found = m_index.find(std::string(key_of(*row)));
        if (found == m_index.end())
            continue;
        Victim& victim = m_victims[found->second];
        auto* now = std::get_if<Seen<Row>>(&victim.now);
        if (now == nullptr || (!victim.gone && now->row == *row))
            continue;
        const std::string raw = now->row.raw;
        now->row = *row;
        if (now->row.raw.empty()) // a poll does not read it again
            now->row.raw = raw;
        victim.gone = false;
        judge(victim);
        other = true;
    }
    return other;
}

bool LiveVictims::takeGone(const Update& update)
{
    bool other = false;
    const auto lose = [&](Victim& victim) {
        if (victim.gone)
            return;
        victim.gone = true;
        judge(victim);
        other = true;
    };
    for (const GoneRow& gone : update.gone)
        if (const auto found = m_index.find(gone.key); gone.entity == m_entity && found != m_index.end())
            lose(m_victims[found->second]);
    if (!update.snapshot || update.partial || !update.covered.has(m_entity) || update.truncated.has(m_entity))
        return other;
    std::unordered_set<std::string> there;
    const auto note = [&](const auto& rows) {
        for (const auto& row : rows)
            there.insert(std::string(key_of(*row)));
    };
    switch (m_entity) {
    case Entity::lock: note(update.locks); break;
    case Entity::task: note(update.tasks); break;
    case Entity::message: note(update.messages); break;
    default: note(update.workers); break;
    }
    for (const auto& [key, victim] : m_index)
        if (!there.contains(key))
            lose(m_victims[victim]);
    return other;
}

bool LiveVictims::take(const Update& update)
{
    bool other = takeRows(update.locks);
    other = takeRows(update.tasks) || other;
    other = takeRows(update.messages) || other;
    other = takeRows(update.workers) || other;
    return takeGone(update) || other;
}

std::vector<std::size_t> LiveVictims::which(News news) const
{
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < m_victims.size(); ++i)
        if (m_victims[i].news == news)
            out.push_back(i);
    return out;
}

void LiveVictims::refreshEvidence(ActionRequest& request, TimePoint now) const
{
    for (std::size_t i = 0; i < m_victims.size() && i < request.targets.size(); ++i) {
        const Victim& victim = m_victims[i];
        // "It is expired" was the evidence: it stays in the comparison until the operator accepts the renewed row.
        if (victim.news == News::changedHands || (victim.news == News::renewed && request.evidenceExpired))
            continue;
        std::visit(
            [&](const auto& shown) {
                using Kind = std::remove_cvref_t<decltype(shown)>;
                if constexpr (!std::is_same_v<Kind, std::monostate>) {
                    auto* seen = std::get_if<Kind>(&request.targets[i].seen);
                    if (seen != nullptr && !(seen->row == shown.row))
                        *seen = {shown.row, now};
                }
            },
            victim.now);
    }
}

void LiveVictims::takeUp(ActionRequest& request, TimePoint now)
{
    std::vector<ActionTarget> targets;
    for (std::size_t i = 0; i < m_victims.size() && i < request.targets.size(); ++i) {
        ActionTarget target = std::move(request.targets[i]);
        if (m_victims[i].gone)
            continue;
        if (m_victims[i].news != News::none) {
            target.seen = m_victims[i].now;
            std::visit(
                [&](auto& seen) {
                    if constexpr (requires { seen.at; })
                        seen.at = now;
                },
                target.seen);
            target.owner = ownerOf(target.seen);
            target.token = tokenOf(target.seen);
        }
        if (!objection(request, target, false))
            targets.push_back(std::move(target));
    }
    request.targets = std::move(targets);
    begin(request);
}

} // namespace lockdesk
