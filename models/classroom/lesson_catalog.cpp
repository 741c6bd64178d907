// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/classroom/lesson_catalog.h"

#include "models/format/format.h"

#include <QLocale>
#include <QSettings>

namespace lockdesk {

namespace {

QString doneKey(const QString& lesson) { return QStringLiteral("classroom/done/") + lesson; }

QString stepsKey(const QString& run) { return QStringLiteral("classroom/steps/") + run; }

} // namespace

std::string lessonLanguage() { return QLocale().language() == QLocale::Korean ? "ko" : "en"; }

QString lessonText(const scenarios::Text& text) { return format::foreignText(text.in(lessonLanguage())); }

LessonCatalog::LessonCatalog(scenarios::CommandCheck check, QObject* parent) : QObject(parent), m_check(std::move(check)) {}

void LessonCatalog::read() const
{
    auto library = std::make_shared<scenarios::LessonLibrary>(scenarios::LessonLibrary::built_in({}, m_check));
    library->add_folder(scenarios::own_lessons_folder());
    m_library = std::move(library);
}

void LessonCatalog::reload()
{
    read();
    emit changed();
}

std::shared_ptr<const scenarios::LessonLibrary> LessonCatalog::library() const
{
    if (m_library == nullptr)
        read();
    return m_library;
}

const scenarios::Lesson* LessonCatalog::find(const QString& id) const { return library()->find(id.toStdString()); }

QStringList LessonCatalog::mistakes() const
{
    QStringList texts;
    for (const scenarios::LessonMistake& one : library()->mistakes())
        texts << format::foreign(one.message);
    return texts;
}

QString LessonCatalog::firstMistakes(const scenarios::LessonMistake& file)
{
    constexpr int most = 4; // the lesson that is open keeps its room
    const QString name = format::foreign(file.file.string());
    QStringList lines = format::foreignText(file.message).split(u'\n');
    for (QString& line : lines)
        if (line.startsWith(name + QStringLiteral(": ")))
            line.remove(0, name.size() + 2);
    const int more = int(lines.size()) - most;
    if (more > 1) {
        lines = lines.mid(0, most);
        lines << tr("%Ln more: lockdeskctl scenario check lists all mistakes.", nullptr, more);
    }
    lines.prepend(name);
    return lines.join(u'\n');
}

QStringList LessonCatalog::done(const QString& lesson) const { return QSettings().value(doneKey(lesson)).toStringList(); }

void LessonCatalog::markDone(const QString& lesson, const QString& variant)
{
    QStringList variants = done(lesson);
    if (variants.contains(variant))
        return;
    variants << variant;
    QSettings().setValue(doneKey(lesson), variants);
    emit changed();
}

int LessonCatalog::stepsOf(const QString& run) const
{
    const auto known = m_steps.constFind(run);
    return known != m_steps.cend() ? *known : *m_steps.insert(run, QSettings().value(stepsKey(run)).toInt());
}

void LessonCatalog::rememberSteps(const QString& run, int steps)
{
    m_steps[run] = steps;
    QSettings().setValue(stepsKey(run), steps);
}

} // namespace lockdesk
