// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/rules/foreign_time.h"
#include "backends/engine/text/text.h"
#include "backends/json/json.h"
#include "backends/observe/recording/row_json.h"

#include <array>

namespace lockdesk {

namespace {

using Json = RowJson;
using Type = SayingValue::Type;

constexpr std::array value_types{Type::text, Type::sentence, Type::owner, Type::count, Type::token, Type::rate,
                                 Type::span, Type::fine,     Type::since, Type::age,   Type::until, Type::at};

bool is_text(Type type) { return type == Type::text || type == Type::sentence || type == Type::owner; }

// Clamps a number from a file to a range that is safe for arithmetic.
std::int64_t sane(Type type, std::int64_t number)
{
    switch (type) {
    case Type::span:
    case Type::fine: return to_us(foreign_span(number));
    case Type::since:
    case Type::age:
    case Type::until:
    case Type::at: return to_us(foreign_time(number));
    default: return number;
    }
}

std::optional<SayingValue> read_value(const Json& said)
{
    for (const Type type : value_types) {
        const auto found = said.find(word(type));
        if (found == said.end())
            continue;
        if (is_text(type))
            return SayingValue{type, 0, found->get<std::string>()};
        return SayingValue{type, sane(type, found->get_ref<const std::int64_t&>()), {}};
    }
    return std::nullopt;
}

} // namespace

Json sayings_json(const Sayings& sayings)
{
    Json out = Json::array();
    for (const Saying& saying : sayings) {
        Json values = Json::array();
        for (const SayingValue& value : saying.values) {
            Json one = Json::object();
            one[word(value.type)] = is_text(value.type) ? Json(to_valid_utf8(value.text)) : Json(value.number);
            values.push_back(std::move(one));
        }
        out.push_back({{"code", form(saying.code).word}, {"values", std::move(values)}});
    }
    return out;
}

void recorded::read(const Json& list, Sayings& sayings)
{
    for (const Json& said : list) {
        const SayingForm* known = find_form(text(said, "code"));
        if (!known)
            continue;
        Saying saying{known->code, {}};
        for (const Json& each : said.at("values"))
            if (auto value = read_value(each))
                saying.values.push_back(std::move(*value));
        if (fits(saying))
            sayings.push_back(std::move(saying));
    }
}

std::optional<FindingKind> recorded::finding_kind(std::string_view said)
{
    for (int i = 0; i < static_cast<int>(FindingKind::count_); ++i)
        if (said == word(static_cast<FindingKind>(i)))
            return static_cast<FindingKind>(i);
    return std::nullopt;
}

} // namespace lockdesk
