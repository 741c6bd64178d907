// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/feed/feed.h"
#include "widgets/detail/detail_panel.h"
#include "widgets/shell/page_context.h"
#include "widgets/tasks/phase_board.h"

namespace lockdesk {

/// Key of a task on the board: connection index, colon, id.
QString entryKey(int connection, const std::string& id);
int entryConnection(const QString& key);
QString entryId(const QString& key);

/// A value as a filter term's right side.
QString quotedForFilter(const QString& value);

/// Adds a phase's counts to its column, which is made if it is missing. Several stores add up.
/// Phases whose words are known stand in the order of a life, from creating to deleted; others after them, by name.
int phaseRank(const QString& phase);
/// Adds a phase's counts to its column, creating it if missing; counts of several stores are summed.
void addPhase(std::vector<PhaseColumn>& columns, const PhaseSummary& phase);
/// `named`: with its store, where the same id in another one would look alike.
PhaseEntry phaseEntry(const Feed& feed, const TaskRow& task, const QString& state, bool named);
/// More than one of the stores that are shown has tasks of this kind.
bool severalHave(const PageContext& context, const QString& kind);
/// `9 tasks, lock timeout 30 s, at most 8 failures`.
QString ruleText(const PageContext& context, const QString& kind, const PhaseColumn& column);
/// State, lease, why and facts of a task's detail.
void fillTask(const Feed& feed, const TaskRow& task, DetailContent& content);

} // namespace lockdesk
