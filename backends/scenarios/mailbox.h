// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/store.h"

#include <stop_token>
#include <string>
#include <vector>

/// How a run talks with an actor on another machine: through records of the sandbox, which every store has. For an actor NAME
/// there are `lesson/joined/NAME` (who it is), `lesson/inbox/NAME` (the last command) and `lesson/reply/NAME` (the last
/// reply). Every process that joins draws an id of its own; a command is addressed to that id and numbered, so that it is
/// executed at most once: a process takes only what is addressed to it and has a number above the last, and a process that
/// joins later under the same name never sees what was meant for another.
namespace lockdesk::scenarios {

/// Who joined.
struct Joined
{
    std::string name;
    std::string id;   ///< of the process; differs from every other's
    std::string host; ///< for people
    std::int64_t pid = 0;
    friend bool operator==(const Joined&, const Joined&) = default;
};

struct Letter
{
    std::int64_t number = 0;
    std::string to; ///< Joined::id
    std::string
        command; ///< one line, as after `lockdeskctl`; or `cut`, `reconnect`, `quit`, `patience 4h`, or `refused` and why
    friend bool operator==(const Letter&, const Letter&) = default;
};

struct Reply
{
    std::int64_t number = 0; ///< of the letter
    std::string from;        ///< Joined::id
    int status = 0;          ///< the command's exit status
    std::vector<std::string> lines;
    friend bool operator==(const Reply&, const Reply&) = default;
};

/// `Reply::status` of a sign that the command is still under way; its first line differs from that of the sign before, the
/// others are what it has printed so far.
inline constexpr int still_at_work = -1;

/// The values of the records. Decoding answers nothing for what is not of that kind.
std::string encode(const Joined& joined);
std::string encode(const Letter& letter);
std::string encode(const Reply& reply);
std::optional<Joined> decode_joined(const std::string& name, const std::string& value);
std::optional<Letter> decode_letter(const std::string& value);
std::optional<Reply> decode_reply(const std::string& value);

/// Commands of a letter beside those of lessons: it leaves the lesson, without an answer; its calls to the store may take so long.
inline constexpr const char* quit_word = "quit";
inline constexpr const char* patience_word = "patience ";
/// By standard input alone: it ends, and its row stays, because another process has joined under its name.
inline constexpr const char* replaced_word = "replaced";

/// Why a process takes no part, if that is what the letter says.
std::optional<std::string> refusal(const Letter& letter);

/// The mark (`marked_name`) of the sessions of an actor's process.
std::string actor_mark(const std::string& sandbox, const std::string& name);

/// The role of an actor in the sandbox's workers; the row's id is the actor's name.
inline constexpr const char* actor_role = "actor";

/// The run's side of one actor. Uses whatever session it is given, of the sandbox; one thread at a time.
class MailboxSender
{
public:
    explicit MailboxSender(Joined joined) : m_joined(std::move(joined)) {}
    /// Who is there under this name now; none: nobody, or it has left.
    static Answer<std::optional<Joined>> find(Session& session, const std::string& name);
    /// Everybody who is there: the names come from the workers' rows.
    static Answer<std::vector<Joined>> find_all(Session& session);

    [[nodiscard]] const Joined& joined() const { return m_joined; }
    /// Writes the next command; the one before it must have been answered or given up.
    Answer<Done> post(Session& session, const std::string& command);
    /// Tells the process that it takes no part in the lesson, and why. It answers nothing and leaves.
    Answer<Done> refuse(Session& session, const std::string& why);
    /// The reply to the last command, once it is there.
    Answer<std::optional<Reply>> poll(Session& session);
    /// When it was last known to be there: the command was posted, or a sign of work was seen by `poll`.
    [[nodiscard]] SteadyPoint heard() const { return m_heard; }
    /// What the command under way had printed by its last sign.
    [[nodiscard]] std::vector<std::string> so_far() const;
    /// Polls until the reply comes; none: the deadline passed, or a stop was requested.
    Answer<std::optional<Reply>> await(Session& session, SteadyPoint deadline, const std::stop_token& stop = {});

private:
    Joined m_joined;
    std::int64_t m_number = 0;
    SteadyPoint m_heard{};
    std::vector<std::string> m_sign; ///< the last one seen
};

/// The actor's side.
class MailboxReader
{
public:
    explicit MailboxReader(Joined self) : m_self(std::move(self)) {}
    Answer<Done> join(Session& session);
    /// Only if it is still the one who is there.
    Answer<Done> leave(Session& session);
    /// False: another process has joined under this name.
    Answer<bool> is_still_there(Session& session);
    /// A command that is new and meant for this process. It is not given a second time.
    Answer<std::optional<Letter>> take(Session& session);
    Answer<Done> answer(Session& session, const Reply& reply);
    /// Says that the command of that number is still under way, for the `count`th time, and what it has printed so far, unless that
    /// is too long for a sign. From any thread, on a session of its own.
    static Answer<Done> at_work(Session& session, const Joined& self, std::int64_t number, std::int64_t count,
                                const std::vector<std::string>& so_far = {});

    [[nodiscard]] const Joined& self() const { return m_self; }

private:
    Joined m_self;
    std::int64_t m_last = 0;
};

} // namespace lockdesk::scenarios
