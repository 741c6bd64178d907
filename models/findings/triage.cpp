// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/findings/triage.h"

#include "models/format/format.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QString>

#include <string_view>

namespace lockdesk {

namespace {

constexpr qsizetype longestText = 1000; ///< of a reason: settings may be written by others
constexpr double longestTime = 9e15;    ///< exact in a JSON number

// A key may be any bytes, which JSON texts are not.
QString packed(const std::string& text) { return QString::fromLatin1(QByteArray::fromStdString(text).toPercentEncoding()); }

std::string unpacked(const QString& text) { return QByteArray::fromPercentEncoding(text.toLatin1()).toStdString(); }

std::optional<FindingKind> kindOf(const QString& name)
{
    for (int i = 0; i < static_cast<int>(FindingKind::count_); ++i)
        if (name == QLatin1String(word(static_cast<FindingKind>(i))))
            return static_cast<FindingKind>(i);
    return std::nullopt;
}

std::optional<TimePoint> timeOf(const QJsonValue& value)
{
    const double us = value.toDouble(-1);
    return us >= 0 && us <= longestTime ? std::optional(time_from_us(static_cast<std::int64_t>(us))) : std::nullopt;
}

std::optional<Triage> readOne(const QJsonObject& object)
{
    const auto kind = kindOf(object[QLatin1String("kind")].toString());
    const QString what = object[QLatin1String("what")].toString();
    if (!kind || (what != QLatin1String("muted") && what != QLatin1String("acknowledged")))
        return std::nullopt;
    Triage out;
    out.kind = *kind;
    out.what = what == QLatin1String("muted") ? Triage::What::muted : Triage::What::acknowledged;
    if (const auto subject = object[QLatin1String("subject")]; subject.isString())
        out.subject = unpacked(subject.toString());
    else if (!subject.isUndefined())
        return std::nullopt;
    if (out.what == Triage::What::acknowledged) {
        const auto upTo = timeOf(object[QLatin1String("up_to_us")]);
        if (!upTo)
            return std::nullopt;
        out.upTo = *upTo;
    }
    // A mute with an unreadable end must not become one without an end.
    if (const auto until = object[QLatin1String("until_us")]; !until.isUndefined() && !(out.until = timeOf(until)))
        return std::nullopt;
    out.reason = object[QLatin1String("reason")].toString().left(longestText).toStdString();
    out.who = object[QLatin1String("who")].toString().left(longestText).toStdString();
    return out;
}

} // namespace

bool namesOneWaiter(const Finding& finding)
{
    return finding.kind == FindingKind::starving && !finding.rows.empty() && finding.entity == Entity::lock;
}

std::string subjectOf(const Finding& finding)
{
    if (namesOneWaiter(finding))
        return finding.key + ' ' + finding.rows.front().key; // one for each waiter
    return finding.key;
}

TriageRules::TriageRules(std::vector<Triage> all) : m_all(std::move(all))
{
    for (std::size_t i = 0; i < m_all.size(); ++i) {
        if (m_all[i].subject)
            m_bySubject[{m_all[i].kind, *m_all[i].subject}].push_back(i);
        else
            m_ofKind[m_all[i].kind].push_back(i);
    }
}

const Triage* TriageRules::of(const Finding& finding) const
{
    if (m_all.empty())
        return nullptr;
    const Triage* found = nullptr;
    const auto consider = [&](const std::vector<std::size_t>& which) {
        for (const std::size_t at : which) {
            const Triage& one = m_all[at];
            if (one.what == Triage::What::muted)
                found = &one;
            else if (found == nullptr && finding.since <= one.upTo)
                found = &one;
            if (found != nullptr && found->what == Triage::What::muted)
                return;
        }
    };
    if (const auto it = m_bySubject.find({finding.kind, subjectOf(finding)}); it != m_bySubject.end())
        consider(it->second);
    if (const auto it = m_ofKind.find(finding.kind);
        it != m_ofKind.end() && (found == nullptr || found->what != Triage::What::muted))
        consider(it->second);
    return found;
}

QByteArray triageJson(const std::vector<Triage>& all)
{
    QJsonArray list;
    for (const Triage& one : all) {
        QJsonObject object{{QStringLiteral("kind"), QLatin1String(word(one.kind))},
                           {QStringLiteral("what"), one.what == Triage::What::muted ? QStringLiteral("muted")
                                                                                   : QStringLiteral("acknowledged")},
                           {QStringLiteral("reason"), format::exact(one.reason)},
                           {QStringLiteral("who"), format::exact(one.who)}};
        if (one.subject)
            object[QLatin1String("subject")] = packed(*one.subject);
        if (one.what == Triage::What::acknowledged)
            object[QLatin1String("up_to_us")] = static_cast<double>(to_us(one.upTo));
        if (one.until)
            object[QLatin1String("until_us")] = static_cast<double>(to_us(*one.until));
        list.append(object);
    }
    return QJsonDocument(list).toJson(QJsonDocument::Compact);
}

std::vector<Triage> readTriage(const QByteArray& json, TimePoint now)
{
    std::vector<Triage> out;
    for (const QJsonValue& value : QJsonDocument::fromJson(json).array()) {
        auto one = readOne(value.toObject());
        if (one && (!one->until || *one->until > now) && out.size() < mostTriages)
            out.push_back(std::move(*one));
    }
    return out;
}

} // namespace lockdesk
