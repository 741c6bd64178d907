// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/json/json.h"
#include "backends/scenarios/value.h"

#include <nlohmann/json_fwd.hpp>

/// For the .cpp files of this folder only: the interface does not include the JSON library. Files that do more than pass a
/// Json on include backends/json/json.h.
namespace lockdesk::scenarios {

using Json = nlohmann::ordered_json;

Value value_of(const Json& json);
Json to_json(const Value& value);
Json to_json(const Fields& fields);
Fields flat(const Json& object);
Text text_of_json(const Json& json);
Json to_json(const Text& text);
/// Returns the text of that key, or an empty one if there is none.
std::string text_at(const Json& json, const char* key);
/// Formats on one line; bad UTF-8 is replaced.
std::string dump(const Json& json);

} // namespace lockdesk::scenarios
