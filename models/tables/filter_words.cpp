// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/filter_words.h"

#include "backends/engine/text/filter_words.h"
#include "backends/engine/text/text.h"
#include "models/format/format.h"
#include "models/tables/table_spec.h"

#include <QCoreApplication>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

namespace lockdesk {

namespace {

QString textOf(std::string_view word) { return QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size())); }

bool isNumber(const std::string& text)
{
    double number = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
    return (parsed.ec == std::errc{} && parsed.ptr == text.data() + text.size()) || parse_duration(text).is_result();
}

// Columns that are named for people; the others have the name of their key.
std::string_view keyOfColumn(std::string_view column)
{
    static constexpr std::pair<std::string_view, std::string_view> other[]{
        {"task", "id"},   {"claimed", "owner"}, {"actor", "owner"},
        {"what", "name"}, {"finding", "kind"},  {"environment", "env"}};
    for (const auto& [name, key] : other)
        if (name == column)
            return key;
    return column;
}

// Why no row can have this value, or nullopt. The value becomes the engine's word.
std::optional<Failure> valueDefect(const FilterKey& key, FilterTerm& term)
{
    if (term.op != FilterTerm::Op::equals)
        return std::nullopt;
    std::vector<std::string_view> can;
    for (const auto& [value, shown] : key.values) {
        can.push_back(value);
        if (shown.compare(textOf(term.value), Qt::CaseInsensitive) == 0)
            term.value = value;
    }
    if (auto wrong = value_defect(term, can))
        return wrong;
    if (key.number && !isNumber(term.value))
        return Failure::usage("no row can be " + term.key + ":" + to_valid_utf8(term.value)
                              + ": that is a number or a span of time.");
    return std::nullopt;
}

} // namespace

QString typedTitle(const QString& title)
{
    qsizetype end = 0;
    while (end < title.size() && title[end].isLetterOrNumber())
        ++end;
    return title.left(end).toLower();
}

FilterWords::FilterWords(const TableSpec& spec)
{
    const auto shown = [&](std::string_view key) {
        std::vector<std::pair<std::string, QString>> out;
        for (const std::string_view value : spec.filterValues(key))
            out.emplace_back(value, format::state(std::string(value).c_str()));
        return out;
    };
    for (const std::string_view key : spec.filterKeys())
        m_keys.push_back({std::string(key), {}, shown(key), spec.isNumber(key)});
    const auto known = [this](std::string_view name) {
        return std::find_if(m_keys.begin(), m_keys.end(), [&](const FilterKey& key) { return key.name == name; });
    };
    for (const ColumnSpec& column : spec.columns())
        if (known(keyOfColumn(column.name)) == m_keys.end() && TableSpec::isFilterable(column))
            m_keys.push_back({column.name, {}, shown(column.name), spec.isNumber(column.name)});
    for (const ColumnSpec& column : spec.columns()) {
        const auto key = known(keyOfColumn(column.name));
        if (key == m_keys.end())
            continue;
        addOther(*key, textOf(column.name));
        addOther(*key, QLatin1String(column.title));
        addOther(*key, QCoreApplication::translate("tables", column.title));
    }
}

FilterWords::FilterWords(std::vector<FilterKey> keys) : m_keys(std::move(keys))
{
    for (FilterKey& key : m_keys) {
        const QStringList titles = std::exchange(key.others, {});
        for (const QString& title : titles)
            addOther(key, title);
    }
}

// A name that two columns have is that of the first.
void FilterWords::addOther(FilterKey& key, const QString& title)
{
    const QString other = typedTitle(title);
    if (!other.isEmpty() && other != QLatin1String("last") && find(other) == nullptr)
        key.others << other;
}

const FilterKey* FilterWords::find(const QString& typed) const
{
    const auto exact = std::find_if(m_keys.begin(), m_keys.end(),
                                    [name = typed.toStdString()](const FilterKey& key) { return key.name == name; });
    const auto key = exact != m_keys.end() ? exact
                                           : std::find_if(m_keys.begin(), m_keys.end(), [&](const FilterKey& one) {
                                                 return one.others.contains(typed);
                                             });
    return key == m_keys.end() ? nullptr : &*key;
}

Answer<Filter> FilterWords::parse(const QString& text) const
{
    std::vector<std::string> names;
    for (const FilterKey& key : m_keys)
        names.push_back(key.name);
    for (const FilterKey& key : m_keys)
        for (const QString& other : key.others)
            names.push_back(other.toStdString());
    auto parsed = Filter::parse(text.toStdString(), std::vector<std::string_view>(names.begin(), names.end()), true);
    if (!parsed)
        return parsed;
    std::vector<FilterTerm> terms = parsed->terms();
    for (FilterTerm& term : terms) {
        if (term.key.empty())
            continue;
        const FilterKey& key = *find(textOf(term.key));
        term.key = key.name;
        if (auto wrong = valueDefect(key, term))
            return std::move(*wrong);
    }
    return Filter(std::move(terms));
}

QStringList FilterWords::keys() const
{
    QStringList out;
    for (const FilterKey& key : m_keys)
        out << textOf(key.name);
    return out;
}

QString FilterWords::keyOf(const QString& typed) const
{
    const FilterKey* key = find(typed);
    return key == nullptr ? typed : textOf(key->name);
}

QStringList FilterWords::valuesOf(const QString& key) const
{
    QStringList out;
    if (const FilterKey* found = find(key))
        for (const auto& [value, shown] : found->values)
            out << textOf(value);
    return out;
}

} // namespace lockdesk
