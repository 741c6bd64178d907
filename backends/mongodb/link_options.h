// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/text/url_options.h"

#include <map>
#include <optional>
#include <string>

namespace lockdesk::mongodb {

/// The options of a URL, besides its address.
struct UrlWishes
{
    TlsOptions tls;
    std::map<std::string, std::string> library; ///< options as libmongoc reads them
    std::optional<std::string> program;         ///< appName
    /// connectTimeoutMS, socketTimeoutMS, serverSelectionTimeoutMS: upper limits in addition to the session's own; in ms.
    std::optional<std::int64_t> connect_ms, socket_ms, selection_ms;
};

/// Returns a usage failure for options that are unknown, contradictory, or set by Lockdesk with another value.
Answer<UrlWishes> url_wishes(const StoreUrl& url);

/// True if neither a user nor another way to log in is named.
bool has_no_login(const StoreUrl& url, const UrlWishes& wishes);

/// True with a user whose login needs a password that the URL does not have: libmongoc would crash.
bool lacks_password(const StoreUrl& url, const UrlWishes& wishes);

/// Formats the URI for libmongoc; `with_password`: false replaces it by a word.
std::string uri_text(const StoreUrl& url, const UrlWishes& wishes, bool with_password);

} // namespace lockdesk::mongodb
