// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mongodb/seen_lock.h"

#include "backends/mongodb/decode.h"
#include "backends/mongodb/errors.h"

#include <utility>

namespace lockdesk::mongodb {

bool is_live(const LockRow& row, TimePoint now) { return !row.owner.empty() && (!row.expires_at || *row.expires_at > now); }

std::optional<Holder> holder_of(const LockRow& row, TimePoint now)
{
    if (!is_live(row, now))
        return std::nullopt;
    return Holder{row.owner, row.token, row.expires_at};
}

Answer<SeenLock> see_lock(Link& link, const LockName& name)
{
    if (auto wrong = not_text(name.str()))
        return *wrong;
    const Bson lookups =
        Bson()
            .push(link.lookup_one("locks", name.str(), "rows"))
            .push(link.lookup("waiters", Bson().doc("name", Bson().text("$eq", name.str())), "waiting", 10'000));
    auto meta = link.look(&lookups);
    if (!meta)
        return meta.failure();
    SeenLock out{std::move(*meta)};
    const View doc = out.meta.doc["rows"]["0"];
    if (doc["unborn"].is_text())
        out.nonce = doc["unborn"].str();
    else
        out.doc = doc;
    if (out.doc.present())
        out.row = lock_row(doc, Raw::with);
    for (const View& waiter : out.meta.doc["waiting"].items())
        if (waiter_row(waiter).until > out.meta.now)
            ++out.row.waiters;
    const TimePoint now = out.meta.now;
    return {std::move(out), now};
}

} // namespace lockdesk::mongodb
