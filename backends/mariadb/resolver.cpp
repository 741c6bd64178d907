// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mariadb/resolver.h"

#include <arpa/inet.h>
#include <netdb.h>

#include <algorithm>

namespace lockdesk::mariadb {

namespace {

// A lookup that outlasts its caller keeps its memory: the resolver's thread still writes to it.
struct Lookup
{
    std::string host;
    gaicb request{};
    addrinfo hints{};
};

bool is_address(const std::string& host)
{
    in6_addr six;
    in_addr four;
    return inet_pton(AF_INET, host.c_str(), &four) == 1 || inet_pton(AF_INET6, host.c_str(), &six) == 1;
}

std::vector<std::string> addresses(const addrinfo* list)
{
    std::vector<std::string> out;
    for (; list; list = list->ai_next) {
        char text[NI_MAXHOST];
        if (getnameinfo(list->ai_addr, list->ai_addrlen, text, sizeof text, nullptr, 0, NI_NUMERICHOST) == 0
            && std::find(out.begin(), out.end(), text) == out.end())
            out.emplace_back(text);
    }
    return out;
}

} // namespace

Resolved resolve(const std::string& host, const Interrupter& interrupter, SteadyPoint deadline)
{
    if (is_address(host))
        return {{host}, false, {}};
    auto* lookup = new Lookup;
    lookup->host = host;
    lookup->hints.ai_socktype = SOCK_STREAM;
    lookup->request.ar_name = lookup->host.c_str();
    lookup->request.ar_request = &lookup->hints;
    gaicb* list[] = {&lookup->request};
    const int begun = getaddrinfo_a(GAI_NOWAIT, list, 1, nullptr);
    while (begun == 0 && gai_error(list[0]) == EAI_INPROGRESS && std::chrono::steady_clock::now() < deadline
           && !interrupter.is_interrupted()) {
        const timespec slice{0, 20'000'000};
        gai_suspend(list, 1, &slice);
    }
    if (begun == 0 && gai_error(list[0]) == EAI_INPROGRESS && gai_cancel(list[0]) == EAI_NOTCANCELED)
        return {{}, true, {}};
    const int error = begun != 0 ? begun : gai_error(list[0]);
    Resolved out{addresses(lookup->request.ar_result), false, {}};
    if (out.addresses.empty())
        out.trouble = "the name " + host + " was not found: " + gai_strerror(error);
    if (lookup->request.ar_result)
        freeaddrinfo(lookup->request.ar_result);
    delete lookup;
    return out;
}

} // namespace lockdesk::mariadb
