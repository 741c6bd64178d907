// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace lockdesk::ctl {

/// Replaces other spellings at the beginning of a command line by the command's own words: `lock list`, `list lock` and `locks
/// list` are `list locks`; `show lock` is `lock show`; `message` is `outbox`. Other lines are returned unchanged. `exists`:
/// whether a command has these words.
std::vector<std::string> with_own_words(std::vector<std::string> words, const std::function<bool(const std::string&)>& exists);

} // namespace lockdesk::ctl
