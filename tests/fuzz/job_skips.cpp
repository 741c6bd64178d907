// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// The record of skipped runs, which anybody who writes to the store can write.
#include "backends/observe/job_skips.h"
#include "tests/fuzz/input.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace lockdesk;
    std::vector<JobSkip> skips = read_skips(fuzz::text_of(data, size));
    const TimePoint now = time_from_us(1'790'000'000'000'000);
    const std::vector<JobSkip> read = skips;
    for (const JobSkip& one : read)
        add_skip(skips, one);
    add_skip(skips, {"pod/8", 1, now, now, "busy", "pod/9"});
    if (skips.size() > most_skipping || read_skips(write_skips(skips)).size() != skips.size())
        std::abort();
    return 0;
}
