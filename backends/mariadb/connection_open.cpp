// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mariadb/connection.h"

#include "backends/mariadb/errors.h"

#include "backends/tls/peer.h"

#include <errmsg.h>
#include <mysql.h>
#include <mysqld_error.h>

#include <ma_pvio.h> // after mysql.h, whose types it uses

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <poll.h>
#include <string_view>
#include <utility>

extern "C" {
// Declared as in mysql/client_plugin.h, which includes a file that is not installed.
struct st_mysql_client_plugin* mysql_client_find_plugin(struct st_mysql* mysql, const char* name, int type);
}

namespace lockdesk::mariadb {

namespace {

Trouble while_connecting(Trouble::Cause cause, std::string text = {})
{
    return {.cause = cause, .connecting = true, .text = std::move(text)};
}

// The target of the library's `ctls`, declared in ma_tls.h, which cannot be included outside of the library.
struct LibraryTls
{
    void* data;
    MARIADB_PVIO* pvio;
    void* ssl;
};

// The library's plugin type of socket connections, as in the same header.
constexpr int kind_of_plugin = 101;
struct SocketPlugin
{
    int type;
    unsigned interface_version;
    const char *name, *author, *description;
    unsigned version[3];
    const char* licence;
    void *api, *init, *end, *options;
    PVIO_METHODS* methods;
};

// The connection whose handshake the library runs in this thread.
thread_local Connection* in_handshake = nullptr;

class InHandshake
{
public:
    explicit InHandshake(Connection* connection) { in_handshake = connection; }
    ~InHandshake() { in_handshake = nullptr; }
    InHandshake(const InHandshake&) = delete;
    InHandshake& operator=(const InHandshake&) = delete;
};

// The library's socket functions. They make a socket blocking between connect and TLS, and then wait for the server in a
// system call that cannot be interrupted. Our sockets stay non-blocking while their connection is made.
PVIO_METHODS library_sockets{};

my_bool connect_without_blocking(MARIADB_PVIO* line, MA_PVIO_CINFO* where)
{
    const my_bool failed = library_sockets.connect(line, where);
    if (failed == 0 && in_handshake != nullptr)
        library_sockets.blocking(line, 0, nullptr);
    return failed;
}

int change_blocking(MARIADB_PVIO* line, my_bool block, my_bool* before)
{
    return block != 0 && in_handshake != nullptr ? 0 : library_sockets.blocking(line, block, before);
}

// The first call when TLS begins; a later one may be too late, because a fast server's answer is read without a wait.
my_bool is_blocking_still(MARIADB_PVIO* line)
{
    if (in_handshake != nullptr)
        in_handshake->meet_peer();
    return library_sockets.is_blocking(line);
}

// The library initialises itself with its first connection, which is not thread-safe.
bool library_ready()
{
    static const bool ready = [] {
        if (mysql_server_init(0, nullptr, nullptr) != 0)
            return false;
        MYSQL* const any = mysql_init(nullptr);
        auto* const found = any == nullptr ? nullptr : mysql_client_find_plugin(any, "pvio_socket", kind_of_plugin);
        if (found != nullptr) {
            auto* const sockets = reinterpret_cast<SocketPlugin*>(found);
            library_sockets = *sockets->methods;
            static PVIO_METHODS ours = library_sockets; // one table for all connections of the library
            ours.connect = connect_without_blocking;
            ours.blocking = change_blocking;
            ours.is_blocking = is_blocking_still;
            sockets->methods = &ours;
        }
        mysql_close(any);
        return any != nullptr;
    }();
    return ready;
}

// Returns true if the library uses the same OpenSSL as this program, so that its handshake can be inspected.
bool library_handshake_is_ours()
{
    static const bool ours = [] {
        const char* text = nullptr;
        return library_ready() && mariadb_get_infov(nullptr, MARIADB_TLS_LIBRARY, &text) == 0 && text != nullptr
               && tls::is_our_openssl(text);
    }();
    return ours;
}

// Replaces the library's function that reads a local file for the server.
int refuse_file(void** file, const char*, void*)
{
    *file = nullptr;
    return 1;
}
int read_no_file(void*, char*, unsigned) { return -1; }
void end_no_file(void*) {}
int tell_refusal(void*, char* text, unsigned size)
{
    constexpr std::string_view why = "the server asked for a file of this computer, which was refused";
    if (size > 0)
        text[why.copy(text, size - 1)] = '\0';
    return CR_UNKNOWN_ERROR;
}

} // namespace

bool Connection::is_passing(const Trouble& trouble) const
{
    const int code = number_of(trouble);
    return code == ER_CON_COUNT_ERROR || code == ER_TOO_MANY_USER_CONNECTIONS || code == ER_USER_LIMIT_REACHED;
}

std::optional<Trouble> Connection::start(SteadyPoint deadline)
{
    const bool by_library = m_options.tls.checks_name() && !library_handshake_is_ours();
    if (by_library && !m_options.tls.name.empty())
        return while_connecting(Trouble::Cause::untrusted, "this build of libmariadb cannot look for the name of tls-name");
    if (!m_options.socket.empty() || m_options.host.empty() || by_library)
        return connect(m_options.host, deadline);
    auto found = addresses_of(m_options.host, deadline);
    if (auto* trouble = std::get_if<Trouble>(&found))
        return std::move(*trouble);
    std::optional<Trouble> trouble;
    for (const auto& address : std::get<std::vector<std::string>>(found)) {
        trouble = connect(address, deadline);
        if (!trouble || trouble->cause != Trouble::Cause::lost)
            break;
        close();
    }
    return trouble;
}

void Connection::set_options()
{
    const auto set = [&](mysql_option option, const void* value) { mysql_options(m_connection, option, value); };
    set(MYSQL_OPT_NONBLOCK, nullptr);
    set(MYSQL_SET_CHARSET_NAME, "utf8mb4");
    // A server may answer any statement with a request for a file of this computer.
    const unsigned off = 0;
    set(MYSQL_OPT_LOCAL_INFILE, &off);
    mysql_set_local_infile_handler(m_connection, refuse_file, read_no_file, end_no_file, tell_refusal, nullptr);
    const unsigned by_tcp = MYSQL_PROTOCOL_TCP;
    if (m_options.socket.empty() && !m_options.host.empty())
        set(MYSQL_OPT_PROTOCOL, &by_tcp);
    set_tls_options();
    mysql_optionsv(m_connection, MYSQL_OPT_CONNECT_ATTR_ADD, "program_name", m_options.program.c_str());
}

// The library drops a request for TLS if the server has none, unless it must verify the server's certificate. So that is
// always set; for `require` it is taken back once the handshake has begun.
void Connection::set_tls_options()
{
    const auto set = [&](mysql_option option, const void* value) { mysql_options(m_connection, option, value); };
    const TlsOptions& tls = m_options.tls;
    const bool strict = tls.wanted() && (tls.checks_authority() || library_handshake_is_ours());
    const my_bool look = strict ? 1 : 0;
    set(MYSQL_OPT_SSL_VERIFY_SERVER_CERT, &look);
    if (!tls.wanted() && tls.mode != TlsOptions::Mode::prefer)
        return;
    const my_bool yes = 1;
    set(MYSQL_OPT_SSL_ENFORCE, &yes);
    set(MARIADB_OPT_TLS_VERSION, "TLSv1.2,TLSv1.3");
    const auto file = [&](mysql_option option, const std::string& name) {
        if (!name.empty())
            set(option, name.c_str());
    };
    file(MYSQL_OPT_SSL_CA, tls.authorities);
    file(MYSQL_OPT_SSL_CERT, tls.certificate);
    file(MYSQL_OPT_SSL_KEY, tls.key.empty() ? tls.certificate : tls.key);
    if (library_handshake_is_ours())
        set(MARIADB_OPT_IO_WAIT, reinterpret_cast<const void*>(&Connection::wait_in_handshake));
}

std::string Connection::certificate_name() const
{
    return !m_options.tls.name.empty() ? m_options.tls.name : m_options.host.empty() ? "localhost" : m_options.host;
}

// Replaces the blocking call by which the library waits in its handshake.
int Connection::wait_in_handshake(int socket, char is_read, int timeout)
{
    Connection* const self = in_handshake;
    if (self == nullptr) {
        pollfd descriptor{socket, static_cast<short>(is_read != 0 ? POLLIN : POLLOUT), 0};
        return ::poll(&descriptor, 1, timeout > 0 ? timeout : -1);
    }
    self->meet_peer();
    int events = is_read != 0 ? MYSQL_WAIT_READ : MYSQL_WAIT_WRITE;
    if (!self->wait(events, self->m_connect_by))
        return 1;
    errno = ETIMEDOUT;
    return 0;
}

// Sets the requirements on the server's certificate in OpenSSL before the certificate arrives, so that a mismatch ends the
// handshake before a password is sent. The library compares the certificate with its own host later, and that is an
// address by now.
void Connection::meet_peer()
{
    const auto* const line =
        m_connection->net.pvio != nullptr ? static_cast<const LibraryTls*>(m_connection->net.pvio->ctls) : nullptr;
    if (line == nullptr || !m_peer.watch(line->ssl))
        return;
    m_peer.demand(m_options.tls, certificate_name());
    if (!m_options.tls.checks_name()) {
        for (unsigned long* flags : {&m_connection->client_flag, &m_connection->options.client_flag})
            *flags &= ~static_cast<unsigned long>(CLIENT_SSL_VERIFY_SERVER_CERT);
        return;
    }
    std::free(m_connection->host); // the library's copy
    m_connection->host = ::strdup(certificate_name().c_str());
}

std::optional<Trouble> Connection::handshake_trouble(SteadyPoint deadline) const
{
    if (interrupter().is_interrupted())
        return while_connecting(Trouble::Cause::interrupted);
    const std::string text = library_error();
    if (const auto reason = m_peer.certificate_trouble(certificate_name()))
        if (m_options.tls.checks_authority())
            return while_connecting(Trouble::Cause::untrusted, *reason);
    if (mysql_errno(m_connection) != CR_SSL_CONNECTION_ERROR)
        return std::nullopt;
    if (std::chrono::steady_clock::now() >= deadline)
        return while_connecting(Trouble::Cause::timeout);
    return while_connecting(Trouble::Cause::untrusted, tls::library_reason(text).value_or(text));
}

std::optional<Trouble> Connection::connect(const std::string& host, SteadyPoint deadline)
{
    m_connection = library_ready() ? mysql_init(nullptr) : nullptr;
    if (!m_connection)
        return while_connecting(Trouble::Cause::lost, "out of memory");
    m_peer.forget();
    m_connect_by = deadline;
    set_options();
    const auto given = [](const std::string& text) { return text.empty() ? nullptr : text.c_str(); };
    MYSQL* connected = nullptr;
    auto cut = run(
        [&](int events) {
            const InHandshake mark(this);
            return events == 0 ? mysql_real_connect_start(&connected, m_connection, given(host), given(m_options.user),
                                                          m_options.password.c_str(), given(m_options.database),
                                                          static_cast<unsigned>(m_options.port), given(m_options.socket),
                                                          m_options.by_hand ? CLIENT_FOUND_ROWS : CLIENT_MULTI_STATEMENTS)
                               : mysql_real_connect_cont(&connected, m_connection, events);
        },
        deadline);
    if (cut)
        return std::move(*cut).while_connecting();
    if (!connected) {
        if (auto trouble = handshake_trouble(deadline))
            return trouble;
        return trouble(true);
    }
    m_peer.forget();
    if (m_options.tls.wanted() && mysql_get_ssl_cipher(m_connection) == nullptr)
        return while_connecting(Trouble::Cause::untrusted, "the server does not speak TLS on this port");
    auto answer = literal(m_options.setup, deadline);
    if (auto* refused = std::get_if<Trouble>(&answer))
        return std::move(*refused).while_connecting();
    count_connection();
    return greet(deadline);
}

} // namespace lockdesk::mariadb
