// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/rules/list_columns.h"

#include <algorithm>

namespace lockdesk {

const ListColumns& list_columns(const LockRow*)
{
    static const ListColumns columns{{{"name", "k.name"}, {"id", "k.name"}, {"owner", "k.owner"}},
                                     {{"owner", "NULLIF(k.owner, '')"},
                                      {"token", "coalesce(k.token, 0)"},
                                      {"acquired", "k.acquired_at"},
                                      {"expires", "CASE WHEN k.owner <> '' THEN k.expires_at END"},
                                      {"renewals", "coalesce(k.renewals, 0)"}}};
    return columns;
}

const ListColumns& list_columns(const TaskRow*)
{
    static const ListColumns columns{{{"id", "k.id"},
                                      {"name", "k.id"},
                                      {"owner", "k.owner"},
                                      {"kind", "k.kind"},
                                      {"phase", "k.phase"},
                                      {"claim", "k.claim_id"}},
                                     {{"kind", "NULLIF(k.kind, '')"},
                                      {"phase", "NULLIF(k.phase, '')"},
                                      {"owner", "NULLIF(k.owner, '')"},
                                      {"token", "coalesce(k.token, 0)"},
                                      {"locked", "NULLIF(k.locked_at, 0)"},
                                      {"updated", "coalesce(k.updated_at, 0)"},
                                      {"claims", "coalesce(k.claims, 0)"},
                                      {"takeovers", "coalesce(k.takeovers, 0)"},
                                      {"failures", "coalesce(k.failures, 0)"}}};
    return columns;
}

const ListColumns& list_columns(const MessageRow*)
{
    static const ListColumns columns{
        {{"id", "k.id"}, {"name", "k.id"}, {"topic", "k.topic"}, {"owner", "k.owner"}, {"claim", "k.claim_id"}}};
    return columns;
}

const ListColumns& list_columns(const WorkerRow*)
{
    static const ListColumns columns{{{"id", "k.id"}, {"name", "k.id"}, {"owner", "k.id"}, {"kind", "k.kinds"}}};
    return columns;
}

const ListColumns& list_columns(const WaiterRow*)
{
    static const ListColumns columns{{{"name", "k.name"}, {"id", "k.name"}, {"owner", "k.owner"}}};
    return columns;
}

const ListColumns& list_columns(const FenceRow*)
{
    static const ListColumns columns{{{"name", "k.resource"}, {"id", "k.resource"}, {"owner", "k.who"}}};
    return columns;
}

const ListColumns& list_columns(const AuditRow*)
{
    static const ListColumns columns{
        {{"name", "{audit_key}"}, {"id", "{audit_key}"}, {"owner", "k.who"}, {"kind", "k.action"}, {"state", "k.result"}}};
    return columns;
}

const ListColumns& list_columns(const DrawEntry*)
{
    static const ListColumns columns{{{"name", "k.event"}, {"id", "k.person"}, {"owner", "k.person"}}};
    return columns;
}

std::string_view sql_of(const KeyedSql& columns, std::string_view key)
{
    const auto found = std::find_if(columns.begin(), columns.end(), [&](const auto& one) { return one.first == key; });
    return found == columns.end() ? std::string_view() : found->second;
}

std::vector<std::string_view> searched(const KeyedSql& columns, std::string_view key)
{
    std::vector<std::string_view> out;
    for (const auto& [of, sql] : columns)
        if ((key.empty() || of == key) && std::find(out.begin(), out.end(), sql) == out.end())
            out.push_back(sql);
    return out;
}

} // namespace lockdesk
