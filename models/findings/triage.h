// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/observe/finding.h"

#include <QByteArray>

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lockdesk {

/// What the operator decided about a finding: acknowledged (somebody works on it; it stays in view) or muted (left out of
/// view and counts until the mute ends).
struct Triage
{
    enum class What { acknowledged, muted };
    What what = What::acknowledged;
    FindingKind kind = FindingKind::expired_and_held;
    std::optional<std::string> subject; ///< see `subjectOf`; nullopt: every finding of the kind in this store
    TimePoint upTo{};                   ///< acknowledged: those that began by then, on the store's clock
    std::optional<TimePoint> until;     ///< its end, on this computer's clock; nullopt: none
    std::string reason;
    std::string who;
    friend bool operator==(const Triage&, const Triage&) = default;
};

/// Whether it is about one of the waiters of a lock.
bool namesOneWaiter(const Finding& finding);
/// Tells findings of one kind in one store apart: the key, and the waiter of a starving lock.
std::string subjectOf(const Finding& finding);

/// The decisions about the findings of one connection. A value: it is read on another thread.
class TriageRules
{
public:
    TriageRules() = default;
    explicit TriageRules(std::vector<Triage> all);

    [[nodiscard]] const std::vector<Triage>& all() const { return m_all; }
    [[nodiscard]] bool empty() const { return m_all.empty(); }
    /// The decision that applies, a mute before an acknowledgement; null: none.
    [[nodiscard]] const Triage* of(const Finding& finding) const;

private:
    std::vector<Triage> m_all;
    std::map<std::pair<FindingKind, std::string>, std::vector<std::size_t>> m_bySubject;
    std::map<FindingKind, std::vector<std::size_t>> m_ofKind;
};
using TriageRulesPtr = std::shared_ptr<const TriageRules>;

/// For the settings. Reading skips entries that it does not understand, those that have ended at `now`, and those beyond
/// `mostTriages`.
inline constexpr std::size_t mostTriages = 2000;
QByteArray triageJson(const std::vector<Triage>& all);
std::vector<Triage> readTriage(const QByteArray& json, TimePoint now);

} // namespace lockdesk
