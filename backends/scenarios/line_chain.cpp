// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/scenarios/line_chain.h"

#include "backends/scenarios/json.h"

#include <nlohmann/json.hpp>

namespace lockdesk::scenarios {

namespace {

constexpr const char* sum_key = "sum";

using Sorted = nlohmann::json; // by keys

std::string chain_text(const Sorted& json) { return json.dump(-1, ' ', false, Sorted::error_handler_t::replace); }

void replace_all(std::string& text, std::string_view part, std::string_view by)
{
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + by.size()))
        text.replace(at, part.size(), by);
}

} // namespace

std::string LineChain::next(std::string line)
{
    for (const char* store : {"sqlite", "postgresql", "redis", "mariadb", "mongodb"})
        replace_all(line, store, "store");
    return m_sum.next(line);
}

std::string LineChain::closed(const std::string& line)
{
    return line.substr(0, line.size() - 1) + ",\"" + sum_key + "\":\""
           + next(chain_text(Sorted::parse(line, nullptr, false))) + "\"}";
}

bool LineChain::check(std::string_view line)
{
    Sorted json = Sorted::parse(line, nullptr, false);
    if (!json.is_object())
        return false;
    const Sorted said = json.value(sum_key, Sorted());
    json.erase(sum_key);
    const std::string sum = next(chain_text(json));
    return said.is_string() && said.get_ref<const std::string&>() == sum;
}

std::optional<int> first_break(std::string_view text_of_file)
{
    LineChain chain;
    for (int number = 1; !text_of_file.empty(); ++number) {
        const auto line = text_of_file.substr(0, text_of_file.find('\n'));
        text_of_file.remove_prefix(std::min(line.size() + 1, text_of_file.size()));
        if (number == 1 && !Sorted::parse(line, nullptr, false).contains(sum_key))
            return std::nullopt;
        if (!chain.check(line))
            return number;
    }
    return std::nullopt;
}

} // namespace lockdesk::scenarios
