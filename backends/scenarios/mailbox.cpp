// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/scenarios/mailbox.h"

#include "backends/engine/text/text.h"

#include <algorithm>
#include <charconv>
#include <condition_variable>
#include <mutex>
#include <string_view>
#include <utility>

namespace lockdesk::scenarios {

namespace {

constexpr auto between_looks = std::chrono::milliseconds{10};
constexpr std::size_t most_actors = 200;
constexpr std::int64_t most_letters = 1'000'000'000'000;
constexpr std::size_t most_in_a_sign = 65'536; // written every second
constexpr std::string_view refused_word = "refused ";

enum class Part { joined, inbox, reply };

Answer<RecordId> record_of(Part part, const std::string& name)
{
    const char* const folder = part == Part::joined  ? "lesson/joined/"
                               : part == Part::inbox ? "lesson/inbox/"
                                                     : "lesson/reply/";
    return RecordId::parse(folder + name);
}

Answer<std::string> read(Session& session, Part part, const std::string& name)
{
    const auto id = record_of(part, name);
    if (!id)
        return id.failure();
    const auto record = session.records().get(*id, false);
    if (!record)
        return record.failure();
    return {*record ? (*record)->value : std::string(), record.store_time()};
}

Answer<Done> write(Session& session, Part part, const std::string& name, const std::string& value)
{
    const auto id = record_of(part, name);
    if (!id)
        return id.failure();
    auto put = session.records().put(*id, value, VersionBy::integer);
    // Writing the same text under the same number again is harmless.
    if (put.is_in_doubt() || (!put && put.failure().connection_lost && put.failure().retryable))
        put = session.records().put(*id, value, VersionBy::integer);
    if (!put)
        return put.failure();
    return {Done{}, put.store_time()};
}

// A value consists of lines: first its kind, then its fields.
std::vector<std::string> split(const std::string& value, std::string_view kind)
{
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < value.size();) {
        const auto end = std::min(value.find('\n', at), value.size());
        lines.push_back(value.substr(at, end - at));
        at = end + 1;
    }
    if (lines.empty() || lines.front() != kind)
        return {};
    lines.erase(lines.begin());
    return lines;
}

std::optional<std::int64_t> number_of(const std::string& text)
{
    std::int64_t number = 0;
    const auto [at, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (text.empty() || error != std::errc{} || at != text.data() + text.size())
        return std::nullopt;
    return number;
}

std::string one_line(std::string text)
{
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
    return text;
}

void pause(Duration d, const std::stop_token& stop)
{
    std::mutex mutex;
    std::condition_variable_any woken;
    std::unique_lock lock(mutex);
    woken.wait_for(lock, stop, d, [] { return false; });
}

} // namespace

std::string encode(const Joined& joined)
{
    return "joined\n" + joined.id + '\n' + one_line(joined.host) + '\n' + std::to_string(joined.pid) + '\n';
}

std::string encode(const Letter& letter)
{
    return "command\n" + std::to_string(letter.number) + '\n' + letter.to + '\n' + one_line(letter.command) + '\n';
}

std::string encode(const Reply& reply)
{
    std::string out =
        "reply\n" + std::to_string(reply.number) + '\n' + reply.from + '\n' + std::to_string(reply.status) + '\n';
    for (const auto& line : reply.lines)
        out += one_line(line) + '\n';
    return out;
}

std::optional<Joined> decode_joined(const std::string& name, const std::string& value)
{
    const auto fields = split(value, "joined");
    if (fields.size() != 3 || fields[0].empty() || !number_of(fields[2]))
        return std::nullopt;
    return Joined{name, fields[0], fields[1], *number_of(fields[2])};
}

std::optional<Letter> decode_letter(const std::string& value)
{
    const auto fields = split(value, "command");
    // One is counted up from the last: a far larger number was not written by a sender, and all after it would be ignored.
    if (fields.size() != 3 || !number_of(fields[0]) || *number_of(fields[0]) > most_letters)
        return std::nullopt;
    return Letter{*number_of(fields[0]), fields[1], fields[2]};
}

std::optional<Reply> decode_reply(const std::string& value)
{
    auto fields = split(value, "reply");
    if (fields.size() < 3 || !number_of(fields[0]) || !number_of(fields[2]))
        return std::nullopt;
    Reply reply{*number_of(fields[0]), fields[1], static_cast<int>(*number_of(fields[2])), {}};
    reply.lines.assign(fields.begin() + 3, fields.end());
    return reply;
}

std::optional<std::string> refusal(const Letter& letter)
{
    if (!letter.command.starts_with(refused_word))
        return std::nullopt;
    return letter.command.substr(refused_word.size());
}

std::string actor_mark(const std::string& sandbox, const std::string& name)
{
    const auto hash = sha256(sandbox + "\n" + name);
    return hex(hash.data(), 8);
}

Answer<std::optional<Joined>> MailboxSender::find(Session& session, const std::string& name)
{
    const auto value = read(session, Part::joined, name);
    if (!value)
        return value.failure();
    return {decode_joined(name, *value), value.store_time()};
}

Answer<std::vector<Joined>> MailboxSender::find_all(Session& session)
{
    const auto rows = session.workers().list({{}, most_actors});
    if (!rows)
        return rows.failure();
    std::vector<Joined> all;
    for (const auto& row : rows->rows) {
        if (row.role != actor_role)
            continue;
        const auto one = find(session, row.id);
        if (!one)
            return one.failure();
        if (*one)
            all.push_back(**one);
    }
    return {std::move(all), rows.store_time()};
}

Answer<Done> MailboxSender::post(Session& session, const std::string& command)
{
    if (m_number == 0) {
        // An earlier run may have numbered commands to the same process.
        const auto last = read(session, Part::inbox, m_joined.name);
        if (!last)
            return last.failure();
        const auto letter = decode_letter(*last);
        m_number = letter && letter->to == m_joined.id ? letter->number : 0;
    }
    ++m_number;
    m_heard = std::chrono::steady_clock::now();
    m_sign.clear();
    return write(session, Part::inbox, m_joined.name, encode(Letter{m_number, m_joined.id, command}));
}

Answer<Done> MailboxSender::refuse(Session& session, const std::string& why)
{
    return post(session, std::string(refused_word) + why);
}

Answer<std::optional<Reply>> MailboxSender::poll(Session& session)
{
    const auto value = read(session, Part::reply, m_joined.name);
    if (!value)
        return value.failure();
    auto reply = decode_reply(*value);
    if (reply && (reply->from != m_joined.id || reply->number != m_number))
        reply.reset();
    if (reply && reply->status == still_at_work) {
        if (std::exchange(m_sign, reply->lines) != reply->lines)
            m_heard = std::chrono::steady_clock::now();
        reply.reset();
    }
    return {std::move(reply), value.store_time()};
}

std::vector<std::string> MailboxSender::so_far() const
{
    return m_sign.empty() ? m_sign : std::vector<std::string>(m_sign.begin() + 1, m_sign.end());
}

Answer<std::optional<Reply>> MailboxSender::await(Session& session, SteadyPoint deadline, const std::stop_token& stop)
{
    for (;;) {
        auto reply = poll(session);
        if (!reply || *reply || stop.stop_requested() || std::chrono::steady_clock::now() >= deadline)
            return reply;
        pause(between_looks, stop);
    }
}

Answer<Done> MailboxReader::join(Session& session) { return write(session, Part::joined, m_self.name, encode(m_self)); }

Answer<bool> MailboxReader::is_still_there(Session& session)
{
    const auto there = MailboxSender::find(session, m_self.name);
    if (!there)
        return there.failure();
    return {*there && (*there)->id == m_self.id, there.store_time()};
}

Answer<Done> MailboxReader::leave(Session& session)
{
    const auto mine = is_still_there(session);
    if (!mine)
        return mine.failure();
    if (!*mine)
        return Done{};
    return write(session, Part::joined, m_self.name, "left\n");
}

Answer<std::optional<Letter>> MailboxReader::take(Session& session)
{
    const auto value = read(session, Part::inbox, m_self.name);
    if (!value)
        return value.failure();
    auto letter = decode_letter(*value);
    if (!letter || letter->to != m_self.id || letter->number <= m_last)
        return {std::optional<Letter>(), value.store_time()};
    m_last = letter->number;
    return {std::move(letter), value.store_time()};
}

Answer<Done> MailboxReader::answer(Session& session, const Reply& reply)
{
    return write(session, Part::reply, m_self.name, encode(reply));
}

Answer<Done> MailboxReader::at_work(Session& session, const Joined& self, std::int64_t number, std::int64_t count,
                                    const std::vector<std::string>& so_far)
{
    Reply sign{number, self.id, still_at_work, {std::to_string(count)}};
    std::size_t size = 0;
    for (const std::string& line : so_far)
        size += line.size();
    if (size <= most_in_a_sign)
        sign.lines.insert(sign.lines.end(), so_far.begin(), so_far.end());
    return write(session, Part::reply, self.name, encode(sign));
}

} // namespace lockdesk::scenarios
