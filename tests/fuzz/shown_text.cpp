// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/words.h"
#include "backends/engine/text/command_line.h"
#include "backends/engine/text/shown_text.h"
#include "backends/engine/text/text.h"
#include "tests/fuzz/input.h"

#include <algorithm>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace lockdesk;
    const std::string_view text = fuzz::text_of(data, size);
    const auto is_quiet = [](std::string_view shown, bool lines) {
        return is_utf8(shown) && std::none_of(shown.begin(), shown.end(), [lines](char c) {
                   return (static_cast<unsigned char>(c) < 0x20 && !(lines && (c == '\n' || c == '\t'))) || c == 0x7F;
               });
    };
    fuzz::require(is_quiet(shown(text), false));
    const std::string code = shown_code(text);
    fuzz::require(is_quiet(code, true) && shown_code(code) == code);
    fuzz::require(is_utf8(shown_json(text)));
    const std::string word = shell_word(text);
    fuzz::require(is_quiet(word, false) && shown_code(word) == word);
    const auto words = ctl::split_words(word);
    fuzz::require(words && words->size() == 1 && words->front() == text);
    (void)ctl::split_words(text);
    fuzz::require(is_utf8(json_quote(text)) && is_utf8(to_valid_utf8(text)));
    return 0;
}
