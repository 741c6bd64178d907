// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/scenarios/lesson.h"
#include "backends/scenarios/yaml_budget.h"
#include "embedded/lessons.h"

#include <algorithm>
#include <cstdlib>

namespace lockdesk::scenarios {

namespace {

constexpr std::size_t most_files = 500;

/// Returns `zombie` for `10-zombie.yaml`, as Lockdesk's own lessons are named.
std::string_view id_in(std::string_view name)
{
    const auto begin = std::min(name.find('-'), name.size() - 1) + 1;
    return name.substr(begin, std::min(name.rfind('.'), name.size()) - begin);
}

} // namespace

void LessonLibrary::add(std::string_view text, const std::filesystem::path& file, bool built_in)
{
    auto lesson = parse_lesson(text, file, m_check, built_in);
    if (!lesson) {
        m_mistakes.push_back({file, lesson.failure().message});
    } else if (find(lesson->id) != nullptr) {
        m_mistakes.push_back({file, file.string() + ": line 1: there is a lesson '" + lesson->id + "' already"});
    } else {
        m_lessons.push_back(std::move(lesson).value());
        m_lessons.back().built_in = built_in;
        if (built_in)
            m_lessons.back().file.clear();
    }
}

LessonLibrary LessonLibrary::built_in(std::string_view only, CommandCheck check)
{
    LessonLibrary out(std::move(check));
    for (std::string_view names = resource_names(); !names.empty();) {
        const auto end = std::min(names.find('\n'), names.size());
        const auto name = names.substr(0, end);
        names.remove_prefix(std::min(end + 1, names.size()));
        if (!name.empty() && (only.empty() || id_in(name) == only))
            out.add(resource(name), std::filesystem::path(name), true);
    }
    std::stable_sort(out.m_lessons.begin(), out.m_lessons.end(),
                     [](const Lesson& a, const Lesson& b) { return a.number < b.number; });
    return out;
}

void LessonLibrary::add_folder(const std::filesystem::path& folder)
{
    std::error_code none;
    std::vector<std::filesystem::path> files;
    auto entry = std::filesystem::directory_iterator(folder, none);
    for (; !none && entry != std::filesystem::directory_iterator(); entry.increment(none))
        if (entry->path().extension() == ".yaml" || entry->path().extension() == ".yml")
            files.push_back(entry->path());
    std::sort(files.begin(), files.end());
    if (files.size() > most_files) {
        m_mistakes.push_back({folder, folder.string() + ": line 1: there are more than " + std::to_string(most_files)
                                          + " lessons; the first of them are read"});
        files.resize(most_files);
    }
    for (const auto& file : files) {
        const auto text = read_lesson_text(file);
        if (text)
            add(*text, file);
        else
            m_mistakes.push_back({file, text.failure().message});
    }
}

const Lesson* LessonLibrary::find(std::string_view id) const
{
    const auto found = std::find_if(m_lessons.begin(), m_lessons.end(), [&](const Lesson& one) { return one.id == id; });
    return found == m_lessons.end() ? nullptr : &*found;
}

std::filesystem::path own_lessons_folder()
{
    const auto variable = [](const char* name) {
        const char* value = std::getenv(name);
        return std::filesystem::path(value != nullptr ? value : "");
    };
    if (const auto own = variable("LOCKDESK_LESSONS"); !own.empty())
        return own;
    if (const auto data = variable("XDG_DATA_HOME"); !data.empty())
        return data / "lockdesk" / "lessons";
    return variable("HOME") / ".local" / "share" / "lockdesk" / "lessons";
}

} // namespace lockdesk::scenarios
