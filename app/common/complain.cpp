// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/complain.h"

#include "backends/engine/text/shown_text.h"
#include "backends/engine/text/store_url.h"

#include <cstdio>
#include <string>

namespace lockdesk::app {

void complain(std::string_view program, std::string_view sentence)
{
    const auto end = sentence.find_last_not_of(" \t\r\n");
    const std::string line =
        std::string(program) + (program.empty() ? "" : ": ") + shown(without_url_secrets(sentence.substr(0, end + 1))) + '\n';
    (void)std::fwrite(line.data(), 1, line.size(), stderr);
    (void)std::fflush(stderr);
}

} // namespace lockdesk::app
