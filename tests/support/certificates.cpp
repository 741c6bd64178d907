// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/certificates.h"

#include "tests/support/child_process.h"

#include <fstream>
#include <pwd.h>
#include <stdexcept>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace lockdesk::test {

namespace {

void run_openssl(std::vector<std::string> arguments)
{
    const auto program = find_program("openssl");
    if (program.empty())
        throw std::runtime_error("The program openssl is missing; the tests need it (Debian package openssl).");
    arguments.insert(arguments.begin(), program);
    const auto done = run_program(arguments);
    if (done.status != 0)
        throw std::runtime_error("openssl " + arguments[1] + " failed:\n" + done.err);
}

} // namespace

Certificates::Certificates() : m_dir("lockdesk-certificates")
{
    make_authority("ca");
    make_authority("other");
    make("server", "db.example", "subjectAltName=IP:127.0.0.1,DNS:db.example", 30);
    make("elsewhere", "elsewhere.example", "subjectAltName=DNS:elsewhere.example", 30);
    make("expired", "db.example", "subjectAltName=IP:127.0.0.1,DNS:db.example", -1);
    make("client", "app", "extendedKeyUsage=clientAuth", 30);
    // Servers that run as another user read them too.
    ::chmod(m_dir.path().c_str(), 0755);
    for (const auto& entry : std::filesystem::directory_iterator(m_dir.path()))
        ::chmod(entry.path().c_str(), 0644);
    ::chmod(file("client.key").c_str(), 0600);
    ::chmod(file("client.pem").c_str(), 0600);
}

void Certificates::make_authority(const std::string& name) const
{
    run_openssl({"req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout",
                 file(name + ".key"), "-out", file(name + ".crt"), "-subj", "/CN=Lockdesk tests " + name, "-days", "30"});
}

void Certificates::make(const std::string& name, const std::string& subject, const std::string& extension, int days) const
{
    std::ofstream(file(name + ".ext")) << extension << '\n';
    run_openssl({"req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", file(name + ".key"),
                 "-out", file(name + ".csr"), "-subj", "/CN=" + subject});
    run_openssl({"x509", "-req", "-in", file(name + ".csr"), "-CA", file("ca.crt"), "-CAkey", file("ca.key"),
                 "-CAcreateserial", "-days", std::to_string(days), "-extfile", file(name + ".ext"), "-out",
                 file(name + ".crt")});
    std::ofstream(file(name + ".pem")) << read_file(file(name + ".crt")) << read_file(file(name + ".key"));
}

std::string Certificates::key_for(const std::string& name, const std::string& user) const
{
    const auto copy = file(name + "." + user + ".key");
    std::filesystem::copy_file(file(name + ".key"), copy, std::filesystem::copy_options::overwrite_existing);
    ::chmod(copy.c_str(), 0600);
    const auto* entry = ::geteuid() == 0 ? ::getpwnam(user.c_str()) : nullptr;
    if (entry != nullptr && ::chown(copy.c_str(), entry->pw_uid, entry->pw_gid) != 0)
        throw std::runtime_error("chown " + copy);
    return copy;
}

const Certificates& certificates()
{
    static const Certificates made;
    return made;
}

} // namespace lockdesk::test
