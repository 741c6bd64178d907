// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/store.h"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <ostream>
#include <stdexcept>
#include <string>
#include <vector>

namespace lockdesk {

// Failed expectations print the word instead of bytes.
inline void PrintTo(AcquireResult r, std::ostream* out) { *out << word(r); }
inline void PrintTo(LeaseResult r, std::ostream* out) { *out << word(r); }
inline void PrintTo(ForceResult r, std::ostream* out) { *out << word(r); }
inline void PrintTo(StepResult r, std::ostream* out) { *out << word(r); }
inline void PrintTo(MessageState s, std::ostream* out) { *out << word(s); }
inline void PrintTo(ApplyResult r, std::ostream* out) { *out << word(r); }
inline void PrintTo(FencingToken t, std::ostream* out) { *out << "token " << t.number(); }
inline void PrintTo(const LockRow& row, std::ostream* out) { *out << row.raw; }
inline void PrintTo(const TaskRow& row, std::ostream* out) { *out << row.raw; }
inline void PrintTo(const MessageRow& row, std::ostream* out) { *out << row.raw; }

} // namespace lockdesk

/// The cases that every store must pass. Each store has an executable that defines `store_under_test` (see main.cpp);
/// every case runs in its own sandbox, whose clock stands still until the case advances it.
namespace lockdesk::contract {

struct StoreUnderTest
{
    std::string name;
    std::function<std::string()> url; ///< may start a private server; called once
    StoreRegistry::Factory open;
    /// Wraps every session, to plant mutants.
    std::function<std::unique_ptr<Session>(std::unique_ptr<Session>)> decorate;
    /// For a store where making a sandbox costs more than most cases. Empties a used one, which the next case gets; false if its case
    /// changed what a new one says of itself, and it is dropped.
    std::function<bool(const SandboxId&)> renew;
    /// False: a foreign store, whose own schema must not be changed.
    std::function<bool()> is_private = [] { return true; };
    friend std::ostream& operator<<(std::ostream& out, const StoreUnderTest& s) { return out << s.name; }
};

/// Defined by each executable.
const StoreUnderTest& store_under_test();
/// Drops the sandbox that was kept for a next case. Call at the end.
void drop_spare_sandbox();

/// Returns the value of an answer; throws on a failure, which ends the case.
template <class T> T ok(Answer<T> answer)
{
    if (!answer)
        throw std::runtime_error("failed: " + answer.failure().message + " [" + answer.failure().code + " "
                                 + answer.failure().statement + "]");
    return std::move(answer).value();
}

/// Returns the kind of failure of an answer; throws on a result, which ends the case.
template <class T> FailureKind failed(const Answer<T>& answer)
{
    if (answer)
        throw std::runtime_error("it succeeded and should have failed");
    return answer.failure().kind;
}

inline constexpr Duration second = std::chrono::seconds{1};

class Contract : public testing::TestWithParam<StoreUnderTest>
{
protected:
    void SetUp() override;
    void TearDown() override;

    /// The case's session, in its sandbox.
    Session& s() { return *m_session; }
    Locks& locks() { return s().locks(); }
    Tasks& tasks() { return s().tasks(); }
    Outbox& outbox() { return s().outbox(); }
    /// Opens another session in the same sandbox.
    std::unique_ptr<Session> another(bool read_only = false);
    /// Opens a session outside every sandbox.
    std::unique_ptr<Session> outside(bool without_schema = false);
    Store& store();
    [[nodiscard]] SessionOptions options() const;

    TimePoint now() { return ok(s().admin().clock(1)).store; }
    void pass(Duration d) { ok(s().admin().advance_clock(d)); }
    [[nodiscard]] Duration tick() { return s().capabilities().resolution; }

    static LockName name(const std::string& text = "job") { return LockName::trusted(text); }
    static OwnerId owner(const std::string& text) { return OwnerId::trusted(text); }
    /// Returns an unused request id.
    RequestId fresh_request();
    ClaimId fresh_claim();

    // Short forms of common verbs.
    Acquisition acquire(const std::string& who, Duration lease = 30 * second, const std::string& lock = "job");
    Acquisition acquire_as(const std::string& request, const std::string& who, Duration lease = 30 * second);
    LeaseAnswer release(const std::string& who, FencingToken token, Duration at_least = Duration{0});
    LeaseAnswer renew(const std::string& who, FencingToken token, Duration lease = 30 * second);
    LockRow row(const std::string& lock = "job");
    void add_task(const std::string& id, const std::string& phase = "new", const std::string& kind = "k");
    ClaimRequest claim_request(const std::string& who, std::int64_t limit = 1);
    std::vector<TaskRow> claim(const std::string& who, std::int64_t limit = 1);
    StepAnswer step(const TaskRow& task, decltype(TaskStep::what) what);
    TaskRow task(const std::string& id);
    void add_message(const std::string& id);
    std::vector<MessageRow> claim_messages(const std::string& who, std::int64_t limit = 1, Duration lease = 30 * second);
    MessageRow message(const std::string& id);

private:
    std::unique_ptr<Session> open(const SessionOptions& options);

    std::unique_ptr<Session> m_session;
    std::string m_sandbox;
    int m_requests = 0;
};

/// Skips a case that the store does not support. Skips are counted: see main.cpp.
#define LOCKDESK_NEEDS(condition, what)                                                                                     \
    if (!(condition))                                                                                                       \
    GTEST_SKIP() << "not applicable: " << (what)

class LockCases : public Contract
{
};
class ForceCases : public Contract
{
};
class NameCases : public Contract
{
};
class FenceCases : public Contract
{
};
class LeadCases : public Contract
{
};
class TaskCases : public Contract
{
};
class StepCases : public Contract
{
};
class OutboxCases : public Contract
{
};
class RecordCases : public Contract
{
};
class DrawCases : public Contract
{
};
class WorkerCases : public Contract
{
};
class ChangeCases : public Contract
{
};
class AdminCases : public Contract
{
};
class SessionCases : public Contract
{
};
class StatementCases : public Contract
{
};

} // namespace lockdesk::contract
