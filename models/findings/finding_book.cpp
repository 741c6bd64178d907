// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/findings/finding_book.h"

#include <QSettings>
#include <QUrl>

#include <algorithm>
#include <chrono>
#include <set>
#include <string>
#include <utility>

namespace lockdesk {

namespace {

constexpr std::chrono::milliseconds longestWait{30'000}; ///< this computer's clock may be set meanwhile

using Named = std::pair<FindingKind, std::optional<std::string>>;

// An id may be an address, and slashes are groups of settings.
QString settingsKey(const QString& connection)
{
    return QStringLiteral("findings/triage-") + QString::fromLatin1(QUrl::toPercentEncoding(connection));
}

} // namespace

TimePoint wallClock() { return std::chrono::time_point_cast<Duration>(std::chrono::system_clock::now()); }

FindingBook::FindingBook(FeedSet* feeds, QObject* parent) : QObject(parent)
{
    m_end.setSingleShot(true);
    connect(&m_end, &QTimer::timeout, this, [this] { expire(wallClock()); });
    connect(feeds, &FeedSet::updated, this, [this](Feed* feed, const UpdatePtr& update) { forgetGone(feed, *update); });
    connect(feeds, &FeedSet::added, this, [this](Feed* feed) {
        (void)rules(feed->info().id);
        schedule();
    });
}

TriageRulesPtr FindingBook::rules(const QString& connection) const
{
    TriageRulesPtr& known = m_rules[connection];
    if (!known)
        known = std::make_shared<const TriageRules>(
            readTriage(QSettings().value(settingsKey(connection)).toByteArray(), wallClock()));
    return known;
}

void FindingBook::add(const QString& connection, const std::vector<Triage>& decisions)
{
    std::vector<Triage> all = rules(connection)->all();
    std::set<Named> named;
    for (const Triage& one : decisions)
        named.emplace(one.kind, one.subject);
    std::erase_if(all, [&](const Triage& one) { return named.contains({one.kind, one.subject}); });
    all.insert(all.end(), decisions.begin(), decisions.end());
    if (all.size() > mostTriages)
        all.erase(all.begin(), all.end() - mostTriages);
    replace(connection, std::move(all));
}

void FindingBook::lift(const QString& connection, const Findings& findings)
{
    std::vector<Triage> all = rules(connection)->all();
    // Several may apply to one finding: a mute of its kind, and its own acknowledgement.
    for (bool more = true; more;) {
        const TriageRules known(all);
        std::vector<Triage> lifted;
        for (const Finding& finding : findings)
            if (const Triage* applied = known.of(finding); applied != nullptr)
                lifted.push_back(*applied);
        more = !lifted.empty();
        std::set<Named> named;
        for (const Triage& one : lifted)
            named.emplace(one.kind, one.subject);
        std::erase_if(all, [&](const Triage& one) { return named.contains({one.kind, one.subject}); });
    }
    replace(connection, std::move(all));
}

void FindingBook::expire(TimePoint now)
{
    for (const QString& connection : m_rules.keys()) {
        std::vector<Triage> all = rules(connection)->all();
        if (std::erase_if(all, [&](const Triage& one) { return one.until && *one.until <= now; }) > 0)
            replace(connection, std::move(all));
    }
    schedule();
}

void FindingBook::replace(const QString& connection, std::vector<Triage> all)
{
    if (all == rules(connection)->all())
        return;
    if (all.empty())
        QSettings().remove(settingsKey(connection));
    else
        QSettings().setValue(settingsKey(connection), triageJson(all));
    m_rules[connection] = std::make_shared<const TriageRules>(std::move(all));
    schedule();
    emit changed(connection);
}

// Only a store that answers says that a finding is over.
void FindingBook::forgetGone(const Feed* feed, const Update& update)
{
    const TriageRulesPtr known = rules(feed->info().id);
    if (!update.findings || known->empty() || update.health.state != HealthState::live)
        return;
    std::set<std::pair<FindingKind, std::string>> present;
    std::set<FindingKind> kinds;
    for (const Finding& finding : *update.findings) {
        present.emplace(finding.kind, subjectOf(finding));
        kinds.insert(finding.kind);
    }
    std::vector<Triage> all = known->all();
    std::erase_if(all, [&](const Triage& one) {
        return one.what == Triage::What::acknowledged
               && (one.subject ? !present.contains({one.kind, *one.subject}) : !kinds.contains(one.kind));
    });
    replace(feed->info().id, std::move(all));
}

void FindingBook::schedule()
{
    std::optional<TimePoint> next;
    for (const TriageRulesPtr& known : std::as_const(m_rules))
        for (const Triage& one : known->all())
            if (one.until && (!next || *one.until < *next))
                next = one.until;
    if (!next)
        return m_end.stop();
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(*next - wallClock());
    m_end.start(std::clamp(left, std::chrono::milliseconds{1}, longestWait));
}

} // namespace lockdesk
