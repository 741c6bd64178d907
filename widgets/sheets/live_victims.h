// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/observe/update.h"
#include "models/actions/actions.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace lockdesk {

/// The current rows of an open sheet, beside the identities that the operator has agreed to: the targets of the request.
class LiveVictims
{
public:
    enum class News {
        none,
        renewed,     ///< the same holder, a later end
        changedHands ///< another holder, none, or the row is removed
    };
    using SeenRow = decltype(ActionTarget::seen);

    void begin(const ActionRequest& request);
    /// Takes an update of the request's connection. Returns whether a row changed.
    bool take(const Update& update);

    [[nodiscard]] std::size_t size() const { return m_victims.size(); }
    [[nodiscard]] News news(std::size_t victim) const { return m_victims[victim].news; }
    [[nodiscard]] bool isGone(std::size_t victim) const { return m_victims[victim].gone; }
    /// The current row; of a removed one, its last state.
    [[nodiscard]] const SeenRow& row(std::size_t victim) const { return m_victims[victim].now; }
    /// All existing rows of that kind.
    template <class Row> [[nodiscard]] std::vector<Row> rows() const
    {
        std::vector<Row> out;
        for (const Victim& victim : m_victims)
            if (const auto* seen = std::get_if<Seen<Row>>(&victim.now))
                out.push_back(seen->row);
        return out;
    }
    [[nodiscard]] std::vector<std::size_t> which(News news) const;

    /// Sets the evidence of each target to the shown row, if its identity is the agreed one.
    void refreshEvidence(ActionRequest& request, TimePoint now) const;
    /// Accepts the current rows: other holders become the targets; removed and free rows are left out.
    void takeUp(ActionRequest& request, TimePoint now);

private:
    struct Victim
    {
        SeenRow agreed, now;
        bool gone = false;
        News news = News::none;
    };
    template <class Row> bool takeRows(const Rows<Row>& rows);
    bool takeGone(const Update& update);
    static void judge(Victim& victim);

    std::vector<Victim> m_victims;
    std::unordered_map<std::string, std::size_t> m_index;
    Entity m_entity = Entity::lock;
};

} // namespace lockdesk
