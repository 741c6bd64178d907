// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console/connection_tester.h"

#include "app/common/connections.h"
#include "app/console/connections_controller.h"
#include "app/console/keyring.h"
#include "backends/engine/runners/retention.h"
#include "models/format/format.h"

#include <QElapsedTimer>

#include <mutex>
#include <utility>

namespace lockdesk::app {

namespace {

constexpr auto timeout = std::chrono::seconds{5};

QString messageOf(const Failure& failure) { return format::engineSentence(failure.message); }

ConnectionTest look(Session& session)
{
    ConnectionTest result;
    QElapsedTimer timer;
    timer.start();
    const auto clock = session.admin().clock(3);
    if (!clock) {
        result.error = messageOf(clock.failure());
        return result;
    }
    const auto schema = session.admin().schema();
    if (!schema) {
        result.error = messageOf(schema.failure());
        return result;
    }
    ClockState state;
    state.known = true;
    state.offset = clock->offset;
    state.uncertainty = clock->uncertainty;
    const Capabilities& can = session.capabilities();
    const QString store = format::foreign(can.store + ' ' + can.version);
    result.reached = true;
    result.schemaMissing = schema->version < schema_version; // creating also upgrades an older one
    result.schemaOlder = result.schemaMissing && schema->version > 0;
    result.summary = ConnectionBackend::tr("%1 answers in %2 ms; clock %3; %4")
                         .arg(store, QString::number(timer.elapsed()), format::clockOffset(state),
                              schema->version == 0 ? ConnectionBackend::tr("Lockdesk's schema is not there")
                                                   : ConnectionBackend::tr("schema version %1").arg(schema->version));
    const std::string changes = result.schemaOlder ? session.admin().upgrade_text() : std::string();
    if (result.schemaMissing)
        result.ddl = format::foreignCode(changes.empty() ? session.admin().schema_text() : changes);
    return result;
}

} // namespace

struct ConnectionTester::Job
{
    std::mutex mutex;
    ConnectionTester* owner = nullptr; ///< null: the result is no longer needed
    Session* session = nullptr;        ///< while it runs, to interrupt it

    /// Makes it the session to interrupt; false: the result is no longer needed.
    bool use(Session* now)
    {
        const std::lock_guard lock(mutex);
        session = now;
        return owner != nullptr;
    }

    template <class Tell> void tell(Tell&& say)
    {
        const std::lock_guard lock(mutex);
        if (owner == nullptr)
            return;
        QMetaObject::invokeMethod(owner, [this, who = owner, say] {
            if (who->m_job.get() == this)
                say(who);
        });
    }
};

ConnectionTester::ConnectionTester(StoreRegistry& registry, QObject* parent)
    : ConnectionBackend(parent), m_registry(registry)
{
}

ConnectionTester::~ConnectionTester() { cancel(); }

QStringList ConnectionTester::schemes() const
{
    QStringList out;
    for (const std::string& scheme : m_registry.schemes())
        out << format::exact(scheme);
    return out;
}

bool ConnectionTester::hasKeyring() const { return Keyring::available(); }

QString ConnectionTester::splitPassword(const QString& text, QString& url, QString& password) const
{
    const auto parsed = StoreUrl::parse(text.toStdString());
    if (!parsed)
        return messageOf(parsed.failure());
    const auto store = m_registry.open(*parsed);
    if (!store)
        return messageOf(store.failure());
    if (const auto secret = not_to_be_saved(*parsed))
        return messageOf(*secret);
    url = format::exact(parsed->without_password());
    password = format::exact(parsed->password());
    return {};
}

QString ConnectionTester::retentionProblem(const QString& text) const
{
    const auto parsed = parse_retention(text.toStdString());
    return parsed ? QString() : messageOf(parsed.failure());
}

void ConnectionTester::cancel()
{
    const std::shared_ptr<Job> job = std::exchange(m_job, nullptr);
    if (job == nullptr)
        return;
    const std::lock_guard lock(job->mutex);
    job->owner = nullptr;
    if (job->session != nullptr)
        job->session->interrupt();
}

void ConnectionTester::start(const ConnectionDraft& draft, bool readOnly,
                             Work work)
{
    cancel();
    auto job = std::make_shared<Job>();
    job->owner = this;
    m_job = job;
    const auto url = parseUrl(draft.url, draft.password);
    auto made = url ? m_registry.open(*url) : Answer<std::unique_ptr<Store>>(url.failure());
    // The thread owns everything it needs, so that a hanging store delays neither the dialog nor the shutdown.
    m_thread.start([job, work = std::move(work), readOnly, source = draft.sources.value(0).toStdString(),
                    made = std::make_shared<Answer<std::unique_ptr<Store>>>(std::move(made))] {
        SessionOptions options;
        options.timeout = timeout;
        options.read_only = readOnly;
        if (!source.empty())
            options.source = source;
        options.without_schema = true;
        options.application_name = "lockdesk connection test";
        auto session = *made ? (*made).value()->open(options) : Answer<std::unique_ptr<Session>>(made->failure());
        if (session && !job->use(session->get()))
            return;
        work(*job, session, *made ? (*made).value().get() : nullptr, options);
        job->use(nullptr);
    });
}

// What the window would show: each source is opened and its locks are listed.
QStringList ConnectionTester::unreadable(Job& job, Store& store, SessionOptions options, const QStringList& sources)
{
    QStringList problems;
    for (const QString& source : sources) {
        options.source = source.toStdString();
        if (session_lock_kind(options.source) || source == QLatin1String("lockdesk"))
            continue;
        const auto session = store.open(options);
        if (session && !job.use(session->get()))
            return {};
        const auto listed = session ? (*session)->locks().list(ListRequest{{}, 1}) : Answer<Page<LockRow>>(session.failure());
        job.use(nullptr);
        if (!listed)
            problems += tr("Source %1 cannot be read: %2").arg(format::foreign(source), messageOf(listed.failure()));
    }
    return problems;
}

void ConnectionTester::test(const ConnectionDraft& draft)
{
    start(draft, true,
          [sources = draft.sources](Job& job, Answer<std::unique_ptr<Session>>& session, Store* store,
                                    const SessionOptions& options) {
        ConnectionTest result;
        if (session)
            result = look(**session);
        else
            result.error = messageOf(session.failure());
        if (result.reached)
            result.sourceProblems = unreadable(job, *store, options, sources);
        job.tell([result](ConnectionTester* who) { emit who->tested(result); });
    });
}

void ConnectionTester::createSchema(const ConnectionDraft& draft)
{
    start(draft, false, [](Job& job, Answer<std::unique_ptr<Session>>& session, Store*, const SessionOptions&) {
        QString error;
        if (!session) {
            error = messageOf(session.failure());
        } else if (const auto made = (*session)->admin().create_schema(); !made) {
            error = messageOf(made.failure());
        }
        job.tell([error](ConnectionTester* who) { emit who->schemaCreated(error); });
    });
}

} // namespace lockdesk::app
