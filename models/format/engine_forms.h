// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>
#include <span>

namespace lockdesk::format {

/// Sentences of the engine that contain values, with %1 where a value stands.
std::span<const char* const> engineForms();
/// More of them, for rare failures.
std::span<const char* const> seldomForms();
/// Translates a text that matches one of these forms; nullopt: it matches none. Not yet made safe to show.
std::optional<QString> translatedFailure(const QString& text);

} // namespace lockdesk::format
