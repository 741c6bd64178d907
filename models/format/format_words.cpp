// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/format/format.h"

#include "models/format/format_tr.h"

#include <algorithm>
#include <array>

namespace lockdesk::format {

namespace {

// All state words that tables show, listed for translation.
constexpr std::array state_words{
    QT_TRANSLATE_NOOP("lockdesk::format", "free"), QT_TRANSLATE_NOOP("lockdesk::format", "held"),
    QT_TRANSLATE_NOOP("lockdesk::format", "closing"), QT_TRANSLATE_NOOP("lockdesk::format", "expired"),
    QT_TRANSLATE_NOOP("lockdesk::format", "cooling"), QT_TRANSLATE_NOOP("lockdesk::format", "waiting"),
    QT_TRANSLATE_NOOP("lockdesk::format", "due"), QT_TRANSLATE_NOOP("lockdesk::format", "failed"),
    QT_TRANSLATE_NOOP("lockdesk::format", "pending"), QT_TRANSLATE_NOOP("lockdesk::format", "sending"),
    QT_TRANSLATE_NOOP("lockdesk::format", "sent"), QT_TRANSLATE_NOOP("lockdesk::format", "dead"),
    QT_TRANSLATE_NOOP("lockdesk::format", "live"), QT_TRANSLATE_NOOP("lockdesk::format", "late"),
    QT_TRANSLATE_NOOP("lockdesk::format", "silent"), QT_TRANSLATE_NOOP("lockdesk::format", "paused"),
    QT_TRANSLATE_NOOP("lockdesk::format", "slow"), QT_TRANSLATE_NOOP("lockdesk::format", "stopping"),
    QT_TRANSLATE_NOOP("lockdesk::format", "running"), QT_TRANSLATE_NOOP("lockdesk::format", "Running"),
    QT_TRANSLATE_NOOP("lockdesk::format", "Stopped"), QT_TRANSLATE_NOOP("lockdesk::format", "Deleted"),
    QT_TRANSLATE_NOOP("lockdesk::format", "stale"), QT_TRANSLATE_NOOP("lockdesk::format", "connecting"),
    QT_TRANSLATE_NOOP("lockdesk::format", "acquired"), QT_TRANSLATE_NOOP("lockdesk::format", "renewed"),
    QT_TRANSLATE_NOOP("lockdesk::format", "released"), QT_TRANSLATE_NOOP("lockdesk::format", "taken over"),
    QT_TRANSLATE_NOOP("lockdesk::format", "forced"), QT_TRANSLATE_NOOP("lockdesk::format", "claimed"),
    QT_TRANSLATE_NOOP("lockdesk::format", "advanced"), QT_TRANSLATE_NOOP("lockdesk::format", "unlocked"),
    QT_TRANSLATE_NOOP("lockdesk::format", "relocked"), QT_TRANSLATE_NOOP("lockdesk::format", "refused"),
    QT_TRANSLATE_NOOP("lockdesk::format", "added"), QT_TRANSLATE_NOOP("lockdesk::format", "removed"),
    QT_TRANSLATE_NOOP("lockdesk::format", "started"), QT_TRANSLATE_NOOP("lockdesk::format", "left"),
    QT_TRANSLATE_NOOP("lockdesk::format", "ordered"), QT_TRANSLATE_NOOP("lockdesk::format", "collected"),
    QT_TRANSLATE_NOOP("lockdesk::format", "timed out"), QT_TRANSLATE_NOOP("lockdesk::format", "retry"),
    QT_TRANSLATE_NOOP("lockdesk::format", "retried"), QT_TRANSLATE_NOOP("lockdesk::format", "beating"),
    QT_TRANSLATE_NOOP("lockdesk::format", "audit"), QT_TRANSLATE_NOOP("lockdesk::format", "worker"),
    QT_TRANSLATE_NOOP("lockdesk::format", "relay"), QT_TRANSLATE_NOOP("lockdesk::format", "leader"),
    QT_TRANSLATE_NOOP("lockdesk::format", "guard"), QT_TRANSLATE_NOOP("lockdesk::format", "run"),
    QT_TRANSLATE_NOOP("lockdesk::format", "pause"), QT_TRANSLATE_NOOP("lockdesk::format", "stop"),
    QT_TRANSLATE_NOOP("lockdesk::format", "done"), QT_TRANSLATE_NOOP("lockdesk::format", "changed"),
    QT_TRANSLATE_NOOP("lockdesk::format", "missing"), QT_TRANSLATE_NOOP("lockdesk::format", "development"),
    QT_TRANSLATE_NOOP("lockdesk::format", "staging"), QT_TRANSLATE_NOOP("lockdesk::format", "production"),
    QT_TRANSLATE_NOOP("lockdesk::format", "frozen"), QT_TRANSLATE_NOOP("lockdesk::format", "killed"),
    QT_TRANSLATE_NOOP("lockdesk::format", "cut-off"),
    // Results of commands, as lessons show them.
    QT_TRANSLATE_NOOP("lockdesk::format", "found"), QT_TRANSLATE_NOOP("lockdesk::format", "busy"),
    QT_TRANSLATE_NOOP("lockdesk::format", "admitted"), QT_TRANSLATE_NOOP("lockdesk::format", "accepted"),
    QT_TRANSLATE_NOOP("lockdesk::format", "duplicate"), QT_TRANSLATE_NOOP("lockdesk::format", "closed"),
    QT_TRANSLATE_NOOP("lockdesk::format", "conflict"), QT_TRANSLATE_NOOP("lockdesk::format", "updated"),
    QT_TRANSLATE_NOOP("lockdesk::format", "still_held"),
};
static_assert(!state_words.empty());

struct CodeWord
{
    const char* code;
    const char* word;
};

// Codes of an audit: actions and results.
constexpr std::array code_words{
    CodeWord{"force-release", QT_TRANSLATE_NOOP("lockdesk::format", "force unlock")},
    CodeWord{"hold-off", QT_TRANSLATE_NOOP("lockdesk::format", "hold off")},
    CodeWord{"end-hold-off", QT_TRANSLATE_NOOP("lockdesk::format", "end hold-off")},
    CodeWord{"relock", QT_TRANSLATE_NOOP("lockdesk::format", "relock")},
    CodeWord{"retry-dead", QT_TRANSLATE_NOOP("lockdesk::format", "retry dead")},
    CodeWord{"extend", QT_TRANSLATE_NOOP("lockdesk::format", "extend")},
    CodeWord{"advance", QT_TRANSLATE_NOOP("lockdesk::format", "advance")},
    CodeWord{"requeue", QT_TRANSLATE_NOOP("lockdesk::format", "requeue")},
    CodeWord{"unlock", QT_TRANSLATE_NOOP("lockdesk::format", "unlock")},
    CodeWord{"remove", QT_TRANSLATE_NOOP("lockdesk::format", "remove")},
    CodeWord{"collect", QT_TRANSLATE_NOOP("lockdesk::format", "collect")},
    CodeWord{"end-session", QT_TRANSLATE_NOOP("lockdesk::format", "end session")},
    CodeWord{"worker-start", QT_TRANSLATE_NOOP("lockdesk::format", "start worker")},
    CodeWord{"worker-stop", QT_TRANSLATE_NOOP("lockdesk::format", "stop worker")},
    CodeWord{"worker-pause", QT_TRANSLATE_NOOP("lockdesk::format", "pause worker")},
    CodeWord{"worker-run", QT_TRANSLATE_NOOP("lockdesk::format", "resume worker")},
    CodeWord{"worker-slow", QT_TRANSLATE_NOOP("lockdesk::format", "slow down worker")},
    CodeWord{"worker-crash", QT_TRANSLATE_NOOP("lockdesk::format", "crash worker")},
    CodeWord{"worker-freeze", QT_TRANSLATE_NOOP("lockdesk::format", "freeze worker")},
    CodeWord{"worker-thaw", QT_TRANSLATE_NOOP("lockdesk::format", "thaw worker")},
    CodeWord{"worker-hang", QT_TRANSLATE_NOOP("lockdesk::format", "hang worker")},
    CodeWord{"worker-unhang", QT_TRANSLATE_NOOP("lockdesk::format", "let worker go on")},
    CodeWord{"worker-reconnect", QT_TRANSLATE_NOOP("lockdesk::format", "reconnect worker")},
    CodeWord{"worker-cut-off", QT_TRANSLATE_NOOP("lockdesk::format", "cut off worker")},
    CodeWord{"worker-skew", QT_TRANSLATE_NOOP("lockdesk::format", "skew worker's clock")},
    CodeWord{"not_owner", QT_TRANSLATE_NOOP("lockdesk::format", "not the owner")},
    CodeWord{"in_doubt", QT_TRANSLATE_NOOP("lockdesk::format", "in doubt")},
};

QString keyed(const QString& text, const Event& event) { return text.arg(foreign(event.key)); }

QString withToken(const QString& text, FencingToken token)
{
    return token.number() > 0 ? tr("%1, token %2").arg(text, QString::number(token.number())) : text;
}

QString withDetail(const Event& event, const QString& text, const QString& between)
{
    return event.detail.empty() ? text : text + between + foreign(event.detail);
}

QString withError(const Event& event, const QString& text)
{
    return event.detail.empty() ? text : text + QStringLiteral(": ") + engineSentence(event.detail);
}

// Whole seconds, rounded up: never 0 s.
QString untilTry(SteadyPoint at, SteadyPoint now)
{
    return span(std::chrono::duration_cast<Duration>(at - now) + std::chrono::milliseconds{999});
}

QString lockOrTaskEvent(const Event& e)
{
    switch (e.kind) {
    case EventKind::acquired: return withToken(keyed(tr("acquired %1"), e), e.token);
    case EventKind::renewed: return keyed(tr("renewed %1"), e);
    case EventKind::released: return keyed(tr("released %1, free"), e);
    case EventKind::expired: return withToken(keyed(tr("let %1 expire"), e), e.token);
    case EventKind::taken_over: return withToken(keyed(tr("took over %1"), e), e.token);
    case EventKind::forced: return withToken(keyed(tr("%1 was freed by force"), e), e.token);
    case EventKind::cooling_ended: return keyed(tr("%1 may be taken again"), e);
    case EventKind::collected: return keyed(tr("row of %1 collected"), e);
    case EventKind::added: return withDetail(e, keyed(tr("added %1"), e), QStringLiteral(", "));
    case EventKind::claimed:
        return withToken(e.detail.empty() ? keyed(tr("claimed %1"), e)
                                          : tr("claimed %1 in phase %2").arg(foreign(e.key), foreign(e.detail)),
                         e.token);
    case EventKind::timed_out: return keyed(tr("lock of %1 timed out"), e);
    case EventKind::advanced: return tr("advanced %1 to %2").arg(foreign(e.key), foreign(e.detail));
    case EventKind::unlocked: return keyed(tr("gave back %1"), e);
    case EventKind::relocked:
        return tr("relocked %1, due in %2").arg(foreign(e.key), e.wait ? aheadSpan(*e.wait) : foreign(e.detail));
    case EventKind::failed: return withError(e, keyed(tr("failed %1"), e));
    case EventKind::removed: return keyed(tr("%1 removed"), e);
    default: return {};
    }
}

} // namespace

QString auditWord(const std::string& code)
{
    const auto known = std::find_if(code_words.begin(), code_words.end(), [&](const CodeWord& each) { return code == each.code; });
    return known == code_words.end() ? state(code.c_str()) : tr(known->word);
}

QString state(const char* word) { return foreign(QCoreApplication::translate("lockdesk::format", word)); }

QString roles(const std::string& role)
{
    QStringList out;
    for (const QString& one : exact(role).split(u'+'))
        out << state(one.toUtf8().constData());
    return out.join(QStringLiteral(" + "));
}

QString environment(const QString& name) { return state(name.toUtf8().constData()); }

QString findingKind(FindingKind kind, Entity entity)
{
    switch (kind) {
    case FindingKind::expired_and_held: return tr("expired and held");
    case FindingKind::holder_silent: return tr("holder silent");
    case FindingKind::holder_gone: return tr("holder gone");
    case FindingKind::task_over_failures: return tr("task over its failures");
    case FindingKind::message_dead: return tr("message dead");
    case FindingKind::alive_but_overdue: return tr("alive but overdue");
    case FindingKind::no_expiry: return tr("no expiry at all");
    case FindingKind::starving: return entity == Entity::task ? tr("due, not claimed") : tr("starving");
    case FindingKind::oldest_age: return tr("oldest age over its limit");
    case FindingKind::missed_run: return tr("missed run");
    case FindingKind::weak_store: return tr("weak store");
    case FindingKind::clock_doubt: return tr("clock doubt");
    case FindingKind::store_silent: return tr("store does not answer");
    case FindingKind::wait_cycle: return tr("cycle of waits");
    case FindingKind::count_: break;
    }
    return {};
}

QString nextStep(NextStep step)
{
    switch (step) {
    case NextStep::show: return tr("Show");
    case NextStep::force_release: return tr("Force unlock\u2026");
    case NextStep::relock: return tr("Relock\u2026");
    case NextStep::retry_dead: return tr("Retry dead\u2026");
    }
    return {};
}

QString entity(Entity e)
{
    switch (e) {
    case Entity::lock: return tr("lock");
    case Entity::task: return tr("task");
    case Entity::message: return tr("message");
    case Entity::worker: return tr("worker");
    case Entity::waiter: return tr("waiter");
    case Entity::refusal: return tr("fence");
    case Entity::audit: return tr("audit");
    }
    return {};
}

QString event(const Event& e)
{
    switch (e.kind) {
    case EventKind::sending: return withDetail(e, keyed(tr("sends %1"), e), QStringLiteral(", "));
    case EventKind::sent: return withDetail(e, keyed(tr("sent %1"), e), QStringLiteral(", "));
    case EventKind::retry: return withError(e, keyed(tr("%1 not delivered"), e));
    case EventKind::dead: return withError(e, keyed(tr("%1 dead"), e));
    case EventKind::retried: return keyed(tr("%1 pending again"), e);
    case EventKind::started: return tr("started");
    case EventKind::left: return tr("left");
    case EventKind::late: return tr("heartbeat late");
    case EventKind::silent: return tr("heartbeat silent");
    case EventKind::beating: return tr("heartbeat again");
    case EventKind::ordered: return tr("ordered to %1").arg(state(e.detail.c_str()));
    case EventKind::refused:
        return e.seen.number() > 0
                   ? tr("%1, %2 was seen").arg(withToken(keyed(tr("late write to %1 refused"), e), e.token), token(e.seen))
                   : withDetail(e, withToken(keyed(tr("late write to %1 refused"), e), e.token), QStringLiteral(", "));
    case EventKind::audit:
        return forced_in_vain(e)
                   ? tr("%1 %2: nothing was done (%3)").arg(auditWord(e.detail), foreign(e.key), auditWord(e.result))
                   : QStringLiteral("%1 %2").arg(auditWord(e.detail), foreign(e.key));
    default: return lockOrTaskEvent(e);
    }
}

QString auditEntry(const AuditRow& row)
{
    const QString action = auditWord(row.action), who = foreign(row.who), why = foreign(row.reason);
    const QString text = why.isEmpty() ? tr("%1 by %2, without a reason").arg(action, who)
                                       : tr("%1 by %2: %3").arg(action, who, why);
    Event event{.kind = EventKind::audit};
    event.result = row.result;
    return forced_in_vain(event) ? tr("%1 (nothing was done: %2)").arg(text, auditWord(row.result)) : text;
}

QString health(const Health& health, SteadyPoint now)
{
    switch (health.state) {
    case HealthState::connecting: return tr("connecting");
    case HealthState::live: return tr("live");
    case HealthState::stale: break;
    }
    const QString age = span(std::chrono::duration_cast<Duration>(now - health.since));
    return health.refuses ? tr("not read for %1").arg(age) : tr("no answer for %1").arg(age);
}

QString staleBanner(const QString& connection, const Health& health, SteadyPoint now)
{
    const QString cause = engineSentence(health.cause);
    if (health.login_refused && !health.next_try)
        return tr("%1 waits for a password: %2").arg(connection, cause);
    QString text = health.refuses ? tr("%1 cannot be read: %2").arg(connection, cause)
                                  : tr("%1 does not answer: %2").arg(connection, cause);
    static const QString ends = QStringLiteral(".?!");
    if (text.isEmpty() || !ends.contains(text.back()))
        text += u'.';
    if (!health.next_try || *health.next_try <= now)
        return tr("%1 Trying now.").arg(text);
    return tr("%1 Next try in %2.").arg(text, untilTry(*health.next_try, now));
}

QString nextTry(const Health& health, SteadyPoint now)
{
    if (health.login_refused && !health.next_try)
        return tr("waits for a password");
    if (!health.next_try || *health.next_try <= now)
        return tr("trying now");
    return tr("next try in %1").arg(untilTry(*health.next_try, now));
}

} // namespace lockdesk::format
