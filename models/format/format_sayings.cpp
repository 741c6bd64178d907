// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backends/observe/spans.h"
#include "models/format/format.h"
#include "models/format/format_tr.h"

namespace lockdesk::format {

namespace {

using Type = SayingValue::Type;

QString valueText(const SayingValue& value, TimePoint now)
{
    const Duration span{value.number};
    const TimePoint at = time_from_us(value.number);
    switch (value.type) {
    case Type::text: return foreign(value.text);
    case Type::sentence: return engineSentence(value.text);
    case Type::owner: return ownerShort(value.text);
    case Type::count: return count(value.number);
    case Type::token: return QString::number(value.number);
    case Type::rate: return exact(rate_text(value.number));
    case Type::span: return format::span(span);
    case Type::fine: return aheadSpan(span);
    case Type::since: return format::span(now - at);
    case Type::age: return longSpan(now - at);
    case Type::until: return aheadSpan(at - now);
    case Type::at: return clock(at, now);
    }
    return {};
}

// In one pass, so that a value containing %2 stays unchanged.
QString filled(const QString& text, const Saying& saying, TimePoint now)
{
    QString out;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const int number = text[i] == u'%' && i + 1 < text.size() ? text[i + 1].unicode() - u'1' : -1;
        if (number < 0 || number >= int(saying.values.size())) {
            out += text[i];
            continue;
        }
        const SayingValue& value = saying.values[std::size_t(number)];
        // Text from outside stays unchanged; a known failure of a store is translated.
        const bool reported = saying.code == SayingCode::foreign_text || saying.code == SayingCode::last_error;
        out += reported ? engineSentence(value.text) : valueText(value, now);
        ++i;
    }
    return out;
}

QString joined(std::span<const Saying> sayings, QLatin1String between, TimePoint now)
{
    QString out;
    for (const Saying& one : sayings)
        out += (out.isEmpty() ? QString() : QString(between)) + saying(one, now);
    return out;
}

} // namespace

QString saying(const Saying& saying, TimePoint now)
{
    return filled(QCoreApplication::translate("lockdesk::saying", form_text(saying)), saying, now);
}

QString evidence(std::span<const Saying> sayings, TimePoint now) { return joined(sayings, QLatin1String("; "), now); }

QString sentences(std::span<const Saying> sayings, TimePoint now) { return joined(sayings, QLatin1String(" "), now); }

} // namespace lockdesk::format
