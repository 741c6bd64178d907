// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/scenarios/checks.h"

#include <cstdint>
#include <memory>
#include <variant>

namespace lockdesk::scenarios {

/// Whether breaking a rule does harm, unless the rule says otherwise.
enum class Breaking { does_harm, is_another_run };

template <class T, Breaking breaking> class Cloned : public Check
{
public:
    Cloned() : Check(breaking == Breaking::does_harm) {}
    [[nodiscard]] std::unique_ptr<Check> clone() const override { return std::make_unique<T>(static_cast<const T&>(*this)); }
};

/// Returns 0 for anything but a whole number.
inline std::int64_t whole_value(const Value& value)
{
    const auto* number = std::get_if<std::int64_t>(&value);
    return number != nullptr ? *number : 0;
}

} // namespace lockdesk::scenarios
