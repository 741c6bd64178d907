// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/text/filter.h"

#include <QString>
#include <QStringList>

#include <string>
#include <utility>
#include <vector>

namespace lockdesk {

class TableSpec;

/// A key of a table's filter.
struct FilterKey
{
    std::string name;                                     ///< as the engine and saved filters have it
    QStringList others{};                                 ///< what else may be typed for it: the column's title
    std::vector<std::pair<std::string, QString>> values{}; ///< those that can be, and as they are shown; empty: any
    bool number = false;                                  ///< a number or a span of time
};

/// The words that the filter of one table may have: its keys, also by the titles that are on the screen in the user's
/// language, and values that come from a list. What can be seen can be typed; what no row can have is refused.
class FilterWords
{
public:
    explicit FilterWords(const TableSpec& spec);
    explicit FilterWords(std::vector<FilterKey> keys);

    /// Parses what was typed. Keys and values become those of the engine.
    [[nodiscard]] Answer<Filter> parse(const QString& text) const;
    /// Keys to offer, without their other names.
    [[nodiscard]] QStringList keys() const;
    /// Returns the key that is meant, or what was typed.
    [[nodiscard]] QString keyOf(const QString& typed) const;
    /// Values of a key that come from a list, as the engine has them. Empty: any.
    [[nodiscard]] QStringList valuesOf(const QString& key) const;

private:
    [[nodiscard]] const FilterKey* find(const QString& typed) const;
    void addOther(FilterKey& key, const QString& title);

    std::vector<FilterKey> m_keys;
};

/// `hold, p50` -> `hold`: the part of a column's title that is typed as a key.
QString typedTitle(const QString& title);

} // namespace lockdesk
