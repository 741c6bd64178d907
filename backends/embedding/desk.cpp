// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/embedding/core.h"
#include "backends/embedding/names.h"
#include "backends/embedding/registry.h"
#include "backends/engine/contracts/ids.h"
#include "backends/engine/text/text.h"

#include <lockdesk/engine.h>
#include <lockdesk/lockdesk.h>

namespace lockdesk::embedding {

StaleToken::StaleToken(const std::string& resource, std::int64_t token, std::int64_t largest)
    : Error({FailureKind::refused, "stale", "fence_admit", false, false,
             "the fence of '" + resource + "' has admitted token " + std::to_string(largest) + ", newer than ours, "
                 + std::to_string(token) + ": another holds the lock. Roll back"}),
      m_largest(largest)
{
}

Answer<Desk> try_connect(std::string_view url, const DeskOptions& options)
{
    static const StoreRegistry registry = make_registry();
    const auto parsed = StoreUrl::parse(url);
    if (!parsed)
        return parsed.failure();
    auto store = registry.open(*parsed);
    if (!store)
        return store.failure();
    SessionOptions sessions;
    sessions.timeout = options.timeout;
    sessions.application_name = options.application_name;
    auto first = sessions;
    first.without_schema = true; // init may come next
    const auto session = (*store)->open(first);
    if (!session)
        return session.failure();
    // A file that is not there yet is made by init; without it, the first call says that.
    if (const auto clock = (*session)->admin().clock(1); !clock && clock.failure().code != "ENOENT")
        return clock.failure();
    return Desk(std::make_shared<Core>(std::move(*store), std::move(sessions), options.host));
}

Desk connect(std::string_view url, const DeskOptions& options) { return need(try_connect(url, options)); }

void Desk::init() const
{
    auto access = m_core->access();
    access.options.without_schema = true;
    need(need(access.open())->admin().create_schema());
}

bool Desk::add_task(const NewWork& task) const
{
    if (!is_utf8(task.payload))
        (void)need(Answer<Done>(Failure::usage("the payload is not UTF-8")));
    const NewTask fresh{name<TaskId>(task.id), name<TaskKind>(task.kind), name<Phase>(task.phase), DesiredState::running,
                        task.payload};
    return need(need(m_core->lend())->tasks().add({&fresh, 1})).count == 1;
}

Answer<std::unique_ptr<Session>> open_session(const Desk& desk) { return desk.core()->access().open(); }

OutboxIn::OutboxIn(std::shared_ptr<Core> core, std::optional<Transaction> transaction)
    : m_core(std::move(core)), m_transaction(std::move(transaction))
{
}

bool OutboxIn::add(std::string_view topic, std::string_view payload, const MessageOptions& options)
{
    return need(try_add(topic, payload, options));
}

Answer<bool> OutboxIn::try_add(std::string_view topic, std::string_view payload, const MessageOptions& options)
{
    const auto id = MessageId::parse(options.id.empty() ? make_request_id(m_core->runtime()).str() : options.id);
    if (!id)
        return id.failure();
    const auto parsed = Topic::parse(topic);
    if (!parsed)
        return parsed.failure();
    if (!is_utf8(payload))
        return Failure::usage("the payload is not UTF-8");
    if (m_transaction)
        return m_transaction->parts().add(m_core->place(), id->str(), parsed->str(), std::string(payload));
    auto session = m_core->lend();
    if (!session)
        return session.failure();
    return (*session)->outbox().add({*id, *parsed, std::string(payload)});
}

} // namespace lockdesk::embedding
