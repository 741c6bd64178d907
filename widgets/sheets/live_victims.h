// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/observe/update.h"
#include "models/actions/actions.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace lockdesk {

/// The rows that an open sheet is about, as the store tells them now, beside what the operator has agreed to: the identity in the
/// targets of the request.
class LiveVictims
{
public:
    enum class News {
        none,
        renewed,     ///< the same holder, a later end
        changedHands ///< another holder, none, or the row is gone
    };
    using SeenRow = decltype(ActionTarget::seen);

    void begin(const ActionRequest& request);
    /// Of the connection of the request. True: a row is another one than before.
    bool take(const Update& update);

    [[nodiscard]] std::size_t size() const { return m_victims.size(); }
    [[nodiscard]] News news(std::size_t victim) const { return m_victims[victim].news; }
    [[nodiscard]] bool isGone(std::size_t victim) const { return m_victims[victim].gone; }
    /// As it is now; of a gone one as it was last.
    [[nodiscard]] const SeenRow& row(std::size_t victim) const { return m_victims[victim].now; }
    /// All rows of that kind that are there.
    template <class Row> [[nodiscard]] std::vector<Row> rows() const
    {
        std::vector<Row> out;
        for (const Victim& victim : m_victims)
            if (const auto* seen = std::get_if<Seen<Row>>(&victim.now))
                out.push_back(seen->row);
        return out;
    }
    [[nodiscard]] std::vector<std::size_t> which(News news) const;

    /// The evidence of each target becomes the row that is shown, where its identity is the one that was agreed to.
    void refreshEvidence(ActionRequest& request, TimePoint now) const;
    /// The operator takes what is there now: other holders become the targets, what is gone or free is left out.
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
