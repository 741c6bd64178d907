// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/text/store_url.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockdesk {

/// The options of a store URL, taken one by one by the store that knows them. What nobody took was asked for in vain, and is
/// refused by its name.
class UrlOptions
{
public:
    enum class Names {
        exact,    ///< `tls` and `TLS` are two
        any_case, ///< as libmongoc compares them
    };
    explicit UrlOptions(const StoreUrl& url, Names names = Names::exact);

    /// Its value; nothing when the URL does not name it. Asking for a name makes it known.
    std::optional<std::string> take(std::string_view name);
    /// The URL names it; it stays.
    [[nodiscard]] bool has(std::string_view name) const;
    /// What nobody has taken yet, by their names as written; they count as taken.
    std::map<std::string, std::string> take_rest();
    /// Nothing, or a usage failure that names the first option that nobody took, and those that `store` knows.
    [[nodiscard]] std::optional<Failure> unknown(const std::string& store) const;

private:
    [[nodiscard]] std::map<std::string, std::string>::const_iterator find(std::string_view name) const;
    const Names m_names;
    std::map<std::string, std::string> m_left;
    std::vector<std::string> m_known;
};

/// Usage failure for an option whose value is not one: names the option and what is accepted, never the value.
Failure bad_option(std::string_view name, std::string_view accepted);

/// What a URL asks of TLS, in whichever spelling.
struct TlsOptions
{
    enum class Mode {
        unsaid,    ///< as the store's client does by itself
        off,       ///< never
        prefer,    ///< if the server has it: of the clients' own spellings alone
        require,   ///< encrypted, whoever the server is
        authority, ///< and its certificate is of an authority that we trust: of the clients' own spellings alone
        verify,    ///< and for the name that we asked for
    };
    Mode mode = Mode::unsaid;
    std::string authorities; ///< file of CA certificates; empty: those of the system
    std::string certificate; ///< file of ours, for servers that ask
    std::string key;         ///< file of its key; empty: in `certificate`
    std::string key_password;
    std::string name; ///< the server's certificate must be for it; empty: for the host of the URL

    /// A connection without TLS must not be.
    [[nodiscard]] bool wanted() const { return mode >= Mode::require; }
    [[nodiscard]] bool checks_authority() const { return mode >= Mode::authority; }
    [[nodiscard]] bool checks_name() const { return mode >= Mode::verify; }
};

/// Takes `tls`, `tls-ca`, `tls-cert`, `tls-key` and `tls-name`. A file or a name without `tls` means verify; `tls=require` with
/// `tls-ca` or `tls-name` too. Usage failure for what contradicts itself. `implied`: what the scheme asks for.
Answer<TlsOptions> take_tls_options(UrlOptions& options, TlsOptions::Mode implied = TlsOptions::Mode::unsaid);

/// Usage failure naming the option whose file cannot be read. `names`: how the URL calls authorities, certificate and key.
struct TlsFileNames
{
    const char* authorities = "tls-ca";
    const char* certificate = "tls-cert";
    const char* key = "tls-key";
};
std::optional<Failure> unreadable_tls_file(const TlsOptions& tls, const TlsFileNames& names = {});

/// Why there is no connection although somebody listens: TLS was asked for, and `reason`. No retry cures it.
Failure untrusted_failure(const std::string& where, const std::string& reason, std::string statement);

} // namespace lockdesk
