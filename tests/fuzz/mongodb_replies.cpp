// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// What a MongoDB server sends, as it arrives. The first byte is the size of the pieces. What is let through, libbson must copy
// and walk without ending the program.
#include "backends/mongodb/reply_frames.h"
#include "tests/fuzz/input.h"

#include <bson/bson.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

void use(const std::string& message)
{
    const bool reply = message[12] == 1 && message[13] == 0;
    const std::size_t before = reply ? 36 : 21;
    std::uint32_t size = 0;
    std::memcpy(&size, message.data() + before, sizeof size);
    bson_t document;
    if (!bson_init_static(&document, reinterpret_cast<const std::uint8_t*>(message.data()) + before, size))
        std::abort();
    bson_t copy = BSON_INITIALIZER;
    bson_copy_to_excluding_noinit(&document, &copy, "$clusterTime", nullptr);
    bson_destroy(&copy);
    bson_free(bson_as_canonical_extended_json(&document, nullptr));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    const std::size_t piece = data[0] + std::size_t{1};
    std::string_view left(reinterpret_cast<const char*>(data) + 1, size - 1);
    lockdesk::mongodb::ReplyFrames frames;
    std::string given;
    for (bool fine = true; fine && !left.empty(); left.remove_prefix(std::min(piece, left.size()))) {
        fine = frames.take(left.substr(0, piece));
        const auto have = given.size();
        given.resize(have + frames.ready());
        frames.give(given.data() + have, given.size() - have);
    }
    for (std::size_t at = 0; at < given.size();) {
        std::uint32_t length = 0;
        std::memcpy(&length, given.data() + at, sizeof length);
        use(given.substr(at, length));
        at += length;
    }
    return 0;
}
