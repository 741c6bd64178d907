// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mongodb/connection.h"

#include "backends/engine/text/text.h"
#include "backends/mongodb/link_options.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string>

namespace lockdesk::mongodb {

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
using Cause = Trouble::Cause;

void start_library()
{
    // Its log would go to the program's output; errors are returned instead.
    static const bool once = [] {
        mongoc_log_set_handler([](mongoc_log_level_t, const char*, const char*, void*) {}, nullptr);
        mongoc_init();
        return true;
    }();
    (void)once;
}

// The URL's options were checked when the store was opened.
UrlWishes wishes_or_strictest(const StoreUrl& url)
{
    auto wishes = url_wishes(url);
    if (wishes)
        return *std::move(wishes);
    UrlWishes strictest;
    strictest.tls.mode = TlsOptions::Mode::verify;
    return strictest;
}

std::string printable(const std::string& name)
{
    std::string out = name.empty() ? "lockdesk" : name.substr(0, 100);
    for (char& c : out)
        if (c < ' ' || c > '~')
            c = '-';
    return out;
}

} // namespace

Connection::Connection(const StoreUrl& url, std::string application_name, Duration timeout)
    : m_url(url), m_wishes(wishes_or_strictest(url)),
      m_application_name(printable(m_wishes.program.value_or(std::move(application_name)))), m_timeout(timeout),
      m_database(url.path().empty() ? "lockdesk" : url.path()), m_gate(std::make_shared<Gate>(m_wishes.tls))
{
}

Connection::~Connection() { close(); }

void Connection::close()
{
    // Ending the sessions on the server may take a moment.
    m_gate->begin(std::min(m_gate->deadline(), Clock::now() + 200ms));
    // Without a connection the library would search for the server again, and may block forever. Its sessions are discarded
    // instead; the server's copies expire.
    if (m_client != nullptr && (m_gate->interrupted() || !m_gate->connected()))
        mongoc_client_reset(m_client);
    if (m_session != nullptr)
        mongoc_client_session_destroy(m_session);
    m_session = nullptr;
    if (m_client != nullptr)
        mongoc_client_destroy(m_client);
    m_client = nullptr;
}

void Connection::begin_call(Duration at_most) { m_gate->begin(steady_after(Clock::now(), at_most)); }

std::optional<Trouble> Connection::connect()
{
    start_library();
    m_gate->note_distrust({});
    if (lacks_password(m_url, m_wishes))
        return Trouble{Cause::login, 0, {}, no_password, false, "connect"};
    bson_error_t error{};
    mongoc_uri_t* uri = mongoc_uri_new_with_error(uri_text(m_url, m_wishes, true).c_str(), &error);
    if (uri == nullptr) // the library's message may repeat the password
        return Trouble{
            Cause::no_connection, 0, "the URL's hosts or options are not right for MongoDB", {}, false, "connect"};
    const auto ms = static_cast<std::int32_t>(std::clamp<std::int64_t>(m_timeout.count() / 1000, 100, 24 * 3600 * 1000));
    const auto at_most = [&](const char* option, const std::optional<std::int64_t>& wish) {
        mongoc_uri_set_option_as_int32(uri, option,
                                       static_cast<std::int32_t>(std::min<std::int64_t>(wish.value_or(ms), ms)));
    };
    at_most(MONGOC_URI_CONNECTTIMEOUTMS, m_wishes.connect_ms);
    // The library checks a known server again in the middle of any call, and blocks forever when the server is dead
    // and refuses a connection. We detect that ourselves and reconnect.
    mongoc_uri_set_option_as_int32(uri, MONGOC_URI_HEARTBEATFREQUENCYMS, std::numeric_limits<std::int32_t>::max());
    at_most(MONGOC_URI_SOCKETTIMEOUTMS, m_wishes.socket_ms);
    at_most(MONGOC_URI_SERVERSELECTIONTIMEOUTMS, m_wishes.selection_ms);
    m_client = mongoc_client_new_from_uri(uri);
    mongoc_uri_destroy(uri);
    if (m_client == nullptr)
        return Trouble{Cause::no_connection, 0, "the URL's options are not right for MongoDB", {}, false, "connect"};
    mongoc_client_set_error_api(m_client, MONGOC_ERROR_API_VERSION_2);
    mongoc_client_set_appname(m_client, m_application_name.c_str());
    mongoc_client_set_stream_initiator(
        m_client,
        [](const mongoc_uri_t* of, const mongoc_host_list_t* host, void* data, bson_error_t* failed) {
            return open_stream(*static_cast<const std::shared_ptr<Gate>*>(data), of, host, failed);
        },
        const_cast<std::shared_ptr<Gate>*>(&m_gate));
    // Notes when the command itself is sent, rather than what precedes it.
    mongoc_apm_callbacks_t* callbacks = mongoc_apm_callbacks_new();
    mongoc_apm_set_command_started_cb(callbacks, [](const mongoc_apm_command_started_t* event) {
        (*static_cast<const std::shared_ptr<Gate>*>(mongoc_apm_command_started_get_context(event)))->note_started();
    });
    mongoc_client_set_apm_callbacks(m_client, callbacks, const_cast<std::shared_ptr<Gate>*>(&m_gate));
    mongoc_apm_callbacks_destroy(callbacks);
    return greet();
}

std::optional<Trouble> Connection::greet()
{
    Bson hello;
    if (auto trouble = command("connect", Bson().whole("hello", 1), Effect::reads, hello)) {
        if (trouble->cause != Cause::server)
            return trouble;
        if (trouble->code == 59) // 4.2 does not know `hello`
            trouble = command("connect", Bson().whole("isMaster", 1), Effect::reads, hello);
        if (trouble)
            return trouble;
    }
    m_server.replica_set = hello["setName"].is_text() || hello["msg"].text() == "isdbgrid";
    constexpr std::int64_t version_6_0 = 17;
    m_server.compares_collections = hello["maxWireVersion"].integer() >= version_6_0 && hello["msg"].text() != "isdbgrid";
    Bson build;
    if (auto trouble = command("connect", Bson().whole("buildInfo", 1), Effect::reads, build);
        trouble && trouble->cause != Cause::server)
        return trouble;
    if (build["version"].is_text())
        m_server.version = build["version"].str();
    bson_error_t error{};
    mongoc_session_opt_t* options = mongoc_session_opts_new();
    mongoc_session_opts_set_causal_consistency(options, false);
    m_session = mongoc_client_start_session(m_client, options, &error);
    mongoc_session_opts_destroy(options);
    if (m_session == nullptr)
        return to_trouble("connect", error, {}, Effect::reads);
    return std::nullopt;
}

std::string Connection::place() const
{
    const std::string& host = m_url.host();
    if (host.find(',') != std::string::npos || host.starts_with('/'))
        return "MongoDB at " + host;
    return "MongoDB at " + (host.find(':') != std::string::npos ? "[" + host + "]" : host) + ":"
           + std::to_string(m_url.port() == 0 ? 27017 : m_url.port());
}

std::optional<Failure> unusable_url(const StoreUrl& url)
{
    start_library();
    const auto wishes = url_wishes(url);
    if (!wishes)
        return wishes.failure();
    bson_error_t error{};
    mongoc_uri_t* const uri = mongoc_uri_new_with_error(uri_text(url, *wishes, false).c_str(), &error);
    if (uri == nullptr)
        return Failure::usage("the URL is not right for MongoDB: " + to_valid_utf8(error.message));
    mongoc_uri_destroy(uri);
    return std::nullopt;
}

std::optional<Trouble> Connection::ensure()
{
    if (m_gate->interrupted())
        return Trouble{Cause::interrupted};
    if (m_client != nullptr && !m_gate->still_open())
        close();
    if (m_client != nullptr)
        return std::nullopt;
    auto trouble = connect();
    if (trouble)
        close();
    if (trouble && trouble->cause == Cause::no_answer)
        trouble->cause = Cause::no_connection;
    return trouble;
}

Bson Connection::options(Effect effect)
{
    Bson out;
    if (m_session == nullptr)
        return out;
    bson_error_t error{};
    mongoc_client_session_append(m_session, out.get(), &error);
    if (mongoc_client_session_in_transaction(m_session))
        return out;
    // Overrides the server's defaults: acknowledged means on the disks of the majority. A standalone server would otherwise
    // acknowledge writes before its next flush of the journal, up to 100 ms later.
    if (effect == Effect::writes)
        out.doc("writeConcern", m_journals ? Bson().text("w", "majority").flag("j", true) : Bson().text("w", "majority"));
    if (effect == Effect::confirms) {
        // Without a limit the server would wait for the other members forever.
        const auto left = std::chrono::floor<std::chrono::milliseconds>(m_gate->deadline() - Clock::now()).count();
        out.doc("readConcern", Bson().text("level", "linearizable")).whole("maxTimeMS", std::max<std::int64_t>(left, 1));
    }
    return out;
}

namespace {

// Replaces a cursor's id, which differs in each run.
void name_cursor(std::string& text)
{
    constexpr std::string_view key = "\"getMore\" : ";
    const auto at = text.find(key);
    if (at == std::string::npos)
        return;
    const auto begin = at + key.size();
    const auto end = std::min(text.find_first_not_of("-0123456789", begin), text.size());
    text.replace(begin, end - begin, "\"<cursor>\"");
}

} // namespace

void Connection::note(const char* statement, const Bson& command) const
{
    const std::string_view name(statement);
    if (!m_trace)
        return;
    std::string text = command.json();
    name_cursor(text);
    const auto& [unsaid, word] = m_reported_as;
    for (auto at = text.find(unsaid); !unsaid.empty() && at != std::string::npos; at = text.find(unsaid, at))
        text.replace(at, unsaid.size(), word);
    m_trace->add({statement, std::move(text), {}, name == "meta_look" || name == "confirm" || name == "clock"});
}

bool Connection::holds(const char* statement, std::span<const Bson> commands) const
{
    if (!m_trace || !m_trace->holds())
        return false;
    for (const Bson& command : commands)
        note(statement, command);
    return true;
}

std::optional<Trouble> Connection::command(const char* statement, const Bson& command, Effect effect, Bson& reply)
{
    note(statement, command);
    if (effect == Effect::writes && m_trace && m_trace->holds())
        return Trouble{Cause::held, 0, {}, {}, false, statement};
    auto trouble = send(m_database.c_str(), statement, command, effect, reply);
    constexpr int bad_value = 2;
    const bool no_journal = trouble && trouble->cause == Cause::server && trouble->code == bad_value
                            && trouble->text.find("journaling enabled") != std::string::npos;
    if (!no_journal || !m_journals)
        return trouble;
    m_journals = false; // the write was rejected; the capabilities report the missing journal
    return send(m_database.c_str(), statement, command, effect, reply);
}

std::optional<Trouble> Connection::ask_admin(const char* statement, const Bson& command, Bson& reply)
{
    return send("admin", statement, command, Effect::reads, reply);
}

std::optional<Trouble> Connection::send(const char* database, const char* statement, const Bson& command, Effect effect,
                                        Bson& reply)
{
    const Bson how = options(effect);
    bson_error_t error{};
    bson_t answer;
    m_gate->begin_command();
    const bool fine =
        mongoc_client_command_with_opts(m_client, database, command.get(), nullptr, how.get(), &answer, &error);
    reply.reset(bson_copy(&answer));
    bson_destroy(&answer);
    if (const View concern = reply["writeConcernError"]; concern.present())
        return Trouble{Cause::write_concern,
                       static_cast<int>(concern["code"].integer()),
                       concern["errmsg"].str(),
                       concern["codeName"].str(),
                       true,
                       statement};
    if (fine)
        return std::nullopt;
    auto trouble = to_trouble(statement, error, reply, effect);
    if (trouble.cause != Cause::server)
        close();
    return trouble;
}

Trouble Connection::to_trouble(const char* statement, const bson_error_t& error, const Bson& reply, Effect effect)
{
    const bool sent = m_gate->sent(), nonsense = m_gate->take_nonsense();
    Trouble t{Cause::no_connection,    static_cast<int>(error.code),    error.message,
              reply["codeName"].str(), sent && effect != Effect::reads, statement};
    if (m_gate->interrupted())
        t.cause = Cause::interrupted;
    else if (!sent && !m_gate->distrust().empty())
        t.cause = Cause::untrusted;
    else if (error.domain == MONGOC_ERROR_SERVER)
        t.cause = Cause::server;
    else if (error.code == MONGOC_ERROR_CLIENT_AUTHENTICATE && error.domain == MONGOC_ERROR_CLIENT)
        t.cause = Cause::login;
    else if (error.code == MONGOC_ERROR_CLIENT_SESSION_FAILURE && error.domain == MONGOC_ERROR_CLIENT)
        t.cause = Cause::no_sessions;
    else if (sent)
        t.cause = Cause::no_answer;
    if (t.cause == Cause::no_connection && t.text.find("uthentication") != std::string::npos)
        t.cause = Cause::login;
    // mongod sends no reason when it requires a client certificate.
    if (t.cause == Cause::no_connection && m_wishes.tls.wanted() && m_wishes.tls.certificate.empty()
        && t.text.find("closed") != std::string::npos)
        t.text += "; perhaps it asks for a client certificate (tls-cert)";
    t.place = place();
    if (t.cause == Cause::untrusted)
        t.text = m_gate->distrust();
    // The client library compares what a server reports with its requirements, and only reports that they differ.
    if (t.cause == Cause::no_connection && t.text.starts_with("No suitable servers") && t.text.find('[') == std::string::npos)
        t.text += "; perhaps the replica set is not initiated (rs.initiate()), has another name, or has no primary";
    if (nonsense && (t.cause == Cause::no_answer || t.cause == Cause::no_connection))
        t.text = "what it sends is no reply of a MongoDB server";
    else if (t.cause == Cause::no_answer)
        t.text = Clock::now() >= m_gate->deadline() ? "the server did not answer in time"
                                                    : "the connection broke before the answer came";
    if (t.cause == Cause::server && t.code == 18)
        t.cause = Cause::login;
    constexpr int unauthorized = 13;
    if (t.cause == Cause::server && t.code == unauthorized && has_no_login(m_url, m_wishes)) {
        t.cause = Cause::login;
        t.code_name = no_user;
        t.write = false; // it was refused
    }
    return t;
}

std::optional<Trouble> Connection::begin_transaction()
{
    if (auto trouble = ensure())
        return trouble;
    mongoc_transaction_opt_t* how = mongoc_transaction_opts_new();
    mongoc_write_concern_t* majority = mongoc_write_concern_new();
    mongoc_write_concern_set_w(majority, MONGOC_WRITE_CONCERN_W_MAJORITY);
    if (m_journals)
        mongoc_write_concern_set_journal(majority, true);
    mongoc_transaction_opts_set_write_concern(how, majority);
    bson_error_t error{};
    const bool fine = mongoc_client_session_start_transaction(m_session, how, &error);
    mongoc_write_concern_destroy(majority);
    mongoc_transaction_opts_destroy(how);
    if (fine)
        return std::nullopt;
    return to_trouble("begin", error, {}, Effect::reads);
}

std::optional<Trouble> Connection::commit(const char* statement)
{
    note(statement, Bson().whole("commitTransaction", 1));
    bson_error_t error{};
    bson_t answer;
    m_gate->begin_command();
    const bool fine = mongoc_client_session_commit_transaction(m_session, &answer, &error);
    const Bson reply(bson_copy(&answer));
    bson_destroy(&answer);
    if (fine)
        return std::nullopt;
    auto trouble = to_trouble(statement, error, reply, Effect::writes);
    if (trouble.cause != Cause::server)
        close();
    return trouble;
}

void Connection::abort()
{
    bson_error_t error{};
    if (m_session == nullptr || !mongoc_client_session_in_transaction(m_session))
        return;
    note("abort", Bson().whole("abortTransaction", 1));
    (void)mongoc_client_session_abort_transaction(m_session, &error);
}

} // namespace lockdesk::mongodb
