// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/text/url_options.h"

#include <map>
#include <optional>
#include <string>

namespace lockdesk::mongodb {

/// What a URL asks for beside its address.
struct UrlWishes
{
    TlsOptions tls;
    std::map<std::string, std::string> library; ///< options as libmongoc reads them
    std::optional<std::string> program;         ///< appName
    /// connectTimeoutMS, socketTimeoutMS, serverSelectionTimeoutMS: at most, beside the session's own; in ms.
    std::optional<std::int64_t> connect_ms, socket_ms, selection_ms;
};

/// Usage failure for what is unknown, contradicts itself, or is Lockdesk's to decide and said otherwise.
Answer<UrlWishes> url_wishes(const StoreUrl& url);

/// For libmongoc; `with_password`: false puts a word in its place.
std::string uri_text(const StoreUrl& url, const UrlWishes& wishes, bool with_password);

} // namespace lockdesk::mongodb
