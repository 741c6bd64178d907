// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/runners/relay.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lockdesk {

/// Makes the receiver of an `http://` or `https://` address, as make_http_receiver does.
using HttpReceiverFactory = Answer<std::unique_ptr<Receiver>> (*)(Runtime& runtime, const std::string& url,
                                                                  const std::vector<std::string>& headers);

/// `exec:CMD`, `http://...` or `https://...`. Usage failure for anything else, and for headers that are none or that nobody would get;
/// unsupported failure for HTTP if `http` is null: it is not built in. `headers`: `Name: value`, of every request beside our own.
Answer<std::unique_ptr<Receiver>> make_receiver(Runtime& runtime, std::string_view text, HttpReceiverFactory http,
                                                const std::vector<std::string>& headers = {});

/// Usage failure for a header of a receiver that is none; its message does not contain the header's value, which may be a
/// password.
std::optional<Failure> header_defect(const std::string& header);

/// Returns the part of such a text that is safe to show, store and record, because passwords and headers may be in it:
/// `exec:PROGRAM`, or scheme, host and port.
std::string receiver_label(std::string_view text);

} // namespace lockdesk
