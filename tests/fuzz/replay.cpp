// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// Runs a fuzz target without a fuzzer: on every given file or file of a given folder, then on seeded mutations of them,
// so that past finds are tried in every build, with every compiler.
#include "tests/fuzz/input.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <vector>

namespace {

namespace fs = std::filesystem;

std::vector<std::uint8_t> bytes_of(const fs::path& file)
{
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

// Inserts, removes or changes some bytes, or cuts the rest off.
void mutate(std::vector<std::uint8_t>& bytes, std::mt19937& random)
{
    for (auto n = 1 + random() % 4; n > 0; --n) {
        const std::size_t at = bytes.empty() ? 0 : random() % bytes.size();
        switch (random() % 4) {
        case 0: bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(at), static_cast<std::uint8_t>(random())); break;
        case 1:
            if (!bytes.empty())
                bytes.erase(bytes.begin() + static_cast<std::ptrdiff_t>(at));
            break;
        case 2: bytes.resize(at); break;
        default:
            if (!bytes.empty())
                bytes[at] = static_cast<std::uint8_t>(random());
        }
    }
}

// Passes a valid pointer for empty input too, as a fuzzer does.
void run(const std::vector<std::uint8_t>& bytes)
{
    static const std::uint8_t nothing = 0;
    LLVMFuzzerTestOneInput(bytes.empty() ? &nothing : bytes.data(), bytes.size());
}

} // namespace

int main(int argc, char** argv)
{
    std::vector<fs::path> files;
    for (int i = 1; i < argc; ++i) {
        if (!fs::is_directory(argv[i])) {
            files.emplace_back(argv[i]);
            continue;
        }
        for (const auto& entry : fs::recursive_directory_iterator(argv[i]))
            if (entry.is_regular_file())
                files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    if (files.empty()) {
        std::fputs("no file was given: a fuzz target without a corpus tests nothing\n", stderr);
        return 1;
    }
    constexpr int mutants = 20;
    std::mt19937 random{20261122};
    for (const fs::path& file : files) {
        const auto bytes = bytes_of(file);
        std::printf("%s\n", file.filename().c_str());
        std::fflush(stdout);
        run(bytes);
        for (int i = 0; i < mutants; ++i) {
            auto other = bytes;
            mutate(other, random);
            run(other);
        }
    }
    std::printf("%zu files, and %d made from each\n", files.size(), mutants);
    return 0;
}
