// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/classroom/classroom.h"

#include "backends/engine/contracts/statements.h"
#include "models/classroom/result_paper.h"
#include "models/format/format.h"

#include <QFile>
#include <QFileInfo>
#include <QRandomGenerator>
#include <QSettings>

#include <algorithm>

namespace lockdesk {

namespace {

constexpr int soonMs = 150; ///< so that walking through the list of lessons starts none of them
constexpr int classroomFrameMs = 40;
const QString storeKey = QStringLiteral("classroom/store");

QString textOf(const Failure& failure) { return format::engineSentence(failure.message); }

} // namespace

Classroom::Classroom(ClassStores* stores, QObject* parent) : QObject(parent), m_stores(stores)
{
    m_store = QSettings().value(storeKey, QLatin1String(builtInStore)).toString();
    m_soon.setSingleShot(true);
    m_soon.setInterval(soonMs);
    connect(&m_soon, &QTimer::timeout, this, &Classroom::prepare);
    m_replay.setInterval(classroomFrameMs);
    connect(&m_replay, &QTimer::timeout, this, &Classroom::replayOn);
    connect(&m_tracks[0], &ClassTrack::grown, this, &Classroom::grew);
    for (ClassTrack& track : m_tracks) {
        connect(&track, &ClassTrack::prepared, this, [this] { m_known[0] = m_known[1] = {}; });
        connect(&track, &ClassTrack::changed, this, &Classroom::trackChanged);
        connect(&track, &ClassTrack::failed, this, [this, &track](const Failure& failure) {
            m_wanted = 0;
            m_wantsRun = false;
            if (failure.code == not_confined)
                return fail(Problem::unconfined, textOf(failure));
            const bool cannot = failure.kind == FailureKind::unsupported;
            fail(cannot ? Problem::unsupported : Problem::lost,
                 cannot ? textOf(failure) : tr("%1: %2").arg(track.store().name, textOf(failure)));
        });
        connect(&track, &ClassTrack::stood, this, [this] {
            m_wanted = 0;
            emit notice(tr("Nobody goes on: whoever is left waits inside the store. Thaw or crash who does not move."));
        });
        connect(&track, &ClassTrack::refused, this, [this](const Failure& failure) { emit notice(textOf(failure)); });
    }
    connect(&m_tracks[0], &ClassTrack::prepared, this, &Classroom::forked);
    connect(&m_tracks[0], &ClassTrack::prepared, this, &Classroom::lessonChanged);
    connect(stores, &ClassStores::changed, this, [this] {
        // A lesson ends when its connection is closed; the recording stays.
        const auto all = m_stores->stores();
        for (ClassTrack& track : m_tracks)
            if (track.run() != nullptr && storeOf(all, track.store().id) == nullptr) {
                track.leave();
                fail(Problem::lost, tr("%1 was closed. The steps so far stay.").arg(track.store().name));
            }
        if (m_waitsForStore && variantSpec() != nullptr && whyNot(*variantSpec()).isEmpty()) {
            dismissProblem();
            prepareSoon();
        }
        emit changed();
    });
}

Classroom::~Classroom()
{
    for (ClassTrack& track : m_tracks)
        track.disconnect(this);
}

void Classroom::openLesson(const QString& id)
{
    const scenarios::Lesson* lesson = m_catalog.find(id);
    if (lesson == nullptr || lesson->variants.empty())
        return;
    // The last lesson's store may be a connection that is not open today.
    if (!m_storeChosen && storeOf(m_stores->stores(), m_store) == nullptr)
        m_store = QLatin1String(builtInStore);
    m_library = m_catalog.library();
    m_lesson = lesson;
    m_lessonId = id;
    // Lessons list the wrong way first; it is the default.
    const auto can = std::find_if(lesson->variants.begin(), lesson->variants.end(),
                                  [this](const scenarios::Variant& v) { return whyNot(v).isEmpty(); });
    m_variant = format::exact((can != lesson->variants.end() ? *can : lesson->variants.front()).name);
    m_choices.clear();
    m_kind = Kind::live;
    restart();
}

void Classroom::setVariant(const QString& name)
{
    if (m_lesson == nullptr || m_lesson->variant(name.toStdString()) == nullptr
        || (name == m_variant && m_kind == Kind::live))
        return;
    m_variant = name;
    m_choices.clear();
    m_kind = Kind::live;
    restart();
}

void Classroom::setStore(const QString& id)
{
    if (id == m_store && m_kind == Kind::live)
        return;
    m_store = id;
    m_storeChosen = true;
    if (m_second == id)
        m_second.clear();
    QSettings().setValue(storeKey, id);
    if (m_lesson == nullptr)
        return;
    m_choices.clear();
    m_kind = Kind::live;
    restart();
}

void Classroom::setSecondStore(const QString& id)
{
    if (id == m_second || id == m_store)
        return;
    m_second = id;
    if (m_lesson == nullptr)
        return;
    m_choices.clear();
    m_kind = Kind::live;
    restart();
}

void Classroom::again(bool otherSeed)
{
    if (m_lesson == nullptr)
        return;
    if (otherSeed)
        m_seed = 1 + QRandomGenerator::global()->bounded(9999u);
    m_choices.clear();
    m_kind = Kind::live;
    restart();
}

void Classroom::restart()
{
    stopReplay();
    for (ClassTrack& track : m_tracks)
        track.clear();
    m_position = m_revealed = 0;
    m_endSeen = m_forking = false;
    for (Known& known : m_known)
        known = {};
    m_wanted = 0;
    m_wantsRun = false;
    m_wantedTime.reset();
    m_asked.clear();
    m_answered.clear();
    dismissProblem();
    emit lessonChanged();
    prepareSoon();
}

void Classroom::prepareSoon()
{
    // A recording needs no store; the run returns with the next step.
    if (m_present && m_kind == Kind::live && m_lesson != nullptr && m_tracks[0].run() == nullptr && m_tracks[0].size() == 0)
        m_soon.start();
}

void Classroom::prepare()
{
    if (!m_present || m_kind != Kind::live || m_lesson == nullptr)
        return;
    if (const scenarios::Variant* variant = variantSpec(); variant != nullptr) {
        if (const QString why = whyNot(*variant); !why.isEmpty()) {
            m_waitsForStore = true;
            return fail(Problem::unsupported, why);
        }
    }
    if (!isAgreed()) {
        const QString text =
            m_lesson->first_sql() > 0
                ? tr("%1 did not come with Lockdesk. It sends commands and SQL of its own to a sandbox of the chosen store.")
                : tr("%1 did not come with Lockdesk. It sends commands to a sandbox of the chosen store.");
        return fail(Problem::foreign, text.arg(format::foreign(m_lesson->file.string())));
    }
    start(m_tracks[0], m_store);
    if (!m_second.isEmpty())
        start(m_tracks[1], m_second);
}

void Classroom::start(ClassTrack& track, const QString& id, const scenarios::Choice* there)
{
    const auto all = m_stores->stores();
    const ClassStore* store = storeOf(all, id);
    if (store == nullptr || !store->why.isEmpty())
        return fail(Problem::unsupported, store != nullptr ? store->why : tr("That connection is not open."));
    auto target = m_stores->target(id);
    if (!target)
        return fail(Problem::lost, textOf(target.failure()));
    LessonRun::Setup setup;
    setup.library = m_library;
    setup.lesson = m_lessonId.toStdString();
    setup.variant = m_variant.toStdString();
    setup.seed = m_seed;
    // Repeats the faults by hand made before the run ended, at the same places,
    setup.choices = track.playback() != nullptr ? track.playback()->file().choices() : m_choices;
    if (there != nullptr) {
        // but drops those after the fork.
        std::erase_if(setup.choices, [&](const scenarios::Choice& c) {
            return c.after > there->after || (c.after == 0 && c.t > there->t);
        });
        setup.choices.push_back(*there);
    }
    setup.target = std::move(*target);
    setup.target.session.trust_statements = m_agreed.library == m_library && m_agreed.unconfined.contains(unconfinedKey(id));
    track.start(*store, std::move(setup), there != nullptr ? there->after + 1 : track.size());
}

bool Classroom::isAgreed() const
{
    return m_lesson->built_in || (m_agreed.library == m_library && m_agreed.lessons.contains(m_lessonId));
}

QString Classroom::unconfinedKey(const QString& store) const { return m_lessonId + QLatin1Char('\n') + store; }

void Classroom::agree()
{
    if (m_lesson == nullptr || (m_problem != Problem::foreign && m_problem != Problem::unconfined))
        return;
    if (m_agreed.library != m_library)
        m_agreed = {m_library, {}, {}};
    m_agreed.lessons.insert(m_lessonId);
    if (m_problem == Problem::unconfined)
        for (const QString& store : {m_store, m_second})
            m_agreed.unconfined.insert(unconfinedKey(store));
    restart();
}

void Classroom::setPresent(bool present)
{
    if (present == m_present)
        return;
    m_present = present;
    if (present)
        return prepareSoon();
    m_soon.stop();
    stopReplay();
    m_wanted = 0;
    m_wantsRun = false;
    for (ClassTrack& track : m_tracks)
        track.leave();
}

QString Classroom::openRecording(const QString& file)
{
    auto read = scenarios::EventFile::read(file.toStdString());
    if (!read)
        return textOf(read.failure());
    const scenarios::Header header = read->header;
    stopReplay();
    for (ClassTrack& track : m_tracks)
        track.clear();
    m_library = m_catalog.library();
    m_lessonId = format::exact(header.id);
    m_lesson = m_library->find(header.id);
    m_variant = format::exact(header.variant);
    m_seed = header.seed;
    m_choices.clear();
    m_second.clear();
    m_kind = Kind::recording;
    m_asked.clear();
    m_answered.clear();
    m_position = 0;
    for (Known& known : m_known)
        known = {};
    dismissProblem();
    if (const QString wrong = m_tracks[0].load(std::move(*read)); !wrong.isEmpty())
        return wrong;
    m_revealed = m_tracks[0].size();
    emit lessonChanged();
    goTo(m_tracks[0].size());
    return {};
}

QString Classroom::openResult(const QString& file)
{
    QFile f(file);
    if (!f.open(QIODevice::ReadOnly))
        return f.errorString();
    const auto found = ResultPaper::settingsIn(f.readAll());
    if (!found)
        return tr("There is no lesson's result in %1.").arg(format::foreign(QFileInfo(file).fileName()));
    const scenarios::Lesson* lesson = m_catalog.find(found->lesson);
    if (lesson == nullptr || lesson->variant(found->variant.toStdString()) == nullptr)
        return tr("Its lesson is not here: %1, %2.").arg(found->lesson, found->variant);
    m_library = m_catalog.library();
    m_lesson = lesson;
    m_lessonId = found->lesson;
    m_variant = found->variant;
    m_seed = found->seed;
    m_choices = found->choices;
    m_kind = Kind::live;
    restart();
    return {};
}

QString Classroom::saveRecording(const QString& file) const
{
    const scenarios::Playback* playback = m_tracks[0].playback();
    if (playback == nullptr)
        return tr("Nothing has happened yet.");
    const auto written = playback->file().write(file.toStdString());
    return written ? QString() : textOf(written.failure());
}

const scenarios::Variant* Classroom::variantSpec() const
{
    return m_lesson != nullptr ? m_lesson->variant(m_variant.toStdString()) : nullptr;
}

const ClassStore* Classroom::storeOf(const std::vector<ClassStore>& all, const QString& id) const
{
    const auto it = std::find_if(all.begin(), all.end(), [&id](const ClassStore& one) { return one.id == id; });
    return it != all.end() ? &*it : nullptr;
}

QString Classroom::whyNot(const scenarios::Variant& variant) const
{
    if (m_lesson == nullptr)
        return {};
    const auto all = m_stores->stores();
    for (const QString& id : {m_store, m_second}) {
        if (id.isEmpty())
            continue;
        const ClassStore* store = storeOf(all, id);
        if (store == nullptr)
            return tr("That connection is not open.");
        if (!store->why.isEmpty())
            return store->why;
        if (store->can == nullptr)
            continue;
        std::vector<std::string> needs = m_lesson->needs;
        needs.insert(needs.end(), variant.needs.begin(), variant.needs.end());
        QStringList lacks;
        const auto missing = scenarios::lacking(needs, *store->can, m_stores->redlock().has_value());
        if (missing == std::vector<std::string>{std::string(scenarios::redlock_need)})
            return tr("This way takes several Redis servers beside %1: open a redlock:// connection that is not production.")
                .arg(store->name);
        for (const std::string& word : missing)
            lacks << format::foreign(word);
        if (!lacks.isEmpty())
            return tr("%1 cannot do this: it lacks %2.").arg(store->name, lacks.join(QStringLiteral(", ")));
    }
    return {};
}

void Classroom::fail(Problem problem, const QString& text)
{
    m_problem = problem;
    m_problemText = text;
    m_forking = false;
    m_wanted = 0;
    m_wantsRun = false;
    emit problemChanged();
    emit changed();
}

void Classroom::dismissProblem()
{
    if (m_problem == Problem::none)
        return;
    m_problem = Problem::none;
    m_waitsForStore = false;
    m_problemText.clear();
    emit problemChanged();
}

QString Classroom::runKey() const { return QStringLiteral("%1/%2/%3").arg(m_lessonId, m_variant, QString::number(m_seed)); }

void Classroom::shutDown(std::chrono::milliseconds atMost)
{
    m_present = false;
    m_soon.stop();
    m_replay.stop();
    for (ClassTrack& track : m_tracks)
        track.leave();
    const auto deadline = std::chrono::steady_clock::now() + atMost;
    for (ClassTrack& track : m_tracks)
        for (const auto& run : track.leaving())
            run->waitClosed(std::max(std::chrono::milliseconds{0}, std::chrono::duration_cast<std::chrono::milliseconds>(
                                                                       deadline - std::chrono::steady_clock::now())));
}

} // namespace lockdesk
