// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/format/format.h"

#include "backends/engine/contracts/session_locks.h"
#include "backends/engine/contracts/task_state.h"
#include "backends/engine/rules/lease_end.h"
#include "backends/engine/text/shown_text.h"
#include "backends/engine/text/text.h"
#include "backends/observe/spans.h"
#include "backends/observe/store_rows.h"
#include "backends/observe/why.h"
#include "models/format/format_tr.h"

#include <QDateTime>
#include <QRegularExpression>
#include <QTimeZone>

#include <algorithm>
#include <atomic>
#include <cmath>

namespace lockdesk::format {

namespace {

constexpr Duration about_from = std::chrono::milliseconds{500};
constexpr int longest_plain_owner = 24;

QString unit(SpanUnit unit, std::int64_t number)
{
    switch (unit) {
    case SpanUnit::seconds: return tr("%1 s");
    case SpanUnit::minutes: return tr("%1 min");
    case SpanUnit::hours: return tr("%1 h");
    case SpanUnit::days: return number == 1 ? tr("%1 day") : tr("%1 days");
    }
    return {};
}

SpanUnit smaller(SpanUnit unit)
{
    return unit == SpanUnit::minutes ? SpanUnit::seconds : unit == SpanUnit::hours ? SpanUnit::minutes : SpanUnit::hours;
}

// The end of such a lease is not worth an exact number.
constexpr std::int64_t century = 36'525;

QString spanText(const Span& span)
{
    if (span.unit == SpanUnit::days && span.number >= century)
        return tr("over 100 years");
    const QString number =
        span.tenths < 0 ? count(span.number) : QStringLiteral("%1.%2").arg(span.number).arg(span.tenths);
    const QString first = unit(span.unit, span.number).arg(number);
    return span.has_second ? first + u' ' + unit(smaller(span.unit), span.second).arg(span.second) : first;
}

// The first part only, without tenths if the number is large enough.
QString firstPart(Span span)
{
    span.has_second = false;
    return spanText(span);
}

std::atomic<bool> times_in_utc = false; // action threads write times, too

// The date, if it differs from that of `now`.
QString dayBefore(TimePoint t, TimePoint now)
{
    return shownTime(t).date() == shownTime(now).date() ? QString() : shownTime(t).toString(QStringLiteral("yyyy-MM-dd "));
}

bool isInstance(const QString& text)
{
    if (text.size() < 8)
        return false;
    return std::all_of(text.begin(), text.end(), [](QChar c) {
        return (c >= u'0' && c <= u'9') || (c >= u'a' && c <= u'f') || (c >= u'A' && c <= u'F');
    });
}

} // namespace

QString ahead(Duration d, Duration uncertainty)
{
    if (uncertainty > about_from) {
        Span span = span_ahead(d);
        span.tenths = -1;
        return tr("in about %1").arg(spanText(span));
    }
    return tr("in %1").arg(spanText(span_ahead(d)));
}

QString aheadShort(Duration d) { return firstPart(span_ahead(d)); }

QString aheadSpan(Duration d) { return spanText(span_ahead(d)); }

QString past(Duration d) { return d < std::chrono::seconds{1} ? tr("just now") : tr("%1 ago").arg(spanText(span_past(d))); }

QString pastShort(Duration d) { return span(d); }

QString span(Duration d) { return d < std::chrono::seconds{1} ? tr("< 1 s") : spanText(span_past(d)); }

QString longSpan(Duration d)
{
    if (d < std::chrono::minutes{1})
        return span(d);
    Span cut = span_ahead(d);
    if (cut.unit == SpanUnit::minutes && cut.number >= 60) {
        const auto minutes = cut.number;
        cut = {minutes / 60, SpanUnit::hours, -1, minutes % 60, true};
    }
    return spanText(cut);
}

QString measured(std::int64_t us)
{
    if (us < 0)
        return dash();
    if (us < 1000)
        return tr("< 1 ms");
    if (us < 100'000)
        return tr("%1 ms").arg(us / 1000);
    if (us < 60'000'000)
        return tr("%1 s").arg(QString::number(static_cast<double>(us / 100'000) / 10, 'f', 1));
    return longSpan(Duration{us});
}

QString due(Duration until, Duration uncertainty)
{
    if (until.count() > 0)
        return ahead(until, uncertainty);
    const Duration over = -until;
    return over < std::chrono::seconds{1} ? tr("due now") : tr("due for %1").arg(span(over));
}

QString due(const TaskRow& task, TimePoint now, Duration uncertainty)
{
    if (is_parked(task))
        return tr("waits for a retry");
    if (is_done(task, now))
        return state("done");
    const Duration until = task_due_since(task) - now;
    // Due since it was created: the store's clock may be slightly behind this estimate of it.
    return due(task.locked_at == never_locked ? std::min(until, Duration{0}) : until, uncertainty);
}

QString failures(std::int64_t failures, std::int64_t most)
{
    return most > 0 && failures > most ? tr("%1, %2 allowed").arg(count(failures), count(most))
                                       : tr("%1 of %2").arg(count(failures), count(most));
}

QString lease(const LockRow& row, TimePoint now, Duration uncertainty)
{
    switch (lock_state(row, now)) {
    case LockState::free: return row.released_at ? tr("free for %1").arg(span(now - *row.released_at)) : QString();
    case LockState::cooling: return tr("free in %1").arg(spanText(span_ahead(*row.cooling_until - now)));
    case LockState::expired: return past(now - *row.expires_at);
    case LockState::held:
    case LockState::closing: break;
    }
    if (!row.expires_at && session_lock_kind(row.source))
        return tr("with session");
    const auto end = lease_end(row);
    return end ? ahead(*end - now, uncertainty) : tr("no expiry");
}

QString leaseShort(const LockRow& row, TimePoint now)
{
    switch (lock_state(row, now)) {
    case LockState::free: return {};
    case LockState::cooling: return tr("free in %1").arg(aheadShort(*row.cooling_until - now));
    case LockState::expired: return pastShort(now - *row.expires_at);
    case LockState::held:
    case LockState::closing: break;
    }
    const auto end = lease_end(row);
    return end ? aheadShort(*end - now) : dash();
}

QString leaseLong(const LockRow& row, TimePoint now, Duration uncertainty)
{
    if (lock_state(row, now) == LockState::expired)
        return tr("expired %1, not collected").arg(past(now - *row.expires_at));
    return lease(row, now, uncertainty);
}

QString timeOfDay(TimePoint t) { return shownTime(t).toString(QStringLiteral("HH:mm:ss")); }

QString clock(TimePoint t, TimePoint now) { return dayBefore(t, now) + timeOfDay(t); }

QString clock(TimePoint t) { return clock(t, time_from_us(QDateTime::currentMSecsSinceEpoch() * 1000)); }

QString clockWithMillis(TimePoint t, TimePoint now) { return dayBefore(t, now) + timeOfDayWithMillis(t); }

QString timeOfDayWithMillis(TimePoint t) { return shownTime(t).toString(QStringLiteral("HH:mm:ss.zzz")); }

QString absolute(TimePoint t)
{
    return tr("%1 %2, store's clock").arg(shownTime(t).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss.zzz")), zone());
}

void setUtc(bool utc) { times_in_utc = utc; }

QDateTime shownTime(TimePoint t)
{
    return QDateTime::fromMSecsSinceEpoch(to_us(t) / 1000, times_in_utc ? Qt::UTC : Qt::LocalTime);
}

QString zone()
{
    const int minutes = times_in_utc ? 0 : QDateTime::currentDateTime().offsetFromUtc() / 60;
    if (minutes == 0)
        return QStringLiteral("UTC");
    const QString sign = minutes < 0 ? QStringLiteral("\u2212") : QStringLiteral("+");
    const int size = std::abs(minutes);
    const QString rest = size % 60 == 0 ? QString() : QStringLiteral(":%1").arg(size % 60, 2, 10, QLatin1Char('0'));
    return QStringLiteral("UTC%1%2%3").arg(sign).arg(size / 60).arg(rest);
}

QString owner(const std::string& owner)
{
    if (owner.empty())
        return dash();
    const QString text = foreign(owner);
    const auto slash = text.lastIndexOf(u'/');
    if (slash > 0 && isInstance(text.mid(slash + 1)))
        return text.left(slash + 5) + u'\u2026';
    return text.size() > longest_plain_owner ? text.left(longest_plain_owner - 1) + u'\u2026' : text;
}

QString ownerShort(const std::string& owner)
{
    const QString text = owner.empty() ? dash() : foreign(short_owner(owner));
    // Host and pid of normal length; of other owners both ends tell more than the beginning alone.
    return text.size() > longest_plain_owner + 16 ? text.left(longest_plain_owner) + u'\u2026' + text.right(12) : text;
}

QString token(FencingToken token) { return token.number() == 0 ? dash() : QString::number(token.number()); }

QString count(std::int64_t n) { return QString::fromStdString(grouped(n)); }

QString rate(std::optional<double> perSecond)
{
    if (!perSecond)
        return dash();
    return *perSecond < 100 ? QString::number(*perSecond, 'f', 1) : count(std::llround(*perSecond));
}

QString share(double share)
{
    if (share < 0.001)
        return tr("< 0.1 %");
    return tr("%1 %").arg(QString::number(share * 100, 'f', share < 0.1 ? 1 : 0));
}

QString clockOffset(const ClockState& clock)
{
    if (!clock.known)
        return dash();
    const auto ms = [](Duration d) { return std::llround(static_cast<double>(d.count()) / 1000); };
    const auto offset = ms(clock.offset), uncertainty = ms(clock.uncertainty);
    const QString sign = offset > 0 ? QStringLiteral("+") : offset < 0 ? QStringLiteral("\u2212") : QString();
    if (std::abs(offset) >= 10'000)
        return tr("%1%2 \u00b1%3 ms")
            .arg(sign, longSpan(clock.offset.count() < 0 ? -clock.offset : clock.offset), QString::number(uncertainty));
    return tr("%1%2 ms \u00b1%3").arg(sign, QString::number(std::abs(offset)), QString::number(uncertainty));
}

QString pollCost(const PollCost& cost)
{
    const double ms = static_cast<double>(cost.busy.count()) / 1000;
    return tr("%1 ms, %2").arg(QString::number(ms, 'f', ms < 100 ? 1 : 0), share(cost.share));
}

QString shownOf(std::int64_t shown, std::int64_t total, std::int64_t about)
{
    if (about == total) // an estimate that is too low
        return shown == total ? tr("first %1 of more").arg(count(total)) : tr("%1 of more than %2").arg(count(shown), count(total));
    if (about > total)
        return shown == total ? tr("first %1 of about %2").arg(count(total), roughly(about))
                              : tr("%1 of about %2").arg(count(shown), roughly(about));
    return shown == total ? count(total) : tr("%1 of %2").arg(count(shown), count(total));
}

QString rowsFromTo(std::int64_t first, std::int64_t last, std::int64_t about, bool more)
{
    if (last < first)
        return count(0);
    if (!more)
        return tr("%1 to %2, the last").arg(count(first), count(last));
    return about > last ? tr("%1 to %2 of about %3").arg(count(first), count(last), roughly(about))
                        : tr("%1 to %2 of more").arg(count(first), count(last));
}

QString atLeast(std::int64_t counted, bool more) { return more ? count(counted) + QLatin1Char('+') : count(counted); }

QString soFar(std::int64_t shown, std::int64_t total)
{
    return shown == total ? tr("%1 so far").arg(count(total)) : tr("%1 of %2 so far").arg(count(shown), count(total));
}

QString roughly(std::int64_t n)
{
    const auto tenths = [](double value) { return QString::number(value, 'f', value < 10 ? 1 : 0); };
    if (n >= 950'000)
        return tr("%1 M").arg(tenths(static_cast<double>(n) / 1e6));
    return n >= 10'000 ? tr("%1 k").arg(tenths(static_cast<double>(n) / 1e3)) : count(n);
}

QString changesWait(int n) { return n == 1 ? tr("1 change waits") : tr("%1 changes wait").arg(count(n)); }

QString foreign(const std::string& text) { return QString::fromStdString(shown(text)); }

QString foreign(const QString& text) { return foreign(text.toStdString()); }

QString foreignText(const std::string& text) { return QString::fromStdString(shown_code(text)); }

QString foreignCode(const std::string& text) { return QString::fromStdString(shown_code(text)); }

QString calledScript(const QString& command)
{
    static const QRegularExpression called(QStringLiteral("^\"(?:EVALSHA|FCALL)(?:_RO)?\" \"([0-9a-z_]+)\""));
    return called.match(command).captured(1);
}

QString foreignJson(const QString& json) { return QString::fromStdString(shown_json(json.toStdString())); }

// Invalid bytes would all become the same character in a QString, and two names would look equal.
QString exact(const std::string& text) { return is_utf8(text) ? QString::fromStdString(text) : foreign(text); }

QString copied(const std::string& text) { return exact(text); }

QString tableField(const QString& text)
{
    const auto parts = [](QChar c) { return c == u'\t' || c == u'\n' || c == u'\r' || c == u'"'; };
    if (std::none_of(text.begin(), text.end(), parts))
        return text;
    return u'"' + QString(text).replace(u'"', QStringLiteral("\"\"")) + u'"';
}

QString plainAction(const QString& text)
{
    QString out;
    QString whole = text.section(QLatin1Char('\t'), 0, 0);
    // Languages without Latin letters append the mnemonic: `복사(&C)`.
    if (const qsizetype at = whole.indexOf(QLatin1String("(&")); at > 0 && whole.size() > at + 3 && whole[at + 3] == u')')
        whole.remove(at, 4);
    for (qsizetype i = 0; i < whole.size(); ++i) {
        if (whole[i] == u'&' && i + 1 < whole.size())
            ++i;
        out += whole[i];
    }
    return out;
}

QString buttonText(const QString& text) { return QString(text).replace(u'&', QStringLiteral("&&")); }

QString drains(const Backlog& backlog)
{
    if (backlog.pending == 0)
        return tr("empty");
    if (keeps_up(backlog))
        return tr("keeps up");
    const double faster = backlog.out_rate - backlog.in_rate;
    return faster <= 0 ? tr("never")
                       : longSpan(Duration{static_cast<std::int64_t>(static_cast<double>(backlog.pending) / faster * 1e6)});
}

} // namespace lockdesk::format
