// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/text/store_url.h"

#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockdesk {

/// The options of a store URL, taken one by one by the store that knows them. An option that is not taken is
/// refused by name.
class UrlOptions
{
public:
    enum class Names {
        exact,    ///< `tls` and `TLS` differ
        any_case, ///< like libmongoc
    };
    explicit UrlOptions(const StoreUrl& url, Names names = Names::exact);

    /// Returns the value, or nullopt when the URL does not have the option. Makes the name known.
    std::optional<std::string> take(std::string_view name);
    /// Whether the URL has the option; does not take it.
    [[nodiscard]] bool has(std::string_view name) const;
    /// Takes all options left, by their names as written.
    std::map<std::string, std::string> take_rest();
    /// Returns a usage failure with the first option not taken, and those that `store` knows; nullopt: all are taken.
    [[nodiscard]] std::optional<Failure> unknown(const std::string& store) const;

private:
    [[nodiscard]] std::map<std::string, std::string>::const_iterator find(std::string_view name) const;
    const Names m_names;
    std::map<std::string, std::string> m_left;
    std::vector<std::string> m_known;
};

/// Usage failure for an invalid value: contains the option's name and the accepted values, never the value.
Failure bad_option(std::string_view name, std::string_view accepted);

/// TLS requirements of a URL, in any spelling.
struct TlsOptions
{
    enum class Mode {
        unsaid,    ///< the default of the store's client
        off,       ///< never
        prefer,    ///< if the server supports it: from the clients' own spellings only
        require,   ///< encrypted, without verifying the server
        authority, ///< and the certificate is from a trusted authority: from the clients' own spellings only
        verify,    ///< and for the expected name
    };
    Mode mode = Mode::unsaid;
    std::string authorities; ///< file of CA certificates; empty: those of the system
    std::string certificate; ///< our certificate file, for servers that require one
    std::string key;         ///< file of the certificate's key; empty: in `certificate`
    std::string key_password;
    std::string name; ///< expected in the server's certificate; empty: the host of the URL

    /// Whether a connection without TLS is forbidden.
    [[nodiscard]] bool wanted() const { return mode >= Mode::require; }
    [[nodiscard]] bool checks_authority() const { return mode >= Mode::authority; }
    [[nodiscard]] bool checks_name() const { return mode >= Mode::verify; }
};

/// An option whose value is a text, where it goes, and what it needs to be.
struct TextOption
{
    const char* name;
    std::string* to;
    const char* needs = "a file";
};
/// Takes them. Returns the name of the last one that the URL has, or null; usage failure for an empty one.
Answer<const char*> take_texts(UrlOptions& options, std::initializer_list<TextOption> texts);

/// Parses 1, true, on, yes, and their opposites.
std::optional<bool> parse_switch(std::string_view text);

/// Usage failure for TLS in our spelling (`ours`, `own_tls_option`) and in that of the store's clients (`theirs`).
Failure two_spellings(const std::string& ours, const std::string& theirs);

/// Takes `tls`, `tls-ca`, `tls-cert`, `tls-key` and `tls-name`. A file or a name without `tls` means verify; so does
/// `tls=require` with `tls-ca` or `tls-name`. Usage failure for contradictions. `implied`: from the scheme.
Answer<TlsOptions> take_tls_options(UrlOptions& options, TlsOptions::Mode implied = TlsOptions::Mode::unsaid);

/// Returns the name of one of these options that the URL has, or null.
const char* own_tls_option(const UrlOptions& options);

/// Returns a usage failure with the option whose file is not readable. `names`: the URL's options for the files.
struct TlsFileNames
{
    const char* authorities = "tls-ca";
    const char* certificate = "tls-cert";
    const char* key = "tls-key";
};
std::optional<Failure> unreadable_tls_file(const TlsOptions& tls, const TlsFileNames& names = {});

/// Failure for a server that accepts connections but not the required TLS, with `reason`. Not retryable.
Failure untrusted_failure(const std::string& where, const std::string& reason, std::string statement);

} // namespace lockdesk
