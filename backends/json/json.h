// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

// Who includes this instead of <nlohmann/json.hpp> uses the library's code from json.cpp.
extern template class nlohmann::basic_json<>;
extern template class nlohmann::basic_json<nlohmann::ordered_map>;

namespace lockdesk {

/// What `text` says, `Json` being nlohmann::json (fields by name) or nlohmann::ordered_json (fields as written); a discarded
/// value where it is no JSON. Any thread.
template <class Json> Json read_json(std::string_view text);
template <> nlohmann::json read_json(std::string_view text);
template <> nlohmann::ordered_json read_json(std::string_view text);

/// On one line. A text that is no UTF-8 stands there as `shown` shows it, so that two of them stay two.
std::string json_line(const nlohmann::json& json);
std::string json_line(const nlohmann::ordered_json& json);

} // namespace lockdesk
