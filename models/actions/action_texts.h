// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/actions/action.h"

#include <QCoreApplication>

#include <initializer_list>

namespace lockdesk {

/// Texts of all actions: one context for the translators.
struct ActionTexts
{
    Q_DECLARE_TR_FUNCTIONS(actions)
};

/// `one` with the name of the only target, else `many` with their number.
QString counted(const ActionRequest& request, const QString& one, const QString& many);
/// `90s`, `5 m`; none: it is no span.
std::optional<Duration> spanOf(const QString& written);
/// `30s`, `5m`: offered as they are written.
std::vector<ActionInput::Choice> spanChoices(std::initializer_list<const char*> spans);

} // namespace lockdesk
