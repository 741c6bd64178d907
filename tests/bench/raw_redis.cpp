// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// A minimal loop over hiredis with the engine's functions, scripts and arguments. In addition the smallest lock that
// excludes others: SET NX PX, and delete if the value is still our own.
#include "backends/redis/link.h"
#include "backends/redis/packed_lock.h"
#include "tests/bench/raw_loop.h"

#include <cstring>
#include <random>
#include <stdexcept>

namespace lockdesk::bench {

namespace {

using redis::ReplyPtr;
using redis::Script;
using redis::View;

// Only the record: no queue, no index of claims, no change numbers, no hint.
const char* const update_text =
    "local k = 'lockdesk:task:' .. ARGV[1]\n"
    "local t = redis.call('TIME')\n"
    "redis.call('HINCRBY', k, 'token', 1)\n"
    "redis.call('HINCRBY', k, 'claims', 1)\n"
    "redis.call('HSET', k, 'locked_at', t[1] * 1000000 + t[2], 'owner', ARGV[2], 'claim_id', ARGV[3])\n"
    "return redis.call('HGETALL', k)\n";

const char* const delete_text =
    "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0";

class RawRedis final : public RawLoop
{
public:
    RawRedis(const StoreUrl& url, bool hints)
        : m_context(redisConnect(url.host().empty() ? "127.0.0.1" : url.host().c_str(), url.port() == 0 ? 6379 : url.port()))
    {
        if (m_context == nullptr || m_context->err != 0)
            throw std::runtime_error("raw loop: cannot connect");
        if (url.has_password())
            send({"AUTH", url.user().empty() ? "default" : url.user(), url.password()});
        if (!url.path().empty())
            send({"SELECT", url.path()});
        auto& s = m_scripts;
        for (Script* script : {&s.task_claim, &s.task_apply, &s.outbox_add, &s.changes}) {
            if (!hints)
                silence(*script);
            send({"SCRIPT", "LOAD", script->text});
        }
        if (!hints)
            load_without_hints();
        m_update = View(send({"SCRIPT", "LOAD", update_text}).get()).str();
        m_delete = View(send({"SCRIPT", "LOAD", delete_text}).get()).str();
    }
    ~RawRedis() override { redisFree(m_context); }

    void pair(const std::string& name, const std::string& owner) override
    {
        m_mark = std::string("|") + hex16() + hex16().substr(0, 8);
        const std::string key = "lockdesk:lock:" + name;
        const auto got = send({"FCALL", m_prefix + "lockdesk_acquire", "1", key, owner, "30000000", m_mark});
        const auto granted = redis::unpack_changed(View(got.get()).text());
        if (!granted)
            throw std::runtime_error("raw loop: the lock is held by somebody else");
        send({"FCALL", m_prefix + "lockdesk_release", "1", key, owner, std::to_string(granted->token), "0"});
    }

    void smallest_pair(const std::string& name, const std::string& owner) override
    {
        const std::string key = "bench:lock:" + name;
        if (View(send({"SET", key, owner, "NX", "PX", "30000"}).get()).text() != "OK")
            throw std::runtime_error("raw loop: the smallest lock is held by somebody else");
        if (View(send({"EVALSHA", m_delete, "1", key, owner}).get()).integer() != 1)
            throw std::runtime_error("raw loop: the smallest lock was lost");
    }

    std::int64_t claim(const std::string& kind, const std::string& phase, std::int64_t limit,
                       const std::string& owner) override
    {
        const auto taken =
            run(m_scripts.task_claim, {kind, phase, std::to_string(limit), owner, hex16() + hex16(), "", "0", "1", "0"});
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
        const auto answers = run(m_scripts.task_apply, words);
        for (std::size_t i = 1; i < View(answers.get()).size(); ++i)
            if (View(answers.get())[i][0].integer() != 0)
                throw std::runtime_error("raw loop: an advance was refused");
    }

    void update(const std::string& id, const std::string& owner) override
    {
        const auto row = send({"EVALSHA", m_update, "1", "lockdesk:", id, owner, hex16() + hex16()});
        if (View(row.get()).size() < 20)
            throw std::runtime_error("raw loop: a task was lost");
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
        const auto looked = send({"FCALL_RO", m_prefix + "lockdesk_look", "1", "lockdesk:", m_place, "1000"});
        const View names = View(looked.get())[3];
        if (names.size() > 0) {
            m_words = {"MGET"};
            for (std::size_t i = 0; i < names.size(); ++i)
                m_words.push_back("lockdesk:lock:" + names[i].str());
            rows += static_cast<std::int64_t>(View(send(m_words).get()).size());
        }
        m_place = View(looked.get())[2].str();
        const auto batch = run(m_scripts.changes,
                               {snapshot ? "1" : "0", "1000", from, from, from, snapshot ? "0" : m_stamp, "0", "0", "1"});
        for (std::size_t i = 3; i < 6; ++i)
            rows += static_cast<std::int64_t>(View(batch.get())[i].size()) - 3;
        m_stamp = View(batch.get())[2].str();
        return rows;
    }

private:
    static void silence(Script& script)
    {
        for (std::size_t at = 0; (at = script.text.find("call('PUBLISH'", at)) != std::string::npos;)
            script.text.erase(script.text.rfind('\n', at) + 1, script.text.find('\n', at) - script.text.rfind('\n', at) - 1);
    }

    // Under other names, as the server also has the engine's library.
    void load_without_hints()
    {
        m_prefix = "quiet_";
        Script library{"library", redis::library().text};
        silence(library);
        for (const auto& [from, to] :
             {std::pair{"name=lockdesk", "name=quiet_lockdesk"}, std::pair{"'lockdesk_", "'quiet_lockdesk_"}})
            for (std::size_t at = 0; (at = library.text.find(from, at)) != std::string::npos; at += std::strlen(to))
                library.text.replace(at, std::strlen(from), to);
        send({"FUNCTION", "LOAD", "REPLACE", library.text});
    }

    std::string hex16()
    {
        char text[17];
        std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(m_random()));
        return text;
    }

    ReplyPtr run(const Script& script, const std::vector<std::string>& words)
    {
        m_words = {script.writes ? "EVALSHA" : "EVALSHA_RO", script.sha(), "1", "lockdesk:"};
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
    redis::Scripts m_scripts = redis::scripts();
    std::mt19937_64 m_random{std::random_device{}()};
    std::string m_mark, m_owner, m_stamp, m_place, m_prefix, m_update, m_delete;
    std::vector<std::pair<std::string, std::string>> m_claimed;
    std::vector<std::string> m_words;
    std::vector<const char*> m_texts;
    std::vector<std::size_t> m_sizes;
};

} // namespace

std::unique_ptr<RawLoop> make_raw_redis(const StoreUrl& url) { return std::make_unique<RawRedis>(url, true); }
std::unique_ptr<RawLoop> make_raw_redis_without_hints(const StoreUrl& url) { return std::make_unique<RawRedis>(url, false); }

} // namespace lockdesk::bench
