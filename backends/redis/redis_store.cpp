// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/redis/redis_store.h"

#include "backends/engine/text/text.h"
#include "backends/redis/connection.h"
#include "backends/redis/key_formats.h"
#include "backends/redis/key_source.h"
#include "backends/redis/listener.h"
#include "backends/redis/redis_session.h"
#include "backends/tls/line.h"

namespace lockdesk {

namespace {

class RedisStore final : public Store
{
public:
    explicit RedisStore(StoreUrl url) : m_url(std::move(url)) {}
    [[nodiscard]] const StoreUrl& url() const override { return m_url; }

    Answer<std::unique_ptr<Session>> open(const SessionOptions& options) override
    {
        if (redis::is_key_source(options.source))
            return redis::open_key_source(m_url, options);
        if (options.source != "lockdesk")
            return Failure::unsupported("Redis has no source '" + to_valid_utf8(options.source)
                                        + "' here; lockdesk, string, redisson and shedlock are there");
        return redis::open_session(m_url, options);
    }

    Answer<std::unique_ptr<HintListener>> listen(std::vector<HintTopic> topics, const SessionOptions& options,
                                                 const std::stop_token& stop) override
    {
        if (redis::is_key_source(options.source)) {
            const auto format = redis::parse_key_source(options.source);
            if (!format)
                return format.failure();
            if (format->channels().empty())
                return Failure::unsupported("the format " + format->source + " wakes nobody; whoever waits polls");
        }
        return redis::open_listener(m_url, options, std::move(topics), stop);
    }

private:
    const StoreUrl m_url;
};

} // namespace

Answer<std::unique_ptr<Store>> open_redis_store(const StoreUrl& url)
{
    const auto tls = redis::tls_options(url);
    if (!tls)
        return tls.failure();
    if (auto failure = unreadable_tls_file(*tls))
        return *failure;
    if (auto failure = tls::missing(*tls))
        return *failure;
    const std::string& database = url.path();
    if (!database.empty() && !parse_whole(database, "the database"))
        return Failure::usage("the end of a Redis URL is the number of a database, not '" + to_valid_utf8(database) + "'");
    return std::unique_ptr<Store>(std::make_unique<RedisStore>(url));
}

} // namespace lockdesk
