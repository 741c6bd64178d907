// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/scenarios/reply.h"

#include "backends/json/json.h"
#include "backends/scenarios/describe.h"
#include "backends/scenarios/json.h"
#include "backends/scenarios/sent_json.h"

namespace lockdesk::scenarios {

namespace {

constexpr std::size_t most_lines = 50;

// Keys that differ between stores or runs, or carry no information.
constexpr const char* left_out[] = {"v", "type", "store_us", "source", "op", "raw", "doubt", "statement"};

std::string without(std::string text, const std::string& part)
{
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part))
        text.erase(at, part.size());
    return text;
}

} // namespace

std::string statement_of(const std::string& command)
{
    std::string out;
    for (std::size_t begin = 0, words = 0; begin < command.size() && words < 2; ++words) {
        const auto end = std::min(command.find(' ', begin), command.size());
        const std::string word = command.substr(begin, end - begin);
        begin = end + 1;
        if (word.empty() || word.find_first_not_of("abcdefghijklmnopqrstuvwxyz-") != std::string::npos
            || word.starts_with('-'))
            break;
        out += (out.empty() ? "" : ".") + word;
        if (word == "sql" || word == "list" || word == "clock" || word == "backoff")
            break;
    }
    return out;
}

bool begins_transaction(const std::string& sql)
{
    const std::string verb = sql_verb(sql);
    return verb == "BEGIN" || verb == "START";
}

ActorReply lost_transaction_reply()
{
    return {5, {R"({"type":"error","kind":")" + std::string(lost_transaction_kind)
                + R"(","retryable":true,"message":"its transaction ended with its connection"})"}};
}

CommandResult read_reply(const ActorReply& reply, const std::string& sandbox)
{
    CommandResult out;
    out.status = reply.status;
    std::map<std::string, std::int64_t> results;
    for (const std::string& line : reply.lines) {
        Json json = read_json<Json>(line);
        const std::string type = json.is_object() ? text_at(json, "type") : "event";
        if (type == sent_type) {
            if (out.sent.size() < most_sent)
                out.sent.push_back(without_sandbox(sent_of_json(json), sandbox));
            continue;
        }
        if (type == "event" && !json.contains("result")) // a message of the worker about itself
            continue;
        for (const char* key : left_out)
            json.erase(key);
        if (type == "message") { // numbering differs between stores, and while a message is sent only its lease counts
            json.erase("seq");
            if (json.contains("lease_until_us") && !json["lease_until_us"].is_null())
                json.erase("next_us");
        }
        if (json.contains("message"))
            json["message"] =
                without(without(text_at(json, "message"), "lockdesk_sb_" + sandbox + "_"), "lockdesk_sb_" + sandbox + ".");
        if (type == "error") {
            out.error_kind = text_at(json, "kind");
            out.message = text_at(json, "message");
            json.erase("message");
        }
        if (const std::string result = text_at(json, "result"); !result.empty()) {
            out.result = result;
            ++results[result];
        }
        out.each.push_back(flat(json));
    }
    if (out.each.size() == 1) {
        out.values = out.each.front();
        return out;
    }
    out.values["lines.count"] = static_cast<std::int64_t>(out.each.size());
    for (const auto& [result, count] : results)
        out.values["results." + result] = count;
    for (std::size_t i = 0; i < out.each.size() && out.each.size() <= most_lines; ++i)
        for (const auto& [key, value] : out.each[i])
            out.values["lines." + std::to_string(i) + "." + key] = value;
    return out;
}

} // namespace lockdesk::scenarios
