// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/contracts/names.h"

#include "backends/engine/text/text.h"

namespace lockdesk {

std::optional<std::string> name_defect(std::string_view text, std::string_view what)
{
    if (text.empty())
        return std::string(what) + " is empty; 1 to 200 bytes of UTF-8 are needed";
    if (text.size() > max_name_bytes)
        return std::string(what) + " has " + std::to_string(text.size()) + " bytes; at most "
               + std::to_string(max_name_bytes) + " are allowed";
    if (text.find('\0') != std::string_view::npos)
        return std::string(what) + " contains a NUL byte";
    if (!is_utf8(text))
        return std::string(what) + " is not valid UTF-8";
    return std::nullopt;
}

std::optional<std::string> stored_name_defect(std::string_view bytes, std::string_view what)
{
    constexpr std::size_t most = 64 * 1024;
    if (bytes.empty())
        return std::string(what) + " is empty";
    if (bytes.size() > most)
        return std::string(what) + " has " + std::to_string(bytes.size()) + " bytes; at most " + std::to_string(most)
               + " can be asked for";
    return std::nullopt;
}

Answer<SandboxId> SandboxId::parse(std::string_view text)
{
    const bool fits = !text.empty() && text.size() <= 32
                      && text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string_view::npos;
    if (!fits)
        return Failure::usage("sandbox id must be 1 to 32 of a-z, 0-9 and _");
    return SandboxId(std::string(text));
}

} // namespace lockdesk
