// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/classroom/lesson_choice.h"

#include "backends/scenarios/run.h"
#include "models/classroom/result_paper.h"
#include "models/format/format.h"

#include <QRandomGenerator>
#include <QSettings>

#include <algorithm>

namespace lockdesk {

namespace {

const QString storeKey = QStringLiteral("classroom/store");

/// Returns the name of a store that `word` demands; empty: it demands a feature.
QString storeNeeded(const std::string& word)
{
    QStringList names;
    const auto alternatives = format::exact(word).split(QLatin1Char('|'));
    for (const QString& one : alternatives)
        for (const char* name : {"SQLite", "PostgreSQL", "Redis", "MariaDB", "MongoDB"})
            if (one == QLatin1String(name).toString().toLower())
                names << QLatin1String(name);
    return names.size() == alternatives.size() ? names.join(LessonChoice::tr(" or ", "between names of stores")) : QString();
}

QString featureNeeded(const std::string& word)
{
    static const std::pair<const char*, const char*> names[] = {
        {"locks", QT_TRANSLATE_NOOP("lockdesk::LessonChoice", "locks")},
        {"fence", QT_TRANSLATE_NOOP("lockdesk::LessonChoice", "a fence")},
        {"tasks", QT_TRANSLATE_NOOP("lockdesk::LessonChoice", "tasks")},
        {"records", QT_TRANSLATE_NOOP("lockdesk::LessonChoice", "rows with versions")},
        {"outbox", QT_TRANSLATE_NOOP("lockdesk::LessonChoice", "an outbox")},
        {"draws", QT_TRANSLATE_NOOP("lockdesk::LessonChoice", "first-come draws")},
        {"session_locks", QT_TRANSLATE_NOOP("lockdesk::LessonChoice", "locks that end with their session")},
        {"skip_locked", QT_TRANSLATE_NOOP("lockdesk::LessonChoice", "SKIP LOCKED")},
        {"row_locks", QT_TRANSLATE_NOOP("lockdesk::LessonChoice", "locks of single rows")},
        {"sql", QT_TRANSLATE_NOOP("lockdesk::LessonChoice", "SQL")},
        {"foreign_keys", QT_TRANSLATE_NOOP("lockdesk::LessonChoice", "foreign keys")},
        {"hints", QT_TRANSLATE_NOOP("lockdesk::LessonChoice", "hints of changes")},
        {"fenced_writes", QT_TRANSLATE_NOOP("lockdesk::LessonChoice", "writes that name a token")},
        {"redlock", QT_TRANSLATE_NOOP("lockdesk::LessonChoice", "several Redis servers beside it")},
    };
    for (const auto& [name, text] : names)
        if (word == name)
            return LessonChoice::tr(text);
    if (word.starts_with("strategy:"))
        return LessonChoice::tr("the claim strategy %1").arg(format::foreign(word.substr(9)));
    return format::foreign(word);
}

} // namespace

LessonChoice::LessonChoice(ClassStores* stores, QObject* parent)
    : QObject(parent), m_stores(stores), m_store(QSettings().value(storeKey, QLatin1String(builtInStore)).toString())
{
}

void LessonChoice::choose()
{
    m_faults.clear();
    m_kind = Kind::live;
    emit chosen();
}

void LessonChoice::open(const Library& library, const QString& id)
{
    const scenarios::Lesson* lesson = library->find(id.toStdString());
    if (lesson == nullptr || lesson->variants.empty())
        return;
    // The last lesson's store may be a connection that is not open today.
    if (!m_storeChosen && storeIn(m_stores->stores(), m_store) == nullptr)
        m_store = QLatin1String(builtInStore);
    m_library = library;
    m_lesson = lesson;
    m_lessonId = id;
    // Lessons list the wrong way first; it is the default.
    const auto can = std::find_if(lesson->variants.begin(), lesson->variants.end(),
                                  [this](const scenarios::Variant& v) { return whyNot(v).isEmpty(); });
    m_variant = format::exact((can != lesson->variants.end() ? *can : lesson->variants.front()).name);
    choose();
}

QString LessonChoice::openResult(const Library& library, const ResultSettings& settings)
{
    const scenarios::Lesson* lesson = library->find(settings.lesson.toStdString());
    if (lesson == nullptr || lesson->variant(settings.variant.toStdString()) == nullptr)
        return tr("Its lesson is not here: %1, %2.").arg(settings.lesson, settings.variant);
    m_library = library;
    m_lesson = lesson;
    m_lessonId = settings.lesson;
    m_variant = settings.variant;
    m_seed = settings.seed;
    m_faults = settings.choices;
    m_kind = Kind::live;
    emit chosen();
    return {};
}

void LessonChoice::openRecording(const Library& library, const scenarios::Header& header)
{
    m_library = library;
    m_lessonId = format::exact(header.id);
    m_lesson = library->find(header.id);
    m_variant = format::exact(header.variant);
    m_seed = header.seed;
    m_faults.clear();
    m_second.clear();
    m_kind = Kind::recording;
}

void LessonChoice::setVariant(const QString& name)
{
    if (m_lesson == nullptr || m_lesson->variant(name.toStdString()) == nullptr
        || (name == m_variant && m_kind == Kind::live))
        return;
    m_variant = name;
    choose();
}

void LessonChoice::setStore(const QString& id)
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
    choose();
}

void LessonChoice::setSecondStore(const QString& id)
{
    if (id == m_second || id == m_store)
        return;
    m_second = id;
    if (m_lesson == nullptr)
        return;
    choose();
}

void LessonChoice::again(bool otherSeed)
{
    if (m_lesson == nullptr)
        return;
    if (otherSeed)
        m_seed = 1 + QRandomGenerator::global()->bounded(9999u);
    choose();
}

const scenarios::Variant* LessonChoice::variantSpec() const
{
    return m_lesson != nullptr ? m_lesson->variant(m_variant.toStdString()) : nullptr;
}

QString LessonChoice::runKey() const
{
    return QStringLiteral("%1/%2/%3").arg(m_lessonId, m_variant, QString::number(m_seed));
}

bool LessonChoice::applies(const std::vector<std::string>& only) const
{
    return only.empty() || std::find(only.begin(), only.end(), m_variant.toStdString()) != only.end();
}

QString LessonChoice::whyNot(const scenarios::Variant& variant) const
{
    if (m_lesson == nullptr)
        return {};
    const auto all = m_stores->stores();
    for (const QString& id : {m_store, m_second}) {
        if (id.isEmpty())
            continue;
        const ClassStore* store = storeIn(all, id);
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
        for (const std::string& word : missing) {
            if (const QString only = storeNeeded(word); !only.isEmpty())
                return tr("%1 cannot do this: it happens on %2 only.").arg(store->name, only);
            lacks << featureNeeded(word);
        }
        if (!lacks.isEmpty())
            return tr("%1 cannot do this: it lacks %2.").arg(store->name, lacks.join(QStringLiteral(", ")));
    }
    return {};
}

} // namespace lockdesk
