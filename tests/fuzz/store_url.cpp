// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/text/store_url.h"
#include "tests/fuzz/input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace lockdesk;
    const auto url = StoreUrl::parse(fuzz::text_of(data, size));
    if (!url)
        return 0;
    const std::string shown = url->redacted();
    const auto again = StoreUrl::parse(shown);
    fuzz::require(again && again->scheme() == url->scheme() && again->redacted() == shown);
    const auto other = url->with_password("p:@/?#%");
    fuzz::require(other.password() == "p:@/?#%" && other.host() == url->host() && other.path() == url->path());
    return 0;
}
