// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/redis/link.h"

#include "backends/redis/packed_lock.h"

namespace lockdesk::redis {

namespace {

using Cause = Trouble::Cause;

constexpr std::string_view main_prefix = "lockdesk:";

} // namespace

std::string key_prefix(const std::optional<SandboxId>& sandbox)
{
    return sandbox ? std::string(main_prefix) + "sb:" + sandbox->str() + ":" : std::string(main_prefix);
}

std::string packed(std::string_view first, std::string_view second)
{
    return std::to_string(first.size()) + ":" + std::string(first) + std::string(second);
}

std::pair<std::string, std::string> unpacked(std::string_view text)
{
    const auto colon = text.find(':');
    if (colon == std::string_view::npos)
        return {};
    const auto size = whole_number(text.substr(0, colon));
    const auto rest = text.substr(colon + 1);
    if (!size || *size < 0 || static_cast<std::size_t>(*size) > rest.size())
        return {};
    return {std::string(rest.substr(0, static_cast<std::size_t>(*size))),
            std::string(rest.substr(static_cast<std::size_t>(*size)))};
}

Link::Link(const StoreUrl& url, const SessionOptions& options)
    : m_prefix(key_prefix(options.sandbox)), m_sandboxed(options.sandbox.has_value()), m_read_only(options.read_only),
      m_connection(url, options.application_name, options.timeout), m_trace(options.trace),
      m_multiplexer(Multiplexer::find_or_make(url, options.application_name, options.timeout))
{
}

Wire& Link::call(const Script& script) { return call_on(script, m_prefix); }

Wire& Link::call_on(const Script& script, std::string_view prefix)
{
    m_script = &script;
    m_wire.clear();
    m_wire.command();
    return m_wire.add(m_read_only || !script.writes ? "EVALSHA_RO" : "EVALSHA").add(script.sha()).add("1").add(prefix);
}

Answer<Reply> Link::run(const Script& script, std::span<const std::string> arguments)
{
    Wire& wire = call(script);
    for (const std::string& argument : arguments)
        wire.add(argument);
    return run();
}

std::string Link::shown(const Script& script, std::span<const std::string> arguments) const
{
    std::string out = "\"EVALSHA\" " + quoted_argument(script.sha()) + " \"1\" " + quoted_argument(m_prefix);
    for (const std::string& argument : arguments)
        out += " " + quoted_argument(argument);
    return out;
}

// Adds the commands in the wire to the trace, before they are sent.
void Link::note(const char* name)
{
    if (!m_trace)
        return;
    for (std::string& command : shown_commands(m_wire.finish()))
        m_trace->add({name, std::move(command), {}, false});
}

std::optional<Trouble> Link::load(SteadyPoint deadline)
{
    Wire wire;
    wire.command();
    wire.add("SCRIPT").add("LOAD").add(m_script->text);
    ReplyPtr reply;
    if (auto trouble = m_connection.exchange(wire.finish(), reply, deadline, false))
        return trouble;
    const View v(reply.get());
    if (v.is_error())
        return Trouble{Cause::error_reply, std::string(v.text())};
    return std::nullopt;
}

std::optional<Trouble> Link::ask(ReplyPtr& reply, SteadyPoint deadline)
{
    if (auto trouble = m_connection.ensure(deadline))
        return trouble;
    const bool writes = m_script->writes && !m_read_only;
    note(m_script->name);
    if (writes && m_trace && m_trace->holds())
        return Trouble{Cause::held, {}, false, m_script->name};
    if (auto trouble = m_connection.exchange(m_wire.finish(), reply, deadline, writes))
        return trouble;
    if (View(reply.get()).is_error() && View(reply.get()).text().starts_with("NOSCRIPT")) {
        if (auto trouble = load(deadline))
            return trouble;
        reply.reset();
        if (auto trouble = m_connection.exchange(m_wire.finish(), reply, deadline, writes))
            return trouble;
    }
    auto trouble = judge(View(reply.get()), writes);
    if (trouble && trouble->cause == Cause::garbage)
        m_connection.close();
    return trouble;
}

std::optional<Trouble> Link::judge(View v, bool writes) const
{
    if (v.is_error())
        return Trouble{Cause::error_reply, std::string(v.text())};
    if (!v[0].is_integer() && !(m_script->function != nullptr && unpack_changed(v.text())))
        return Trouble{Cause::garbage, "not an answer of this script", writes};
    return std::nullopt;
}

// Verbs of holders are short, so several sessions may share a line for them.
std::optional<Trouble> Link::ask_together(ReplyPtr& reply, SteadyPoint deadline)
{
    const bool may_share = m_functions && m_script->writes && !m_read_only && !m_trace;
    if (!may_share)
        return ask(reply, deadline);
    const Multiplexer::Turn turn(*m_multiplexer);
    while (const auto line = turn.line()) {
        std::optional<Trouble> trouble;
        if (!line->exchange(m_caller, m_wire.finish(), true, deadline, reply, trouble))
            continue;
        if (!trouble)
            trouble = judge(View(reply.get()), true);
        if (trouble && trouble->cause == Cause::garbage)
            line->retire();
        return trouble;
    }
    return ask(reply, deadline);
}

Answer<Reply> Link::run()
{
    ReplyPtr tree;
    auto trouble = ask(tree, steady_after(std::chrono::steady_clock::now(), timeout()));
    return finish(std::move(trouble), std::move(tree));
}

Answer<Reply> Link::finish(std::optional<Trouble> trouble, ReplyPtr tree) const
{
    if (trouble) {
        trouble->statement = *trouble->statement == '\0' ? m_script->name : trouble->statement;
        return to_failure(*trouble);
    }
    Reply reply{std::move(tree), {}};
    if (const auto changed = unpack_changed(View(reply.tree.get()).text()))
        reply.now =
            (changed->kind == PackedLock::Kind::held ? changed->acquired_at : changed->stamped_at).value_or(TimePoint{});
    else
        reply.now = time_from_us(reply[0].integer());
    const TimePoint now = reply.now;
    return {std::move(reply), now};
}

Answer<ReplyPtr> Link::command(std::initializer_list<std::string_view> arguments)
{
    const auto deadline = steady_after(std::chrono::steady_clock::now(), timeout());
    auto trouble = m_connection.ensure(deadline);
    ReplyPtr reply;
    if (!trouble) {
        m_wire.clear();
        m_wire.command();
        for (const auto argument : arguments)
            m_wire.add(argument);
        note("command");
        trouble = m_connection.exchange(m_wire.finish(), reply, deadline, false);
    }
    if (!trouble && View(reply.get()).is_error())
        trouble = Trouble{Cause::error_reply, std::string(View(reply.get()).text())};
    if (trouble)
        return to_failure(*trouble);
    return reply;
}

Answer<ReplyPtr> Link::as_shown(const char* statement, std::span<const std::string> words)
{
    const auto deadline = steady_after(std::chrono::steady_clock::now(), timeout());
    auto trouble = m_connection.ensure(deadline);
    ReplyPtr reply;
    if (!trouble) {
        m_wire.clear();
        m_wire.command();
        for (const std::string& word : words)
            m_wire.add(word);
        note(statement);
        if (m_trace && m_trace->holds())
            trouble = Trouble{Cause::held};
        else
            trouble = m_connection.exchange(m_wire.finish(), reply, deadline, true);
    }
    if (!trouble && View(reply.get()).is_error())
        trouble = Trouble{Cause::error_reply, std::string(View(reply.get()).text())};
    if (!trouble)
        return reply;
    trouble->statement = statement;
    return to_failure(*trouble);
}

Wire& Link::pipeline()
{
    m_wire.clear();
    return m_wire;
}

std::optional<Failure> Link::run_pipeline(const char* statement, const std::function<void(std::size_t, View)>& each)
{
    std::size_t replies = 0;
    if (auto failure = send_pipeline(statement, replies))
        return failure;
    return read_replies(statement, replies, each);
}

std::optional<Failure> Link::send_pipeline(const char* statement, std::size_t& replies)
{
    const auto deadline = steady_after(std::chrono::steady_clock::now(), timeout());
    // What has arrived meanwhile would be taken for the server's farewell.
    auto trouble = m_expected > 0 ? std::nullopt : m_connection.ensure(deadline);
    const auto commands = m_wire.finish();
    replies = m_wire.commands();
    if (!trouble) {
        note(statement);
        if (m_trace && m_trace->holds()) // it is unknown which of them write
            trouble = Trouble{Cause::held};
        else
            trouble = m_connection.say(commands, deadline);
    }
    return expecting(std::move(trouble), statement, m_expected + replies);
}

std::optional<Failure> Link::read_replies(const char* statement, std::size_t count,
                                          const std::function<void(std::size_t, View)>& each)
{
    const auto deadline = steady_after(std::chrono::steady_clock::now(), timeout());
    return expecting(m_connection.for_each_reply(count, deadline, each), statement, m_expected - count);
}

// Any trouble has ended the connection, or nothing was sent.
std::optional<Failure> Link::expecting(std::optional<Trouble> trouble, const char* statement, std::size_t replies)
{
    m_expected = trouble ? 0 : replies;
    if (!trouble)
        return std::nullopt;
    trouble->statement = statement;
    return to_failure(*trouble);
}

std::optional<Failure> Link::connect()
{
    if (auto trouble = m_connection.ensure(steady_after(std::chrono::steady_clock::now(), timeout())))
        return to_failure(*trouble);
    return std::nullopt;
}

} // namespace lockdesk::redis
