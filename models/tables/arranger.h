// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/row_filter.h"
#include "models/tables/table_spec.h"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <string_view>
#include <thread>
#include <unordered_set>
#include <vector>

namespace lockdesk {

inline constexpr std::uint32_t no_row = 0xffffffff;

struct SortSpec
{
    int column = 0;
    bool descending = false;
    int before = -1; ///< column that breaks ties; -1: none
    bool before_descending = false;
    friend bool operator==(const SortSpec&, const SortSpec&) = default;
};

/// A finished order, computed off the GUI thread. Slots are indexes into the model's row vector.
struct Arrangement
{
    std::uint64_t number = 0;
    bool asked = false; ///< response to a new sort, filter or choice of connections: shown even while held
    std::uint64_t answers = 0; ///< number of questions answered; later ones are still in work
    std::vector<std::pair<std::uint32_t, TableEntry>> entries; ///< new or changed rows
    std::vector<TableEntry> all;        ///< the whole slot vector, instead of `entries`, when nearly all rows are new
    std::vector<std::uint32_t> changed; ///< slots present before whose row changed
    std::vector<std::uint32_t> order;   ///< slots in their new order
    bool order_changed = false;         ///< false: `order` is empty and the previous order stays
    std::int64_t total = 0;             ///< rows of the shown connections, before the filter
    std::vector<RowReads> reads;        ///< by connection: up to when these rows are known
    std::vector<std::uint32_t> touched; ///< slots added, removed or moved since the previous arrangement
};

/// Sorts and filters on its own thread. Takes updates in order and returns arrangements; makes the next one only after
/// the last was taken. Thread-safe.
class Arranger
{
public:
    /// `ready` is called from the worker thread whenever `take` has a result.
    Arranger(std::shared_ptr<const TableSpec> spec, std::function<void()> ready);
    ~Arranger();

    void post(UpdatePtr update, int connection);
    void forget(int connection); ///< drops its rows
    /// Sets a new sort, filter or context. `asked`: the user waits for it. `rows`, if any, are included in the
    /// arrangement that answers.
    void arrange(SortSpec sort, RowFilter filter, TableContext context, bool asked, UpdatePtr rows = nullptr,
                 int connection = -1);
    /// Time has passed: evaluates again what changes with time.
    void retime(TableContext context);
    void set_active(bool active);
    /// Reports that slots removed up to arrangement `number` are no longer shown and may be reused.
    void shown(std::uint64_t number);
    /// Frees rows off the GUI thread.
    void discard(std::vector<TableEntry> rows);
    /// How long rows or a question have waited for an arrangement that was not taken yet; zero: none wait.
    [[nodiscard]] std::chrono::steady_clock::duration behind_for() const;
    /// Takes the newest arrangement. Lets the worker make the next one.
    bool take(Arrangement& out);

private:
    struct Slot
    {
        TableEntry entry;
        SortKey key;
        std::string_view name;                ///< its key, in `entry`
        std::shared_ptr<const void> previous; ///< row into which `key` still points
        bool used = false, visible = false, dirty = false, fresh = false;
        bool known = false; ///< to the model, which may show it
        std::uint64_t born = 0; ///< order of arrival, for rings
        void drop_row()
        {
            entry = {};
            key = {};
            name = {};
            previous.reset();
        }
    };
    struct Request
    {
        std::vector<std::pair<UpdatePtr, int>> updates; ///< a null update drops the connection's rows
        bool has_spec = false, asked = false, retime = false;
        SortSpec sort;
        RowFilter filter;
        TableContext context;
        std::uint64_t shown = 0, questions = 0;
        std::vector<TableEntry> trash;
        [[nodiscard]] bool empty() const { return updates.empty() && !has_spec && !retime && trash.empty(); }
    };
    [[nodiscard]] bool is_behind() const
    {
        return m_has_result || m_working || m_request.asked || !m_request.updates.empty();
    }
    void ask(); ///< rows or a question have arrived
    using Slots = std::deque<Slot>; // a vector would have room for twice the rows, and move a million of them at once
    /// Hash and equality of slots by their names, which the rows hold: a second copy of a hundred thousand names is dear.
    struct ByName
    {
        using is_transparent = void;
        const Slots* among;
        [[nodiscard]] std::string_view of(std::uint32_t slot) const { return (*among)[slot].name; }
        [[nodiscard]] static std::string_view of(std::string_view name) { return name; }
        std::size_t operator()(const auto& one) const { return std::hash<std::string_view>{}(of(one)); }
        bool operator()(const auto& a, const auto& b) const { return of(a) == of(b); }
    };
    using Index = std::unordered_set<std::uint32_t, ByName, ByName>;

    void run();
    void work(Request& request);
    void adopt(TableContext context);
    void ingest(const Update& update, int connection);
    void note_reads(int connection, const RowReads& read);
    void upsert(TableEntry entry);
    void remove(std::uint32_t slot);
    void remove_connection(int connection);
    void keep_capacity();
    std::uint32_t free_slot();
    [[nodiscard]] std::int64_t shown_count() const;
    Index& index_of(int connection);
    void rekey_all();
    void mark(std::uint32_t slot);
    bool rekey(std::uint32_t slot);
    void reorder();
    void sort_all();
    void merge_dirty();
    [[nodiscard]] bool less(std::uint32_t a, std::uint32_t b) const;
    void deliver(bool asked);

    const std::shared_ptr<const TableSpec> m_spec;
    const std::function<void()> m_ready;

    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    Request m_request;
    Arrangement m_result;
    std::uint64_t m_questions = 0; ///< questions asked so far
    bool m_has_result = false, m_stop = false, m_active = true;
    bool m_working = false; ///< on rows or a question, not only because time has passed
    std::chrono::steady_clock::time_point m_behind_since{};

    // Worker thread only.
    Slots m_slots;
    std::vector<Index> m_index;
    std::vector<std::uint32_t> m_free, m_emptied; ///< the latter: whose row the model still has
    std::vector<std::pair<std::uint64_t, std::uint32_t>> m_leaving; ///< removed but still shown: arrangement and slot
    std::vector<std::uint32_t> m_order;
    std::vector<std::uint32_t> m_dirty;
    std::vector<std::uint32_t> m_touched;
    std::vector<std::uint32_t> m_fresh; ///< slots whose entry the model does not have yet
    SortSpec m_sort;
    RowFilter m_filter;
    TableContext m_context;
    std::vector<RowReads> m_reads, m_reported_reads; ///< by connection, of the updates taken in
    std::int64_t m_count = 0, m_reported_count = 0;
    std::uint64_t m_born = 0, m_number = 0, m_answers = 0;
    bool m_resort = true, m_order_changed = false, m_asked = false;

    std::thread m_thread;
};

} // namespace lockdesk
