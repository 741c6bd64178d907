// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/temp_dir.h"

#include <filesystem>
#include <string>

namespace lockdesk::test {

/// A CA and its certificates, created with the program openssl, and another CA that signed nothing. For loopback and
/// `db.example`. Throws std::runtime_error.
class Certificates
{
public:
    Certificates();

    [[nodiscard]] std::string authority() const { return file("ca.crt"); }
    [[nodiscard]] std::string other_authority() const { return file("other.crt"); }
    /// PEM files: `NAME.crt`, `NAME.key`, and both in `NAME.pem`. Names: `server` (127.0.0.1 and db.example), `elsewhere`
    /// (only elsewhere.example), `expired` (as server, expired yesterday), `client` (of the user `app`).
    [[nodiscard]] std::string file(const std::string& name) const { return (m_dir / name).string(); }
    /// Returns a copy of a key that only this user of the computer can read, as PostgreSQL requires.
    [[nodiscard]] std::string key_for(const std::string& name, const std::string& user) const;

private:
    void make_authority(const std::string& name) const;
    void make(const std::string& name, const std::string& subject, const std::string& extension, int days) const;
    TempDir m_dir;
};

/// Created on first use.
const Certificates& certificates();

} // namespace lockdesk::test
