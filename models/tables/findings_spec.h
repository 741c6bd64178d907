// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/findings/triage.h"
#include "models/tables/table_spec.h"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace lockdesk {

/// A row of the table of findings: a finding, or the head of several.
struct FindingLine
{
    enum class Role {
        single,
        group,      ///< head of many findings of one kind in one store
        member,     ///< below an open group
        mutedGroup, ///< head of the muted ones of a store
        muted       ///< below it when it is open
    };
    Role role = Role::single;
    Finding finding; ///< of a head: the oldest one
    std::string key;
    std::string evidence; ///< as shown when it was read, for filter and order
    std::optional<Triage> triage;
    std::int64_t members = 1;    ///< findings that the row stands for
    std::optional<TimePoint> end; ///< of the muted ones: when the first of these mutes ends
    bool open = false;           ///< of a head: its members are rows
    std::shared_ptr<const FindingLine> head; ///< of a member

    [[nodiscard]] bool isHead() const { return role == Role::group || role == Role::mutedGroup; }
    [[nodiscard]] bool isMuted() const { return role == Role::mutedGroup || role == Role::muted; }
    friend bool operator==(const FindingLine& a, const FindingLine& b)
    {
        return a.role == b.role && a.key == b.key && a.finding == b.finding && a.triage == b.triage && a.members == b.members
               && a.end == b.end && a.open == b.open && (a.head == nullptr) == (b.head == nullptr)
               && (a.head == nullptr || a.head->finding.since == b.head->finding.since);
    }
};

/// What decides how findings become rows. A value, replaced as a whole.
struct FindingsView
{
    std::map<int, TriageRulesPtr> rules;                   ///< by connection; none: nothing is acknowledged or muted
    std::set<std::pair<int, std::string>> open;            ///< connection and key of open heads
    std::int64_t groupedFrom = INT64_MAX;                  ///< findings of one kind in one store
};

/// Rows of the table of findings. `setView` may be called while another thread reads.
class FindingsSpec final : public TableSpec
{
public:
    void setView(std::shared_ptr<const FindingsView> view);

    [[nodiscard]] const std::vector<ColumnSpec>& columns() const override;
    [[nodiscard]] std::vector<std::string_view> filterKeys() const override;
    void extract(const Update& update, int connection, TableDelta& delta) const override;
    [[nodiscard]] std::shared_ptr<const void> merged(const std::shared_ptr<const void>& before,
                                                     std::shared_ptr<const void> now) const override;
    [[nodiscard]] std::string_view key(const TableEntry& entry) const override { return entry.as<FindingLine>().key; }
    [[nodiscard]] SortKey sortKey(const TableEntry& entry, int column, const TableContext& context) const override;
    [[nodiscard]] std::optional<FieldValue> field(const TableEntry& entry, std::string_view key,
                                                  const TableContext& context) const override;
    void texts(const TableEntry& entry, std::vector<std::string_view>& out) const override;

private:
    mutable std::mutex m_mutex;
    std::shared_ptr<const FindingsView> m_view = std::make_shared<const FindingsView>();
};

} // namespace lockdesk
