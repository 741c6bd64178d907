// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/scenarios/describe.h"

#include <algorithm>
#include <array>

namespace lockdesk::scenarios {

namespace {

struct Word
{
    const char* word;
    Tone tone;
    const char* en;
    const char* ko;
};

// Sorted by word.
constexpr std::array words{
    Word{"acquired", Tone::good, "acquires ${name}${t_token}", "${name} 획득${t_token}"},
    Word{"admitted", Tone::good, "${resource} admits ${max_token}", "${resource}: ${max_token} 허용"},
    Word{"advanced", Tone::good, "advances ${id} to ${phase}", "${id} 단계 전진: ${phase}"},
    Word{"applied", Tone::good, "${person} applies, number ${seq}", "${person} 신청, ${seq}번"},
    Word{"began", Tone::neutral, "begins a transaction", "트랜잭션 시작"},
    Word{"busy", Tone::neutral, "asks for ${name}: busy", "${name} 요청: 사용 중"},
    Word{"changed", Tone::warning, "changed hands: nothing was done", "소유자가 바뀌어 아무것도 하지 않음"},
    Word{"claimed", Tone::good, "claims ${id}${t_token}", "${id} 점유${t_token}"},
    Word{"closed", Tone::neutral, "${person}: closed", "${person}: 마감"},
    Word{"committed", Tone::good, "commits", "커밋"},
    Word{"conflict", Tone::warning, "conflict: ${id} has version ${version} now", "충돌: ${id}의 현재 버전은 ${version}"},
    Word{"cooling", Tone::neutral, "${name} is cooling until ${expires_s} s", "${name} 냉각 중, ${expires_s}초까지"},
    Word{"crashed", Tone::bad, "crash ${target}", "${target} 강제 종료"},
    Word{"cut_off", Tone::warning, "cut ${target} off", "${target} 연결 끊기"},
    Word{"done", Tone::neutral, "done", "완료"},
    Word{"duplicate", Tone::neutral, "duplicate: ${person}${id}", "중복: ${person}${id}"},
    Word{"elected", Tone::good, "leads now${t_token}", "이제 리더${t_token}"},
    Word{"error", Tone::bad, "error ${code}", "오류 ${code}"},
    Word{"expired", Tone::warning, "${name}${id}: the lease was over", "${name}${id}: 임대가 이미 끝남"},
    Word{"failed", Tone::warning, "fails ${id}", "${id} 실패"},
    Word{"finished", Tone::neutral, "the end", "끝"},
    Word{"for_ever", Tone::bad, "for ever: ${stopped} hangs, and a thread beside it keeps what it holds",
         "끝없음: ${stopped}은(는) 멈춰 있고, 그 옆의 스레드가 쥔 것을 유지함"},
    Word{"frozen", Tone::warning, "freeze ${target}", "${target} 얼리기"},
    Word{"gone", Tone::warning, "${actor} is gone", "${actor} 사라짐"},
    Word{"hung", Tone::warning, "hang ${target}", "${target} 멈추게 하기"},
    Word{"joined", Tone::good, "${actor} joins", "${actor} 참가"},
    Word{"lost", Tone::warning, "has lost ${name}: ${reason}", "${name} 잃음: ${reason}"},
    Word{"not_owner", Tone::warning, "refused: not the owner", "거부: 소유자가 아님"},
    Word{"note", Tone::neutral, "${text}", "${text}"},
    Word{"nothing", Tone::neutral, "nothing there", "해당 없음"},
    Word{"ranked", Tone::good, "${person} has rank ${rank}", "${person} ${rank}위"},
    Word{"read", Tone::neutral, "reads ${id}${resource}", "${id}${resource} 읽기"},
    Word{"reconnected", Tone::good, "reconnect ${target}", "${target} 다시 연결"},
    Word{"refused", Tone::bad, "${resource} refuses the token, ${max_token} was seen",
         "${resource}: 토큰 거부, ${max_token} 이미 봄"},
    Word{"released", Tone::good, "releases ${name}", "${name} 반납"},
    Word{"relocked", Tone::neutral, "relocks ${id} until ${due_s} s", "${id} 다시 잠금, ${due_s}초까지"},
    Word{"removed", Tone::good, "removes ${affected}${id}", "${affected}${id} 삭제"},
    Word{"renewed", Tone::good, "renews, expires at ${expires_s}${due_s}", "연장, ${expires_s}${due_s}초에 만료"},
    Word{"resigned", Tone::neutral, "leads no longer", "더는 리더가 아님"},
    Word{"rolled_back", Tone::warning, "rolls back", "롤백"},
    Word{"sent", Tone::good, "sends ${id}", "${id} 전송"},
    Word{"skewed", Tone::warning, "set the clock of ${target} wrong", "${target} 시계 틀어 놓기"},
    Word{"skipped", Tone::neutral, "skips: somebody else is at it", "건너뜀: 다른 쪽이 하는 중"},
    Word{"slowed", Tone::warning, "slow ${target} down", "${target} 느리게 하기"},
    Word{"stale", Tone::warning, "refused: an old token", "거부: 오래된 토큰"},
    Word{"stands", Tone::warning, "nobody goes on: ${waiting} wait inside the store, and ${stopped} does not move",
         "아무도 나아가지 못함: ${waiting}은(는) 저장소 안에서 기다리고, ${stopped}은(는) 움직이지 않음"},
    Word{"started", Tone::neutral, "starts", "시작"},
    Word{"still_held", Tone::warning, "releases ${name}: ${holds} holds are left", "${name} 반납: ${holds}개 남음"},
    Word{"thawed", Tone::neutral, "thaw ${target}", "${target} 녹이기"},
    Word{"unlocked", Tone::good, "unlocks ${id}", "${id} 잠금 해제"},
    Word{"waits", Tone::neutral, "waits", "기다림"},
    Word{"written", Tone::good, "writes ${id}${affected}", "${id}${affected} 쓰기"},
};

const Word* find(std::string_view word)
{
    const auto found = std::lower_bound(words.begin(), words.end(), word,
                                        [](const Word& one, std::string_view other) { return one.word < other; });
    return found != words.end() && found->word == word ? &*found : nullptr;
}

std::string of_sql(const Event& event)
{
    const std::string verb = sql_verb(event.sql);
    const auto whole = [&](const char* key) {
        const Value value = field(event.values, key);
        const auto* number = std::get_if<std::int64_t>(&value);
        return number != nullptr ? *number : 0;
    };
    if (!std::holds_alternative<std::monostate>(field(event.values, "code")))
        return "error";
    if (verb == "BEGIN" || verb == "START")
        return "began";
    if (verb == "COMMIT")
        return "committed";
    if (verb == "ROLLBACK")
        return "rolled_back";
    if (verb == "SELECT" || verb == "WITH" || verb == "VALUES")
        return whole("rows.count") > 0 ? "read" : "nothing";
    if (verb == "INSERT" || verb == "UPDATE" || verb == "REPLACE")
        return whole("affected") > 0 ? "written" : "nothing";
    if (verb == "DELETE")
        return whole("affected") > 0 ? "removed" : "nothing";
    return "done";
}

} // namespace

std::string sql_verb(std::string_view sql)
{
    std::string verb;
    for (const char c : sql) {
        if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))
            verb += static_cast<char>(c & ~0x20);
        else if (!verb.empty())
            break;
    }
    return verb;
}

std::string event_word(const Event& event)
{
    const std::string& statement = event.statement;
    if (field(event.values, "kind") != Value{} && event.status != 0 && field(event.values, "retryable") != Value{})
        return "error";
    if (statement == "sql")
        return of_sql(event);
    static const std::map<std::string, const char*, std::less<>> when_done{
        {"task.claim", "claimed"},   {"task.add", "written"},      {"task.extend", "renewed"},   {"task.unlock", "unlocked"},
        {"task.relock", "relocked"}, {"task.fail", "failed"},      {"task.advance", "advanced"}, {"task.rule", "written"},
        {"record.put", "written"},   {"record.update", "written"}, {"record.get", "read"},       {"fence.show", "read"},
        {"outbox.add", "written"},   {"outbox.claim", "claimed"},  {"outbox.relay", "sent"},     {"outbox.sent", "sent"},
        {"outbox.fail", "failed"},   {"outbox.begin", "renewed"},  {"draw.open", "written"},     {"draw.apply", "applied"},
        {"draw.consume", "ranked"},  {"draw.results", "read"},     {"lock.show", "read"}};
    const bool plain = event.result.empty() || event.result == "done" || event.result == "updated" || event.result == "found"
                       || event.result == "accepted" || event.result == "ranked" || event.result == "missing"
                       || event.result == "sent";
    if (!plain && find(event.result) != nullptr)
        return event.result;
    if (event.status == 3)
        return statement == "task.add" || statement == "outbox.add" ? "duplicate" : "nothing";
    if (event.status == 4)
        return "refused";
    if (event.status != 0)
        return "error";
    const auto found = when_done.find(statement);
    return found != when_done.end() ? found->second : "done";
}

bool is_unreachable(const Event& event)
{
    const std::string kind = text_of(field(event.values, "kind"));
    return event.event == "error" && (kind == "unavailable" || kind == lost_transaction_kind)
           && text_of(field(event.values, "code")).empty();
}

const std::vector<std::string>& event_words()
{
    static const std::vector<std::string> all = [] {
        std::vector<std::string> out;
        for (const Word& one : words)
            out.emplace_back(one.word);
        return out;
    }();
    return all;
}

Tone tone(const Event& event)
{
    const Word* word = find(event.event);
    return word == nullptr ? Tone::neutral : event.wrong && word->tone == Tone::good ? Tone::bad : word->tone;
}

std::string general_sentence(const Event& event, std::string_view language)
{
    const bool ko = language == "ko";
    if (text_of(field(event.values, "kind")) == lost_transaction_kind)
        return ko ? "트랜잭션이 연결과 함께 사라짐" : "its transaction is gone with the connection";
    if (is_unreachable(event))
        return ko ? "저장소에 닿지 못함" : "cannot reach the store";
    if (event.event == "error" && text_of(field(event.values, "code")).empty()) {
        const std::string what = text_of(field(event.values, "kind")).empty() ? "${message}" : "${kind}";
        return (ko ? "오류: " : "error: ") + what;
    }
    const Word* word = find(event.event);
    return word == nullptr ? event.event : ko ? word->ko : word->en;
}

} // namespace lockdesk::scenarios
