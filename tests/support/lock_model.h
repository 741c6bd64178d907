// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/rules/fence_rule.h"
#include "backends/engine/rules/lock_rules.h"

#include <map>
#include <optional>
#include <sstream>
#include <string>

namespace lockdesk::test {

/// Named values in one line, so that a difference is read at once.
class Line
{
public:
    template <class T> Line& field(const char* name, const T& value)
    {
        m_text << name << '=';
        write(value);
        m_text << ' ';
        return *this;
    }
    [[nodiscard]] std::string str() const { return m_text.str(); }

private:
    void write(const std::string& text) { m_text << text; }
    void write(const char* text) { m_text << text; }
    void write(std::int64_t number) { m_text << number; }
    void write(bool is) { m_text << (is ? "yes" : "no"); }
    void write(FencingToken token) { m_text << token.number(); }
    void write(TimePoint t) { m_text << to_us(t); }
    void write(Duration d) { m_text << to_us(d); }
    void write(const Holder& h)
    {
        m_text << h.owner << '/' << h.token.number() << '/';
        write(h.expires_at);
    }
    template <class T> void write(const std::optional<T>& value)
    {
        if (value)
            write(*value);
        else
            m_text << '-';
    }
    std::ostringstream m_text;
};

std::string line(const Acquisition& a);
std::string line(const LeaseAnswer& a);
std::string line(const ForceAnswer& a);
std::string line(const CoolingEnd& a);
std::string line(const FenceAnswer& a);
/// Without `raw`, of which every store has its own.
std::string line(const LockRow& r);

bool same(const Acquisition& a, const Acquisition& b);
bool same(const LeaseAnswer& a, const LeaseAnswer& b);
bool same(const ForceAnswer& a, const ForceAnswer& b);
bool same(const FenceAnswer& a, const FenceAnswer& b);

/// The locks and fences of a store as the rules of backends/engine/rules have them: what each verb is answered, and
/// what the rows are then.
class LockModel
{
public:
    struct Row
    {
        LockRow row;
        std::string requests;
        [[nodiscard]] lock_rules::Lock lock() const { return lock_rules::lock_of(row, requests); }
    };
    TimePoint now{};
    std::map<std::string, Row> rows;
    std::map<std::string, FenceAnswer> fences;
    std::int64_t floor = 0;

    Acquisition acquire(const AcquireRequest& r);
    LeaseAnswer renew(const LockName& name, const OwnerId& owner, FencingToken token, Duration lease);
    LeaseAnswer release(const LockName& name, const OwnerId& owner, FencingToken token, Duration at_least);
    ForceAnswer force_release(const ForceRelease& r);
    CoolingEnd end_cooling(const EndCooling& r);
    FenceAnswer admit(const std::string& resource, FencingToken token);
    std::int64_t collect(Duration older_than);

private:
    template <class Rule> auto decide(const LockName& name, Rule rule);
};

} // namespace lockdesk::test
