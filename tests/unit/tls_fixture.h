// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/store.h"
#include "tests/support/certificates.h"
#include "tests/support/servers.h"

#include <functional>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <vector>

namespace lockdesk::test {

/// A kind of store with TLS, for the cases common to all.
struct TlsStore
{
    const char* name;
    StoreRegistry::Factory open;
    /// Starts a private server with this certificate (names as in Certificates). `client`: it requires one of our client
    /// certificates.
    std::function<std::unique_ptr<TestServer>(const std::string& certificate, bool client)> start;
    /// Returns the address of its TLS port, without options; a Redis server has one beside its plain port.
    std::function<std::string(const TestServer&)> url;
    std::function<std::unique_ptr<TestServer>()> start_plain;
    /// The client library's own options: encrypted; verified with `ca`.
    std::string own_require, own_verify;
};

void PrintTo(const TlsStore& store, std::ostream* out);

std::vector<TlsStore> tls_stores();

/// Appends options with `?` or `&`.
std::string with_options(const std::string& url, const std::string& options);

} // namespace lockdesk::test
