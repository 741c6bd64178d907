// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/contracts/rows.h"
#include "backends/observe/event.h"
#include "backends/observe/finding.h"
#include "backends/observe/update.h"

#include <QDateTime>
#include <QString>

#include <span>

/// All texts that show a value, translated. In one place, so that tables, panels and sheets cut and word alike.
namespace lockdesk::format {

/// `in 12.4 s`, `in 9 min 12 s`, `in 21 min`, `in 3 h 10 min`, `in 3 days`; `in about 12 s` from 0.5 s uncertainty on.
QString ahead(Duration d, Duration uncertainty = Duration{0});
QString aheadShort(Duration d); ///< `12.4 s`, `9 min`, `3 h`
QString aheadSpan(Duration d);  ///< `12.4 s`, `9 min 12 s`
/// `just now`, `12 s ago`, `3 min ago`, `2 h ago`, `3 days ago`.
QString past(Duration d);
QString pastShort(Duration d); ///< `12 s`
/// For columns and ages: `12 s`, `3 min`, `2 h`, `3 days`.
QString span(Duration d);
/// `4 min 12 s`, `2 h 14 min`; `< 1 s`. Headline numbers and ages.
QString longSpan(Duration d);
/// p50 and similar: `41 ms`, `2.8 s`, `5 h 29 min`. -1: an en dash.
QString measured(std::int64_t us);
/// Time until something is due: `in 4.4 s`, `due now`, `due for 3 s`.
QString due(Duration until, Duration uncertainty = Duration{0});
/// The same for a task. A task that was never locked has been due since it was created.
QString due(const TaskRow& task, TimePoint now, Duration uncertainty = Duration{0});
/// `3 of 8`, `10, 9 allowed`.
QString failures(std::int64_t failures, std::int64_t most);

/// Lease column of a lock: `in 12.4 s`, `12 s ago`, `no expiry`, `free in 4.0 s`, `free for 3 s`.
QString lease(const LockRow& row, TimePoint now, Duration uncertainty);
QString leaseShort(const LockRow& row, TimePoint now);
/// The long form: `expired 12 s ago, not collected`.
QString leaseLong(const LockRow& row, TimePoint now, Duration uncertainty);

/// `14:32:07`, in this computer's time zone; with the date if it differs from that of `now`: `2026-11-21 14:32:07`. The
/// offset of the store's clock is not applied: times stay on the store's clock.
QString clock(TimePoint t, TimePoint now);
/// The same, with `now` from this computer's clock.
QString clock(TimePoint t);
QString clockWithMillis(TimePoint t, TimePoint now);
/// `14:32:07` and `14:32:07.208` without a date: for axes and running clocks.
QString timeOfDay(TimePoint t);
QString timeOfDayWithMillis(TimePoint t);
/// `2026-11-21 14:32:07.208 UTC+9, store's clock`.
QString absolute(TimePoint t);
/// `UTC+9`.
QString zone();
/// Times of day and dates in UTC from now on, or again in this computer's time zone. GUI thread.
void setUtc(bool utc);
/// An instant in the zone in which times are shown.
QDateTime shownTime(TimePoint t);

/// Cuts the instance to 4 hex digits and …: `pay-7/2211/9f3a…`. Owners of another shape are cut only if longer than 24.
QString owner(const std::string& owner);
/// `pay-7/2211`.
QString ownerShort(const std::string& owner);
/// Ungrouped; an en dash if there is none.
QString token(FencingToken token);
/// Grouped: `10,338`.
QString count(std::int64_t n);
/// `0.4`, `24.0`, `41`; an en dash for absent.
QString rate(std::optional<double> perSecond);
/// `0.4 %`, `< 0.1 %`.
QString share(double share);
/// `+12 ms ±3`, `−3 ms ±1`, `0 ms ±0`; an en dash if unknown.
QString clockOffset(const ClockState& clock);
/// `4.1 ms, 0.4 %`.
QString pollCost(const PollCost& cost);
/// `1 to 20,000 of about 1 M`, `20,001 to 40,000 of more`, `1 to 523`. `about`: negative if unknown.
QString rowsFromTo(std::int64_t first, std::int64_t last, std::int64_t about, bool more);
/// `100,000`, or `100,000+` if there are more than were counted.
QString atLeast(std::int64_t counted, bool more);
/// `140 of 214`, `100,000 of about 1.2 M`, `first 100,000 of about 1.2 M`; `of more` if `about` is no more than `total`.
QString shownOf(std::int64_t shown, std::int64_t total, std::int64_t about);
QString soFar(std::int64_t shown, std::int64_t total); ///< `2,000 so far`, `140 of 2,000 so far`
/// `1.2 M`, `340 k`, `912`.
QString roughly(std::int64_t n);
/// `3 changes wait`.
QString changesWait(int n);
/// Makes text from outside (a store, server, file or lesson) a single line that is safe to show: characters that act on a
/// reader or a terminal become visible escapes (backends/engine/text/shown_text.h). For plain text widgets: HTML is not
/// escaped. Call as the last step before showing; use `exact` for what goes back to the store.
QString foreign(const std::string& text);
QString foreign(const QString& text);
/// The same for prose of several lines, and for text with escapes of its own: statements, commands.
QString foreignText(const std::string& text);
QString foreignCode(const std::string& text);
/// Returns the hash or the name that a Redis command calls a script or function by; empty: it calls none.
QString calledScript(const QString& command);
/// The same for JSON; the value stays the same.
QString foreignJson(const QString& json);
/// Returns the text unchanged: for keys, ids, and what is compared, copied or sent back. Never show it.
QString exact(const std::string& text);
/// Returns the exact text for the clipboard; invalid UTF-8 as it is shown, since a clipboard holds no other bytes.
QString copied(const std::string& text);
/// A field of tab-separated text: quoted if it contains a tab, a line end or a quote, as spreadsheets read it.
QString tableField(const QString& text);
/// For buttons, menus and tabs, where a single ampersand would make a mnemonic: `a&b` stays `a&b`.
QString buttonText(const QString& text);

/// Text of a button or of an entry of a menu without mnemonic and key: `&Copy Rows\tCtrl+C` -> `Copy Rows`.
QString plainAction(const QString& text);

/// State words, translated. StateRole and filters use the untranslated word.
QString state(const char* word);
/// Words an action or a result of an audit, of which stores hold the code: `force unlock` of `force-release`.
QString auditWord(const std::string& code);
/// Roles of a worker: `worker + relay` if it has several.
QString roles(const std::string& role);
/// Environment of a connection, translated. `environmentLook` and filters use the untranslated word.
QString environment(const QString& name);
/// `entity`: of the finding; tasks starve for want of a worker, not of others.
QString findingKind(FindingKind kind, Entity entity = Entity::lock);
QString nextStep(NextStep step);
QString entity(Entity e);
/// A saying in the user's language and time zone; `now` on the store's clock.
QString saying(const Saying& saying, TimePoint now);
QString evidence(std::span<const Saying> sayings, TimePoint now);  ///< separated by semicolons
QString sentences(std::span<const Saying> sayings, TimePoint now); ///< one after the other
/// Translates a sentence that the engine returns as text; an unknown one is shown unchanged.
QString engineSentence(const std::string& text);
std::span<const char* const> engineSentences(); ///< all known sentences

/// `acquired demo/ledger, token 1877`.
QString event(const Event& event);
/// `hold-off by ada@desk: drain the queue`, and what came of it unless it was done.
QString auditEntry(const AuditRow& row);
/// `live`, `connecting`, `no answer for 38 s`.
QString health(const Health& health, SteadyPoint now);
/// `shop does not answer: connect timed out after 2 s. Next try in 7 s.` After a refused login, which is not repeated:
/// `shop waits for a password: wrong password for user ann at db:5432`.
QString staleBanner(const QString& connection, const Health& health, SteadyPoint now);
/// `next try in 7 s`, `trying now`, `waits for a password`.
QString nextTry(const Health& health, SteadyPoint now);
/// Time until an outbox is drained: `empty`, `never`, `6 min`.
QString drains(const Backlog& backlog);

inline QString dash() { return QStringLiteral("\u2013"); }

} // namespace lockdesk::format
