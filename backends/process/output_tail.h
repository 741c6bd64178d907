// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/answer.h"

#include <memory>
#include <string>

namespace lockdesk {

/// Passes a child's output on to ours, and keeps its end: what a command said last is often why it failed. Goes on after its
/// own end as long as a process that the child has left behind writes.
class OutputTail
{
public:
    /// Keeps at most `most` bytes: half of it for each stream, and what one leaves for the other. `to_error`: standard output is passed to our standard error.
    static Answer<std::unique_ptr<OutputTail>> start(std::size_t most, bool to_error);
    ~OutputTail();
    OutputTail(const OutputTail&) = delete;
    OutputTail& operator=(const OutputTail&) = delete;

    /// File descriptors for the child, see ProcessRequest.
    [[nodiscard]] int output() const { return m_output; }
    [[nodiscard]] int error() const { return m_error; }
    /// Call when the child has them: from then on its end is seen.
    void given();
    /// Call after the child's end. Standard output first, since nobody knows their order; whole lines, if these are short.
    [[nodiscard]] std::string text() const;

private:
    struct Flow;
    OutputTail(std::shared_ptr<Flow> flow, int output, int error);

    std::shared_ptr<Flow> m_flow;
    int m_output, m_error;
};

} // namespace lockdesk
