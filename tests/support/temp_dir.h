// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string_view>

namespace lockdesk::test {

/// A unique folder in the system's temporary folder, removed with its contents. Throws std::system_error.
class TempDir
{
public:
    explicit TempDir(std::string_view prefix = "lockdesk");
    TempDir(const std::filesystem::path& where, std::string_view prefix);
    ~TempDir();
    TempDir(TempDir&& other) noexcept;
    TempDir& operator=(TempDir&& other) noexcept;

    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }
    [[nodiscard]] std::filesystem::path operator/(std::string_view name) const { return m_path / name; }

private:
    void remove() noexcept;
    std::filesystem::path m_path;
};

} // namespace lockdesk::test
