// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/actions/action_lane.h"

#include "models/actions/action_work.h"
#include "models/format/format.h"

#include <QCoreApplication>

namespace lockdesk {

namespace {

constexpr auto stop_patience = std::chrono::milliseconds{1500};

} // namespace

StoreActions::Lane::Lane(StoreActions* owner, int connection, StoreOpener opener, std::string who, ScriptText scriptText)
    : m_connection(connection), m_opener(std::move(opener)), m_who(std::move(who)), m_scriptText(std::move(scriptText)),
      m_owner(owner)
{
}

void StoreActions::Lane::start()
{
    m_thread.start([self = shared_from_this()] { self->run(); });
}

void StoreActions::Lane::enqueue(Job job)
{
    const std::lock_guard lock(m_mutex);
    m_jobs.push_back(std::move(job));
    m_changed.notify_all();
}

void StoreActions::Lane::cancel(quint64 number)
{
    const std::lock_guard lock(m_mutex);
    m_cancelled.insert(number);
}

bool StoreActions::Lane::cancelled(quint64 number)
{
    const std::lock_guard lock(m_mutex);
    return m_stop || m_cancelled.contains(number);
}

void StoreActions::Lane::stop()
{
    {
        const std::lock_guard lock(m_mutex);
        m_owner = nullptr;
        m_stop = true;
        for (const auto& [source, session] : m_sessions)
            session->interrupt();
        m_changed.notify_all();
    }
    m_thread.stop(stop_patience);
}

void StoreActions::Lane::tell(std::function<void(StoreActions*)> what)
{
    const std::lock_guard lock(m_mutex);
    if (m_owner)
        QMetaObject::invokeMethod(
            m_owner, [owner = m_owner, what = std::move(what)] { what(owner); }, Qt::QueuedConnection);
}

void StoreActions::Lane::run()
{
    while (true) {
        Job job;
        {
            std::unique_lock lock(m_mutex);
            m_changed.wait(lock, [this] { return m_stop || !m_jobs.empty(); });
            if (m_stop)
                return;
            job = std::move(m_jobs.front());
            m_jobs.pop_front();
        }
        if (job.previewOnly)
            preview(job);
        else
            perform(job);
    }
}

Session* StoreActions::Lane::session(const std::string& source, Failure& why)
{
    if (const auto found = m_sessions.find(source); found != m_sessions.end())
        return found->second.get();
    auto opened = m_opener(m_connection, source);
    if (!opened) {
        why = opened.failure();
        return nullptr;
    }
    const std::lock_guard lock(m_mutex);
    Session* session = m_sessions.emplace(source, std::move(*opened)).first->second.get();
    if (m_stop)
        session->interrupt();
    return session;
}

void StoreActions::Lane::preview(const Job& job)
{
    ActionPreview out;
    out.number = job.number;
    Failure why;
    Session* asked = session(job.request.source.toStdString(), why);
    if (!asked)
        out.failure = why;
    // Checks the connection: a rehearsed verb may send no query.
    else if (const auto answered = asked->admin().clock(1); !answered) {
        out.failure = answered.failure();
        asked = nullptr;
    }
    ActionRequest request = job.request;
    if (request.targets.empty())
        request.targets.emplace_back(); // all of them
    for (const ActionTarget& target : request.targets) {
        if (cancelled(job.number))
            return;
        ActionPreview::Item item;
        item.asked = asked != nullptr && out.items.size() < ActionPreview::mostPreviewed;
        if (item.asked)
            item = ActionWork(*asked, request, m_who).preview(target);
        addScripts(item);
        item.commandLine = commandLine(job.store, request, target);
        out.items.push_back(std::move(item));
    }
    forget(asked);
    tell([out = std::move(out)](StoreActions* owner) { emit owner->previewReady(out); });
}

// Drops the recorded statements: they belong to one preview.
void StoreActions::Lane::forget(Session* asked)
{
    if (StatementTrace* trace = asked != nullptr ? asked->rehearsed() : nullptr)
        (void)trace->take();
}

// Adds the scripts' texts: a hash or a function's name does not show the effect.
void StoreActions::Lane::addScripts(ActionPreview::Item& item) const
{
    for (const QString& command : item.commands)
        if (const QString called = format::calledScript(command); m_scriptText && !called.isEmpty())
            if (const std::string text = m_scriptText(called.toStdString()); !text.empty())
                item.scripts.insert_or_assign(called, format::foreignCode(text));
}

void StoreActions::Lane::perform(const Job& job)
{
    Failure why;
    Session* asked = session(job.request.source.toStdString(), why);
    ActionRequest request = job.request;
    if (request.targets.empty())
        request.targets.emplace_back();
    std::vector<ActionResult> results;
    std::optional<TimePoint> at;
    for (const ActionTarget& target : request.targets) {
        if (cancelled(job.number))
            break;
        ActionResult result;
        if (asked) {
            ActionWork work(*asked, request, m_who);
            result = work.run(target);
            forget(asked);
            at = at ? at : work.storeTime();
        } else {
            result.outcome = ActionResult::Outcome::failed;
            result.text = format::engineSentence(why.message);
        }
        result.key = target.key;
        result.number = job.number;
        result.target = static_cast<int>(results.size());
        results.push_back(result);
        tell([result](StoreActions* owner) { emit owner->resultReady(result); });
    }
    tell([request = std::move(request), number = job.number, results = std::move(results), at](StoreActions* owner) {
        owner->noteDone(request, number, results, at);
    });
}

} // namespace lockdesk
