// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/store.h"
#include "backends/redis/connection.h"
#include "backends/redis/multiplexer.h"
#include "backends/redis/scripts.h"
#include "backends/redis/wire.h"

#include <functional>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

namespace lockdesk::redis {

/// Prefix of all our keys: `lockdesk:`, in a sandbox `lockdesk:sb:<id>:`.
std::string key_prefix(const std::optional<SandboxId>& sandbox);

/// `<bytes of first>:<first><second>`: packs two names of any bytes into one key or member, like the scripts.
std::string packed(std::string_view first, std::string_view second);
/// The reverse; empty texts when it is not packed.
std::pair<std::string, std::string> unpacked(std::string_view text);

/// Runs scripts over the session's connection: EVALSHA, and SCRIPT LOAD when the server does not have the script. A
/// read-only session sends everything as EVALSHA_RO, so that the server refuses writes.
class Link
{
public:
    Link(const StoreUrl& url, const SessionOptions& options);

    /// Begins a call; add the arguments, then call `run`.
    Wire& call(const Script& script);
    Wire& call_on(const Script& script, std::string_view prefix);
    Answer<Reply> run();
    Answer<Reply> run(const Script& script, std::span<const std::string> arguments);
    /// Calls a function of the library; reloads the library when the server has lost it. Where functions are not available
    /// or permitted, sends the same as a script, which writes the same rows. Refused or unsupported for a verb
    /// that exists as a function only.
    Answer<Reply> run_function(const Script& script, std::string_view key,
                               std::initializer_list<std::string_view> arguments);
    /// Loads the library and replaces an older one. A server or user that cannot is no failure: scripts take its place.
    std::optional<Failure> install_library();
    /// Removes the library. Sessions that still need it reload it.
    void remove_library();
    /// Returns what `run` with these arguments sends, as MONITOR shows it.
    [[nodiscard]] std::string shown(const Script& script, std::span<const std::string> arguments) const;

    /// Plain commands in one batch: begin, add commands with `command` and `add`, run. Read-only; `each` gets the replies
    /// in order as they arrive.
    Wire& pipeline();
    std::optional<Failure> run_pipeline(const char* statement, const std::function<void(std::size_t, View)>& each);
    /// The two halves of `run_pipeline`, for `Lookahead`. The first sends, and returns how many replies there will be; all must be read
    /// before anything else uses the link.
    std::optional<Failure> send_pipeline(const char* statement, std::size_t& replies);
    std::optional<Failure> read_replies(const char* statement, std::size_t count,
                                        const std::function<void(std::size_t, View)>& each);

    /// Runs a command that may write, as shown to the user beforehand. `statement` names it in a failure.
    Answer<ReplyPtr> as_shown(const char* statement, std::span<const std::string> words);
    /// Runs one plain read-only command, where there is no script.
    Answer<ReplyPtr> command(std::initializer_list<std::string_view> arguments);
    std::optional<Failure> connect();
    [[nodiscard]] StatementTrace* trace() const { return m_trace.get(); }
    void interrupt() noexcept
    {
        m_connection.interrupt();
        m_caller.interrupt();
    }

    [[nodiscard]] const std::string& prefix() const { return m_prefix; }
    [[nodiscard]] bool in_sandbox() const { return m_sandboxed; }
    [[nodiscard]] bool read_only() const { return m_read_only; }
    [[nodiscard]] const ServerInfo& server() const { return m_connection.server(); }
    [[nodiscard]] Duration timeout() const { return m_connection.timeout(); }

private:
    struct FunctionCall;

    std::optional<Trouble> ask(ReplyPtr& reply, SteadyPoint deadline);
    std::optional<Trouble> ask_together(ReplyPtr& reply, SteadyPoint deadline);
    [[nodiscard]] std::optional<Trouble> judge(View v, bool writes) const;
    std::optional<Trouble> ask_function(const FunctionCall& call, ReplyPtr& reply, SteadyPoint deadline);
    std::optional<Trouble> load(SteadyPoint deadline);
    std::optional<Trouble> load_library(bool replace, SteadyPoint deadline);
    std::optional<Trouble> plain(std::initializer_list<std::string_view> words, ReplyPtr& reply, SteadyPoint deadline);
    std::optional<Trouble> check_schema(SteadyPoint deadline);
    std::optional<Failure> expecting(std::optional<Trouble> trouble, const char* statement, std::size_t replies);
    void write(const FunctionCall& call);
    void note(const char* name);
    Answer<Reply> finish(std::optional<Trouble> trouble, ReplyPtr tree) const;

    const std::string m_prefix;
    const bool m_sandboxed;
    const bool m_read_only;
    Connection m_connection;
    const std::shared_ptr<StatementTrace> m_trace;
    const std::shared_ptr<Multiplexer> m_multiplexer;
    SharedLine::Caller m_caller;
    Wire m_wire;
    const Script* m_script = nullptr;
    std::size_t m_expected = 0;    ///< replies of pipelines that are still to be read
    bool m_functions = true;       ///< false: this session sends scripts
    bool m_schema_checked = false; ///< functions check only now and then, so a session checks once
};

/// Returns what `read` makes of the reply, at the reply's time, or the failure.
template <class Read>
auto decoded(const Answer<Reply>& answer, const Read& read) -> Answer<std::decay_t<decltype(read(*answer))>>
{
    if (!answer)
        return answer.failure();
    return {read(*answer), answer->now};
}
inline std::int64_t first_number(const Reply& r) { return r[1].integer(); }
inline bool first_boolean(const Reply& r) { return r[1].integer() == 1; }
inline Done nothing(const Reply&) { return {}; }

} // namespace lockdesk::redis
