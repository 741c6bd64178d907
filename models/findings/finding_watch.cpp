// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/findings/finding_watch.h"

#include "backends/engine/text/text.h"
#include "models/findings/finding_book.h"
#include "models/format/format.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <functional>
#include <string>
#include <utility>

namespace lockdesk {

namespace {

// A finding that becomes worse is another one.
std::uint64_t markOf(const Finding& finding)
{
    const std::size_t name =
        namesOneWaiter(finding) ? std::hash<std::string>{}(subjectOf(finding)) : std::hash<std::string>{}(finding.key);
    return (static_cast<std::uint64_t>(name) << 8) ^ (static_cast<std::uint64_t>(finding.kind) << 2)
           ^ static_cast<std::uint64_t>(finding.severity);
}

QString text(const std::string& from) { return format::exact(to_valid_utf8(from)); }

} // namespace

FindingWatch::FindingWatch(FeedSet* feeds, FindingBook* book, QObject* parent)
    : QObject(parent), m_feeds(feeds), m_book(book)
{
    connect(feeds, &FeedSet::updated, this, [this](Feed* feed, const UpdatePtr& update) { read(feed, *update); });
    connect(feeds, &FeedSet::removed, this, [this](int index) {
        m_seen.remove(index);
        total();
    });
    connect(book, &FindingBook::changed, this, [this](const QString& connection) {
        if (const Feed* feed = m_feeds->find(connection)) {
            count(feed, feed->facts().findings());
            total();
        }
    });
}

void FindingWatch::read(const Feed* feed, const Update& update)
{
    Seen& seen = m_seen[feed->index()];
    if (!update.findings || update.findings == seen.last.lock() || feed->info().recording)
        return;
    seen.last = update.findings;
    std::vector<Finding> fresh = takeMarks(seen, *update.findings);
    const TriageRulesPtr rules = m_book->rules(feed->info().id);
    std::erase_if(fresh, [&](const Finding& finding) { return rules->of(finding) != nullptr; });
    // A store that has not answered yet has only the finding that it is silent.
    seen.read = seen.read || update.health.state == HealthState::live;
    count(feed, *update.findings);
    total();
    if (!fresh.empty())
        emit appeared(feed, fresh);
}

// Returns those that are news.
std::vector<Finding> FindingWatch::takeMarks(Seen& seen, const Findings& findings)
{
    const SteadyPoint now = std::chrono::steady_clock::now();
    std::erase_if(seen.left, [&](const auto& one) { return now - one.second >= again; });
    std::vector<std::pair<std::uint64_t, std::size_t>> marks; // and their places, as they come
    marks.reserve(findings.size());
    for (std::size_t i = 0; i < findings.size(); ++i)
        marks.emplace_back(markOf(findings[i]), i);
    std::sort(marks.begin(), marks.end());
    const auto same = [](const auto& a, const auto& b) { return a.first == b.first; };
    marks.erase(std::unique(marks.begin(), marks.end(), same), marks.end());
    decltype(seen.present) present;
    present.reserve(marks.size());
    std::vector<std::size_t> news;
    auto before = seen.present.begin();
    const auto leave = [&](std::uint64_t until) {
        for (; before != seen.present.end() && before->first < until; ++before)
            seen.left.insert(*before);
    };
    for (const auto& [mark, place] : marks) {
        leave(mark);
        if (before != seen.present.end() && before->first == mark) {
            present.push_back(*before++);
            continue;
        }
        const auto left = seen.left.find(mark);
        present.emplace_back(mark, left != seen.left.end() ? left->second : now);
        if (seen.read && left == seen.left.end())
            news.push_back(place);
    }
    for (; before != seen.present.end(); ++before)
        seen.left.insert(*before);
    seen.present = std::move(present);
    std::sort(news.begin(), news.end()); // the worst first
    std::vector<Finding> out;
    for (const std::size_t place : news)
        out.push_back(findings[place]);
    return out;
}

void FindingWatch::count(const Feed* feed, const Findings& findings)
{
    const auto found = m_seen.find(feed->index());
    if (found == m_seen.end())
        return;
    found->open = found->act = 0;
    const TriageRulesPtr rules = m_book->rules(feed->info().id);
    for (const Finding& finding : findings) {
        if (rules->of(finding) != nullptr)
            continue;
        ++found->open;
        found->act += finding.severity == Severity::act ? 1 : 0;
    }
}

void FindingWatch::total()
{
    std::int64_t open = 0, act = 0;
    for (const Seen& seen : std::as_const(m_seen)) {
        open += seen.open;
        act += seen.act;
    }
    const bool changed = open != m_open || act != m_act;
    m_open = open;
    m_act = act;
    if (changed)
        emit countsChanged();
}

QByteArray findingJson(const Feed& feed, const Finding& finding)
{
    QJsonArray rows;
    for (const ProvingRow& row : finding.rows)
        rows.append(QJsonObject{{QStringLiteral("entity"), QLatin1String(word(row.entity))}, {QStringLiteral("key"), text(row.key)}});
    const QJsonObject object{
        {QStringLiteral("type"), QStringLiteral("finding")},
        {QStringLiteral("connection"), feed.info().name},
        {QStringLiteral("environment"), feed.info().environment},
        {QStringLiteral("at_us"), static_cast<double>(to_us(feed.now()))},
        {QStringLiteral("severity"), QLatin1String(word(finding.severity))},
        {QStringLiteral("what"), QLatin1String(word(finding.kind))},
        {QStringLiteral("entity"), QLatin1String(word(finding.entity))},
        {QStringLiteral("subject"), text(finding.key)},
        {QStringLiteral("evidence"), text(english_evidence(finding.evidence, feed.now()))},
        {QStringLiteral("since_us"), static_cast<double>(to_us(finding.since))},
        {QStringLiteral("count"), static_cast<double>(finding.count)},
        {QStringLiteral("rows"), rows},
    };
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

} // namespace lockdesk
