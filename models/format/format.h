// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/contracts/rows.h"
#include "backends/observe/event.h"
#include "backends/observe/finding.h"
#include "backends/observe/update.h"

#include <QString>

#include <span>

/// Every text that shows a value. One place, so that all tables, panels and sheets cut and word alike; translated.
namespace lockdesk::format {

/// `in 12.4 s`, `in 9 min 12 s`, `in 21 min`, `in 3 h 10 min`, `in 3 days`. With a clock uncertainty over 0.5 s `in about 12 s`.
QString ahead(Duration d, Duration uncertainty = Duration{0});
QString aheadShort(Duration d); ///< `12.4 s`, `9 min`, `3 h`
QString aheadSpan(Duration d);  ///< `12.4 s`, `9 min 12 s`
/// `just now`, `12 s ago`, `3 min ago`, `2 h ago`, `3 days ago`.
QString past(Duration d);
QString pastShort(Duration d); ///< `12 s`
/// `for` columns and ages: `12 s`, `3 min`, `2 h`, `3 days`.
QString span(Duration d);
/// `4 min 12 s`, `2 h 14 min`; `< 1 s`. Headline numbers and ages.
QString longSpan(Duration d);
/// p50 and the like: `41 ms`, `2.8 s`, `5 h 29 min`. -1: an en dash.
QString measured(std::int64_t us);
/// Of an instant that something is due at: `in 4.4 s`, `due now`, `due for 3 s`.
QString due(Duration until, Duration uncertainty = Duration{0});
/// Of a task: `in 4.4 s`, `due now`, `due for 3 s`. One that was never locked has been due since it came.
QString due(const TaskRow& task, TimePoint now, Duration uncertainty = Duration{0});
/// `3 of 8`, `10, 9 allowed`.
QString failures(std::int64_t failures, std::int64_t most);

/// Lease column of a lock: `in 12.4 s`, `12 s ago`, `no expiry`, `free in 4.0 s`, `free for 3 s`.
QString lease(const LockRow& row, TimePoint now, Duration uncertainty);
QString leaseShort(const LockRow& row, TimePoint now);
/// With room: `expired 12 s ago, not collected`.
QString leaseLong(const LockRow& row, TimePoint now, Duration uncertainty);

/// `14:32:07`, in this computer's time zone, with the date where that is another one than that of `now`: `2026-11-21 14:32:07`.
/// The offset of the store's clock is not applied: times stay on it.
QString clock(TimePoint t, TimePoint now);
/// `now` is that of this computer.
QString clock(TimePoint t);
QString clockWithMillis(TimePoint t, TimePoint now);
/// `14:32:07` and `14:32:07.208`, whatever day it is: for axes, and what runs.
QString timeOfDay(TimePoint t);
QString timeOfDayWithMillis(TimePoint t);
/// `2026-11-21 14:32:07.208 UTC+9, store's clock`.
QString absolute(TimePoint t);
/// `UTC+9`.
QString zone();

/// Instance cut to 4 hex digits and …: `pay-7/2211/9f3a…`. Owners of another shape are cut only when they are longer than 24.
QString owner(const std::string& owner);
/// `pay-7/2211`.
QString ownerShort(const std::string& owner);
/// Ungrouped; an en dash for none.
QString token(FencingToken token);
/// Grouped: `10,338`.
QString count(std::int64_t n);
/// `0.4`, `24.0`, `41`; an en dash for absent.
QString rate(std::optional<double> perSecond);
/// `0.4 %`, `< 0.1 %`.
QString share(double share);
/// `+12 ms ±3`, `−3 ms ±1`, `0 ms ±0`; an en dash while unknown.
QString clockOffset(const ClockState& clock);
/// `4.1 ms, 0.4 %`.
QString pollCost(const PollCost& cost);
/// `140 of 214`, `100,000 of about 1.2 M`, `first 100,000 of about 1.2 M`.
QString shownOf(std::int64_t shown, std::int64_t total, std::int64_t about);
QString soFar(std::int64_t shown, std::int64_t total); ///< `2,000 so far`, `140 of 2,000 so far`
/// `1.2 M`, `340 k`, `912`.
QString roughly(std::int64_t n);
/// `3 changes wait`.
QString changesWait(int n);
/// Any text that somebody else wrote (a store, a server, a file, a lesson), on one line and safe to show: what acts on an eye or a
/// terminal is a visible escape (backends/engine/text/shown_text.h). For plain text widgets: HTML is not escaped. For the last step
/// before it is shown; what goes back to the store is `exact`.
QString foreign(const std::string& text);
QString foreign(const QString& text);
/// The same for prose of several lines, and for what has escapes of its own: statements, commands.
QString foreignText(const std::string& text);
QString foreignCode(const std::string& text);
/// The same for JSON: still the same value.
QString foreignJson(const QString& json);
/// The text itself, unchanged: a key, an id, what is compared, copied or sent back. Never to be shown.
QString exact(const std::string& text);
/// For the clipboard, as data: exactly; what is no UTF-8 as it is shown, for a clipboard has no other bytes.
QString copied(const std::string& text);
/// A field among others, with tabs between them: in quotes when it has a tab, a line's end or a quote in it, as spreadsheets read it.
QString tableField(const QString& text);
/// For buttons, menus and tabs, where an ampersand would vanish and make a key: `a&b` stays `a&b`.
QString buttonText(const QString& text);

/// State words, translated. The untranslated word is what StateRole and filters use.
QString state(const char* word);
/// Of a worker: `worker + relay`, of a process with several.
QString roles(const std::string& role);
/// Of a connection, translated: `environmentLook` and filters use the untranslated one.
QString environment(const QString& name);
QString findingKind(FindingKind kind);
QString nextStep(NextStep step);
QString entity(Entity e);
/// What is said, in the user's language and time zone; `now` on the store's clock.
QString saying(const Saying& saying, TimePoint now);
QString evidence(std::span<const Saying> sayings, TimePoint now);  ///< with semicolons between them
QString sentences(std::span<const Saying> sayings, TimePoint now); ///< one after the other
/// A sentence of the engine that comes as a text; one that is not known here is shown as it is.
QString engineSentence(const std::string& text);
std::span<const char* const> engineSentences(); ///< all that are known here

/// `acquired demo/ledger, token 1877`.
QString event(const Event& event);
/// `live`, `connecting`, `no answer for 38 s`.
QString health(const Health& health, SteadyPoint now);
/// `shop does not answer: connect timed out after 2 s. Next try in 7 s.`
QString staleBanner(const QString& connection, const Health& health, SteadyPoint now);
/// `next try in 7 s`, `trying now`.
QString nextTry(const Health& health, SteadyPoint now);
/// Of an outbox: `empty`, `never`, `6 min`.
QString drains(const Backlog& backlog);

inline QString dash() { return QStringLiteral("\u2013"); }

} // namespace lockdesk::format
