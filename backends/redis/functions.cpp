// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// Calls of library functions, and the fallback where there is no library.
#include "backends/engine/contracts/admin.h"
#include "backends/redis/link.h"

namespace lockdesk::redis {

namespace {

using Cause = Trouble::Cause;

bool begins_with_one_of(std::string_view text, std::initializer_list<std::string_view> beginnings)
{
    for (const auto one : beginnings)
        if (text.starts_with(one))
            return true;
    return false;
}

bool forgotten(const Trouble& t) { return t.cause == Cause::error_reply && t.text.starts_with("ERR Function not found"); }

// The command is unknown or not permitted; READONLY: a replica gets the library from its primary.
bool not_for_us(const Trouble& t)
{
    return t.cause == Cause::error_reply
           && begins_with_one_of(
               t.text, {"NOPERM", "ERR unknown command", "ERR unknown subcommand", "ERR Unknown subcommand", "READONLY"});
}

bool loaded_by_another(const Trouble& t)
{
    return t.cause == Cause::error_reply && t.text.find("already exists") != std::string::npos;
}

} // namespace

struct Link::FunctionCall
{
    const Script& script;
    std::string_view key;
    std::initializer_list<std::string_view> arguments;
};

void Link::write(const FunctionCall& call)
{
    m_script = &call.script;
    m_wire.clear();
    m_wire.command();
    const bool reads = m_read_only || !call.script.writes;
    if (m_functions)
        m_wire.add(reads ? "FCALL_RO" : "FCALL").add(call.script.function);
    else
        m_wire.add(reads ? "EVALSHA_RO" : "EVALSHA").add(call.script.sha());
    m_wire.add(m_sandboxed ? "2" : "1").add(call.key);
    if (m_sandboxed)
        m_wire.add(m_prefix);
    for (const auto argument : call.arguments)
        m_wire.add(argument);
}

std::optional<Trouble> Link::plain(std::initializer_list<std::string_view> words, ReplyPtr& reply, SteadyPoint deadline)
{
    if (auto trouble = m_connection.ensure(deadline))
        return trouble;
    Wire wire;
    wire.command();
    for (const auto word : words)
        wire.add(word);
    if (auto trouble = m_connection.exchange(wire.finish(), reply, deadline, false))
        return trouble;
    if (View(reply.get()).is_error())
        return Trouble{Cause::error_reply, std::string(View(reply.get()).text())};
    return std::nullopt;
}

std::optional<Trouble> Link::load_library(bool replace, SteadyPoint deadline)
{
    ReplyPtr reply;
    auto trouble = replace ? plain({"FUNCTION", "LOAD", "REPLACE", library().text}, reply, deadline)
                           : plain({"FUNCTION", "LOAD", library().text}, reply, deadline);
    if (trouble && loaded_by_another(*trouble))
        return std::nullopt;
    return trouble;
}

// Functions check the schema's version only when they log. They would miss a newer schema that was created without its
// library, so a session checks once, and after that relies on the scripts, which check every time.
std::optional<Trouble> Link::check_schema(SteadyPoint deadline)
{
    ReplyPtr reply;
    auto trouble = plain({"GET", m_prefix + "schema"}, reply, deadline);
    if (trouble && trouble->cause != Cause::error_reply)
        return trouble;
    m_schema_checked = true;
    const auto version = trouble ? std::nullopt : View(reply.get()).number();
    if (version && *version != schema_version)
        m_functions = false;
    return std::nullopt;
}

std::optional<Trouble> Link::ask_function(const FunctionCall& call, ReplyPtr& reply, SteadyPoint deadline)
{
    if (!m_schema_checked)
        if (auto trouble = check_schema(deadline)) {
            m_script = &call.script;
            return trouble;
        }
    for (bool loaded = false;;) {
        write(call);
        reply.reset();
        auto trouble = ask_together(reply, deadline);
        if (!trouble || !m_functions || !(forgotten(*trouble) || not_for_us(*trouble)))
            return trouble;
        if (forgotten(*trouble) && !loaded) {
            const auto refused = load_library(false, deadline);
            if (refused && !not_for_us(*refused))
                return refused;
            loaded = !refused;
            if (loaded)
                continue;
        }
        if (call.script.text.empty() || trouble->text.starts_with("READONLY"))
            return trouble;
        m_functions = false;
    }
}

Answer<Reply> Link::run_function(const Script& script, std::string_view key,
                                 std::initializer_list<std::string_view> arguments)
{
    ReplyPtr tree;
    if (!m_functions && script.text.empty())
        return Failure::unsupported("this server or user calls no functions");
    auto trouble = ask_function({script, key, arguments}, tree, steady_after(std::chrono::steady_clock::now(), timeout()));
    return finish(std::move(trouble), std::move(tree));
}

std::optional<Failure> Link::install_library()
{
    const auto deadline = steady_after(std::chrono::steady_clock::now(), timeout());
    ReplyPtr reply;
    auto trouble = plain({"FCALL_RO", "lockdesk_library", "0"}, reply, deadline);
    if (!trouble && View(reply.get())[0].integer() >= library().number)
        return std::nullopt;
    if (!trouble || forgotten(*trouble))
        trouble = load_library(!trouble, deadline);
    if (!trouble || not_for_us(*trouble))
        return std::nullopt;
    trouble->statement = "library";
    return to_failure(*trouble);
}

void Link::remove_library()
{
    ReplyPtr reply;
    (void)plain({"FUNCTION", "DELETE", "lockdesk"}, reply, steady_after(std::chrono::steady_clock::now(), timeout()));
}

} // namespace lockdesk::redis
