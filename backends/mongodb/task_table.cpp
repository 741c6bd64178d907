// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mongodb/task_table.h"

namespace lockdesk::mongodb {

namespace {

using namespace std::chrono_literals;

constexpr auto rules_known_for = 1s;

} // namespace

Bson nobody() { return Bson().array("$in", Bson().null("0").text("1", "")); }

void add_shown_owner(Values& values, const std::string& owner)
{
    if (owner.empty())
        values.doc("owner", nobody());
    else
        values.text("owner", owner);
}

std::optional<Failure> TaskTable::refresh_rules()
{
    const auto now = std::chrono::steady_clock::now();
    if (!m_link.in_sandbox() && now - m_rules_at < rules_known_for)
        return std::nullopt;
    Rules read;
    if (auto failed = m_link.each("task_rules", Values{}, [&](View doc) {
            read.add(doc);
            return true;
        }))
        return failed;
    m_rules = std::move(read);
    m_rules_at = now;
    return std::nullopt;
}

std::optional<Failure> TaskTable::each_named(std::span<const std::string> ids, const std::function<void(View)>& see)
{
    Bson list;
    for (std::size_t i = 0; i < ids.size(); ++i)
        list.text(std::to_string(i), ids[i]);
    return m_link.each("task_find", Values().array("ids", std::move(list)), [&](View doc) {
        see(doc);
        return true;
    });
}

Answer<std::optional<TaskRow>> TaskTable::read(const TaskId& id)
{
    if (auto failed = refresh_rules())
        return *failed;
    const Bson lookups = Bson().push(m_link.lookup_one("tasks", id.str(), "rows"));
    auto meta = m_link.look(&lookups);
    if (!meta)
        return meta.failure();
    const View doc = meta->doc["rows"]["0"];
    return {doc.present() ? std::optional(task_row(doc, m_rules, Raw::with)) : std::nullopt, meta->now};
}

} // namespace lockdesk::mongodb
