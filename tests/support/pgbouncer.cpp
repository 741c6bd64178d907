// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/pgbouncer.h"

#include "tests/support/await.h"
#include "tests/support/servers.h"

#include <algorithm>
#include <csignal>
#include <fstream>
#include <pwd.h>
#include <stdexcept>
#include <unistd.h>

namespace lockdesk::test {

Pgbouncer::Pgbouncer(int server_port, const std::string& mode, int pool_size, const std::vector<std::string>& further)
    : m_dir("lockdesk-pooler")
{
    // Another process may take the port between check and start.
    for (int tries = 1;; ++tries) {
        m_port = free_port();
        try {
            launch(server_port, mode, pool_size, further);
            return;
        } catch (const std::runtime_error&) {
            if (tries == 3)
                throw;
        }
    }
}

void Pgbouncer::launch(int server_port, const std::string& mode, int pool_size, const std::vector<std::string>& further)
{
    const auto program = find_program("pgbouncer", {"/usr/sbin"});
    if (program.empty())
        throw std::runtime_error("The program pgbouncer is missing; the tests need it (Debian package pgbouncer).");
    {
        std::ofstream(m_dir / "users.txt") << "\"postgres\" \"\"\n";
        std::ofstream ini(m_dir / "pgbouncer.ini");
        ini << "[databases]\n* = host=127.0.0.1 port=" << server_port << "\n[pgbouncer]\nlisten_addr = 127.0.0.1\n"
            << "listen_port = " << m_port
            << "\nunix_socket_dir =\nauth_type = trust\nauth_file = " << (m_dir / "users.txt").string()
            << "\npool_mode = " << mode << "\ndefault_pool_size = " << pool_size << "\n";
        const bool reported = std::any_of(further.begin(), further.end(),
                                      [](const std::string& line) { return line.starts_with("ignore_startup_parameters"); });
        if (!reported)
            ini << "ignore_startup_parameters = options,extra_float_digits,application_name,search_path\n";
        for (const auto& line : further)
            ini << line << "\n";
    }
    ChildOptions options;
    options.run_as = "postgres"; // pgbouncer refuses to run as root
    options.output = m_dir / "pooler.log";
    options.death_signal = SIGKILL;
    if (const auto* user = ::geteuid() == 0 ? ::getpwnam("postgres") : nullptr)
        if (::chown(m_dir.path().c_str(), user->pw_uid, user->pw_gid) != 0)
            throw std::runtime_error("chown " + m_dir.path().string());
    m_process = ChildProcess({program, (m_dir / "pgbouncer.ini").string()}, options);
    const bool up = await([&] { return !m_process.running() || log().find("process up") != std::string::npos; },
                          std::chrono::seconds{30});
    if (!up || !m_process.running())
        throw std::runtime_error("pgbouncer did not start:\n" + log());
}

std::string Pgbouncer::log() const { return read_file(m_dir / "pooler.log"); }

} // namespace lockdesk::test
