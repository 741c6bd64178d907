// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/scenarios/lesson.h"
#include "tests/fuzz/input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace lockdesk;
    const auto lesson = scenarios::parse_lesson(fuzz::text_of(data, size), "lesson.yaml");
    fuzz::require(lesson || lesson.failure().kind == FailureKind::usage);
    return 0;
}
