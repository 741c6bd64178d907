// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/text/url_options.h"

#include "backends/engine/text/fold.h"
#include "backends/engine/text/text.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <utility>

namespace lockdesk {

namespace {

// Formats a foreign name for the failure.
std::string shown_name(const std::string& name)
{
    constexpr std::size_t most = 60;
    std::string out;
    for (const char c : to_valid_utf8(name).substr(0, most))
        out += c >= ' ' && c <= '~' ? c : '?';
    return out;
}

std::optional<TlsOptions::Mode> tls_mode_of(const std::string& text)
{
    using Mode = TlsOptions::Mode;
    const std::string low = lower_case(text);
    if (low == "verify" || low == "true")
        return Mode::verify;
    if (low == "require")
        return Mode::require;
    if (low == "off" || low == "false")
        return Mode::off;
    return std::nullopt;
}

bool can_be_read(const std::string& file)
{
    std::ifstream in(file);
    return in && in.peek() != std::ifstream::traits_type::eof();
}

} // namespace

UrlOptions::UrlOptions(const StoreUrl& url, Names names) : m_names(names), m_left(url.options()) {}

std::map<std::string, std::string>::const_iterator UrlOptions::find(std::string_view name) const
{
    if (m_names == Names::exact)
        return m_left.find(std::string(name));
    const std::string low = lower_case(name);
    return std::find_if(m_left.begin(), m_left.end(), [&](const auto& one) { return lower_case(one.first) == low; });
}

std::optional<std::string> UrlOptions::take(std::string_view name)
{
    m_known.emplace_back(name);
    const auto found = find(name);
    if (found == m_left.end())
        return std::nullopt;
    std::string value = found->second;
    m_left.erase(found);
    return value;
}

bool UrlOptions::has(std::string_view name) const { return find(name) != m_left.end(); }

std::map<std::string, std::string> UrlOptions::take_rest() { return std::exchange(m_left, {}); }

std::optional<Failure> UrlOptions::unknown(const std::string& store) const
{
    if (m_left.empty())
        return std::nullopt;
    std::string all;
    for (const std::string& name : m_known)
        all += (all.empty() ? "" : ", ") + name;
    return Failure::usage("the URL asks for '" + shown_name(m_left.begin()->first) + "', which " + store + " does not know; "
                          + (all.empty() ? "there are no options" : "there are: " + all));
}

Failure bad_option(std::string_view name, std::string_view accepted)
{
    return Failure::usage("the URL's option '" + std::string(name) + "' needs " + std::string(accepted));
}

Answer<const char*> take_texts(UrlOptions& options, std::initializer_list<TextOption> texts)
{
    const char* given = nullptr;
    for (const auto& [name, to, needs] : texts) {
        auto value = options.take(name);
        if (!value)
            continue;
        if (value->empty())
            return bad_option(name, needs);
        *to = *std::move(value);
        given = name;
    }
    return given;
}

std::optional<bool> parse_switch(std::string_view text)
{
    const auto low = lower_case(text);
    const bool on = low == "1" || low == "true" || low == "on" || low == "yes";
    return on || low == "0" || low == "false" || low == "off" || low == "no" ? std::optional(on) : std::nullopt;
}

Failure two_spellings(const std::string& ours, const std::string& theirs)
{
    return Failure::usage("the URL's option '" + ours + "' stands beside " + theirs + "; ask for TLS in one of the two spellings");
}

Answer<TlsOptions> take_tls_options(UrlOptions& options, TlsOptions::Mode implied)
{
    using Mode = TlsOptions::Mode;
    TlsOptions tls;
    tls.mode = implied;
    if (const auto text = options.take("tls")) {
        const auto mode = tls_mode_of(*text);
        if (!mode)
            return bad_option("tls", "verify, require or off");
        if (*mode == Mode::off && implied != Mode::unsaid)
            return Failure::usage("the URL's option 'tls' says off, and its scheme asks for TLS");
        tls.mode = *mode;
    }
    const auto taken = take_texts(options, {{"tls-ca", &tls.authorities},
                                            {"tls-cert", &tls.certificate},
                                            {"tls-key", &tls.key},
                                            {"tls-name", &tls.name, "a host's name"}});
    if (!taken)
        return taken.failure();
    const char* const given = *taken;
    if (given != nullptr && tls.mode == Mode::off)
        return Failure::usage("the URL's option '" + std::string(given) + "' is for TLS, and tls is off");
    if (!tls.key.empty() && tls.certificate.empty())
        return Failure::usage("the URL's option 'tls-key' needs tls-cert beside it");
    const bool names_whom = !tls.authorities.empty() || !tls.name.empty();
    if ((given != nullptr && tls.mode == Mode::unsaid) || (names_whom && tls.mode == Mode::require))
        tls.mode = Mode::verify;
    return tls;
}

const char* own_tls_option(const UrlOptions& options)
{
    const char* given = nullptr;
    for (const char* name : {"tls", "tls-ca", "tls-cert", "tls-key", "tls-name"})
        if (options.has(name))
            given = name;
    return given;
}

std::optional<Failure> unreadable_tls_file(const TlsOptions& tls, const TlsFileNames& names)
{
    const std::array<std::pair<const char*, const std::string*>, 3> files{
        {{names.authorities, &tls.authorities}, {names.certificate, &tls.certificate}, {names.key, &tls.key}}};
    for (const auto& [name, file] : files)
        if (!file->empty() && !can_be_read(*file))
            return Failure::usage("the URL's option '" + std::string(name)
                                  + "' names a file that cannot be read or is empty: " + to_valid_utf8(*file));
    return std::nullopt;
}

Failure untrusted_failure(const std::string& where, const std::string& reason, std::string statement)
{
    return Failure::refused("no TLS connection to " + where + " that can be trusted: " + reason)
        .with_code("TLS")
        .in_statement(std::move(statement))
        .disconnected();
}

} // namespace lockdesk
