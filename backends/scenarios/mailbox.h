// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/store.h"

#include <stop_token>
#include <string>
#include <vector>

/// The channel between a run and an actor on another computer: records of the sandbox, which every store has. An actor NAME
/// has `lesson/joined/NAME` (its identity), `lesson/inbox/NAME` (the last command) and `lesson/reply/NAME` (the last
/// reply). Every process that joins generates an id; a command is addressed to that id and numbered, so that it is
/// executed at most once: a process takes only commands with its id and a number above the last, and a process that
/// joins later under the same name never sees commands meant for another.
namespace lockdesk::scenarios {

/// An actor that joined.
struct Joined
{
    std::string name;
    std::string id;   ///< of the process; unique
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

/// `Reply::status` of a sign of life while the command runs; its first line differs from that of the sign before, the
/// others are the output so far.
inline constexpr int still_at_work = -1;

/// Encode and decode the values of the records. Decoding returns nullopt for a value of another kind.
std::string encode(const Joined& joined);
std::string encode(const Letter& letter);
std::string encode(const Reply& reply);
std::optional<Joined> decode_joined(const std::string& name, const std::string& value);
std::optional<Letter> decode_letter(const std::string& value);
std::optional<Reply> decode_reply(const std::string& value);

/// Commands of a letter in addition to those of lessons: leave the lesson, without a reply; timeout of calls to the store.
inline constexpr const char* quit_word = "quit";
inline constexpr const char* patience_word = "patience ";
/// From standard input only: the actor ends and keeps its row, because another process has joined under its name.
inline constexpr const char* replaced_word = "replaced";

/// Returns the reason if the letter refuses the process a part; else nullopt.
std::optional<std::string> refusal(const Letter& letter);

/// Returns the mark (`marked_name`) of the sessions of an actor's process.
std::string actor_mark(const std::string& sandbox, const std::string& name);

/// Role of an actor among the sandbox's workers; the row's id is the actor's name.
inline constexpr const char* actor_role = "actor";

/// The run's end for one actor. Works with any session of the sandbox; one thread at a time.
class MailboxSender
{
public:
    explicit MailboxSender(Joined joined) : m_joined(std::move(joined)) {}
    /// Returns the process that is joined under this name; nullopt: none, or it has left.
    static Answer<std::optional<Joined>> find(Session& session, const std::string& name);
    /// Returns all joined processes, by the names in the workers' rows.
    static Answer<std::vector<Joined>> find_all(Session& session);

    [[nodiscard]] const Joined& joined() const { return m_joined; }
    /// Writes the next command; the one before it must be answered or given up.
    Answer<Done> post(Session& session, const std::string& command);
    /// Tells the process that it has no part in the lesson, and why. It leaves without a reply.
    Answer<Done> refuse(Session& session, const std::string& why);
    /// Returns the reply to the last command, or nullopt if none arrived yet.
    Answer<std::optional<Reply>> poll(Session& session);
    /// Last time it was known to be connected: the command was posted, or `poll` saw a sign of life.
    [[nodiscard]] SteadyPoint heard() const { return m_heard; }
    /// Output of the running command as of its last sign of life.
    [[nodiscard]] std::vector<std::string> so_far() const;
    /// Polls until the reply arrives; nullopt: the deadline passed, or a stop was requested.
    Answer<std::optional<Reply>> await(Session& session, SteadyPoint deadline, const std::stop_token& stop = {});

private:
    Joined m_joined;
    std::int64_t m_number = 0;
    SteadyPoint m_heard{};
    std::vector<std::string> m_sign; ///< the last one seen
};

/// The actor's end.
class MailboxReader
{
public:
    explicit MailboxReader(Joined self) : m_self(std::move(self)) {}
    Answer<Done> join(Session& session);
    /// Does nothing if another process has taken over the name.
    Answer<Done> leave(Session& session);
    /// Returns false when another process has joined under this name.
    Answer<bool> is_still_there(Session& session);
    /// Returns the next new command for this process, or nullopt. Never returns a command twice.
    Answer<std::optional<Letter>> take(Session& session);
    Answer<Done> answer(Session& session, const Reply& reply);
    /// Reports that the command of that number still runs, for the `count`th time, with its output so far, unless that
    /// is too long for a sign of life. From any thread, on a separate session.
    static Answer<Done> at_work(Session& session, const Joined& self, std::int64_t number, std::int64_t count,
                                const std::vector<std::string>& so_far = {});

    [[nodiscard]] const Joined& self() const { return m_self; }

private:
    Joined m_self;
    std::int64_t m_last = 0;
};

} // namespace lockdesk::scenarios
