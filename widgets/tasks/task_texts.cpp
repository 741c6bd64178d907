// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tasks/task_texts.h"

#include "backends/engine/contracts/task_state.h"
#include "models/feed/reasons.h"
#include "models/format/format.h"
#include "models/tables/lease_info.h"
#include "widgets/common/live_table.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <set>
#include <sstream>

namespace lockdesk {

namespace {

struct TaskTexts
{
    Q_DECLARE_TR_FUNCTIONS(Tasks)
};

// The error, then the last lines of what a command said.
QStringList linesOf(const std::string& error)
{
    constexpr std::size_t most_output = 12;
    std::vector<std::string> lines;
    std::istringstream text(error);
    for (std::string line; std::getline(text, line);)
        lines.push_back(std::move(line));
    if (lines.size() > most_output + 1)
        lines.erase(lines.begin() + 1, lines.end() - most_output);
    QStringList out;
    for (const auto& line : lines) // what the command wrote stays as it is
        out += out.isEmpty() ? format::engineSentence(line) : format::foreign(line);
    return out;
}

// The last error, else one short word of the payload that users would look for.
QString noteOf(const TaskRow& task)
{
    if (!task.last_error.empty())
        return linesOf(task.last_error).front();
    const auto payload = QJsonDocument::fromJson(QByteArray::fromStdString(task.payload)).object();
    for (const char* key : {"note", "waits_for", "step", "name"})
        if (const auto value = payload.value(QLatin1String(key)); value.isString())
            return format::foreign(value.toString());
    return {};
}

} // namespace

QString entryKey(int connection, const std::string& id) { return QString::number(connection) + u':' + format::exact(id); }
int entryConnection(const QString& key) { return key.section(u':', 0, 0).toInt(); }
QString entryId(const QString& key) { return key.section(u':', 1); }

QString quotedForFilter(const QString& value)
{
    QString out = value;
    out.replace(u'\\', QStringLiteral("\\\\")).replace(u'"', QStringLiteral("\\\""));
    return u'"' + out + u'"';
}

int phaseRank(const QString& phase)
{
    static const QStringList life{QStringLiteral("creating"), QStringLiteral("starting"), QStringLiteral("updating"),
                                  QStringLiteral("stopping"), QStringLiteral("deleting"), QStringLiteral("created"),
                                  QStringLiteral("started"),  QStringLiteral("updated"),  QStringLiteral("stopped"),
                                  QStringLiteral("deleted")};
    const auto at = life.indexOf(phase.toLower());
    return at < 0 ? int(life.size()) : int(at);
}

void addPhase(std::vector<PhaseColumn>& columns, const PhaseSummary& phase)
{
    const QString name = format::exact(phase.phase);
    auto found = std::find_if(columns.begin(), columns.end(), [&](const PhaseColumn& c) { return c.phase == name; });
    if (found == columns.end()) {
        columns.push_back({});
        found = columns.end() - 1;
        found->phase = name;
    }
    found->total += phase.total;
    found->failed += phase.failed;
    found->due += phase.due;
    found->held += phase.held;
    found->waiting += phase.waiting;
    found->done += phase.done;
    found->capped |= phase.more;
    found->outRate += phase.out_rate;
    found->rate = TaskTexts::tr("%1/s").arg(found->outRate, 0, 'f', 1);
}

bool severalHave(const PageContext& context, const QString& kind)
{
    const auto& feeds = context.feeds->feeds();
    return std::count_if(feeds.begin(), feeds.end(), [&](const Feed* feed) {
               const auto& phases = feed->facts().phases();
               return context.shown->shows(feed->index())
                      && std::any_of(phases.begin(), phases.end(), [&](const auto& phase) {
                          return format::exact(phase.kind) == kind;
                      });
           }) > 1;
}

PhaseEntry phaseEntry(const Feed& feed, const TaskRow& task, const QString& state, bool named)
{
    PhaseEntry entry;
    entry.key = entryKey(feed.index(), task.id);
    entry.id = format::foreign(task.id);
    entry.state = state;
    entry.note = noteOf(task);
    if (named)
        entry.note.prepend(entry.note.isEmpty() ? feed.info().name : feed.info().name + QStringLiteral(" · "));
    const Duration until = task_due_at(task) - feed.now();
    if (state == QLatin1String("held"))
        entry.bar = toLeaseBar(leaseInfo(task, judgedAt(feed, task), feed.clock().uncertainty));
    if (state == QLatin1String("failed")) {
        entry.brief = format::failures(task.failures, task.max_failures);
        entry.when = TaskTexts::tr("failures: %1").arg(entry.brief);
    } else
        entry.when = format::due(task, judgedAt(feed, task), feed.clock().uncertainty);
    if (state == QLatin1String("due"))
        entry.brief = format::span(std::max(Duration{0}, feed.now() - task_due_since(task)));
    entry.late = task.locked_at != never_locked && until < -std::chrono::seconds{1} && state != QLatin1String("failed");
    return entry;
}

QString ruleText(const PageContext& context, const QString& kind, const PhaseColumn& column)
{
    std::set<std::pair<Duration, std::int64_t>> rules; // each store has its own
    for (const Feed* feed : context.feeds->feeds())
        for (const PhaseSummary& phase : feed->facts().phases())
            if (context.shown->shows(feed->index()) && format::exact(phase.kind) == kind
                && format::exact(phase.phase) == column.phase)
                rules.emplace(phase.lock_timeout, phase.max_failures);
    if (rules.empty())
        return {};
    if (rules.size() > 1)
        return TaskTexts::tr("%1 task(s), whose rule differs from store to store", nullptr, int(column.total))
            .arg(format::count(column.total));
    return TaskTexts::tr("%1 task(s), lock timeout %2, at most %3 failures", nullptr, int(column.total))
        .arg(format::count(column.total))
        .arg(format::longSpan(rules.begin()->first))
        .arg(format::count(rules.begin()->second));
}

void fillTask(const Feed& feed, const TaskRow& task, DetailContent& content)
{
    const TimePoint now = feed.now(), judged = judgedAt(feed, task);
    const char* state = state_word(task, judged);
    const bool done = is_done(task, judged), failed = std::string_view(state) == "failed";
    content.state = QString::fromLatin1(state);
    content.headline = format::state(state) + (done ? QString() : QStringLiteral(", ") + format::due(task, judged));
    if (!task.owner.empty()) {
        LeaseTime time;
        time.from = task.locked_at;
        time.until = task_due_at(task);
        time.now = now;
        time.uncertainty = feed.clock().uncertainty;
        content.lease = time;
    }
    content.why = whyStuck(feed, task);
    const auto fact = [&](const QString& label, const QString& value, const QString& more = {}, Tone tone = Tone::text,
                          bool fixed = false, const QString& tip = {}) {
        content.facts.push_back({label, value, more, tone, fixed, tip});
    };
    fact(TaskTexts::tr("kind, phase"), format::foreign(task.kind) + QStringLiteral(", ") + format::foreign(task.phase));
    fact(TaskTexts::tr("desired"), format::state(word(task.desired_state)));
    fact(TaskTexts::tr("owner"), task.owner.empty() ? format::dash() : format::foreign(task.owner), {}, Tone::text, true);
    fact(TaskTexts::tr("token"), format::token(task.token), TaskTexts::tr("%Ln claim(s)", nullptr, int(task.claims)),
         Tone::text, true);
    fact(TaskTexts::tr("takeovers"), format::count(task.takeovers));
    if (task.locked_at != never_locked && !is_parked(task))
        fact(TaskTexts::tr("locked at"), format::clock(task.locked_at, now),
             task.locked_at > now ? QString() : format::past(now - task.locked_at), Tone::text, false,
             format::absolute(task.locked_at)); // later than now: a relock that waits longer than the lock timeout
    fact(TaskTexts::tr("updated"), format::clock(task.updated_at, now), format::past(now - task.updated_at), Tone::text,
         false, format::absolute(task.updated_at));
    fact(TaskTexts::tr("failures"), format::failures(task.failures, task.max_failures), {},
         failed ? Tone::expired : Tone::text);
    const QStringList error = linesOf(task.last_error);
    for (int i = 0; i < int(error.size()); ++i)
        fact(i == 0   ? TaskTexts::tr("last error")
             : i == 1 ? TaskTexts::tr("last output")
                      : QString(),
             error[i], {}, Tone::text, i > 0);
    if (!task.doubt.empty())
        fact(TaskTexts::tr("doubt"), format::foreign(task.doubt), {}, Tone::closing);
}

} // namespace lockdesk
