// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/contract/contract.h"

#include <string>
#include <vector>

namespace lockdesk::contract {

using Ids = std::vector<std::string>;

inline Ids ids(const std::vector<TaskRow>& rows)
{
    Ids out;
    for (const auto& r : rows)
        out.push_back(r.id);
    return out;
}

inline std::vector<NewTask> many(int count, const std::string& prefix = "t")
{
    std::vector<NewTask> tasks;
    for (int i = 0; i < count; ++i)
        tasks.push_back(
            {TaskId::trusted(prefix + std::to_string(100'000 + i)), TaskKind::trusted("k"), Phase::trusted("new")});
    return tasks;
}

inline Phase phase(const std::string& text) { return Phase::trusted(text); }
inline Advance to(const std::string& text) { return {std::nullopt, phase(text), std::nullopt}; }

inline std::vector<decltype(TaskStep::what)> every_step()
{
    return {Unlock{}, Relock{second}, RelockByBackoff{}, to("done"), Extend{}, Fail{"oops", 1.0}};
}

} // namespace lockdesk::contract
