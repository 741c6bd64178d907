// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/rules/schedule.h"
#include "backends/engine/text/text.h"
#include "tests/fuzz/input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace lockdesk;
    const std::string_view text = fuzz::text_of(data, size);
    if (const auto cron = Cron::parse(text)) {
        for (const std::int64_t at : {0LL, 1'790'000'000'000'000LL, 4'102'444'799'999'999LL}) {
            const TimePoint from = time_from_us(at), next = cron->next(from);
            fuzz::require(next > from && cron->next(next) > next);
        }
    }
    if (const auto duration = parse_duration(text)) {
        fuzz::require(duration->count() >= 0);
        fuzz::require(*parse_duration(duration_text(*duration)) == *duration);
    }
    if (const auto whole = parse_whole(text, "N"))
        fuzz::require(*whole >= 0);
    return 0;
}
