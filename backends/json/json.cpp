// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/json/json.h"

template class nlohmann::basic_json<>;
template class nlohmann::basic_json<nlohmann::ordered_map>;

namespace lockdesk {

template <> nlohmann::json read_json(std::string_view text) { return nlohmann::json::parse(text, nullptr, false); }

template <> nlohmann::ordered_json read_json(std::string_view text)
{
    return nlohmann::ordered_json::parse(text, nullptr, false);
}

std::string json_line(const nlohmann::json& json)
{
    return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string json_line(const nlohmann::ordered_json& json)
{
    return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

} // namespace lockdesk
