// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/lane_axis.h"

#include "models/format/format.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace lockdesk {

namespace {

struct LaneAxisTexts
{
    Q_DECLARE_TR_FUNCTIONS(LaneAxis)
};

constexpr std::int64_t ms = 1000, s = 1000 * ms, minute = 60 * s, hour = 60 * minute, day = 24 * hour;
constexpr std::array<std::int64_t, 32> steps{
    ms,       2 * ms,   5 * ms,   10 * ms,   20 * ms, 50 * ms,    100 * ms,   200 * ms,    500 * ms,    s,           2 * s,
    5 * s,    10 * s,   20 * s,   30 * s,    minute,  2 * minute, 5 * minute, 10 * minute, 20 * minute, 30 * minute, hour,
    2 * hour, 3 * hour, 6 * hour, 12 * hour, day,     2 * day,    7 * day,    14 * day,    28 * day,    364 * day};

// Formats with the precision of the distance between lines.
QString plain(std::int64_t us, std::int64_t step)
{
    if (step >= day)
        return LaneAxisTexts::tr("%1 d").arg(us / day);
    if (step >= hour)
        return LaneAxisTexts::tr("%1 h").arg(us / hour);
    if (step >= minute)
        return LaneAxisTexts::tr("%1 min").arg(us / minute);
    const int decimals = step >= s ? 0 : step >= 100 * ms ? 1 : step >= 10 * ms ? 2 : 3;
    return LaneAxisTexts::tr("%1 s").arg(double(us) / double(s), 0, 'f', decimals);
}

} // namespace

std::int64_t LaneAxis::step(double leastPixels) const
{
    if (fixedStep > 0)
        return fixedStep;
    const double perPixel = double(to - from) / std::max(1.0, right - left);
    for (const std::int64_t each : steps) {
        if (double(each) >= perPixel * leastPixels)
            return each;
    }
    return steps.back();
}

std::int64_t LaneAxis::firstLine(std::int64_t step) const
{
    const std::int64_t base = labels == Labels::ago ? now : labels == Labels::elapsed ? origin : 0;
    std::int64_t over = (from - base) % step;
    if (over < 0)
        over += step;
    return over == 0 ? from : from + (step - over);
}

QString LaneAxis::label(std::int64_t at, std::int64_t step) const
{
    switch (labels) {
    case Labels::ago:
        if (at == now)
            return LaneAxisTexts::tr("now");
        return at < now ? QStringLiteral("−") + plain(now - at, step) : QStringLiteral("+") + plain(at - now, step);
    case Labels::elapsed: return at < origin ? QStringLiteral("−") + plain(origin - at, step) : plain(at - origin, step);
    case Labels::clock: break;
    }
    if (step >= s)
        return format::timeOfDay(time_from_us(at));
    const QString whole = format::timeOfDayWithMillis(time_from_us(at));
    return step >= 100 * ms ? whole.chopped(2) : step >= 10 * ms ? whole.chopped(1) : whole;
}

QString LaneAxis::exact(std::int64_t at) const
{
    if (labels == Labels::elapsed)
        return LaneAxisTexts::tr("%1 s").arg(double(at - origin) / double(s), 0, 'f', 3);
    return format::timeOfDayWithMillis(time_from_us(at));
}

QString LaneAxis::duration(std::int64_t us)
{
    if (us == 0)
        return LaneAxisTexts::tr("0 s");
    if (us < s)
        return LaneAxisTexts::tr("%1 ms").arg(double(us) / double(ms), 0, 'f', us < 10 * ms ? 2 : 0);
    if (us < minute)
        return LaneAxisTexts::tr("%1 s").arg(double(us) / double(s), 0, 'f', 1);
    return format::longSpan(Duration{us});
}

} // namespace lockdesk
