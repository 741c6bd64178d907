// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/answer.h"

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

namespace lockdesk {

inline constexpr std::size_t max_name_bytes = 200;

/// Null when `text` is UTF-8 of 1 to 200 bytes without NUL; else what is wrong with it, as a sentence
/// beginning with `what` ("lock name has 201 bytes, at most 200 are allowed").
std::optional<std::string> name_defect(std::string_view text, std::string_view what);

/// The same for a name that others wrote: null for any bytes, as long as there are some and not more than 64 KiB.
std::optional<std::string> stored_name_defect(std::string_view bytes, std::string_view what);

/// A validated name of one kind. Compared byte by byte: 'Job', 'job' and 'job ' are three.
/// Names of different kinds do not convert into each other.
template <class Tag> class Name
{
public:
    /// Usage failure when the text is not UTF-8 of 1 to 200 bytes without NUL. The store is not asked.
    static Answer<Name> parse(std::string_view text)
    {
        if (auto defect = name_defect(text, Tag::what))
            return usage_failure(std::move(*defect));
        return Name(std::string(text));
    }
    /// For text that is valid by construction (constants, generated ids). Asserts.
    static Name trusted(std::string text)
    {
        assert(!name_defect(text, Tag::what));
        return Name(std::move(text));
    }
    /// As it stands in a row that others wrote: any bytes, also such as are no name of ours. For verbs that are about that very
    /// row; a store that has no room for these bytes refuses them. Usage failure when there are none, or more than 64 KiB.
    static Answer<Name> as_stored(std::string bytes)
    {
        if (auto defect = stored_name_defect(bytes, Tag::what))
            return usage_failure(std::move(*defect));
        return Name(std::move(bytes));
    }
    [[nodiscard]] const std::string& str() const { return m_text; }
    friend auto operator<=>(const Name&, const Name&) = default;

private:
    explicit Name(std::string text) : m_text(std::move(text)) {}
    std::string m_text;
};

struct LockNameTag
{
    static constexpr std::string_view what = "lock name";
};
struct OwnerIdTag
{
    static constexpr std::string_view what = "owner";
};
struct RequestIdTag
{
    static constexpr std::string_view what = "request id";
};
struct ClaimIdTag
{
    static constexpr std::string_view what = "claim id";
};
struct TaskIdTag
{
    static constexpr std::string_view what = "task id";
};
struct TaskKindTag
{
    static constexpr std::string_view what = "task kind";
};
struct PhaseTag
{
    static constexpr std::string_view what = "phase";
};
struct MessageIdTag
{
    static constexpr std::string_view what = "message id";
};
struct TopicTag
{
    static constexpr std::string_view what = "topic";
};
struct RecordIdTag
{
    static constexpr std::string_view what = "record id";
};
struct ResourceTag
{
    static constexpr std::string_view what = "resource";
};
struct WorkerIdTag
{
    static constexpr std::string_view what = "worker id";
};

using LockName = Name<LockNameTag>;
using OwnerId = Name<OwnerIdTag>;     ///< `host/pid/instance`, instance = 64 random bits
using RequestId = Name<RequestIdTag>; ///< made by the client, one per acquire: asking again finds out
using ClaimId = Name<ClaimIdTag>;     ///< made by the client, one per claim
using TaskId = Name<TaskIdTag>;
using TaskKind = Name<TaskKindTag>;
using Phase = Name<PhaseTag>;
using MessageId = Name<MessageIdTag>;
using Topic = Name<TopicTag>;
using RecordId = Name<RecordIdTag>;
using Resource = Name<ResourceTag>; ///< what a fence protects
using WorkerId = Name<WorkerIdTag>;

/// A number per lock name (or task) that only ever grows. 0 means "none": sources without tokens.
class FencingToken
{
public:
    constexpr FencingToken() = default;
    constexpr explicit FencingToken(std::int64_t number) : m_number(number) {}
    [[nodiscard]] constexpr std::int64_t number() const { return m_number; }
    friend constexpr auto operator<=>(FencingToken, FencingToken) = default;

private:
    std::int64_t m_number = 0;
};

/// Id of a sandbox: `[a-z0-9_]{1,32}`, so that it can be part of a schema name or a key prefix.
class SandboxId
{
public:
    static Answer<SandboxId> parse(std::string_view text);
    [[nodiscard]] const std::string& str() const { return m_text; }
    friend auto operator<=>(const SandboxId&, const SandboxId&) = default;

private:
    explicit SandboxId(std::string text) : m_text(std::move(text)) {}
    std::string m_text;
};

} // namespace lockdesk
