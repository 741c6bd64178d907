// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/receivers/http_receiver.h"

#include "backends/receivers/message_json.h"

#include <algorithm>
#include <curl/curl.h>
#include <string_view>

namespace lockdesk {

namespace {

constexpr std::int64_t longest_ms = 1'000'000'000; // curl's own end is not far beyond
constexpr long longest_connect_ms = 10'000;

// Discards the body of the response, which must be read.
std::size_t swallow(char*, std::size_t size, std::size_t count, void*) { return size * count; }

// Called by curl about once a second and on progress: nonzero aborts the transfer.
int stopped(void* token, curl_off_t, curl_off_t, curl_off_t, curl_off_t)
{
    return static_cast<const std::stop_token*>(token)->stop_requested() ? 1 : 0;
}

// Replaces control characters, because a header's value ends at a line break.
std::string header_value(std::string text)
{
    std::replace_if(
        text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, ' ');
    return text;
}

void init_once()
{
    static const auto initialised = curl_global_init(CURL_GLOBAL_DEFAULT);
    (void)initialised;
}

struct Address
{
    CURLU* handle = (init_once(), curl_url());
    Address() = default;
    ~Address() { curl_url_cleanup(handle); }
    Address(const Address&) = delete;
    Address& operator=(const Address&) = delete;
};

std::optional<Failure> address_defect(const std::string& url)
{
    const Address address;
    if (address.handle == nullptr)
        return std::nullopt; // each delivery says so
    switch (const auto result = curl_url_set(address.handle, CURLUPART_URL, url.c_str(), 0); result) {
    case CURLUE_OK: break;
    case CURLUE_NO_HOST: return Failure::usage("the receiver's address has no host: http://HOST/PATH");
    case CURLUE_BAD_PORT_NUMBER: return Failure::usage("the port of the receiver's address is not a number from 1 to 65535");
    default: return Failure::usage(std::string("the receiver's address cannot be read: ") + curl_url_strerror(result));
    }
    char* port = nullptr;
    (void)curl_url_get(address.handle, CURLUPART_PORT, &port, 0);
    const bool is_none = port != nullptr && std::string_view(port) == "0";
    curl_free(port);
    return is_none ? std::optional(Failure::usage("the port of the receiver's address is not a number from 1 to 65535"))
                   : std::nullopt;
}

} // namespace

struct HttpReceiver::Connection
{
    CURL* handle = (init_once(), curl_easy_init());
    Connection() = default;
    ~Connection() { curl_easy_cleanup(handle); }
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;
};

HttpReceiver::HttpReceiver(Runtime& runtime, std::string url, std::vector<std::string> headers)
    : m_runtime(runtime), m_url(std::move(url)), m_headers(std::move(headers)), m_connection(std::make_unique<Connection>())
{
}

HttpReceiver::~HttpReceiver() = default;

std::optional<std::string> HttpReceiver::deliver(const MessageRow& message, const std::stop_token& stop, SteadyPoint until)
{
    auto* curl = m_connection->handle;
    if (curl == nullptr)
        return "libcurl could not be started";
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - m_runtime.now()).count();
    const auto timeout = static_cast<long>(std::clamp<std::int64_t>(left, 1, longest_ms));
    const auto body = message_json(message);
    curl_easy_reset(curl); // keeps the connection
    curl_slist* headers = curl_slist_append(nullptr, "Content-Type: application/json");
    headers = curl_slist_append(headers, ("Lockdesk-Message-Id: " + header_value(message.id)).c_str());
    headers = curl_slist_append(headers, "Expect:");
    for (const std::string& one : m_headers)
        headers = curl_slist_append(headers, one.c_str());
    curl_easy_setopt(curl, CURLOPT_URL, m_url.c_str());
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(curl, CURLOPT_POSTFIELDS, body.c_str());
    curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(body.size()));
    curl_easy_setopt(curl, CURLOPT_USERAGENT, "lockdesk");
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, timeout);
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, longest_connect_ms);
    curl_easy_setopt(curl, CURLOPT_TCP_KEEPALIVE, 1L); // a receiver that has vanished must not block forever
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, swallow);
    curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, stopped);
    curl_easy_setopt(curl, CURLOPT_XFERINFODATA, &stop);
    const auto result = curl_easy_perform(curl);
    long status = 0;
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    curl_slist_free_all(headers);
    if (result != CURLE_OK)
        return std::string("no answer: ") + curl_easy_strerror(result);
    if (status < 200 || status > 299)
        return "the receiver answered HTTP " + std::to_string(status);
    return std::nullopt;
}

Answer<std::unique_ptr<Receiver>> make_http_receiver(Runtime& runtime, const std::string& url,
                                                     const std::vector<std::string>& headers)
{
    if (auto defect = address_defect(url))
        return *defect;
    return std::unique_ptr<Receiver>(new HttpReceiver(runtime, url, headers));
}

} // namespace lockdesk
