// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/text/filter.h"
#include "models/tables/table_spec.h"

#include <optional>
#include <string>
#include <vector>

namespace lockdesk {

/// The engine's filter prepared for many rows: allocates nothing per row. Agrees with Filter::matches. A value.
class RowFilter
{
public:
    RowFilter() = default;
    explicit RowFilter(Filter filter);
    [[nodiscard]] bool empty() const { return m_filter.empty(); }
    [[nodiscard]] const Filter& filter() const { return m_filter; }
    [[nodiscard]] bool matches(const TableSpec& spec, const TableEntry& entry, const TableContext& context) const;
    /// Returns true if rows may start or stop matching without a new row (state, age).
    [[nodiscard]] bool changesByItself() const;
    friend bool operator==(const RowFilter& a, const RowFilter& b) { return a.m_filter == b.m_filter; }

    struct Term
    {
        FilterTerm term;
        std::string folded; ///< value in lower case
        std::optional<double> number;
    };
    [[nodiscard]] const std::vector<Term>& terms() const { return m_terms; }
    /// Whether a value fits, negated or not.
    [[nodiscard]] static bool holds(const Term& term, const FieldValue& value);

private:
    Filter m_filter;
    std::vector<Term> m_terms;
};

/// Returns true if the bytes in lower case contain `needle` (already in lower case). ASCII only, as in the engine.
bool containsFolded(std::string_view haystack, std::string_view needle);
/// Natural order: runs of digits compare as numbers. A total order; the bytes break ties.
int compareNatural(std::string_view a, std::string_view b);

} // namespace lockdesk
