// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/link.h"

#include "backends/net/listening.h"
#include "backends/postgres/errors.h"

namespace lockdesk::postgres {

namespace {

constexpr std::size_t longest_identifier = 63;

/// LISTEN on a separate connection.
class PostgresHintListener final : public HintListener
{
public:
    PostgresHintListener(const StoreUrl& url, const SessionOptions& options, std::vector<HintTopic> topics)
        : m_options(options), m_place(place_of(url, options)), m_topics(std::move(topics)),
          m_interrupter(std::make_shared<Interrupter>()), m_connection(connect_options(url, options), m_interrupter)
    {
    }

    /// Connects and listens; `wait` repeats this after a lost connection.
    std::optional<Failure> listen() { return listen(m_options.timeout); }

    Answer<bool> wait(Duration at_most) override
    {
        if (m_interrupter->is_interrupted())
            return false;
        const auto deadline = steady_after(std::chrono::steady_clock::now(), at_most);
        if (!m_listening || !m_connection.is_open()) {
            if (auto failure = listen(std::min(at_most, m_options.timeout)))
                return *failure;
            // Anything may have changed while the connection was lost.
            return true;
        }
        for (;;) {
            auto heard = m_connection.notifications(deadline);
            if (auto* trouble = std::get_if<Trouble>(&heard)) {
                if (trouble->cause == Trouble::Cause::interrupted)
                    return false;
                return failure(*trouble);
            }
            const auto& payloads = std::get<std::vector<std::string>>(heard);
            if (payloads.empty())
                return false;
            for (const auto& payload : payloads)
                if (wants(m_topics, payload))
                    return true;
        }
    }

    void interrupt() noexcept override { m_interrupter->interrupt(); }
    void give_up() noexcept { interrupt(); }

private:
    std::optional<Failure> listen(Duration within)
    {
        const auto deadline = steady_after(std::chrono::steady_clock::now(), within);
        m_listening = false;
        if (const auto trouble = m_connection.open(deadline))
            return failure(*trouble);
        if (m_connection.is_pooled())
            return Failure::unsupported("a pooler stands in front of PostgreSQL at " + m_place.server
                                        + ", and what it hears is not for one session; changes are polled for");
        const auto schema = m_connection.query("hint_schema", statement_text("hint_schema"), {}, deadline);
        if (const auto* trouble = std::get_if<Trouble>(&schema))
            return failure(*trouble);
        const std::string name =
            m_options.sandbox ? sandbox_name(*m_options.sandbox) : std::string(std::get<Reply>(schema).text(0, 0));
        const auto listening = m_connection.literal("LISTEN " + sql::identifier(hint_channel(name), '"'), deadline);
        if (const auto* trouble = std::get_if<Trouble>(&listening))
            return failure(*trouble);
        m_listening = true;
        return std::nullopt;
    }

    [[nodiscard]] Failure failure(const Trouble& trouble) const { return to_failure(trouble, m_place, "listen", false); }

    SessionOptions m_options;
    Place m_place;
    std::vector<HintTopic> m_topics;
    std::shared_ptr<Interrupter> m_interrupter;
    Connection m_connection;
    bool m_listening = false;
};

} // namespace

std::string hint_channel(const std::string& schema)
{
    std::string channel = schema.starts_with("lockdesk_") ? schema : "lockdesk_" + schema;
    if (channel.size() > longest_identifier)
        channel.resize(longest_identifier);
    return channel;
}

Answer<std::unique_ptr<HintListener>> open_listener(const StoreUrl& url, const SessionOptions& options,
                                                    std::vector<HintTopic> topics, const std::stop_token& stop)
{
    return net::listening(std::make_unique<PostgresHintListener>(url, options, std::move(topics)), stop);
}

} // namespace lockdesk::postgres
