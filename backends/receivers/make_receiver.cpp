// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/receivers/make_receiver.h"

#include "backends/engine/text/fold.h"
#include "backends/receivers/exec_receiver.h"

#include <algorithm>

namespace lockdesk {

std::optional<Failure> header_defect(const std::string& header)
{
    constexpr std::string_view own[] = {"content-type", "content-length", "lockdesk-message-id", "transfer-encoding",
                                        "expect"};
    const auto colon = header.find(':');
    const std::string name = lower_case(header.substr(0, colon));
    if (colon == std::string::npos || name.empty()
        || name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789!#$%&'*+-.^_`|~") != std::string::npos)
        return Failure::usage("a header is written NAME: VALUE");
    if (std::any_of(header.begin(), header.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }))
        return Failure::usage("the header " + name + " has a control character in it");
    if (std::find(std::begin(own), std::end(own), name) != std::end(own))
        return Failure::usage("the header " + name + " is the relay's own");
    if (header.find_first_not_of(' ', colon + 1) == std::string::npos)
        return Failure::usage("the header " + name + " has no value");
    return std::nullopt;
}

Answer<std::unique_ptr<Receiver>> make_receiver(Runtime& runtime, std::string_view text, HttpReceiverFactory http,
                                                const std::vector<std::string>& headers)
{
    constexpr std::string_view exec = "exec:";
    for (const std::string& header : headers)
        if (auto defect = header_defect(header))
            return *defect;
    if (text.starts_with(exec) && !headers.empty())
        return Failure::usage("headers are for http:// and https:// receivers");
    if (text.starts_with(exec) && text.size() > exec.size())
        return std::unique_ptr<Receiver>(new ExecReceiver(runtime, std::string(text.substr(exec.size()))));
    if (text.starts_with("http://") || text.starts_with("https://")) {
        if (http == nullptr)
            return Failure::unsupported("the HTTP receiver is not built in; build with LOCKDESK_HTTP=ON, which needs libcurl");
        return http(runtime, std::string(text), headers);
    }
    // Without the text: what was mistyped may hold a password.
    return Failure::usage("that is no receiver; give exec:COMMAND, http://HOST/PATH or https://HOST/PATH");
}

namespace {

constexpr std::string_view plain_characters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";

// Returns the program of a shell command, if its first word is a plain path.
std::string_view program_of(std::string_view command)
{
    command.remove_prefix(std::min(command.find_first_not_of(' '), command.size()));
    auto word = command.substr(0, command.find_first_of(" \t\n;|&<>()"));
    if (const auto slash = word.rfind('/'); slash != std::string_view::npos)
        word.remove_prefix(slash + 1);
    return word.find_first_not_of(plain_characters) == std::string_view::npos ? word : std::string_view();
}

} // namespace

std::string receiver_label(std::string_view text)
{
    const auto colon = std::min(text.find(':'), text.size());
    const auto scheme = text.substr(0, colon);
    if (scheme == "exec") {
        const auto program = program_of(text.substr(std::min(colon + 1, text.size())));
        return program.empty() ? "exec" : "exec:" + std::string(program);
    }
    if (scheme != "http" && scheme != "https")
        return "receiver";
    auto host = text.substr(std::min(colon + 3, text.size()));
    host = host.substr(0, host.find_first_of("/?#\\"));
    host.remove_prefix(std::min(host.rfind('@') + 1, host.size()));
    const bool plain = host.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-:[]")
                       == std::string_view::npos;
    return std::string(scheme) + "://" + (plain ? std::string(host) : "...");
}

} // namespace lockdesk
