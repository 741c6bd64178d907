// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/scenarios/evaluate.h"

#include "backends/engine/text/text.h"

#include <charconv>
#include <cmath>
#include <ctime>
#include <optional>

namespace lockdesk::scenarios {

namespace {

constexpr std::size_t longest_text = 64 * 1024;

std::optional<std::int64_t> whole_of(std::string_view text)
{
    std::int64_t out = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), out);
    return !text.empty() && read.ec == std::errc{} && read.ptr == text.data() + text.size() ? std::optional(out)
                                                                                            : std::nullopt;
}

// Returns a number unchanged, or the number in a text: `17`, or `30s` in microseconds.
Value number_of(const Value& value)
{
    if (const auto* text = std::get_if<std::string>(&value)) {
        if (const auto whole = whole_of(*text))
            return *whole;
        const auto duration = parse_duration(*text);
        return duration ? Value{to_us(*duration)} : Value{};
    }
    if (const auto* truth = std::get_if<bool>(&value))
        return std::int64_t{*truth ? 1 : 0};
    return value;
}

double broken(const Value& number)
{
    const auto* whole = std::get_if<std::int64_t>(&number);
    return whole != nullptr ? static_cast<double>(*whole) : std::get<double>(number);
}

Value calculate_whole(char sign, std::int64_t a, std::int64_t b)
{
    std::int64_t out = 0;
    switch (sign) {
    case '+': return __builtin_add_overflow(a, b, &out) ? Value{} : Value{out};
    case '-': return __builtin_sub_overflow(a, b, &out) ? Value{} : Value{out};
    case '*': return __builtin_mul_overflow(a, b, &out) ? Value{} : Value{out};
    default: break;
    }
    if (b == 0 || b == -1) // the smallest number divided by -1 does not fit
        return b == 0 ? Value{} : sign == '/' ? calculate_whole('-', 0, a) : Value{std::int64_t{0}};
    return sign == '/' ? a / b : a % b;
}

Value calculate(char sign, const Value& left, const Value& right)
{
    const Value a = number_of(left), b = number_of(right);
    if (std::holds_alternative<std::monostate>(a) || std::holds_alternative<std::monostate>(b))
        return {};
    if (std::holds_alternative<std::int64_t>(a) && std::holds_alternative<std::int64_t>(b))
        return calculate_whole(sign, std::get<std::int64_t>(a), std::get<std::int64_t>(b));
    switch (sign) {
    case '+': return broken(a) + broken(b);
    case '-': return broken(a) - broken(b);
    case '*': return broken(a) * broken(b);
    case '/': return broken(b) == 0 ? Value{} : Value{broken(a) / broken(b)};
    default: return broken(b) == 0 ? Value{} : Value{std::fmod(broken(a), broken(b))};
    }
}

bool is_text(const Value& value) { return std::holds_alternative<std::string>(value); }

Value joined(const Value& a, const Value& b)
{
    const Value sum = calculate('+', a, b);
    if (!std::holds_alternative<std::monostate>(sum) || !(is_text(a) || is_text(b)))
        return sum;
    std::string out = text_of(a) + text_of(b);
    // A loop that doubles a text would exhaust memory in forty rounds.
    return out.size() > longest_text ? Value{} : Value{std::move(out)};
}

// Returns less, equal or greater as a sign; nullopt when the values cannot be compared.
std::optional<int> compared(const Value& a, const Value& b)
{
    const bool no_a = std::holds_alternative<std::monostate>(a), no_b = std::holds_alternative<std::monostate>(b);
    if (no_a || no_b)
        return no_a && no_b ? std::optional(0) : std::nullopt;
    if (is_text(a) && is_text(b)) {
        const int order = std::get<std::string>(a).compare(std::get<std::string>(b));
        return order < 0 ? -1 : order > 0 ? 1 : 0;
    }
    const Value x = number_of(a), y = number_of(b);
    if (std::holds_alternative<std::monostate>(x) || std::holds_alternative<std::monostate>(y))
        return std::nullopt;
    if (std::holds_alternative<std::int64_t>(x) && std::holds_alternative<std::int64_t>(y)) {
        const auto p = std::get<std::int64_t>(x), q = std::get<std::int64_t>(y);
        return p < q ? -1 : p > q ? 1 : 0;
    }
    return broken(x) < broken(y) ? -1 : broken(x) > broken(y) ? 1 : 0;
}

bool comparison(const std::string& sign, const Value& a, const Value& b)
{
    const auto order = compared(a, b);
    if (sign == "==" || sign == "!=")
        return (order == 0) == (sign == "==");
    if (!order)
        return false;
    return sign == "<" ? *order < 0 : sign == "<=" ? *order <= 0 : sign == ">" ? *order > 0 : *order >= 0;
}

// Formats like a program with a clock of whole seconds: `2026-01-05 00:01:00`, UTC.
std::string datetime_text(std::int64_t us)
{
    const auto seconds = static_cast<std::time_t>((us - ((us % 1'000'000) + 1'000'000) % 1'000'000) / 1'000'000);
    std::tm parts{};
    char text[40] = "";
    if (::gmtime_r(&seconds, &parts) != nullptr)
        (void)std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &parts);
    return text;
}

Value call(const std::string& name, const std::vector<Value>& arguments)
{
    if (name == "min" || name == "max") {
        const auto order = compared(arguments[0], arguments[1]);
        return !order ? Value{} : (*order < 0) == (name == "min") ? arguments[0] : arguments[1];
    }
    if (name == "text")
        return text_of(arguments[0]);
    if (name == "contains")
        return text_of(arguments[0]).find(text_of(arguments[1])) != std::string::npos;
    if (name == "whole") {
        const auto whole = whole_of(text_of(arguments[0]));
        return whole ? Value{*whole} : Value{};
    }
    const auto* us = std::get_if<std::int64_t>(&arguments[0]);
    if (name == "datetime")
        return us != nullptr ? Value{datetime_text(*us)} : arguments[0];
    // span
    return us != nullptr ? Value{duration_text(Duration{*us})} : arguments[0];
}

} // namespace

NodePtr make_node(std::string operation, std::vector<NodePtr> arguments)
{
    return std::make_shared<const Expression::Node>(Expression::Node{std::move(operation), {}, {}, std::move(arguments)});
}

NodePtr make_literal(Value value)
{
    return std::make_shared<const Expression::Node>(Expression::Node{{}, {}, std::move(value), {}});
}

NodePtr make_name(std::string name)
{
    return std::make_shared<const Expression::Node>(Expression::Node{{}, std::move(name), {}, {}});
}

std::size_t function_arguments(std::string_view name)
{
    if (name == "min" || name == "max" || name == "contains")
        return 2;
    return name == "text" || name == "whole" || name == "span" || name == "datetime" ? 1 : 0;
}

bool is_true(const Value& value)
{
    if (const auto* text = std::get_if<std::string>(&value))
        return !text->empty();
    if (const auto* truth = std::get_if<bool>(&value))
        return *truth;
    if (const auto* number = std::get_if<double>(&value))
        return *number != 0;
    const auto* whole = std::get_if<std::int64_t>(&value);
    return whole != nullptr && *whole != 0;
}

Value evaluate(const Expression::Node& node, const Expression::LookUp& look_up)
{
    if (node.operation.empty())
        return node.name.empty() ? node.literal : look_up(node.name);
    const std::string& operation = node.operation;
    if (operation == "and" || operation == "or") {
        const bool left = is_true(evaluate(*node.arguments[0], look_up));
        return left == (operation == "or") ? Value{left} : Value{is_true(evaluate(*node.arguments[1], look_up))};
    }
    std::vector<Value> values;
    values.reserve(node.arguments.size());
    for (const NodePtr& argument : node.arguments)
        values.push_back(evaluate(*argument, look_up));
    if (operation == "not")
        return !is_true(values[0]);
    if (operation == "negate")
        return calculate('-', std::int64_t{0}, values[0]);
    if (operation == "+")
        return joined(values[0], values[1]);
    if (operation == "-" || operation == "*" || operation == "/" || operation == "%")
        return calculate(operation[0], values[0], values[1]);
    if (operation == "<" || operation == ">" || operation.size() == 2)
        return comparison(operation, values[0], values[1]);
    return call(operation, values);
}

} // namespace lockdesk::scenarios
