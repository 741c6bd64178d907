// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/json/json.h"

#include "backends/engine/text/shown_text.h"

template class nlohmann::basic_json<>;
template class nlohmann::basic_json<nlohmann::ordered_map>;

namespace lockdesk {

template <> nlohmann::json read_json(std::string_view text) { return nlohmann::json::parse(text, nullptr, false); }

template <> nlohmann::ordered_json read_json(std::string_view text)
{
    return nlohmann::ordered_json::parse(text, nullptr, false);
}

namespace {

template <class Json> void make_readable(Json& json)
{
    if (json.is_string())
        json = readable(json.template get<std::string>());
    else if (json.is_structured())
        for (Json& one : json)
            make_readable(one);
}

template <class Json> std::string on_one_line(const Json& json)
{
    try {
        return json.dump();
    } catch (const typename Json::type_error&) { // some text is no UTF-8
        Json copy = json;
        make_readable(copy);
        return copy.dump(-1, ' ', false, Json::error_handler_t::replace); // a key may still be none
    }
}

} // namespace

std::string json_line(const nlohmann::json& json) { return on_one_line(json); }
std::string json_line(const nlohmann::ordered_json& json) { return on_one_line(json); }

} // namespace lockdesk
