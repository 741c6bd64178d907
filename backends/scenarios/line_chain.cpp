// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/scenarios/line_chain.h"

#include "backends/json/json.h"
#include "backends/scenarios/json.h"

namespace lockdesk::scenarios {

namespace {

constexpr const char* sum_key = "sum";
// Statements differ from store to store, so they have a separate chain.
constexpr const char* sent_key = "sent";
constexpr const char* sent_sum_key = "sent_sum";

using Sorted = nlohmann::json; // by key

std::string chain_text(const Sorted& json) { return json_line(json); }

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
    Sorted json = read_json<Sorted>(line);
    std::string out = line.substr(0, line.size() - 1);
    if (const auto sent = json.find(sent_key); sent != json.end()) {
        out += std::string(",\"") + sent_sum_key + "\":\"" + m_sent_sum.next(chain_text(*sent)) + "\"";
        json.erase(sent);
    }
    return out + ",\"" + sum_key + "\":\"" + next(chain_text(json)) + "\"}";
}

bool LineChain::check(std::string_view line)
{
    Sorted json = read_json<Sorted>(line);
    if (!json.is_object())
        return false;
    const auto taken = [&json](const char* key) {
        const Sorted out = json.value(key, Sorted());
        json.erase(key);
        return out;
    };
    const Sorted sum = taken(sum_key), sent = taken(sent_key), sent_sum = taken(sent_sum_key);
    const auto is = [](const Sorted& said, const std::string& made) {
        return said.is_string() && said.get_ref<const std::string&>() == made;
    };
    const bool same_sent = sent.is_null() ? sent_sum.is_null() : is(sent_sum, m_sent_sum.next(chain_text(sent)));
    return is(sum, next(chain_text(json))) && same_sent;
}

std::optional<int> first_break(std::string_view text_of_file)
{
    LineChain chain;
    for (int number = 1; !text_of_file.empty(); ++number) {
        const auto line = text_of_file.substr(0, text_of_file.find('\n'));
        text_of_file.remove_prefix(std::min(line.size() + 1, text_of_file.size()));
        if (number == 1 && !read_json<Sorted>(line).contains(sum_key))
            return std::nullopt;
        if (!chain.check(line))
            return number;
    }
    return std::nullopt;
}

} // namespace lockdesk::scenarios
