// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/scenarios/sent_json.h"

#include "backends/json/json.h"

namespace lockdesk::scenarios {

namespace {

std::string kept(const std::string& text)
{
    if (text.size() <= most_sent_bytes)
        return text;
    auto end = most_sent_bytes;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) // not within a character
        --end;
    return text.substr(0, end) + "... (" + std::to_string(text.size()) + " bytes)";
}

std::string text_in(const Json& json, const char* key)
{
    const auto found = json.find(key);
    return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

void replace(std::string& text, const std::string& part)
{
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at))
        text.replace(at, part.size(), sandbox_mark);
}

} // namespace

Json to_json(const SentStatement& sent)
{
    Json out;
    out["name"] = sent.name;
    out["text"] = kept(sent.text);
    if (!sent.values.empty()) {
        out["values"] = Json::array();
        for (const std::string& value : sent.values)
            out["values"].push_back(kept(value));
    }
    if (sent.aside)
        out["aside"] = true;
    return out;
}

SentStatement sent_of_json(const Json& json)
{
    SentStatement out;
    if (!json.is_object())
        return out;
    out.name = text_in(json, "name");
    out.text = text_in(json, "text");
    if (const auto values = json.find("values"); values != json.end() && values->is_array())
        for (const Json& value : *values)
            out.values.push_back(value.is_string() ? value.get<std::string>() : std::string());
    const auto aside = json.find("aside");
    out.aside = aside != json.end() && aside->is_boolean() && aside->get<bool>();
    return out;
}

SentStatement without_sandbox(SentStatement sent, const std::string& sandbox)
{
    if (sandbox.empty())
        return sent;
    replace(sent.text, sandbox);
    for (std::string& value : sent.values)
        replace(value, sandbox);
    return sent;
}

} // namespace lockdesk::scenarios
