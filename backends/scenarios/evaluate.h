// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/scenarios/expression.h"

namespace lockdesk::scenarios {

/// A node of an expression: an operator or function with its arguments, a literal, or a name.
struct Expression::Node
{
    std::string operation; ///< empty: a literal or a name
    std::string name;      ///< empty: a literal
    Value literal;
    std::vector<std::shared_ptr<const Node>> arguments;
};

using NodePtr = std::shared_ptr<const Expression::Node>;

NodePtr make_node(std::string operation, std::vector<NodePtr> arguments);
NodePtr make_literal(Value value);
NodePtr make_name(std::string name);
/// Returns the number of arguments of a function; 0: unknown function.
std::size_t function_arguments(std::string_view name);
Value evaluate(const Expression::Node& node, const Expression::LookUp& look_up);

} // namespace lockdesk::scenarios
