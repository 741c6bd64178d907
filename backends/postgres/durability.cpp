// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/server_forms.h"

namespace lockdesk::postgres {

Answer<Durability> read_durability(sql::Link& link)
{
    const auto answer = link.run("durability", {}, Effect::read);
    if (!answer)
        return answer.failure();
    Durability out;
    const auto add = [&](std::string setting, const char* evidence, const char* advice) {
        out.weaknesses.push_back({Weakness::Kind::loses, std::move(setting), evidence, advice});
    };
    if (answer->text(0, 1) != "on")
        add("fsync " + std::string(answer->text(0, 1)),
            "commits are not forced to the disk: a power cut can take them with it, or destroy the database", "fsync = on");
    if (answer->text(0, 2) != "on")
        add("full_page_writes " + std::string(answer->text(0, 2)),
            "a power cut in the middle of a page's write can destroy committed rows", "full_page_writes = on");
    if (answer->text(0, 3) == "off")
        add("synchronous_commit off", "a crash can take the last commits with it, and the tokens granted in them",
            "nothing between this program and the server may drop the startup option synchronous_commit=on");
    if (!answer->is_null(0, 4))
        add("UNLOGGED " + std::string(answer->text(0, 4)), "a crash empties these tables, and their tokens start again",
            "ALTER TABLE ... SET LOGGED");
    if (answer->boolean(0, 5))
        out.weaknesses.push_back({Weakness::Kind::lags, "synchronous_standby_names empty",
                                  "a failover to a standby can take the last commits with it, and the tokens granted in them",
                                  "name the standbys in synchronous_standby_names"});
    return {std::move(out), answer.store_time()};
}

} // namespace lockdesk::postgres
