// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mariadb/server_forms.h"

#include <algorithm>
#include <cctype>

namespace lockdesk::mariadb {

namespace {

bool is_off(std::string_view value)
{
    std::string low(value);
    std::transform(low.begin(), low.end(), low.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return low == "0" || low == "off";
}

} // namespace

Answer<Durability> read_durability(sql::Link& link)
{
    const auto answer = link.run("durability", {}, Effect::read);
    if (!answer)
        return answer.failure();
    const Result& said = answer->last();
    Durability out;
    const auto add = [&](std::string setting, const char* evidence, const char* advice,
                         Weakness::Kind kind = Weakness::Kind::loses) {
        out.weaknesses.push_back({kind, std::move(setting), evidence, advice});
    };
    const auto flush = said.number(0, 1);
    if (flush != 1 && flush != 3)
        add("innodb_flush_log_at_trx_commit " + std::to_string(flush),
            flush == 2 ? "a power cut can take the commits of the last second with it, and the tokens granted in them"
                       : "a crash can take the commits of the last second with it, and the tokens granted in them",
            "SET GLOBAL innodb_flush_log_at_trx_commit = 1", flush == 2 ? Weakness::Kind::lags : Weakness::Kind::loses);
    // A binary log, if there is one, decides after a crash which transactions had committed.
    if (!is_off(said.text(0, 2)) && said.number(0, 3) != 1)
        add("sync_binlog " + std::to_string(said.number(0, 3)),
            "with a binary log that is not forced to the disk, a power cut can undo commits that were acknowledged",
            "SET GLOBAL sync_binlog = 1");
    if (is_off(said.text(0, 4)))
        add("innodb_doublewrite off", "a power cut in the middle of a page's write can destroy committed rows",
            "innodb_doublewrite = ON");
    if (said.text(0, 5) == "nosync" || said.text(0, 5) == "O_DIRECT_NO_FSYNC")
        add("innodb_flush_method " + std::string(said.text(0, 5)), "commits are not forced to the disk",
            "innodb_flush_method = O_DIRECT");
    if (!said.is_null(0, 6))
        add("ENGINE of " + std::string(said.text(0, 6)), "this engine does not keep what was committed through a crash",
            "ALTER TABLE ... ENGINE=InnoDB");
    if (said.number(0, 7) > 0 && is_off(said.text(0, 8)))
        add("rpl_semi_sync_master_status off",
            "a failover to a replica can take the last commits with it, and the tokens granted in them",
            "SET GLOBAL rpl_semi_sync_master_enabled = ON, and rpl_semi_sync_slave_enabled on its replicas",
            Weakness::Kind::lags);
    return {std::move(out), answer.store_time()};
}

} // namespace lockdesk::mariadb
