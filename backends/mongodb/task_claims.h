// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/mongodb/task_table.h"

#include <set>

namespace lockdesk::mongodb {

class TaskClaims
{
public:
    explicit TaskClaims(TaskTable& table) : m_link(table.link()), m_table(table) {}
    Answer<std::vector<TaskRow>> claim(const ClaimRequest& request);

private:
    struct Taken; ///< a claimed task, with its place in the order

    Answer<std::vector<Taken>> taken_by(const ClaimRequest& request);
    std::optional<Failure> claim_one(const Values& values, bool returned, std::vector<Taken>& taken);
    std::optional<Failure> claim_many(const ClaimRequest& request, const Values& values, std::vector<Taken>& taken);
    std::optional<Failure> claim_blindly(const ClaimRequest& request, const Values& values, std::vector<Taken>& taken);
    std::optional<Failure> candidates(const Values& values, std::int64_t limit, std::int64_t quota, std::int64_t crowd,
                                      std::set<std::string>& tried, const std::function<void(View)>& pick);
    Taken taken_row(View doc);

    Link& m_link;
    TaskTable& m_table;
    std::int64_t m_crowd = 1; ///< grows when batches lose candidates to others, and shrinks when they do not
};

} // namespace lockdesk::mongodb
