// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// A minimal loop over hiredis: the scripts that the engine runs, with the same arguments.
#include "backends/redis/link.h"
#include "tests/bench/raw_loop.h"

#include <random>
#include <stdexcept>

namespace lockdesk::bench {

namespace {

using redis::ReplyPtr;
using redis::Script;
using redis::View;

class RawRedis final : public RawLoop
{
public:
    explicit RawRedis(const StoreUrl& url)
        : m_context(redisConnect(url.host().empty() ? "127.0.0.1" : url.host().c_str(), url.port() == 0 ? 6379 : url.port()))
    {
        if (m_context == nullptr || m_context->err != 0)
            throw std::runtime_error("raw loop: cannot connect");
        if (url.has_password())
            send({"AUTH", url.user().empty() ? "default" : url.user(), url.password()});
        if (!url.path().empty())
            send({"SELECT", url.path()});
        const auto& s = redis::scripts();
        for (const Script* script : {&s.acquire, &s.release, &s.claim, &s.apply, &s.outbox_add, &s.changes})
            send({"SCRIPT", "LOAD", script->text});
    }
    ~RawRedis() override { redisFree(m_context); }

    void pair(const std::string& name, const std::string& owner) override
    {
        m_mark = "|" + hex16();
        const auto got = run(m_scripts.acquire, {name, owner, "30000000", m_mark});
        if (View(got.get())[1].integer() != 0)
            throw std::runtime_error("raw loop: the lock is held by somebody else");
        run(m_scripts.release, {name, owner, View(got.get())[2].str(), "0"});
    }

    std::int64_t claim(const std::string& kind, const std::string& phase, std::int64_t limit, const std::string& owner) override
    {
        const auto taken = run(m_scripts.claim,
                               {kind, phase, std::to_string(limit), owner, hex16() + hex16(), "", "0", "1", "0"});
        const View rows = View(taken.get())[3];
        m_owner = owner;
        m_claimed.clear();
        for (std::size_t i = 0; i < rows.size(); ++i)
            m_claimed.emplace_back(rows[i][0].str(), rows[i][3].str());
        return static_cast<std::int64_t>(rows.size());
    }

    void advance_claimed(const std::string& to) override
    {
        std::vector<std::string> words;
        words.reserve(m_claimed.size() * 7);
        for (const auto& [id, token] : m_claimed)
            for (const std::string& word : {id, m_owner, token, std::string("a"), std::string(), to, std::string()})
                words.push_back(word);
        const auto answers = run(m_scripts.apply, words);
        for (std::size_t i = 1; i < View(answers.get()).size(); ++i)
            if (View(answers.get())[i][0].integer() != 0)
                throw std::runtime_error("raw loop: an advance was refused");
    }

    void enqueue(const std::string& id, const std::string& payload) override
    {
        run(m_scripts.outbox_add, {id, "bench", payload});
    }

    std::int64_t changes() override
    {
        const bool snapshot = m_stamp.empty();
        std::int64_t rows = 0;
        const std::string from = snapshot ? "+inf" : m_stamp;
        const auto batch = run(m_scripts.changes, {snapshot ? "1" : "0", "1000", from, from, from, from,
                                                   snapshot ? "0" : m_stamp, "0", "0", "1"});
        for (std::size_t i = 3; i < 7; ++i)
            rows += static_cast<std::int64_t>(View(batch.get())[i].size()) - 3;
        m_stamp = View(batch.get())[2].str();
        return rows;
    }

private:
    std::string hex16()
    {
        char text[17];
        std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(m_random()));
        return text;
    }

    ReplyPtr run(const Script& script, const std::vector<std::string>& words)
    {
        m_words = {script.writes ? "EVALSHA" : "EVALSHA_RO", script.sha, "1", "lockdesk:"};
        m_words.insert(m_words.end(), words.begin(), words.end());
        return send(m_words);
    }

    ReplyPtr send(const std::vector<std::string>& words)
    {
        m_texts.clear();
        m_sizes.clear();
        for (const std::string& word : words) {
            m_texts.push_back(word.data());
            m_sizes.push_back(word.size());
        }
        ReplyPtr reply(static_cast<redisReply*>(
            redisCommandArgv(m_context, static_cast<int>(words.size()), m_texts.data(), m_sizes.data())));
        if (!reply || View(reply.get()).is_error())
            throw std::runtime_error("raw loop: " + (reply ? View(reply.get()).str() : std::string(m_context->errstr)));
        return reply;
    }

    redisContext* m_context;
    const redis::Scripts& m_scripts = redis::scripts();
    std::mt19937_64 m_random{std::random_device{}()};
    std::string m_mark, m_owner, m_stamp;
    std::vector<std::pair<std::string, std::string>> m_claimed;
    std::vector<std::string> m_words;
    std::vector<const char*> m_texts;
    std::vector<std::size_t> m_sizes;
};

} // namespace

std::unique_ptr<RawLoop> make_raw_redis(const StoreUrl& url) { return std::make_unique<RawRedis>(url); }

} // namespace lockdesk::bench
