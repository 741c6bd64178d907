// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/classroom/lesson_times.h"

#include "backends/scenarios/event.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QRegularExpression>

namespace lockdesk {

namespace {

struct LessonTimeTexts
{
    Q_DECLARE_TR_FUNCTIONS(ClassroomLanes)
};

std::optional<Duration> ofDate(const QRegularExpressionMatch& found)
{
    const QDate day = QDate::fromString(found.captured(1), Qt::ISODate);
    const QTime time = QTime::fromString(found.captured(2), Qt::ISODate);
    if (!day.isValid() || !time.isValid())
        return std::nullopt;
    const QString part = found.captured(3).mid(1).leftJustified(6, QLatin1Char('0'));
    return sinceLesson(time_from_us(QDateTime(day, time, Qt::UTC).toSecsSinceEpoch() * 1'000'000 + part.toLongLong()));
}

} // namespace

std::optional<Duration> sinceLesson(TimePoint at)
{
    const Duration since = at - scenarios::lesson_base;
    const bool near = since > -std::chrono::hours{24} && since < std::chrono::hours{24 * 366};
    return near ? std::optional(since) : std::nullopt;
}

QString lessonSeconds(Duration since)
{
    const auto us = since.count();
    return LessonTimeTexts::tr("%1 s").arg(QString::number(double(us) / 1e6, 'f',
                                                           us % 1'000'000 == 0 ? 0
                                                           : us % 100'000 == 0 ? 1
                                                                               : 3));
}

QString withLessonTimes(const QString& text)
{
    static const QRegularExpression date(
        QStringLiteral(R"((?<!\d)(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(\.\d{1,6})?(?:Z|\+00(?::00)?)?(?!\d))"));
    QString out;
    qsizetype from = 0;
    for (auto all = date.globalMatch(text); all.hasNext();) {
        const QRegularExpressionMatch found = all.next();
        const auto since = ofDate(found);
        out += text.mid(from, found.capturedStart() - from) + (since ? lessonSeconds(*since) : found.captured());
        from = found.capturedEnd();
    }
    return out + text.mid(from);
}

} // namespace lockdesk
