// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// A receiver's reply: any bytes, on a connection that it then closes.
#include "backends/engine/contracts/runtime.h"
#include "backends/receivers/http_receiver.h"
#include "backends/receivers/message_json.h"
#include "tests/fuzz/input.h"

#include <algorithm>
#include <arpa/inet.h>
#include <mutex>
#include <poll.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace {

class Answerer
{
public:
    Answerer()
    {
        m_listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_in here{};
        here.sin_family = AF_INET;
        here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof here;
        lockdesk::fuzz::require(::bind(m_listener, reinterpret_cast<sockaddr*>(&here), size) == 0
                                && ::listen(m_listener, 16) == 0
                                && ::getsockname(m_listener, reinterpret_cast<sockaddr*>(&here), &size) == 0);
        m_url = "http://127.0.0.1:" + std::to_string(ntohs(here.sin_port)) + "/in";
        std::thread([this] { serve(); }).detach(); // lives as long as the process
    }
    const std::string& url() const { return m_url; }
    void set(std::string_view answer)
    {
        const std::lock_guard lock(m_mutex);
        m_answer = answer;
    }

private:
    void serve()
    {
        for (;;) {
            const int client = ::accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC);
            if (client < 0)
                continue;
            char request[4096];
            (void)!::read(client, request, sizeof request);
            std::string answer;
            {
                const std::lock_guard lock(m_mutex);
                answer = m_answer;
            }
            (void)!::send(client, answer.data(), answer.size(), MSG_NOSIGNAL);
            ::shutdown(client, SHUT_WR);
            pollfd gone{client, POLLIN, 0};
            while (::poll(&gone, 1, 1000) > 0 && ::read(client, request, sizeof request) > 0) {
            }
            ::close(client);
        }
    }
    int m_listener = -1;
    std::string m_url;
    std::mutex m_mutex;
    std::string m_answer;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace lockdesk;
    static auto& answerer = *new Answerer;
    static SystemRuntime runtime;
    const std::string_view text = fuzz::text_of(data, size);
    (void)is_json(text);
    MessageRow message;
    message.id = std::string(text.substr(0, 20));
    message.payload = std::string(text);
    (void)message_json(message);
    answerer.set(text);
    HttpReceiver receiver(runtime, answerer.url());
    const auto wrong = receiver.deliver(message, {}, runtime.now() + std::chrono::milliseconds{500});
    std::string head(text.substr(0, 5));
    std::transform(head.begin(), head.end(), head.begin(), [](char c) { return c >= 'a' && c <= 'z' ? c - 32 : c; });
    fuzz::require(wrong.has_value() || head == "HTTP/");
    return 0;
}
