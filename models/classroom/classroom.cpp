// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/classroom/classroom.h"

#include "backends/engine/contracts/statements.h"
#include "models/classroom/fault_rules.h"
#include "models/classroom/result_paper.h"
#include "models/format/format.h"

#include <QFile>
#include <QFileInfo>

#include <algorithm>

namespace lockdesk {

namespace {

constexpr int soonMs = 150; ///< so that walking through the list of lessons starts none of them

QString textOf(const Failure& failure) { return format::engineSentence(failure.message); }

} // namespace

Classroom::Classroom(ClassStores* stores, scenarios::CommandCheck check, QObject* parent)
    : QObject(parent), m_stores(stores), m_catalog(std::move(check)), m_choice(stores), m_questions(m_choice, m_tracks[0]),
      m_player(m_choice, m_tracks, m_questions, m_problem), m_picture(m_player, m_tracks)
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(soonMs);
    connect(&m_soon, &QTimer::timeout, this, &Classroom::prepare);
    connect(&m_choice, &LessonChoice::chosen, this, &Classroom::restart);
    connect(&m_problem, &ClassProblem::changed, this, [this] {
        m_waitsForStore = m_waitsForStore && m_problem.kind() != ClassProblem::Kind::none;
        emit problemChanged();
    });
    connect(&m_questions, &LessonQuestions::changed, this, &Classroom::questionChanged);
    connect(&m_player, &LessonPlayer::stepsChanged, this, &Classroom::stepsChanged);
    connect(&m_player, &LessonPlayer::changed, this, &Classroom::changed);
    connect(&m_player, &LessonPlayer::ended, this, &Classroom::remember);
    connect(&m_player, &LessonPlayer::runWanted, this, [this] {
        if (m_soon.isActive())
            return;
        m_problem.dismiss();
        m_soon.start();
    });
    for (ClassTrack& track : m_tracks)
        listen(track);
    connect(&m_tracks[0], &ClassTrack::prepared, this, &Classroom::lessonChanged);
    connect(stores, &ClassStores::changed, this, &Classroom::storesChanged);
}

Classroom::~Classroom()
{
    for (ClassTrack& track : m_tracks) {
        track.disconnect(this);
        track.disconnect(&m_player);
    }
}

void Classroom::listen(ClassTrack& track)
{
    connect(&track, &ClassTrack::prepared, this, [this] { m_picture.clear(); });
    connect(&track, &ClassTrack::failed, this, [this, &track](const Failure& failure) {
        if (failure.code == not_confined)
            return fail(ClassProblem::Kind::unconfined, textOf(failure));
        const bool cannot = failure.kind == FailureKind::unsupported;
        fail(cannot ? ClassProblem::Kind::unsupported : ClassProblem::Kind::lost,
             cannot ? textOf(failure) : tr("%1: %2").arg(track.store().name, textOf(failure)));
    });
    connect(&track, &ClassTrack::stood, this, [this] {
        emit notice(tr("Nobody goes on: whoever is left waits inside the store. Thaw or crash who does not move."));
    });
    connect(&track, &ClassTrack::refused, this, [this](const Failure& failure) { emit notice(textOf(failure)); });
}

// A lesson ends when its connection is closed; the recording stays.
void Classroom::storesChanged()
{
    const auto all = m_stores->stores();
    for (ClassTrack& track : m_tracks)
        if (track.run() != nullptr && storeIn(all, track.store().id) == nullptr) {
            track.leave();
            fail(ClassProblem::Kind::lost, tr("%1 was closed. The steps so far stay.").arg(track.store().name));
        }
    const scenarios::Variant* variant = m_choice.variantSpec();
    if (m_waitsForStore && variant != nullptr && m_choice.whyNot(*variant).isEmpty()) {
        m_problem.dismiss();
        prepareSoon();
    }
    emit changed();
}

void Classroom::openLesson(const QString& id) { m_choice.open(m_catalog.library(), id); }

void Classroom::restart()
{
    for (ClassTrack& track : m_tracks)
        track.clear();
    m_player.rewind();
    m_picture.clear();
    m_problem.dismiss();
    emit lessonChanged();
    prepareSoon();
}

void Classroom::prepareSoon()
{
    // A recording needs no store; the run returns with the next step.
    if (m_present && m_choice.isLive() && m_tracks[0].run() == nullptr && m_tracks[0].size() == 0)
        m_soon.start();
}

void Classroom::prepare()
{
    if (!m_present || !m_choice.isLive())
        return;
    if (const scenarios::Variant* variant = m_choice.variantSpec(); variant != nullptr) {
        if (const QString why = m_choice.whyNot(*variant); !why.isEmpty()) {
            m_waitsForStore = true;
            return fail(ClassProblem::Kind::unsupported, why);
        }
    }
    if (!m_consent.mayRun(m_choice)) {
        const QString text =
            m_choice.lesson()->first_sql() > 0
                ? tr("%1 did not come with Lockdesk. It sends commands and SQL of its own to a sandbox of the chosen store.")
                : tr("%1 did not come with Lockdesk. It sends commands to a sandbox of the chosen store.");
        return fail(ClassProblem::Kind::foreign, text.arg(format::foreign(m_choice.lesson()->file.string())));
    }
    start(m_tracks[0], m_choice.storeId());
    if (m_choice.hasSecond())
        start(m_tracks[1], m_choice.secondStoreId());
}

void Classroom::start(ClassTrack& track, const QString& id, const scenarios::Choice* there)
{
    const auto all = m_stores->stores();
    const ClassStore* store = storeIn(all, id);
    if (store == nullptr || !store->why.isEmpty())
        return fail(ClassProblem::Kind::unsupported, store != nullptr ? store->why : tr("That connection is not open."));
    auto target = m_stores->target(id);
    if (!target)
        return fail(ClassProblem::Kind::lost, textOf(target.failure()));
    LessonRun::Setup setup;
    setup.library = m_choice.library();
    setup.lesson = m_choice.lessonId().toStdString();
    setup.variant = m_choice.variant().toStdString();
    setup.seed = m_choice.seed();
    // Repeats the faults by hand made before the run ended, at the same places,
    setup.choices = track.playback() != nullptr ? track.playback()->file().choices() : m_choice.faults();
    if (there != nullptr) {
        // but drops those after the fork.
        std::erase_if(setup.choices, [&](const scenarios::Choice& c) {
            return c.after > there->after || (c.after == 0 && c.t > there->t);
        });
        setup.choices.push_back(*there);
    }
    setup.target = std::move(*target);
    setup.target.session.trust_statements = m_consent.isUnconfined(m_choice, id);
    track.start(*store, std::move(setup), there != nullptr ? there->after + 1 : track.size());
}

void Classroom::agree()
{
    const auto problem = m_problem.kind();
    if (m_choice.lesson() == nullptr
        || (problem != ClassProblem::Kind::foreign && problem != ClassProblem::Kind::unconfined))
        return;
    m_consent.give(m_choice, problem == ClassProblem::Kind::unconfined);
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
    m_player.stopReplay();
    m_player.dropWishes();
    for (ClassTrack& track : m_tracks)
        track.leave();
}

void Classroom::inject(const QString& fault, const QString& actor, std::int64_t amount)
{
    if (const QString why = whyNoFault(*this, fault, actor); !why.isEmpty()) {
        emit notice(why);
        return;
    }
    if (m_player.isInPast()) {
        m_player.repeatToHere();
        return injectThere({m_player.clock(), m_player.position(), fault.toStdString(), actor.toStdString(), amount});
    }
    m_player.interrupt([&](LessonRun& run) { run.inject(fault, actor, amount); });
}

void Classroom::injectThere(const scenarios::Choice& choice)
{
    m_problem.dismiss();
    start(m_tracks[0], m_choice.storeId(), &choice);
    if (m_choice.hasSecond() && m_tracks[1].playback() != nullptr)
        start(m_tracks[1], m_choice.secondStoreId(), &choice);
    emit notice(tr("The lesson runs again up to here; what came after is dropped."));
    emit changed();
}

QString Classroom::openRecording(const QString& file)
{
    auto read = scenarios::EventFile::read(file.toStdString());
    if (!read)
        return textOf(read.failure());
    for (ClassTrack& track : m_tracks)
        track.clear();
    m_choice.openRecording(m_catalog.library(), read->header);
    m_player.rewind();
    m_picture.clear();
    m_problem.dismiss();
    if (const QString wrong = m_tracks[0].load(std::move(*read)); !wrong.isEmpty())
        return wrong;
    m_player.revealAll();
    emit lessonChanged();
    m_player.goTo(m_tracks[0].size());
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
    return m_choice.openResult(m_catalog.library(), *found);
}

QString Classroom::saveRecording(const QString& file) const
{
    const scenarios::Playback* playback = m_tracks[0].playback();
    if (playback == nullptr)
        return tr("Nothing has happened yet.");
    const auto written = playback->file().write(file.toStdString());
    return written ? QString() : textOf(written.failure());
}

bool Classroom::isPreparing() const
{
    return m_choice.kind() == LessonChoice::Kind::live
           && (m_soon.isActive() || (m_tracks[0].run() != nullptr && !m_player.isReady()));
}

QString Classroom::scriptText(const SentStatement& sent) const
{
    const QString called = format::calledScript(format::exact(sent.text));
    return called.isEmpty() || !m_scriptText ? QString() : format::foreignCode(m_scriptText(called.toStdString())).trimmed();
}

int Classroom::totalSteps() const
{
    const int visible = int(m_tracks[0].visible().size());
    if (m_tracks[0].isFinished())
        return visible;
    // Faults by hand may change the number of steps.
    const bool byHand = m_tracks[0].playback() != nullptr && !m_tracks[0].playback()->file().choices().empty();
    const int known = byHand ? 0 : m_catalog.stepsOf(m_choice.runKey());
    return known >= visible ? known : 0;
}

void Classroom::remember()
{
    if (m_tracks[0].playback()->file().choices().empty())
        m_catalog.rememberSteps(m_choice.runKey(), int(m_tracks[0].visible().size()));
    m_catalog.markDone(m_choice.lessonId(), m_choice.variant());
}

void Classroom::fail(ClassProblem::Kind problem, const QString& text)
{
    m_player.dropWishes();
    m_problem.set(problem, text);
    emit changed();
}

void Classroom::shutDown(std::chrono::milliseconds atMost)
{
    m_present = false;
    m_soon.stop();
    m_player.stopReplay();
    for (ClassTrack& track : m_tracks)
        track.leave();
    const auto deadline = std::chrono::steady_clock::now() + atMost;
    for (ClassTrack& track : m_tracks)
        for (const auto& run : track.leaving())
            run->waitClosed(std::max(std::chrono::milliseconds{0}, std::chrono::duration_cast<std::chrono::milliseconds>(
                                                                       deadline - std::chrono::steady_clock::now())));
}

} // namespace lockdesk
