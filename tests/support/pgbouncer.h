// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/child_process.h"
#include "tests/support/temp_dir.h"

#include <string>
#include <vector>

namespace lockdesk::test {

/// A pooler in front of a local PostgreSQL, stopped with this object. Serves any database of the server, as the user
/// postgres.
class Pgbouncer
{
public:
    /// `mode`: session, transaction or statement. `further`: lines of its section [pgbouncer]; without
    /// ignore_startup_parameters it silently drops `options` and other client parameters.
    Pgbouncer(int server_port, const std::string& mode, int pool_size = 1, const std::vector<std::string>& further = {});

    [[nodiscard]] int port() const { return m_port; }
    [[nodiscard]] std::string url(const std::string& database) const
    {
        return "postgresql://postgres@127.0.0.1:" + std::to_string(m_port) + "/" + database;
    }
    [[nodiscard]] std::string log() const;

private:
    void launch(int server_port, const std::string& mode, int pool_size, const std::vector<std::string>& further);

    TempDir m_dir;
    int m_port = 0;
    ChildProcess m_process;
};

} // namespace lockdesk::test
