// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/scenarios/event.h"
#include "backends/scenarios/playback.h"
#include "tests/fuzz/input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace lockdesk;
    auto file = scenarios::EventFile::parse(fuzz::text_of(data, size));
    if (!file)
        return 0;
    (void)file->choices();
    (void)file->text();
    for (const scenarios::Event& event : file->events) {
        (void)scenarios::describe(nullptr, {}, event, "en");
        (void)scenarios::tone(event);
        (void)scenarios::look_up(event, "expires_s");
    }
    const auto playback = scenarios::Playback::open(std::move(file).value());
    if (!playback)
        return 0;
    (void)playback->state(playback->size());
    (void)playback->state(playback->size() / 2);
    (void)playback->verdict(playback->size());
    return 0;
}
