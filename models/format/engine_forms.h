// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>
#include <span>

namespace lockdesk::format {

/// Sentences of the engine that have values in them, with %1 where a value stands.
std::span<const char* const> engineForms();
/// More of them, of what seldom happens.
std::span<const char* const> seldomForms();
/// The text in the user's language, if it is of one of these forms; not yet made safe to be shown.
std::optional<QString> translatedFailure(const QString& text);

} // namespace lockdesk::format
