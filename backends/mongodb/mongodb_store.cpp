// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mongodb/mongodb_store.h"

#include "backends/engine/text/text.h"
#include "backends/formats/shed_lock.h"
#include "backends/mongodb/connection.h"
#include "backends/mongodb/link_options.h"
#include "backends/mongodb/listener.h"
#include "backends/mongodb/mongodb_session.h"
#include "backends/mongodb/shed_lock_source.h"
#include "backends/tls/line.h"

#include <string>
#include <sys/mman.h>
#include <unistd.h>

namespace lockdesk {

namespace {

class MongoStore final : public Store
{
public:
    explicit MongoStore(StoreUrl url) : m_url(std::move(url)) {}
    [[nodiscard]] const StoreUrl& url() const override { return m_url; }

    Answer<std::unique_ptr<Session>> open(const SessionOptions& options) override
    {
        if (shed_lock::is_source(options.source))
            return mongodb::open_shed_lock(m_url, options);
        if (options.source != "lockdesk")
            return Failure::unsupported("MongoDB has no source '" + to_valid_utf8(options.source)
                                        + "'; lockdesk and shedlock are there");
        return mongodb::open_session(m_url, options);
    }

    Answer<std::unique_ptr<HintListener>> listen(std::vector<HintTopic> topics, const SessionOptions& options,
                                                 const std::stop_token& stop) override
    {
        return mongodb::open_listener(m_url, options, std::move(topics), stop);
    }

private:
    const StoreUrl m_url;
};

} // namespace

Answer<std::unique_ptr<Store>> open_mongodb_store(const StoreUrl& url)
{
    // Characters that the server does not allow in a database's name.
    if (url.path().find_first_of("/\\. \"$") != std::string::npos || url.path().size() > 63)
        return Failure::usage("the end of a MongoDB URL is the name of a database, not '" + to_valid_utf8(url.path()) + "'");
    if (auto failure = mongodb::unusable_url(url))
        return *failure;
    const auto wishes = mongodb::url_wishes(url);
    const bool own = url.options().contains("tls-ca") || url.options().contains("tls-cert");
    if (auto failure = unreadable_tls_file(
            wishes->tls, own ? TlsFileNames{} : TlsFileNames{"tlsCAFile", "tlsCertificateKeyFile", "tlsCertificateKeyFile"}))
        return *failure;
    if (auto failure = tls::missing(wishes->tls))
        return *failure;
    static const bool hidden = (hide_mongodb_counters(), true);
    (void)hidden;
    return std::unique_ptr<Store>(std::make_unique<MongoStore>(url));
}

void hide_mongodb_counters() noexcept
{
    // libmongoc's own name, `/mongoc-PID`; the mapping lasts until the process ends.
    const std::string name = "/mongoc-" + std::to_string(::getpid());
    (void)::shm_unlink(name.c_str());
}

} // namespace lockdesk
