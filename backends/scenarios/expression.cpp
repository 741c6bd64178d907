// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/scenarios/expression.h"

#include "backends/engine/text/text.h"
#include "backends/scenarios/evaluate.h"

#include <algorithm>
#include <charconv>

namespace lockdesk::scenarios {

namespace {

constexpr int deepest = 60;
constexpr std::size_t longest_expression = 4000; ///< evaluation recurses as deep as a chain of operators is long

struct BadExpression
{
    std::string what;
};

struct Token
{
    enum class Kind { name, literal, sign, end } kind = Kind::end;
    std::string text;
    Value literal;
    std::size_t at = 0;
};

bool begins_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

class Reader
{
public:
    explicit Reader(std::string_view text) : m_text(text) { next(); }

    NodePtr all()
    {
        NodePtr out = either();
        if (m_token.kind != Token::Kind::end)
            wrong("'" + m_token.text + "' is not expected here");
        return out;
    }

private:
    [[noreturn]] void wrong(const std::string& what) const
    {
        throw BadExpression{what + ", at character " + std::to_string(m_token.at + 1) + " of '" + std::string(m_text) + "'"};
    }

    bool take(std::string_view word)
    {
        if (m_token.kind == Token::Kind::literal || m_token.text != word || m_token.kind == Token::Kind::end)
            return false;
        next();
        return true;
    }

    NodePtr either()
    {
        NodePtr left = both();
        while (take("or"))
            left = make_node("or", {left, both()});
        return left;
    }

    NodePtr both()
    {
        NodePtr left = negated();
        while (take("and"))
            left = make_node("and", {left, negated()});
        return left;
    }

    NodePtr negated() { return take("not") ? make_node("not", {deeper(&Reader::negated)}) : compared(); }

    NodePtr compared()
    {
        NodePtr left = sum();
        for (const char* sign : {"==", "!=", "<=", ">=", "<", ">"})
            if (take(sign))
                return make_node(sign, {left, sum()});
        return left;
    }

    NodePtr sum()
    {
        NodePtr left = product();
        for (;;) {
            if (take("+"))
                left = make_node("+", {left, product()});
            else if (take("-"))
                left = make_node("-", {left, product()});
            else
                return left;
        }
    }

    NodePtr product()
    {
        NodePtr left = one();
        for (;;) {
            if (take("*"))
                left = make_node("*", {left, one()});
            else if (take("/"))
                left = make_node("/", {left, one()});
            else if (take("%"))
                left = make_node("%", {left, one()});
            else
                return left;
        }
    }

    NodePtr one()
    {
        if (take("-"))
            return make_node("negate", {deeper(&Reader::one)});
        if (take("(")) {
            NodePtr inside = deeper(&Reader::either);
            if (!take(")"))
                wrong("a ) is missing");
            return inside;
        }
        const Token token = m_token;
        if (token.kind == Token::Kind::end)
            wrong("a value is missing");
        if (token.kind == Token::Kind::sign)
            wrong("'" + token.text + "' is not expected here");
        next();
        if (token.kind == Token::Kind::literal)
            return make_literal(token.literal);
        return take("(") ? called(token) : make_name(token.text);
    }

    NodePtr called(const Token& name)
    {
        std::vector<NodePtr> arguments;
        if (!take(")")) {
            do
                arguments.push_back(deeper(&Reader::either));
            while (take(","));
            if (!take(")"))
                wrong("a ) is missing");
        }
        if (function_arguments(name.text) != arguments.size())
            wrong(function_arguments(name.text) == 0 ? "there is no function '" + name.text + "'"
                                                     : "'" + name.text + "' has another number of arguments");
        return make_node(name.text, std::move(arguments));
    }

    NodePtr deeper(NodePtr (Reader::*part)())
    {
        if (++m_depth > deepest)
            wrong("this is nested too deep");
        NodePtr out = (this->*part)();
        --m_depth;
        return out;
    }

    void next()
    {
        while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\t' || m_text[m_at] == '\n'))
            ++m_at;
        m_token = {Token::Kind::end, "", {}, m_at};
        if (m_at == m_text.size())
            return;
        const char c = m_text[m_at];
        if (begins_name(c))
            read_name();
        else if (is_digit(c))
            read_number();
        else if (c == '\'')
            read_text();
        else
            read_sign();
    }

    void read_name()
    {
        const auto begin = m_at;
        while (m_at < m_text.size() && (begins_name(m_text[m_at]) || is_digit(m_text[m_at]) || m_text[m_at] == '.'))
            ++m_at;
        m_token.kind = Token::Kind::name;
        m_token.text = m_text.substr(begin, m_at - begin);
        for (const auto& [word, value] : {std::pair<const char*, Value>{"true", true}, {"false", false}, {"null", {}}})
            if (m_token.text == word)
                m_token = {Token::Kind::literal, word, value, begin};
    }

    void read_number()
    {
        const auto begin = m_at;
        while (m_at < m_text.size() && (begins_name(m_text[m_at]) || is_digit(m_text[m_at]) || m_text[m_at] == '.'))
            ++m_at;
        const std::string text(m_text.substr(begin, m_at - begin));
        m_token.kind = Token::Kind::literal;
        m_token.text = text;
        std::int64_t whole = 0;
        double broken = 0;
        const char* end = text.data() + text.size();
        if (const auto read = std::from_chars(text.data(), end, whole); read.ec == std::errc{} && read.ptr == end)
            m_token.literal = whole;
        else if (const auto duration = parse_duration(text))
            m_token.literal = to_us(*duration);
        else if (const auto number = std::from_chars(text.data(), end, broken);
                 number.ec == std::errc{} && number.ptr == end)
            m_token.literal = broken;
        else
            wrong("'" + text + "' is neither a number nor a duration");
    }

    void read_text()
    {
        const auto end = m_text.find('\'', m_at + 1);
        if (end == std::string_view::npos)
            wrong("a text does not end; it needs another '");
        m_token.kind = Token::Kind::literal;
        m_token.text = "'...'";
        m_token.literal = std::string(m_text.substr(m_at + 1, end - m_at - 1));
        m_at = end + 1;
    }

    void read_sign()
    {
        m_token.kind = Token::Kind::sign;
        for (const std::string_view two : {"==", "!=", "<=", ">="})
            if (m_text.substr(m_at, 2) == two) {
                m_token.text = two;
                m_at += 2;
                return;
            }
        m_token.text = m_text.substr(m_at, 1);
        if (std::string_view("+-*/%<>(),").find(m_text[m_at]) == std::string_view::npos)
            wrong(m_text[m_at] == '=' ? "write == to compare" : "this character means nothing here");
        ++m_at;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    int m_depth = 0;
    Token m_token;
};

} // namespace

Answer<Expression> Expression::parse(std::string_view text)
{
    Expression out;
    out.m_text = text;
    if (text.size() > longest_expression)
        return Failure::usage("an expression of more than " + std::to_string(longest_expression) + " characters");
    try {
        out.m_root = Reader(out.m_text).all();
    } catch (const BadExpression& wrong) {
        return Failure::usage(wrong.what);
    }
    return out;
}

Value Expression::value(const LookUp& look_up) const { return evaluate(*m_root, look_up); }

bool Expression::holds(const LookUp& look_up) const { return is_true(value(look_up)); }

} // namespace lockdesk::scenarios
