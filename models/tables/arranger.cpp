// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/arranger.h"

#include <algorithm>
#include <unordered_map>

namespace lockdesk {

const ConnectionView& TableContext::of(const TableEntry& entry) const
{
    static const ConnectionView nobody;
    const auto index = static_cast<std::size_t>(entry.connection);
    return entry.connection >= 0 && index < connections.size() ? connections[index] : nobody;
}

Arranger::Arranger(std::shared_ptr<const TableSpec> spec, std::function<void()> ready)
    : m_spec(std::move(spec)), m_ready(std::move(ready))
{
    m_thread = std::thread([this] { run(); });
}

Arranger::~Arranger()
{
    {
        const std::lock_guard lock(m_mutex);
        m_stop = true;
    }
    m_changed.notify_all();
    m_thread.join();
}

void Arranger::post(UpdatePtr update, int connection)
{
    const std::lock_guard lock(m_mutex);
    ask();
    m_request.updates.emplace_back(std::move(update), connection);
    m_changed.notify_one();
}

void Arranger::forget(int connection) { post(nullptr, connection); }

void Arranger::arrange(SortSpec sort, RowFilter filter, TableContext context, bool asked, UpdatePtr rows, int connection)
{
    const std::lock_guard lock(m_mutex);
    if (asked || rows)
        ask();
    if (rows)
        m_request.updates.emplace_back(std::move(rows), connection);
    m_request.has_spec = true;
    m_request.asked = m_request.asked || asked;
    m_request.questions = m_questions += asked;
    m_request.sort = sort;
    m_request.filter = std::move(filter);
    m_request.context = std::move(context);
    m_changed.notify_one();
}

void Arranger::retime(TableContext context)
{
    const std::lock_guard lock(m_mutex);
    m_request.retime = true;
    m_request.context = std::move(context);
    m_changed.notify_one();
}

void Arranger::set_active(bool active)
{
    const std::lock_guard lock(m_mutex);
    m_active = active;
    m_changed.notify_one();
}

void Arranger::shown(std::uint64_t number)
{
    const std::lock_guard lock(m_mutex);
    m_request.shown = std::max(m_request.shown, number);
}

void Arranger::discard(std::vector<TableEntry> rows)
{
    const std::lock_guard lock(m_mutex);
    auto& trash = m_request.trash;
    trash.insert(trash.end(), std::make_move_iterator(rows.begin()), std::make_move_iterator(rows.end()));
    m_changed.notify_one();
}

void Arranger::ask()
{
    if (!is_behind())
        m_behind_since = std::chrono::steady_clock::now();
}

std::chrono::steady_clock::duration Arranger::behind_for() const
{
    const std::lock_guard lock(m_mutex);
    return is_behind() ? std::chrono::steady_clock::now() - m_behind_since : std::chrono::steady_clock::duration::zero();
}

bool Arranger::take(Arrangement& out)
{
    {
        const std::lock_guard lock(m_mutex);
        if (!m_has_result)
            return false;
        out = std::move(m_result);
        m_result = {};
        m_has_result = false;
    }
    m_changed.notify_one();
    return true;
}

void Arranger::run()
{
    while (true) {
        Request request;
        bool deliver_now = false;
        {
            std::unique_lock lock(m_mutex);
            m_changed.wait(lock, [&] { return m_stop || (!m_has_result && !m_request.empty()); });
            if (m_stop)
                return;
            std::swap(request, m_request);
            m_request.shown = request.shown;
            deliver_now = m_active || request.asked;
            m_working = request.asked || !request.updates.empty();
        }
        work(request);
        if (deliver_now)
            deliver(request.asked);
        const std::lock_guard lock(m_mutex);
        m_working = false;
    }
}

void Arranger::work(Request& request)
{
    std::erase_if(m_leaving, [&](const auto& leaving) {
        if (leaving.first > request.shown)
            return false;
        m_slots[leaving.second].drop_row(); // may be one of twenty thousand that a search had found
        m_emptied.push_back(leaving.second);
        m_free.push_back(leaving.second);
        return true;
    });
    if (request.has_spec || request.retime)
        adopt(std::move(request.context));
    if (request.has_spec) {
        const bool same = request.sort == m_sort && request.filter == m_filter && !request.asked && m_number > 0;
        m_sort = request.sort;
        m_filter = std::move(request.filter);
        m_resort = m_resort || !same;
        m_asked = m_asked || request.asked;
        m_answers = request.questions;
    }
    m_context.steady = std::chrono::steady_clock::now();
    for (const auto& [update, connection] : request.updates) {
        if (update)
            ingest(*update, connection);
        else
            remove_connection(connection);
    }
    keep_capacity();
    if (!m_resort && request.retime && (m_filter.changesByItself() || m_spec->movesByItself(m_sort.column)))
        rekey_all();
}

// Keys point into rows and into the names of connections. Unchanged names are kept in place; if one changes or moves, all
// keys are computed again before any comparison.
void Arranger::adopt(TableContext context)
{
    auto& kept = m_context.connections;
    bool stay = kept.size() == context.connections.size();
    for (std::size_t i = 0; stay && i < kept.size(); ++i) {
        const ConnectionView& now = context.connections[i];
        const char *name = kept[i].name.data(), *environment = kept[i].environment.data();
        stay = kept[i].name == now.name && kept[i].environment == now.environment;
        kept[i] = now;
        stay = stay && kept[i].name.data() == name && kept[i].environment.data() == environment;
    }
    if (stay) {
        context.connections = std::move(kept);
    } else {
        for (Slot& slot : m_slots)
            slot.key = {};
        m_resort = true;
    }
    m_resort = m_resort || m_context.ranks != context.ranks;
    m_context = std::move(context);
    m_reads.resize(std::max(m_reads.size(), m_context.connections.size()));
    for (std::size_t i = 0; i < m_context.connections.size(); ++i)
        m_context.connections[i].read = m_reads[i];
}

// With the rows of the same update: an old row judged at a new read would be called expired or silent.
void Arranger::note_reads(int connection, const RowReads& read)
{
    const auto at = static_cast<std::size_t>(std::max(connection, 0));
    m_reads.resize(std::max(m_reads.size(), at + 1));
    RowReads& kept = m_reads[at];
    kept = {read.workers ? read.workers : kept.workers, read.locks ? read.locks : kept.locks, read.tasks ? read.tasks : kept.tasks};
    if (at < m_context.connections.size())
        m_context.connections[at].read = kept;
}

// Number of rows of the shown connections, before the filter.
std::int64_t Arranger::shown_count() const
{
    std::int64_t out = 0;
    for (std::size_t i = 0; i < m_index.size(); ++i)
        if (i >= m_context.connections.size() || m_context.connections[i].shown)
            out += static_cast<std::int64_t>(m_index[i].size());
    return out;
}

// Passes all changes since the last delivery to the model.
void Arranger::deliver(bool asked)
{
    reorder();
    std::erase_if(m_fresh, [&](std::uint32_t at) {
        Slot& slot = m_slots[at];
        if (slot.used || slot.known)
            return false;
        slot.fresh = false; // it came and went unseen
        return true;
    });
    const auto total = shown_count();
    if (m_fresh.empty() && !m_order_changed && !m_asked && !asked && total == m_reported_count && m_reads == m_reported_reads)
        return;
    Arrangement result;
    result.number = ++m_number;
    result.asked = m_asked || asked;
    result.answers = m_answers;
    result.total = m_reported_count = total;
    result.reads = m_reported_reads = m_reads;
    result.order_changed = m_order_changed || result.asked;
    if (m_fresh.size() > 1000 && m_fresh.size() > m_slots.size() / 2) {
        result.all.resize(m_slots.size());
        for (std::size_t i = 0; i < m_slots.size(); ++i)
            result.all[i] = m_slots[i].entry;
    } else {
        for (const auto slot : m_fresh)
            result.entries.emplace_back(slot, m_slots[slot].entry);
        for (const auto slot : m_emptied)
            if (!m_slots[slot].used && !m_slots[slot].fresh)
                result.entries.emplace_back(slot, TableEntry{});
    }
    m_emptied.clear();
    for (const auto slot : m_fresh) {
        m_slots[slot].fresh = false;
        m_slots[slot].known = true;
    }
    result.changed = m_fresh;
    if (result.order_changed)
        result.order = m_order;
    result.touched = std::move(m_touched);
    m_touched.clear();
    m_fresh.clear();
    m_order_changed = m_asked = false;
    for (auto& leaving : m_leaving)
        if (leaving.first == UINT64_MAX)
            leaving.first = m_number;
    {
        const std::lock_guard lock(m_mutex);
        m_result = std::move(result);
        m_has_result = true;
    }
    m_ready();
}

// Rows
// ----------------------------------------------------------------------------------------------------------------------

Arranger::Index& Arranger::index_of(int connection)
{
    const auto at = static_cast<std::size_t>(connection);
    while (m_index.size() <= at)
        m_index.emplace_back(0, ByName{&m_slots}, ByName{&m_slots});
    return m_index[at];
}

void Arranger::ingest(const Update& update, int connection)
{
    TableDelta delta;
    delta.connection = connection;
    m_spec->extract(update, connection, delta);
    if (delta.replace) {
        std::unordered_map<std::string_view, bool> named;
        for (const TableEntry& entry : delta.upserts)
            named.emplace(m_spec->key(entry), true);
        std::vector<std::uint32_t> missing;
        for (const auto slot : index_of(connection))
            if (!named.contains(m_slots[slot].name))
                missing.push_back(slot);
        for (const auto slot : missing)
            remove(slot);
    }
    for (const std::string& key : delta.gone) {
        const Index& index = index_of(connection);
        if (const auto found = index.find(std::string_view(key)); found != index.end())
            remove(*found);
    }
    for (TableEntry& entry : delta.upserts)
        upsert(std::move(entry));
    note_reads(connection, {update.workers_read, update.locks_read, update.tasks_read});
}

std::uint32_t Arranger::free_slot()
{
    if (!m_free.empty()) {
        const auto slot = m_free.back();
        m_free.pop_back();
        return slot;
    }
    m_slots.emplace_back();
    return static_cast<std::uint32_t>(m_slots.size() - 1);
}

void Arranger::upsert(TableEntry entry)
{
    entry.connection = std::max(entry.connection, 0);
    Index& index = index_of(entry.connection);
    const auto place = index.find(m_spec->key(entry));
    const bool added = place == index.end();
    const auto at = added ? free_slot() : *place;
    Slot& slot = m_slots[at];
    if (added) {
        const bool dirty = slot.dirty, fresh = slot.fresh; // it may still be in their lists
        slot = Slot{};
        slot.dirty = dirty;
        slot.fresh = fresh;
        slot.used = true;
        slot.born = ++m_born;
        ++m_count;
    }
    entry.row = m_spec->merged(slot.entry.row, std::move(entry.row));
    if (!slot.previous)
        slot.previous = std::move(slot.entry.row);
    slot.entry = std::move(entry);
    slot.name = m_spec->key(slot.entry); // the same text, which the index has
    if (added)
        index.insert(at);
    if (!slot.fresh)
        m_fresh.push_back(at);
    slot.fresh = true;
    mark(at);
}

void Arranger::remove(std::uint32_t at)
{
    Slot& slot = m_slots[at];
    index_of(slot.entry.connection).erase(at);
    slot.used = false;
    --m_count;
    mark(at);
    if (slot.known) {
        m_leaving.emplace_back(UINT64_MAX, at);
        return;
    }
    // Nobody shows it: a page that is hidden all day would collect what came and went.
    slot.drop_row();
    m_free.push_back(at);
}

void Arranger::remove_connection(int connection)
{
    std::vector<std::uint32_t> all;
    for (const auto slot : index_of(connection))
        all.push_back(slot);
    for (const auto slot : all)
        remove(slot);
    if (const auto at = static_cast<std::size_t>(connection); at < m_reads.size())
        m_reads[at] = {};
}

void Arranger::keep_capacity()
{
    const auto most = m_spec->capacity();
    if (most == 0 || static_cast<std::size_t>(m_count) <= most)
        return;
    std::vector<std::pair<std::uint64_t, std::uint32_t>> ages;
    for (std::uint32_t i = 0; i < m_slots.size(); ++i)
        if (m_slots[i].used)
            ages.emplace_back(m_slots[i].born, i);
    // A tenth more than needed, so that it does not run for every row.
    const auto surplus = std::min(ages.size(), static_cast<std::size_t>(m_count) - most + most / 10);
    std::nth_element(ages.begin(), ages.begin() + static_cast<std::ptrdiff_t>(surplus), ages.end());
    for (std::size_t i = 0; i < surplus; ++i)
        remove(ages[i].second);
}

} // namespace lockdesk
