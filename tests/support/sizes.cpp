// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/sizes.h"

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

namespace lockdesk::test {

int size_of(std::string_view name)
{
    const char* full_wanted = std::getenv("LOCKDESK_TEST_FULL");
    std::ifstream file(TEST_SIZES);
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        std::string first;
        int small = 0;
        int full = 0;
        if (words >> first >> small >> full && first == name)
            return full_wanted != nullptr && std::string_view(full_wanted) == "1" ? full : small;
    }
    throw std::runtime_error(std::string(name) + " is not in " TEST_SIZES);
}

} // namespace lockdesk::test
