// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/classroom/class_track.h"
#include "models/classroom/lesson_catalog.h"

#include <QElapsedTimer>
#include <QSet>
#include <QTimer>

namespace lockdesk {

/// The lesson that is open: which variant on which store or two, where one stands in its recording, and what comes next. Steps
/// back go through the recording; forward again through it, and from its end on the real run goes on.
class Classroom final : public QObject
{
    Q_OBJECT

public:
    /// `foreign`: somebody else's lesson, about which nobody was asked yet; `unconfined`: its SQL cannot be kept in its sandbox there.
    enum class Problem { none, unsupported, lost, file, refused, foreign, unconfined };
    enum class Kind { none, live, recording };

    explicit Classroom(ClassStores* stores, QObject* parent = nullptr);
    ~Classroom() override;

    [[nodiscard]] LessonCatalog* catalog() { return &m_catalog; }
    [[nodiscard]] ClassStores* stores() const { return m_stores; }

    /// Opens a lesson at its beginning. Nothing runs before somebody is there (`setPresent`).
    void openLesson(const QString& id);
    void setVariant(const QString& name);
    void setStore(const QString& id);
    void setSecondStore(const QString& id); ///< empty: one store only
    /// From the beginning: with the same seed, or another one. Faults by hand are not done again.
    void again(bool otherSeed = false);
    /// What somebody saved: a run is looked at; a result is run again with its seed and choices. What is wrong, or nothing.
    QString openRecording(const QString& file);
    QString openResult(const QString& file);
    QString saveRecording(const QString& file) const;
    /// Whether the page is shown. Nobody there: the run ends and its sandbox goes; the recording stays, and goes on later.
    void setPresent(bool present);

    void step();
    void stepBack();
    /// Looks at the time after so many events.
    void goTo(int events);
    void setRunning(bool running);
    void setSpeed(double speed);
    /// The clock is set: everything due until then happens at once. Back: to what was then.
    void runTo(Duration t);
    /// A fault by hand, at the moment that is looked at. In the past: what came after it is dropped, the lesson is run again up to
    /// there, and goes on from the fault.
    void inject(const QString& fault, const QString& actor, std::int64_t amount = 0);
    /// Why that cannot be done now, for people; empty: it can.
    [[nodiscard]] QString whyNoFault(const QString& fault, const QString& actor) const;
    void dismissProblem();
    /// Answers `foreign` and `unconfined` with yes: the lesson runs. Holds until lessons are read anew, the second on that store alone.
    void agree();

    [[nodiscard]] Kind kind() const { return m_kind; }
    [[nodiscard]] const scenarios::Lesson* lesson() const
    {
        return m_lesson;
    } ///< null: none, or a recording of an unknown one
    [[nodiscard]] QString lessonId() const { return m_lessonId; }
    [[nodiscard]] QString variant() const { return m_variant; }
    [[nodiscard]] const scenarios::Variant* variantSpec() const;
    /// Why a variant cannot run on the chosen stores; empty: it can.
    [[nodiscard]] QString whyNot(const scenarios::Variant& variant) const;
    [[nodiscard]] QString storeId() const { return m_store; }
    [[nodiscard]] QString secondStoreId() const { return m_second; }
    [[nodiscard]] std::uint64_t seed() const { return m_seed; }
    [[nodiscard]] double speed() const { return m_speed; }
    [[nodiscard]] const ClassTrack& track() const { return m_tracks[0]; }
    [[nodiscard]] const ClassTrack& secondTrack() const { return m_tracks[1]; }
    [[nodiscard]] bool hasSecond() const { return !m_second.isEmpty() && m_kind == Kind::live; }

    [[nodiscard]] int position() const { return m_position; } ///< events that have happened for those who look
    [[nodiscard]] int revealed() const { return m_revealed; } ///< the furthest that they have seen
    /// Index into `track().visible()` of the step that was last; -1: the beginning.
    [[nodiscard]] int currentStep() const;
    [[nodiscard]] int totalSteps() const; ///< 0: not known yet
    [[nodiscard]] Duration clock() const;
    [[nodiscard]] Duration length() const; ///< of the picture
    [[nodiscard]] bool isRunning() const;
    [[nodiscard]] bool isReady() const { return m_tracks[0].playback() != nullptr; }
    [[nodiscard]] bool isPreparing() const;
    [[nodiscard]] bool atEnd() const; ///< the lesson is over and one stands at its end
    [[nodiscard]] bool canStep() const;
    [[nodiscard]] bool canStepBack() const { return m_position > 0; }
    /// Null until it is prepared. Until the next change.
    [[nodiscard]] const scenarios::State* state(const ClassTrack& track) const;
    /// The verdict of that state alone, which is cheap.
    [[nodiscard]] scenarios::Verdict verdict(const ClassTrack& track) const;
    /// With two stores: the first step, counted from 1, that differs; 0: none so far.
    [[nodiscard]] int firstDifference() const;

    /// What to ask the class now, or null; and whether its answer was shown.
    [[nodiscard]] const scenarios::Question* question() const;
    [[nodiscard]] bool answered() const;
    void showAnswer();
    /// What this step comes to in other variants.
    [[nodiscard]] std::vector<const scenarios::Contrast*> contrasts() const;

    [[nodiscard]] Problem problem() const { return m_problem; }
    [[nodiscard]] QString problemText() const { return m_problemText; }

    /// Ends everything: at most `atMost`.
    void shutDown(std::chrono::milliseconds atMost);

signals:
    void lessonChanged(); ///< another lesson, variant, store, or from the beginning
    void stepsChanged();  ///< more of them
    void changed();       ///< position, clock, running
    void questionChanged();
    void problemChanged();
    void notice(const QString& text);

private:
    void restart();
    void prepareSoon();
    void prepare();
    void start(ClassTrack& track, const QString& store, const scenarios::Choice* there = nullptr);
    void injectThere(const scenarios::Choice& choice);
    void forked();
    void grew(int firstNew);
    void trackChanged();
    void moveTo(int events);
    void stopReplay();
    void replayOn();
    void ended();
    void live();
    void goLive();
    void fail(Problem problem, const QString& text);
    [[nodiscard]] bool isAgreed() const;
    [[nodiscard]] QString unconfinedKey(const QString& store) const;
    [[nodiscard]] bool heldBack(int event) const;
    [[nodiscard]] const scenarios::Question* questionBefore(int event) const;
    [[nodiscard]] const scenarios::Question* questionUntil(int step) const; ///< the last one that came up
    [[nodiscard]] int eventsShown(const ClassTrack& track) const;
    [[nodiscard]] bool applies(const std::vector<std::string>& only) const;
    [[nodiscard]] int nextVisible(int from) const; ///< events after the next visible one; `from` when there is none
    [[nodiscard]] QString runKey() const;
    [[nodiscard]] const ClassStore* storeOf(const std::vector<ClassStore>& all, const QString& id) const;

    ClassStores* m_stores;
    LessonCatalog m_catalog;
    std::shared_ptr<const scenarios::LessonLibrary> m_library; ///< of the open lesson
    const scenarios::Lesson* m_lesson = nullptr;
    QString m_lessonId, m_variant, m_store, m_second;
    std::uint64_t m_seed = 1;
    std::vector<scenarios::Choice> m_choices; ///< to be done again
    Kind m_kind = Kind::none;
    ClassTrack m_tracks[2];
    /// Many ask for the same state.
    struct Known
    {
        int events = -1;
        std::optional<Duration> clock;
        int edition = -1;
        std::optional<scenarios::State> state;
    };
    mutable Known m_known[2];
    /// What was found out of the first steps, and need not be looked for again as long as there are only more of them.
    struct Walked
    {
        int edition = -1;
        QString variant;
        std::vector<const scenarios::Question*> questions; ///< the last one by step
    };
    mutable Walked m_walked;
    struct Compared
    {
        int editions[2] = {-1, -1};
        std::size_t steps = 0; ///< so many are the same
    };
    mutable Compared m_compared;
    int m_position = 0;
    int m_revealed = 0;
    double m_speed = 1;
    int m_wanted = 0;        ///< steps asked for while busy
    bool m_stepping = true;  ///< what comes next was asked for step by step
    bool m_wantsRun = false; ///< goes on as soon as it is prepared
    std::optional<Duration> m_wantedTime;
    /// What somebody said yes to, of that library.
    struct Agreed
    {
        std::shared_ptr<const scenarios::LessonLibrary> library;
        QSet<QString> lessons, unconfined;
    };
    Agreed m_agreed;
    bool m_present = false;
    bool m_endSeen = false;
    bool m_forking = false; ///< runs again up to a fault in what was the past
    QTimer m_soon;
    QTimer m_replay; ///< runs through what is recorded
    QElapsedTimer m_since;
    Duration m_view{0};    ///< the clock while it does
    QSet<QString> m_asked; ///< questions that were asked before their step
    QSet<QString> m_answered;
    Problem m_problem = Problem::none;
    bool m_waitsForStore = false; ///< the problem may end by itself
    bool m_storeChosen = false;   ///< in this program's life, not only remembered
    QString m_problemText;
};

} // namespace lockdesk
