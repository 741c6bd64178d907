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

/// One kind of store with TLS, for the cases that are the same on all.
struct TlsStore
{
    const char* name;
    StoreRegistry::Factory open;
    /// A private server with this certificate (name as in Certificates). `client`: it wants one of ours.
    std::function<std::unique_ptr<TestServer>(const std::string& certificate, bool client)> start;
    /// The address of its TLS port, without options; a Redis server has one beside its plain port.
    std::function<std::string(const TestServer&)> url;
    std::function<std::unique_ptr<TestServer>()> start_plain;
    /// What the client's own spelling says for: encrypted; verified with `ca`.
    std::string own_require, own_verify;
};

void PrintTo(const TlsStore& store, std::ostream* out);

std::vector<TlsStore> tls_stores();

/// `?` or `&` as needed.
std::string with_options(const std::string& url, const std::string& options);

} // namespace lockdesk::test
