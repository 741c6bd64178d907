// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/context.h"
#include "backends/scenarios/rules.h"

namespace lockdesk::ctl {

/// Identifies the run of a verdict among several.
struct RunName
{
    std::string scenario, variant;
};

/// The first two columns of the table over all runs.
std::string run_cell(const RunName& name);

/// The language of the environment: ko, otherwise en.
std::string language();
void print_verdict(Context& context, const scenarios::Verdict& verdict, const RunName& name);

} // namespace lockdesk::ctl
