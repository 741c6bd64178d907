// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/scenarios/lesson.h"
#include "backends/scenarios/event.h"
#include "models/classroom/class_stores.h"

#include <QObject>

namespace lockdesk {

struct ResultSettings;

/// What is chosen to run or show: a lesson with its variant, one store or two, the seed, and the faults to repeat.
class LessonChoice final : public QObject
{
    Q_OBJECT

public:
    enum class Kind { none, live, recording };
    using Library = std::shared_ptr<const scenarios::LessonLibrary>;

    explicit LessonChoice(ClassStores* stores, QObject* parent = nullptr);

    /// Chooses a lesson and its first variant that can run.
    void open(const Library& library, const QString& lesson);
    /// Chooses what a result names. Returns what is missing, or an empty string.
    QString openResult(const Library& library, const ResultSettings& settings);
    /// Chooses what a recording names, without `chosen`.
    void openRecording(const Library& library, const scenarios::Header& header);
    void setVariant(const QString& name);
    void setStore(const QString& id);
    void setSecondStore(const QString& id); ///< empty: one store only
    /// The same from the beginning, with the same or another seed. Drops faults by hand.
    void again(bool otherSeed = false);

    [[nodiscard]] Kind kind() const { return m_kind; }
    [[nodiscard]] bool isLive() const { return m_kind == Kind::live && m_lesson != nullptr; }
    [[nodiscard]] const Library& library() const { return m_library; } ///< of the lesson
    /// Null: no lesson, or a recording of an unknown one.
    [[nodiscard]] const scenarios::Lesson* lesson() const { return m_lesson; }
    [[nodiscard]] QString lessonId() const { return m_lessonId; }
    [[nodiscard]] QString variant() const { return m_variant; }
    [[nodiscard]] const scenarios::Variant* variantSpec() const;
    [[nodiscard]] QString storeId() const { return m_store; }
    [[nodiscard]] QString secondStoreId() const { return m_second; }
    [[nodiscard]] bool hasSecond() const { return !m_second.isEmpty() && m_kind == Kind::live; }
    [[nodiscard]] std::uint64_t seed() const { return m_seed; }
    [[nodiscard]] const std::vector<scenarios::Choice>& faults() const { return m_faults; } ///< to repeat
    /// Names the run, for what is remembered of it.
    [[nodiscard]] QString runKey() const;
    /// True if a part of the lesson with this list of variants is part of the chosen one.
    [[nodiscard]] bool applies(const std::vector<std::string>& only) const;
    /// Returns why a variant cannot run on the chosen stores, or an empty string.
    [[nodiscard]] QString whyNot(const scenarios::Variant& variant) const;

signals:
    void chosen(); ///< it starts from the beginning

private:
    void choose();

    ClassStores* m_stores;
    Library m_library;
    const scenarios::Lesson* m_lesson = nullptr;
    QString m_lessonId, m_variant, m_store, m_second;
    std::uint64_t m_seed = 1;
    std::vector<scenarios::Choice> m_faults;
    Kind m_kind = Kind::none;
    bool m_storeChosen = false; ///< chosen in this session, not only remembered
};

} // namespace lockdesk
