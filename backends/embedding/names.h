// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/names.h"

#include <lockdesk/lockdesk.h>

namespace lockdesk::embedding {

/// Returns the value of an answer, or throws its failure.
template <class T> T need(Answer<T> answer)
{
    if (!answer)
        throw Error(answer.failure());
    return std::move(answer).value();
}

template <class Name> Name name(std::string_view text) { return need(Name::parse(text)); }

} // namespace lockdesk::embedding
