// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/tls/line.h"

#include "backends/tls/reasons.h"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <arpa/inet.h>
#include <cerrno>
#include <chrono>
#include <poll.h>
#include <sys/socket.h>
#include <utility>

namespace lockdesk::tls {

/// The socket for OpenSSL: with flags for each call, without SIGPIPE, and with the server's first byte.
struct LineSocket
{
    int fd = -1;
    int flags = 0;
    int error = 0;
    bool ended = false;
    bool heard = false;
    unsigned char first = 0;
};

namespace {

constexpr unsigned char alert_record = 0x15, handshake_record = 0x16;

int read_socket(BIO* bio, char* to, int size)
{
    auto& socket = *static_cast<LineSocket*>(BIO_get_data(bio));
    BIO_clear_retry_flags(bio);
    const auto n = ::recv(socket.fd, to, static_cast<std::size_t>(size), socket.flags);
    socket.error = n < 0 ? errno : 0;
    socket.ended = n == 0;
    if (n > 0 && !std::exchange(socket.heard, true))
        socket.first = static_cast<unsigned char>(*to);
    if (n < 0 && (socket.error == EAGAIN || socket.error == EINTR))
        BIO_set_retry_read(bio);
    return static_cast<int>(n);
}

int write_socket(BIO* bio, const char* from, int size)
{
    auto& socket = *static_cast<LineSocket*>(BIO_get_data(bio));
    BIO_clear_retry_flags(bio);
    const auto n = ::send(socket.fd, from, static_cast<std::size_t>(size), socket.flags | MSG_NOSIGNAL);
    socket.error = n < 0 ? errno : 0;
    if (n < 0 && (socket.error == EAGAIN || socket.error == EINTR))
        BIO_set_retry_write(bio);
    return static_cast<int>(n);
}

long control_socket(BIO* bio, int command, long, void*)
{
    if (command == BIO_CTRL_EOF)
        return static_cast<LineSocket*>(BIO_get_data(bio))->ended ? 1 : 0;
    return command == BIO_CTRL_FLUSH ? 1 : 0;
}

BIO_METHOD* socket_method()
{
    static BIO_METHOD* const method = [] {
        BIO_METHOD* made = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "lockdesk socket");
        BIO_meth_set_read(made, read_socket);
        BIO_meth_set_write(made, write_socket);
        BIO_meth_set_ctrl(made, control_socket);
        return made;
    }();
    return method;
}

bool is_ip_address(const std::string& text)
{
    in6_addr six;
    in_addr four;
    return inet_pton(AF_INET, text.c_str(), &four) == 1 || inet_pton(AF_INET6, text.c_str(), &six) == 1;
}

int give_key_password(char* to, int size, int, void* password)
{
    const auto& text = *static_cast<const std::string*>(password);
    const int length = std::min(size, static_cast<int>(text.size()));
    std::copy_n(text.data(), length, to);
    return length;
}

// Sets the trusted authorities and our certificate. Returns an error, or an empty string.
std::string fill_context(SSL_CTX* context, const TlsOptions& options)
{
    bool is_alert = false;
    SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
    SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    if (options.checks_authority()) {
        const bool loaded = options.authorities.empty()
                                ? SSL_CTX_set_default_verify_paths(context) == 1
                                : SSL_CTX_load_verify_locations(context, options.authorities.c_str(), nullptr) == 1;
        if (!loaded)
            return "the CA certificates in " + (options.authorities.empty() ? "the system's store" : options.authorities)
                   + " cannot be used (" + newest_error(is_alert) + ")";
        SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nullptr);
    }
    if (options.certificate.empty())
        return {};
    SSL_CTX_set_default_passwd_cb(context, give_key_password);
    SSL_CTX_set_default_passwd_cb_userdata(context, const_cast<std::string*>(&options.key_password));
    const std::string& key = options.key.empty() ? options.certificate : options.key;
    if (SSL_CTX_use_certificate_chain_file(context, options.certificate.c_str()) != 1)
        return "our certificate in " + options.certificate + " cannot be used (" + newest_error(is_alert) + ")";
    if (SSL_CTX_use_PrivateKey_file(context, key.c_str(), SSL_FILETYPE_PEM) != 1 || SSL_CTX_check_private_key(context) != 1)
        return "the key of our certificate in " + key + " cannot be used (" + newest_error(is_alert) + ")";
    return {};
}

} // namespace

struct Line::Parts
{
    LineSocket socket;
    SSL_CTX* context = nullptr;
    SSL* ssl = nullptr;
    bool greeted = false;
    bool broken = false;

    Parts() = default;
    Parts(const Parts&) = delete;
    Parts& operator=(const Parts&) = delete;
    ~Parts()
    {
        if (ssl != nullptr && greeted && !broken) {
            socket.flags = MSG_DONTWAIT;
            (void)SSL_shutdown(ssl);
        }
        SSL_free(ssl);
        SSL_CTX_free(context);
        ERR_clear_error();
    }
};

bool built_in() { return true; }

Line::Line(int fd, TlsOptions options, std::string host)
    : m_options(std::move(options)), m_host(m_options.name.empty() ? std::move(host) : m_options.name),
      m_parts(std::make_unique<Parts>())
{
    m_parts->socket.fd = fd;
}

Line::~Line() = default;

std::optional<Refusal> Line::set_up()
{
    ERR_clear_error();
    m_parts->context = SSL_CTX_new(TLS_client_method());
    if (m_parts->context == nullptr)
        return Refusal{false, "OpenSSL could not be started"};
    if (auto wrong = fill_context(m_parts->context, m_options); !wrong.empty())
        return Refusal{false, std::move(wrong)};
    SSL* const ssl = m_parts->ssl = SSL_new(m_parts->context);
    BIO* const bio = BIO_new(socket_method());
    BIO_set_data(bio, &m_parts->socket);
    BIO_set_init(bio, 1);
    SSL_set_bio(ssl, bio, bio);
    const bool address = is_ip_address(m_host);
    if (!address && !m_host.empty())
        SSL_set_tlsext_host_name(ssl, m_host.c_str());
    if (!m_options.checks_name())
        return std::nullopt;
    X509_VERIFY_PARAM* const wanted = SSL_get0_param(ssl);
    X509_VERIFY_PARAM_set_hostflags(wanted, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
    const bool named = address ? X509_VERIFY_PARAM_set1_ip_asc(wanted, m_host.c_str()) == 1
                               : !m_host.empty() && X509_VERIFY_PARAM_set1_host(wanted, m_host.c_str(), 0) == 1;
    if (!named)
        return Refusal{false, "there is no name that its certificate could be for; give tls-name"};
    return std::nullopt;
}

std::optional<Refusal> Line::handshake(SteadyPoint deadline, const std::atomic<bool>& stop)
{
    if (m_parts->ssl == nullptr)
        if (auto refusal = set_up())
            return refusal;
    m_parts->socket.flags = MSG_DONTWAIT;
    for (;;) {
        ERR_clear_error();
        const int done = SSL_connect(m_parts->ssl);
        if (done == 1) {
            m_parts->greeted = true;
            return std::nullopt;
        }
        const int error = SSL_get_error(m_parts->ssl, done);
        if (error != SSL_ERROR_WANT_READ && error != SSL_ERROR_WANT_WRITE)
            return stop ? Refusal{true, "the call was cut"} : why();
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
        if (stop)
            return Refusal{true, "the call was cut"};
        if (left.count() <= 0)
            return Refusal{true, m_parts->socket.heard ? "the server did not finish the TLS handshake in time"
                                                       : "the server did not answer to TLS in time"};
        pollfd p{m_parts->socket.fd, static_cast<short>(error == SSL_ERROR_WANT_READ ? POLLIN : POLLOUT), 0};
        (void)::poll(&p, 1, static_cast<int>(std::min(left, std::chrono::milliseconds{20}).count()));
    }
}

bool Line::heard() const { return m_parts->socket.heard; }

Refusal Line::why()
{
    m_parts->broken = true;
    const LineSocket& socket = m_parts->socket;
    if (const long result = SSL_get_verify_result(m_parts->ssl); m_options.checks_authority() && result != X509_V_OK) {
        ERR_clear_error();
        return {false, certificate_reason(result, m_host)};
    }
    if (socket.heard && socket.first != alert_record && socket.first != handshake_record) {
        ERR_clear_error();
        return {false, std::string(speaks_no_tls) + " (it answered in the clear)"};
    }
    if (!socket.heard && (socket.ended || socket.error == ECONNRESET)) {
        ERR_clear_error();
        return {false, std::string(speaks_no_tls) + " (it closed the connection when TLS was begun)"};
    }
    bool is_alert = false;
    const std::string said = newest_error(is_alert);
    return {said.empty(), said.empty() ? "the connection broke during the TLS handshake" : said};
}

void Line::note_alert()
{
    bool is_alert = false;
    std::string said = newest_error(is_alert);
    if (is_alert && m_alert.empty())
        m_alert = std::move(said);
}

// Converts to the result of a system call.
ssize_t Line::result(int done, std::size_t bytes)
{
    if (done == 1)
        return static_cast<ssize_t>(bytes);
    const int error = SSL_get_error(m_parts->ssl, done);
    if (error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE) {
        errno = EAGAIN;
        return -1;
    }
    m_parts->broken = true;
    if (error == SSL_ERROR_ZERO_RETURN || (m_parts->socket.ended && error != SSL_ERROR_NONE)) {
        ERR_clear_error();
        return 0;
    }
    note_alert();
    errno = m_parts->socket.error != 0 ? m_parts->socket.error : EPROTO;
    return -1;
}

ssize_t Line::send(const char* data, std::size_t size, int flags)
{
    ERR_clear_error();
    m_parts->socket.flags = flags;
    std::size_t bytes = 0;
    const int done = SSL_write_ex(m_parts->ssl, data, size, &bytes);
    const auto sent = result(done, bytes);
    if (sent == 0)
        errno = EPIPE;
    return sent == 0 ? -1 : sent;
}

ssize_t Line::recv(char* to, std::size_t size, int flags)
{
    ERR_clear_error();
    m_parts->socket.flags = flags;
    std::size_t bytes = 0;
    const int done = SSL_read_ex(m_parts->ssl, to, size, &bytes);
    return result(done, bytes);
}

ssize_t Line::peek()
{
    ERR_clear_error();
    m_parts->socket.flags = MSG_DONTWAIT;
    char c = 0;
    std::size_t bytes = 0;
    const int done = SSL_peek_ex(m_parts->ssl, &c, 1, &bytes);
    return result(done, bytes);
}

std::size_t Line::pending() const { return static_cast<std::size_t>(std::max(0, SSL_pending(m_parts->ssl))); }

} // namespace lockdesk::tls
