// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/arranger.h"
#include "models/tables/level_sort.h"

#include <algorithm>

namespace lockdesk {

// A total order: the chosen column, the previously chosen one, the key, the connection.
bool Arranger::less(std::uint32_t a, std::uint32_t b) const
{
    const Slot &x = m_slots[a], &y = m_slots[b];
    if (const int order = compareKeys(x.key, y.key, m_sort.descending); order != 0)
        return order < 0;
    if (m_sort.before >= 0) {
        const auto order = compareKeys(m_spec->sortKey(x.entry, m_sort.before, m_context),
                                       m_spec->sortKey(y.entry, m_sort.before, m_context), m_sort.before_descending);
        if (order != 0)
            return order < 0;
    }
    if (const int order = compareNatural(x.name, y.name); order != 0)
        return order < 0;
    return x.entry.connection < y.entry.connection;
}

void Arranger::mark(std::uint32_t at)
{
    if (m_slots[at].dirty)
        return;
    m_slots[at].dirty = true;
    m_dirty.push_back(at);
}

// Evaluates filter and key of a row again. Returns true if either changed.
bool Arranger::rekey(std::uint32_t at)
{
    Slot& slot = m_slots[at];
    const bool was = slot.visible;
    if (slot.used) {
        const auto& connection = m_context.of(slot.entry);
        slot.visible = connection.shown && (!m_context.ranks || m_context.ranks->of(slot.entry.connection, slot.name)) && (!m_context.moved || m_spec->movedIn(slot.entry, *m_context.moved))
                       && (m_filter.empty() || m_filter.matches(*m_spec, slot.entry, m_context));
    } else {
        slot.visible = false;
    }
    const SortKey key = !slot.visible     ? SortKey{}
                        : m_context.ranks ? SortKey::of(*m_context.ranks->of(slot.entry.connection, slot.name))
                                          : m_spec->sortKey(slot.entry, m_sort.column, m_context);
    const bool same =
        was == slot.visible && key.kind == slot.key.kind && key.number == slot.key.number && key.text == slot.key.text;
    slot.key = key; // its text must point into the current row
    slot.previous.reset();
    return !same;
}

void Arranger::rekey_all()
{
    for (std::uint32_t i = 0; i < m_slots.size(); ++i) {
        Slot& slot = m_slots[i];
        if (!slot.used || slot.dirty)
            continue;
        const bool before = slot.visible;
        const SortKey key = slot.key;
        if (rekey(i)) {
            slot.visible = before; // the old place stays valid until the merge
            slot.key = key;
            mark(i);
        }
    }
}

void Arranger::reorder()
{
    const bool much = m_dirty.size() > 64 && m_dirty.size() > m_order.size() / 3;
    if (m_resort || much)
        sort_all();
    else if (!m_dirty.empty())
        merge_dirty();
    m_resort = false;
    m_dirty.clear();
}

void Arranger::sort_all()
{
    std::vector<std::uint32_t> order;
    order.reserve(static_cast<std::size_t>(m_count));
    for (std::uint32_t i = 0; i < m_slots.size(); ++i) {
        m_slots[i].dirty = false;
        rekey(i);
        if (m_slots[i].visible)
            order.push_back(i);
    }
    std::vector<SortLevel> levels{{[this](std::uint32_t at) { return m_slots[at].key; }, m_sort.descending}};
    if (m_sort.before >= 0)
        levels.push_back({[this](std::uint32_t at) { return m_spec->sortKey(m_slots[at].entry, m_sort.before, m_context); },
                          m_sort.before_descending});
    levels.push_back({[this](std::uint32_t at) { return SortKey{SortKey::Kind::text, 0, m_slots[at].name}; }, false});
    sortByLevels(order, levels, [this](std::uint32_t a, std::uint32_t b) { return less(a, b); });
    if (order == m_order)
        return;
    m_touched.insert(m_touched.end(), m_dirty.begin(), m_dirty.end());
    m_order = std::move(order);
    m_order_changed = true;
}

// For few changed rows: takes out those whose place may have changed and merges them again.
void Arranger::merge_dirty()
{
    std::vector<std::uint32_t> pulled, removed;
    for (const auto at : m_dirty) {
        Slot& slot = m_slots[at];
        const bool was = slot.visible;
        const bool changed = rekey(at);
        // Another column breaks ties and may have changed as well.
        if (!changed && m_sort.before < 0) {
            slot.dirty = false;
            continue;
        }
        if (was)
            removed.push_back(at); // still flagged dirty, so it is left out below
        if (slot.visible)
            pulled.push_back(at);
        if (!was)
            slot.dirty = false;
    }
    if (pulled.empty() && removed.empty())
        return;
    const auto by_order = [this](std::uint32_t a, std::uint32_t b) { return less(a, b); };
    std::sort(pulled.begin(), pulled.end(), by_order);
    std::vector<std::uint32_t> rest;
    rest.reserve(m_order.size());
    for (const auto slot : m_order)
        if (!m_slots[slot].dirty)
            rest.push_back(slot);
    for (const auto slot : removed)
        m_slots[slot].dirty = false;
    std::vector<std::uint32_t> order;
    order.reserve(rest.size() + pulled.size());
    // Binary searches for a few rows are cheaper than comparing all.
    auto from = rest.begin();
    for (const auto slot : pulled) {
        const auto to = std::lower_bound(from, rest.end(), slot, by_order);
        order.insert(order.end(), from, to);
        order.push_back(slot);
        from = to;
    }
    order.insert(order.end(), from, rest.end());
    if (order == m_order)
        return;
    m_touched.insert(m_touched.end(), pulled.begin(), pulled.end());
    for (const auto slot : removed)
        if (!m_slots[slot].visible)
            m_touched.push_back(slot);
    m_order = std::move(order);
    m_order_changed = true;
}

} // namespace lockdesk
