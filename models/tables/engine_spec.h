// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/contracts/rows.h"
#include "models/tables/table_spec.h"

namespace lockdesk {

/// Table of rows that an observer keeps live by key: locks, tasks, messages.
template <class Row, Entity what, Rows<Row> Update::*rows> class EngineSpec : public TableSpec
{
public:
    void extract(const Update& update, int connection, TableDelta& delta) const override
    {
        for (const auto& row : update.*rows)
            delta.upserts.push_back({row, connection});
        for (const GoneRow& gone : update.gone)
            if (gone.entity == what)
                delta.gone.push_back(gone.key);
        delta.replace = update.snapshot && update.covered.has(what);
    }
    [[nodiscard]] std::string_view key(const TableEntry& entry) const override { return key_of(entry.as<Row>()); }
    [[nodiscard]] std::optional<Entity> entity() const override { return what; }
};

/// A word of the engine as a field: these words are never freed.
inline FieldValue wordField(const char* word) { return FieldValue::of(std::string_view(word)); }

} // namespace lockdesk
