// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/classroom/class_track.h"
#include "models/classroom/lesson_catalog.h"

#include <QElapsedTimer>
#include <QSet>
#include <QTimer>

namespace lockdesk {

/// The open lesson: its variant, its store or two stores, the position in the recording, and the next steps. Steps back
/// and forward move through the recording; past its end the live run continues.
class Classroom final : public QObject
{
    Q_OBJECT

public:
    /// `foreign`: somebody else's lesson, not yet agreed to; `unconfined`: SQL that the store cannot confine.
    enum class Problem { none, unsupported, lost, file, refused, foreign, unconfined };
    enum class Kind { none, live, recording };

    explicit Classroom(ClassStores* stores, QObject* parent = nullptr);
    ~Classroom() override;

    [[nodiscard]] LessonCatalog* catalog() { return &m_catalog; }
    [[nodiscard]] ClassStores* stores() const { return m_stores; }

    /// Opens a lesson at its beginning. Nothing runs until the page is shown (`setPresent`).
    void openLesson(const QString& id);
    void setVariant(const QString& name);
    void setStore(const QString& id);
    void setSecondStore(const QString& id); ///< empty: one store only
    /// Restarts from the beginning, with the same or another seed. Drops faults by hand.
    void again(bool otherSeed = false);
    /// Opens a saved file: replays a recording; runs a result again with its seed and choices. Returns what is wrong, or
    /// an empty string.
    QString openRecording(const QString& file);
    QString openResult(const QString& file);
    QString saveRecording(const QString& file) const;
    /// Sets whether the page is shown. Hidden: the run ends and its sandbox goes; the recording stays and continues later.
    void setPresent(bool present);

    void step();
    void stepBack();
    /// Moves to the position after this many events.
    void goTo(int events);
    void setRunning(bool running);
    void setSpeed(double speed);
    /// Sets the clock: everything due until `t` happens at once. Earlier times show the state at that time.
    void runTo(Duration t);
    /// Injects a fault by hand at the current position. In the past: drops later events, runs the lesson again up to
    /// there, and continues from the fault.
    void inject(const QString& fault, const QString& actor, std::int64_t amount = 0);
    /// Returns why the fault is impossible now, or an empty string.
    [[nodiscard]] QString whyNoFault(const QString& fault, const QString& actor) const;
    void dismissProblem();
    /// Agrees to `foreign` or `unconfined`: the lesson runs. Valid until lessons are reloaded; the second per store.
    void agree();

    [[nodiscard]] Kind kind() const { return m_kind; }
    [[nodiscard]] const scenarios::Lesson* lesson() const
    {
        return m_lesson;
    } ///< null: no lesson, or a recording of an unknown one
    [[nodiscard]] QString lessonId() const { return m_lessonId; }
    [[nodiscard]] QString variant() const { return m_variant; }
    [[nodiscard]] const scenarios::Variant* variantSpec() const;
    /// Returns why a variant cannot run on the chosen stores, or an empty string.
    [[nodiscard]] QString whyNot(const scenarios::Variant& variant) const;
    [[nodiscard]] QString storeId() const { return m_store; }
    [[nodiscard]] QString secondStoreId() const { return m_second; }
    [[nodiscard]] std::uint64_t seed() const { return m_seed; }
    [[nodiscard]] double speed() const { return m_speed; }
    [[nodiscard]] const ClassTrack& track() const { return m_tracks[0]; }
    [[nodiscard]] const ClassTrack& secondTrack() const { return m_tracks[1]; }
    [[nodiscard]] bool hasSecond() const { return !m_second.isEmpty() && m_kind == Kind::live; }

    [[nodiscard]] int position() const { return m_position; } ///< number of events shown up to now
    [[nodiscard]] int revealed() const { return m_revealed; } ///< the largest position so far
    /// Index into `track().visible()` of the last step; -1: the beginning.
    [[nodiscard]] int currentStep() const;
    [[nodiscard]] int totalSteps() const; ///< 0: unknown
    [[nodiscard]] Duration clock() const;
    [[nodiscard]] Duration length() const; ///< of the picture
    [[nodiscard]] bool isRunning() const;
    [[nodiscard]] bool isReady() const { return m_tracks[0].playback() != nullptr; }
    [[nodiscard]] bool isPreparing() const;
    [[nodiscard]] bool atEnd() const; ///< the lesson is over and the position is at its end
    [[nodiscard]] bool canStep() const;
    [[nodiscard]] bool canStepBack() const { return m_position > 0; }
    /// Null until the track is prepared. Valid until the next change.
    [[nodiscard]] const scenarios::State* state(const ClassTrack& track) const;
    /// Computes only the verdict of that state, which is cheap.
    [[nodiscard]] scenarios::Verdict verdict(const ClassTrack& track) const;
    /// With two stores: the first step, counted from 1, that differs; 0: none.
    [[nodiscard]] int firstDifference() const;

    /// The current question for the class, or null; and whether its answer was shown.
    [[nodiscard]] const scenarios::Question* question() const;
    [[nodiscard]] bool answered() const;
    void showAnswer();
    /// Outcomes of this step in other variants.
    [[nodiscard]] std::vector<const scenarios::Contrast*> contrasts() const;

    [[nodiscard]] Problem problem() const { return m_problem; }
    [[nodiscard]] QString problemText() const { return m_problemText; }

    /// Ends everything; takes at most `atMost`.
    void shutDown(std::chrono::milliseconds atMost);

signals:
    void lessonChanged(); ///< another lesson, variant or store, or a restart
    void stepsChanged();  ///< steps were appended
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
    [[nodiscard]] const scenarios::Question* questionUntil(int step) const; ///< the last one asked up to that step
    [[nodiscard]] int eventsShown(const ClassTrack& track) const;
    [[nodiscard]] bool applies(const std::vector<std::string>& only) const;
    [[nodiscard]] int nextVisible(int from) const; ///< event count after the next visible event; `from` if there is none
    [[nodiscard]] QString runKey() const;
    [[nodiscard]] const ClassStore* storeOf(const std::vector<ClassStore>& all, const QString& id) const;

    ClassStores* m_stores;
    LessonCatalog m_catalog;
    std::shared_ptr<const scenarios::LessonLibrary> m_library; ///< of the open lesson
    const scenarios::Lesson* m_lesson = nullptr;
    QString m_lessonId, m_variant, m_store, m_second;
    std::uint64_t m_seed = 1;
    std::vector<scenarios::Choice> m_choices; ///< to repeat
    Kind m_kind = Kind::none;
    ClassTrack m_tracks[2];
    /// Cache of the state, which has many readers.
    struct Known
    {
        int events = -1;
        std::optional<Duration> clock;
        int edition = -1;
        std::optional<scenarios::State> state;
    };
    mutable Known m_known[2];
    /// Cache of what the first steps yield; valid while steps are only appended.
    struct Walked
    {
        int edition = -1;
        QString variant;
        std::vector<const scenarios::Question*> questions; ///< the last question, by step
    };
    mutable Walked m_walked;
    struct Compared
    {
        int editions[2] = {-1, -1};
        std::size_t steps = 0; ///< number of equal steps
    };
    mutable Compared m_compared;
    int m_position = 0;
    int m_revealed = 0;
    double m_speed = 1;
    int m_wanted = 0;        ///< steps requested while busy
    bool m_stepping = true;  ///< the next events were requested step by step
    bool m_wantsRun = false; ///< continues once the run is prepared
    std::optional<Duration> m_wantedTime;
    /// What the user has agreed to, for that library.
    struct Agreed
    {
        std::shared_ptr<const scenarios::LessonLibrary> library;
        QSet<QString> lessons, unconfined;
    };
    Agreed m_agreed;
    bool m_present = false;
    bool m_endSeen = false;
    bool m_forking = false; ///< a run repeats the events up to a fault in the past
    QTimer m_soon;
    QTimer m_replay; ///< plays back the recording
    QElapsedTimer m_since;
    Duration m_view{0};    ///< the clock during playback
    QSet<QString> m_asked; ///< questions asked before their step
    QSet<QString> m_answered;
    Problem m_problem = Problem::none;
    bool m_waitsForStore = false; ///< the problem may end without the user
    bool m_storeChosen = false;   ///< chosen in this session, not only remembered
    QString m_problemText;
};

} // namespace lockdesk
