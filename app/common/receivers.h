// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/receivers/make_receiver.h"

namespace lockdesk::app {

/// make_receiver() of a program, which loads the HTTP receiver when the text asks for it. Any thread.
Answer<std::unique_ptr<Receiver>> open_receiver(Runtime& runtime, std::string_view text, const std::vector<std::string>& headers = {});

} // namespace lockdesk::app
